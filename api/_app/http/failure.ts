// The one place where something thrown becomes a reply.
import { isExhaustion, SnapshotError } from '../../../snapshot/error.ts'
import { HttpError, internalError, snapshotUnavailable } from './error.ts'
import { joined, jsonContent } from './headers.ts'
import { byteLength, jsonBody, type Reply } from './reply.ts'

const retryAfterSeconds = 10

/**
 * @param headers those the reply has collected so far
 * @param log told what is ours to mend; clients learn nothing of it
 */
export function failure(error: unknown, headers: Record<string, string>, log: (line: string) => void): Reply {
  const shown = asHttpError(error, log)
  const body = jsonBody(shown.toBody())
  const own = { 'Cache-Control': 'no-store', 'Content-Length': String(byteLength(body)), ...shown.headers }
  return { status: shown.status, headers: joined(headers, jsonContent, own), body }
}

function asHttpError(error: unknown, log: (line: string) => void): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof SnapshotError) {
    log(`snapshot unavailable: ${error.message}`)
    return snapshotUnavailable(retryAfterSeconds)
  }
  if (isExhaustion(error)) {
    log(`out of descriptors or memory: ${error instanceof Error ? error.message : String(error)}`)
    return snapshotUnavailable(retryAfterSeconds)
  }
  log(`internal error: ${error instanceof Error ? error.stack : String(error)}`)
  return internalError()
}
