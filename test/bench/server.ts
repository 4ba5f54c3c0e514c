// A server in a process of its own, and the client that keeps it busy.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Load, Loaded } from './load.ts'
import { cores, cpuSeconds, printed, start, stop, tsx } from './process.ts'

export interface Server {
  url: string
  child: ChildProcess
}

/** @param script prints the server's address once it listens */
export async function startServer(script: string, ...args: string[]): Promise<Server> {
  const child = start(script, args, { node: tsx, core: cores.server, ipc: true })
  const [url] = await printed(child, /http:\/\/127\.0\.0\.1:\d+/)
  return { url, child }
}

export type ClientLoad = Pick<Load, 'targets' | 'seconds'> & Partial<Load>

export interface Throughput {
  /** Replies a second, as the client saw them. */
  perSecond: number
  /** The server's CPU for one reply, in microseconds; NaN where the system does not tell. */
  cpu: number
}

export interface Client {
  ask(server: Server, asking: ClientLoad): Promise<Throughput>
  stop(): Promise<void>
}

export function startClient(): Client {
  const child = start('test/bench/load.ts', [], { node: tsx, core: cores.client, ipc: true })
  const ended = once(child, 'exit').then((): Loaded => ({ failure: 'the client ended' }))
  return {
    async ask({ url, child: server }, asking) {
      const load: Load = { url, headers: {}, status: 200, ...asking }
      const before = cpuSeconds(server)
      child.send(load)
      const answered = once(child, 'message').then(([loaded]) => loaded as Loaded)
      const loaded = await Promise.race([answered, ended])
      if ('failure' in loaded) throw new Error(`${load.targets[0]}: ${loaded.failure}`)
      const { replies, seconds } = loaded
      return { perSecond: replies / seconds, cpu: ((cpuSeconds(server) - before) / replies) * 1e6 }
    },
    stop: () => stop(child),
  }
}
