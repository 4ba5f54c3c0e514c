// One request: its address, what is repeated, and what is thrown.
import { type Bounds, bodyOf, type Received, within } from './body.ts'
import { GalleyError, NotFound, NotModified, Overloaded, SnapshotChanged } from './errors.ts'

/** The number of times that a request is repeated that was refused for a while, and the time that it waits in all, in ms. */
const maxRetries = 3
const maxWait = 30_000
/** Waits are up to this many ms longer, so that clients that were refused together do not come back together. */
const jitter = 1_000
/** The bytes of an error's body that are read. */
const errorBytes = 2 ** 16

/**
 * @param parameters those that are neither `null` nor `undefined` are sent; lists are joined by commas, but for those of `where`,
 * whose values may have commas
 */
export function addressOf(base: string, path: readonly string[], parameters: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (name === 'where') addFilters(query, '', Object(value))
    else if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return `${[base, ...path.map(encodeURIComponent)].join('/')}?${query}`.replace(/\?$/, '')
}

/** The filters of all posts; any other name is that of a field. */
const ours = /^(?:publishedAt|updatedAt|year|month)$/

/** Adds `fields.minutes.lte=10` for `{ minutes: { lte: 10 } }`. @param around the name that a filter begins with */
function addFilters(query: URLSearchParams, around: string, where: object): void {
  for (const [name, value] of Object.entries(where)) {
    const whole = around === '' && !ours.test(name) ? `fields.${name}` : around + name
    if (Object.prototype.toString.call(value) === '[object Object]') addFilters(query, `${whole}.`, value)
    else for (const one of [value ?? []].flat()) query.append(whole, one)
  }
}

/**
 * Returns the reply, if it is a success. Where a reply asks to wait, the request waits and is repeated.
 * @throws {GalleyError} for any other reply, or none
 * @throws the signal's reason once it is aborted
 */
export async function request(address: string, bounds: Bounds, etag?: string | null): Promise<Received> {
  let left = maxWait
  for (let retries = 0; ; retries++) {
    // A request without an entity tag has no header of its own, which a browser would have to ask permission for.
    const init = etag ? { headers: { 'If-None-Match': etag } } : {}
    const response = await within(bounds, (signal) => fetch(address, { ...init, signal }))
    if (response.ok) return { response, bounds }
    const seconds = Number(/^\d+$/.exec(response.headers.get('Retry-After') ?? '')?.[0])
    const wait = seconds * 1_000 + Math.random() * jitter
    // A reply that does not say how long is not repeated either.
    if (retries === maxRetries || !(wait <= left)) throw await errorOf({ response, bounds }, seconds)
    response.body?.cancel().catch(() => {})
    // Nothing arrives meanwhile. A caller that aborts learns it from the next request.
    await within({ ...bounds, timeout: wait }, () => new Promise(() => {})).catch(() => {})
    left -= wait
  }
}

/** @throws the signal's reason */
async function errorOf({ response, bounds }: Received, retryAfter: number): Promise<GalleyError> {
  const { status } = response
  // A proxy may send anything.
  const body = await bodyOf({ response, bounds: { ...bounds, maxBytes: errorBytes } }).catch(() => null)
  bounds.signal?.throwIfAborted()
  const { error: name, message: text, details } = Object(body)
  const error = typeof name === 'string' ? name : `HTTP ${status}`
  const message = typeof text === 'string' ? text : error
  if (retryAfter >= 0) return new Overloaded(status, error, message, details, retryAfter)
  const kinds: Record<number, typeof GalleyError> = { 304: NotModified, 404: NotFound, 409: SnapshotChanged }
  return new (kinds[status] ?? GalleyError)(status, error, message, details)
}
