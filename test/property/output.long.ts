// Whatever names and values commands meet, their output does nothing to a terminal or a runner, and JSON has the
// exact values.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Console } from '../../bin/cli/command.ts'
import { check } from '../../build/index.ts'
import { ran } from '../support/command.ts'
import { harmIn } from '../support/harmless.ts'
import { postFile, workspace } from '../support/workspace.ts'
import { nasty, nastyName } from './nasty.ts'

function harmless(...texts: string[]): void {
  for (const text of texts) expect(harmIn(text, { coloured: true }), JSON.stringify(text)).toEqual([])
}

/** Content with these names wherever there are names, and these values wherever there are values. */
function contentOf(names: string[], values: string[]) {
  const [name, other, third] = names as [string, string, string]
  const [value, raw, word] = values as [string, string, string]
  const quoted = JSON.stringify(value)
  return {
    [`${name}/posts/${other}.md`]: postFile({
      title: quoted,
      publishedAt: quoted,
      tags: `[${quoted}, ${quoted}]`,
    }),
    [`${name}/posts/b.md`]: postFile({ category: quoted, slug: quoted, [word]: raw }),
    [`${name}/posts/c.md`]: `---\n${raw}\n---\n`,
    [`${name}/posts/d.md`]: postFile(
      {},
      `![${raw}](${third}) [x](${JSON.stringify(raw)}) [y](<${third}.md>)\n<${word} src="${third}">`,
    ),
    [`${name}/posts/${third}.png`]: 'no image',
    [`${name}/posts/f.md`]: `---${word}\n---\n`,
    [`${name}/${third}`]: '',
    [`${name}/authors/${other}.yml`]: `name: ${quoted}\n${raw}: 1\n`,
    [`${name}/tags.yml`]: `${quoted}: { name: ${quoted} }\n`,
    [`${name}/workspace.yml`]: `key: ${quoted}\nfields: { ${JSON.stringify(word)}: { type: ${quoted} } }\nurl: ${quoted}\n`,
    [`second/posts/${other}.md`]: postFile(),
    [`${other}/lost.txt`]: '',
    [`${third}.md`]: '',
  }
}

/** As far as the system can create them: two of the names may clash. */
function write(dir: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    try {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), text)
    } catch {}
  }
}

const three = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 3, maxLength: 3 })

// Windows accepts few of these names.
test.skipIf(process.platform === 'win32')('of content, to a person, a program and GitHub', async () => {
  await fc.assert(
    fc.asyncProperty(three(nastyName), three(nasty), async (names, values) => {
      const place = await workspace({ 'second/posts/a.md': postFile() })
      try {
        write(place.dir, contentOf(names, values))
        const flags = ['check', '--content', place.dir]
        const github = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: dirname(place.dir) }
        for (const env of [{}, github, { FORCE_COLOR: '1' }]) {
          const { stdout, stderr } = await ran(flags, env)
          harmless(stdout, stderr)
        }
        const { stdout, stderr } = await ran([...flags, '--json'], github)
        harmless(stdout, stderr)
        const { problems } = await check({ content: place.dir, env: {} })
        const lines = stdout.split('\n').slice(0, -1)
        expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(problems)))
        // Each of these is repeated in some problem.
        expect(problems.length).toBeGreaterThan(0)
      } finally {
        place.remove()
      }
    }),
    { numRuns: 30 },
  )
})

test('of flags and variables', async () => {
  const place = await workspace({ 'blog/posts/a.md': postFile() })
  const out = ['--content', place.dir, '--out', place.out]
  const withText = (text: string): [argv: string[], env: Console['env']][] => [
    [[text], {}],
    [['check', text], {}],
    [['check', `--${text}`], {}],
    [['help', text], {}],
    [['check', '--content', text], {}],
    [['check', '--max-warnings', text], {}],
    [['check', '--snapshot', '--out', text], {}],
    [['dev', '--port', text, ...out], {}],
    [['dev', ...out], { PORT: text || 'x' }],
    [['build', ...out], { GALLEY_KEYS: text }],
    [['build', ...out], { GALLEY_KEYS: `${text}=x` }],
    [['build', ...out], { GALLEY_RATE_LIMIT: text || 'x' }],
    [['build', ...out], { REDIS_URL: text }],
    [['build', ...out], { TRUSTED_IP_HEADER: text }],
  ]
  try {
    await fc.assert(
      fc.asyncProperty(nasty, fc.nat(13), async (text, index) => {
        const [argv, env] = withText(text)[index]!
        // A random limit or header name may happen to be valid; then it builds, or serves until the end.
        if (/^\d*$/.test(text.trim())) return
        const { stdout, stderr } = await ran(argv, { ...env, GALLEY_NAMESPACE: 'test' })
        harmless(stdout, stderr)
      }),
      { numRuns: 80 },
    )
  } finally {
    place.remove()
  }
})
