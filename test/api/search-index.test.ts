// GET …/search-index.json.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../../api/_app/app.ts'
import { isStream } from '../../api/_app/http/reply.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import type { BuiltSearchIndex } from '../../snapshot/types.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { ask } from '../support/ask.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { openFiles } from '../support/open-files.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const built = Date.UTC(2026, 5, 1)
const later = Date.UTC(2026, 5, 8)
const target = '/v1/demo/search-index.json'

let place: Workspace
let snapshots: Snapshots
const clock = { now: built + 1000 }
const appOf = (snapshots: Snapshots): App => {
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  return createApp({ snapshots, limiter, now: () => clock.now, log: () => {} })
}
let app: App

beforeAll(async () => {
  place = await workspace(
    {
      'demo/posts/harbour.md': postFile({ title: 'The harbour', publishedAt: '2026-05-01' }),
      'demo/posts/later.md': postFile({ title: 'Zeppelins', publishedAt: new Date(later).toISOString() }),
      'off/workspace.yml': 'searchIndex: false\n',
      'off/posts/a.md': postFile(),
    },
    { env: { SOURCE_DATE_EPOCH: String(built / 1000) } },
  )
  await place.build()
  snapshots = openSnapshots(`${place.out}/data`)
  app = appOf(snapshots)
})
afterAll(() => {
  snapshots?.close()
  place?.remove()
})

describe('the search index', () => {
  test('is loaded by MiniSearch with the options that come with it', async () => {
    const { status, headers, json } = await ask(app, 'GET', target)
    expect([status, headers['Content-Type']]).toEqual([200, 'application/json; charset=utf-8'])
    const index = MiniSearch.loadJS(json.index, json.options)
    expect(index.search('harb').map(({ id }) => id)).toEqual(['harbour'])
    expect(index.search('zeppelins')).toEqual([])
  })

  test('has a tag that stays when a post goes live, and the snapshot id of the posts that are visible', async () => {
    const before = await ask(app, 'GET', target)
    clock.now = later
    const after = await ask(app, 'GET', target, { 'if-none-match': before.headers.ETag! })
    const whole = await ask(app, 'GET', target)
    clock.now = built + 1000
    expect([after.status, after.headers.ETag]).toEqual([304, before.headers.ETag])
    expect(whole.text).toBe(before.text)
    expect([before, after].map(({ headers }) => headers['X-Snapshot-Id']!.split('.')[1])).toEqual(['1', '2'])
  })

  test('can be pinned to a snapshot', async () => {
    const { headers } = await ask(app, 'GET', target)
    const id = headers['X-Snapshot-Id']!
    expect((await ask(app, 'GET', `${target}?snapshot=${id}`)).headers.ETag).toBe(headers.ETag)
    clock.now = later
    const { status } = await ask(app, 'GET', `${target}?snapshot=${id}`)
    clock.now = built + 1000
    expect(status).toBe(409)
  })

  test('is not served at a time at which one of its posts is not visible', async () => {
    clock.now = Date.UTC(2026, 4, 1) - 1
    const { status, headers, json } = await ask(app, 'GET', target)
    clock.now = built + 1000
    expect([status, json.error, headers['Retry-After']]).toEqual([503, 'Snapshot unavailable', '10'])
  })

  test.each([
    ['GET', '/v1/off/search-index.json', 404, 'Search index not found'],
    ['GET', '/v1/off/search-index.json?snapshot=other', 409, 'Snapshot changed'],
    ['GET', '/v1/off/search-index.json?snapshot=a&snapshot=b', 400, 'Invalid query parameters'],
    ['POST', '/v1/off/search-index.json', 405, 'Method not allowed'],
    ['GET', '/v1/off/search-index.json/a', 404, 'Not found'],
    ['POST', '/v1/off/search-index.json/a', 404, 'Not found'],
    ['GET', '/v1/none/search-index.json', 404, 'Invalid workspace'],
    ['GET', '/search-index.json', 404, 'Not found'],
  ])('%s %s is %i, %s', async (method, path, status, error) => {
    const answer = await ask(app, method, path, { 'if-none-match': '*' })
    expect([answer.status, answer.json.error]).toEqual([status, error])
  })

  test.each(['/v1/demo/search-index.json/', '/demo/search-index.json', '/demo/v1/search-index.json/'])(
    '%s leads to it',
    async (path) => {
      const { status, headers } = await ask(app, 'GET', `${path}?a=b`)
      expect([status, headers.Location]).toEqual([308, `${target}?a=b`])
    },
  )

  test("counts towards the workspace's rate limit", async () => {
    const limiter = createLimiter({ limits: { workspace: { requests: 1, window: 10_000 }, fallback: null } })
    const one = createApp({ snapshots, limiter, now: () => clock.now, log: () => {} })
    const statuses = [await ask(one, 'HEAD', target), await ask(one, 'GET', target)].map(
      ({ status }) => status,
    )
    expect(statuses).toEqual([200, 429])
  })
})

describe('a workspace', () => {
  const root = mkdtempSync(join(tmpdir(), 'galley-index-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const open = (name: string, searchIndex?: BuiltSearchIndex) => {
    const workspaces = [{ ...bulkWorkspace('demo', 3, () => ''), ...(searchIndex && { searchIndex }) }]
    writeSnapshot(`${root}/${name}`, { workspaces, builtAt: null, preview: null, keepPrevious: true })
    return openSnapshots(`${root}/${name}`)
  }

  test.each([
    ['off', undefined, /is turned off/],
    ['many', { missing: 'too-many-posts' }, /more than 5,000 posts/],
    ['large', { missing: 'too-large' }, /too large/],
  ] as const)('without an index says why: %s', async (name, searchIndex, message) => {
    const opened = open(name, searchIndex)
    const { status, json } = await ask(appOf(opened), 'GET', target)
    opened.close()
    expect([status, json.error]).toEqual([404, 'Search index not found'])
    expect(json.message).toMatch(message)
  })

  test('streams a large index, with its length in a header', async () => {
    const index = { serializationVersion: 2, documentCount: 3, index: [['größe '.repeat(700_000), {}]] }
    const options = { idField: 'slug', fields: [], storeFields: [], searchOptions: {} }
    const text = JSON.stringify({ options, index })
    const opened = open('streamed', { json: text, posts: 3 })
    const one = appOf(opened)
    const request = { method: 'GET', target, header: () => undefined, address: undefined }
    const reply = await one(request)
    expect(isStream(reply.body)).toBe(true)
    if (isStream(reply.body)) reply.body.close()
    await expect.poll(() => openFiles('.search-index.json')).toEqual([])
    const { headers, text: got } = await ask(one, 'GET', target)
    expect([got === text, headers['Content-Length']]).toEqual([true, String(Buffer.byteLength(text))])
    expect((await ask(one, 'HEAD', target)).headers).toEqual(headers)
    expect(opened.leases).toBe(0)
    await expect.poll(() => openFiles('.search-index.json')).toEqual([])
    opened.close()
  })
})
