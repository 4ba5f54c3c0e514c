// One request over a socket, sent exactly as written, and everything that came back.
import { request } from 'node:http'

export interface RawRequest {
  name: string
  /** Path and query as in the request line; characters beyond ASCII are sent as raw UTF-8. */
  target: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface Answer {
  /** 0 if not even a status line arrived. */
  status: number
  /** By lower-case name; repeated ones joined by a comma. */
  headers: Record<string, string>
  body: Buffer
  /** The connection ended before the body was complete. */
  cut: boolean
}

export function ask(port: number, exchange: RawRequest): Promise<Answer> {
  const { target, method = 'GET', headers = {}, body = '' } = exchange
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path: Buffer.from(target, 'utf8').toString('latin1'),
      headers: { 'Accept-Encoding': 'identity', ...length, ...headers },
      agent: false,
    })
    outgoing.on('error', () => resolve({ status: 0, headers: {}, body: Buffer.alloc(0), cut: true }))
    outgoing.on('response', (incoming) => {
      const ended = (cut: boolean) =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: joined(incoming.rawHeaders),
          body: Buffer.concat(chunks),
          cut,
        })
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => ended(false))
      incoming.on('error', () => ended(true))
    })
    outgoing.end(body)
  })
}

function joined(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase()
    const value = raw[i + 1]!
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return headers
}
