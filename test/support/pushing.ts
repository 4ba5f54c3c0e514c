// A repository that publishes what is pushed, set up by the commands of docs/server.md in a folder of its own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { type Running, serve } from '../../server/index.ts'
import { blocksOf } from '../documents/blocks.ts'
import { read, root } from '../documents/guide.ts'
import { gitOf } from './git.ts'
import { unlimited } from './server.ts'
import type { Files } from './workspace.ts'

const section = read('docs/server.md')
  .split(/^## /m)
  .find((text) => text.startsWith('Publishing by push'))!
const commands = blocksOf(section.replace(/^ {2}/gm, '')).filter(({ language }) => language === 'sh')

interface Pushed {
  code: number | null
  /** What the pusher's terminal shows, without `remote: `. */
  text: string
}

/** What is pushed and killed is nothing of root's. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

export class Pushing {
  // A name that has to be quoted. Into the folder of a test run, only the user of that gets.
  readonly srv = mkdtempSync(join(user ? dirname(tmpdir()) : tmpdir(), "galley it's $HOME "))
  readonly clone = join(this.srv, 'clone')
  readonly repository = join(this.srv, 'content.git')
  readonly temporary = join(this.srv, 'tmp')
  /** Where hooks work, one folder each. */
  readonly work = join(this.repository, 'galley-work')
  readonly #servers: Running[] = []

  constructor() {
    mkdirSync(this.temporary)
    if (user) for (const folder of [this.srv, this.temporary]) chownSync(folder, user.uid, user.gid)
    this.git(this.srv, 'init', '--quiet', '--initial-branch', 'main', 'clone')
    const script = commands.map(({ text }) => text).join('')
    const text = script.replaceAll('/srv/galley', '"$GALLEY"').replaceAll('/srv', '"$SRV"')
    const env = { ...this.#env, SRV: this.srv, GALLEY: root.replace(/\/$/, '') }
    const result = spawnSync('sh', ['-e', '-c', text], { ...user, env, encoding: 'utf8' })
    expect(result.stderr).toBe('')
  }

  get #env(): NodeJS.ProcessEnv {
    return {
      ...{ PATH: process.env.PATH, HOME: this.srv, TMPDIR: this.temporary },
      ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
    }
  }

  git(cwd: string, ...args: string[]): string {
    return gitOf(user, cwd, ...args)
  }

  branch(name: string): string {
    return this.git(this.repository, 'rev-parse', '--verify', '--quiet', `refs/heads/${name}`)
  }

  commit(files: Files): void {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.clone, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text, { mode: 0o755 })
      if (!user) continue
      for (let made = file; made !== this.clone; made = dirname(made)) chownSync(made, user.uid, user.gid)
    }
    this.git(this.clone, 'add', '--all')
    this.git(this.clone, 'commit', '--quiet', '--message', 'change')
  }

  /** @param others how many other hooks run at the same time */
  push(refs: string[], others = 0): Pushed {
    const pushed = this.run('git', ['push', '--quiet', this.repository, ...refs], this.clone)
    expect([readdirSync(this.temporary), readdirSync(this.work).length]).toEqual([[], others])
    return pushed
  }

  run(program: string, args: string[], cwd: string): Pushed {
    const options = { ...user, cwd, env: this.#env, encoding: 'utf8' } as const
    const { status, stderr } = spawnSync(program, args, options)
    return { code: status, text: stderr.replace(/^remote: |\s+$/gm, '') }
  }

  /** In a group of processes of its own. */
  begin(program: string, args: string[], cwd: string): ChildProcess {
    return spawn(program, args, { ...user, cwd, env: this.#env, stdio: 'ignore', detached: true })
  }

  async start(name: string, drafts: boolean): Promise<Running> {
    const [data, pages] = [join(this.srv, name, 'data'), join(this.srv, name, 'public')]
    const options = { port: 0, host: '127.0.0.1', env: unlimited, log: () => {} }
    const running = await serve({ data, public: pages, drafts, ...options })
    this.#servers.push(running)
    return running
  }

  async remove(): Promise<void> {
    await Promise.all(this.#servers.map((running) => running.close()))
    if (existsSync(this.srv)) rmSync(this.srv, { recursive: true, force: true })
  }
}

/** The titles that a server answers with, or the status of its error. */
export async function titles({ url }: Running): Promise<string[] | number> {
  // A push takes longer than a connection that is idle stays open.
  const headers = { connection: 'close' }
  const reply = await fetch(`${url}/v1/blog/posts?select=title`, { headers })
  if (reply.status !== 200) return reply.status
  const { posts } = (await reply.json()) as { posts: { title: string }[] }
  return posts.map(({ title }) => title).sort()
}

export const serves = (running: Running, expected: string[]) =>
  expect.poll(() => titles(running)).toEqual(expected)
