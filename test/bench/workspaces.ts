// Many small workspaces against one that has all of their posts: a full build, and one of a new process after a single change.
import { appendFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Built } from './build-beside.ts'
import { writeContent } from './content.ts'
import type { Material } from './material.ts'
import { measure } from './process.ts'
import { inTurn, median, ratio } from './rounds.ts'
import { digits, type Row } from './table.ts'

const rounds = 3
/** Posts of each. */
const posts = 20

export async function* manyWorkspaces(material: Material, { full }: { full: boolean }): AsyncGenerator<Row> {
  const count = full ? 1_000 : 100
  const [several, single] = ['many', 'one'].map((name) => join(material.folder, `${name}-workspaces`))
  for (let i = 0; i < count; i++) writeContent(several!, `w${i}`, posts, i * posts)
  writeContent(single!, 'demo', count * posts)
  const folder = join(material.folder, 'many-workspaces-kept')
  mkdirSync(folder)
  const build = (content: string, ...kept: string[]) =>
    measure<Built>('test/bench/build-galley.ts', [content, `${content}-built`, ...kept], {
      node: ['--import', './build/typescript/register.mjs'],
    })
  await build(several!, folder)
  const place = join(several!, 'w0/posts/0')
  const { many, one, changed } = await inTurn(rounds, {
    many: () => build(several!),
    one: () => build(single!),
    changed: () => {
      appendFileSync(join(place, readdirSync(place)[0]!), '\nOne sentence more.\n')
      return build(several!, folder)
    },
  })
  const seconds = [many, one, changed].map((spent) => digits(median(spent, 'milliseconds') / 1_000))
  const memory = [many, one].map((spent) => digits(median(spent, 'megabytes')))
  yield {
    what: `full build, ${count.toLocaleString('en')} workspaces of ${posts} posts`,
    target: { most: 1.5 },
    measured: ratio(many, one, 'milliseconds'),
    unit: 'times',
    note: `as long as one with all posts: ${seconds[0]} s to ${seconds[1]} s, memory ${memory[0]} to ${memory[1]} MB`,
  }
  yield {
    what: `rebuild, 1 post of ${count.toLocaleString('en')} workspaces changed`,
    measured: ratio(many, changed, 'milliseconds'),
    unit: 'times',
    note: `faster than a build from nothing, in a process of its own: ${seconds[2]} s`,
  }
}
