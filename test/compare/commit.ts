// One of the two commits: checked out, and its command line run.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../..', import.meta.url))
const clock = new URL('./clock.mjs', import.meta.url).href

/** When all of it happens: 2026-07-01. */
const NOW = Date.UTC(2026, 6, 1)

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export class Commit {
  readonly #at: string
  readonly #galley: string

  /** @param at a folder that is not there yet */
  constructor(name: string, at: string) {
    this.#at = at
    this.#galley = join(at, 'bin/galley.mjs')
    git('worktree', 'add', '--quiet', '--detach', at, name)
    const locks = [project, at].map((root) => readFileSync(join(root, 'package-lock.json'), 'utf8'))
    if (locks[0] === locks[1]) symlinkSync(join(project, 'node_modules'), join(at, 'node_modules'))
    else
      execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: at, stdio: 'ignore' })
  }

  remove(): void {
    git('worktree', 'remove', '--force', this.#at)
  }

  file(path: string): string {
    return join(this.#at, path)
  }

  /** @param cwd what paths in messages are told from */
  async run(
    args: readonly string[],
    cwd: string,
    more: { env?: NodeJS.ProcessEnv; uid?: number } = {},
  ): Promise<Ended> {
    const child = this.#start(args, cwd, more)
    const texts = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text
      })
    }
    const [code] = await once(child, 'close')
    return { code, ...texts }
  }

  /** @param ask given the URL of a server; it is ended afterwards */
  async serve<T>(
    args: readonly string[],
    cwd: string,
    env: NodeJS.ProcessEnv,
    ask: (url: string) => Promise<T>,
  ): Promise<T> {
    const child = this.#start(['serve', '--port', '0', '--json', ...args], cwd, { env })
    let said = ''
    for (const output of [child.stdout, child.stderr])
      output.setEncoding('utf8').on('data', (text) => (said += text))
    const ended = once(child, 'close')
    try {
      const { promise, resolve, reject } = withResolvers<string>()
      child.stdout.on('data', () => {
        const url = /"url":"([^"]+)"/.exec(said)?.[1]
        if (url) resolve(url)
      })
      ended.then(() => reject(new Error(`serve ended: ${said}`)))
      return await ask(await promise)
    } finally {
      child.kill('SIGKILL')
      await ended
    }
  }

  #start(args: readonly string[], cwd: string, { env = {}, uid }: { env?: NodeJS.ProcessEnv; uid?: number }) {
    return spawn(process.execPath, [this.#galley, ...args], {
      cwd,
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: `--import=${clock}`,
        TEST_CLOCK: String(NOW),
        SOURCE_DATE_EPOCH: '1767225600',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid }),
    })
  }
}

/** Every file below a folder. */
export function filesBelow(folder: string): Map<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]))
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim()
}

function withResolvers<T>() {
  let resolve!: (value: T) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<T>((...both) => ([resolve, reject] = both))
  return { promise, resolve, reject }
}
