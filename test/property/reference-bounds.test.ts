// The worst lists of references that posts may have: each post that they lead to is read once for a reply, others get a turn in
// between, and replies with entries in their place are admitted as costly. An internal is asked, since turns show nowhere else.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Admission } from '../../api/_app/admission/admission.ts'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { lengthIn, postPieces } from '../../api/_app/listing/assemble.ts'
import { editionAt } from '../../api/_app/listing/edition.ts'
import { unscheduled } from '../../api/_app/turns/turn.ts'
import { type Lease, openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import type { FieldDefinition } from '../../snapshot/types.ts'
import { referenceTo } from '../../snapshot/visibility/references.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { readBody } from '../support/body.ts'
import { bulkWorkspace } from '../support/bulk.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-references-'))
const fields: FieldDefinition[] = [
  { name: 'see', type: 'list', required: false, of: { type: 'reference', to: ['posts'], required: true } },
]
const [lists, targets] = [100, 1_000]

let snapshots: Snapshots
let lease: Lease

beforeAll(() => {
  const bulk = bulkWorkspace('demo', lists + targets, () => '')
  const slugs = bulk.posts.map(({ slug }) => slug)
  const see = [{ $refs: 0 }, ...slugs.slice(lists).map(referenceTo)]
  const posts = bulk.posts.map((post, number) => {
    return { ...post, meta: { ...post.meta, fields: { see: number < lists ? see : null } } }
  })
  // Each of a thousand entries has references of its own.
  const nested = posts.map((post, number) => {
    const few = number < 1 ? see : see.slice(0, 81)
    return { ...post, meta: { ...post.meta, fields: { see: few } } }
  })
  // An entry of another collection leads to all of these.
  const talks = { name: 'talks', single: false, url: null, title: null, sort: null, feed: false }
  const to = slugs
    .slice(lists)
    .map((path) => ({ collection: 'posts', id: path, path, title: path, url: null }))
  const [{ meta, ...whole }] = posts as [(typeof posts)[0]]
  const { id, title, description, publishedAt, updatedAt, status } = meta
  const dates = { publishedAt, updatedAt }
  const entry = { id, collection: 'talks', path: 'a', title, description, ...dates, status, url: null }
  const own = {
    ...whole,
    slug: 'a',
    category: undefined,
    authors: [],
    entry: { ...entry, fields: { see: to } },
  }
  const far = { ...bulk, keys: [], categories: [], authors: [], collection: { ...talks, fields }, fields }
  const leading = [{ ...own, meta: { ...meta, slug: 'a', fields: { see: to } } }]
  const workspaces = [
    ...['demo/talks', 'nested/talks'].map((folder) => ({ ...far, folder, posts: leading })),
    { ...bulk, fields, posts },
    { ...bulk, folder: 'nested', keys: ['nested'], fields, posts: nested },
  ]
  writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: false })
  snapshots = openSnapshots(data)
  lease = snapshots.lease('demo')
})
afterAll(() => {
  lease.release()
  snapshots.close()
  rmSync(data, { recursive: true })
})

const include = 'fields.see' as const

test.each([
  ['summaries', undefined],
  ['entries', [include]],
])(
  '%s are read between turns, each once or for each list, and are counted',
  async (_, expanded) => {
    const edition = editionAt(lease.workspace, Number.POSITIVE_INFINITY)
    let turns = 0
    const none = unscheduled.turnFor(() => 'a test')
    const turn = Object.assign(() => void turns++, { expect: none.expect, rank: none.rank })
    const representation = { format: 'html', expanded } as const
    const numbers = Array.from({ length: lists }, (_, number) => number)
    const pieces = await postPieces(edition, numbers, representation, turn)
    expect(turns).toBeGreaterThan(expanded ? lists * targets : lists + targets)
    const lengthOf = lengthIn(edition, representation)
    const made = pieces.map((all) => all.reduce((sum, { length }) => sum + length, 0))
    for (const [i, length] of made.entries()) {
      expect(lengthOf(i)).toBeGreaterThan(0.5 * length)
      expect(lengthOf(i)).toBeLessThan(10 * length)
    }
  },
  120_000,
)

test.each([
  ['/v1/demo/posts?limit=100&include=fields.see', 503],
  ['/v1/demo/posts?limit=1&include=fields.see', 503],
  ['/v1/demo/posts/SLUG?include=fields.see', 503],
  ['/v1/demo/posts/SLUG?include=fields.see&select=slug', 503],
  ['/v1/demo/entries/talks/a?include=fields.see&select=path', 503],
  ['/v1/demo/posts/SLUG', 200],
  ['/v1/demo/posts?limit=3', 200],
])('%s is costly if entries stand in place of summaries: %i', async (path, status) => {
  const admission = new Admission({ slots: 1, waiting: { client: 0, all: 0 } })
  const request = { method: 'GET', target: '/', header: () => undefined, address: undefined }
  let release = () => {}
  const taken = admission.run(request, () => new Promise<void>((done) => (release = done)))
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  const app = createApp({ snapshots, limiter, now: () => Date.parse('2100-01-01'), admission, log: () => {} })
  const [first] = lease.workspace.meta.read(0, 1)
  const reply = await app({ ...request, target: path.replace('SLUG', JSON.parse(String(first)).slug) })
  expect(reply.status).toBe(status)
  if ('close' in Object(reply.body)) Object(reply.body).close()
  release()
  await taken
})

test.each(['posts?limit=100', 'posts/SLUG?', 'entries/talks?', 'entries/talks/a?'])(
  'entries of more than 16 MB are refused for %s',
  async (path) => {
    const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
    const app = createApp({ snapshots, limiter, now: () => Date.parse('2100-01-01'), log: () => {} })
    const [first] = lease.workspace.meta.read(0, 1)
    const target = `/v1/nested/${path.replace('SLUG', JSON.parse(String(first)).slug)}&include=fields.see`
    const reply = await app({ method: 'GET', target, header: () => undefined, address: undefined })
    const { error, details } = JSON.parse((await readBody(reply)).toString())
    expect([reply.status, error]).toEqual([400, 'Invalid query parameters'])
    expect(details).toEqual([
      { field: 'include', message: expect.stringContaining('more than 16 MB of entries') },
    ])
  },
)
