// One bit of any file of a snapshot is another: `galley check --snapshot` tells it, and no reply has it. damage.long.ts
// damages them in more ways.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { verifySnapshot } from '../../snapshot/read/verify.ts'
import { readBody } from '../support/body.ts'
import * as fixture from '../support/fixture.ts'
import { namesIn, overwrite, placeOf } from '../support/sealed.ts'
import { type Workspace, workspace } from '../support/workspace.ts'

const targets = [
  'posts?limit=all&select=title,content',
  'posts?limit=100&format=markdown&select=title,content&include=related,neighbors,reading,headings,cover,jsonld,revision,descriptionIsExcerpt',
  'posts?query=harbour&highlight=true&select=slug&sort=relevance',
  'posts?query=%22harbour%20to%22&select=slug',
  'posts?query=harbuor&select=slug',
  'posts/welcome',
  'posts/old-name',
  'tags',
  'redirects?limit=all',
  'redirects?from=/blog/old-name/',
  'suggest?query=ha',
  'search-index.json',
  'feed.xml',
].map((path) => `/v1/demo/${path}`)

let place: Workspace
let data: string
let whole: string[]
beforeAll(async () => {
  place = await workspace(fixture.files)
  await place.build({ env: { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' } })
  data = join(place.out, 'data')
  whole = await replies()
  expect(whole.filter((reply) => !/^(200|308) /.test(reply))).toEqual([])
})
afterAll(() => place.remove())

/** From the folder as it is now; `cut off` and 503 are all that damage may make of one. */
async function replies(): Promise<string[]> {
  const snapshots = openSnapshots(data)
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  const app = createApp({ snapshots, limiter, now: () => fixture.now, log: () => {} })
  const all: string[] = []
  for (const target of targets) {
    const reply = await app({ method: 'GET', target, header: () => undefined, address: '192.0.2.1' })
    const body = await readBody(reply).catch(() => undefined)
    all.push(
      reply.status === 503 || body === undefined
        ? 'unavailable'
        : `${reply.status} ${reply.headers.Location} ${body}`,
    )
  }
  snapshots.close()
  return all
}

test('a flipped bit is told, and never served', async () => {
  const snapshots = openSnapshots(data)
  const folder = snapshots.current().workspaces.get('demo')!.hash
  snapshots.close()
  const inside = namesIn(join(data, folder))
  const index = readdirSync(data).filter((name) => name.endsWith('.search-index.json'))
  const noticed = new Set<string>()
  const files = [
    ...inside.map((name) => [join(data, folder), name] as const),
    ...[...index, 'current.json'].map((name) => [data, name] as const),
  ]
  for (const [within, name] of files) {
    const { stored } = placeOf(within, name)
    const restore = overwrite(within, name, (bytes) => {
      if (bytes.length > 0) bytes[Math.floor(0.6 * bytes.length)]! ^= 4
    })
    if (stored > 0) expect(verifySnapshot(data), name).not.toEqual([])
    for (const [number, reply] of (await replies()).entries()) {
      if (reply === whole[number]) continue
      expect(reply, `${name}, ${targets[number]}`).toBe('unavailable')
      noticed.add(name)
    }
    restore()
  }
  expect(inside.filter((name) => !noticed.has(name)).sort()).toMatchInlineSnapshot(`
    [
      "beginnings.bin",
      "beginnings.txt",
      "editions.bin",
      "field.0.bin",
      "field.1.bin",
      "media.json",
      "openapi.json",
    ]
  `)
})
