// Files made to stop a build: each is a problem of its own, and all others are still looked at.
import { afterEach, expect, test } from 'vitest'
import { galley, urlOf } from '../e2e/command.ts'
import { type Files, postFile, type Workspace, workspace } from '../workspace.ts'

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

const nestedList = Array.from({ length: 2_000 }, (_, level) => `${' '.repeat(2 * level)}- a\n`).join('')

/** What each of them is told to be. */
const hostile: Record<string, [content: string | Uint8Array, problem: string]> = {
  'bomb.md': [postFile({ title: `A\n${bomb(30)}` }), '4:10 bad-yaml'],
  'words.md': [postFile({}, '_a'.repeat(100_000)), '1:1 too-complex'],
  'quotes.md': [postFile({}, `${'> '.repeat(10_000)}x\n`), '1:1 too-complex'],
  'lists.md': [postFile({}, `${'- '.repeat(10_000)}x\n`), '1:1 too-complex'],
  'steps.md': [postFile({}, nestedList), '1:1 too-complex'],
  'line.md': [postFile({}, 'a'.repeat(10_000_000)), '1:1 too-large'],
  'nul.md': [postFile({}, 'a\nb\0'), '8:2 nul-character'],
  'bytes.md': [Buffer.concat([Buffer.from(postFile({}, 'é')), Buffer.from([0xff])]), '7:2 not-utf8'],
  'cafe\u0301.md': [postFile(), '1:1 bad-slug'],
}

const files = (entries = Object.entries(hostile)): Files =>
  Object.fromEntries(entries.map(([name, [content]]) => [`blog/posts/${name}`, content]))

test('each is a clear problem, and the rest is still checked', async () => {
  place = await workspace({
    ...files(),
    'bombed/workspace.yml': bomb(30),
    'bombed/posts/a.md': postFile(),
    'blog/posts/caf\u00e9.md': postFile(),
    'blog/posts/sound.md': postFile(),
    'blog/posts/zzz.md': postFile({ titel: 'x' }),
  })
  const { problems, written } = await place.build()
  expect(written).toBe(false)
  const told = problems.map(({ file, line, column, code }) => {
    return `${file.slice(place.dir.length + 1)}:${line}:${column} ${code}`
  })
  const expected = Object.entries(hostile).map(([name, [, problem]]) => `blog/posts/${name}:${problem}`)
  expect(told).toEqual(expect.arrayContaining(expected))
  expect(told.filter((line) => !expected.includes(line))).toEqual([
    'blog/posts/caf\u00e9.md:1:1 taken-name',
    'blog/posts/zzz.md:6:1 unknown-key',
    'bombed/workspace.yml:2:10 bad-yaml',
  ])
  const { message } = problems.find(({ code }) => code === 'not-utf8')!
  expect(message).toContain(`byte ${Buffer.byteLength(postFile({}, 'é'))} is 0xff`)
})

test('a server that watches goes on answering, and takes what is sound again', async () => {
  place = await workspace({ 'blog/posts/a.md': postFile() })
  const running = galley(['dev', '--content', place.dir, '--out', place.out, '--port', '0'])
  const title = async () => {
    const reply = await fetch(`${url}/v1/blog/posts/a`)
    return ((await reply.json()) as { post: { title: string } }).post.title
  }
  const url = await urlOf(running)
  place.write({ 'blog/posts/a.md': postFile({ title: 'Slow' }, '_a'.repeat(100_000)) })
  await running.says(/a\.md:1:1\s+error\s+too-complex/)
  expect(await title()).toBe('Hello')
  place.write({ 'blog/posts/a.md': postFile({ title: 'Sound' }) })
  await expect.poll(title, { timeout: 30_000, interval: 100 }).toBe('Sound')
  running.process.kill('SIGINT')
  expect(await running.ended).toBe(130)
})
