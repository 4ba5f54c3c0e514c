// Real repositories for tests, made without anybody's git configuration; and repositories as an attacker makes
// them, whose configuration names a program wherever git would run one.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { isInstalled } from './program.ts'

/** For `describe.skipIf`. */
export const withoutGit = !isInstalled('git')
if (withoutGit) console.warn('Repositories in content are not tried, since git is not installed.')

const AUTHOR = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
}

/** What git prints, run in `cwd` as someone would run it there. */
export const git = (cwd: string, ...args: string[]) => gitOf(undefined, cwd, ...args)

/** The same, as another user. */
export function gitOf(
  user: { uid: number; gid: number } | undefined,
  cwd: string,
  ...args: string[]
): string {
  const env = {
    ...{ PATH: process.env.PATH, HOME: cwd, ...AUTHOR },
    ...{
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_COMMITTER_DATE: '2026-02-03T04:05:06+07:00',
    },
  }
  const options = { ...user, cwd, env, encoding: 'utf8', stdio: 'pipe', timeout: 300_000 } as const
  return execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], options).trim()
}

/** The date of every commit made here. */
export const COMMITTED = '2026-02-02T21:05:06.000Z'

export function commitAll(folder: string, ...init: string[]): void {
  git(folder, 'init', '--quiet', '--initial-branch', 'autumn-issue', ...init)
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message', 'content')
}

/** A program that leaves a trace when it is run, under whatever name. */
export interface Trap {
  program: string
  hooks: string
  isSprung(): boolean
}

export function trapIn(folder: string): Trap {
  const [program, mark, hooks] = [join(folder, 'program'), join(folder, 'sprung'), join(folder, 'hooks')]
  mkdirSync(hooks, { recursive: true })
  const script = `#!/bin/sh\necho "$0 $*" >> '${mark}'\n`
  const names = 'post-checkout post-index-change reference-transaction pre-auto-gc fsmonitor-watchman'
  for (const path of [program, ...names.split(' ').map((name) => join(hooks, name))]) {
    writeFileSync(path, script)
    chmodSync(path, 0o755)
  }
  return { program, hooks, isSprung: () => existsSync(mark) }
}

/** Lines of a repository's configuration that run a program, by what triggers it. */
export const HOSTILE: Record<string, (trap: Trap) => string> = {
  signature: ({ program }) =>
    `[log]\nshowSignature = true\n[gpg]\nprogram = ${program}\n[gpg "ssh"]\nprogram = ${program}\n`,
  pager: ({ program }) =>
    `[core]\npager = ${program}\n[pager]\nlog = ${program}\nrev-list = ${program}\nsymbolic-ref = ${program}\n`,
  hooks: ({ hooks }) => `[core]\nhooksPath = ${hooks}\n`,
  monitor: ({ program }) => `[core]\nfsmonitor = ${program}\n`,
  aliases: ({ program }) =>
    `[alias]\n${['log', 'rev-list', 'symbolic-ref', 'rev-parse'].map((name) => `${name} = !${program}\n`).join('')}`,
  filters: ({ program }) =>
    `[diff]\nexternal = ${program}\n[diff "x"]\ntextconv = ${program}\ncommand = ${program}\n[filter "x"]\nclean = ${program}\nsmudge = ${program}\nprocess = ${program}\nrequired = true\n`,
  'another repository to fetch from': ({ program }) =>
    `[core]\nrepositoryformatversion = 1\nsshCommand = ${program}\naskPass = ${program}\ngitProxy = ${program}\n[extensions]\npartialClone = origin\n[remote "origin"]\nurl = ssh://127.0.0.1:1/x\npromisor = true\nuploadpack = ${program}\n[credential]\nhelper = !${program}\n`,
  'another program to fetch with': ({ program }) =>
    `[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = origin\n[protocol]\nallow = always\n[remote "origin"]\nurl = ext::${program}\npromisor = true\n`,
}

const SIGNATURE = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n'

/** When the commit of a hostile repository was made, in `planted`, its branch. */
export const PLANTED = '2023-11-14T22:13:20.000Z'

/** Makes `folder` a repository without a working tree, as files that can be committed. */
export function hostileRepository(folder: string, config: string, { withCommit = true } = {}): void {
  const tree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
  const who = 'a <a@b> 1700000000 +0000'
  const text = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n${SIGNATURE}\nm\n`
  const commit = `commit ${text.length}\0${text}`
  const hash = createHash('sha1').update(commit).digest('hex')
  const object = join(folder, 'objects', hash.slice(0, 2), hash.slice(2))
  mkdirSync(dirname(object), { recursive: true })
  mkdirSync(join(folder, 'refs/heads'), { recursive: true })
  if (withCommit) writeFileSync(object, deflateSync(commit))
  writeFileSync(join(folder, 'refs/heads/planted'), `${hash}\n`)
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/planted\n')
  writeFileSync(join(folder, 'config'), `[core]\nbare = true\nrepositoryformatversion = 0\n${config}`)
}
