// The app without a socket: CPU per listing at 100,000 posts, from the cache of replies and without one.
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
  for (const cached of [true, false]) {
    const runs: Warm[] = []
    for (let round = 0; round < rounds; round++) {
      const args = [data, String(posts), ...(cached ? ['cached'] : [])]
      runs.push(await measure<Warm>(script, args, { core: cores.server }))
    }
    for (const [figure, which] of Object.entries(kinds)) {
      const measured = median(runs, figure as keyof Warm)
      yield {
        what: `app, ${posts.toLocaleString('en')} posts, ${which}${cached ? '' : ', uncached'}`,
        target: { most: 0.05 },
        measured,
        unit: 'ms',
        note: `CPU a listing without HTTP; ${digits(1_000 / measured)} listings a second of one core`,
      }
    }
  }
}

const kinds: Record<keyof Warm, string> = {
  page: 'first page',
  pages: '500 different pages and filters',
  gzipPage: 'first page, gzip',
  gzipPages: '500 different pages and filters, gzip',
}
