// Answers input that never becomes a request: text that Node's parser rejects, heads that do not arrive, CONNECT. The answer has
// the format of the contract, and then the connection is closed.
import { type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { failure, HttpError, maxTarget, methodNotAllowed, uriTooLong } from '../api/_app/http/error.ts'
import { everyReply, isStream } from '../api/_app/http/reply.ts'
import type { Handler } from './handler.ts'

/** Bytes that a client still sends are read and dropped for this long: closing at once could lose the answer. */
const lingerMs = 1_000

interface ParserError extends NodeJS.ErrnoException {
  /** The bytes at which the parser gave up. */
  rawPacket?: Buffer
}

/** @param lastReply the reply to the last request on a connection */
export function handleProtocolErrors(server: Server, lastReply: Handler['lastReply']): void {
  const refused = new WeakSet<Duplex>()

  /** Replies to earlier requests on the connection are finished first. */
  const refuse = (socket: Duplex, error: HttpError) => {
    refused.add(socket)
    socket.on('error', () => {})
    const earlier = lastReply(socket)
    if (earlier === undefined || earlier.writableFinished) endWith(socket, error)
    else earlier.once('close', () => endWith(socket, error))
  }

  server.on('clientError', (error: ParserError, socket) => {
    if (refused.has(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else refuse(socket, refusalOf(error))
  })
  const noProxy = 'This is not a proxy; use GET, HEAD or OPTIONS.'
  server.on('connect', (_request, socket) => refuse(socket, methodNotAllowed(noProxy)))
}

function refusalOf({ code, rawPacket }: ParserError): HttpError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new HttpError(408, 'Request timeout', 'The request did not arrive in time; send it in one go.')
  }
  if (code !== 'HPE_HEADER_OVERFLOW') {
    return new HttpError(400, 'Bad request', 'This is not a valid HTTP/1.1 request; correct its syntax.')
  }
  const line = rawPacket?.indexOf('\n') ?? -1
  // No method that Node accepts is longer than UNSUBSCRIBE.
  const begins = /^[A-Z-]+ /.test(rawPacket?.toString('latin1', 0, 12) ?? '')
  if (begins && (line === -1 || line > maxTarget)) return uriTooLong()
  return new HttpError(431, 'Request headers too large', 'Request line and headers are too long; send fewer.')
}

/** Sends an error as the connection's last response, and closes it. */
export function endWith(socket: Duplex, error: HttpError): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { status, headers, body } = failure(error, { ...everyReply, Connection: 'close' }, () => {})
  const lines = Object.entries({ ...headers, Date: new Date().toUTCString() }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const head = Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
  socket.end(isStream(body) ? head : Buffer.concat([head, ...body]))
  socket.resume()
  const linger = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('end', () => socket.destroy())
  socket.once('close', () => clearTimeout(linger))
}
