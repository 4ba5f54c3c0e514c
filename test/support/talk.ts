// A conversation over a bare socket: bytes are sent exactly as given, and everything that comes back is kept.
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'

export interface Heard {
  bytes: Buffer
  /** How the server ended the connection. */
  end: 'closed' | 'reset'
}

export interface Talk {
  /** Ends the client's side once everything is written. */
  hangUp?: boolean
  /** Time between two writes, in ms. */
  pause?: number
}

/** Resolves when the server has closed the connection, which the last request or `hangUp` must cause. */
export function talk(url: string, writes: readonly (string | Uint8Array)[], how: Talk = {}): Promise<Heard> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let end: Heard['end'] = 'closed'
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true })
    socket.setTimeout(20_000, () => socket.destroy(new Error('the server does not end the connection')))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => socket.end())
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') end = 'reset'
      else reject(error)
    })
    socket.on('close', () => resolve({ bytes: Buffer.concat(chunks), end }))
    const write = ([first, ...rest]: readonly (string | Uint8Array)[]) => {
      if (first === undefined) return how.hangUp ? socket.end() : undefined
      socket.write(first, () => (how.pause === undefined ? write(rest) : setTimeout(write, how.pause, rest)))
    }
    write(writes)
  })
}

export interface Received {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  /** As text, decoded. */
  text: string
  /** It is complete. */
  whole: boolean
}

/**
 * The replies received on one connection, without interim ones. A missing body whose length is
 * announced is that of a HEAD.
 * @throws {Error} where anything but a reply begins
 */
export function repliesIn(bytes: Buffer): Received[] {
  const replies: Received[] = []
  for (let at = 0; at < bytes.length; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', at)
    const [line = '', ...lines] = bytes
      .toString('latin1', at, headEnd === -1 ? undefined : headEnd)
      .split('\r\n')
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]
    if (status === undefined || headEnd === -1)
      throw new Error(`no reply begins with ${JSON.stringify(line)}`)
    const headers = Object.fromEntries(lines.map(headerOf))
    const body = bodyAt(bytes, headEnd + 4, Number(status), headers)
    at = body.end
    if (status.startsWith('1')) continue
    const gzipped = headers['content-encoding'] === 'gzip' && body.bytes.length > 0 && body.whole
    const text = (gzipped ? gunzipSync(body.bytes) : body.bytes).toString()
    replies.push({ status: Number(status), headers, text, whole: body.whole })
  }
  return replies
}

function headerOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

interface Body {
  bytes: Buffer
  end: number
  whole: boolean
}

function bodyAt(bytes: Buffer, start: number, status: number, headers: Record<string, string>): Body {
  const empty = { bytes: bytes.subarray(start, start), end: start, whole: true }
  if (status < 200 || status === 204 || status === 304) return empty
  if (start === bytes.length && headers['transfer-encoding'] === undefined) return empty
  if (bytes.toString('latin1', start, start + 7) === 'HTTP/1.') return empty
  if (headers['transfer-encoding'] === 'chunked') return chunkedAt(bytes, start)
  const length = headers['content-length']
  const end = length === undefined ? bytes.length : start + Number(length)
  return { bytes: bytes.subarray(start, end), end: Math.min(end, bytes.length), whole: end <= bytes.length }
}

function chunkedAt(bytes: Buffer, start: number): Body {
  const chunks: Buffer[] = []
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = lineEnd === -1 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const end = lineEnd + 2 + size
    const whole = end + 2 <= bytes.length
    if (!whole || size === 0) {
      return { bytes: Buffer.concat(chunks), end: whole ? end + 2 : bytes.length, whole: whole && size === 0 }
    }
    chunks.push(bytes.subarray(lineEnd + 2, end))
    at = end + 2
  }
}

/** The body of a reply, as any type the test needs. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into it
export async function json(reply: Response): Promise<any> {
  return reply.json()
}
