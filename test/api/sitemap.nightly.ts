// A sitemap of more than one file may contain: an index, and pages that together have each post once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import type { Site } from '../../snapshot/types.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { ask } from '../support/ask.ts'
import { bulkWorkspace, exampleSite } from '../support/bulk.ts'

const dirs: string[] = []
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true })
})

/** When the newest post of a bulk workspace appears. */
const newest = Date.UTC(2026, 0, 1)

/** What a path under the key is answered with. */
async function asked<T>(
  posts: number,
  site: Partial<Site>,
  look: (get: (path: string) => ReturnType<typeof ask>, clock: { now: number }) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'galley-sitemap-'))
  dirs.push(dir)
  const workspaces = [{ ...bulkWorkspace('many', posts, () => ''), site: { ...exampleSite, ...site } }]
  writeSnapshot(dir, { workspaces, builtAt: null, preview: null, keepPrevious: false })
  const snapshots = openSnapshots(dir)
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  const clock = { now: newest }
  const app = createApp({ snapshots, limiter, now: () => clock.now, log: (line) => expect.fail(line) })
  try {
    return await look((path) => ask(app, 'GET', `/v1/many/${path}`), clock)
  } finally {
    snapshots.close()
  }
}

const locations = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!)

test('50,000 posts fit into one, and one more makes an index', async () => {
  await asked(50_001, {}, async (get, clock) => {
    clock.now = newest - 1
    expect(locations((await get('sitemap.xml')).text)).toHaveLength(50_000)
    clock.now = newest
    const index = (await get('sitemap.xml')).text
    expect(index).toContain('<sitemapindex')
    const base = 'https://api.example.org/v1/many/sitemap.xml'
    expect(locations(index)).toEqual([`${base}?page=1`, `${base}?page=2`])
    const [first, second] = [await get('sitemap.xml?page=1'), await get('sitemap.xml?page=2')]
    expect(locations(second.text)).toEqual(['https://example.org/post-0'])
    expect(locations(first.text)).toHaveLength(50_000)
    expect(locations(first.text)[0]).toBe('https://example.org/post-1')
    expect((await get('sitemap.xml?page=3')).status).toBe(400)
  })
})

test('long addresses make an index of few posts', async () => {
  const url = `https://example.org/?a&${'x'.repeat(9_000)}={slug}`
  await asked(6_000, { url }, async (get) => {
    const { length } = locations((await get('sitemap.xml')).text)
    const pages = await Promise.all(Array.from({ length }, (_, i) => get(`sitemap.xml?page=${i + 1}`)))
    expect(length).toBe(2)
    for (const { text } of pages) expect(text.length).toBeLessThanOrEqual(50_000_000)
    expect(new Set(pages.flatMap(({ text }) => locations(text))).size).toBe(6_000)
  })
})

test('an index has no addresses if that of the API is not known, or not for everyone', async () => {
  const url = `https://example.org/${'x'.repeat(9_900)}`
  await asked(5_100, { url, api: null }, async (get) => {
    const { status, json } = await get('sitemap.xml')
    expect([status, json.error]).toEqual([404, 'Addresses unknown'])
    expect((await get('sitemap.xml?page=2')).status).toBe(200)
  })
})
