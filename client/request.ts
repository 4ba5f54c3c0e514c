// One request: its address, what is repeated, and what is thrown.
import { BrokenReply, GalleyError, NotFound, Overloaded, SnapshotChanged } from './errors.ts'

/** How often a request is repeated that was refused for a while, and how long it waits in all, in ms. */
const maxRetries = 3
const maxWait = 30_000
/** Waits are up to this many ms longer, so that clients that were refused together do not come back together. */
const jitter = 1_000

/**
 * @param base ends with a slash
 * @param parameters those that are neither `null` nor `undefined` are sent; lists are joined by commas
 */
export function addressOf(base: string, path: readonly string[], parameters: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return `${base}${path.map(encodeURIComponent).join('/')}?${query}`.replace(/\?$/, '')
}

/**
 * The reply, if it is a success. Where a reply asks to wait, the request waits and is repeated.
 * @throws {GalleyError} for any other reply
 * @throws what `fetch` throws: the signal's reason once it is aborted
 */
export async function request(address: string, signal: AbortSignal | undefined): Promise<Response> {
  let left = maxWait
  for (let retries = 0; ; retries++) {
    // Without a header of its own, which a browser would have to ask permission for.
    const response = await fetch(address, signal ? { signal } : undefined)
    if (response.ok) return response
    const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10)
    const wait = seconds * 1_000 + Math.random() * jitter
    // A reply that does not say how long is not repeated either.
    if (retries === maxRetries || !(wait <= left)) {
      const error = await errorOf(response, seconds)
      signal?.throwIfAborted()
      throw error
    }
    await response.body?.cancel()
    await pause(wait, signal)
    left -= wait
  }
}

/** The body of an error. */
interface Failure {
  error: string
  message: string
  details: unknown
}

async function errorOf(response: Response, retryAfter: number): Promise<GalleyError> {
  const { status } = response
  // A proxy may send anything.
  const body = (await response.json().catch(() => null)) as Partial<Failure> | null
  const { error = `HTTP ${status}`, message = error, details } = body ?? {}
  if (retryAfter >= 0) return new Overloaded(status, error, message, details, retryAfter)
  const kind = status === 404 ? NotFound : status === 409 ? SnapshotChanged : GalleyError
  return new kind(status, error, message, details)
}

/** @throws the signal's reason */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

/** @throws {BrokenReply} */
export async function bodyOf<T>(response: Response, signal: AbortSignal | undefined): Promise<T> {
  try {
    return (await response.json()) as T
  } catch (cause) {
    throw brokenBy(cause, signal)
  }
}

/** What reading a body has thrown, as the error to throw. */
export function brokenBy(cause: unknown, signal: AbortSignal | undefined): unknown {
  return signal?.aborted
    ? signal.reason
    : new BrokenReply('The reply ended before it was complete.', { cause })
}
