// `galley serve` as an operator starts it, counting in Redis, and what the system says of its process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/galley.mjs', import.meta.url))

export interface Server {
  url: string
  /** Standard error so far. */
  log(): string
  /** Resident memory in bytes. */
  memory(): number
  /** Seconds of processor time so far. */
  processor(): number
  /** As a service manager does. @returns the exit code */
  stop(): Promise<number | null>
}

/** More than any connection asks for, but counted. */
const limit = '900000000/1h'

/** @param from flags that say where snapshots are @param more variables */
export async function startServer(
  from: readonly string[],
  redisUrl: string,
  more: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const env = {
    PATH: process.env.PATH,
    NODE_OPTIONS: process.env.NODE_OPTIONS,
    REDIS_URL: redisUrl,
    TRUSTED_IP_HEADER: 'X-Real-IP',
    GALLEY_RATE_LIMIT: limit,
    GALLEY_CLIENT_RATE_LIMIT: limit,
    GALLEY_FALLBACK_LIMIT: limit,
    ...more,
  }
  const flags = ['serve', ...from, '--port', '0']
  const child = spawn(process.execPath, [program, ...flags], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  let log = ''
  child.stderr.on('data', (text) => {
    log += text
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
      const found = /^Galley answers at (\S+)/m.exec(said)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`galley serve did not start:\n${said}${log}`)))
  })
  return {
    url,
    log: () => log,
    memory: () =>
      Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) * 1024,
    processor() {
      // After the name of the program, which is in parentheses; in ticks of a hundredth of a second.
      const [, fields = ''] = /^.*\) (.*)$/m.exec(readFileSync(`/proc/${child.pid}/stat`, 'utf8')) ?? []
      const [user, system] = fields.split(' ').slice(11, 13).map(Number)
      return (user! + system!) / 100
    },
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
