// What the app sees of a request, whichever platform it came through.

export interface AppRequest {
  method: string
  /** Path and query as `targetOf` gives them. */
  target: string
  /** A header's value by its lower-case name. */
  header(name: string): string | undefined
  /** The client's address as `clientAddress` found it. */
  address: string | undefined
  /** Of HTTP/1.0, where a body that is streamed has no end of its own: its length has to be told. */
  isOld?: boolean
  /** Calls back when the client has gone away, at once if it has; gives back what ends that. */
  gone?(listener: () => void): () => void
}

/** An empty segment: a path that is never a route. */
const noRoute = '//'

/**
 * Path and query of a request, normalised as WHATWG URLs are. A web `Request` arrives already normalised and a
 * socket's does not, so both adapters come through here.
 * @param raw what stood in the request line (origin, absolute or asterisk form), or a whole URL
 */
export function targetOf(raw: string): string {
  const absolute = /^https?:\/\//i.test(raw)
  const text = absolute ? raw : `http://localhost${raw.startsWith('/') ? '' : '/'}${raw}`
  try {
    const url = new URL(text)
    return url.pathname + url.search
  } catch {
    return noRoute
  }
}

/** The query of a target, `?` left out. */
export function queryOf(target: string): string {
  const mark = target.indexOf('?')
  return mark === -1 ? '' : target.slice(mark + 1)
}

/** The path of a target, up to its `?`. */
export function pathOf(target: string): string {
  const mark = target.indexOf('?')
  return mark === -1 ? target : target.slice(0, mark)
}
