// The records of posts as replies have them: references in fields are summaries of what is visible, or what they lead to, and texts
// have the form of the reply.

import { filterableFields, mayWait, type referable } from '../../../snapshot/format/filterable.ts'
import { itemShape } from '../../../snapshot/item-shape.ts'
import { textOf } from '../../../snapshot/text/html-text.ts'
import type {
  FieldDefinition,
  FieldShape,
  FieldValue,
  PostMeta,
  PostNumber,
} from '../../../snapshot/types.ts'
import { slugsIn, withoutReferences, withTexts } from '../../../snapshot/visibility/references.ts'
import type { Turn } from '../turns/turn.ts'
import type { EntrySummary, Format } from '../wire.ts'
import type { Edition } from './edition.ts'
import { metaOf, urlOf } from './metadata.ts'
import { invalid, quoted } from './query.ts'

/** The name of a field in `include`. */
export type ReferenceField = `fields.${string}`

type Shown = (record: Buffer) => Promise<Buffer>

interface ShownAs {
  format?: Format | undefined
  /** The fields that have entries in place of summaries. */
  expanded?: readonly ReferenceField[] | undefined
  /** The editions that have the entries of other collections. */
  others?: readonly Edition[] | undefined
}

/** Makes the function that gives a record as a reply has it; `undefined` if records are as they are. It takes turns. */
export function shownBy(
  edition: Edition,
  turn: Turn,
  { format = 'html', expanded = [], others = [] }: ShownAs = {},
): Shown | undefined {
  const { fields = [] } = edition.workspace
  if (!fields.some(waits) && expanded.length === 0) return undefined
  const summaries = new Map<string, string | undefined>()
  const isVisible = visibleIn(edition)
  const shown: Shown = async (record) => {
    const parts: string[] = []
    for (const part of withTexts(record.toString(), isVisible, FORMS[format])) {
      parts.push(part)
      await turn()
    }
    const text = parts.join('')
    for (const slug of slugsIn(text)) {
      if (summaries.has(slug)) continue
      summaries.set(slug, summaryOf(edition, slug))
      await turn()
    }
    const find = (name: string, summary: string | undefined) =>
      summary === undefined ? summaries.get(name) : isVisible(name) ? summary : undefined
    return Buffer.from(withoutReferences(text, find))
  }
  if (expanded.length === 0) return shown
  const shownIn = new Map<Edition, Shown | undefined>([[edition, shown]])
  for (const other of others) shownIn.set(other, shownBy(other, turn, { format }))
  const entryOf = entriesBy(shownIn)
  return async (record) => expandedIn(fields, await shown(record), expanded, entryOf)
}

/** A text in the form of a reply, from both forms as JSON. */
const FORMS: Record<Format, (html: string, markdown: string) => string> = {
  html: (html) => html,
  markdown: (_, markdown) => markdown,
  text: (html) => JSON.stringify(textOf(JSON.parse(html))),
}

/** Tells whether values of a field depend on which posts and entries are visible. */
function waits(field: FieldShape): boolean {
  return refersTo(field, (collection) => mayWait([collection])) || hasTexts(field)
}

/** Makes the function that tells whether a post, or an entry elsewhere that something waits for, is visible. */
function visibleIn(edition: Edition): (name: string) => boolean {
  return (name) => (name.startsWith('/') ? !edition.waiting.has(name) : numberOf(edition, name) !== undefined)
}

export function hasTexts({ type, of, fields = [] }: FieldShape): boolean {
  return type === 'markdown' || (of !== undefined && hasTexts(of)) || fields.some(hasTexts)
}

type EntryOf = (summary: EntrySummary) => Promise<object>

/** Makes the function that gives the entry of a summary, with summaries in it. @param shownIn says how records of each edition are shown */
function entriesBy(shownIn: ReadonlyMap<Edition, Shown | undefined>): EntryOf {
  const find = finderIn([...shownIn.keys()])
  return async ({ collection, path, ...summary }) => {
    const { home, number, listed } = find(collection, path)
    if (home && number !== undefined) {
      const [own] = home.workspace.meta.read(number, number + 1)
      const shown = shownIn.get(home)
      const { content: _, ...entry } = JSON.parse((shown ? await shown(own!) : own!).toString())
      return { collection, path, ...summary, ...entry }
    }
    const { declared: _, ...entry } = Object(listed)
    return { collection, path, ...summary, ...entry }
  }
}

interface ReferredEntry {
  /** The edition that has it, and its number there if it is visible. */
  home?: Edition | undefined
  number?: number | undefined
  /** The author, the category, the tag or the series. */
  listed?: { slug: string; name: string } | undefined
}

/** Makes the function that finds what a reference leads to: all items of a long list may lead into another long one. */
export function finderIn(editions: readonly Edition[]): (collection: string, path: string) => ReferredEntry {
  const homes = new Map(editions.map((one) => [ownName(one), one]))
  const bySlug = new Map<string, ReadonlyMap<string, { slug: string; name: string }>>()
  return (collection, path) => {
    const home = homes.get(collection)
    if (home) return { home, number: numberOf(home, path) }
    const list = isGroup(collection) ? homes.get('posts')?.workspace[collection] : undefined
    const known = bySlug.get(collection) ?? new Map(list?.map((one) => [one.slug, one]))
    bySlug.set(collection, known)
    return { listed: known.get(path) }
  }
}

/** Tells whether a name is that of authors, categories, tags or series. */
function isGroup(collection: string): collection is Exclude<(typeof referable)[number], 'posts'> {
  return !mayWait([collection])
}

/** Returns the other collections that have what fields refer to: posts have authors and all groups. @param named as in `include` and `facets` */
export function collectionsNamed(edition: Edition, named: readonly string[]): string[] {
  const fields = filterableFields(edition.workspace.fields).filter(({ name }) =>
    named.some((one) => `fields.${name}.`.startsWith(`${one}.`)),
  )
  const all = fields.flatMap(({ to }) => to.map((name) => (isGroup(name) ? 'posts' : name)))
  return [...new Set(all)].filter((name) => name !== ownName(edition))
}

/** Puts entries in place of summaries in some fields of a record. */
async function expandedIn(
  fields: readonly FieldDefinition[],
  record: Buffer,
  names: readonly ReferenceField[],
  entryOf: EntryOf,
): Promise<Buffer> {
  const meta: PostMeta = JSON.parse(record.toString())
  for (const field of fields) {
    if (names.includes(`fields.${field.name}`))
      meta.fields[field.name] = await withEntries(field, meta.fields[field.name]!, entryOf)
  }
  return Buffer.from(JSON.stringify(meta))
}

async function withEntries(shape: FieldShape, value: FieldValue, entryOf: EntryOf): Promise<FieldValue> {
  if (value === null) return null
  const { type, fields = [] } = shape
  const entries: FieldValue[] = []
  if (Array.isArray(value)) {
    for (const one of value) entries.push(await withEntries(itemShape(shape), one, entryOf))
    return entries
  }
  if (type === 'reference') return (await entryOf(value as unknown as EntrySummary)) as FieldValue
  if (type !== 'object') return value
  const inner = { ...(value as Record<string, FieldValue>) }
  for (const field of fields) inner[field.name] = await withEntries(field, inner[field.name]!, entryOf)
  return inner
}

/** The bytes of entries in one post, which is held whole. */
const maxGrowth = 16 * 1024 * 1024

/** The bytes of a summary, and how much longer the summaries in a record are than its references. */
const summaryLength = 300
const summaryGrowth = 8

/**
 * Makes the function that estimates how much longer a record is as a reply has it, in bytes. Posts that are not visible are in no
 * estimate.
 */
export function growthIn(
  edition: Edition,
  { format = 'html', expanded = [], others = [] }: ShownAs,
): ((post: PostNumber) => number) | undefined {
  const { workspace } = edition
  const { fields = [], meta } = workspace
  const own = ownName(edition)
  if (!fields.some(waits) && expanded.length === 0) return undefined
  const find = finderIn([edition, ...others])
  const lengths = new Map<string, number>()
  const lengthOf = (collection: string, path: string) => {
    const { home, number, listed = null } = find(collection, path)
    if (!home || number === undefined) return summaryLength + JSON.stringify(listed).length
    const nests = home.workspace.fields?.some((field) => refersTo(field, (to) => to === ownName(home)))
    return summaryLength + home.workspace.meta.length(number) * (nests ? summaryGrowth : 1)
  }
  const growthOf = (value: FieldValue, isExpanded: boolean): number => {
    if (value === null || typeof value !== 'object') return 0
    const { collection, path } = Array.isArray(value) ? {} : value
    if (typeof collection !== 'string' || typeof path !== 'string')
      return Object.values(value).reduce((sum: number, one) => sum + growthOf(one, isExpanded), 0)
    if (!isExpanded) return summaryLength
    const name = `${collection}/${path}`
    const known = lengths.get(name) ?? lengthOf(collection, path)
    lengths.set(name, known)
    return known
  }
  const isVisible = visibleIn(edition)
  const entry = (name: string, summary = JSON.stringify({ collection: own, path: name })) =>
    isVisible(name) ? summary : undefined
  return (post) => {
    const [record] = meta.read(post, post + 1)
    const texts = [...withTexts(record!.toString(), isVisible, FORMS[format === 'text' ? 'html' : format])]
    const visible = withoutReferences(texts.join(''), entry)
    const own: PostMeta = JSON.parse(visible)
    const growth = fields.reduce(
      (sum, { name }) => sum + growthOf(own.fields[name]!, expanded.includes(`fields.${name}`)),
      Buffer.byteLength(visible) - record!.length,
    )
    if (growth <= maxGrowth || expanded.length === 0) return growth
    const message = `include=${expanded.join()} puts more than 16 MB of entries into ${quoted(own.slug)}; leave it out`
    throw invalid([{ field: 'include', message }])
  }
}

/** Returns the names by which `include` asks for entries in place of summaries. */
export function referenceFields({ workspace: { fields = [] } }: Edition): ReferenceField[] {
  return fields.flatMap((field) => (refersTo(field, () => true) ? (`fields.${field.name}` as const) : []))
}

/** Returns the name of the collection that an edition is of. */
export function ownName({ workspace }: Edition): string {
  return workspace.collection?.name ?? 'posts'
}

function refersTo(
  { to = [], of, fields = [] }: FieldShape,
  isMeant: (collection: string) => boolean,
): boolean {
  return (
    to.some(isMeant) ||
    (of !== undefined && refersTo(of, isMeant)) ||
    fields.some((field) => refersTo(field, isMeant))
  )
}

export function numberOf({ workspace, first }: Edition, slug: string): number | undefined {
  const found = workspace.find(slug)
  return found && found.number >= first ? found.number : undefined
}

function summaryOf(edition: Edition, slug: string): string | undefined {
  const number = numberOf(edition, slug)
  if (number === undefined) return undefined
  const { id, title } = metaOf(edition, number)[0]!
  const url = urlOf(edition, number, slug)
  return JSON.stringify({ collection: ownName(edition), id, path: slug, title, url } satisfies EntrySummary)
}
