// Filters by fields and dates, compared with one by category: CPU above that of the list without a filter.
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
    const above = (name: keyof Filtered) => median(runs, name) - median(runs, 'plain')
    for (const name of ['number', 'text', 'list', 'date', 'year', 'eight'] as const) {
      const target = name === 'eight' ? {} : { target: { most } }
      const note = `CPU above a list without it; ${digits(above(name) / above('category'))} times a category's`
      const what = `filter, ${posts.toLocaleString('en')} posts, ${name}`
      yield { what, ...target, measured: above(name), unit: 'ms', note }
    }
  }
}
