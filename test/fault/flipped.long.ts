// One bit of any file of a snapshot is another: `galley check --snapshot` tells it, and no reply has it. damage.long.ts
// damages them in more ways.
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
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
  'entries/notes/a?include=revision,headings',
  'entries/notes?limit=all&fields.about.exists=false&query=harbour&select=path,content',
].map((path) => `/v1/demo/${path}`)

let place: Workspace
let data: string
let whole: string[]
beforeAll(async () => {
  // A note waits for a post.
  const notes = 'collections: { notes: { fields: { about: { type: reference, to: posts } } } }\n'
  place = await workspace({
    ...fixture.files,
    'demo/workspace.yml': fixture.files['demo/workspace.yml'] + notes,
    'demo/notes/a.md': '---\nabout: next-week\n---\nHarbour: see [it](../posts/next-week.md).\n',
  })
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
  const folders = ['demo', 'demo/notes'].map((name) => snapshots.current().workspaces.get(name)!.hash)
  snapshots.close()
  const inside = folders.flatMap((folder) =>
    namesIn(join(data, folder)).map((name) => [join(data, folder), name] as const),
  )
  const index = readdirSync(data).filter((name) => name.endsWith('.search-index.json'))
  const noticed = new Set<string>()
  const files = [...inside, ...[...index, 'current.json'].map((name) => [data, name] as const)]
  for (const [within, name] of files) {
    const { stored } = placeOf(within, name)
    const restore = overwrite(within, name, (bytes) => {
      if (bytes.length > 0) bytes[Math.floor(0.6 * bytes.length)]! ^= 4
    })
    if (stored > 0) expect(verifySnapshot(data), name).not.toEqual([])
    for (const [number, reply] of (await replies()).entries()) {
      if (reply === whole[number]) continue
      expect(reply, `${name}, ${targets[number]}`).toBe('unavailable')
      noticed.add(join(within, name))
    }
    restore()
  }
  const unnoticed = inside.filter(([within, name]) => !noticed.has(join(within, name)))
  expect(
    unnoticed.map(([within, name]) => `${folders.indexOf(basename(within))} ${name}`).sort(),
  ).toMatchInlineSnapshot(`
    [
      "0 beginnings.bin",
      "0 beginnings.txt",
      "0 editions.bin",
      "0 field.0.bin",
      "0 field.1.bin",
      "0 media.json",
      "0 openapi.json",
      "1 beginnings.bin",
      "1 beginnings.txt",
      "1 feeds.bin",
      "1 lengths.bin",
      "1 media.json",
      "1 positions.bin",
      "1 redirects.json",
      "1 selection.bin",
      "1 spelling.bin",
      "1 suggestions.bin",
    ]
  `)
})
