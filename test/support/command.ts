// The command line as a user starts it: a process of its own. Where no signal and no exit matters, a server runs in this
// one, which takes half the time.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Console } from '../../bin/cli/command.ts'
import { main } from '../../bin/main.ts'
import { bundled } from './bundle/entry-points.ts'

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
  return heard(process.execPath, [bundled('galley.mjs'), ...args], cwd, env)
}

/** The same from sources, as in a clone. @param program of another clone */
export function galleyFromSources(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
  program = fileURLToPath(new URL('../../bin/galley.mjs', import.meta.url)),
): Galley {
  return heard(process.execPath, [program, ...args], cwd, env)
}

/** A script as somebody types it, with `galley` on its PATH. */
export function shell(script: string, cwd: string, env: NodeJS.ProcessEnv): Galley {
  return heard('bash', ['-c', script], cwd, env)
}

function heard(file: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Galley {
  const child = spawn(file, args, {
    cwd,
    env: { PATH: process.env.PATH, GALLEY_CACHE: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
    })
  }
  const ended = once(child, 'close').then(codeOf)
  const onData = (look: () => void) => {
    child.stdout.on('data', look)
    child.stderr.on('data', look)
  }
  return { process: child, ...speaking(texts, ended, onData), ended }
}

/** As a shell says it. */
function codeOf([code, signal]: (number | null | NodeJS.Signals)[]): number {
  return Number(code ?? 128 + constants.signals[signal as NodeJS.Signals])
}

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** A command line in this process, to its end. */
export async function ran(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
  terminal: Pick<Console, 'stdin' | 'program'> & { isTTY?: boolean; columns?: number } = {},
): Promise<Ran> {
  const { isTTY = false, columns, ...input } = terminal
  const printed = { stdout: '', stderr: '' }
  const output = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => (printed[name] += text),
    isTTY,
    ...(columns !== undefined && { columns }),
  })
  const outputs = { stdout: output('stdout'), stderr: output('stderr') }
  const code = await main({ argv, env: { GALLEY_CACHE: 'off', ...env }, ...outputs, ...input })
  return { code, ...printed }
}

/** What work does there that looks at the current folder, as commands do for the nearest `content/`. */
export async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const outside = process.cwd()
  process.chdir(folder)
  try {
    return await work()
  } finally {
    process.chdir(outside)
  }
}

export interface GalleyHere extends Omit<Galley, 'process'> {
  /** Does what SIGTERM does; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** `galley dev` or `galley serve` in this process. */
export function galleyHere(argv: readonly string[], env: NodeJS.ProcessEnv = {}): GalleyHere {
  const listeners = process.listeners('SIGTERM')
  const texts = { stdout: '', stderr: '' }
  const looks: (() => void)[] = []
  const output = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      texts[name] += text
      for (const look of looks) look()
    },
  })
  const ended = main({
    argv,
    env: { GALLEY_CACHE: 'off', ...env },
    stdout: output('stdout'),
    stderr: output('stderr'),
  })
  const stop = () => {
    for (const listener of process.listeners('SIGTERM')) {
      if (!listeners.includes(listener)) listener('SIGTERM')
    }
    return ended
  }
  return { ...speaking(texts, ended, (look) => looks.push(look)), ended, stop }
}

function speaking(
  texts: { stdout: string; stderr: string },
  ended: Promise<unknown>,
  onData: (look: () => void) => unknown,
): Pick<Galley, 'stdout' | 'stderr' | 'says'> {
  const says = (pattern: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = () => {
        const found = texts.stdout.match(pattern) ?? texts.stderr.match(pattern)
        if (found) resolve(found)
      }
      onData(look)
      ended.then(() => reject(new Error(`it never said ${pattern}:\n${texts.stdout}${texts.stderr}`)))
      look()
    })
  return { stdout: () => texts.stdout, stderr: () => texts.stderr, says }
}

/**
 * Stops it as a terminal or a service manager does, and checks its exit code; Windows has no such signals, and kills
 * processes without one.
 */
export async function endWith(running: Galley, signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  running.process.kill(signal)
  const code = signal === 'SIGINT' ? 130 : 0
  const isKilled = process.platform === 'win32'
  expect(await running.ended).toBe(isKilled ? 128 + constants.signals[signal] : code)
}

/** The URL a server says it listens at. */
export async function urlOf(running: Pick<Galley, 'says'>): Promise<string> {
  const [, url] = await running.says(/^Galley answers at (\S+) /m)
  return url!
}
