// The OpenAPI document of a workspace with fields of its own: that of the API, with their schemas and the filters by them.
import { type FilterableField, filterableFields, operatorsOf } from '../../snapshot/format/filterable.ts'
import { itemShape } from '../../snapshot/item-shape.ts'
import type { FieldDefinition, FieldShape } from '../../snapshot/types.ts'
import { hasType } from '../schema/fields.ts'

type Schema = Record<string, unknown>

/** The parts that are changed in the document of the API. */
interface OpenapiDocument {
  info: { title: string }
  paths: Record<string, Record<string, { parameters: object[] }>>
  components: {
    schemas: Record<string, Schema>
    parameters: { Include: { schema: { items: { enum: string[] } } } }
  }
}

/** @param json of the document of the API @param name of the workspace */
export function workspaceOpenapi(json: string, name: string, fields: readonly FieldDefinition[]): string {
  const document: OpenapiDocument = JSON.parse(json)
  document.info.title += ` of ${name}`
  const { components } = document
  components.schemas.Fields = objectOf(fields)
  const leading = fields.filter((field) => hasType(field, ['reference']))
  components.parameters.Include.schema.items.enum.push(...leading.map(({ name }) => `fields.${name}`))
  const { parameters } = document.paths['/v1/{workspace_key}/posts']!.get!
  parameters.push(...filterableFields(fields).flatMap(filtersOf))
  return JSON.stringify(document)
}

function objectOf(fields: readonly FieldDefinition[] = []): Schema {
  return {
    type: 'object',
    required: fields.map(({ name }) => name),
    additionalProperties: false,
    properties: Object.fromEntries(fields.map((field) => [field.name, nullable(field, schemaOf(field))])),
  }
}

/** The entry that a reference leads to may not be visible yet. */
function nullable({ required, type }: FieldShape, schema: Schema): Schema {
  return required && type !== 'reference' ? schema : { anyOf: [schema, { type: 'null' }] }
}

const text: Schema = { type: 'string' }
const uri: Schema = { type: 'string', format: 'uri' }
const size: Schema = { type: ['integer', 'null'] }

/** @param optional the properties that an object may lack */
function fixed(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', required, additionalProperties: false, properties }
}

const schemas: Partial<Record<FieldShape['type'], Schema>> = {
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { $ref: '#/components/schemas/Instant' },
  url: uri,
  image: fixed({ url: uri, alt: text, width: size, height: size, srcset: text }, ['srcset']),
  file: fixed({ url: uri, size, type: text }),
  // An entry that stands in its place has further keys.
  reference: {
    ...fixed({
      collection: text,
      id: text,
      path: text,
      title: text,
      url: { anyOf: [uri, { type: 'null' }] },
    }),
    additionalProperties: undefined,
  },
}

function schemaOf({ type, options, of, fields }: FieldShape): Schema {
  if (type === 'list') return { type: 'array', items: schemaOf(itemShape({ options, of, fields })) }
  if (type === 'object') return objectOf(fields)
  return schemas[type] ?? { ...text, ...(options && { enum: options }) }
}

/** The parameters that filter by a field. */
function filtersOf({ name, type, options }: FilterableField): object[] {
  // A day will do for a date, a slug for a reference.
  const isText = type === 'date' || type === 'reference'
  const one = isText ? text : type === 'select' ? { ...text, enum: options } : (schemas[type] ?? text)
  const schemaOf = (operator: string): Schema => {
    if (operator === 'exists') return { type: 'boolean' }
    return operator === 'not' || operator === '' ? { type: 'array', items: one } : one
  }
  return ['', ...operatorsOf(type)].map((operator) => ({
    name: `fields.${name}${operator && `.${operator}`}`,
    in: 'query',
    schema: schemaOf(operator),
  }))
}
