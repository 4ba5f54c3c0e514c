// The body of a request: one route alone has one.
import type { IncomingMessage } from 'node:http'
import { HttpError } from './error.ts'

/** In bytes. */
export const maxBody = 65_536
/** How long all of it may take to arrive, in ms. */
const bodyTimeout = 5_000

/**
 * Reads a body of JSON, whole.
 * @throws {HttpError} 415, 413 or 408; what has not been read then is left to the caller
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const {
    'content-type': type = '',
    'content-encoding': encoding = '',
    'content-length': length,
  } = request.headers
  if (!/^application\/json\s*(?:;|$)/i.test(type) || !/^(?:identity)?$/i.test(encoding)) {
    const message =
      'The body must be JSON as it is: send Content-Type: application/json, and do not compress it.'
    throw new HttpError(415, 'Unsupported media type', message)
  }
  if (Number(length) > maxBody) throw tooLarge()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const settle = (settled: () => void) => {
      clearTimeout(timer)
      request.off('data', take).off('end', end).off('close', gone)
      settled()
    }
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > maxBody) settle(() => reject(tooLarge()))
    }
    const end = () => settle(() => resolve(Buffer.concat(chunks)))
    const gone = () => settle(() => reject(late()))
    const timer = setTimeout(gone, bodyTimeout)
    request.on('data', take).on('end', end).on('close', gone)
  })
}

function tooLarge(): HttpError {
  const message = `The body may have at most ${maxBody} bytes; ask for less at a time.`
  return new HttpError(413, 'Content too large', message)
}

function late(): HttpError {
  const message = `The body did not arrive within ${bodyTimeout / 1_000} seconds; send it in one go.`
  return new HttpError(408, 'Request timeout', message)
}
