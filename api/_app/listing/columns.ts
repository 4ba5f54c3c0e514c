// The columns of fields and dates: whether a post passes a filter, and in which order posts come.
// A filter by one range has a shortcut: docs/design/shortcuts.md.
import { lowerBound } from '../../../packages/search/basics/order.ts'
import { type FilterableField, filterableFields } from '../../../snapshot/format/filterable.ts'
import type { FieldColumn } from '../../../snapshot/read/snapshots.ts'
import { type PostNumber, UNDATED } from '../../../snapshot/types.ts'
import type { Turn } from '../turns/turn.ts'
import type { Edition } from './edition.ts'
import type { ColumnFilter, Interval } from './filters.ts'
import type { Sort } from './query.ts'

export interface NamedColumn extends FieldColumn, Pick<FilterableField, 'type'> {}

/** Returns the column of a field, which is read if no request has named it before. Takes turns. */
export async function columnOf({ workspace }: Edition, of: Sort['by'], turn: Turn): Promise<NamedColumn> {
  const { list, fields, field, collection } = workspace
  const dated = (values: Float64Array) =>
    collection ? values.map((date) => (date === UNDATED ? Number.NaN : date)) : values
  const dates = { type: 'date', missing: Number.NaN, most: 1 } as const
  if (of === 'publishedAt') return { ...dates, values: dated(list.publishedAt) }
  if (of === 'updatedAt') return { ...dates, values: dated(list.selection().updatedAt) }
  const known = filterableFields(fields)
  const number = known.findIndex(({ name }) => `fields.${name}` === of)
  return { ...(await field(number, turn)), type: known[number]!.type }
}

export type Test = (post: PostNumber) => boolean

/** Returns the test of a filter, which looks at each value of a post once at most. */
export function testOf({ not = false, values: wanted }: ColumnFilter, column: NamedColumn): Test {
  const { starts, values, texts, missing } = column
  const any: Interval[] = [texts ? [0, missing - 1] : [-Infinity, Infinity]]
  const ranges = wanted?.flatMap((one): Interval | Interval[] => {
    if (typeof one !== 'string') return [one]
    const position = texts?.find(one)
    return position === undefined ? [] : [[position, position]]
  })
  const isWanted = within(ranges ?? any)
  if (!starts) return (post) => isWanted(values[post]!) !== not
  return (post) => {
    for (let i = starts[post]!; i < starts[post + 1]!; i++) if (isWanted(values[i]!)) return !not
    return not
  }
}

/** @param ranges ascending, and apart; a missing value is in none */
function within(ranges: readonly Interval[]): (value: number) => boolean {
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
