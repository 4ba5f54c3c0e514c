// Files made to fill memory: whatever a command does with one, its processes together use at most 500 MB.
import { existsSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { galley } from '../support/command.ts'
import { someOf } from '../support/nightly.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'
import { peakOf } from './peak.ts'

const MOST_MEGABYTES = 500

/** As large as a file may be. */
const full = (piece: string, bytes = 5_242_000) => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)))

const list = (count: number, item: (index: number) => string) =>
  `[${Array.from({ length: count }, (_, i) => item(i)).join(', ')}]`

const hostile: Record<string, string> = {
  'code marks': postFile({}, full('`a` ')),
  footnotes: postFile({}, `${full('[^1] ')}\n\n[^1]: x\n`),
  'a quarter of a megabyte of stars': postFile({}, full('*a* ', 250_000)),
  brackets: postFile({}, full('[')),
  'a YAML bomb': postFile({
    title: `A\n${Array.from({ length: 30 }, (_, level) => `a${level}: &a${level} ${list(9, () => (level === 0 ? 'x' : `*a${level - 1}`))}`).join('\n')}`,
  }),
  'nested YAML': postFile({ title: full('[') }),
  'YAML of many lines': postFile({ title: `|\n${full('  a\n')}` }),
  'one tag, written many times': postFile({ tags: list(100_000, () => 'a') }),
  'many tags': postFile({ tags: list(30_000, (index) => `subjct-number-x${index}`) }),
}

/** What is written in a workspace whose code is in colours. */
const coloured: Record<string, string> = {
  'short code': postFile({}, full('```js\na\n```\n', 1_000_000)),
  'marked lines': postFile({}, `\`\`\`js {1-9999999}\n${full('a\n', 190_000)}\n\`\`\`\n`),
  brackets: postFile({}, `\`\`\`js\n${full('[{(', 190_000)}\n\`\`\`\n`),
  'heredocs of many names': postFile(
    {},
    `\`\`\`bash\n${Array.from({ length: 9_000 }, (_, i) => `cat <<E${i}\nE${i}\n`).join('')}\`\`\`\n`,
  ),
  'many languages': postFile(
    {},
    'abap ada apex astro blade c cobol cpp csharp d dart elixir fsharp go haskell java julia kotlin latex lua php python r ruby rust scala swift ts vue zig'
      .split(' ')
      .map((name) => `\`\`\`${name}\nif (a < "b") { return 1 }\n\`\`\`\n\n`)
      .join(''),
  ),
}
const CODE = 'code: { light: github-light, dark: github-dark }\n'

/** What is written into a file that is YAML alone, and which one. All are read in the same way. */
const lists: Record<string, [yaml: string, part: string]> = {
  commas: [`[${full(',', 1_300_000)}`, 'authors/a.yml'],
  'pairs of brackets': [full('[],', 1_300_000), 'tags.yml'],
  keys: [Array.from({ length: 400_000 }, (_, index) => `k${index}: x\n`).join(''), 'workspace.yml'],
  anchors: [`[${list(300_000, (index) => `&a${index} x`)}`, 'tags.yml'],
  'a quarter of a megabyte of commas': [`[${full(',', 250_000)}`, 'tags.yml'],
}

let place: Workspace
afterEach(() => place?.remove())

describe.skipIf(!existsSync('/proc/self/status'))('a file', () => {
  // Code in colours takes more than code without.
  test.each(someOf(Object.entries({ ...hostile, ...coloured }), 4))(
    'of %s takes no more than 500 MB to build',
    async (_, text) => {
      place = await workspace({
        'blog/posts/a.md': text,
        'blog/workspace.yml': CODE,
        'blog/tags.yml': 'subject: { name: Subject }\n',
      })
      const running = galley(['build', '--content', place.dir, '--out', place.out])
      const megabytes = await peakOf(running)
      expect(await running.ended).toBeLessThanOrEqual(1)
      expect(running.stderr()).toMatch(/^(Built in|The build failed: \d+ error)/m)
      expect(megabytes).toBeGreaterThan(50)
      expect(megabytes).toBeLessThanOrEqual(MOST_MEGABYTES)
    },
  )

  test.each(someOf(Object.keys(lists), 4))(
    'of YAML, of %s, takes no more to check, and other files are read',
    async (name) => {
      const [yaml, part] = lists[name]!
      place = await workspace({
        [`blog/${part}`]: yaml,
        'blog/posts/a.md': postFile({ titel: 'x' }),
      })
      const running = galley(['check', '--content', place.dir])
      const megabytes = await peakOf(running)
      expect(await running.ended).toBe(1)
      expect(running.stdout()).toMatch(/posts\/a\.md:6:1 {2}error {2}unknown-key/)
      expect(running.stdout()).toMatch(new RegExp(`${part}:\\d+:\\d+ {2}error`))
      expect(megabytes).toBeLessThanOrEqual(MOST_MEGABYTES)
    },
  )

  test('of each kind takes no more when the command is watching', { tags: 'nightly' }, async () => {
    place = await workspace({ 'blog/posts/a.md': postFile() })
    const running = galley(['dev', '--content', place.dir, '--out', place.out, '--port', '0'])
    const peak = peakOf(running)
    await running.says(/^Galley answers at /m)
    for (const name of ['code marks', 'nested YAML']) {
      const failures = running.stderr().split('The build failed').length
      place.write({ 'blog/posts/a.md': hostile[name]! })
      await expect.poll(() => running.stderr().split('The build failed').length).toBeGreaterThan(failures)
    }
    running.process.kill('SIGINT')
    expect(await peak).toBeLessThanOrEqual(MOST_MEGABYTES)
  })
})
