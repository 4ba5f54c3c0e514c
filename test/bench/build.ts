// A full build in a fresh process, against the straight pipeline on the same files.
import { join } from 'node:path'
import type { Material } from './material.ts'
import { measure, tsx } from './process.ts'
import { inTurn, median, ratio } from './rounds.ts'
import { digits, type Row } from './table.ts'

const rounds = 3

export async function* builds(material: Material, { full }: { full: boolean }): AsyncGenerator<Row> {
  for (const posts of full ? [1_000, 10_000] : [1_000]) {
    const content = material.content(posts)
    let builds = 0
    const build = (script: string) => {
      const out = join(material.folder, `built-${posts}-${++builds}`)
      return measure<number>(`test/bench/${script}`, [content, out], { node: tsx })
    }
    const { galley, straight } = await inTurn(rounds, {
      galley: () => build('build-galley.ts'),
      straight: () => build('build-straight.ts'),
    })
    const perSecond = (milliseconds: number[]) => digits((posts * 1_000) / median(milliseconds))
    yield {
      what: `full build, ${posts.toLocaleString('en')} posts`,
      target: { least: 3.5 },
      measured: ratio(straight, galley),
      unit: 'times',
      note: `as fast as the straight pipeline; ${perSecond(galley)} to ${perSecond(straight)} posts a second`,
    }
  }
}
