// What a build takes from git: its time, and the branch of a preview.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commitTime, currentBranch, GitAnswers } from '../../build/environment/git.ts'
import { isWithin, repositoryAround } from '../../build/environment/repository.ts'
import { currentIn } from '../../snapshot/read/current.ts'
import { COMMITTED, commitAll, git, withoutGit } from '../support/git.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

const env = { PATH: process.env.PATH }

describe('the repository of a project', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'galley-git-'))
    for (const folder of ['site/content/planted', 'site/content2', 'site/.git', '.git']) {
      mkdirSync(join(root, folder), { recursive: true })
    }
    for (const folder of ['site/content/planted', 'site/content2', '.git']) write(`${folder}/HEAD`, 'x')
  })
  afterEach(() => rmSync(root, { recursive: true }))
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  const found = () => {
    const { folder, gitDir } = repositoryAround(join(root, 'site/content')) ?? {}
    return [folder, gitDir].map((path) => path?.slice(root.length))
  }
  const none = [undefined, undefined]

  test('is the nearest one around content, and none in it, whatever its name leads to', () => {
    // Without a HEAD it is none.
    expect(found()).toEqual(['', '/.git'])
    write('site/.git/HEAD', 'x')
    expect(found()).toEqual(['/site', '/site/.git'])
    // In content, others may have committed it.
    mkdirSync(join(root, 'site/content/.git'))
    write('site/content/.git/HEAD', 'x')
    expect(found()).toEqual(['/site', '/site/.git'])
    rmSync(join(root, 'site/.git'), { recursive: true })
    write('site/.git', 'gitdir: content/planted\n')
    expect(found()).toEqual(none)
    write('site/.git', 'gitdir: content2\n')
    expect(found()).toEqual(['/site', '/site/content2'])
    write('site/.git', 'x')
    expect(found()).toEqual(['', '/.git'])
    write('site/.git', 'gitdir: nowhere\n')
    expect(found()).toEqual(['', '/.git'])
    if (process.platform === 'win32') return
    rmSync(join(root, 'site/.git'))
    symlinkSync(join(root, 'site/content/planted'), join(root, 'site/.git'))
    expect(found()).toEqual(none)
  })

  test('is within a folder that it is, or is below', () => {
    const within = (path: string) => isWithin(join(root, path), join(root, 'site/content'))
    expect(['site/content', 'site/content/planted', 'site/content2', 'site'].map(within)).toEqual([
      ...[true, true, false, false],
    ])
  })
})

describe.skipIf(withoutGit)('a build in a repository', () => {
  test('has the time of the commit, and a preview has its branch', async () => {
    place = await workspace({ 'blog/posts/a.md': postFile({ publishedAt: '2026-01-01' }) })
    const root = join(place.dir, '..')
    commitAll(root)
    await place.build({ env })
    expect(currentIn(`${place.out}/data`)).toMatchObject({ builtAt: COMMITTED, preview: null })
    const out = join(root, 'preview')
    const previewOf = async (more: NodeJS.ProcessEnv) => {
      await place.build({ env: { ...env, ...more }, drafts: true, out })
      return currentIn(`${out}/data`)
    }
    expect(await previewOf({})).toMatchObject({ builtAt: COMMITTED, preview: 'autumn-issue' })
    expect(await previewOf({ VERCEL_GIT_COMMIT_REF: 'main' })).toMatchObject({ preview: 'main' })
    git(root, 'checkout', '--quiet', '--detach')
    expect(await previewOf({ SOURCE_DATE_EPOCH: '0' })).toMatchObject({
      builtAt: '1970-01-01T00:00:00.000Z',
      preview: 'drafts',
    })
  })

  test('in a linked working tree has those of its branch, if .git says nothing but where that is', async () => {
    place = await workspace({ 'blog/posts/a.md': postFile({ publishedAt: '2026-01-01' }) })
    const root = join(place.dir, '..')
    const file = join(root, '.git')
    commitAll(root, '--separate-git-dir', join(root, 'elsewhere'))
    const builtAt = async () => {
      await place.build({ env })
      return currentIn(`${place.out}/data`)!.builtAt
    }
    const written = readFileSync(file, 'utf8')
    expect(written).toMatch(/^gitdir: .*\n$/)
    expect(await builtAt()).toBe(COMMITTED)
    for (const same of ['gitdir: elsewhere', 'gitdir: elsewhere\r\n', 'gitdir: ./elsewhere\n\n']) {
      writeFileSync(file, same)
      expect(await builtAt(), same).toBe(COMMITTED)
    }
    for (const other of ['', '# gitdir: elsewhere', 'gitdir: elsewhere\nand more', 'gitdir:elsewhere']) {
      writeFileSync(file, other)
      expect(await builtAt(), other).toBeNull()
    }
  })
})

describe.skipIf(withoutGit || process.platform === 'win32')('what git says', () => {
  /** Counts how often git is started. */
  function countedIn(folder: string) {
    const log = join(folder, 'started')
    const bin = join(folder, 'counted')
    mkdirSync(bin)
    const found = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
    writeFileSync(join(bin, 'git'), `#!/bin/sh\necho >> '${log}'\nexec '${found}' "$@"\n`, { mode: 0o755 })
    return {
      env: { PATH: `${bin}${delimiter}${process.env.PATH}` },
      started: () => (existsSync(log) ? readFileSync(log, 'utf8').length : 0),
    }
  }

  test('is asked for again whenever another commit or branch is checked out, and not before', async () => {
    place = await workspace({ 'blog/posts/a.md': postFile() })
    const root = join(place.dir, '..')
    commitAll(root)
    const { env, started } = countedIn(root)
    const answers = new GitAnswers()
    const told = () => [commitTime(place.dir, env, answers), currentBranch(place.dir, env, answers)]
    const first = told()
    expect([first, told(), started()]).toEqual([[Date.parse(COMMITTED), 'autumn-issue'], first, 2])
    const steps: [() => unknown, string?][] = [
      [() => git(root, 'commit', '--quiet', '--amend', '--message', 'corrected')],
      [() => git(root, 'checkout', '--quiet', '-b', 'winter/issue'), 'winter/issue'],
      [() => git(root, 'pack-refs', '--all'), 'winter/issue'],
      [() => git(root, 'checkout', '--quiet', 'autumn-issue')],
      [() => git(root, 'commit', '--quiet', '--allow-empty', '--message', 'more')],
      [() => git(root, 'pack-refs', '--all')],
      [() => git(root, 'reset', '--quiet', '--soft', 'HEAD~1')],
    ]
    for (const [step, branch = 'autumn-issue'] of steps) {
      step()
      const before = started()
      const expected = [Number(git(root, 'log', '-1', '--format=%ct')) * 1_000, branch]
      expect([told(), told(), started() - before], String(step)).toEqual([expected, expected, 2])
    }
  })

  test('in a linked working tree is asked for once as well', async () => {
    place = await workspace({ 'blog/posts/a.md': postFile() })
    const root = join(place.dir, '..')
    commitAll(root)
    const { env, started } = countedIn(root)
    git(root, 'worktree', 'add', '--quiet', '-b', 'linked', join(root, 'linked'))
    const content = join(root, 'linked/content')
    const answers = new GitAnswers()
    for (let time = 0; time < 2; time++) expect(currentBranch(content, env, answers)).toBe('linked')
    expect(started()).toBe(1)
    git(join(root, 'linked'), 'checkout', '--quiet', '-b', 'other')
    expect(currentBranch(content, env, answers)).toBe('other')
  })

  test('of a repository whose references are nowhere to be read is asked for each time', async () => {
    place = await workspace({ 'blog/posts/a.md': postFile() })
    const root = join(place.dir, '..')
    commitAll(root)
    git(root, 'symbolic-ref', 'refs/heads/other', 'refs/heads/autumn-issue')
    git(root, 'symbolic-ref', 'HEAD', 'refs/heads/other')
    const { env, started } = countedIn(root)
    const answers = new GitAnswers()
    for (let time = 1; time <= 2; time++) {
      expect(commitTime(place.dir, env, answers)).toBe(Date.parse(COMMITTED))
      expect(started()).toBe(time)
    }
  })
})

// A program is a shell script.
test.skipIf(process.platform === 'win32')(
  'git runs no program that a repository names, and asks nothing',
  async () => {
    place = await workspace({ 'blog/posts/a.md': postFile({ publishedAt: '2026-01-01' }) })
    const root = join(place.dir, '..')
    const bin = join(root, 'bin')
    mkdirSync(join(root, '.git'))
    writeFileSync(join(root, '.git/HEAD'), '')
    mkdirSync(bin)
    const script = `#!/bin/sh\n{ pwd; printf '%s\\n' "$*"; env | grep -E '^(A_)?GIT_' | sort; } >> '${root}/told'\n`
    writeFileSync(join(bin, 'git'), script, { mode: 0o755 })
    const PATH = `${bin}${delimiter}${process.env.PATH}`
    await place.build({
      env: { PATH, GIT_DIR: '/elsewhere', GIT_INDEX_FILE: 'x', git_trace: '1', A_GIT_B: 'c' },
      drafts: true,
    })
    const here = fileURLToPath(new URL('../../build', import.meta.url))
    const options =
      '--no-pager -c safe.bareRepository=explicit -c core.fsmonitor=false -c core.hooksPath=/dev/null ' +
      '-c core.attributesFile=/dev/null -c log.showSignature=false -c gpg.program=false -c protocol.allow=never'
    const variables = `A_GIT_B=c
GIT_ALLOW_PROTOCOL=none
GIT_ATTR_NOSYSTEM=1
GIT_CONFIG_GLOBAL=/dev/null
GIT_CONFIG_NOSYSTEM=1
GIT_DIR=${root}/.git
GIT_NO_LAZY_FETCH=1
GIT_NO_REPLACE_OBJECTS=1
GIT_OPTIONAL_LOCKS=0
GIT_TERMINAL_PROMPT=0
GIT_WORK_TREE=${here}/
`
    const runs = ['rev-list --no-walk --timestamp HEAD', 'symbolic-ref --short --quiet HEAD']
    expect(readFileSync(join(root, 'told'), 'utf8')).toBe(
      runs.map((run) => `${here}\n${options} ${run}\n${variables}`).join(''),
    )
  },
)
