// The definitions that say the schema of another program, as far as Galley's own schema of settings accepts them.
import { yamlOf } from '../../../build/edit/create.ts'
import { MAX_FIELDS } from '../../../build/schema/fields.ts'
import { ourKeyOf } from '../../../build/schema/other-keys.ts'
import { postSchema } from '../../../build/schema/schemas.ts'
import { readSettings } from '../../../build/workspace/settings.ts'
import { writtenFields } from '../../../snapshot/item-shape.ts'
import type { FoundField, FoundShape, TakenKeys, Unsaid } from './schema.ts'
import type { FoundCollection } from './shape.ts'

/** @returns lines of workspace.yml, `''` if there are none; the fields that Galley has a key for; and what is not said */
export function fieldsFor(posts: FoundCollection, written: TakenKeys) {
  const unsaid: Unsaid[] = []
  const keys = new Map<string, FoundField>()
  const [text] = posts.fields.filter(({ name }) => name === posts.text)
  if (text) keys.set('the text', text)
  const others = posts.fields.filter((field) => field !== text)
  const { fields = [] } = equal({ fields: others }, [posts.name], unsaid, written)
  const further = fields.filter((field) => {
    const key = keyOf(field, fields)
    if (key === undefined || keys.has(key)) return true
    keys.set(key, field)
    unsaid.push(...restOf(field, key, `${posts.name}.${field.name}`))
    return false
  })
  const own = [...keys].map(([key, { name }]) => (key === name ? name : `${name} (${key})`))
  return { text: accepted(further, posts.name, unsaid), own, unsaid }
}

/** Leaves out what has no equal, and lists it. */
function equal(shape: FoundShape, place: string[], unsaid: Unsaid[], written: TakenKeys): FoundShape {
  const seen = new Set<string>()
  const fields = shape.fields?.flatMap((field) => {
    const inner = equal(field, [...place, field.name], unsaid, written)
    if (inner.type !== undefined && !seen.has(field.name)) {
      seen.add(field.name)
      return { ...field, ...inner }
    }
    const why = typeof field.kind === 'string' ? { why: field.kind } : {}
    unsaid.push({ key: field.name, place: place.join('.'), ...why })
    written.settle(field.written)
    return []
  })
  const of = shape.of && equal(shape.of, place, unsaid, written)
  const isEmpty = fields?.length === 0 || shape.options?.length === 0 || (of && of.type === undefined)
  const to = shape.to?.map((name) => (name === place[0] ? 'posts' : name))
  return isEmpty ? {} : { ...shape, ...(fields && { fields }), ...(of && { of }), ...(to && { to }) }
}

/** Returns the key of posts that `galley import` makes of a field. */
function keyOf({ name, type, fields }: FoundField, beside: readonly FoundField[]): string | undefined {
  const { fields: _, ...ours } = postSchema({ fields: undefined, slugs: 'strict' }).shape
  if (Object.hasOwn(ours, name)) return name
  if (/^(?:draft|published)$/i.test(name) && type === 'boolean') return 'status'
  if (/^published$/i.test(name) && type === 'date') return 'publishedAt'
  const means = ourKeyOf(name)
  const isPicture = !fields || fields.some((one) => ADDRESS.test(one.name))
  return beside.some((one) => one.name === means) || (means === 'coverImage' && !isPicture)
    ? undefined
    : means
}

const ADDRESS = /^(?:src|url|path|file|image)$/
const REQUIRED = /^(?:title|publishedAt|authors|category|the text)$/

/** Yields what a key of ours does not say of a field. */
function* restOf(
  { required, options, fields, of, to }: FoundField,
  key: string,
  place: string,
): Generator<Unsaid> {
  if (required && !REQUIRED.test(key)) yield { key: 'required', place }
  if (options) yield { key: 'options', place }
  if (to && to[0] !== key) yield { key: 'to', place }
  for (const { name } of fields ?? of?.fields ?? [])
    if (!ADDRESS.test(name) && !/^(?:alt|name)$/.test(name)) yield { key: name, place }
}

/** Returns the definitions without mistakes, and lists the others with theirs. */
function accepted(fields: readonly FoundField[], place: string, unsaid: Unsaid[]): string {
  const few = fields.slice(0, MAX_FIELDS)
  const drop = (some: readonly FoundField[], why: string) => {
    unsaid.push(...some.map(({ name }) => ({ key: name, place, why })))
  }
  drop(fields.slice(MAX_FIELDS), `A post has ${MAX_FIELDS} fields at most.`)
  if (few.length === 0) return ''
  const definitions = writtenFields(few)
  const text = yamlOf({ fields: definitions })
  const file = { path: 'workspace.yml', displayPath: 'workspace.yml', relativePath: 'workspace.yml' }
  const lists = { categories: undefined, tags: undefined, series: undefined, authors: [] }
  const folder = { ...lists, posts: [], collections: [], media: [], displayPath: place }
  const settings = { ...file, bytes: Buffer.from(text) }
  const [problem] = readSettings({ ...folder, name: place, settings }, []).problems
  if (!problem) return text
  // Each definition begins with a line of its own.
  const lines = text.split('\n').slice(0, problem.line)
  const name = Object.keys(definitions)[lines.filter((line) => /^ {2}\S/.test(line)).length - 1]
  const isWrong = (field: FoundField) => name === undefined || field.name === name
  drop(few.filter(isWrong), `${problem.message} ${problem.hint}`.trim())
  return accepted(
    few.filter((field) => !isWrong(field)),
    place,
    unsaid,
  )
}
