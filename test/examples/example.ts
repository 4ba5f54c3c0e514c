// An example as somebody uses it: its folder is copied, and the steps of its README are taken.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { blocksOf } from '../documents/blocks.ts'

const examples = fileURLToPath(new URL('../../examples', import.meta.url))

/** What a current Node is, where the one at hand is too old for an example. */
const currentNode = 'node@24'

export class Example {
  /** The copy. */
  readonly folder: string
  /** The commands of the README up to the one that starts a server, if any. */
  readonly steps: string[]
  readonly #env: NodeJS.ProcessEnv
  #server: ChildProcess | undefined

  constructor(name: string, env: NodeJS.ProcessEnv = {}) {
    const from = join(examples, name)
    this.folder = mkdtempSync(join(tmpdir(), `galley-example-${name}-`))
    const ignored = readFileSync(join(from, '.gitignore'), 'utf8').match(/.+/g)!
    const filter = (path: string) => !ignored.some((name) => join(path, '/') === join(from, name, '/'))
    cpSync(from, this.folder, { recursive: true, filter })
    const blocks = blocksOf(readFileSync(join(from, 'README.md'), 'utf8'))
    const [enter, ...steps] = blocks
      .find(({ language }) => language === 'sh')!
      .text.trim()
      .split('\n')
    if (enter !== `cd examples/${name}`) throw new Error(`README.md of ${name} begins with ${enter}`)
    this.steps = steps
    this.#env = { ...environmentFor(this.folder), ...env }
  }

  /** @returns what it printed */
  async run(command: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
    const { child, said } = this.#start(command, env)
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${command} ended with ${code}:\n${said()}`)
    return said()
  }

  /** Starts a server, after stopping an earlier one. @returns its URL */
  async serve(command: string): Promise<string> {
    await this.stop()
    const { child, said } = this.#start(command)
    this.#server = child
    return new Promise((resolve, reject) => {
      const look = () => {
        const [url] = /http:\/\/localhost:\d+/.exec(said()) ?? []
        if (url) resolve(url)
      }
      child.stdout!.on('data', look)
      child.once('close', (code) => reject(new Error(`${command} ended with ${code}:\n${said()}`)))
    })
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server === undefined || server.exitCode !== null) return
    const closed = once(server, 'close')
    // npm and its shell as well.
    process.kill(-server.pid!, 'SIGTERM')
    await closed
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #start(command: string, env: NodeJS.ProcessEnv = {}) {
    const child = spawn('bash', ['-c', command], {
      cwd: this.folder,
      env: { ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let said = ''
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    return { child, said: () => said }
  }
}

/** @param place where a Node is installed, if the one at hand is too old for the example */
export function environmentFor(folder: string, place = folder): NodeJS.ProcessEnv {
  const telemetry = { ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1' }
  return { ...ownEnvironment(), ...telemetry, PATH: pathFor(folder, place) }
}

/** Without what vitest and npm set for their own: a build or another npm would take it for theirs. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const isOthers = (name: string) => /^(?:NODE_ENV|NODE_OPTIONS|VITEST.*|npm_.*)$/.test(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOthers(name)))
}

/** A PATH with a Node that is new enough for the example. */
function pathFor(folder: string, placeOfNode: string): string {
  const { engines } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const least = /^>=(\d+)\.(\d+)/
    .exec(engines?.node ?? '')
    ?.slice(1)
    .map(Number) ?? [0, 0]
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > least[0]! || (major === least[0] && minor >= least[1]!)) return process.env.PATH!
  const place = join(placeOfNode, '.node')
  execFileSync('npm', ['install', '--prefix', place, '--no-save', currentNode], { stdio: 'ignore' })
  return [join(place, 'node_modules/node/bin'), process.env.PATH].join(delimiter)
}
