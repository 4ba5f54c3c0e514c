// Scheduled posts are pushed while a warm server runs: before their time no reply changes by a byte or a header.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { targetOf } from '../../api/_app/http/request.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { type Running, serve } from '../../server/index.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { targetsOf } from '../support/asked.ts'
import { readBody } from '../support/body.ts'
import { png } from '../support/picture.ts'
import { unlimited } from '../support/server.ts'
import { repliesIn, talk } from '../support/talk.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

const now = Date.UTC(2026, 5, 1, 12)
const later = Date.UTC(2026, 5, 8)
const clock = { now }

const text = (word: string) =>
  `The ${word} stands at the harbour. ${`${word}s and harbours again. `.repeat(60)}\n`

/** @param words how it begins */
function today(words: string): string {
  return postFile({ title: 'Today', publishedAt: '2026-06-01' }, `${words} is here. ${text('quay')}`)
}

const settings = 'url: "https://example.org/{category}/{year}/{slug}"\n'
const before: Files = {
  'demo/workspace.yml': settings,
  ...Object.fromEntries(
    Array.from({ length: 16 }, (_, number) => [
      `demo/posts/old-${number}.md`,
      postFile(
        {
          title: `Harbour ${number}`,
          publishedAt: `2026-0${1 + (number % 5)}-${10 + (number % 13)}`,
          tags: number % 3 === 0 ? '[Web Design, css]' : '[css]',
          category: number % 2 === 0 ? 'news' : 'notes',
          aliases: `[was-${number}]`,
          featured: String(number % 7 === 0),
        },
        text('crane'),
      ),
    ]),
  ),
  'demo/posts/today.md': today('The quay'),
}

const date = new Date(later).toISOString()

/** Each is pushed on top of the one before. */
const pushes: Record<string, Files> = {
  'with nothing of its own': { 'demo/posts/plain.md': postFile({ title: 'Plain', publishedAt: date }) },
  'with words, a tag, a category and an author that nobody else has': {
    'demo/posts/secret.md': postFile(
      { title: 'Zanzibar', publishedAt: date, tags: '[zeppelin]', category: 'zeal', authors: '[zoe]' },
      text('zanzibar'),
    ),
  },
  'that spells what others name in another way, and sorts before all of it': {
    'demo/posts/0.md': postFile({
      title: 'Harbour',
      publishedAt: date,
      tags: '[web design, CSS, "!a"]',
      category: 'News',
      authors: '[ADA, "!b"]',
    }),
  },
  'with aliases, an id and an image': {
    'demo/posts/zebra.png': png(),
    'demo/posts/moved.md': postFile(
      { publishedAt: date, aliases: '[zulu]', id: 'zip', coverImage: 'zebra.png' },
      '![a zebra](zebra.png)\n',
    ),
  },
  'that an older one links to': { 'demo/posts/today.md': today('The [quay](secret.md "zeal")') },
  'of the same second as another, and of a later one': {
    'demo/posts/moved-too.md': postFile({ publishedAt: date, featured: 'true' }, text('harbour')),
    'demo/posts/much-later.md': postFile({ publishedAt: '2027-01-01' }, text('harbour')),
  },
}

const targets = targetsOf({
  posts: ['old-1', 'today', 'was-2', 'plain', 'secret', 'zip', 'zulu', 'much-later'],
  categories: ['news', 'zeal', 'none'],
  tags: ['css', 'web-design', 'zeppelin', 'none'],
  authors: ['ada', 'zoe'],
  words: ['harbour', 'crane quay', '"stands at"', 'zanzibar', 'zanzibr', 'harbuor', 'h', 'zeppelin zanzibar'],
}).map((path) => `/v1/demo/${path}`)

let place: Workspace
let running: Running
beforeAll(async () => {
  place = await workspace(before, {
    env: { SOURCE_DATE_EPOCH: String(now / 1000), BASE_URL: 'https://api.example.org' },
  })
  await push({})
  running = await serve({
    data: `${place.out}/data`,
    port: 0,
    host: '127.0.0.1',
    env: unlimited,
    now: () => clock.now,
    log: () => {},
  })
  await running.look()
})
afterAll(async () => {
  await running?.close()
  place?.remove()
})

async function push(files: Files): Promise<void> {
  place.write(files)
  const { problems } = await place.build()
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
}

interface Told {
  [request: string]: { status: number; headers: Record<string, string>; text: string }
}

/** Every request, made in every way a client may. */
async function askServer(tags: Record<string, string>): Promise<Told> {
  const requests = targets.flatMap((target) => {
    const tag = tags[target]
    return [
      `GET ${target} HTTP/1.1\r\n`,
      `GET ${target} HTTP/1.1\r\nAccept-Encoding: gzip\r\n`,
      `HEAD ${target} HTTP/1.1\r\n`,
      ...(tag ? [`GET ${target} HTTP/1.1\r\nIf-None-Match: ${tag}\r\n`] : []),
    ]
  })
  const told: Told = {}
  for (let at = 0; at < requests.length; at += 50) {
    const some = requests.slice(at, at + 50)
    const last = (i: number) => (i === some.length - 1 ? 'Connection: close\r\n' : '')
    const { bytes } = await talk(running.url, [
      some.map((one, i) => `${one}Host: a\r\n${last(i)}\r\n`).join(''),
    ])
    for (const [i, { status, headers, text }] of repliesIn(bytes).entries()) {
      const { date: _date, connection: _connection, 'keep-alive': _keep, ...others } = headers
      told[some[i]!] = { status, headers: others, text }
    }
  }
  expect(Object.keys(told)).toHaveLength(requests.length)
  return told
}

/** As a new deployment of the function would, which has answered nothing yet. */
async function askFunction(): Promise<Told> {
  const snapshots = openSnapshots(`${place.out}/data`)
  const limiter = createLimiter({ limits: { workspace: null, fallback: null }, now: () => clock.now })
  const app = createApp({ snapshots, limiter, now: () => clock.now, log: () => {} })
  const told: Told = {}
  for (const target of targets) {
    const reply = await app({
      method: 'GET',
      target: targetOf(target),
      header: () => undefined,
      address: undefined,
    })
    const text = (await readBody(reply)).toString()
    told[target] = { status: reply.status, headers: reply.headers, text }
  }
  snapshots.close()
  return told
}

describe('a scheduled post that is pushed', () => {
  let first: { server: Told; deployed: Told }
  let tags: Record<string, string>
  beforeAll(async () => {
    const deployed = await askFunction()
    tags = Object.fromEntries(
      Object.entries(deployed).map(([target, { headers }]) => [target, headers.ETag ?? '']),
    )
    // Twice, so that caches answer.
    await askServer(tags)
    first = { server: await askServer(tags), deployed }
    const statuses = new Set(Object.values(first.server).map(({ status }) => status))
    expect([...statuses].sort()).toEqual([200, 304, 308, 400, 404, 409])
  })

  test.each(Object.keys(pushes))('%s, changes no reply', async (what) => {
    const build = running.snapshots.current().hash
    await push(pushes[what]!)
    await running.look()
    expect(running.snapshots.current().hash).not.toBe(build)
    expect(await askServer(tags)).toEqual(first.server)
    expect(await askFunction()).toEqual(first.deployed)
  })

  test('appears on time, and the id and all tags of lists are new', async () => {
    clock.now = later - 1
    expect(await askServer(tags)).toEqual(first.server)
    clock.now = later
    const after = await askServer({})
    for (const [request, { status, headers }] of Object.entries(after)) {
      if (headers['x-snapshot-id'] === undefined) continue
      expect(headers['x-snapshot-id'], request).toMatch(/\.22$/)
      // These change with their reply only; what is derived from HTML, with that.
      const hasOwnTag =
        /\/(search-index\.json|code\.css|posts?\/(?!today.*format=text)[^/?. ]+(?:\.md)?)[? ]/.test(request)
      const whole = request.replace(/^HEAD/, 'GET')
      const stays = hasOwnTag && after[whole]!.text === first.server[whole]!.text
      if (status === 200) expect(headers.etag === first.server[request]!.headers.etag, request).toBe(stays)
    }
    expect(after['GET /v1/demo/posts/secret? HTTP/1.1\r\n']!.status).toBe(200)
    expect(after['GET /v1/demo/posts/today? HTTP/1.1\r\n']!.text).toContain('example.org/zeal/2026/secret')
    expect(after['GET /v1/demo/post/zulu HTTP/1.1\r\n']!.status).toBe(308)
    expect(after['GET /v1/demo/post/much-later HTTP/1.1\r\n']!.status).toBe(404)
    clock.now = now
    expect(await askServer(tags)).toEqual(first.server)
  })
})
