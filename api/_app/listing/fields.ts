// The records of posts as replies have them: references in fields are summaries of what is visible, or what they lead to.

import { itemShape } from '../../../snapshot/item-shape.ts'
import type { FieldDefinition, FieldShape, FieldValue, PostMeta } from '../../../snapshot/types.ts'
import { withoutReferences } from '../../../snapshot/visibility/references.ts'
import type { EntrySummary } from '../wire.ts'
import type { Edition } from './edition.ts'
import { metaOf, urlOf } from './metadata.ts'

/** The name of a field in `include`. */
export type ReferenceField = `fields.${string}`

type Shown = (record: Buffer) => Buffer

/** Makes the function that gives a record as a reply has it. @param expanded the fields that have entries in place of summaries */
export function shownBy(edition: Edition, expanded: readonly ReferenceField[] = []): Shown {
  const { fields = [] } = edition.workspace
  const isOwn = (collection: string) => collection === ownName(edition)
  if (!fields.some((field) => refersTo(field, isOwn)) && expanded.length === 0) return (record) => record
  const summaries = new Map<string, string | undefined>()
  const find = (slug: string) => {
    if (!summaries.has(slug)) summaries.set(slug, summaryOf(edition, slug))
    return summaries.get(slug)
  }
  const shown: Shown = (record) => Buffer.from(withoutReferences(record.toString(), find))
  if (expanded.length === 0) return shown
  const entryOf = entriesBy(edition, shown)
  return (record) => expandedIn(fields, shown(record), expanded, entryOf)
}

type EntryOf = (summary: EntrySummary) => object

/** Makes the function that gives the entry of a summary, with summaries in it. */
function entriesBy(edition: Edition, shown: Shown): EntryOf {
  const { authors, categories, tags, series = [], meta } = edition.workspace
  const lists: Record<string, readonly { slug: string }[]> = { authors, categories, tags, series }
  const bySlug = new Map<string, ReadonlyMap<string, object>>()
  return ({ collection, path, ...summary }) => {
    if (collection === ownName(edition)) {
      const number = numberOf(edition, path)!
      const [own] = meta.read(number, number + 1)
      const { content: _, ...entry } = JSON.parse(shown(own!).toString())
      return { collection, path, ...summary, ...entry }
    }
    // Entries of other collections are in snapshots of their own.
    if (!lists[collection]) return { collection, path, ...summary }
    // All items of a long list may lead into another long one.
    const known = bySlug.get(collection) ?? new Map(lists[collection].map((one) => [one.slug, one]))
    bySlug.set(collection, known)
    const { declared: _, ...entry } = Object(known.get(path))
    return { collection, path, ...summary, ...entry }
  }
}

/** Puts entries in place of summaries in some fields of a record. */
function expandedIn(
  fields: readonly FieldDefinition[],
  record: Buffer,
  names: readonly ReferenceField[],
  entryOf: EntryOf,
): Buffer {
  const meta: PostMeta = JSON.parse(record.toString())
  for (const field of fields) {
    if (names.includes(`fields.${field.name}`))
      meta.fields[field.name] = withEntries(field, meta.fields[field.name]!, entryOf)
  }
  return Buffer.from(JSON.stringify(meta))
}

function withEntries(shape: FieldShape, value: FieldValue, entryOf: EntryOf): FieldValue {
  if (value === null) return null
  const { type, fields = [] } = shape
  if (Array.isArray(value)) return value.map((one) => withEntries(itemShape(shape), one, entryOf))
  if (type === 'reference') return entryOf(value as unknown as EntrySummary) as FieldValue
  if (type !== 'object') return value
  const inner = value as Record<string, FieldValue>
  return Object.fromEntries(
    fields.map((field) => [field.name, withEntries(field, inner[field.name]!, entryOf)]),
  )
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
