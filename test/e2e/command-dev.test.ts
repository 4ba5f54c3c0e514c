// `galley dev`: what is saved is answered, however it is saved; what is wrong is said.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { curlLine } from '../../bin/invite.ts'
import { main } from '../../bin/main.ts'
import { isInstalled } from '../program.ts'
import { postFile, type Workspace, workspace } from '../workspace.ts'
import { endWith, type Galley, galley, shell, urlOf } from './command.ts'
import { hold } from './hold.ts'
import { json } from './talk.ts'

let place: Workspace
let running: Galley | undefined

/** Without limits: whoever waits for an answer asks often. */
function dev(...more: string[]): Galley {
  const flags = ['--content', place.dir, '--out', place.out, '--port', '0', ...more]
  running = galley(['dev', ...flags], { GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: 'off' })
  return running
}

/** Where `content/` is the nearest one. */
function inHome(line: string): Galley {
  const program = `exec "${process.execPath}" "${fileURLToPath(new URL('../../bin/galley.mjs', import.meta.url))}"`
  return shell(`${program} ${line}`, join(place.dir, '..'), { GALLEY_RATE_LIMIT: 'off' })
}

async function end(): Promise<void> {
  running?.process.kill('SIGKILL')
  await running?.ended
  running = undefined
  place.remove()
}

async function titles(url: string, key = 'demo'): Promise<string[]> {
  const { posts } = await json(await fetch(`${url}/v1/${key}/posts`))
  return posts.map(({ title }: { title: string }) => title)
}

const at = (path: string) => join(place.dir, path)

// Each test goes on where the one before it ended.
describe('galley dev', () => {
  let here: Galley
  let url: string
  /** Waits for what comes of a change. */
  const answers = (expected: string[]) => expect.poll(() => titles(url)).toEqual(expected)

  beforeAll(async () => {
    place = await workspace({
      'blog/workspace.yml': 'key: -odd_Key-\n',
      'blog/posts/a.md': postFile({ title: 'A' }),
      'demo/posts/hello.md': postFile(),
    })
    here = dev()
    url = await urlOf(here)
  })
  afterAll(end)

  test('says in a few lines what it built and how to ask for it', async () => {
    await here.says(/curl\S* .*\/demo\/.*\n/)
    expect(here.stderr().split('\n')).toEqual([
      expect.stringMatching(/^blog: 1 post, 1 author, 1 category, 0 tags; edition [0-9a-f]{32}\.1$/),
      expect.stringMatching(/^demo: 1 post, 1 author, 1 category, 0 tags; edition [0-9a-f]{32}\.1$/),
      expect.stringMatching(/^Built in \d+ ms: 0 errors, 0 warnings\.$/),
      `Ask it, or save a file in ${place.dir}; Ctrl-C ends.`,
      `  ${curlLine(url, '-odd_Key-')}`,
      `  ${curlLine(url, 'demo')}`,
      '',
    ])
    expect(here.stdout()).toMatch(/^Galley answers at .*\n$/)
  })

  test.skipIf(!isInstalled('curl'))('prints requests that work when they are pasted', () => {
    const lines = here.stderr().match(/(?<=^ {2})curl.*$/gm)!
    const replies = lines.map((line) => spawnSync(line, { shell: true, encoding: 'utf8' }).stdout)
    expect(replies.map((reply) => JSON.parse(reply).posts)).toEqual([
      [{ slug: 'a', title: 'A' }],
      [{ slug: 'hello', title: 'Hello' }],
    ])
  })

  test('names a workspace that joins, and no other again', async () => {
    place.write({ 'news/posts/a.md': postFile({ title: 'N' }) })
    await here.says(/curl\S* "\S+\/v1\/news\/posts/)
    expect(await titles(url, 'news')).toEqual(['N'])
    expect(here.stderr().match(/curl\S* .*\/demo\//g)).toHaveLength(1)
  })

  test('answers with what is saved, however it is saved', async () => {
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Written in place' }) })
    await answers(['Written in place'])

    place.write({ 'demo/posts/.hello.md.swp': postFile({ title: 'Renamed to its name' }) })
    renameSync(at('demo/posts/.hello.md.swp'), at('demo/posts/hello.md'))
    await answers(['Renamed to its name'])

    renameSync(at('demo/posts/hello.md'), at('demo/posts/hello.md~'))
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Written beside a copy' }) })
    rmSync(at('demo/posts/hello.md~'))
    await answers(['Written beside a copy'])

    place.write({ 'demo/posts/2026/may/new.md': postFile({ title: 'New', publishedAt: '2026-05-30' }) })
    await answers(['Written beside a copy', 'New'])

    place.write({ 'demo/posts/2026/may/new.md': postFile({ title: 'Newer', publishedAt: '2026-05-30' }) })
    await answers(['Written beside a copy', 'Newer'])

    rmSync(at('demo/posts/2026'), { recursive: true })
    await answers(['Written beside a copy'])

    place.write({ 'demo/posts/2026/may/new.md': postFile({ title: 'Again', publishedAt: '2026-05-30' }) })
    await answers(['Written beside a copy', 'Again'])

    renameSync(at('demo/posts/2026'), at('demo/posts/_2026'))
    await answers(['Written beside a copy'])
  })

  test('answers with what was saved last in a burst, without a build for each save', async () => {
    const builds = () => here.stderr().match(/^Built in/gm)!.length
    const before = builds()
    for (let i = 1; i <= 200; i++) place.write({ 'demo/posts/hello.md': postFile({ title: `Save ${i}` }) })
    await answers(['Save 200'])
    expect(builds() - before).toBeLessThan(20)
  })

  test('answers with what the system does not tell of', async () => {
    place.write({ 'demo/_shared/text.md': postFile({ title: 'Linked' }) })
    rmSync(at('demo/posts/hello.md'))
    symlinkSync('../_shared/text.md', at('demo/posts/hello.md'))
    await answers(['Linked'])
    place.write({ 'demo/_shared/text.md': postFile({ title: 'Linked and changed' }) })
    await answers(['Linked and changed'])
  })

  test('answers while it builds', async () => {
    const many = Array.from({ length: 150 }, (_, i) => [
      `demo/posts/${i}.md`,
      postFile({}, '- *many* words\n'.repeat(200)),
    ])
    const before = await titles(url)
    place.write(Object.fromEntries(many))
    const during: number[] = []
    const look = async () => during[during.push((await titles(url)).length) - 1]
    await expect.poll(look, { interval: 5 }).toBe(10)
    expect(during.filter((posts) => posts === before.length).length).toBeGreaterThan(1)
    for (const [path] of many) rmSync(at(path!))
    await answers(before)
  })

  test('answers from a folder that takes the place of another', async () => {
    renameSync(place.dir, `${place.dir}-away`)
    await here.says(/galley: There is no folder/)
    await answers(['Linked and changed'])
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Another folder' }) })
    await answers(['Another folder'])
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Watched as well' }) })
    await answers(['Watched as well'])
  })

  test('prints what is wrong, goes on answering from the last good build, and ends at once on Ctrl-C', async () => {
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Hello again', publishedAt: 'tomorrow' }) })
    await here.says(/hello\.md:3:14 +error/)
    await here.says(/What was built before goes on answering\.\n/)
    expect(await titles(url)).toEqual(['Watched as well'])
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Hello again' }) })
    await answers(['Hello again'])
    await here.says(/goes on answering\.\ndemo: .*\nBuilt in .*\n/)
    const before = here.stderr()
    await endWith(here, 'SIGINT')
    expect(here.stderr()).toBe(before)
  })
})

describe('galley dev', () => {
  beforeEach(async () => {
    place = await workspace({ 'demo/posts/hello.md': postFile() })
  })
  afterEach(end)

  test('starts on content that is wrong, and answers once it is mended, in JSON if asked', async () => {
    place.write({ 'demo/posts/hello.md': '---\ntitle: [\n---\n' })
    const here = dev('--json')
    const [, url] = await here.says(/"url":"([^"]+)"/)
    await here.says(/hello\.md:.*error/)
    await here.says(/Requests are answered 503 until that is mended\.\n/)
    expect((await fetch(`${url}/v1/demo/posts`)).status).toBe(503)
    expect(here.stderr()).not.toContain('ENOENT')
    expect(here.stdout()).toContain('"snapshot":null')
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Mended' }) })
    await expect.poll(async () => (await fetch(`${url}/v1/demo/posts`)).status).toBe(200)
    await here.says(/curl\S* "/)
    expect(await titles(url!)).toEqual(['Mended'])
    const lines = here.stdout().trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { written: false, problems: [{ code: 'bad-yaml' }] },
      { url, limiter: 'memory' },
      { written: true, problems: [], workspaces: [{ folder: 'demo', posts: 1 }] },
    ])
    await endWith(here, 'SIGTERM')
  })

  test('ends on SIGTERM in the middle of a build, silently', async () => {
    hold(join(place.out, 'data'))
    const here = dev()
    await expect.poll(() => existsSync(join(place.out, 'public/docs/index.html'))).toBe(true)
    await endWith(here, 'SIGTERM')
    expect(here.stdout() + here.stderr()).toBe('')
  })

  test.skipIf(process.platform === 'win32')(
    'builds with drafts or without, one after the other, apart from what is published',
    async () => {
      await place.build()
      const published = readFileSync(join(place.out, 'data/current.json'))
      place.write({ 'demo/posts/sketch.md': postFile({ title: 'Sketch', status: 'draft' }) })
      for (const flags of ['--drafts', '', '--drafts --out dist/other']) {
        running = inHome(`dev --port 0 ${flags}`)
        const url = await urlOf(running)
        expect((await titles(url)).sort()).toEqual(flags ? ['Hello', 'Sketch'] : ['Hello'])
        await running.says(/^Built(?: dist\/other)? in/m)
        await endWith(running, 'SIGTERM')
      }
      running = inHome('dev --port 0 --drafts --out dist')
      expect(await running.ended).toBe(2)
      expect(running.stderr()).toContain('dist/data holds a snapshot without drafts')
      expect(readFileSync(join(place.out, 'data/current.json')).equals(published)).toBe(true)
    },
  )

  test('answers nothing of what had drafts before its first build without', async () => {
    await place.build({ drafts: true })
    place.write({ 'demo/posts/hello.md': '---\ntitle: [\n---\n' })
    const here = dev()
    const url = await urlOf(here)
    expect((await fetch(`${url}/v1/demo/posts`)).status).toBe(503)
    await here.says(/Requests are answered 503 until that is mended\.\n/)
  })

  test('refuses a folder that is not there', async () => {
    let stderr = ''
    const code = await main({
      argv: ['dev', '--content', at('none'), '--out', place.out, '--port', '0'],
      env: {},
      stdout: { write: () => {} },
      stderr: { write: (text) => (stderr += text) },
    })
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no folder')])
  })
})

test('the requests to paste work in the shells of Windows', () => {
  // cmd.exe knows no single quotes, and PowerShell 5 has a curl of its own.
  expect(curlLine('http://127.0.0.1:3000', 'demo', 'win32')).toBe(
    'curl.exe "http://127.0.0.1:3000/v1/demo/posts?limit=1&select=slug,title"',
  )
})
