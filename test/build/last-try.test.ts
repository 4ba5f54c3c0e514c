// Large files are tried in a process of its own: what becomes of one, by how that process ends.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { check } from '../../build/index.ts'
import { png } from '../support/picture.ts'
import { problemLine } from '../support/problem-line.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const node = process.execPath
const folder = mkdtempSync(join(tmpdir(), 'galley-last-try-'))
let place: Workspace
afterEach(() => {
  process.execPath = node
  vi.unstubAllEnvs()
  place.remove()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Large, and yet read fast. */
const large: Record<string, string> = {
  'tags.yml': `web: { name: The Web }\n# ${'x'.repeat(70_000)}\n`,
  'posts/large.md': postFile({ tags: '[web]' }, `\`\`\`\n${'x'.repeat(300_000)}\n\`\`\`\n`),
}

/** What is wrong with a workspace that has one large file. */
async function problemsWith(path: string): Promise<string[]> {
  const files = { 'posts/hello.md': postFile({ tags: '[web]' }), [path]: large[path]! }
  const within = Object.entries(files).map(([name, text]) => [`blog/${name}`, text])
  place = await workspace(Object.fromEntries(within))
  const { problems } = await check({ content: place.dir, env: {} })
  return problems.map((problem) => problemLine(problem).slice(place.dir.length + 1))
}

// The program that takes the place of Node is a shell script.
test.skipIf(process.platform === 'win32')(
  'what is said of a workspace whose files cannot be read is that, and nothing that they might say',
  async () => {
    process.execPath = join(folder, 'aborting')
    writeFileSync(process.execPath, '#!/bin/sh\nexit 134\n', { mode: 0o755 })
    const names = ['authors/ada.yml', 'categories.yml', 'tags.yml', 'workspace.yml']
    const files = names.map((name) => [`blog/${name}`, `name: A\n# ${'x'.repeat(70_000)}\n`])
    const post = postFile({ tags: '[x]', authors: '', category: '' }, '![x](p.png)\n')
    place = await workspace({
      ...Object.fromEntries(files),
      'blog/posts/a.md': post,
      'blog/posts/p.png': png(),
    })
    const { problems } = await check({ content: place.dir, env: {} })
    expect(problems.map(({ file, line, code }) => [file.slice(place.dir.length + 6), line, code])).toEqual(
      names.map((name) => [name, 1, 'too-complex']),
    )
  },
)

describe.each(Object.keys(large))('%s', (path) => {
  test('is read', async () => expect(await problemsWith(path)).toEqual([]))

  // The program that takes the place of Node is a shell script.
  describe.skipIf(process.platform === 'win32')('is tried in vain', () => {
    const endsWith = (end: string) => {
      process.execPath = join(folder, 'node')
      // It ends when it has been told what to do, if it is told that over a channel.
      const wait = `head -c 1 2>/dev/null >/dev/null <&"\${NODE_CHANNEL_FD:-0}"`
      writeFileSync(process.execPath, `#!/bin/sh\n${wait}\necho It is broken. >&2\n${end}\n`, { mode: 0o755 })
    }

    test.each(['exit 134', 'kill -ABRT $$'])('if there is not enough memory: %s', async (end) => {
      endsWith(end)
      expect(await problemsWith(path)).toEqual([
        `blog/${path}:1:1  error  too-complex  Reading this file was stopped: it takes too long for its size, or too much memory. ` +
          'Split it, or look for long runs of brackets, quotes, asterisks or other symbols.',
      ])
    })

    test('if something is wrong with Galley, which is said', async () => {
      endsWith('exit 1')
      const told = await problemsWith(path).catch(String)
      expect(String(told)).toContain('The last-try process ended with 1: It is broken.')
    })

    test('if there is no such program, which is said', async () => {
      process.execPath = join(folder, 'none')
      expect(String(await problemsWith(path).catch(String))).toMatch(/spawn(?:Sync)? \//)
    })

    test('in little memory, beside the code, and with no options of others', async () => {
      const file = join(folder, 'told')
      endsWith(`echo "$PWD <$NODE_OPTIONS> $*" > ${file}\nexit 134`)
      vi.stubEnv('NODE_OPTIONS', '--no-deprecation')
      await problemsWith(path)
      const own = path.endsWith('.yml') ? ` ${place.dir}/blog/${path}` : ''
      expect(readFileSync(file, 'utf8')).toMatch(
        new RegExp(`^(\\S+) <> --max-old-space-size=128 --max-semi-space-size=8 \\1/\\S+\\.mjs${own}\n$`),
      )
    })
  })
})
