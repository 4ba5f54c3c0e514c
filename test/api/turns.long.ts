// Whose turn it is: an ordinary page waits for at most one turn of others, whatever they ask for, however many and whoever they are.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Admission } from '../../api/_app/admission/admission.ts'
import { createApp } from '../../api/_app/app.ts'
import { isStream, type Reply } from '../../api/_app/http/reply.ts'
import { type AppRequest, targetOf } from '../../api/_app/http/request.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { TurnScheduler } from '../../api/_app/turns/scheduler.ts'
import type { Scheduler } from '../../api/_app/turns/turn.ts'
import { unscheduled } from '../../api/_app/turns/turn.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { tries } from '../property/tries.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { wideWorkspace } from '../support/wide.ts'

const dir = mkdtempSync(join(tmpdir(), 'galley-turns-'))
let snapshots: Snapshots
beforeAll(() => {
  const lines = `${'Words and more words. '.repeat(9)}\n`.repeat(8_000)
  const long = bulkWorkspace('long', 2, () => `<p>${lines}</p>`)
  for (const post of long.posts) post.markdown = `# Heading\n\n${lines}`
  const workspaces = [wideWorkspace('wide', 1_000, 300, 2), wideWorkspace('small', 30, 10, 1), long]
  writeSnapshot(dir, { workspaces, builtAt: null, preview: null, keepPrevious: false })
  snapshots = openSnapshots(dir)
})
afterAll(() => {
  snapshots.close()
  rmSync(dir, { recursive: true, force: true })
})

/** A scheduler whose clock counts how often it is read, and that says which requests resume: those of pages, or others. */
function counting(asksForPage: () => boolean, resumed: (isPage: boolean) => void): Scheduler {
  let looks = 0
  const scheduler = new TurnScheduler(() => looks++ / 20)
  return {
    begin: () => scheduler.begin(),
    turnFor(client, patience) {
      const isPage = asksForPage()
      const turn = scheduler.turnFor(client, patience)
      const told = (waits: Promise<void> | undefined) => waits?.then(() => resumed(isPage))
      const asked = (steps?: number) => told(turn(steps))
      // The ticket is set on the one that is handed out.
      return Object.defineProperty(
        Object.assign(asked, { ...turn, expect: (bytes: number) => told(turn.expect(bytes)) }),
        'ticket',
        { set: (ticket) => void Object.assign(turn, { ticket }) },
      )
    },
  }
}

/** Reads a reply as fast as it comes, until the test is over. */
async function readAll({ body }: Reply, isOver: () => boolean): Promise<number> {
  if (!isStream(body)) return body.reduce((sum, piece) => sum + piece.byteLength, 0)
  let bytes = 0
  try {
    for await (const chunk of body.chunks()) {
      bytes += chunk.byteLength
      if (isOver()) break
      await new Promise(setImmediate)
    }
    return bytes
  } finally {
    body.close()
  }
}

const fields = 'descriptionIsExcerpt,url,aliases,cover,reading,headings,neighbors,jsonld,revision'
/** Each is different for each number. */
const long: Record<string, (number: number) => string> = {
  'lists with further fields': (n) => `posts?limit=all&select=slug,title&include=${fields}&excludeTags=x${n}`,
  'lists of slugs': (n) => `posts?limit=all&select=slug&excludeTags=x${n}`,
  'whole lists': (n) => `posts?limit=all&excludeTags=x${n}`,
  'lists as text': (n) => `posts?limit=all&format=text&excludeTags=x${n}`,
  'large pages with related posts': (n) =>
    `posts?limit=100&include=related&page=${1 + (n % 10)}&excludeTags=x${n}`,
  'large pages with highlights': (n) => `posts?limit=100&query=text&highlight=true&excludeTags=x${n}`,
  redirects: (n) => `redirects?limit=${900 + (n % 100)}`,
  tags: (n) => `tags?limit=${200 + (n % 100)}`,
  'feeds of many posts': (n) => `feed.xml?limit=${100 - (n % 50)}`,
  'lists for language models': () => 'llms.txt',
  'texts for language models': (n) => `llms-full.txt?limit=${900 + (n % 100)}`,
}
/** Messages of agents, each of which asks for a post of 1.5 MB. */
const messages: Record<string, (number: number) => [method: string, params: object]> = {
  'whole posts for agents': (n) => ['resources/read', { uri: `galley://posts/post_${n % 2}` }],
  'pieces for agents': (n) => [
    'tools/call',
    { name: 'fetch', arguments: { id: `post-${n % 2}`, offset: 10_000 * n } },
  ],
}
const kinds = [...Object.keys(long), ...Object.keys(messages)]

/** Builds the request for a long reply of a kind. */
function asked(kind: string, number: number): Pick<AppRequest, 'method' | 'target' | 'body'> {
  const target = long[kind]?.(number)
  if (target !== undefined) return { method: 'GET', target: targetOf(`/v1/wide/${target}`) }
  const [method, params] = messages[kind]!(number)
  const body = async () => Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  return { method: 'POST', target: '/v1/long/mcp', body }
}

const page = (n: number) => `/v1/wide/posts?limit=10&page=${1 + n}`
const small = (n: number) => `/v1/small/posts?limit=10&page=${1 + (n % 3)}&excludeTags=y${n}`

const clients: Record<string, (number: number) => string | undefined> = {
  'one address': () => '192.0.2.7',
  'as many addresses': (n) => `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`,
  'a proxy that names nobody': () => undefined,
}

/** How many turns of others each page waited for, while others ask for `count` long replies. */
async function pagesBeside(count: number, kind: string, from: string): Promise<number[]> {
  let isPage = false
  let resumes = 0
  const app = createApp({
    snapshots,
    limiter: createLimiter({ limits: { workspace: null, fallback: null } }),
    now: () => Date.UTC(2027, 0),
    log: () => {},
    // Whoever is refused is no burden.
    admission: new Admission({ waiting: { client: 1_000, all: 1_000 } }),
    scheduler: counting(
      () => isPage,
      (ofPage) => {
        if (!ofPage) resumes++
      },
    ),
  })
  let isOver = false
  type Asked = ReturnType<typeof asked>
  const ask = (request: Asked, address: string | undefined, encoding?: string) => {
    const header = (name: string) => (name === 'accept-encoding' ? encoding : undefined)
    return app({ ...request, header, address })
  }
  const others = Array.from({ length: count }, async (_, number) => {
    const encoding = number % 2 === 0 ? 'gzip' : 'identity'
    const reply = await ask(asked(kind, number), clients[from]!(number), encoding)
    return { status: reply.status, bytes: await readAll(reply, () => isOver) }
  })
  const own = clients[from]!(0) === undefined ? undefined : '198.51.100.9'
  const waited: number[] = []
  for (let number = 0; number < 12; number++) {
    const before = resumes
    isPage = true
    const target = targetOf(number % 2 === 0 ? page(number) : small(number))
    const reply = await ask({ method: 'GET', target }, own)
    waited.push(resumes - before)
    isPage = false
    expect(reply.status).toBe(200)
    for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate)
  }
  isOver = true
  for (const { status } of await Promise.all(others)) expect([200, 503]).toContain(status)
  return waited
}

const isLong = tries(4) > 1
const isTried = (place: number, from: string) => isLong || place % 3 === Object.keys(clients).indexOf(from)

describe.each(Object.keys(clients))('beside requests from %s', (from) => {
  test.each(kinds.filter((_, place) => isTried(place, from)))(
    'an uncached page waits for at most one turn of others: %s',
    async (kind) => {
      for (const count of isLong ? [1, 100] : [1, 20]) {
        const waited = await pagesBeside(count, kind, from)
        expect(Math.max(...waited), `${count}: ${waited}`).toBeLessThanOrEqual(1)
      }
    },
  )
})

test('where nobody can be made to wait, everybody is answered', async () => {
  const app = createApp({
    snapshots,
    limiter: createLimiter({ limits: { workspace: null, fallback: null } }),
    now: () => Date.UTC(2027, 0),
    log: () => {},
    scheduler: unscheduled,
  })
  for (const kind of kinds) {
    const reply = await app({ ...asked(kind, 1), header: () => undefined, address: undefined })
    expect([reply.status, (await readAll(reply, () => false)) > 0]).toEqual([200, true])
  }
})
