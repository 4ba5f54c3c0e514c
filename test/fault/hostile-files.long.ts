// Files made to stop a build: each is a problem of its own, and all others are still checked.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Problem } from '../../build/problems/problem.ts'
import { galley, ran, urlOf } from '../support/command.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

const bomb = (depth: number) =>
  Array.from({ length: depth }, (_, level) =>
    level === 0
      ? 'a0: &a0 [lol]'
      : `a${level}: &a${level} [${Array(9)
          .fill(`*a${level - 1}`)
          .join(', ')}]`,
  ).join('\n')

const nestedList = Array.from({ length: 800 }, (_, level) => `${' '.repeat(2 * level)}- a\n`).join('')

/** The problem reported for each of them. */
const hostile: Record<string, [content: string | Uint8Array, problem: string]> = {
  'bomb.md': [postFile({ title: `A\n${bomb(30)}` }), '4:10 bad-yaml'],
  'words.md': [postFile({}, '_a'.repeat(100_000)), '1:1 too-complex'],
  'quotes.md': [postFile({}, `${'> '.repeat(10_000)}x\n`), '1:1 too-complex'],
  'lists.md': [postFile({}, `${'- '.repeat(10_000)}x\n`), '1:1 too-complex'],
  'steps.md': [postFile({}, nestedList), '1:1 too-complex'],
  'line.md': [postFile({}, 'a'.repeat(10_000_000)), '1:1 too-large'],
  'zero.md': [postFile({}, 'a\nb\0'), '8:2 nul-character'],
  'bytes.md': [Buffer.concat([Buffer.from(postFile({}, 'é')), Buffer.from([0xff])]), '7:2 not-utf8'],
  'cafe\u0301.md': [postFile(), '1:1 bad-slug'],
}

const filesOf = (names: readonly string[]): Files => ({
  ...Object.fromEntries(names.map((name) => [`blog/posts/${name}`, hostile[name]![0]])),
  'bombed/workspace.yml': bomb(30),
  'bombed/posts/a.md': postFile(),
  'blog/posts/caf\u00e9.md': postFile(),
  'blog/posts/sound.md': postFile(),
  'blog/posts/zzz.md': postFile({ titel: 'x' }),
})

/** Expects all of these problems, and no others, from a build or a watching server. */
const toldOf = (names: readonly string[]) =>
  [
    ...names.map((name) => `blog/posts/${name}:${hostile[name]![1]}`),
    'blog/posts/caf\u00e9.md:1:1 taken-name',
    'blog/posts/zzz.md:6:1 unknown-key',
    'bombed/workspace.yml:2:10 bad-yaml',
  ].sort()

const all = Object.keys(hostile)

test('each is a clear problem in a build, and the rest is still checked', async () => {
  place = await workspace({
    ...filesOf(all),
    'blog/workspace.yml': 'code: { light: github-light, dark: github-dark }\n',
    // It takes its process with it, and the one behind it is too large for any other.
    'blog/posts/fills.md': postFile({}, '`a` '.repeat(900_000)),
    'blog/posts/follows.md': postFile({ titel: 'x' }, 'word '.repeat(60_000)),
  })
  const { problems, written } = await place.build()
  expect(written).toBe(false)
  const more = ['blog/posts/fills.md:1:1 too-complex', 'blog/posts/follows.md:6:1 unknown-key']
  expect(problems.map(describeProblem).sort()).toEqual([...toldOf(all), ...more].sort())
  const { message } = problems.find(({ code }) => code === 'not-utf8')!
  expect(message).toContain(`byte ${Buffer.byteLength(postFile({}, 'é'))} is 0xff`)
})

test('a watching server reports the same, keeps answering, and accepts what has been fixed', {
  tags: 'nightly',
}, async () => {
  place = await workspace({ 'blog/posts/a.md': postFile() })
  const running = galley(['dev', '--content', place.dir, '--out', place.out, '--port', '0'])
  const title = async () => {
    const reply = await fetch(`${url}/v1/blog/posts/a`)
    return ((await reply.json()) as { post: { title: string } }).post.title
  }
  const url = await urlOf(running)
  // One of each kind: it builds them as the other does.
  const some = all.filter((name) => !['quotes.md', 'lists.md', 'steps.md'].includes(name))
  const files = filesOf(some)
  place.write(files)
  for (const problem of toldOf(some)) {
    const [where = '', code = ''] = problem.split(' ')
    await running.says(new RegExp(`${where.replaceAll('.', '\\.')}\\s+error\\s+${code}`))
  }
  expect(await title()).toBe('Hello')
  for (const path of Object.keys(files)) rmSync(join(place.dir, path))
  place.write({ 'blog/posts/a.md': postFile({ title: 'Sound' }) })
  await expect.poll(title, { timeout: 60_000, interval: 100 }).toBe('Sound')
  running.process.kill('SIGINT')
  expect(await running.ended).toBe(130)
})

test('a post of two megabytes of prose is none of them', async () => {
  const paragraph = `${'Prose goes on, as people write it, from one sentence to the next. '.repeat(12)}A [link](https://example.org/) or *stress*.\n\n`
  place = await workspace({
    'blog/posts/long.md': postFile({}, paragraph.repeat(2_000_000 / paragraph.length)),
  })
  expect((await place.build()).problems).toEqual([])
})

test('a post that takes too long is not renamed, and keeps nobody from renaming others', {
  tags: 'nightly',
}, async () => {
  const slow = { 'blog/posts/words.md': postFile({ tags: '[web]' }, '_a'.repeat(100_000)) }
  place = await workspace({ ...slow, 'blog/posts/sound.md': postFile() })
  const rename = (...argv: string[]) => ran(['rename', ...argv, '--content', place.dir])
  for (const argv of [
    ['words', 'more'],
    ['web', 'net'],
  ])
    expect(await rename(...argv)).toEqual({
      code: 2,
      stdout: '',
      stderr: `galley: ${place.dir}/blog/posts/words.md takes too long for its size. Nothing was renamed.\n`,
    })
  expect(await rename('sound', 'sounder')).toMatchObject({ code: 0 })
})

function describeProblem({ file, line, column, code }: Problem): string {
  return `${file.slice(place.dir.length + 1)}:${line}:${column} ${code}`
}
