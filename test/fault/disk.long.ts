// A disk that is full, or rather a limit on the size of files, which everybody may set.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { isInstalled } from '../support/program.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const program = join(import.meta.dirname, '../../bin/galley.mjs')
let place: Workspace
afterEach(() => place?.remove())

/** Many bytes of few words, kept as they are since there is a link within the site: that takes more room than what is published. */
const long = (number: number) => `[About](/about) ${`${'letters'.repeat(9)}${number} `.repeat(1_000)}\n`
const post = (number: number) => postFile({ title: `Number ${number}` }, long(number))

/** Builds where no file may have more than so many KiB. */
async function build(kibibytes: number | 'unlimited', ...flags: string[]) {
  const galley = ['build', '--content', place.dir, '--out', place.out, ...flags]
  const script = `ulimit -f ${kibibytes} && exec "$@"`
  const command = [process.execPath, program, ...galley]
  const child = spawn('bash', ['-c', script, 'bash', ...command], {
    cwd: join(place.dir, '..'),
    env: { PATH: process.env.PATH },
  })
  let said = ''
  child.stderr.on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  return { code, said }
}

const data = () => readdirSync(join(place.out, 'data')).sort()
const current = () => readFileSync(join(place.out, 'data/current.json'), 'utf8')

test.skipIf(!isInstalled('bash'))(
  'what cannot be kept is one line, and what cannot be published leaves what is there',
  async () => {
    const posts = Array.from({ length: 20 }, (_, i) => [`blog/posts/p${i}.md`, post(i)])
    place = await workspace(Object.fromEntries(posts))
    writeFileSync(join(place.dir, '../package.json'), '{}')
    mkdirSync(join(place.dir, '../node_modules'))
    const kept = join(place.dir, '../node_modules/.cache/galley')

    const first = await build(1_024)
    expect(first.code).toBe(0)
    expect(
      first.said.match(/^The build cache cannot be written \(EFBIG\): nothing new is kept.*$/gm),
    ).toHaveLength(1)
    expect(readdirSync(kept, { recursive: true })).toHaveLength(1)
    const [before, names] = [current(), data()]

    place.write({ 'blog/posts/p0.md': post(100) })
    const second = await build(8)
    expect(second.code).toBe(2)
    expect(second.said).toMatch(
      /^galley: There is no room left for \S+ \(EFBIG\): nothing of what was published before has changed\. Free some space/m,
    )
    expect(second.said).not.toMatch(/^ {4}at /m)
    expect([current(), data()]).toEqual([before, names])

    const third = await build('unlimited')
    expect(third.code).toBe(0)
    expect(third.said).not.toMatch(/cache cannot/)
    expect(current()).not.toBe(before)
    expect(existsSync(join(kept, readdirSync(kept)[0]!, 'index'))).toBe(true)
    expect((await build('unlimited')).said).toMatch(/20 of 20 posts came from the cache/)
  },
)
