// `galley dev`: what is saved is answered, however it is saved; what is wrong is said.
import { spawnSync } from 'node:child_process'
import { existsSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { curlLine } from '../../bin/invite.ts'
import { main } from '../../bin/main.ts'
import { isInstalled } from '../program.ts'
import { postFile, type Workspace, workspace } from '../workspace.ts'
import { endWith, type Galley, galley, urlOf } from './command.ts'
import { hold } from './hold.ts'
import { json } from './talk.ts'

let place: Workspace
let running: Galley

async function dev(): Promise<string> {
  running = galley(['dev', '--content', place.dir, '--out', place.out, '--port', '0'])
  return urlOf(running)
}

async function end(): Promise<void> {
  running?.process.kill('SIGKILL')
  await running?.ended
  place.remove()
}

async function titles(url: string, key = 'demo'): Promise<string[]> {
  const { posts } = await json(await fetch(`${url}/v1/${key}/posts`))
  return posts.map(({ title }: { title: string }) => title)
}

/** Waits for what comes of a change. */
async function answers(url: string, expected: string[]): Promise<void> {
  await expect.poll(() => titles(url)).toEqual(expected)
}

const at = (path: string) => join(place.dir, path)

describe('what is saved', () => {
  let url: string
  beforeAll(async () => {
    place = await workspace({ 'demo/posts/hello.md': postFile() })
    url = await dev()
  })
  afterAll(end)

  test('is answered, however it was saved', async () => {
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Written in place' }) })
    await answers(url, ['Written in place'])

    place.write({ 'demo/posts/.hello.md.swp': postFile({ title: 'Renamed to its name' }) })
    renameSync(at('demo/posts/.hello.md.swp'), at('demo/posts/hello.md'))
    await answers(url, ['Renamed to its name'])

    renameSync(at('demo/posts/hello.md'), at('demo/posts/hello.md~'))
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Written beside a copy' }) })
    rmSync(at('demo/posts/hello.md~'))
    await answers(url, ['Written beside a copy'])

    place.write({ 'demo/posts/2026/may/new.md': postFile({ title: 'New', publishedAt: '2026-05-30' }) })
    await answers(url, ['Written beside a copy', 'New'])

    place.write({ 'demo/posts/2026/may/new.md': postFile({ title: 'Newer', publishedAt: '2026-05-30' }) })
    await answers(url, ['Written beside a copy', 'Newer'])

    rmSync(at('demo/posts/2026'), { recursive: true })
    await answers(url, ['Written beside a copy'])

    place.write({ 'demo/posts/2026/may/new.md': postFile({ title: 'Again', publishedAt: '2026-05-30' }) })
    await answers(url, ['Written beside a copy', 'Again'])

    renameSync(at('demo/posts/2026'), at('demo/posts/_2026'))
    await answers(url, ['Written beside a copy'])
  })

  test('is answered as it was saved last in a burst, without a build for each save', async () => {
    const builds = () => running.stderr().match(/^Built in/gm)!.length
    const before = builds()
    for (let i = 1; i <= 200; i++) place.write({ 'demo/posts/hello.md': postFile({ title: `Save ${i}` }) })
    await answers(url, ['Save 200'])
    expect(builds() - before).toBeLessThan(20)
  })

  test('is answered although the system does not tell of it', async () => {
    place.write({ 'demo/_shared/text.md': postFile({ title: 'Linked' }) })
    rmSync(at('demo/posts/hello.md'))
    symlinkSync('../_shared/text.md', at('demo/posts/hello.md'))
    await answers(url, ['Linked'])
    place.write({ 'demo/_shared/text.md': postFile({ title: 'Linked and changed' }) })
    await answers(url, ['Linked and changed'])
  })

  test('is answered from a folder that takes the place of another', async () => {
    renameSync(place.dir, `${place.dir}-away`)
    await running.says(/galley: There is no folder/)
    await answers(url, ['Linked and changed'])
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Another folder' }) })
    await answers(url, ['Another folder'])
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Watched as well' }) })
    await answers(url, ['Watched as well'])
  })
})

describe('galley dev', () => {
  beforeEach(async () => {
    place = await workspace({ 'demo/posts/hello.md': postFile() })
  })
  afterEach(end)

  test('says in a few lines what it built and how to ask for it, and names a workspace that joins', async () => {
    place.write({ 'blog/workspace.yml': 'key: -odd_Key-\n', 'blog/posts/a.md': postFile({ title: 'A' }) })
    const url = await dev()
    await running.says(/curl\S* .*\/demo\/.*\n/)
    expect(running.stderr().split('\n')).toEqual([
      expect.stringMatching(/^blog: 1 post, 1 author, 1 category, 0 tags; edition [0-9a-f]{32}\.1$/),
      expect.stringMatching(/^demo: 1 post, 1 author, 1 category, 0 tags; edition [0-9a-f]{32}\.1$/),
      expect.stringMatching(/^Built in \d+ ms: 0 errors, 0 warnings\.$/),
      `Ask it, or save a file in ${place.dir}; Ctrl-C ends.`,
      `  ${curlLine(url, '-odd_Key-')}`,
      `  ${curlLine(url, 'demo')}`,
      '',
    ])
    expect(running.stdout()).toMatch(/^Galley answers at .*\n$/)

    place.write({ 'news/posts/a.md': postFile({ title: 'N' }) })
    await running.says(/curl\S* "\S+\/v1\/news\/posts/)
    expect(await titles(url, 'news')).toEqual(['N'])
    expect(running.stderr().match(/curl\S* .*\/demo\//g)).toHaveLength(1)
  })

  test.skipIf(!isInstalled('curl'))('prints requests that work when they are pasted', async () => {
    await dev()
    const [, line] = await running.says(/^ {2}(curl.*)\n/m)
    const { stdout } = spawnSync(line!, { shell: true, encoding: 'utf8' })
    expect(JSON.parse(stdout).posts).toEqual([{ slug: 'hello', title: 'Hello' }])
  })

  test('prints requests that work in the shells of Windows', () => {
    // cmd.exe knows no single quotes, and PowerShell 5 has a curl of its own.
    expect(curlLine('http://127.0.0.1:3000', 'demo', 'win32')).toBe(
      'curl.exe "http://127.0.0.1:3000/v1/demo/posts?limit=1&select=slug,title"',
    )
  })

  test('prints what is wrong and goes on answering from the last good build', async () => {
    const url = await dev()
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Hello again', publishedAt: 'tomorrow' }) })
    await running.says(/hello\.md:3:14 +error/)
    await running.says(/What was built before goes on answering\.\n/)
    expect(await titles(url)).toEqual(['Hello'])
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Hello again' }) })
    await answers(url, ['Hello again'])
    await running.says(/goes on answering\.\ndemo: .*\nBuilt in .*\n/)
    const before = running.stderr()
    await endWith(running, 'SIGINT')
    expect(running.stderr()).toBe(before)
  })

  test('starts on content that is wrong, and answers once it is mended, in JSON if asked', async () => {
    place.write({ 'demo/posts/hello.md': '---\ntitle: [\n---\n' })
    running = galley(['dev', '--content', place.dir, '--out', place.out, '--port', '0', '--json'])
    const [, url] = await running.says(/"url":"([^"]+)"/)
    await running.says(/hello\.md:.*error/)
    await running.says(/Requests are answered 503 until that is mended\.\n/)
    expect((await fetch(`${url}/v1/demo/posts`)).status).toBe(503)
    expect(running.stderr()).not.toContain('ENOENT')
    expect(running.stdout()).toContain('"snapshot":null')
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Mended' }) })
    await expect.poll(async () => (await fetch(`${url}/v1/demo/posts`)).status).toBe(200)
    await running.says(/curl\S* "/)
    expect(await titles(url!)).toEqual(['Mended'])
    const lines = running.stdout().trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { written: false, problems: [{ code: 'bad-yaml' }] },
      { url, limiter: 'memory' },
      { written: true, problems: [], workspaces: [{ folder: 'demo', posts: 1 }] },
    ])
    await endWith(running, 'SIGTERM')
  })

  test('ends on SIGTERM in the middle of a build, silently', async () => {
    const letGo = await hold(join(place.out, 'data'))
    running = galley(['dev', '--content', place.dir, '--out', place.out, '--port', '0'])
    await expect.poll(() => existsSync(join(place.out, 'public/docs/index.html'))).toBe(true)
    await endWith(running, 'SIGTERM')
    expect(running.stdout() + running.stderr()).toBe('')
    await letGo()
  })

  test('answers while it builds', async () => {
    const url = await dev()
    const big = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [
        `demo/posts/${i}.md`,
        postFile({}, '- *many* words\n'.repeat(200)),
      ]),
    )
    place.write(big)
    const during: number[] = []
    await expect
      .poll(
        async () => {
          const posts = (await titles(url)).length
          during.push(posts)
          return posts
        },
        { timeout: 30_000, interval: 5 },
      )
      .toBe(10)
    expect(during.filter((posts) => posts === 1).length).toBeGreaterThan(1)
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
