// A Worker that is nearly full: what it holds while it answers the dearest requests, against the 128 MB of an isolate. Processor
// times are printed, and asserted by nobody: they are of this machine.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePublic } from '../../build/publish/static-pages.ts'
import { writeWorker } from '../../build/publish/worker.ts'
import { writtenHeaders } from '../../server/headers.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { syntheticWorkspace } from '../bench/posts.ts'
import { heavyQueries } from '../bench/search-queries.ts'
import type { Checks } from '../support/checks.ts'
import { ask } from '../vercel/wire.ts'
import { startWorker } from './miniflare.ts'

/** Of 900 words each, as many as take 60 MB. */
const posts = 6_000
const orders = ['asc', 'desc']
const megabyte = 2 ** 20
const isolate = 128 * megabyte

const dear = {
  'the first list': 'posts',
  'another list': 'posts?page=20',
  'the first search': 'posts?query=harbour',
  ...Object.fromEntries(
    Object.entries(heavyQueries).map(([name, query]) => [
      `search: ${name}`,
      `posts?highlight=true&query=${encodeURIComponent(query)}`,
    ]),
  ),
  suggestions: 'suggest?query=a',
  'related posts of a hundred': 'posts?limit=100&include=related',
  'titles of all': 'posts?limit=all&select=slug,title',
  'all posts': 'posts?limit=all',
  'all posts as text': 'posts?limit=all&format=text',
  'a text of many posts': 'llms-full.txt',
}

export async function checkFull({ check }: Checks, folder: string): Promise<void> {
  const workspaces = [syntheticWorkspace('demo', posts)]
  writeSnapshot(join(folder, 'data'), { workspaces, builtAt: null, preview: null, keepPrevious: false })
  writePublic(folder, { hasDesk: false })
  const made = await writeWorker('content', folder, writtenHeaders())
  const unlimited = { GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: 'off' }
  const worker = await startWorker(join(folder, 'worker'), unlimited)
  const get = (path: string) => ask(worker.port, { name: path, target: `/v1/demo/${path}` })
  try {
    await check('a snapshot of 60 MB fits', () => {
      assert.ok(typeof made === 'number' && made >= 57, String(made))
    })
    console.log(`      ${mb(await worker.held())} before the first request`)
    for (const [name, path] of Object.entries(dear)) {
      await check(`an isolate has room for ${name}`, async () => {
        const before = processorTime()
        const { status, body, cut } = await get(path)
        const time = processorTime() - before
        const held = await worker.held()
        console.log(`      ${mb(held)}, ${time} ms of processor time, ${mb(body.length)} sent`)
        assert.deepEqual([status, cut], [200, false])
        // While much is sent, V8 is late to collect it: that is up to 64 MB, of which it is seldom all.
        if (body.length < 10 * megabyte) assert.ok(held < isolate)
      })
    }
    await check(
      'and for many who read all posts at once, or refuses them, and keeps nothing of it',
      async () => {
        const asked = Array.from({ length: 14 }, (_, n) =>
          get(`posts?limit=all&page=1&order=${orders[n % 2]}`),
        )
        const during = worker.held()
        const answers = await Promise.all(asked)
        const isWhole = answers.map(({ status, cut }) => status === 200 && !cut)
        assert.ok(isWhole.filter(Boolean).length >= 12)
        assert.deepEqual(
          answers.map(({ status }) => status === 503),
          isWhole.map((whole) => !whole),
        )
        let after = await worker.held()
        console.log(`      ${mb(await during)} meanwhile, ${mb(after)} afterwards`)
        // V8 collects when there is more to collect.
        for (let n = 0; n < 5 && after >= isolate; n++) {
          await get('posts?limit=all&format=text')
          after = await worker.held()
        }
        assert.ok(after < isolate, mb(after))
      },
    )
  } finally {
    await worker.stop()
  }
}

function mb(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`
}

/** Of the processes that this one has started, in ms; 0 where the system does not say. */
function processorTime(): number {
  const numbers =
    process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  return numbers.reduce((sum, number) => {
    try {
      const [, ...fields] = readFileSync(`/proc/${number}/stat`, 'utf8').split(/\) /)
      const [, parent, ...rest] = fields.join(') ').split(' ')
      return parent === String(process.pid) ? sum + 10 * (Number(rest[9]) + Number(rest[10])) : sum
    } catch {
      return sum
    }
  }, 0)
}
