// What a new instance of the function costs: its import, and a whole process up to its first replies, beyond what
// Node itself takes.
import { join } from 'node:path'
import type { Material } from './material.ts'
import { measure } from './process.ts'
import { inTurn, least, median } from './rounds.ts'
import { firstQueries } from './search-queries.ts'
import type { Spent } from './stopwatch.ts'
import { digits, type Row } from './table.ts'

const rounds = 15
const posts = 10_000

export async function* imports(material: Material): AsyncGenerator<Row> {
  const place = await material.deployed(posts)
  const scripts = join(place, 'test/bench')
  const entry = join(place, 'api/index.js')
  const importOf = (what: string) => measure<Spent>(join(scripts, 'import-one.js'), [what])
  const { ours, modules, http } = await inTurn(rounds, {
    ours: () => importOf(entry),
    modules: () => importOf(join(place, 'api/_app/function.js')),
    http: () => importOf('node:http'),
  })
  yield {
    what: 'import of api/index.ts, as deployed',
    target: { most: 20 },
    measured: least(ours, 'cpu'),
    unit: 'ms',
    note: `CPU of all threads; takes ${digits(median(ours, 'milliseconds'))} ms; as modules: ${digits(least(modules, 'cpu'))} ms; node:http alone: ${digits(least(http, 'cpu'))} ms`,
  }
  const process = (...args: string[]) => measure<Spent>(join(scripts, 'cold-process.js'), args)
  const { bare, list, search } = await inTurn(rounds, {
    bare: () => process(),
    list: () => process(entry, '/v1/demo/posts'),
    search: () => process(entry, `/v1/demo/posts?query=${firstQueries.exact}`),
  })
  for (const [what, spent, most] of [
    ['list', list, 35],
    ['search', search, 50],
  ] as const) {
    yield {
      what: `process start to first ${what}, above bare Node`,
      target: { most },
      measured: least(spent, 'cpu') - least(bare, 'cpu'),
      unit: 'ms',
      note: `CPU of all threads; takes ${digits(median(spent, 'milliseconds') - median(bare, 'milliseconds'))} ms; ${posts.toLocaleString('en')} posts`,
    }
  }
}
