// What serve and dev have in common: choosing an address, and starting the server.
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { describeSnapshot, servedSnapshot } from '../../server/current.ts'
import type { LocalRoutes } from '../../server/handler.ts'
import type { HookSettings } from '../../server/hooks/configuration.ts'
import { type Running, serve } from '../../server/index.ts'
import { urlOf } from '../../server/listen.ts'
import { MetricsAddressError } from '../../server/monitoring/metrics-server.ts'
import type { MonitoringOptions } from '../../server/monitoring/monitoring.ts'
import { currentFile } from '../../snapshot/format/format.ts'
import type { Snapshots } from '../../snapshot/read/snapshots.ts'
import { checkServing } from '../cli/check-serving.ts'
import type { Console, Flags, FlagValues } from '../cli/command.ts'
import { printJson, printLine, printTrace } from '../terminal/print.ts'

export const addressFlags: Flags = {
  port: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  json: { type: 'boolean' },
}

export const addressHelp = `\
  --port N        port to listen on, 0 for any free one (PORT, else 3000)
  --host H        address to listen on, 0.0.0.0 for all (127.0.0.1)
  --json          print JSON on standard output, one object per line
  --quiet         print only where it answers and what is wrong
  --help          print this help
`

export interface ServedFolders {
  /** `<dist>/data` and `<dist>/public`. */
  data: string
  public: string
  /** Snapshots with drafts are served, too. */
  drafts: boolean
  /** Prints a line about what goes on; without the time by default. */
  log?: (line: string) => void
  /** Called when a snapshot was verified. */
  info: (line: string) => void
  /** Whom to tell of changes. */
  hooks?: HookSettings | undefined
  /** What to measure and to log of requests. */
  monitoring?: MonitoringOptions | undefined
  /** This process writes the snapshots. */
  isOwn?: boolean
  /** For this machine alone. */
  local?: LocalRoutes
}

/**
 * Starts the server, and prints one line about it.
 * @throws {ConfigurationError} if that is not possible
 */
export async function startServer(
  served: ServedFolders,
  values: FlagValues,
  { env, stdout, stderr }: Console,
): Promise<Running> {
  checkServing(env)
  const { port, host } = addressOf(values, env)
  const { log = (line: string) => printTrace(stderr, line) } = served
  const running = await serve({ ...served, port, host, env, log }).catch(async (error) => {
    if (error instanceof MetricsAddressError) throw new ConfigurationError(error.message)
    throw isTaken(error) ? await portTaken(port, host, env) : error
  })
  const { url, limiter, metrics } = running
  const snapshot = servedSnapshot(running.snapshots)
  const from = snapshot ? describeSnapshot(snapshot) : `no snapshot: ${whyNone(running.snapshots, served)}`
  if (values.json) printJson(stdout, { url, snapshot: snapshot?.hash ?? null, limiter, metrics })
  else printLine(stdout, `Galley answers at ${url} from ${from}; limits are counted ${STORES[limiter]}`)
  if (metrics && !values.json) printLine(stdout, `Metrics are at ${metrics}`)
  return running
}

function whyNone(snapshots: Snapshots, { data }: ServedFolders): string {
  if (!existsSync(join(data, currentFile))) return `there is none in ${data}`
  try {
    snapshots.current()
    return 'it was written only now'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const STORES = { upstash: 'by Upstash', redis: 'in Redis', memory: 'in memory' }

/**
 * Chooses the address before a long build rather than after it, including a free port.
 * @throws {ConfigurationError} if the port is taken
 */
export async function chooseAddress(
  values: FlagValues,
  { env }: Console,
): Promise<{ port: number; url: string }> {
  const { port, host } = addressOf(values, env)
  const address = await tryPort(port, host).catch(async (error) => {
    throw isTaken(error) ? await portTaken(port, host, env) : error
  })
  return { port: address.port, url: urlOf(address) }
}

function addressOf(values: FlagValues, env: NodeJS.ProcessEnv): { port: number; host: string } {
  return { port: portOf(values.port, env), host: String(values.host) }
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

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
}

async function portTaken(port: number, host: string, env: NodeJS.ProcessEnv): Promise<ConfigurationError> {
  const free = await freePort(port + 1, host)
  const through = env.npm_lifecycle_event ? `npm run ${env.npm_lifecycle_event} -- ` : ''
  return new ConfigurationError(`Port ${port} is taken. Try ${through}--port ${free}.`)
}

/** The first free port from `port` on; 0 if twenty in a row are taken. */
async function freePort(port: number, host: string): Promise<number> {
  for (let next = port; next < Math.min(port + 20, 65_536); next++) {
    const isFree = await tryPort(next, host).then(
      () => true,
      () => false,
    )
    if (isFree) return next
  }
  return 0
}

/** Rejects if the port is not free. */
function tryPort(port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo
      server.close(() => resolve(address))
    })
  })
}
