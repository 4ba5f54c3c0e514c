// From a request on a socket to its reply: static files first, as on the platform, then the app.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { App } from '../api/_app/app.ts'
import { HttpError } from '../api/_app/http/error.ts'
import { failure } from '../api/_app/http/failure.ts'
import { everyReply } from '../api/_app/http/headers.ts'
import type { Reply } from '../api/_app/http/reply.ts'
import type { Encode } from './compress.ts'
import { hasOneHost, readRequest } from './request.ts'
import { send } from './send.ts'
import type { StaticFiles } from './static.ts'

export interface AnswerOptions {
  app: App
  files: StaticFiles
  encode: Encode
  env: NodeJS.ProcessEnv
  log: (line: string) => void
}

export function createAnswer(options: AnswerOptions): RequestListener {
  return (incoming, response) => {
    // A pipelined request waits for its turn, or the replies to a thousand of them would be in memory at once.
    if (response.socket !== null) answer(incoming, response, options)
    else response.once('socket', () => answer(incoming, response, options))
  }
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  options: AnswerOptions,
): Promise<void> {
  const { method = 'GET' } = incoming
  try {
    await send(await replyTo(incoming, options), method, response)
  } catch (error) {
    const reply = failure(error, { ...everyReply }, options.log)
    if (response.headersSent) response.destroy()
    else await send(reply, method, response)
  }
}

async function replyTo(
  incoming: IncomingMessage,
  { app, files, encode, env }: AnswerOptions,
): Promise<Reply> {
  if (!hasOneHost(incoming)) {
    throw new HttpError(400, 'Bad request', 'A request of HTTP/1.1 has exactly one Host header; send one.')
  }
  const request = readRequest(incoming, env)
  const reply = (await files(request)) ?? (await app(request))
  return encode(reply, request)
}
