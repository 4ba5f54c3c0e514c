// Limits on open connections: in all, from one address, and by the descriptors that this process may have.
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { busy } from '../api/_app/http/error.ts'
import { networkOf } from '../api/_app/http/request.ts'
import { tried } from '../snapshot/tried.ts'
import { networks } from './networks.ts'
import { endWith } from './protocol-errors.ts'

export interface ConnectionLimits {
  /** The bound on all connections together; any more are closed without an answer. */
  total: number
  /** The setting that the total comes from, `GALLEY_MAX_CONNECTIONS` by default. */
  bound?: string
  /** The most connections from one address (the /64 for IPv6); any more are answered with a 503 and closed. */
  perAddress: number
  /** Tells whether many clients may share an address, which is then not counted. */
  isShared(address: string): boolean
}

const retryAfterSeconds = 10
/** The number of connections that may be open in all, unless the environment says otherwise. */
const usualTotal = 10_000

/**
 * `GALLEY_MAX_CONNECTIONS` and `GALLEY_MAX_CONNECTIONS_PER_ADDRESS`: a number, or `off`. Behind a proxy, as
 * `TRUSTED_IP_HEADER` implies, all connections come from one address, and only the first limit applies.
 * @throws {Error} that names the variable and what to write
 */
export function connectionsFromEnvironment(env: NodeJS.ProcessEnv): ConnectionLimits {
  const total = limitFrom('GALLEY_MAX_CONNECTIONS', usualTotal, env)
  const perAddress = limitFrom('GALLEY_MAX_CONNECTIONS_PER_ADDRESS', 256, env)
  const isProxied = Boolean(env.TRUSTED_IP_HEADER?.trim())
  return { total, perAddress, isShared: (address) => isProxied || isPrivate(address) }
}

function limitFrom(name: string, usual: number, env: NodeJS.ProcessEnv): number {
  const text = env[name]?.trim() ?? ''
  if (text === '') return usual
  if (text === 'off') return Number.POSITIVE_INFINITY
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new Error(`${name} "${text}" is not a number of connections; write one such as ${usual}, or off.`)
}

/** @param log gets one line, however many connections are refused */
export function limitConnections(
  server: Server,
  { total, bound = 'GALLEY_MAX_CONNECTIONS', perAddress, isShared }: ConnectionLimits,
  log: (line: string) => void,
): void {
  const open = new Map<string, number>()
  if (Number.isFinite(total)) server.maxConnections = total
  server.on('drop', () => log(`connections: ${total} are open (${bound}); new ones are closed`))
  server.on('connection', (socket: Socket) => {
    const peer = networkOf(socket.remoteAddress ?? '')
    if (peer === undefined || isShared(peer)) return
    const others = open.get(peer) ?? 0
    open.set(peer, others + 1)
    socket.once('close', () => {
      const left = open.get(peer)! - 1
      if (left === 0) open.delete(peer)
      else open.set(peer, left)
    })
    if (others < perAddress) return
    log(
      `connections: an address has ${perAddress} open (GALLEY_MAX_CONNECTIONS_PER_ADDRESS); new ones from it are refused`,
    )
    endWith(socket, busy('This address has too many connections open; close some.', retryAfterSeconds))
  })
}

/** RFC 1918, 4193, 6598, loopback and link-local: the address of a proxy, or one shared by a whole building. */
const isPrivatePeer = networks(
  '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 127.0.0.0/8 169.254.0.0/16 100.64.0.0/10 ::/64 fc00::/7 fe80::/10',
)

/** @param network an IPv4 address, or the /64 of an IPv6 address */
export function isPrivate(network: string): boolean {
  return isPrivatePeer(network.replace(/\/64$/, ''))
}

/**
 * The number of a process's descriptors left for everything but connections: workspaces (256), Redis, and files that are
 * being read; unread replies hold no more than a thousand. Nobody is told when a process runs out of them: the system's next
 * connections are closed without a word, and files cannot be read.
 */
const reserved = 2_000

/** Reads this process's `ulimit -n`; `undefined` if the system does not say, as only Linux does. */
export function descriptorLimit(): number | undefined {
  const limits = tried(() => readFileSync('/proc/self/limits', 'utf8')) ?? ''
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
  return soft === undefined ? undefined : Number(soft)
}

/** @param descriptors as `descriptorLimit` gives them */
export function withinDescriptors(limits: ConnectionLimits, descriptors: number | undefined) {
  if (descriptors === undefined) return limits
  const room = descriptors - Math.min(reserved, descriptors >> 1)
  return room < limits.total ? { ...limits, total: room, bound: `ulimit -n ${descriptors}` } : limits
}

/** @throws {Error} that names the variable and what to write */
export function allowedConnections(env: NodeJS.ProcessEnv): ConnectionLimits {
  return withinDescriptors(connectionsFromEnvironment(env), descriptorLimit())
}

/** Returns the warning for the operator where fewer connections fit than are allowed. */
export function shortageOf(wanted: ConnectionLimits, descriptors: number | undefined): string | undefined {
  const { total, bound } = withinDescriptors(wanted, descriptors)
  const isEnough = !Number.isFinite(wanted.total) && total >= usualTotal
  if (bound === undefined || isEnough) return undefined
  return (
    `connections: at most ${total} can be open, since this process may have ${descriptors} files open; ` +
    'raise that (ulimit -n, LimitNOFILE) or lower GALLEY_MAX_CONNECTIONS'
  )
}
