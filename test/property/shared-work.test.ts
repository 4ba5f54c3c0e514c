// Requests of all routes that overlap, cut off at random, in a process that has read nothing before: whatever one of them begins for
// others, nothing is left over, and each that stayed is answered. The clock counts how often it is read, so that work has to wait
// for its turn at every step. Asked below the socket, which has no such clock.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Admission } from '../../api/_app/admission/admission.ts'
import { createApp } from '../../api/_app/app.ts'
import { isStream, type Reply } from '../../api/_app/http/reply.ts'
import { type AppRequest, targetOf } from '../../api/_app/http/request.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { TurnScheduler } from '../../api/_app/turns/scheduler.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { wideWorkspace } from '../support/wide.ts'
import { tries } from './tries.ts'

const dir = mkdtempSync(join(tmpdir(), 'galley-shared-work-'))
beforeAll(() => {
  const workspaces = [wideWorkspace('wide', 400, 40, 2), wideWorkspace('small', 40, 10, 1)]
  writeSnapshot(dir, { workspaces, builtAt: null, preview: null, keepPrevious: false })
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const call = (name: string, given: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
const related = (limit: number) => `posts?limit=${limit}&include=related&select=slug`
const highlights = 'posts?query=text+and+more+1&limit=5&highlight=true'
const misspelt = 'posts?query=texz+mor+ans+12&sort=relevance&limit=20'
const agent = call('search', { query: 'text and more again' })

/** Questions to a workspace: each is a path, or the message of an agent. */
const questions = [
  ...[100, 60, 30, 8, 3].map(related),
  'posts/post-1?include=related',
  highlights,
  misspelt,
  'posts?query=text+1&limit=all&select=slug',
  'posts?limit=all&format=text',
  'posts?facets=category,tags,authors&limit=1',
  'posts/old-3',
  'feed.json?limit=100',
  'llms-full.txt',
  'sitemap.xml',
  'redirects',
  'suggest?query=te',
  'tags',
  agent,
  call('related', { id: 'post-2' }),
  call('fetch', { id: 'post-3' }),
  call('list_posts', { limit: 50 }),
]

interface Asked {
  question: string
  workspace: string
  client: number
  /** After how many iterations of the event loop it comes, and after how many more its client leaves. */
  at: number
  leaves: number | undefined
  isGzip: boolean
}

const asked: fc.Arbitrary<Asked> = fc.record({
  question: fc.constantFrom(...questions),
  workspace: fc.constantFrom('wide', 'wide', 'small'),
  client: fc.nat(5),
  at: fc.nat(60),
  leaves: fc.option(fc.nat(120), { nil: undefined, freq: 2 }),
  isGzip: fc.boolean(),
})

/** Requests that stay, by what they ask and when. */
const staying = (...all: [question: string, at: number][]): [Asked[]] => [
  all.map(([question, at]) => ({
    ...{ question, workspace: 'wide', client: 0, at, leaves: undefined, isGzip: false },
  })),
]

/** Related posts of the same posts, and searches that need the same files: each kept a process from all costly work. */
const examples = [
  staying(
    ['feed.json?limit=100', 26],
    [related(100), 26],
    [related(100), 26],
    [related(100), 0],
    [related(30), 35],
    [related(100), 35],
  ),
  staying(
    [agent, 0],
    [highlights, 0],
    [highlights, 0],
    [misspelt, 0],
    [highlights, 1],
    [highlights, 0],
    [misspelt, 1],
  ),
]

/** How many iterations of the event loop all of it may take: a hundred times what it does take. */
const most = 200_000

async function answersTo(all: readonly Asked[], admission: Admission): Promise<(number | string)[]> {
  const snapshots = openSnapshots(dir)
  let looks = 0
  const app = createApp({
    snapshots,
    admission,
    limiter: createLimiter({ limits: { workspace: null, fallback: null } }),
    now: () => Date.UTC(2027, 0),
    log: () => {},
    scheduler: new TurnScheduler(() => looks++),
  })
  const answers: (number | string)[] = all.map(() => 'no answer')
  const clients = all.map((one) => new Client(one))
  const asking = clients.map(async (client, i) => {
    await client.begun
    answers[i] = await client.read(await app(client.request))
  })
  let isOver = false
  void Promise.allSettled(asking).then(() => (isOver = true))
  for (let turn = 0; turn < most && !isOver; turn++) {
    for (const client of clients) client.tick()
    await new Promise(setImmediate)
  }
  if (isOver) await Promise.all(asking)
  snapshots.close()
  return answers
}

class Client {
  readonly request: AppRequest
  readonly #asked: Asked
  readonly #listeners = new Set<() => void>()
  #body: Reply['body'] | undefined
  #turn = 0
  #begin = () => {}
  readonly begun = new Promise<void>((resolve) => (this.#begin = resolve))
  hasLeft = false

  constructor(asked: Asked) {
    this.#asked = asked
    const { question, workspace, client, isGzip } = asked
    const isMessage = question.startsWith('{')
    const headers: Record<string, string> = {
      ...(isGzip && { 'accept-encoding': 'gzip' }),
      ...(isMessage && { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
    }
    this.request = {
      method: isMessage ? 'POST' : 'GET',
      target: targetOf(`/v1/${workspace}/${isMessage ? 'mcp' : question}`),
      header: (name) => headers[name],
      address: `192.0.2.${client}`,
      body: async () => Buffer.from(question),
      onDisconnect: (listener) => {
        if (this.hasLeft) listener()
        else this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
    }
  }

  tick(): void {
    const { at, leaves } = this.#asked
    if (this.#turn === at) this.#begin()
    if (leaves !== undefined && this.#turn === at + leaves) this.#leave()
    this.#turn++
  }

  #leave(): void {
    this.hasLeft = true
    for (const listener of this.#listeners) listener()
    if (this.#body && isStream(this.#body)) this.#body.close()
  }

  async read({ status, body }: Reply): Promise<number | string> {
    this.#body = body
    if (!isStream(body)) return status
    try {
      for await (const _ of body.chunks()) if (this.hasLeft) return status
      return status
    } catch (error) {
      return this.hasLeft ? status : `${status}, cut off: ${error}`
    } finally {
      body.close()
    }
  }
}

test('what requests share keeps none of them waiting for ever', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 6, maxLength: 24 }), async (all) => {
      const admission = new Admission({ waiting: { client: 100, all: 100 } })
      const answers = await answersTo(all, admission)
      const wrong = all.flatMap(({ question, leaves }, i) =>
        answers[i] === 200 || answers[i] === 308 || (leaves !== undefined && answers[i] === 503)
          ? []
          : [`${question}: ${answers[i]}`],
      )
      expect(wrong).toEqual([])
      expect(admission.state).toEqual({ waiting: 0, begun: 0, working: 0 })
    }),
    { numRuns: examples.length + tries(200), examples },
  )
})
