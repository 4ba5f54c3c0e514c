// The body of a request: one route alone has one.
import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { HttpError } from './error.ts'
import { onFirst } from './node.ts'

/** The bound on a body in bytes, where nothing else is said. */
const maxBody = 65_536
/** The time that all of it may take to arrive, in ms. */
const bodyTimeout = 5_000
const late = `The body did not arrive within ${bodyTimeout / 1_000} seconds; send it in one go.`

/**
 * Reads a body of JSON, whole.
 * @param most bytes that it may have
 * @throws {HttpError} 415, 413 or 408; what has not been read then is left to the caller
 */
export async function readBody(request: IncomingMessage, most = maxBody): Promise<Buffer> {
  const tooLarge = requireJson(most, request.headers['content-type'], request.headers['content-encoding'])
  const chunks: Buffer[] = []
  let bytes = 0
  const gone = new AbortController()
  const stop = onFirst(request.socket, ['end'], request.socket.readableEnded, () => gone.abort())
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(bodyTimeout)])
  try {
    for await (const [chunk] of on(request, 'data', { signal, close: ['end', 'close'] })) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > most) throw tooLarge
    }
  } catch (error) {
    if (error === tooLarge) throw tooLarge
  } finally {
    stop()
  }
  if (request.complete) return Buffer.concat(chunks)
  throw new HttpError(408, 'Request timeout', late)
}

/** Reads a body as `readBody` does, on platforms that have the web's requests. */
export async function readWebBody({ headers, body }: Request, most = maxBody): Promise<Buffer> {
  const tooLarge = requireJson(most, headers.get('content-type'), headers.get('content-encoding'))
  const chunks: Uint8Array[] = []
  let bytes = 0
  const write = (chunk: Uint8Array) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > most) throw tooLarge
  }
  const signal = AbortSignal.timeout(bodyTimeout)
  await body?.pipeTo(new WritableStream({ write }), { signal }).catch((error) => {
    throw error === tooLarge ? tooLarge : new HttpError(408, 'Request timeout', late)
  })
  return Buffer.concat(chunks)
}

/** @returns the error if it has more bytes than `most` */
function requireJson(most: number, type?: string | null, encoding?: string | null): HttpError {
  if (/^application\/json\s*(?:;|$)/i.test(type ?? '') && /^identity$/i.test(encoding ?? 'identity'))
    return new HttpError(413, 'Content too large', `The body may have at most ${most} bytes.`)
  const message = 'Send JSON as it is, not compressed, with Content-Type: application/json.'
  throw new HttpError(415, 'Unsupported media type', message)
}
