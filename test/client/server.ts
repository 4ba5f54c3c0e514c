// A client of a server that is not Galley, and what it has read.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { type ClientOptions, createClient } from '../../client/index.ts'

/** To be called in a test, at the end of which the server is closed. */
export async function clientOf(listener: RequestListener, options: Partial<ClientOptions> = {}) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise((closed) => server.close(() => closed()))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { requests, client: createClient({ baseUrl: `${baseUrl}/g//`, key: 'k/ü', ...options }) }
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = []
  for await (const item of items) read.push(item)
  return read
}

/**
 * Replies without end, of pieces that are counted as they are taken: a socket has buffers. To be called in a test.
 * @returns how many bytes are taken of each reply
 */
export function counting(piece: string, status = 200, begun = piece): number[] {
  const taken: number[] = []
  const [first, further] = [begun, piece].map((text) => new TextEncoder().encode(text)) as [
    Uint8Array,
    Uint8Array,
  ]
  vi.stubGlobal('fetch', async () => {
    const reply = taken.push(0) - 1
    const pull = (controller: ReadableStreamDefaultController) => {
      const next = taken[reply] === 0 ? first : further
      taken[reply]! += next.length
      controller.enqueue(next.slice())
    }
    const headers = { 'Content-Type': 'application/json' }
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { status, headers })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return taken
}
