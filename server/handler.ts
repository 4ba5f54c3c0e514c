// From a request on a socket to its reply: static files first, as on the platform, then the app.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Admission } from '../api/_app/admission/admission.ts'
import type { App } from '../api/_app/app.ts'
import { failure, HttpError } from '../api/_app/http/error.ts'
import { everyReply, isStream, joined, type Reply } from '../api/_app/http/reply.ts'
import { type AppRequest, clientAddress, pathOf, targetOf } from '../api/_app/http/request.ts'
import type { Encode } from './bodies.ts'
import { type Sending, send } from './send.ts'
import { publishedPath, type StaticFiles } from './static.ts'

export interface HandlerOptions {
  app: App
  files: StaticFiles
  /** For files, as the app has them for its own. */
  encode: Encode
  admission: Admission
  sending: Sending
  /** Looked into on every request: a plain object, since each look into `process.env` is a call into C++. */
  env: NodeJS.ProcessEnv
  log: (line: string) => void
}

export interface Handler {
  handle: RequestListener
  /** The reply to the last request of a connection, which all others go before. */
  lastReply(socket: Duplex): ServerResponse | undefined
}

/** Requests of one connection that wait behind another one of it; whoever sends more is not one who reads replies. */
const maxPipelined = 100

export function createHandler(options: HandlerOptions): Handler {
  const last = new WeakMap<Duplex, ServerResponse>()
  const waiting = new WeakMap<Socket, number>()

  function handle(incoming: IncomingMessage, response: ServerResponse): void {
    const { socket } = incoming
    last.set(socket, response)
    // The connection was refused before it asked.
    if (!socket.writable) return
    // Node would keep a body until somebody reads it.
    if (hasBody(incoming)) incoming.resume()
    if (response.socket !== null) {
      answer(incoming, response, options)
      return
    }
    // A pipelined request waits for its turn, or the replies to all of them would be in memory at once.
    const others = waiting.get(socket) ?? 0
    if (others === maxPipelined) {
      socket.destroy()
      return
    }
    waiting.set(socket, others + 1)
    response.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1)
      answer(incoming, response, options)
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
  options: HandlerOptions,
): Promise<void> {
  const { method = 'GET' } = incoming
  const { sending } = options
  try {
    await send(await replyTo(incoming, response, options), method, response, sending)
  } catch (error) {
    const reply = failure(error, { ...everyReply }, options.log)
    if (response.headersSent) response.destroy()
    else await send(reply, method, response, sending)
  }
}

async function replyTo(
  incoming: IncomingMessage,
  response: ServerResponse,
  { app, files, encode, admission, env }: HandlerOptions,
): Promise<Reply> {
  if (!hasOneHost(incoming)) {
    throw new HttpError(400, 'Bad request', 'A request of HTTP/1.1 has exactly one Host header; send one.')
  }
  const request = readRequest(incoming, env)
  const file = publishedPath.test(pathOf(request.target)) ? await files(request) : undefined
  const reply =
    file === undefined ? await app(request) : await admission.begin(await encode(file, request), request)
  return request.isHttp10 ? withLength(reply, request.method, response) : reply
}

/** HTTP/1.1 wants exactly one, and Node's own refusal would be an empty 400 that no browser may read. */
function hasOneHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion !== '1.1' || (headers.host !== undefined && !headers.host.includes(','))
}

function readRequest(incoming: IncomingMessage, env: NodeJS.ProcessEnv): AppRequest {
  const { method = 'GET', url = '/', headers, socket } = incoming
  const header = (name: string) => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
  const address = clientAddress(header, socket.remoteAddress, env)
  const { httpVersionMajor, httpVersionMinor } = incoming
  return {
    method,
    target: targetOf(url),
    header,
    address,
    isHttp10: httpVersionMajor === 1 && httpVersionMinor === 0,
    onDisconnect: (listener) => onDisconnect(socket, listener),
  }
}

/** Whoever goes away ends the connection's other direction, as does who only has no more to say: nobody waits for these. */
function onDisconnect(socket: Socket, listener: () => void): () => void {
  if (socket.destroyed || socket.readableEnded) {
    listener()
    return () => {}
  }
  const stop = () => socket.off('end', once).off('close', once)
  const once = () => {
    stop()
    listener()
  }
  socket.on('end', once).on('close', once)
  return stop
}

/**
 * HTTP/1.0 has no chunks: the end of the connection would be the end of the body. Of a process that was killed the system
 * ends connections like any other, so only a length tells the client that something is missing. A stream is read twice,
 * since it is more than is held in memory: once to count its bytes, and then to be sent.
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
  return { ...reply, headers: joined(headers, { 'Content-Length': String(length) }) }
}
