// Filters by fields and dates, compared with one by category in the same process: CPU, with what is above that of no filter.
import { join } from 'node:path'
import type { Filtered } from './filters-app.ts'
import type { Material } from './material.ts'
import { cores, measure } from './process.ts'
import { median } from './rounds.ts'
import { digits, type Row } from './table.ts'

const rounds = 3
const bounds = [
  [10_000, 1],
  [100_000, 5],
] as const

export async function* filters(material: Material): AsyncGenerator<Row> {
  const script = join(await material.scripts(), 'test/bench/filters-app.js')
  for (const [posts, most] of bounds) {
    const runs: Filtered[] = []
    for (let round = 0; round < rounds; round++) {
      const folder = join(material.folder, `filtered-${posts}-${round}`)
      runs.push(await measure<Filtered>(script, [folder, String(posts)], { core: cores.server }))
    }
    const plain = median(runs, 'plain')
    for (const name of ['number', 'text', 'list', 'reference', 'pointed', 'date', 'year', 'eight'] as const) {
      const above = median(runs, name) - plain
      const bound = name === 'eight' ? '' : `, of at most ${most} on a quiet machine`
      const note = `${digits(above)} ms of CPU above a list without it${bound}`
      yield {
        what: `filter, ${posts.toLocaleString('en')} posts, ${name} against category`,
        ...(name === 'eight' ? {} : { target: { most: 2 } }),
        ...{ measured: median(runs, name) / median(runs, 'category'), unit: 'times', note },
      }
    }
  }
}
