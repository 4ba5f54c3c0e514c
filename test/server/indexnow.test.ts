// IndexNow: which addresses search engines are told, when, and by which of several processes. The endpoint is on loopback.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Running, type ServeOptions, serve } from '../../server/index.ts'
import type { IndexNowOptions } from '../../server/indexnow/announcer.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { startStores } from '../fault/stores.ts'
import { bulkWorkspace, exampleSite } from '../support/bulk.ts'
import { galleyHere, ran } from '../support/command.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { withoutRedis } from '../support/redis.ts'
import { unlimited } from '../support/server.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const key = '1f0c8a3b5d7e4962'
const minute = 60_000
const settings = 'url: https://example.org/{category}/{slug}\n'

let place: Workspace
let receiver: Receiver
let running: Running[] = []
let log: string[] = []
/** Added to the clock of servers, in ms. */
let later = 0

beforeEach(async () => {
  receiver = await startReceiver(undefined, 'http')
  place = await workspace({
    'blog/workspace.yml': settings,
    'blog/posts/one.md': postFile({ title: 'One' }),
    'notes/posts/two.md': postFile(),
  })
})

afterEach(async () => {
  await Promise.all(running.map((one) => one.close()))
  await receiver.stop()
  place.remove()
  running = []
  log = []
  later = 0
})

async function server(more: Partial<ServeOptions> & Pick<IndexNowOptions, 'delays'> = {}): Promise<Running> {
  const { delays = [0, 0, 0, 0], ...options } = more
  const endpoint = new URL(`http://127.0.0.1:${receiver.port}/indexnow`)
  const one = await serve({
    data: `${place.out}/data`,
    port: 0,
    host: '127.0.0.1',
    env: unlimited,
    now: () => Date.now() + later,
    log: (line) => log.push(line),
    indexNow: { keys: new Map([['blog', key]]), endpoint, delays },
    ...options,
  })
  running.push(one)
  await one.look()
  return one
}

async function publish(files: Record<string, string>, options = {}): Promise<void> {
  place.write(files)
  const { problems } = await place.build({ now: Date.now(), ...options })
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
}

const messages = async (count: number) =>
  (await receiver.toldTimes(count)).map(({ text }) => JSON.parse(text))
const lines = () =>
  log.filter((line) => line.startsWith('IndexNow:')).map((line) => line.replace(/:\d+/, ':PORT'))

describe('IndexNow', () => {
  test('is told exactly the addresses that were added, changed or removed, as its protocol says', async () => {
    await publish({
      'blog/posts/gone.md': postFile(),
      'blog/posts/same.md': postFile(),
      'blog/posts/renamed.md': postFile(),
    })
    const one = await server()
    await publish({
      'blog/posts/new.md': postFile(),
      'blog/posts/日本語.md': postFile({ publishedAt: '2020-01-01' }),
      'blog/posts/one.md': postFile({ title: 'One more' }),
      'blog/posts/gone.md': postFile({ status: 'draft' }),
      'blog/posts/renamed.md': postFile({ slug: 'other', aliases: '[renamed]' }),
      'notes/posts/three.md': postFile(),
    })
    await one.look()
    const [told] = await receiver.toldTimes(1)
    expect([told!.method, told!.path, told!.headers['content-type']]).toEqual([
      'POST',
      '/indexnow',
      'application/json',
    ])
    const { urlList, ...rest } = JSON.parse(told!.text)
    expect(rest).toEqual({ host: 'example.org', key, keyLocation: `https://example.org/${key}.txt` })
    const paths = ['gone', 'new', 'one', 'other', 'renamed', encodeURIComponent('日本語')]
    expect(urlList.sort()).toEqual(paths.map((path) => `https://example.org/news/${path}`).sort())

    await publish({})
    await one.look()
    await publish({ 'blog/workspace.yml': `${settings}name: Another name\n` })
    await one.look()
    await publish({ 'blog/posts/last.md': postFile() })
    await one.look()
    expect((await messages(2))[1].urlList).toEqual(['https://example.org/news/last'])
    await expect
      .poll(lines)
      .toEqual([
        'IndexNow: told 127.0.0.1:PORT of 6 addresses in blog',
        'IndexNow: told 127.0.0.1:PORT of 1 address in blog',
      ])
    expect(log.join()).not.toContain(key)
  })

  test('is told of a scheduled post when it goes live, and of nothing about it before', async () => {
    const soon = new Date(Date.now() + minute).toISOString()
    const scheduled = (more = {}) => postFile({ title: 'Soon', publishedAt: soon, ...more })
    await publish({
      'blog/posts/soon.md': scheduled(),
      'blog/posts/linking.md': postFile({}, 'See [it](soon.md).\n'),
    })
    await publish({
      'blog/workspace.yml': `${settings}collections: { talks: {}, pages: { url: "https://example.org/{path}" } }\n`,
      'blog/pages/about.md': 'See [it](../posts/soon.md).\n',
      'blog/talks/a.md': 'See [it](../posts/soon.md).\n',
    })
    const one = await server()
    await publish({ 'blog/posts/soon.md': scheduled({ title: 'Sooner' }) })
    await one.look()
    await publish({ 'blog/posts/soon.md': scheduled({ slug: 'sooner', aliases: '[soon]' }) })
    await one.look()
    await publish({ 'blog/posts/later.md': postFile({ publishedAt: '2099-01-01' }) })
    await one.look()
    later = minute
    await one.look()
    // The link to it has appeared, in a page, too.
    expect((await messages(2)).map(({ urlList }) => urlList)).toEqual([
      ['https://example.org/news/sooner', 'https://example.org/news/linking'],
      ['https://example.org/about'],
    ])
    expect(receiver.told).toHaveLength(2)
    expect(lines().join()).not.toContain('no url')
  })

  test('is not told at the start, nor of previews', async () => {
    await publish({})
    const one = await server({ drafts: true })
    place.write({ 'blog/posts/draft.md': postFile({ status: 'draft' }), 'blog/posts/new.md': postFile() })
    await place.build({ drafts: true, mixed: true })
    await one.look()
    expect(one.snapshots.current().preview).not.toBeNull()
    await place.build({ mixed: true })
    await one.look()
    expect((await messages(1)).map(({ urlList }) => urlList)).toEqual([['https://example.org/news/new']])
  })

  test('gets at most 10,000 addresses at once, and those of each site apart', {
    tags: 'nightly',
  }, async () => {
    const write = (count: number, host: string) =>
      writeSnapshot(`${place.out}/data`, {
        workspaces: [
          {
            ...bulkWorkspace('blog', count, () => ''),
            site: { ...exampleSite, url: `https://${host}/{slug}` },
          },
        ],
        builtAt: null,
        preview: null,
        keepPrevious: true,
      })
    write(3, 'old.example.org')
    const one = await server()
    write(10_001, 'new.example.org:8443')
    await one.look()
    const all = await messages(3)
    expect(all.map(({ host, keyLocation, urlList }) => [host, keyLocation, urlList.length]).sort()).toEqual([
      ['new.example.org:8443', `https://new.example.org:8443/${key}.txt`, 1],
      ['new.example.org:8443', `https://new.example.org:8443/${key}.txt`, 10_000],
      ['old.example.org', `https://old.example.org/${key}.txt`, 3],
    ])
    const addresses = new Set(all.flatMap(({ urlList }) => urlList))
    expect(addresses.size).toBe(10_004)
    expect([
      addresses.has('https://new.example.org:8443/post-10000'),
      addresses.has('https://old.example.org/post-2'),
    ]).toEqual([true, true])
  })

  test('gets at most a megabyte at once', { tags: 'nightly' }, async () => {
    const long = 'l'.repeat(900)
    const { posts, ...rest } = bulkWorkspace('blog', 3_000, () => '')
    const site = { ...exampleSite, url: `https://example.org/${long}/{slug}` }
    const write = (count: number) =>
      writeSnapshot(`${place.out}/data`, {
        workspaces: [{ ...rest, site, posts: posts.slice(0, count) }],
        builtAt: null,
        preview: null,
        keepPrevious: true,
      })
    write(1)
    const one = await server()
    write(3_000)
    await one.look()
    const told = await receiver.toldTimes(3)
    expect(told.map(({ text }) => text.length < 2 ** 20 + 2_000)).toEqual([true, true, true])
    expect((await messages(3)).flatMap(({ urlList }) => urlList)).toHaveLength(2_999)
  })

  test('is asked again while it is busy, and not where it refuses', async () => {
    await receiver.stop()
    receiver = await startReceiver(
      (_, response, count) => response.writeHead([429, 503, 202, 403][count - 1] ?? 422).end(),
      'http',
    )
    await publish({})
    const one = await server()
    const told = [3, 4, 5]
    for (const [i, count] of told.entries()) {
      await publish({ [`blog/posts/new-${i}.md`]: postFile() })
      await one.look()
      await receiver.toldTimes(count)
      await expect.poll(() => lines().length).toBe(i + 2)
    }
    const bodies = receiver.told.map(({ text }) => text)
    expect([bodies[1], bodies[2]]).toEqual([bodies[0], bodies[0]])
    expect(lines()).toEqual([
      'IndexNow: could not tell 127.0.0.1:PORT of 1 address in blog (it answers 429); it will be tried again',
      'IndexNow: told 127.0.0.1:PORT of 1 address in blog',
      'IndexNow: could not tell 127.0.0.1:PORT of 1 address in blog (it answers 403: the file of the key is not on the site, or has another key in it); given up after 1 try',
      'IndexNow: could not tell 127.0.0.1:PORT of 1 address in blog (it answers 422: the site does not have these addresses, or its key is not one); given up after 1 try',
    ])
  })

  test('is told one message at a time, and the next has all that came meanwhile', async () => {
    const answers: (() => void)[] = []
    await receiver.stop()
    receiver = await startReceiver((_, response, count) => {
      answers.push(() => response.writeHead(count === 1 ? 503 : 202).end())
    }, 'http')
    await publish({})
    const one = await server({ delays: [minute] })
    for (const name of ['a', 'b', 'c']) {
      await publish({ [`blog/posts/${name}.md`]: postFile() })
      await one.look()
      await receiver.toldTimes(1)
    }
    expect(receiver.connections()).toBe(1)
    answers[0]!()
    const all = await messages(2)
    answers[1]!()
    const told = all.map(({ urlList }) => urlList.map((url: string) => url.at(-1)).join(''))
    expect(told).toEqual(['a', 'abc'])
    await expect.poll(() => lines().at(-1)).toBe('IndexNow: told 127.0.0.1:PORT of 3 addresses in blog')
  })

  test('is told nothing of a workspace without url, which is said once, until it has one', async () => {
    await publish({ 'blog/workspace.yml': 'name: Blog\n' })
    const one = await server()
    for (const name of ['a', 'b']) {
      await publish({ [`blog/posts/${name}.md`]: postFile() })
      await one.look()
    }
    expect(lines()).toEqual([
      'IndexNow: the workspace "blog" has no url in workspace.yml, so its posts have no addresses',
    ])
    await publish({ 'blog/workspace.yml': settings })
    await one.look()
    await publish({ 'blog/posts/c.md': postFile() })
    await one.look()
    expect((await messages(1))[0].urlList).toEqual(['https://example.org/news/c'])
  })

  test('gives up what is not sent when the server ends', async () => {
    await receiver.stop()
    receiver = await startReceiver((_, response) => response.writeHead(503).end(), 'http')
    await publish({})
    const one = await server({ delays: [minute] })
    await publish({ 'blog/posts/new.md': postFile() })
    await one.look()
    await expect.poll(lines).toHaveLength(1)
    await one.close()
    running = []
    expect(lines().at(-1)).toBe(
      'IndexNow: the server ends before 127.0.0.1:PORT could be told of 1 address in blog',
    )
  })
})

describe('of several processes', () => {
  const stores = startStores()
  const upstash = () => ({
    UPSTASH_REDIS_REST_URL: stores.bridge.url,
    UPSTASH_REDIS_REST_TOKEN: stores.bridge.token,
  })

  async function toldBy(env: NodeJS.ProcessEnv, count: number) {
    await publish({})
    const all = [await server({ env }), await server({ env }), await server({ env })]
    for (const name of ['a', 'b']) {
      await publish({ [`blog/posts/${name}.md`]: postFile() })
      for (const one of all) await one.look()
    }
    const told = (await messages(count)).map(({ urlList }) => urlList.join())
    // Whoever is not first would have sent by now: it asks the same store after the one that sent.
    await Promise.all(all.map((one) => one.close()))
    running = []
    expect(receiver.told).toHaveLength(count)
    return told.sort()
  }
  const [a, b] = ['https://example.org/news/a', 'https://example.org/news/b']

  test('each tells without a store that they share', async () => {
    expect(await toldBy(unlimited, 6)).toEqual([a, a, a, b, b, b])
  })

  test.skipIf(withoutRedis)('one tells with a Redis, and each while it does not answer', async () => {
    const env = { ...unlimited, REDIS_URL: stores.redis.url, GALLEY_NAMESPACE: 'redis' }
    expect(await toldBy(env, 2)).toEqual([a, b])
    await receiver.stop()
    receiver = await startReceiver(undefined, 'http')
    await stores.redis.signal('SIGKILL')
    try {
      const all = [await server({ env }), await server({ env })]
      await publish({ 'blog/posts/c.md': postFile() })
      for (const one of all) await one.look()
      expect((await messages(2)).map(({ urlList }) => urlList[0])).toEqual(
        Array(2).fill(`${a.slice(0, -1)}c`),
      )
    } finally {
      await stores.redis.again()
    }
  })

  test.skipIf(withoutRedis)('one tells with Upstash', async () => {
    expect(await toldBy({ ...unlimited, ...upstash(), GALLEY_NAMESPACE: 'upstash' }, 2)).toEqual([a, b])
  })
})

describe('GALLEY_INDEXNOW', () => {
  test.each([
    [{ GALLEY_INDEXNOW: 'blog' }, 'GALLEY_INDEXNOW cannot be read. Write it as blog=KEY,notes=KEY.'],
    [{ GALLEY_INDEXNOW: 'blog=short' }, 'In GALLEY_INDEXNOW, the key for "blog" is invalid. Write 8 to 128'],
    [{ GALLEY_INDEXNOW: `blog=${'a'.repeat(129)}` }, 'is invalid'],
    [{ GALLEY_INDEXNOW: 'blog=with_underscore' }, 'is invalid'],
    [
      { GALLEY_INDEXNOW: `blog=${key}`, GALLEY_INDEXNOW_ENDPOINT: 'api.indexnow.org' },
      'GALLEY_INDEXNOW_ENDPOINT is not the address of a web page. Write one such as https://api.indexnow.org/indexnow.',
    ],
    [
      { GALLEY_INDEXNOW: `blog=${key}`, GALLEY_INDEXNOW_ENDPOINT: 'http://169.254.169.254/' },
      'GALLEY_INDEXNOW_ENDPOINT is at 169.254.169.254, which is link-local',
    ],
  ])('%j is refused by serve in one line', async (env, text) => {
    const { code, stdout, stderr } = await ran(['serve', '--dir', place.out, '--port', '0'], env)
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1])
    expect(stderr).toContain(text)
  })

  test('makes a server on the command line tell, each workspace with its key', {
    tags: 'nightly',
  }, async () => {
    await publish({ 'notes/workspace.yml': 'url: https://notes.example.org/\n' })
    const env = {
      GALLEY_INDEXNOW: ` blog=${key} ,notes=notes-key-1`,
      GALLEY_INDEXNOW_ENDPOINT: `http://localhost:${receiver.port}/`,
    }
    const here = galleyHere(['serve', '--dir', place.out, '--port', '0'], env)
    await here.says(/Galley answers/)
    await publish({ 'blog/posts/new.md': postFile(), 'notes/posts/new.md': postFile() })
    const all = await messages(2)
    expect(all.map(({ host, key }) => [host, key]).sort()).toEqual([
      ['example.org', key],
      ['notes.example.org', 'notes-key-1'],
    ])
    expect(await here.stop()).toBe(0)
  })
})
