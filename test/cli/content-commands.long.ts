// Nothing that somebody commits to content decides what is run: neither which programs git runs, nor what the system or
// Node finds in the current folder.
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { galleyFromSources as galley } from '../support/command.ts'
import {
  COMMITTED,
  commitAll,
  git,
  HOSTILE,
  hostileRepository,
  PLANTED,
  type Trap,
  trapIn,
  withoutGit,
} from '../support/git.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
let project: string
let trap: Trap

beforeEach(async () => {
  place = await workspace({ 'blog/posts/a.md': postFile() })
  project = dirname(place.dir)
  trap = trapIn(join(project, '_trap'))
})
afterEach(() => place.remove())

const env = { PATH: process.env.PATH }

/** What a build that asks git for all it ever does is told. */
async function told(content = place.dir, more: NodeJS.ProcessEnv = {}) {
  const { written } = await place.build({ content, drafts: true, env: { ...env, ...more } })
  expect(written).toBe(true)
  const { builtAt, preview } = JSON.parse(readFileSync(join(place.out, 'data/current.json'), 'utf8'))
  return { builtAt, preview }
}

const ITS_OWN = { builtAt: COMMITTED, preview: 'autumn-issue' }
const NOTHING = { builtAt: null, preview: 'drafts' }

describe.skipIf(withoutGit)('the time and the branch of a build', () => {
  test('are those of the repository that contains the content, however far up', async () => {
    commitAll(project)
    expect(await told()).toEqual(ITS_OWN)
    place.write({ '../deep/down/content/blog/posts/a.md': postFile() })
    expect(await told(join(project, 'deep/down/content'))).toEqual(ITS_OWN)
    git(project, 'gc', '--quiet')
    expect(await told()).toEqual(ITS_OWN)
    git(project, 'checkout', '--quiet', '--detach')
    expect(await told()).toEqual({ ...ITS_OWN, preview: 'drafts' })
  })

  test('are those of a linked working tree or a submodule', async () => {
    const main = join(project, 'main')
    mkdirSync(main)
    renameSync(place.dir, join(main, 'content'))
    commitAll(main)
    git(main, 'worktree', 'add', '--quiet', '-b', 'winter-issue', join(project, 'linked'))
    expect(await told(join(project, 'linked/content'))).toEqual({ ...ITS_OWN, preview: 'winter-issue' })
    mkdirSync(join(project, 'outer'))
    git(join(project, 'outer'), 'init', '--quiet')
    git(join(project, 'outer'), 'submodule', '--quiet', 'add', main, 'site')
    expect(await told(join(project, 'outer/site/content'))).toEqual(ITS_OWN)
  })

  test('are those of the project if content is a repository of its own, or a link to outside', async () => {
    commitAll(place.dir)
    expect(await told()).toEqual(NOTHING)
    git(place.dir, 'branch', '--quiet', '--move', 'of-content')
    commitAll(project)
    expect(await told()).toEqual(ITS_OWN)
    symlinkSync(place.dir, join(project, '_trap/content'))
    expect(await told(join(project, '_trap/content'))).toEqual(ITS_OWN)
  })

  test('are not those of a repository that a hook runs for', async () => {
    commitAll(project)
    const other = join(project, 'other')
    hostileRepository(other, '')
    const { PATH } = process.env
    expect(
      await told(place.dir, { PATH, GIT_DIR: other, GIT_WORK_TREE: place.dir, GIT_INDEX_FILE: 'x' }),
    ).toEqual(ITS_OWN)
  })

  test('are missing if the repository is damaged, or its file points into content', async () => {
    hostileRepository(join(place.dir, '_x'), '')
    writeFileSync(join(project, '.git'), 'gitdir: content/_x\n')
    expect(await told()).toEqual(NOTHING)
    writeFileSync(join(project, '.git'), 'nothing\n')
    expect(await told()).toEqual(NOTHING)
  })
})

// Traps are shell scripts.
describe.skipIf(withoutGit || process.platform === 'win32')('a repository within content', () => {
  test('would have its programs run by git in that folder', () => {
    const ask = (config: string, command: string[]) => {
      const folder = join(project, `_trap/${command[0]}`)
      hostileRepository(folder, config, { withCommit: command[0] !== 'cat-file' })
      const own = trapIn(folder)
      try {
        git(folder, ...command)
      } catch {}
      return own.isSprung()
    }
    const at = (kind: string, command: string) =>
      HOSTILE[kind]!({ ...trap, program: join(project, `_trap/${command}/program`) })
    expect(ask(at('signature', 'log'), ['log', '-1'])).toBe(true)
    const fetching = at('another repository to fetch from', 'cat-file')
    expect(ask(fetching, ['cat-file', 'commit', 'HEAD'])).toBe(true)
  })

  const places = ['.', 'blog', 'blog/posts', '_deep/down']

  test.each(Object.keys(HOSTILE))('runs nothing and tells nothing: %s', async (kind) => {
    writeFileSync(join(place.dir, '.gitattributes'), '* filter=x diff=x\n')
    for (const [index, inside] of places.entries()) {
      const config = index % 2 === 0 ? HOSTILE[kind]!(trap) : '[include]\npath = hostile\n'
      hostileRepository(join(place.dir, inside), config, { withCommit: !kind.startsWith('another') })
      writeFileSync(join(place.dir, inside, 'hostile'), HOSTILE[kind]!(trap))
    }
    // Stray files are not content; other suites test that they are reported.
    const look = async () => {
      const { problems } = await place.build({ drafts: true, env })
      return problems.length > 0
    }
    expect(await look()).toBe(true)
    commitAll(project)
    expect(await look()).toBe(true)
    expect(trap.isSprung()).toBe(false)
  })

  test.each(Object.keys(HOSTILE))('even one that is taken for the project runs nothing: %s', async (kind) => {
    const repository = join(project, '.git')
    hostileRepository(repository, HOSTILE[kind]!(trap))
    expect(await told()).toEqual({ builtAt: PLANTED, preview: 'planted' })
    rmSync(repository, { recursive: true })
    hostileRepository(repository, `[core]\nworktree = ../content\n${HOSTILE[kind]!(trap)}`, {
      withCommit: false,
    })
    expect((await told()).builtAt).toBe(null)
    expect(trap.isSprung()).toBe(false)
  })

  test('does not affect a command that runs in it', async () => {
    const inner = join(place.dir, 'site')
    mkdirSync(inner)
    renameSync(join(place.dir, 'blog'), join(inner, 'blog'))
    for (const folder of [place.dir, join(inner, '_x')]) hostileRepository(folder, HOSTILE.signature!(trap))
    commitAll(project)
    const flags = ['--content', '.', '--out', place.out, '--drafts']
    const { ended, stderr } = galley(['build', ...flags], {}, inner)
    expect(await ended, stderr()).toBe(0)
    expect(readFileSync(join(place.out, 'data/current.json'), 'utf8')).toContain('"autumn-issue"')
    expect(trap.isSprung()).toBe(false)
  })
})

describe('a command that is run within content', () => {
  test.skipIf(process.platform === 'win32')('runs no program from there', async () => {
    for (const name of ['git', 'git.exe', 'git.cmd', 'node', 'node.exe']) {
      symlinkSync(trap.program, join(place.dir, name))
    }
    const PATH = ['', '.', process.env.PATH].join(delimiter)
    const { ended, stderr } = galley(['check', '--content', '.'], { PATH }, place.dir)
    expect(await ended, stderr()).toBe(1)
    const flags = ['--content', '.', '--out', place.out, '--drafts']
    await galley(['build', ...flags], { PATH }, place.dir).ended
    expect(trap.isSprung()).toBe(false)
  })

  test('loads nothing from there', async () => {
    const evil = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(join(project, 'loaded'))}, '')\n`
    const exported =
      'export const compareCodePoints = 1, register = 1, parseArgs = 1, ConfigurationError = Error\nexport default 1\n'
    const compilerOptions = { baseUrl: '.', paths: { '*': ['./_evil.ts'] } }
    place.write({
      '_evil.ts': evil + exported,
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['/**/*'] }),
      'package.json': JSON.stringify({ type: 'commonjs', imports: { '#*': './_evil.ts' }, main: '_evil.ts' }),
      '.env': 'NODE_OPTIONS=--import=./_evil.ts\n',
      'node_modules/yaml/index.js': evil,
      'node_modules/tsx/index.js': evil,
      'register.mjs': evil,
      'strip.mjs': evil,
    })
    const { ended, stdout, stderr } = galley(['check', '--content', '.'], {}, place.dir)
    expect(await ended, stderr()).toBe(0)
    expect(stdout()).toContain('./package.json:1:1  warning')
    expect(stderr()).toBe('Checked 1 file: 0 errors, 5 warnings.\n')
    expect(readdirSync(project)).not.toContain('loaded')
  })

  test.skipIf(process.platform !== 'linux')('starts no process there', async () => {
    const seen = new Set<string>()
    place.write({ 'blog/posts/long.md': postFile({}, 'More than has a first try. '.repeat(15_000)) })
    const fake = join(project, '_trap/bin')
    mkdirSync(fake)
    writeFileSync(join(fake, 'git'), `#!/bin/sh\npwd -P >> '${project}/asked'\n`)
    chmodSync(join(fake, 'git'), 0o755)
    mkdirSync(join(project, '.git'))
    writeFileSync(join(project, '.git/HEAD'), '')
    const flags = ['--content', '.', '--out', place.out, '--drafts']
    const running = galley(['build', ...flags], { PATH: `${fake}:${process.env.PATH}` }, place.dir)
    let isOver = false
    running.ended.then(() => {
      isOver = true
    })
    while (!isOver) {
      for (const folder of foldersOfChildren(running.process.pid!)) seen.add(folder)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const ours = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
    expect([...seen]).toEqual([ours('build/compile/pool')])
    const asked = readFileSync(join(project, 'asked'), 'utf8').trim().split('\n')
    expect([...new Set(asked)]).toEqual([ours('build')])
  })
})

/** Where the processes are that a process has started itself, other than shells. */
function foldersOfChildren(parent: number): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')
      const isChild =
        Number(fields[1]) === parent &&
        readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('pool/last-try')
      return isChild ? [readlinkSync(`/proc/${pid}/cwd`)] : []
    } catch {
      return []
    }
  })
}
