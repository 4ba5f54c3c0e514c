// create-galley, run directly. It installs a package that consists of a door to this clone: real npm and git, and Galley itself,
// without a network.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundled } from '../support/bundle/entry-points.ts'

const manifest = new URL('../../create/package.json', import.meta.url)
export const VERSION: string = JSON.parse(readFileSync(manifest, 'utf8')).version
export const TARBALL = `galley-${VERSION}.tgz`
export const script = fileURLToPath(new URL('../../create/index.mjs', import.meta.url))

/** Somebody whom git knows. */
const who = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
}

/** Somebody who stands in a folder, without settings of git and npm. */
export interface Beginner {
  /** The folder. */
  top: string
  env: NodeJS.ProcessEnv
  /** Flags that make create-galley install the door. */
  fromTarball: string[]
  /** Runs create-galley, without a terminal. */
  create(args: string[], env?: NodeJS.ProcessEnv): { status: number | null; stdout: string; stderr: string }
  /** Gives the output of git in a folder. */
  git(folder: string, ...args: string[]): string
  filesIn(folder: string): string[]
  /** Empties the folder. */
  empty(): void
  remove(): void
}

export function beginner(): Beginner {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'galley-create-')))
  const [door, top] = [join(home, 'door'), join(home, 'top')]
  for (const folder of [door, top]) mkdirSync(folder)
  const fields = { name: 'galley', version: VERSION, type: 'module', bin: { galley: 'galley.mjs' } }
  writeFileSync(join(door, 'package.json'), JSON.stringify(fields))
  const program = pathToFileURL(bundled('galley.mjs')).href
  writeFileSync(join(door, 'galley.mjs'), `#!/usr/bin/env node\nimport '${program}'\n`)
  execFileSync('npm', ['pack', '--silent'], { cwd: door, shell: process.platform === 'win32' })
  const own = {
    PATH: process.env.PATH,
    // Windows starts nothing without it.
    SystemRoot: process.env.SystemRoot,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    npm_config_cache: join(home, 'cache'),
    // Nobody listens at port 1.
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_fetch_retries: '0',
    npm_config_update_notifier: 'false',
  }
  const env = { ...own, ...who }
  return {
    top,
    env,
    fromTarball: ['--tarball', join(door, TARBALL)],
    create(args, more = who) {
      const options = { cwd: top, env: { ...own, ...more }, encoding: 'utf8' } as const
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], options)
      return { status, stdout, stderr }
    },
    git: (folder, ...args) =>
      execFileSync('git', args, { cwd: join(top, folder), env, encoding: 'utf8' }).trim(),
    filesIn: (folder) => readdirSync(join(top, folder)).sort(),
    empty() {
      rmSync(top, { recursive: true })
      mkdirSync(top)
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
