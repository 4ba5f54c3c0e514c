// 190 agents that ask at once for a post of 3.9 MB, of a server with a heap of 512 MB: each has an answer, and they cost as much memory as
// 190 readers.
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { startServer } from './process.ts'

const count = 190
const postBytes = 3_900_000
const megabyte = 1_000_000
const root = mkdtempSync(join(tmpdir(), 'galley-agents-'))
const data = join(root, 'data')

beforeAll(() => {
  const words = Array.from({ length: 560_000 }, (_, i) => ((i * 2_654_435_761) >>> 0).toString(36)).join(' ')
  const text = words.replace(/(.{200}) /g, '$1\n').slice(0, postBytes)
  const workspace = bulkWorkspace('w', 1, () => `<p>${text}</p>`)
  for (const post of workspace.posts) post.markdown = text
  writeSnapshot(data, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Way {
  method: string
  path: string
  body?: string
  /** The bytes of a whole reply, at least and at most. */
  bytes: [least: number, most: number]
}

const message = (method: string, params: object): Pick<Way, 'method' | 'path' | 'body'> => ({
  ...{ method: 'POST', path: '/v1/w/mcp' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})
const whole: Way['bytes'] = [postBytes, 1.1 * postBytes]
const ways: Record<string, Way> = {
  GET: { method: 'GET', path: '/v1/w/posts/post-0?format=markdown', bytes: whole },
  HEAD: { method: 'HEAD', path: '/v1/w/posts/post-0?format=markdown', bytes: [0, 0] },
  'resources/read': { ...message('resources/read', { uri: 'galley://posts/post_0' }), bytes: whole },
  fetch: {
    ...message('tools/call', { name: 'fetch', arguments: { id: 'post-0' } }),
    bytes: [20_000, 100_000],
  },
}

/** @returns the status and how many bytes came, or why there is no answer */
function answerTo(
  url: string,
  { method, path, body }: Way,
): Promise<{ status: number; bytes: number } | string> {
  return new Promise((resolve) => {
    const headers = { 'Content-Type': 'application/json' }
    const asked = request(url + path, { method, headers, agent: false }, (response) => {
      let bytes = 0
      response.on('data', (chunk) => {
        bytes += chunk.length
      })
      response.on('error', ({ message }) => resolve(message))
      response.on('end', () => resolve({ status: response.statusCode!, bytes }))
    })
    asked.on('error', ({ message }) => resolve(message))
    asked.end(body)
  })
}

/** The most memory that a new server takes while all ask at once, in bytes. */
async function peakOf(name: string, way: Way): Promise<number> {
  const env = {
    GALLEY_RATE_LIMIT: 'off',
    GALLEY_FALLBACK_LIMIT: 'off',
    NODE_OPTIONS: '--max-old-space-size=512',
  }
  const server = await startServer(data, { env })
  await answerTo(server.url, { ...way, method: 'GET', path: '/v1/w/posts?select=slug' })
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, server.memory())
  }, 5)
  const answers = await Promise.all(Array.from({ length: count }, () => answerTo(server.url, way)))
  clearInterval(look)
  await server.stop()
  const [least, most] = way.bytes
  let busy = 0
  for (const answer of answers) {
    if (typeof answer === 'object' && answer.status === 503) busy++
    else expect(answer).toEqual({ status: 200, bytes: expect.toSatisfy((n) => n >= least && n <= most) })
  }
  expect(busy).toBeLessThan(count)
  console.log(`${name}: ${count - busy} of ${count} answered with 200, ${Math.round(peak / megabyte)} MB`)
  return peak
}

test('agents and HEADs take no more memory than as many readers', async () => {
  const { GET, ...others } = ways
  const usual = await peakOf('GET', GET!)
  for (const [name, way] of Object.entries(others)) {
    expect([name, (await peakOf(name, way)) < 1.4 * usual]).toEqual([name, true])
  }
}, 300_000)
