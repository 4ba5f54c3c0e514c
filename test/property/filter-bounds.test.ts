// The worst filters that a request may have: each looks at every value of a post once at most, and others get a turn in between.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnOf, testOf } from '../../api/_app/listing/columns.ts'
import { editionAt } from '../../api/_app/listing/edition.ts'
import { type ColumnFilter, filtersBy } from '../../api/_app/listing/filters.ts'
import { MatchCache } from '../../api/_app/listing/matches.ts'
import { type FieldColumn, type Lease, openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import type { FieldDefinition } from '../../snapshot/types.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { noTurn } from '../support/turn.ts'
import { tries } from './tries.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-filters-'))
const names = [...'abcdefgh']
const fields: FieldDefinition[] = [
  ...names.map((name): FieldDefinition => ({ name, type: 'list', required: false })),
  { name: 'number', type: 'number', required: false },
  { name: 'date', type: 'date', required: false },
  {
    name: 'seen',
    type: 'list',
    of: { type: 'reference', to: ['posts', 'tags'], required: false },
    required: false,
  },
]
const posts = 300
const itemsOf = (post: number) => (post < 100 ? 1_000 : post % 7)

let snapshots: Snapshots
let lease: Lease

beforeAll(() => {
  const bulk = bulkWorkspace('demo', posts, () => '')
  const all = bulk.posts.map((post, number) => {
    const items = Array.from({ length: itemsOf(number) }, (_, i) => `item ${(number * 31 + i) % 5_000}`)
    const own = { number: number / 7, date: new Date(number * 1e9).toISOString() }
    const seen = [{ $refs: 0 }, ...items.map((_, i) => ({ $ref: ['posts', `post-${i % posts}`] }))]
    const lists = Object.fromEntries(names.map((name) => [name, items]))
    return { ...post, meta: { ...post.meta, fields: { ...lists, ...own, seen } } }
  })
  const workspaces = [{ ...bulk, fields, posts: all }]
  writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: false })
  snapshots = openSnapshots(data)
  lease = snapshots.lease('demo')
})
afterAll(() => {
  lease.release()
  snapshots.close()
  rmSync(data, { recursive: true })
})

/** Counts the values that are looked at. */
function countingColumn(column: FieldColumn, count: () => void): FieldColumn {
  const values = new Proxy(column.values, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) count()
      return Reflect.get(target, name)
    },
  })
  return { ...column, values }
}

/** Alternatives of a filter; the most are those that an address of 8 KB has room for. */
const alternatives = {
  none: ['none'],
  last: ['item 4999'],
  many: Array.from({ length: 700 }, (_, i) => `item ${7 * i}`),
  missing: Array.from({ length: 900 }, (_, i) => `no ${i}`),
}

const filter = fc.oneof(
  fc.record({
    name: fc.constant('seen'),
    operator: fc.constantFrom('', '.not', '.exists'),
    values: fc.constant<string[]>(['true', ...Array.from({ length: 800 }, (_, i) => `post-${3 * i}`)]),
  }),
  fc.record({
    name: fc.constantFrom(...names),
    operator: fc.constantFrom('', '.not'),
    values: fc.constantFrom(...Object.values(alternatives)),
  }),
  fc.record({
    name: fc.constant('number'),
    operator: fc.constantFrom('', '.not'),
    values: fc.constant(Array.from({ length: 1_000 }, (_, i) => String(i / 9))),
  }),
  fc.record({
    name: fc.constant('date'),
    operator: fc.constantFrom('', '.not', '.exists'),
    values: fc.constant<string[]>(['true']),
  }),
)

function filtersOf(all: readonly { name: string; operator: string; values: string[] }[]): ColumnFilter[] {
  const find = filtersBy(fields)
  return all.map(({ name, operator, values }) => {
    const isDay = name === 'date' && operator !== '.exists'
    const given = isDay
      ? Array.from({ length: 600 }, (_, i) => `20${10 + (i % 80)}-05-${10 + (i % 20)}`)
      : values
    const [parameter] = find([`fields.${name}${operator}`])
    return parameter!.read(given, {})
  })
}

test('eight filters look at each value of a post once at most, whatever they ask for', async () => {
  // The counts are of what no reply says.
  const edition = editionAt(lease.workspace, Date.now())
  let count = 0
  const field = async (number: number) =>
    countingColumn(await lease.workspace.field(number, noTurn), () => count++)
  const counted = { ...edition, workspace: { ...edition.workspace, field } }
  await fc.assert(
    fc.asyncProperty(fc.array(filter, { minLength: 8, maxLength: 8 }), async (worst) => {
      for (const one of filtersOf(worst)) {
        const isList = fields.some(({ name, type }) => `fields.${name}` === one.of && type === 'list')
        const passes = testOf(one, await columnOf(counted, one.of, noTurn))
        for (let post = 0; post < posts; post++) {
          count = 0
          passes(post)
          expect(count).toBeLessThanOrEqual(isList ? itemsOf(post) : 1)
        }
      }
    }),
    { numRuns: tries(60) },
  )
})

test('others get a turn after at most 100,000 values', async () => {
  const edition = editionAt(lease.workspace, Date.now())
  const where = filtersOf(names.map((name) => ({ name, operator: '.not', values: alternatives.none })))
  const columns = await Promise.all(names.map((_, number) => lease.workspace.field(number, noTurn)))
  let [count, most] = [0, 0]
  const field = async (number: number) => countingColumn(columns[number]!, () => count++)
  const pause = () => {
    most = Math.max(most, count)
    count = 0
    return undefined
  }
  const turn = Object.assign(pause, { expect: () => undefined, rank: () => 0 })
  const counted = { ...edition, workspace: { ...edition.workspace, field } }
  const { posts: found } = await new MatchCache().find(counted, { filter: { where } }, (work) => work(), turn)
  expect(found.count).toBe(posts)
  expect(most).toBeGreaterThan(50_000)
  expect(most).toBeLessThanOrEqual(100_000)
})
