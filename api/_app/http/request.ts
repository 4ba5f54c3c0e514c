// The app's view of a request, whichever platform it came through: what it asks for, and who the client is.
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

export interface AppRequest {
  method: string
  /** Path and query as `targetOf` gives them. */
  target: string
  /** A header's value by its lower-case name. */
  header(name: string): string | undefined
  /** The client's address as `clientAddress` found it. */
  address: string | undefined
  /** True for HTTP/1.0, in which a streamed body has no end marker, so its length has to be announced. */
  isHttp10?: boolean
  /** Calls back when the client has disconnected, at once if it already has. @returns what removes the listener */
  onDisconnect?(listener: () => void): () => void
  /** Reads the body, as `readBody` does; left out, there is none. */
  body?(most?: number): Promise<Buffer>
}

/** Makes `header` of a request from headers that Node has parsed. */
export function headerIn(headers: IncomingHttpHeaders): AppRequest['header'] {
  return (name) => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
}

/** OPTIONS has been answered by then. */
export function isRead({ method }: AppRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The weight of each item of a header such as `Accept`, by its lower-case name (RFC 9110, 12.4.2). */
export function weightsOf(header: string): Map<string, number> {
  return new Map(header.split(',').map(weightOf))
}

function weightOf(item: string): [name: string, weight: number] {
  const [name = '', ...parameters] = item.toLowerCase().split(';')
  const weight = parameters.map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1])
  return [name.trim(), Number(weight.find((found) => found !== undefined) ?? 1)]
}

/** Tells whether `Accept` names HTML, as browsers do for a page, and prefers no JSON to it. Wildcards name nothing. */
export function asksForPage({ header }: Pick<AppRequest, 'header'>): boolean {
  const weights = weightsOf(header('accept') ?? '')
  return (weights.get('text/html') ?? 0) > (weights.get('application/json') ?? 0)
}

/** Has an empty segment, so it never matches a route. */
const noRoute = '//'

/**
 * Path and query of a request, normalised as WHATWG URLs are: requests arrive as they were sent.
 * @param raw the target from the request line (origin, absolute or asterisk form), or a whole URL
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

/** The query of a target, without its `?`. */
export function queryOf(target: string): string {
  const mark = target.indexOf('?')
  return mark === -1 ? '' : target.slice(mark + 1)
}

/** The path of a target, up to its `?`. */
export function pathOf(target: string): string {
  const mark = target.indexOf('?')
  return mark === -1 ? target : target.slice(0, mark)
}

/**
 * The client's address: on Vercel as the platform's headers state it, elsewhere the header that
 * `TRUSTED_IP_HEADER` names, else the socket's.
 * @param header a request header by its lower-case name
 * @param socket the address of the socket's other end
 */
export function clientAddress(
  header: (name: string) => string | undefined,
  socket: string | undefined,
  env: NodeJS.ProcessEnv,
): string | undefined {
  const trusted = env.TRUSTED_IP_HEADER?.trim().toLowerCase()
  if (trusted) return last(header(trusted)) ?? socket
  if (env.VERCEL === '1') return first(header('x-real-ip')) ?? first(header('x-forwarded-for')) ?? socket
  return socket
}

/**
 * Checks the name of the trusted header: with an impossible one, all clients would share the proxy's address.
 * @throws {Error} that says what to write
 */
export function checkTrustedHeader(env: NodeJS.ProcessEnv): void {
  const name = env.TRUSTED_IP_HEADER?.trim() ?? ''
  if (/^[\w-]*$/.test(name)) return
  throw new Error(`TRUSTED_IP_HEADER "${name}" is not the name of a header; write one such as X-Real-IP.`)
}

/** A proxy appends the address it saw; anything before it came from the client. */
function last(list: string | undefined): string | undefined {
  return list?.split(',').at(-1)?.trim() || undefined
}

function first(list: string | undefined): string | undefined {
  return list?.split(',', 1)[0]?.trim() || undefined
}

/** The key a client is counted under: a hash, so that no store ever holds an address. Unparsable addresses share one. */
export function clientId(address: string | undefined): string {
  const network = address === undefined ? undefined : networkOf(address)
  if (network === undefined) return 'unknown'
  return hash('sha256', network, 'base64url').slice(0, 22)
}

/** An IPv4 address as it is, the /64 of an IPv6 address (one subscriber's); `undefined` for anything else. */
export function networkOf(address: string): string | undefined {
  const bare = withoutPort(address.trim()).replace(/%.*$/, '')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return undefined
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? ipv4In(bare) : `${groups.slice(0, 4).join(':')}::/64`
}

/** The last four bytes of a valid IPv6 address, as an IPv4 address. */
export function ipv4In(address: string): string {
  const last = groupsOf(address).slice(6)
  return last.flatMap((group) => [...Buffer.from(group.padStart(4, '0'), 'hex')]).join('.')
}

function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address)
  if (bracketed) return bracketed[1]!
  return /^[\d.]+:\d+$/.test(address) ? address.slice(0, address.indexOf(':')) : address
}

/** The eight groups of a valid IPv6 address, hexadecimal and without leading zeros, as a URL has them. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address}]`)
  const [left = [], right] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  if (right === undefined) return left
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}
