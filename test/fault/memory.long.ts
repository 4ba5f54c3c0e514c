// 8,000 posts read as one list: the server's memory does not grow.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { pause, request, type ServerProcess, startServer } from './process.ts'

const posts = 8_000
const postBytes = 8_500
const megabyte = 1_000_000
const allowed = 30 * megabyte

const root = mkdtempSync(join(tmpdir(), 'galley-memory-'))
const data = join(root, 'data')
let server: ServerProcess

beforeAll(async () => {
  const html = (number: number) => `<p>${number}</p>`.padEnd(postBytes, ' words of a post')
  const workspaces = [bulkWorkspace('w', posts, html)]
  writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: false })
  server = await startServer(data)
})

afterAll(async () => {
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
})

interface Reading {
  bytes: number
  /** How far resident memory rose above what it was before, in bytes. */
  growth: number
}

/**
 * @param rate bytes a second
 * @param most stops after about so many bytes
 */
async function readAll(rate: number, most: number): Promise<Reading> {
  const before = server.memory()
  const started = performance.now()
  const response = await request(`${server.url}/v1/w/posts?limit=all`)
  expect(response.statusCode).toBe(200)
  let [bytes, growth] = [0, 0]
  for await (const chunk of response) {
    if (Math.floor(bytes / megabyte) < Math.floor((bytes + chunk.length) / megabyte)) {
      growth = Math.max(growth, server.memory() - before)
    }
    bytes += chunk.length
    const early = (bytes / rate) * 1_000 - (performance.now() - started)
    if (early > 20) await pause(early)
    if (bytes >= most) break
  }
  return { bytes, growth }
}

test('reading everything at 10 MB/s costs no more than 30 MB', async () => {
  for (const page of [1, 2, 800]) (await request(`${server.url}/v1/w/posts?page=${page}`)).resume()
  await readAll(1_000 * megabyte, 5 * megabyte)
  const { bytes, growth } = await readAll(10 * megabyte, 40 * megabyte)
  console.log(
    `${Math.round(bytes / megabyte)} MB at 10 MB/s: memory grew by ${Math.round(growth / megabyte)} MB`,
  )
  expect(bytes).toBeGreaterThanOrEqual(40 * megabyte)
  expect(growth).toBeLessThanOrEqual(allowed)
})

test('a reader as fast as the socket gets every post and costs no more either', async () => {
  const { bytes, growth } = await readAll(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
  console.log(
    `${Math.round(bytes / megabyte)} MB at full speed: memory grew by ${Math.round(growth / megabyte)} MB`,
  )
  expect(bytes).toBeGreaterThan(posts * postBytes)
  expect(growth).toBeLessThanOrEqual(allowed)
  expect(server.memory()).toBeLessThan(200 * megabyte)
})
