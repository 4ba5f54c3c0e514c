// The command line as a user starts it: a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const program = fileURLToPath(new URL('../../bin/galley.mjs', import.meta.url))

export interface Galley {
  process: ChildProcess
  stdout(): string
  stderr(): string
  /** Resolves with a pattern's match in standard output or error. */
  says(pattern: RegExp): Promise<RegExpMatchArray>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

/** @param env besides PATH */
export function galley(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = process.cwd()): Galley {
  return heard(process.execPath, [program, ...args], cwd, env)
}

/** A script as somebody types it, with `galley` on its PATH. */
export function shell(script: string, cwd: string, env: NodeJS.ProcessEnv): Galley {
  return heard('bash', ['-c', script], cwd, env)
}

function heard(file: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Galley {
  const child = spawn(file, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
    })
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const says = (pattern: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = () => {
        const found = texts.stdout.match(pattern) ?? texts.stderr.match(pattern)
        if (found) resolve(found)
      }
      child.stdout.on('data', look)
      child.stderr.on('data', look)
      ended.then(() => reject(new Error(`it never said ${pattern}:\n${texts.stdout}${texts.stderr}`)))
      look()
    })
  return { process: child, stdout: () => texts.stdout, stderr: () => texts.stderr, says, ended }
}

/**
 * Stops it as a terminal or a service manager does, and checks its exit code; Windows has no such signals, and kills
 * processes without one.
 */
export async function endWith(running: Galley, signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  running.process.kill(signal)
  const code = signal === 'SIGINT' ? 130 : 0
  expect(await running.ended).toBe(process.platform === 'win32' ? null : code)
}

/** The URL a server says it listens at. */
export async function urlOf(running: Galley): Promise<string> {
  const [, url] = await running.says(/^Galley answers at (\S+) /m)
  return url!
}
