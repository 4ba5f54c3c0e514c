// Functions that serve and dev have in common: starting the server, and the address that it listens at.
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { servedSnapshot } from '../../api/_app/routes/service.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { type Running, type ServeOptions, serve } from '../../server/index.ts'
import { urlOf } from '../../server/listen.ts'
import { MetricsAddressError } from '../../server/monitoring/metrics-server.ts'
import { describeSnapshot } from '../../server/reload.ts'
import { currentFile } from '../../snapshot/format/format.ts'
import type { Snapshots } from '../../snapshot/read/snapshots.ts'
import { checkServing } from '../cli/check-serving.ts'
import type { Console, FlagValues } from '../cli/command.ts'
import { typedWith } from '../cli/typed.ts'
import { printJson, printLine, printTrace } from '../terminal/print.ts'

/**
 * Chooses the address before a long build rather than after it, including a free port.
 * @throws {ConfigurationError} if the port is taken
 */
export async function chooseAddress(values: FlagValues, console: Console) {
  const { port, host } = addressOf(values, console.env)
  const address = await tryPort(port, host).catch(async (error) => {
    throw await explained(error, { port, host }, console)
  })
  return { port: address.port, url: urlOf(address) }
}

interface Address {
  port: number
  host: string
}

/** @throws {ConfigurationError} if the port is no number */
export function addressOf(values: FlagValues, env: NodeJS.ProcessEnv): Address {
  const host = String(values.host ?? '127.0.0.1')
  return { port: portOf(values.port, env), host: host.replace(/^\[(.*)\]$/, '$1') }
}

function portOf(flag: FlagValues[string], env: NodeJS.ProcessEnv): number {
  const text = String(flag ?? (env.PORT || '3000'))
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  const name = flag === undefined ? 'PORT' : '--port'
  throw new ConfigurationError(
    `${name} "${text}" is not a port. Write a number up to 65535, or 0 for any free port.`,
  )
}

/** Returns what to write instead, if that is why the address cannot be listened at; else the error as it is. */
export async function explained(error: NodeJS.ErrnoException, { port, host }: Address, console: Console) {
  const { code = '', syscall = '' } = error
  if (!['listen', 'getaddrinfo', 'bind'].includes(syscall)) return error
  if (code === 'EADDRINUSE') return new ConfigurationError(await portTaken(port, host, console))
  if (code === 'EACCES') {
    return new ConfigurationError(
      `Port ${port} needs rights that this user does not have (${code}). Try ${typedWith('--port', '8080', console)}, with a proxy before it.`,
    )
  }
  if (!/^(?:ENOTFOUND|EAI_\w+|EADDRNOTAVAIL|EAFNOSUPPORT|EINVAL)$/.test(code)) return error
  const socket = /^(?:unix:)?\.?\//.test(host) ? ' Unix sockets are not supported.' : ''
  return new ConfigurationError(
    `${host} is not an address of this machine (${code}).${socket} Write --host 127.0.0.1 for this machine alone, or --host 0.0.0.0 for all that reach it.`,
  )
}

async function portTaken(port: number, host: string, console: Console): Promise<string> {
  if (console.env.LISTEN_FDS) {
    return `Port ${port} is taken, probably by systemd: sockets from it (socket activation) are not supported. Disable the socket unit, and let the service listen by itself.`
  }
  const free = String(await freePort(port + 1, host))
  return `Port ${port} is taken. Try ${typedWith('--port', free, console)}.`
}

/** Returns the first free port from `port` on; 0 if twenty in a row are taken. */
async function freePort(port: number, host: string): Promise<number> {
  for (let next = port; next < Math.min(port + 20, 65_536); next++) {
    if (await tryPort(next, host).catch(() => undefined)) return next
  }
  return 0
}

/** Rejects if the port is not free. */
async function tryPort(port: number, host: string): Promise<AddressInfo> {
  const server = createServer()
  await once(server.listen(port, host), 'listening')
  const address = server.address() as AddressInfo
  await once(server.close(), 'close')
  return address
}

/**
 * Starts the server, and prints one line about it.
 * @param desk the address where posts are written, if they are
 * @throws {ConfigurationError} if that is not possible
 */
export async function startServer(
  served: Omit<ServeOptions, 'port' | 'host' | 'env'>,
  values: FlagValues,
  console: Console,
  desk?: string,
): Promise<Running> {
  const { env, stdout, stderr } = console
  checkServing(env)
  const { port, host } = addressOf(values, env)
  for (const output of [stdout, stderr]) output.dropsUnread = true
  const { log = (line: string) => printTrace(stderr, line) } = served
  const running = await serve({ ...served, port, host, env, log }).catch(async (error) => {
    if (error instanceof MetricsAddressError) throw new ConfigurationError(error.message)
    throw await explained(error, { port, host }, console)
  })
  const { url, limiter, metrics } = running
  const snapshot = servedSnapshot(running.snapshots)
  const none = () => `no snapshot: ${whyNone(running.snapshots, served.data)}`
  const from = snapshot ? describeSnapshot(snapshot) : none()
  if (values.json) printJson(stdout, { url, snapshot: snapshot?.hash ?? null, limiter, metrics, desk })
  else printLine(stdout, `Galley answers at ${url} from ${from}; limits are counted ${STORES[limiter]}`)
  if (metrics && !values.json) printLine(stdout, `Metrics are at ${metrics}`)
  return running
}

function whyNone(snapshots: Snapshots, data: string): string {
  if (!isThere(join(data, currentFile))) return `there is none in ${data}`
  try {
    snapshots.current()
    return 'it was written only now'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Tells whether a file is there; one that may not be read counts as there. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

const STORES = { upstash: 'by Upstash', redis: 'in Redis', memory: 'in memory' }
