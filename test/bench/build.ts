// A full build in a fresh process, compared with the straightforward pipeline on the same files.
import { join } from 'node:path'
import type { Material } from './material.ts'
import { measure, tsx } from './process.ts'
import { inTurn, median, ratio } from './rounds.ts'
import type { Spent } from './stopwatch.ts'
import { digits, type Row } from './table.ts'

const rounds = 3

export async function* builds(material: Material, { full }: { full: boolean }): AsyncGenerator<Row> {
  for (const posts of full ? [1_000, 10_000] : [1_000]) {
    const content = material.content(posts)
    let builds = 0
    const build = (script: string) => {
      const out = join(material.folder, `built-${posts}-${++builds}`)
      return measure<Spent>(`test/bench/${script}`, [content, out], { node: tsx })
    }
    const { galley, straight } = await inTurn(rounds, {
      galley: () => build('build-galley.ts'),
      straight: () => build('build-straight.ts'),
    })
    const speed = [galley, straight].map((spent) => digits((posts * 1_000) / median(spent, 'milliseconds')))
    const cpu = [galley, straight].map((spent) => digits(median(spent, 'cpu') / 1_000))
    yield {
      what: `full build, ${posts.toLocaleString('en')} posts`,
      target: { least: 3.5 },
      measured: ratio(straight, galley, 'milliseconds'),
      unit: 'times',
      note: `against the straight pipeline: ${speed.join(' to ')} posts a second; CPU ${cpu.join(' to ')} s`,
    }
  }
}
