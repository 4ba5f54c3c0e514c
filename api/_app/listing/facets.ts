// Counts the posts of a match that each category, tag, author and series has, each value of a field, and each year and month.
import { compareCodePoints } from '../../../packages/search/basics/order.ts'
import { inTurns } from '../../../packages/search/basics/pause.ts'
import { sorted } from '../../../packages/search/basics/sort.ts'
import { noText } from '../../../snapshot/format/format.ts'
import type { Turn } from '../turns/turn.ts'
import type { Facet, FacetName, FieldName } from '../wire.ts'
import { columnOf, type NamedColumn, within } from './columns.ts'
import type { Edition } from './edition.ts'
import { atOnce, type Matches } from './matches.ts'
import { seriesColumn } from './series.ts'

type GroupFacet = 'category' | 'tags' | 'authors' | 'series'
type Key = number | string

/** The values of posts, and what a facet says of each. */
interface FacetSource {
  column: Pick<NamedColumn, 'values' | 'starts'> & Partial<NamedColumn>
  /** The key under which a value is counted, by default itself; values of a list that have one key follow each other. */
  keyOf?(value: number): Key
  labelOf(key: Key): Pick<Facet, 'slug' | 'name'>
  compare?(a: Key, b: Key): number
  /** The most keys that a facet has; by default, all. */
  limit?: number
}

/** Returns only what a matching post has, the most frequent first, then by slug, or by value. Takes turns. @param others have entries that fields refer to */
export async function facetsOf(
  edition: Edition,
  posts: Matches,
  names: readonly FacetName[],
  turn: Turn,
  others: readonly Edition[],
): Promise<Partial<Record<FacetName, Facet[]>>> {
  const facets: Partial<Record<FacetName, Facet[]>> = {}
  for (const name of names) {
    const isGroup = name === 'category' || name === 'tags' || name === 'authors' || name === 'series'
    const counted = isGroup ? groupsOf(edition, name) : await valuesOf(edition, name, turn, others)
    facets[name] = await facetOf(counted, posts, turn)
  }
  return facets
}

function groupsOf({ workspace }: Edition, name: GroupFacet): FacetSource {
  const { list, categories } = workspace
  const groups = name === 'category' ? categories : (workspace[name] ?? [])
  const labelOf = (key: Key) => ({ slug: groups[+key]!.slug, name: groups[+key]!.name })
  const compare = (a: Key, b: Key) => compareCodePoints(groups[+a]!.slug, groups[+b]!.slug)
  if (name === 'category') return { column: { values: list.category }, labelOf, compare }
  if (name === 'series')
    return { column: { values: seriesColumn(workspace), missing: noText }, labelOf, compare }
  return { column: name === 'tags' ? list.tags : list.selection().authors, labelOf, compare }
}

/** The lengths of periods as ISO 8601 writes them. */
const digits = { year: 4, month: 7, day: 10 } as const

async function valuesOf(
  edition: Edition,
  name: 'year' | 'month' | FieldName,
  turn: Turn,
  others: readonly Edition[],
): Promise<FacetSource> {
  const isPeriod = name === 'year' || name === 'month'
  const column = await columnOf(edition, isPeriod ? 'publishedAt' : name, turn, others)
  const { type, entries } = column
  const period = digits[isPeriod ? name : 'day']
  const labelOf = (key: Key) => {
    if (entries) return entries.nameOf(+key)
    const slug = column.texts?.at(+key) ?? String(key)
    return { slug, name: slug }
  }
  const keyOf = (value: number) => (type === 'date' ? new Date(value).toISOString().slice(0, period) : value)
  return { column, keyOf, labelOf, limit: 1_000 }
}

/** The name of a post is in its record, which may be long. */
const labelsAtOnce = 50

const ascending = (a: Key, b: Key) => (a < b ? -1 : 1)

async function facetOf(
  { column, keyOf = (value) => value, labelOf, compare = ascending, limit }: FacetSource,
  posts: Matches,
  turn: Turn,
): Promise<Facet[]> {
  const { starts, values, missing, most = 1, entries } = column
  const isVisible = within(entries?.visible ?? [[-Infinity, Infinity]])
  const counts = new Map<Key, number>()
  await inTurns(turn, posts.count, atOnce(most), (from, to) => {
    for (let index = from; index < to; index++) {
      const post = posts.at(index)
      const end = starts ? starts[post + 1]! : post + 1
      let before: Key | undefined
      for (let i = starts ? starts[post]! : post; i < end; i++) {
        if (Object.is(values[i], missing) || !isVisible(values[i]!)) continue
        const key = keyOf(values[i]!)
        if (key !== before) counts.set(key, (counts.get(key) ?? 0) + 1)
        before = key
      }
    }
  })
  const all = [...counts]
  const inOrder = (a: number, b: number) => all[b]![1] - all[a]![1] || compare(all[a]![0], all[b]![0])
  const best = await sorted(Uint32Array.from(all.keys()), inOrder, turn)
  const shown = best.subarray(0, limit)
  const facet: Facet[] = []
  await inTurns(turn, shown.length, labelsAtOnce, (from, to) => {
    for (const at of shown.subarray(from, to)) facet.push({ ...labelOf(all[at]![0]), count: all[at]![1] })
  })
  return facet
}
