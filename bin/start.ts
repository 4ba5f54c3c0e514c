// What serve and dev have in common: where they answer, and what they say when they do.
import { createServer } from 'node:net'
import { ConfigurationError } from '../build/configuration.ts'
import { answering, inWords } from '../server/current.ts'
import { type Running, serve } from '../server/index.ts'
import type { Console, Flags, Values } from './command.ts'
import { checkRateLimits } from './limits.ts'

export const addressFlags: Flags = {
  port: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
}

export const addressHelp = `\
  --port N        0 for any free one (the variable PORT, else 3000)
  --host H        0.0.0.0 lets other machines in (127.0.0.1)
`

/**
 * Answers from `<dist>/data` and `<dist>/public`, and says so in one line.
 * @throws {ConfigurationError} when that cannot be done
 */
export async function startServer(
  folders: { data: string; public: string },
  values: Values,
  { env, stdout, stderr }: Console,
): Promise<Running> {
  checkRateLimits(env)
  const port = portOf(values.port, env)
  const host = String(values.host)
  const log = (line: string) => stderr.write(`galley: ${line}\n`)
  const running = await serve({ ...folders, port, host, env, log }).catch(async (error) => {
    throw isTaken(error) ? await taken(port, host) : error
  })
  const snapshot = answering(running.snapshots)
  const from = snapshot ? inWords(snapshot) : `no snapshot: there is none in ${folders.data}`
  stdout.write(`Galley answers at ${running.url} from ${from}; limits are counted in ${running.limiter}\n`)
  return running
}

function portOf(flag: Values[string], env: NodeJS.ProcessEnv): number {
  const text = String(flag ?? (env.PORT || '3000'))
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  const name = flag === undefined ? 'PORT' : '--port'
  throw new ConfigurationError(
    `${name} "${text}" is no port. Write a number up to 65535, 0 for any free one.`,
  )
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
}

async function taken(port: number, host: string): Promise<ConfigurationError> {
  const free = await freePort(port + 1, host)
  return new ConfigurationError(`Port ${port} is taken. Try --port ${free}.`)
}

/** The first one that can be had from `port` on; 0 when the next twenty are taken as well. */
async function freePort(port: number, host: string): Promise<number> {
  for (let next = port; next < Math.min(port + 20, 65_536); next++) {
    if (await isFree(next, host)) return next
  }
  return 0
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
