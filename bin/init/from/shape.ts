// The collections and fields of a configuration, by what is known of its program.
import type { FoundField, FoundShape, TakenKeys, WrittenPart } from './schema.ts'

type Take = TakenKeys['take']

/** A program's names for the parts of a schema: keys, or paths of them. */
export interface SchemaDialect {
  program: string
  file: RegExp
  collections: readonly string[]
  folder?: string
  /** The folder in which a collection is that does not say where. */
  usual?: string
  /** Tells whether a collection has one entry, in a file of its own. @param path that of the collections */
  isSingle?(collection: WrittenPart, path: string): boolean
  isProse(collection: WrittenPart, take: Take): boolean
  /** The name of the field that is the text below the front matter; it is usually `body`. */
  text?: string
  /** The fields of a collection. Those of an object are at `fields`. */
  schema?: string
  type: string
  /** Our types by the program's, where they have other names. */
  types: Readonly<Record<string, string>>
  /** Tells whether a field is text here, whatever it is there. */
  isText?(field: WrittenPart): boolean
  /** Keys of text that are types of ours. */
  finer?: readonly string[]
  isRequired(field: WrittenPart, take: Take): boolean
  options?: string
  /** The key of an option that is an object. */
  option?: string
  /** The collection that a reference leads to. */
  to: string
  /** The keys that make a list of anything. */
  multiple?: readonly string[]
  /** The key of a field that names a definition, and where that is. */
  shared?: readonly [key: string, path: string]
}

interface SchemaReading {
  dialect: SchemaDialect
  written: TakenKeys
  root: unknown
}

export type FoundCollection = ReturnType<typeof collectionsOf>[number]

export function collectionsOf(reading: SchemaReading) {
  const { dialect, written, root } = reading
  const all = dialect.collections.flatMap((path) =>
    written.named(root, path).map(([name, one]) => ({ name, one, path })),
  )
  // A collection of files has collections with one entry each.
  const single = all.flatMap((outer) => {
    const files = written.named(outer.one, 'files')
    return files.length > 0 ? files.map(([name, one]) => ({ ...outer, name, one })) : [outer]
  })
  return single.map(({ name, one, path }) => ({
    name,
    place: placeOf(name, one, reading),
    isSingle: dialect.isSingle?.(one, path) ?? false,
    isProse: dialect.isProse(one, written.take),
    text: dialect.text ? written.take(one, dialect.text) : 'body',
    fields: fieldsOf(one, dialect.schema ?? 'fields', reading, 0),
    written: one,
  }))
}

/** Returns the folder or file of a collection, without what stands for names in it, if it is said. */
function placeOf(name: string, one: WrittenPart, { dialect, written }: SchemaReading): string | undefined {
  const said = written.take(one, dialect.folder ?? '') ?? written.take(one, 'file')
  if (typeof said === 'string') return said.replace(/\*.*$/, '').replace(/^\.?\/+|\/+$/g, '')
  return dialect.usual && !('loader' in one) ? `${dialect.usual}/${name}` : undefined
}

function fieldsOf(holder: WrittenPart, path: string, reading: SchemaReading, depth: number): FoundField[] {
  const parts = reading.written.named(holder, path)
  return parts.map(([name, one]) => {
    return { name, ...shapeOf(one, reading, depth), kind: one[reading.dialect.type], written: one }
  })
}

const OURS = 'string number boolean date url select list markdown image file reference object'.split(' ')
const MAX_DEPTH = 8

function shapeOf(one: WrittenPart, reading: SchemaReading, depth: number): FoundShape {
  const { dialect, written, root } = reading
  // A definition may have itself.
  if (depth > MAX_DEPTH) return {}
  const [key = '', path = ''] = dialect.shared ?? []
  const names = written.texts(one, key)
  const shared = names.length > 0 ? written.named(root, path).filter(([name]) => names.includes(name)) : []
  // A list of several kinds of objects has no equal.
  if (shared.length !== names.length || names.length > 1) return {}
  const [[, from] = ['', one]] = shared
  const required = dialect.isRequired(one, written.take)
  const kind = String(
    dialect.isText?.(from) ? 'string' : (written.take(one, dialect.type) ?? written.take(from, dialect.type)),
  )
  const known = Object.hasOwn(dialect.types, kind) ? dialect.types[kind] : OURS.find((type) => type === kind)
  const type =
    (known === 'string' && dialect.finer?.find((name) => written.take(from, name) === true)) || known
  const shape: FoundShape = { type, required }
  if (type === 'select' || type === 'list') {
    const options = written.texts(from, dialect.options ?? 'options', dialect.option)
    if (options.length > 0 || type === 'select') shape.options = options
  }
  if (type === 'object' || type === 'list') {
    const fields = fieldsOf(from, 'fields', reading, depth + 1)
    if (fields.length > 0 || type === 'object') shape.fields = fields
  }
  if (type === 'reference') shape.to = written.texts(from, dialect.to)
  const item = type === 'list' ? (written.take(from, 'field') as WrittenPart | undefined) : undefined
  if (item) return { ...listOf(shapeOf(item, reading, depth + 1)), required }
  const isList = dialect.multiple?.some(
    (path) => !/^(?:undefined|false)$/.test(String(written.take(from, path))),
  )
  return isList ? { ...listOf(shape), required } : shape
}

/** Returns a list of such items. */
function listOf({ required, ...item }: FoundShape): FoundShape {
  const { type, options, fields } = item
  if (type === undefined) return {}
  if (type === 'string' || type === 'select') return { type: 'list', options }
  return type === 'object' ? { type: 'list', fields } : { type: 'list', of: item }
}
