// Starts a built function through the dev server of @vercel/node, in a process of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { commandLine } from './deployment.ts'

const devServer = join(dirname(commandLine), '@vercel/node/dist/dev-server.mjs')
const ports = join(dirname(fileURLToPath(import.meta.url)), 'ports.mjs')

export interface Running {
  /** Where requests go. */
  port: number
  /** The function's server without the dev server's proxy, which resolves targets such as `//a` by itself. */
  direct: number
  /** What it has printed so far. */
  log(): string
  stop(): Promise<void>
}

/** @param folder the function's folder; the process itself runs in an empty one */
export async function startFunction(folder: string, env: NodeJS.ProcessEnv): Promise<Running> {
  const cwd = mkdtempSync(join(tmpdir(), 'galley-empty-'))
  const child = fork(devServer, [], {
    cwd,
    execArgv: ['--import', pathToFileURL(ports).href],
    env: {
      PATH: process.env.PATH,
      VERCEL: '1',
      VERCEL_ENV: 'production',
      VERCEL_DEV_ENTRYPOINT: relative(cwd, join(folder, 'api/index.js')),
      VERCEL_DEV_CONFIG: '{}',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const log = capture(child)
  const [port = 0, direct = 0] = await ready(child, log)
  return {
    port,
    direct,
    log,
    async stop() {
      await stop(child)
      rmSync(cwd, { recursive: true, force: true })
    },
  }
}

/** Starts a function for as long as `use` takes. */
export async function withFunction(
  folder: string,
  env: NodeJS.ProcessEnv,
  use: (running: Running) => Promise<void>,
): Promise<void> {
  const running = await startFunction(folder, env)
  try {
    await use(running)
  } finally {
    await running.stop()
  }
}

/** The dev server sends its address once the function is loaded; the ports come before that. */
function ready(child: ChildProcess, log: () => string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const listening: number[] = []
    child.on('message', (message: { listening?: number; port?: number }) => {
      if (message.listening !== undefined) listening.push(message.listening)
      else if (listening.length < 2) reject(new Error(`The function did not load.\n${log()}`))
      else resolve(listening)
    })
    child.on('exit', () => reject(new Error(`The dev server ended before it was ready.\n${log()}`)))
  })
}

export function capture(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  return () => text
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
