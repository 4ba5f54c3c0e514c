// A server in a process of its own, and the system's figures for that process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { ServeOptions } from '../../server/index.ts'
import { typescript } from '../support/script.ts'

export interface ServerProcess {
  url: string
  /** Everything it has written to standard error. */
  log(): string
  /** Resident memory in bytes. */
  memory(): number
  /** Open descriptors. */
  descriptors(): number
  /** Kills it at once. */
  kill(): Promise<void>
  /**
   * Asks it to end, as a service manager does.
   * @throws {Error} when it had ended by itself (as a rejection makes it that nobody handles), when it did not end well,
   * and when Node has warned it of anything
   */
  stop(): Promise<void>
}

const script = fileURLToPath(new URL('serve.ts', import.meta.url))

/** How long it may take to end, in ms. */
const patience = 20_000

const unlimited = { GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: 'off' }

export interface ServerOptions extends Pick<ServeOptions, 'watchInterval' | 'deadline' | 'public'> {
  /** What `ulimit -n` allows it. */
  descriptors?: number
  /** Variables beside this process's own; by default those that turn its limits off. */
  env?: Record<string, string>
}

/** @param data the folder of snapshots */
export async function startServer(
  data: string,
  { descriptors = 1_024, env = unlimited, ...options }: ServerOptions = {},
): Promise<ServerProcess> {
  const command = `ulimit -n ${descriptors} && exec "$0" "$@"`
  const child = spawn(
    'bash',
    ['-c', command, process.execPath, ...typescript, script, data, JSON.stringify(options)],
    {
      env: { ...process.env, ...env },
    },
  )
  const ended = once(child, 'close').then(([code]) => code as number | null)
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
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      const wasAlive = child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), patience)
      const code = await ended
      clearTimeout(late)
      const warned = /^\(node:\d+\) (?!ExperimentalWarning)/m.test(said)
      if (!wasAlive || code !== 0 || warned) throw new Error(`the server ended with ${code}:\n${said}`)
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
