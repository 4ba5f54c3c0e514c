// A redis-server for one suite, on a free port of this machine, and what can happen to it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { isInstalled } from './program.ts'

/** For `describe.skipIf`. */
export const withoutRedis = !isInstalled('redis-server')
if (withoutRedis) console.warn('Limits are not tried on a real Redis, since redis-server is not installed.')

export interface RedisServer {
  url: string
  port: number
  /** A client that goes straight to it. */
  client: Redis
  /** As `kill` does: SIGKILL, SIGSTOP, SIGCONT. */
  signal(name: NodeJS.Signals): Promise<void>
  /** Starts it again on its port, empty, after it was killed. */
  again(): Promise<void>
  /** Connections it has accepted so far. */
  connections(): Promise<number>
  stop(): Promise<void>
}

/** @param flags such as `--requirepass secret` */
export async function startRedis(flags: string[] = []): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-redis-'))
  const port = await freePort()
  const start = () => startOn(port, folder, flags)
  let child = await start()
  const client = new Redis({ port, lazyConnect: true, retryStrategy: () => 50, maxRetriesPerRequest: null })
  client.on('error', () => {})
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    client,
    async signal(name) {
      const ended = name === 'SIGKILL' ? once(child, 'exit') : undefined
      child.kill(name)
      await ended
    },
    async again() {
      child = await start()
    },
    connections: async () =>
      Number(/total_connections_received:(\d+)/.exec(await client.info('stats'))?.[1] ?? Number.NaN),
    async stop() {
      client.disconnect()
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startOn(port: number, folder: string, flags: string[]): Promise<ChildProcess> {
  const fixed = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
  ]
  const child = spawn('redis-server', [...fixed, ...flags], { stdio: 'ignore' })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  for (let tries = 0; tries < 500; tries++) {
    if (await answers(port)) return child
    await pause(10)
  }
  child.kill('SIGKILL')
  throw new Error(`redis-server does not answer on port ${port}`)
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/**
 * A port that nobody listens on, and that no system gives to whoever asks for any: other suites do so all the time, and would have it before
 * the program that it is for has started.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(12_000 * Math.random())
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
