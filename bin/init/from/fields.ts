// The definitions that say the schema of another program, as far as Galley's own schema of settings accepts them.
import { yamlOf } from '../../../build/edit/create.ts'
import { MAX_FIELDS } from '../../../build/schema/fields.ts'
import { ourKeyOf } from '../../../build/schema/other-keys.ts'
import { postSchema } from '../../../build/schema/schemas.ts'
import { KEYS_OF_ENTRIES } from '../../../build/workspace/declared.ts'
import { readSettings } from '../../../build/workspace/settings.ts'
import { writtenFields } from '../../../snapshot/item-shape.ts'
import type { FoundField, FoundShape, TakenKeys, Unsaid } from './schema.ts'
import type { FoundCollection } from './shape.ts'

/** Fields of posts, or of a collection that the workspace declares. */
interface DeclaredPart {
  name: string
  isSingle: boolean
  /** Entries have a title without a field that says it. */
  isTitled: boolean
  fields: readonly FoundField[]
}

/**
 * @param others collections by the names that they are to have
 * @returns lines of workspace.yml, `''` if there are none; the fields that Galley has a key for; and what is not said
 */
export function fieldsFor(
  posts: FoundCollection,
  others: ReadonlyMap<string, FoundCollection>,
  written: TakenKeys,
) {
  const unsaid: Unsaid[] = []
  const keys = new Map<string, FoundField>()
  const names = new Map([...others].map(([name, one]) => [one.name, name])).set(posts.name, 'posts')
  const isText = ({ isProse, text }: FoundCollection, { name }: FoundField) => isProse && name === text
  const equals = (one: FoundCollection) => {
    const fields = one.fields.filter((field) => !isText(one, field))
    return equal({ fields }, [one.name], unsaid, written, names).fields ?? []
  }
  const text = posts.fields.find((field) => field.name === posts.text)
  if (text) keys.set('the text', text)
  const fields = equals({ ...posts, isProse: true })
  const further = fields.filter((field) => {
    const key = keyOf(field, fields)
    if (key === undefined || keys.has(key)) return true
    keys.set(key, field)
    unsaid.push(...restOf(field, key, `${posts.name}.${field.name}`))
    return false
  })
  const own = [...keys].map(([key, { name }]) => (key === name ? name : `${name} (${key})`))
  const parts = [...others].map(([name, one]): DeclaredPart => {
    const fields = equals(one).filter((field) => {
      if (KEYS_OF_ENTRIES.has(field.name))
        unsaid.push(...restOf(field, field.name, `${one.name}.${field.name}`))
      // A field would not keep a draft from readers.
      else if (/^draft$/i.test(field.name))
        unsaid.push({ key: 'draft', place: one.name, why: 'Write status: draft.' })
      else return true
      return false
    })
    const isTitled = one.isSingle || one.isProse || one.fields.some(({ name }) => name === 'title')
    return { name, isSingle: one.isSingle, isTitled, fields }
  })
  const all = [{ name: posts.name, isSingle: false, isTitled: true, fields: further }, ...parts]
  return { text: accepted(all, unsaid), own, unsaid }
}

/** Leaves out what has no equal, and lists it. */
function equal(
  shape: FoundShape,
  place: string[],
  unsaid: Unsaid[],
  written: TakenKeys,
  names: ReadonlyMap<string, string>,
): FoundShape {
  const seen = new Set<string>()
  const fields = shape.fields?.flatMap((field) => {
    const inner = equal(field, [...place, field.name], unsaid, written, names)
    if (inner.type !== undefined && !seen.has(field.name)) {
      seen.add(field.name)
      return { ...field, ...inner }
    }
    const why = typeof field.kind === 'string' ? { why: field.kind } : {}
    unsaid.push({ key: field.name, place: place.join('.'), ...why })
    written.settle(field.written)
    return []
  })
  const of = shape.of && equal(shape.of, place, unsaid, written, names)
  const isEmpty = fields?.length === 0 || shape.options?.length === 0 || (of && of.type === undefined)
  const to = shape.to?.map((name) => names.get(name) ?? name)
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

/** Returns the definitions without mistakes, and lists the others with theirs. @param parts posts come first */
function accepted(parts: readonly DeclaredPart[], unsaid: Unsaid[]): string {
  const drop = ({ name: place }: DeclaredPart, some: readonly FoundField[], why: string) => {
    unsaid.push(...some.map(({ name }) => ({ key: name, place, why })))
  }
  const few = parts.map((part) => {
    drop(part, part.fields.slice(MAX_FIELDS), `A post has ${MAX_FIELDS} fields at most.`)
    return { ...part, fields: part.fields.slice(0, MAX_FIELDS) }
  })
  const [posts, ...others] = few
  const fields = posts!.fields.length > 0 && { fields: writtenFields(posts!.fields) }
  const collections = Object.fromEntries(others.map((one) => [one.name, declarationOf(one)]))
  if (!fields && others.length === 0) return ''
  const text = yamlOf({ ...fields, ...(others.length > 0 && { collections }) })
  const file = { path: 'workspace.yml', displayPath: 'workspace.yml', relativePath: 'workspace.yml' }
  const lists = { categories: undefined, tags: undefined, series: undefined, authors: [] }
  const folder = { ...lists, posts: [], collections: [], media: [], displayPath: posts!.name }
  const settings = { ...file, bytes: Buffer.from(text) }
  const [problem] = readSettings({ ...folder, name: posts!.name, settings }, []).problems
  if (!problem) return text
  // Each definition begins with a line of its own.
  const lines = text.split('\n').slice(0, problem.line)
  const top = lines.findLastIndex((line) => /^\S/.test(line))
  const last = lines.findLastIndex((line) => /^ {2}\S/.test(line))
  const count = (from: number, start: RegExp) => lines.slice(from).filter((line) => start.test(line)).length
  const isOfPosts = lines[top] === 'fields:'
  const wrong = isOfPosts ? 0 : count(top, /^ {2}\S/)
  const at = isOfPosts ? count(top, /^ {2}\S/) : count(last, /^ {6}\S/)
  const name = Object.keys(writtenFields(few[wrong]!.fields))[at - 1]
  const isWrong = (field: FoundField) => name === undefined || field.name === name
  drop(few[wrong]!, few[wrong]!.fields.filter(isWrong), `${problem.message} ${problem.hint}`.trim())
  const right = few.map((part, i) =>
    i === wrong ? { ...part, fields: part.fields.filter((field) => !isWrong(field)) } : part,
  )
  return accepted(right, unsaid)
}

function declarationOf({ isSingle, isTitled, fields }: DeclaredPart): object {
  const title = isTitled ? undefined : fields.find(({ type }) => type === 'string')?.name
  const all = {
    single: isSingle || undefined,
    title,
    fields: fields.length > 0 ? writtenFields(fields) : undefined,
  }
  return Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined))
}
