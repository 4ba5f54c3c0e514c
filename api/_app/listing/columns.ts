// The columns of fields and dates: whether a post passes a filter, and in which order posts come.
// A filter by one range has a shortcut: docs/design/shortcuts.md.

import { lowerBound } from '../../../packages/search/basics/order.ts'
import { inTurns } from '../../../packages/search/basics/pause.ts'
import { UNDATED } from '../../../snapshot/date.ts'
import {
  type FilterableField,
  filterableFields,
  filterText,
  referable,
} from '../../../snapshot/format/filterable.ts'
import { noText } from '../../../snapshot/format/format.ts'
import type { FieldColumn, FieldTexts } from '../../../snapshot/read/snapshots.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import type { Turn } from '../turns/turn.ts'
import type { Edition } from './edition.ts'
import { finderIn, numberOf, ownName } from './fields.ts'
import type { ColumnFilter, Interval } from './filters.ts'
import { metaOf } from './metadata.ts'
import type { Sort } from './query.ts'

export interface NamedColumn extends FieldColumn, Pick<FilterableField, 'type'> {
  /** The entries that a reference may lead to. */
  entries?: ReferableEntries
}

/** The visible entries by their numbers. */
export interface ReferableEntries {
  /** The ranges of the numbers of those: scheduled posts have the lowest, and entries elsewhere are left out one by one. */
  visible: readonly Interval[]
  /** Returns the numbers of those that have one of these slugs, or once had. */
  find(slugs: readonly string[]): number[]
  nameOf(number: number): { slug: string; name: string }
}

/** Returns the column of a field, which is read if no request has named it before. Takes turns. @param others have the names of their entries */
export async function columnOf(
  edition: Edition,
  of: Sort['by'],
  turn: Turn,
  others: readonly Edition[] = [],
): Promise<NamedColumn> {
  const { list, fields, field, collection } = edition.workspace
  const dated = (values: Float64Array) =>
    collection ? values.map((date) => (date === UNDATED ? Number.NaN : date)) : values
  const dates = { type: 'date', missing: Number.NaN, most: 1 } as const
  if (of === 'publishedAt') return { ...dates, values: dated(list.publishedAt) }
  if (of === 'updatedAt') return { ...dates, values: dated(list.selection().updatedAt) }
  const known = filterableFields(fields)
  const number = known.findIndex(({ name }) => `fields.${name}` === of)
  const { type, to } = known[number]!
  const column = await field(number, turn)
  if (type !== 'reference') return { ...column, type }
  const { texts } = column
  const hidden = await hiddenIn(edition, texts, turn)
  return { ...column, type, entries: entriesIn(edition, to, { texts, hidden, others }) }
}

/** Returns the places among texts of entries elsewhere that are not visible, ascending. Takes turns. */
async function hiddenIn(edition: Edition, texts: FieldTexts | undefined, turn: Turn): Promise<number[]> {
  const places: number[] = []
  const names = texts ? [...edition.waiting] : []
  await inTurns(turn, names.length, 100, (from, to) => {
    for (const name of names.slice(from, to)) {
      const [, collection, path] = /^\/([^/]*)\/(.*)$/s.exec(name)!
      const place = texts!.find(`${collection}/${filterText(path!)}`)
      if (place !== undefined) places.push(place)
    }
  })
  return places.sort((a, b) => a - b)
}

/** The entries of other collections that a column names. */
interface Elsewhere {
  /** Each as `collection/path`. Their numbers are behind all others. */
  texts: FieldTexts | undefined
  /** The places of those that are not visible. */
  hidden: readonly number[]
  /** The editions that have their titles. */
  others: readonly Edition[]
}

function entriesIn(
  edition: Edition,
  to: readonly string[],
  { texts, hidden, others }: Elsewhere,
): ReferableEntries {
  const { workspace, first } = edition
  const [, ...names] = referable
  const findOther = finderIn(others)
  let behind = workspace.posts
  const lists = names.map((name) => {
    const [list, from] = [workspace[name] ?? [], behind]
    behind += list.length
    return { name, list, from }
  })
  const starts = [first, ...hidden.map((place) => behind + place + 1)]
  const ends = [...hidden.map((place) => behind + place - 1), noText - 1]
  const visible = starts.map((from, i): Interval => [from, ends[i]!])
  const postsOf = (slugs: readonly string[]) => slugs.flatMap((slug) => numberOf(edition, slug) ?? [])
  return {
    visible,
    find: (slugs) => [
      ...(to.includes(ownName(edition)) ? postsOf(slugs).sort((a, b) => a - b) : []),
      ...lists.flatMap(({ name, list, from }) => {
        if (!to.includes(name)) return []
        const present = new Set(slugs.map((slug) => edition.presentSlug(name, slug) ?? slug))
        return list.flatMap(({ slug }, place) => (present.has(slug) ? [from + place] : []))
      }),
      ...to
        .flatMap((name) => slugs.flatMap((slug) => texts?.find(`${name}/${slug}`) ?? []))
        .map((place) => behind + place)
        .filter(within(visible))
        .sort((a, b) => a - b),
    ],
    nameOf(number) {
      if (number < workspace.posts) {
        const { slug, title } = metaOf(edition, number)[0]!
        return { slug, name: title }
      }
      if (number >= behind) {
        const [, collection = '', path = ''] = /^([^/]*)\/(.*)/s.exec(texts!.at(number - behind))!
        const { home, number: own, listed } = findOther(collection, path)
        const name = own === undefined ? listed?.name : metaOf(home!, own)[0]!.title
        return { slug: path, name: name ?? path }
      }
      const { list, from } = lists.findLast(({ from }) => number >= from)!
      const { slug, name } = list[number - from]!
      return { slug, name }
    },
  }
}

export type Test = (post: PostNumber) => boolean

/** Returns the test of a filter, which looks at each value of a post once at most. */
export function testOf({ not = false, values: wanted }: ColumnFilter, column: NamedColumn): Test {
  const { starts, values, texts, missing, entries } = column
  const any = entries?.visible ?? [[-Infinity, missing ? missing - 1 : Infinity]]
  const find = (all: readonly string[]) => entries?.find(all) ?? all.flatMap((one) => texts?.find(one) ?? [])
  const ranges = wanted && areTexts(wanted) ? find(wanted).map((place): Interval => [place, place]) : wanted
  const isWanted = within(ranges ?? any)
  if (!starts) return (post) => isWanted(values[post]!) !== not
  return (post) => {
    for (let i = starts[post]!; i < starts[post + 1]!; i++) if (isWanted(values[i]!)) return !not
    return not
  }
}

function areTexts(values: NonNullable<ColumnFilter['values']>): values is readonly string[] {
  return typeof values[0] === 'string'
}

/** @param ranges ascending, and apart; a missing value is in none */
export function within(ranges: readonly Interval[]): (value: number) => boolean {
  const [[from, to] = [1, 0], ...others] = ranges
  if (others.length === 0) return (value) => value >= from && value <= to
  const [froms, tos] = [0, 1].map((end) => Float64Array.from(ranges, (range) => range[end]!))
  return (value) => froms![lowerBound(tos!, value)]! <= value
}

/** Returns the order of posts by a column; those without a value come last, and equal ones in list order. */
export function orderBy(
  { order }: Sort,
  { values, missing }: NamedColumn,
): (a: PostNumber, b: PostNumber) => number {
  const sign = order === 'asc' ? 1 : -1
  const ranks = Float64Array.from(values, (value) => (Object.is(value, missing) ? Infinity : sign * value))
  return (a, b) => ranks[a]! - ranks[b]! || a - b
}
