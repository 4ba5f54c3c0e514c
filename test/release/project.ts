// A copy of the files that a release reads or changes, in a repository of its own.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeFiles } from '../support/files.ts'
import { git } from '../support/git.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Without the folders of installed packages. */
const parts = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'package.json',
  'package-lock.json',
  '.github',
  'client',
  'create',
  'docs',
  'examples',
]

/** Nobody listens at port 1. */
const offline = { npm_config_registry: 'http://127.0.0.1:1', npm_config_update_notifier: 'false' }

export interface Copy {
  folder: string
  read(path: string): string
  write(path: string, text: string): void
  /** Changes a text in a file. */
  change(path: string, from: string | RegExp, to: string): void
  /** Runs a script below .github. */
  script(
    name: string,
    args: string[],
    env?: Record<string, string>,
  ): { status: number | null; stdout: string; stderr: string }
  remove(): void
}

export function copyOfProject(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'galley-release-'))
  const filter = (path: string) => !/[\\/](?:node_modules|dist|\.astro|\.next)$/.test(path)
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true, filter })
  git(folder, 'init', '--quiet')
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message', 'release: all of it')
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const write = (path: string, text: string) => writeFiles(folder, { [path]: text })
  return {
    folder,
    read,
    write,
    change: (path, from, to) => write(path, read(path).replace(from, to)),
    script(name, args, more = {}) {
      const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ...offline, ...more }
      const { status, stdout, stderr } = spawnSync(join(folder, '.github', name), args, {
        cwd: folder,
        env,
        encoding: 'utf8',
      })
      return { status, stdout, stderr }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
