// The app without a socket: CPU per listing at 100,000 posts, without a reply cache.
import { join } from 'node:path'
import type { Material } from './material.ts'
import { cores, measure } from './process.ts'
import { median } from './rounds.ts'
import { digits, type Row } from './table.ts'
import type { Warm } from './warm-app.ts'

const posts = 100_000
const rounds = 3

export async function* warm(material: Material): AsyncGenerator<Row> {
  const script = join(await material.scripts(), 'test/bench/warm-app.js')
  const data = await material.data(posts)
  const runs: Warm[] = []
  for (let round = 0; round < rounds; round++) {
    runs.push(await measure<Warm>(script, [data, String(posts)], { core: cores.server }))
  }
  yield row('first page', median(runs, 'page'))
  yield row('500 different pages and filters', median(runs, 'pages'))
  yield row('first page, gzip', median(runs, 'gzipPage'))
  yield row('500 different pages and filters, gzip', median(runs, 'gzipPages'))
}

function row(which: string, measured: number): Row {
  const note = `CPU a listing without HTTP; ${digits(1_000 / measured)} listings a second of one core`
  return {
    what: `app, ${posts.toLocaleString('en')} posts, ${which}`,
    target: { most: 0.05 },
    measured,
    unit: 'ms',
    note,
  }
}
