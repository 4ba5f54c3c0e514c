// A client that keeps a server on another core busy: raw sockets, kept alive, one request after the other on each.
// It looks at no more of a reply than its head: a client that costs as much as the server measures itself
// (autocannon's cost exceeds the constant server's from 30 KB on). Told what to ask by messages, answers with `Loaded`.
import { connect, type Socket } from 'node:net'

export interface Load {
  port: number
  /** Asked for in turn, over and over. */
  targets: string[]
  /** Further header lines, each ended by CRLF. */
  headers: string
  /** The status every reply must have. */
  status: number
  milliseconds: number
}

export type Loaded = { replies: number; seconds: number } | { failure: string }

const connections = 10

process.on('message', async (load: Load) => process.send!(await run(load)))

async function run(load: Load): Promise<Loaded> {
  const asker = new Asker(load)
  const started = performance.now()
  const all = Array.from({ length: connections }, () => open(asker))
  const failure = await Promise.race([asker.failed, after(load.milliseconds)])
  const seconds = (performance.now() - started) / 1_000
  for (const socket of all) socket.destroy()
  return failure === undefined ? { replies: asker.replies, seconds } : { failure }
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds))
}

/** What the connections share: whose turn it is and how many replies came. */
class Asker {
  replies = 0
  readonly port: number
  readonly status: string
  readonly failed: Promise<string>
  fail: (message: string) => void = () => {}
  readonly #requests: Buffer[]
  #next = 0

  constructor({ port, targets, headers, status }: Load) {
    this.port = port
    this.status = `HTTP/1.1 ${status} `
    this.#requests = targets.map((target) =>
      Buffer.from(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`),
    )
    this.failed = new Promise((resolve) => {
      this.fail = resolve
    })
  }

  next(): Buffer {
    const request = this.#requests[this.#next]!
    this.#next = (this.#next + 1) % this.#requests.length
    return request
  }
}

function open(asker: Asker): Socket {
  const buffer = Buffer.allocUnsafe(256 * 1_024)
  const reply = new ReplyReader()
  const socket = connect({
    port: asker.port,
    host: '127.0.0.1',
    onread: {
      buffer,
      callback(length) {
        if (!reply.take(buffer, length)) return true
        if (!reply.head.startsWith(asker.status)) asker.fail(`a reply began ${reply.head.slice(0, 40)}`)
        asker.replies++
        socket.write(asker.next())
        return true
      },
    },
  })
  socket.on('error', (error) => asker.fail(error.message))
  socket.on('close', () => asker.fail('the server closed a connection'))
  socket.write(asker.next())
  return socket
}

/** Counts off one reply after another by its Content-Length; a reply without one never ends. */
class ReplyReader {
  head = ''
  #left = 0
  #state: 'head' | 'body' | 'end' = 'end'

  /** @returns whether these bytes end a reply */
  take(buffer: Buffer, length: number): boolean {
    let body = length
    if (this.#state === 'end') {
      this.head = ''
      this.#state = 'head'
    }
    if (this.#state === 'head') {
      const known = this.head.length
      this.head += buffer.toString('latin1', 0, Math.min(length, 4_096))
      const end = this.head.indexOf('\r\n\r\n')
      if (end === -1) return false
      body = length - (end + 4 - known)
      this.#left = Number(/\r\ncontent-length: (\d+)/i.exec(this.head)?.[1] ?? 0)
      this.#state = 'body'
    }
    this.#left -= body
    if (this.#left !== 0) return false
    this.#state = 'end'
    return true
  }
}
