// Processes of a measurement: pinned to a core each where the system can, so that one does not disturb the other.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Lets a script be TypeScript on every Node. */
export const tsx = ['--import', 'tsx']

/** Which process runs where. */
export const cores = { client: 0, server: 1 }

const pins = availableParallelism() > 1 && spawnSync('taskset', ['-V']).error === undefined

export interface Start {
  /** Arguments before the script, such as `--import tsx`. */
  node?: string[]
  core?: number
  env?: NodeJS.ProcessEnv
  /** With a channel for messages. */
  ipc?: boolean
  /** Without its stderr. */
  quiet?: boolean
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})

/** Starts a script in a process of its own, which ends with this one at the latest; its stderr is passed on. */
export function start(script: string, args: string[], options: Start = {}): ChildProcess {
  const command = [process.execPath, ...(options.node ?? []), script, ...args]
  if (pins && options.core !== undefined) command.unshift('taskset', '-c', String(options.core))
  const child = spawn(command[0]!, command.slice(1), {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: [
      'ignore',
      'pipe',
      options.quiet ? 'ignore' : 'inherit',
      ...(options.ipc ? (['ipc'] as const) : []),
    ],
  })
  running.add(child)
  child.on('exit', () => running.delete(child))
  return child
}

/** Runs a script to its end. @returns what it printed; @throws {Error} when it fails */
export async function run(script: string, args: string[], options: Start = {}): Promise<string> {
  const { code, output } = await endOf(start(script, args, options))
  if (code !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${code}\n${output}`)
  return output
}

async function endOf(child: ChildProcess) {
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on('close', (...end) => resolve(end)),
  )
  return { code, signal, output }
}

/** Runs a script that measures something and prints it as JSON. */
export async function measure<T>(script: string, args: string[], options: Start = {}): Promise<T> {
  return JSON.parse(await run(script, args, options))
}

export interface Failed {
  /** Why there is no measurement. */
  failed: string
}

/** Runs a script that may run out of memory or time: limited to a number of GB of heap and of minutes. */
export async function attempt<T>(
  script: string,
  args: string[],
  most: { gigabytes: number; minutes: number },
): Promise<T | Failed> {
  const node = [`--max-old-space-size=${1_000 * most.gigabytes}`, ...tsx]
  const child = start(script, args, { node, quiet: true })
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000 * most.minutes)
  const { code, signal, output } = await endOf(child)
  clearTimeout(timer)
  if (code === 0) return JSON.parse(output)
  return {
    failed:
      signal === 'SIGKILL' ? `took over ${most.minutes} minutes` : `took over ${most.gigabytes} GB of heap`,
  }
}

/** The first match of a pattern in what a started process prints. */
export function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const match = pattern.exec(output)
      if (match) resolve(match)
    })
    child.on('close', () => reject(new Error(`The process ended before it was ready.\n${output}`)))
  })
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.on('exit', resolve))
  child.kill()
  await ended
}

/** CPU time used by all threads of a process, in seconds; NaN if the system does not say. */
export function cpuSeconds(child: ChildProcess): number {
  const tasks = `/proc/${child.pid}/task`
  try {
    const spent = readdirSync(tasks).map(
      (task) => readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0],
    )
    return spent.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0) / 1e9
  } catch {
    return Number.NaN
  }
}
