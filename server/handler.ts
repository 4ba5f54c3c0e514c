// The way from a request on a socket to its reply: static files first, as on Vercel, then the app.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Admission } from '../api/_app/admission/admission.ts'
import type { App } from '../api/_app/app.ts'
import type { Encode } from '../api/_app/gzip/bodies.ts'
import { readBody } from '../api/_app/http/body.ts'
import { failure, HttpError } from '../api/_app/http/error.ts'
import { onClose, onFirst } from '../api/_app/http/node.ts'
import { everyReply, isStream, mergeHeaders, type Reply } from '../api/_app/http/reply.ts'
import { type AppRequest, clientAddress, headerIn, pathOf, targetOf } from '../api/_app/http/request.ts'
import { withFailuresLogged } from '../api/_app/http/stream.ts'
import type { FileHeaders } from './headers.ts'
import type { Observe } from './monitoring/observe.ts'
import { type Sending, send } from './send.ts'
import { publishedPath, type StaticFiles } from './static.ts'

export interface HandlerOptions {
  sending: Sending
  /** Answers what is for this machine alone, before all else. */
  local: LocalRoutes | undefined
  /** The number of replies by the first digit of their status, counted up here. */
  served: number[]
  /** Told of each request, if anybody watches. */
  observe: Observe | undefined
  /** Read on every request, so a plain object: each read of `process.env` is a call into C++. */
  env: NodeJS.ProcessEnv
  log: (line: string) => void
}

/**
 * Replies to a request; `undefined` if the path is none of these routes. Replies are sent without what every other reply has.
 * @param peer the address of the socket's other end, whatever headers say
 */
export type LocalRoutes = (request: AppRequest, peer: string | undefined) => Promise<Reply> | undefined

export interface Handler {
  handle: RequestListener
  /** The reply to the last request on a connection; all others are sent before it. */
  lastReply(socket: Duplex): ServerResponse | undefined
}

/** Requests on one connection waiting behind an earlier one; a client that sends more is not reading its replies. */
const maxPipelined = 100

export function createHandler(app: App, options: HandlerOptions): Handler {
  const last = new WeakMap<Duplex, ServerResponse>()
  const waiting = new WeakMap<Socket, number>()

  function handle(incoming: IncomingMessage, response: ServerResponse): void {
    const { socket } = incoming
    last.set(socket, response)
    // The connection was refused before this request arrived.
    if (!socket.writable) return
    // Node would hold on to an unread body. That of a POST or a PUT may be read.
    if (hasBody(incoming) && !/^(?:POST|PUT)$/.test(incoming.method!)) incoming.resume()
    if (response.socket !== null) {
      answer(incoming, response, app, options)
      return
    }
    // A pipelined request waits its turn, or the replies to all such requests would be in memory at once.
    const others = waiting.get(socket) ?? 0
    if (others === maxPipelined) {
      socket.destroy()
      return
    }
    waiting.set(socket, others + 1)
    response.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1)
      answer(incoming, response, app, options)
    })
  }

  return { handle, lastReply: (socket) => last.get(socket) }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  app: App,
  options: HandlerOptions,
) {
  const { method = 'GET' } = incoming
  options.observe?.(incoming, response)
  const deliver = (reply: Reply) => {
    options.served[Math.floor(reply.status / 100)]! += 1
    return send(reply, method, response, options.sending)
  }
  try {
    const reply = await replyTo(incoming, response, app, options)
    incoming.resume()
    await deliver(reply)
  } catch (error) {
    incoming.resume()
    const reply = failure(error, { ...everyReply }, options.log)
    if (response.headersSent) response.destroy()
    else await deliver(reply)
  }
}

async function replyTo(
  incoming: IncomingMessage,
  response: ServerResponse,
  app: App,
  { local, env }: HandlerOptions,
): Promise<Reply> {
  if (!hasOneHost(incoming)) {
    throw new HttpError(400, 'Bad request', 'An HTTP/1.1 request has exactly one Host header; send one.')
  }
  const request = readRequest(incoming, response, env)
  const own = local?.(request, incoming.socket.remoteAddress)
  if (own) return own
  const reply = await app(request)
  return request.isHttp10 ? withLength(reply, request.method, response) : reply
}

export interface FilesOptions {
  /** Returns the headers of a published file, by its path. */
  headersOf: (path: string) => FileHeaders
  /** Encodes files; the app has an encoder for its own replies. */
  encode: Encode
  admission: Admission
  log: (line: string) => void
}

/** Answers with a file if it is published, and by the app otherwise. */
export function behindFiles(app: App, files: StaticFiles, options: FilesOptions): App {
  const { headersOf, encode, admission, log } = options
  return async (request) => {
    const path = pathOf(request.target)
    const file = publishedPath.test(path) ? await files(request) : undefined
    if (file === undefined) return withinDocs(path, await app(request), headersOf)
    return withFailuresLogged(await admission.begin(await encode(file, request), request), log)
  }
}

/** Below `/docs`, what is no file has the headers of files too, as on Vercel: a browser would render it just the same. */
function withinDocs(path: string, reply: Reply, headersOf: FilesOptions['headersOf']): Reply {
  return path.startsWith('/docs/')
    ? { ...reply, headers: mergeHeaders(headersOf(path), reply.headers) }
    : reply
}

/** Tells whether a request has exactly one host, as HTTP/1.1 requires. Node's own refusal would be an empty 400 without CORS. */
function hasOneHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion !== '1.1' || (headers.host !== undefined && !headers.host.includes(','))
}

function readRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  env: NodeJS.ProcessEnv,
): AppRequest {
  const { method = 'GET', url = '/', headers, socket } = incoming
  const header = headerIn(headers)
  return {
    method,
    target: targetOf(url),
    header,
    address: clientAddress(header, socket.remoteAddress, env),
    isHttp10: incoming.httpVersion === '1.0',
    // A client that disconnects ends its side of the connection, and so does one with nothing more to send. Both count until the
    // reply begins.
    onDisconnect: (listener) =>
      response.headersSent
        ? onClose(response, listener)
        : onFirst(socket, ['end', 'close'], socket.destroyed || socket.readableEnded, listener),
    body: (most) => readBody(incoming, most),
  }
}

/**
 * HTTP/1.0 has no chunked encoding: a body would end with the connection. If the process is killed, the system closes the
 * connection normally, so only a length lets the client notice missing bytes. A stream is too large to hold in memory, so it
 * is read twice: once to count its bytes, and once to send them.
 */
async function withLength(reply: Reply, method: string, response: ServerResponse): Promise<Reply> {
  const { headers, body } = reply
  if (!isStream(body) || headers['Content-Length'] !== undefined || method === 'HEAD') return reply
  let length = 0
  try {
    for await (const chunk of body.chunks()) {
      if (response.destroyed) return reply
      length += chunk.byteLength
      await nextTurn()
    }
  } catch (error) {
    body.close()
    throw error
  }
  return { ...reply, headers: mergeHeaders(headers, { 'Content-Length': String(length) }) }
}
