// README.md as somebody follows it after cloning: its commands in a folder like the clone, its replies, and the first post of
// docs/start.md.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundled } from '../support/bundle/entry-points.ts'
import { type Galley, shell, urlOf } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'
import { isInstalled } from '../support/program.ts'
import { makePages } from '../support/workspace.ts'
import { blocksOf, type Example, examplesOf } from './blocks.ts'
import { describeWithGuide, guideFiles, read, root } from './guide.ts'

const readme = read('README.md')
const [commands] = blocksOf(readme).filter(({ language }) => language === 'sh')
const examples = examplesOf(readme)
const canRun = process.platform !== 'win32' && isInstalled('curl')

describe.skipIf(!canRun)(`README.md${canRun ? '' : ' (skipped: its commands need curl and a shell)'}`, () => {
  let clone: string
  let server: Galley
  let url: string

  beforeAll(async () => {
    clone = mkdtempSync(join(tmpdir(), 'galley-clone-'))
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
    const [install, start] = commands!.text.trim().split(' && ')
    expect(install).toBe('npm ci')
    mkdirSync(join(clone, 'content'))
    for (const [path, bytes] of Object.entries(guideFiles())) write(`content/${path}`, bytes)
    makePages(join(clone, 'dist/dev'))
    server = shell(`exec ${start!.replace('npm run dev', devScript())}`, clone, { PORT: '0' })
    url = await urlOf(server)
  })
  afterAll(async () => {
    server.process.kill('SIGINT')
    await server.ended
    rmSync(clone, { recursive: true, force: true })
  })

  const write = (path: string, text: string | Uint8Array) => writeFiles(clone, { [path]: text })
  /** A command as the reader pastes it, with the port that was free. */
  const paste = async (command: string) => {
    const typed = command.replace(/http:\/\/127\.0\.0\.1:3000/g, url)
    const running = shell(command.startsWith('curl') ? typed.replace('curl', 'curl -s') : typed, clone, {})
    expect(await running.ended).toBe(0)
    return running.stdout()
  }

  describeWithGuide('with the guide', () => {
    const withReply = examples.filter((example) => example.reply !== undefined)

    test.each(withReply.map((example): [string, Example] => [example.name, example]))(
      'is answered as it says: %s',
      async (name, { reply }) => {
        expect(JSON.parse(await paste(name))).toEqual(reply)
      },
    )

    test("imports posts from an API with the guide's script", async () => {
      const [script] = blocksOf(read('content/demo/posts/2026-07-06-moving-in.md')).filter(({ file }) => file)
      write(script!.file!, script!.text)
      await paste(`node ${script!.file} '${url}/v1/demo/posts?limit=all' content/moved`)
      const list = (key: string) =>
        `curl '${url}/v1/${key}/posts?limit=all&select=slug,title,id,publishedAt,content&format=text'`
      const before = await paste(list('demo'))
      await expect.poll(() => paste(list('moved')), { interval: 200 }).toBe(before)
    })
  })

  test('shows a first post that is served once it is saved', async () => {
    const start = read('docs/start.md')
    const post = blocksOf(start).find(({ file }) => file !== undefined)!
    const { name } = examplesOf(start).find(({ request }) => request.url.pathname.startsWith('/v1/blog'))!
    write(post.file!, post.text)
    await expect.poll(async () => JSON.parse(await paste(name)).post?.title, { interval: 200 }).toBe('Hello')
  })
})

/** npm would sit between us and the server, and not pass on signals. */
function devScript(): string {
  const [program, ...flags] = JSON.parse(read('package.json')).scripts.dev.split(/(?<=^node \S+) /)
  expect(program).toBe('node bin/galley.mjs')
  return [JSON.stringify(process.execPath), bundled('galley.mjs'), ...flags].join(' ')
}
