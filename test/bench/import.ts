// What a cold function pays before its first line runs: importing api/index.ts and everything it imports.
import { join } from 'node:path'
import type { Material } from './material.ts'
import { measure } from './process.ts'
import { inTurn, median } from './rounds.ts'
import type { Spent } from './stopwatch.ts'
import { digits, type Row } from './table.ts'

const rounds = 15

export async function* imports(material: Material): AsyncGenerator<Row> {
  const scripts = await material.scripts()
  const importOf = (what: string) => measure<Spent>(join(scripts, 'test/bench/import-one.js'), [what])
  const { ours, http } = await inTurn(rounds, {
    ours: () => importOf(join(scripts, 'api/index.js')),
    http: () => importOf('node:http'),
  })
  yield {
    what: 'import of api/index.ts, translated',
    target: { most: 25 },
    measured: median(ours, 'milliseconds'),
    unit: 'ms',
    note: `CPU ${digits(median(ours, 'cpu'))} ms; node:http alone: ${digits(median(http, 'milliseconds'))} ms`,
  }
}
