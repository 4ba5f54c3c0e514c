// From a request on a socket to its reply: static files first, as on the platform, then the app.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Admission } from '../api/_app/admission/admission.ts'
import type { App } from '../api/_app/app.ts'
import { HttpError } from '../api/_app/http/error.ts'
import { failure } from '../api/_app/http/failure.ts'
import { everyReply } from '../api/_app/http/headers.ts'
import type { Reply } from '../api/_app/http/reply.ts'
import type { Encode } from './compress.ts'
import { withLength } from './length.ts'
import { hasOneHost, readRequest } from './request.ts'
import { type Sending, send } from './send.ts'
import type { StaticFiles } from './static.ts'

export interface AnswerOptions {
  app: App
  files: StaticFiles
  /** For files, as the app has them for its own. */
  encode: Encode
  admission: Admission
  sending: Sending
  env: NodeJS.ProcessEnv
  log: (line: string) => void
}

/** Requests of one connection that wait behind another one of it; whoever sends more is not one who reads replies. */
const maxPipelined = 100

export function createAnswer(options: AnswerOptions): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (incoming, response) => {
    // The connection was refused before it asked.
    if (!incoming.socket.writable) return
    // Node would keep a body until somebody reads it.
    if (hasBody(incoming)) incoming.resume()
    if (response.socket !== null) {
      answer(incoming, response, options)
      return
    }
    // A pipelined request waits for its turn, or the replies to all of them would be in memory at once.
    const { socket } = incoming
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
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  options: AnswerOptions,
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
  { app, files, encode, admission, env }: AnswerOptions,
): Promise<Reply> {
  if (!hasOneHost(incoming)) {
    throw new HttpError(400, 'Bad request', 'A request of HTTP/1.1 has exactly one Host header; send one.')
  }
  const request = readRequest(incoming, env)
  const file = await files(request)
  const reply =
    file === undefined ? await app(request) : await admission.begin(await encode(file, request), request)
  return request.isOld ? withLength(reply, request.method, response) : reply
}
