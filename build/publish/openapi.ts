// The OpenAPI document of a workspace with fields or collections of its own: that of the API, with their schemas and filters.
import { type FilterableField, filterableFields, operatorsOf } from '../../snapshot/format/filterable.ts'
import { itemShape } from '../../snapshot/item-shape.ts'
import type { BuiltWorkspace, CollectionInfo, FieldDefinition, FieldShape } from '../../snapshot/types.ts'
import { hasType } from '../schema/fields.ts'

type Schema = Record<string, unknown>
type Own = Pick<BuiltWorkspace, 'fields' | 'collections'>

/** The parts that are changed in the document of the API. */
interface OpenapiDocument {
  info: { title: string }
  paths: Record<string, Record<string, { operationId: string; parameters: { $ref?: string }[] }>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, { content: { 'application/json': { schema: Schema } } }>
    parameters: Record<string, { schema: { items: { enum: string[] } } }>
  }
}

const anyList = '/v1/{workspace_key}/entries/{collection}'
const anyEntry = `${anyList}/{path}`
/** The components that only requests for entries use. */
const partsOfEntries = ['Entry', 'Entries', 'IncludeOfEntry'] as const

/** @param json of the document of the API @param name of the workspace */
export function workspaceOpenapi(json: string, name: string, { fields = [], collections = [] }: Own): string {
  const document: OpenapiDocument = JSON.parse(json)
  document.info.title += ` of ${name}`
  for (const one of collections) addCollection(document, one)
  // Fields of any collection would be those of posts.
  const left = collections.length > 0 ? [anyList, anyEntry, ...partsOfEntries] : []
  for (const part of [document.paths, ...Object.values(document.components)])
    for (const name of left) delete part[name]
  addFields(document, fields, ['Fields', 'Include', '/v1/{workspace_key}/posts'])
  return JSON.stringify(document)
}

/** Adds the types of fields, what `include` takes of them, and the filters of the list, if there is one. */
function addFields(
  { paths, components }: OpenapiDocument,
  fields: readonly FieldDefinition[],
  [schema, include, list]: readonly [schema: string, include: string, list: string],
): void {
  components.schemas[schema] = objectOf(fields)
  const leading = fields.filter((field) => hasType(field, ['reference']))
  components.parameters[include]!.schema.items.enum.push(...leading.map(({ name }) => `fields.${name}`))
  paths[list]?.get?.parameters.push(...filterableFields(fields).flatMap(filtersOf))
}

/** Adds the addresses of a collection, with components that are called after it. */
function addCollection(document: OpenapiDocument, { name, single, fields }: CollectionInfo): void {
  const { paths, components } = document
  const references = /(#\/components\/\w+\/)(Fields|Entry|Entries|IncludeOfEntry)"/g
  const own = <T>(part: T): T => JSON.parse(JSON.stringify(part).replace(references, `$1${name}.$2"`))
  for (const section of Object.values<Record<string, unknown>>(components))
    for (const part of partsOfEntries) if (section[part]) section[`${name}.${part}`] = own(section[part])
  const page = components.responses[`${name}.Entries`]!.content['application/json']
  page.schema = (page.schema.oneOf as Schema[])[0]!
  const address = anyList.replace('{collection}', name)
  const both = { [address]: anyList, [`${address}/{path}`]: anyEntry }
  for (const [path, from] of Object.entries(single ? { [address]: anyEntry } : both)) {
    const get = own(paths[from]!.get!)
    const known = path === address ? /\/(CollectionName|EntryPath)$/ : /\/CollectionName$/
    get.operationId += `_${name}`
    get.parameters = get.parameters.filter(({ $ref = '' }) => !known.test($ref))
    paths[path] = { get }
  }
  addFields(document, fields, [`${name}.Fields`, `${name}.IncludeOfEntry`, single ? '' : address])
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
