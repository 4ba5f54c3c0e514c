// A server in a process of its own, and the client that keeps it busy.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Load, Loaded } from './load.ts'
import { cores, cpuSeconds, printed, start, stop, tsx } from './process.ts'

export interface Server {
  url: string
  port: number
  child: ChildProcess
}

/** @param script prints the server's address once it listens */
export async function startServer(script: string, argument: string): Promise<Server> {
  const child = start(script, [argument], { node: tsx, core: cores.server })
  const [url, port] = await printed(child, /http:\/\/127\.0\.0\.1:(\d+)/)
  return { url, port: Number(port), child }
}

export interface Asking {
  targets: string[]
  headers?: string
  status?: number
  milliseconds: number
}

export interface Answered {
  /** Replies a second, as the client saw them. */
  perSecond: number
  /** Replies a second of the server's CPU: the same where nothing but the server limits them. */
  perCpuSecond: number
}

export interface Client {
  ask(server: Server, asking: Asking): Promise<Answered>
  stop(): Promise<void>
}

export function startClient(): Client {
  const child = start('test/bench/load.ts', [], { node: tsx, core: cores.client, ipc: true })
  const ended = once(child, 'exit').then((): Loaded => ({ failure: 'the client ended' }))
  return {
    async ask({ port, child: server }, { targets, headers = '', status = 200, milliseconds }) {
      const load: Load = { port, targets, headers, status, milliseconds }
      const before = cpuSeconds(server)
      child.send(load)
      const answered = once(child, 'message').then(([loaded]) => loaded as Loaded)
      const loaded = await Promise.race([answered, ended])
      if ('failure' in loaded) throw new Error(`${targets[0]}: ${loaded.failure}`)
      const spent = cpuSeconds(server) - before
      const { replies, seconds } = loaded
      const perSecond = replies / seconds
      return { perSecond, perCpuSecond: Number.isNaN(spent) ? perSecond : replies / spent }
    },
    stop: () => stop(child),
  }
}
