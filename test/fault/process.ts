// A server in a process of its own, and what the system says of that process.
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'

export interface ServerProcess {
  url: string
  /** Everything it has said on standard error. */
  log(): string
  /** Resident memory in bytes. */
  memory(): number
  /** Open descriptors. */
  descriptors(): number
  stop(): Promise<void>
}

const script = fileURLToPath(new URL('serve.mts', import.meta.url))

const unlimited = { GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: 'off' }

/**
 * @param descriptors what `ulimit -n` allows it
 * @param limits variables of its rate limits
 */
export async function startServer(
  data: string,
  watchInterval: number,
  descriptors: number,
  limits: Record<string, string> = unlimited,
): Promise<ServerProcess> {
  const command = `ulimit -n ${descriptors} && exec "$0" --import tsx "$@"`
  const child = spawn('bash', ['-c', command, process.execPath, script, data, String(watchInterval)], {
    env: { ...process.env, ...limits },
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const url = await firstLine(child)
  return {
    url,
    log: () => said,
    memory: () =>
      Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) * 1024,
    descriptors: () => readdirSync(`/proc/${child.pid}/fd`).length,
    stop() {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.kill('SIGKILL')
      return ended
    },
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    child.stdout!.once('data', (chunk) => resolve(String(chunk).trim()))
  })
}

export function request(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => get(url, { agent: false }, resolve).once('error', reject))
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
