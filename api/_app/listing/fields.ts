// The records of posts as replies have them: references in fields are summaries of what is visible, or what they lead to.
import type { FieldDefinition, FieldValue, PostMeta } from '../../../snapshot/types.ts'
import { withoutReferences } from '../../../snapshot/visibility/references.ts'
import type { EntrySummary } from '../wire.ts'
import type { Edition } from './edition.ts'
import { addressOf } from './metadata.ts'

/** The name of a field in `include`. */
export type ReferenceField = `fields.${string}`

type Shown = (record: Buffer) => Buffer

/** Makes the function that gives a record as a reply has it. @param expanded the fields that have entries in place of summaries */
export function shownBy(edition: Edition, expanded: readonly ReferenceField[] = []): Shown {
  const { fields = [] } = edition.workspace
  if (!fields.some((field) => refersTo(field, isPosts)) && expanded.length === 0) return (record) => record
  const summaries = new Map<string, string | undefined>()
  const find = (slug: string) => {
    if (!summaries.has(slug)) summaries.set(slug, summaryOf(edition, slug))
    return summaries.get(slug)
  }
  const shown: Shown = (record) => Buffer.from(withoutReferences(record.toString(), find))
  return expanded.length === 0 ? shown : (record) => expandedIn(edition, shown(record), shown, expanded)
}

/** Puts entries in place of summaries, with summaries in them. */
function expandedIn(
  edition: Edition,
  record: Buffer,
  shown: Shown,
  names: readonly ReferenceField[],
): Buffer {
  const meta: PostMeta = JSON.parse(record.toString())
  const entryOf = ({ collection, path, ...summary }: EntrySummary): object => {
    if (collection === 'posts') {
      const number = numberOf(edition, path)!
      const [own] = edition.workspace.meta.read(number, number + 1)
      return { collection, path, ...summary, ...JSON.parse(shown(own!).toString()) }
    }
    const list: readonly { slug: string }[] =
      edition.workspace[collection as 'authors' | 'categories' | 'tags']
    const { declared: _, ...entry } = Object(list.find(({ slug }) => slug === path))
    return { collection, path, ...summary, ...entry }
  }
  for (const field of edition.workspace.fields ?? []) {
    if (names.includes(`fields.${field.name}`))
      meta.fields[field.name] = withEntries(field, meta.fields[field.name]!, entryOf)
  }
  return Buffer.from(JSON.stringify(meta))
}

function withEntries(
  shape: ReferringField,
  value: FieldValue,
  entryOf: (summary: EntrySummary) => object,
): FieldValue {
  if (value === null) return null
  const { type, of, fields = [] } = shape
  if (Array.isArray(value))
    return value.map((one) => withEntries(of ?? { type: 'object', fields, required: false }, one, entryOf))
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

const isPosts = (collection: string) => collection === 'posts'

type ReferringField = Omit<FieldDefinition, 'name'>

function refersTo(
  { to = [], of, fields = [] }: ReferringField,
  isMeant: (collection: string) => boolean,
): boolean {
  return (
    to.some(isMeant) ||
    (of !== undefined && refersTo(of, isMeant)) ||
    fields.some((field) => refersTo(field, isMeant))
  )
}

function numberOf({ workspace, first }: Edition, slug: string): number | undefined {
  const found = workspace.find(slug)
  return found && found.number >= first ? found.number : undefined
}

function summaryOf(edition: Edition, slug: string): string | undefined {
  const number = numberOf(edition, slug)
  if (number === undefined) return undefined
  const [record] = edition.workspace.meta.read(number, number + 1)
  const { id, title }: PostMeta = JSON.parse(record!.toString())
  const { url: pattern } = edition.workspace.site
  const url = pattern === null ? null : addressOf(edition, pattern, number, slug)
  return JSON.stringify({ collection: 'posts', id, path: slug, title, url } satisfies EntrySummary)
}
