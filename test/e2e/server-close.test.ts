// The end of a server: nothing that runs is cut without need, and nothing that does nothing delays it.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { bulkWorkspace } from '../bulk.ts'
import { site } from './site.ts'
import { repliesIn } from './talk.ts'

const here = site([bulkWorkspace('demo', 240, () => 'x'.repeat(100_000))])

async function connected(): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(here.running.url).port) })
  await once(socket, 'connect')
  return socket
}

test('a running reply is sent to its end, while unused and idle connections end at once', async () => {
  const [unused, idle, reading] = [await connected(), await connected(), await connected()]
  const end = (socket: Socket) => once(socket.resume(), 'close')
  idle.write('GET /status HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(idle, 'data')
  reading.write('GET /v1/demo/posts?limit=all HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(reading, 'readable')

  const closed = here.running.close()
  await Promise.all([end(unused), end(idle)])
  await expect(connected()).rejects.toThrow('ECONNREFUSED')

  const chunks: Buffer[] = []
  for await (const chunk of reading) chunks.push(chunk)
  const [reply] = repliesIn(Buffer.concat(chunks))
  expect([reply!.whole, JSON.parse(reply!.text).posts.length]).toEqual([true, 240])
  await closed
})
