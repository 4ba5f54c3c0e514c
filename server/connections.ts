// How many connections there may be: in all, and from one address.
import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { busy } from '../api/_app/http/error.ts'
import { networkOf } from '../api/_app/http/request.ts'
import { endWith } from './protocol-errors.ts'

export interface ConnectionLimits {
  /** In all; more are closed unheard. */
  total: number
  /** From one address, an IPv6 address being its /64; more are answered with a 503 and closed. */
  perAddress: number
  /** Whether many clients may come from an address, which is then not counted. */
  isShared(address: string): boolean
}

const retryAfterSeconds = 10

/**
 * `GALLEY_MAX_CONNECTIONS` and `GALLEY_MAX_CONNECTIONS_PER_ADDRESS`: a number, or `off`. Behind a proxy that is named by
 * `TRUSTED_IP_HEADER` all come from one address, and only the first holds.
 * @throws {Error} that names the variable and what to write
 */
export function connectionsFromEnvironment(env: NodeJS.ProcessEnv): ConnectionLimits {
  const total = most('GALLEY_MAX_CONNECTIONS', 10_000, env)
  const perAddress = most('GALLEY_MAX_CONNECTIONS_PER_ADDRESS', 256, env)
  const isProxied = Boolean(env.TRUSTED_IP_HEADER?.trim())
  return { total, perAddress, isShared: (address) => isProxied || isPrivate(address) }
}

function most(name: string, usual: number, env: NodeJS.ProcessEnv): number {
  const text = env[name]?.trim() ?? ''
  if (text === '') return usual
  if (text === 'off') return Number.POSITIVE_INFINITY
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new Error(`${name} "${text}" is not a number of connections; write one such as ${usual}, or off.`)
}

/** @param log told of it once, however many connections are refused */
export function limitConnections(
  server: Server,
  { total, perAddress, isShared }: ConnectionLimits,
  log: (line: string) => void,
): void {
  const open = new Map<string, number>()
  if (Number.isFinite(total)) server.maxConnections = total
  server.on('drop', () => log(`connections: ${total} are open (GALLEY_MAX_CONNECTIONS); more are closed`))
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
      `connections: an address has ${perAddress} open (GALLEY_MAX_CONNECTIONS_PER_ADDRESS); its others are refused`,
    )
    endWith(socket, busy('This address has too many connections open; close some.', retryAfterSeconds))
  })
}

/** RFC 1918, 4193, 6598, loopback and link-local: a proxy's address, or that of everyone in a house. */
const privateNetworks = {
  ipv4: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '169.254.0.0/16', '100.64.0.0/10'],
  ipv6: ['::/64', 'fc00::/7', 'fe80::/10'],
} as const

/** One a family: a list of both would find IPv4 addresses in `::/64`. */
const privatePeers = { ipv4: listed('ipv4'), ipv6: listed('ipv6') }

function listed(family: keyof typeof privateNetworks): BlockList {
  const list = new BlockList()
  for (const network of privateNetworks[family]) {
    const [address, bits] = network.split('/')
    list.addSubnet(address!, Number(bits), family)
  }
  return list
}

/** @param network an IPv4 address, or the /64 of an IPv6 address */
export function isPrivate(network: string): boolean {
  const address = network.replace(/\/64$/, '')
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  return privatePeers[family].check(address, family)
}
