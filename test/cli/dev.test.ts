// `galley dev`: what is saved is answered, however it is saved; what is wrong is said.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { curlLine } from '../../bin/terminal/hints.ts'
import { endWith, type Galley, galley, galleyHere, inFolder, urlOf } from '../support/command.ts'
import { isInstalled } from '../support/program.ts'
import { json } from '../support/talk.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'
import { hold } from './hold.ts'

let place: Workspace
let running: Galley | undefined

/** Without limits: whoever waits for an answer asks often. */
const unlimited = { GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: 'off' }
const flags = (...more: string[]) => [
  ...['dev', '--content', place.dir, '--out', place.out, '--port', '0'],
  ...more,
]

function dev(): Galley {
  running = galley(flags(), unlimited)
  return running
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

describe('galley dev', () => {
  let here: Galley
  let url: string
  /** Each test has a workspace of its own, and asks for that. */
  const answers = (key: string, expected: string[]) => expect.poll(() => titles(url, key)).toEqual(expected)

  beforeAll(async () => {
    place = await workspace({
      'blog/workspace.yml': 'key: -odd_Key-\nurl: https://example.org/{slug}\n',
      'blog/posts/a.md': postFile({ title: 'A' }),
      'demo/posts/hello.md': postFile(),
    })
    makePages(place.out)
    here = dev()
    url = await urlOf(here)
    await here.says(/curl\S* .*\/demo\/.*\n/)
  })
  afterAll(end)

  test('prints in a few lines what it built and how to request it', () => {
    expect(here.stderr().split('\n').slice(0, 7)).toEqual([
      expect.stringMatching(/^blog: 1 post, 1 author, 1 category, 0 tags; edition [0-9a-f]{32}\.1$/),
      expect.stringMatching(/^demo: 1 post, 1 author, 1 category, 0 tags; edition [0-9a-f]{32}\.1$/),
      expect.stringMatching(/^Built in \d+ ms: 0 errors, 0 warnings\.$/),
      `Your posts, as readers will see them: ${url}/docs/desk/ (--edit lets you write there, too)`,
      `Try a request, or save a file in ${place.dir}; Ctrl-C stops.`,
      `  ${curlLine(url, '-odd_Key-')}`,
      `  ${curlLine(url, 'demo')}`,
    ])
    expect(here.stdout()).toMatch(/^Galley answers at .*\n$/)
  })

  test('is where its feeds say that they are', async () => {
    const feed = await json(await fetch(`${url}/v1/-odd_Key-/feed.json`))
    expect(feed.feed_url).toBe(`${url}/v1/-odd_Key-/feed.json`)
  })

  test.skipIf(!isInstalled('curl'))('prints requests that work when they are pasted', () => {
    const lines = here
      .stderr()
      .match(/(?<=^ {2})curl.*$/gm)!
      .slice(0, 2)
    const replies = lines.map((line) => spawnSync(line, { shell: true, encoding: 'utf8' }).stdout)
    expect(replies.map((reply) => JSON.parse(reply).posts)).toEqual([
      [{ slug: 'a', title: 'A' }],
      [{ slug: 'hello', title: 'Hello' }],
    ])
  })

  test('lists a new workspace, and no other again', async () => {
    place.write({ 'news/posts/a.md': postFile({ title: 'N' }) })
    await here.says(/curl\S* "\S+\/v1\/news\/posts/)
    expect(await titles(url, 'news')).toEqual(['N'])
    expect(here.stderr().match(/curl\S* .*\/demo\//g)).toHaveLength(1)
    expect(here.stderr().match(/^demo: 1 post/gm)).toHaveLength(1)
    expect(here.stderr().match(/^Your posts, as readers/gm)).toHaveLength(1)
  })

  test('says how many drafts are left out, when that changes', async () => {
    place.write({ 'drafts/posts/a.md': postFile(), 'drafts/posts/b.md': postFile({ status: 'draft' }) })
    await expect.poll(here.stderr).toMatch(/^1 draft is left out; --drafts includes them\.$/m)
    await answers('drafts', ['Hello'])
    place.write({ 'drafts/posts/b.md': postFile({ title: 'B' }) })
    await expect.poll(here.stderr).toMatch(/^No draft is left out\.$/m)
  })

  test('tells a warning once, and then only counts it, wherever in its file it has moved to', async () => {
    const save = (header: Record<string, string>) => place.write({ 'told/posts/a.md': postFile(header) })
    const since = here.stderr().length
    const said = () => here.stderr().slice(since)
    const times = (name: string) => said().split(`"${name}" is named twice`).length - 1
    save({ tags: '[web, web]' })
    await expect.poll(said).toMatch(/: 0 errors, 1 warning\.\n/)
    save({ featured: 'true', tags: '[web, web]' })
    await expect.poll(said).toMatch(/: 0 errors, 1 warning \(1 as before\)\.\n/)
    save({ tags: '[web, web, css, css]' })
    await expect.poll(said).toMatch(/: 0 errors, 2 warnings \(1 as before\)\.\n/)
    expect([times('web'), times('css')]).toEqual([1, 1])
    save({ tags: '[web]' })
    await expect.poll(said).toMatch(/: 0 errors, 0 warnings\.\n/)
    save({ tags: '[web, web]' })
    await expect.poll(() => times('web')).toBe(2)
    save({})
    await answers('told', ['Hello'])
  })

  test('serves what is saved, however it is saved, even with a warning', async () => {
    place.write({ 'saved/posts/hello.md': postFile({ title: 'Written', tags: '[web, web]' }) })
    await answers('saved', ['Written'])
    await here.says(/warning {2}named-twice/)

    place.write({ 'saved/posts/hello.md': postFile({ title: 'Written in place' }) })
    await answers('saved', ['Written in place'])

    place.write({ 'saved/posts/.hello.md.swp': postFile({ title: 'Renamed to its name' }) })
    renameSync(at('saved/posts/.hello.md.swp'), at('saved/posts/hello.md'))
    await answers('saved', ['Renamed to its name'])

    renameSync(at('saved/posts/hello.md'), at('saved/posts/hello.md~'))
    place.write({ 'saved/posts/hello.md': postFile({ title: 'Written beside a copy' }) })
    rmSync(at('saved/posts/hello.md~'))
    await answers('saved', ['Written beside a copy'])

    place.write({ 'saved/posts/2026/may/new.md': postFile({ title: 'New', publishedAt: '2026-05-30' }) })
    await answers('saved', ['Written beside a copy', 'New'])

    place.write({ 'saved/posts/2026/may/new.md': postFile({ title: 'Newer', publishedAt: '2026-05-30' }) })
    await answers('saved', ['Written beside a copy', 'Newer'])

    rmSync(at('saved/posts/2026'), { recursive: true })
    await answers('saved', ['Written beside a copy'])

    place.write({ 'saved/posts/2026/may/new.md': postFile({ title: 'Again', publishedAt: '2026-05-30' }) })
    await answers('saved', ['Written beside a copy', 'Again'])

    renameSync(at('saved/posts/2026'), at('saved/posts/_2026'))
    await answers('saved', ['Written beside a copy'])
  })

  test('says nothing of a file that is half written, and answers with all of it', async () => {
    const whole = (time: number) => postFile({ title: `Whole ${time}` }, 'A [link](there.md) in it.\n')
    place.write({ 'halves/posts/there.md': postFile({ title: 'There', publishedAt: '2020-01-01' }) })
    place.write({ 'halves/workspace.yml': 'url: https://example.org/{slug}\n' })
    const wrong = () => here.stderr().match(/^\S*halves.*error/gm)
    for (let time = 1; time <= 8; time++) {
      place.write({ 'halves/posts/a.md': '' })
      place.write({ 'halves/posts/a.md': whole(time).slice(0, 12 * time) })
      place.write({ 'halves/posts/a.md': whole(time) })
      await answers('halves', [`Whole ${time}`, 'There'])
    }
    expect(wrong()).toBeNull()
  })

  test('serves the last save of a burst, without a build for each', async () => {
    const builds = () => here.stderr().match(/^Built in/gm)!.length
    const before = builds()
    for (let i = 1; i <= 200; i++) place.write({ 'burst/posts/a.md': postFile({ title: `Save ${i}` }) })
    await answers('burst', ['Save 200'])
    expect(builds() - before).toBeLessThan(20)
  })

  test('serves changes that the system does not notify it of', { tags: 'nightly' }, async () => {
    place.write({ 'linked/_shared/text.md': postFile({ title: 'Linked' }), 'linked/posts/.keep': '' })
    symlinkSync('../_shared/text.md', at('linked/posts/a.md'))
    await answers('linked', ['Linked'])
    place.write({ 'linked/_shared/text.md': postFile({ title: 'Linked and changed' }) })
    await answers('linked', ['Linked and changed'])
  })

  test('answers while it builds', async () => {
    place.write({ 'held/posts/a.md': postFile({ title: 'Before' }) })
    await answers('held', ['Before'])
    const page = join(place.out, 'public/docs/index.html')
    rmSync(page)
    const release = hold(join(place.out, 'data'))
    place.write({ 'held/posts/a.md': postFile({ title: 'After' }) })
    // Made anew right before it waits for the lock.
    await expect.poll(() => existsSync(page)).toBe(true)
    expect(await titles(url, 'held')).toEqual(['Before'])
    release()
    await answers('held', ['After'])
  })

  test('serves a folder that replaces another', { tags: 'nightly' }, async () => {
    place.write({ 'placed/posts/a.md': postFile({ title: 'In the first folder' }) })
    await answers('placed', ['In the first folder'])
    renameSync(place.dir, `${place.dir}-away`)
    await here.says(/galley: There is no folder/)
    await answers('placed', ['In the first folder'])
    place.write({ 'placed/posts/a.md': postFile({ title: 'Another folder' }) })
    await answers('placed', ['Another folder'])
    place.write({ 'placed/posts/a.md': postFile({ title: 'Watched as well' }) })
    await answers('placed', ['Watched as well'])
    rmSync(place.dir, { recursive: true })
    renameSync(`${place.dir}-away`, place.dir)
  })

  test('prints what is wrong, and still serves the last good build', async () => {
    place.write({ 'wrong/posts/a.md': postFile({ title: 'Good' }) })
    await answers('wrong', ['Good'])
    place.write({ 'wrong/posts/a.md': postFile({ title: 'Bad', publishedAt: 'tomorrow' }) })
    await here.says(/wrong\/posts\/a\.md:3:14 +error/)
    await here.says(/The last good build is still being served\.\n/)
    expect(await titles(url, 'wrong')).toEqual(['Good'])
    place.write({ 'wrong/posts/a.md': postFile({ title: 'Good again' }) })
    await answers('wrong', ['Good again'])
    await here.says(/is still being served\.\n(?:\w+: .*\n)+Built in .*\n/)
  })
})

describe('galley dev', () => {
  beforeEach(async () => {
    place = await workspace({ 'demo/posts/hello.md': postFile() })
  })
  afterEach(end)

  test('ends on SIGTERM in the middle of a build, silently', async () => {
    hold(join(place.out, 'data'))
    makePages(place.out)
    // Made anew right before it waits for the lock.
    const page = join(place.out, 'public/docs/index.html')
    rmSync(page)
    const here = dev()
    await expect.poll(() => existsSync(page)).toBe(true)
    await endWith(here, 'SIGTERM')
    expect(here.stdout() + here.stderr()).toBe('')
  })

  test('starts with mistakes in content, serves no earlier drafts, and everything once it is fixed, in JSON if requested', {
    tags: 'nightly',
  }, async () => {
    await place.build({ drafts: true })
    place.write({ 'demo/posts/hello.md': '---\ntitle: [\n---\n' })
    const here = galleyHere(flags('--json'), unlimited)
    const [, url] = await here.says(/"url":"([^"]+)"/)
    await here.says(/hello\.md:.*error/)
    await here.says(/Requests are answered 503 until this is fixed\.\n/)
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
    // Keys may be secrets.
    expect(here.stdout()).not.toContain('"keys"')
    expect(await here.stop()).toBe(0)
  })

  test('builds with drafts or without, one after the other, apart from what is published', {
    tags: 'nightly',
  }, async () => {
    await place.build()
    makePages(join(place.out, 'dev'))
    const published = readFileSync(join(place.out, 'data/current.json'))
    place.write({ 'demo/posts/sketch.md': postFile({ title: 'Sketch', status: 'draft' }) })
    // Where `content/` is the nearest one.
    await inFolder(join(place.dir, '..'), async () => {
      for (const [more, expected] of [
        [['--drafts'], ['Hello', 'Sketch']],
        [[], ['Hello']],
        [['--quiet'], ['Hello']],
      ] as const) {
        const here = galleyHere(['dev', '--port', '0', ...more], unlimited)
        expect((await titles(await urlOf(here))).sort()).toEqual(expected)
        const isQuiet = String(more) === '--quiet'
        if (!isQuiet) await here.says(/^Built in/m)
        expect([await here.stop(), here.stderr() === '']).toEqual([0, isQuiet])
      }
    })
    const refused = galleyHere(flags('--drafts'))
    expect(await refused.ended).toBe(2)
    expect(refused.stderr()).toContain('dist/data holds a snapshot without drafts')
    expect(readFileSync(join(place.out, 'data/current.json')).equals(published)).toBe(true)
  })
})

test('the printed requests work in Windows shells', () => {
  // cmd.exe knows no single quotes, and PowerShell 5 has a curl of its own.
  expect(curlLine('http://127.0.0.1:3000', 'demo', 'win32')).toBe(
    'curl.exe "http://127.0.0.1:3000/v1/demo/posts?limit=1&select=slug,title"',
  )
})
