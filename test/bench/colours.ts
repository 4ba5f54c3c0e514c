// What code in colours costs a full build: of real posts, if they are at hand, of which one in ten has some code; synthetic ones have
// some two pieces each.
import { appendFileSync, cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Material, real } from './material.ts'
import { measure } from './process.ts'
import { inTurn, median, ratio } from './rounds.ts'
import type { Spent } from './stopwatch.ts'
import { digits, type Row } from './table.ts'

const rounds = 5
const posts = 1_000
const stripped = ['--import', './build/typescript/register.mjs']

export async function* colours(material: Material): AsyncGenerator<Row> {
  const blog = join(real.content, real.workspace)
  const isReal = existsSync(blog)
  const source = isReal ? blog : join(material.content(posts), 'demo')
  const [without, withCode] = ['code-plain', 'code-coloured'].map((name) => join(material.folder, name))
  for (const content of [without!, withCode!]) cpSync(source, join(content, 'demo'), { recursive: true })
  appendFileSync(
    join(withCode!, 'demo/workspace.yml'),
    '\ncode: { light: github-light, dark: github-dark }\n',
  )
  const build = (content: string) => () =>
    measure<Spent>('test/bench/build-galley.ts', [content, join(material.folder, 'code-built')], {
      node: stripped,
    })
  const { plain, coloured } = await inTurn(rounds, { plain: build(without!), coloured: build(withCode!) })
  yield {
    what: `full build of ${isReal ? 'real' : 'synthetic'} posts, code in colours`,
    ...(isReal && { target: { most: 1.25 } }),
    measured: ratio(coloured, plain, 'cpu'),
    unit: 'times',
    note: `CPU of one without colours: ${digits(median(plain, 'cpu') / 1_000)} to ${digits(median(coloured, 'cpu') / 1_000)} s`,
  }
}
