// The OpenAPI document of a workspace with fields of its own: that of the API, with their schemas and the filters by them.
import type { FieldDefinition, FieldShape } from '../../snapshot/types.ts'

type Schema = Record<string, unknown>

/** The parts that are changed in the document of the API. */
interface OpenapiDocument {
  info: { title: string }
  paths: Record<string, Record<string, { parameters: object[] }>>
  components: { schemas: Record<string, Schema> }
}

/** @param json of the document of the API @param name of the workspace */
export function workspaceOpenapi(json: string, name: string, fields: readonly FieldDefinition[]): string {
  const document: OpenapiDocument = JSON.parse(json)
  document.info.title += ` of ${name}`
  document.components.schemas.Fields = objectOf(fields)
  document.paths['/v1/{workspace_key}/posts']!.get!.parameters.push(
    ...fields.flatMap((field) => filtersOf('fields', field)),
  )
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
  reference: fixed({
    collection: text,
    id: text,
    path: text,
    title: text,
    url: { anyOf: [uri, { type: 'null' }] },
  }),
}

function schemaOf({ type, options, of, fields }: FieldShape): Schema {
  const item: FieldShape = of ?? { type: fields ? 'object' : 'string', required: true, options, fields }
  if (type === 'list') return { type: 'array', items: schemaOf(item) }
  if (type === 'object') return objectOf(fields)
  return schemas[type] ?? { type: 'string', ...(options && { enum: options }) }
}

/** The types that can be compared, beside those that can be filtered. */
const ordered = new Set(['number', 'date'])
const unbounded = new Set(['markdown', 'image', 'file'])

/** The parameters that filter by a field, or by those inside it. @param around the name that they begin with */
function filtersOf(around: string, { name, ...field }: FieldDefinition): object[] {
  const whole = `${around}.${name}`
  const { type, of, fields, options } = field
  const item: FieldShape = type === 'list' ? (of ?? { ...field, type: fields ? 'object' : 'string' }) : field
  if (item.type === 'object') return (item.fields ?? []).flatMap((inner) => filtersOf(whole, inner))
  if (unbounded.has(item.type)) return []
  const value = item.type === 'reference' || options ? { type: 'string' } : schemaOf(item)
  const values = { type: 'array', items: options ? { type: 'string', enum: options } : value }
  const one = (operator: string, schema: Schema) => ({ name: `${whole}.${operator}`, in: 'query', schema })
  return [
    { name: whole, in: 'query', explode: true, schema: values },
    { name: `${whole}.not`, in: 'query', explode: true, schema: values },
    one('exists', { type: 'boolean' }),
    ...(ordered.has(item.type) ? ['lt', 'lte', 'gt', 'gte'].map((operator) => one(operator, value)) : []),
  ]
}
