// Shutting down a server: nothing in progress is cut off without need, and nothing idle delays it.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { serve } from '../../server/index.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { testServer, unlimited } from '../support/server.ts'
import { repliesIn, talk } from '../support/talk.ts'

const demo = [bulkWorkspace('demo', 160, () => 'x'.repeat(100_000))]
const here = testServer(demo)
/** It answers from the same snapshot. */
const other = testServer([], {}, { data: `${here.dist}/data` })

afterEach(() => vi.useRealTimers())

async function connected({ running } = here): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(running.url).port) })
  await once(socket, 'connect')
  return socket
}

test('a reply in progress is finished, while unused and idle connections are closed at once', async () => {
  const [unused, idle, reading] = [await connected(), await connected(), await connected()]
  const end = (socket: Socket) => once(socket.resume(), 'close')
  idle.write('GET /status HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(idle, 'data')
  reading.write('GET /v1/demo/posts?limit=all HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(reading, 'readable')

  // None of them waits for the time after which all are cut off.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const closed = here.running.close()
  await Promise.all([end(unused), end(idle)])
  await expect(connected()).rejects.toThrow('ECONNREFUSED')

  const chunks: Buffer[] = []
  for await (const chunk of reading) chunks.push(chunk)
  const [reply] = repliesIn(Buffer.concat(chunks))
  expect([reply!.whole, JSON.parse(reply!.text).posts.length]).toEqual([true, 160])
  await closed
})

/** Whether something has ended by itself by now. */
async function hasEnded(work: Promise<unknown>): Promise<boolean> {
  let ended = false
  void work.then(() => {
    ended = true
  })
  for (let turns = 0; turns < 100; turns++) await nextTurn()
  return ended
}

test('a reply that nobody reads is cut off after five seconds', async () => {
  const reading = await connected(other)
  reading.on('error', () => {})
  reading.write('GET /v1/demo/posts?limit=all HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(reading, 'readable')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const closed = other.running.close()
  vi.advanceTimersByTime(4_999)
  expect(await hasEnded(closed)).toBe(false)
  vi.advanceTimersByTime(1)
  await closed
  reading.destroy()
})

test('nothing runs on after the end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const address = { port: 0, host: '127.0.0.1' }
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const running = await serve({ data: `${here.dist}/data`, ...address, env: unlimited })
  await running.look()
  // What nobody else takes goes to standard error.
  expect(said.mock.calls).toEqual([[expect.stringMatching(/^verified: snapshot /)]])
  said.mockRestore()
  const asking = 'GET /v1/demo/posts?limit=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  expect(repliesIn((await talk(running.url, [asking])).bytes)[0]!.status).toBe(200)
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  await running.close()
  expect(vi.getTimerCount()).toBe(0)
})
