// Asks git what it knows about the project, if there is git and a repository. Committed content must not control what git runs:
// git is started outside of content, with an explicit repository, and only for commands without hooks, filters,
// signatures or a pager.
import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { factsOf } from '../../snapshot/format/sealed-file.ts'
import { tried } from '../../snapshot/tried.ts'
import type { Instant } from '../../snapshot/types.ts'
import { repositoryAround } from './repository.ts'

/**
 * The answers of git, for as long as the same commit is checked out (docs/design/builds.md).
 */
export class GitAnswers {
  #head: string | undefined
  readonly #answers = new Map<string, string>()

  of(gitDir: string, args: readonly string[], ask: () => string): string {
    const head = headOf(gitDir)
    if (head !== this.#head) this.#answers.clear()
    this.#head = head
    const key = args.join(' ')
    const known = this.#answers.get(key)
    if (known !== undefined) return known
    const answer = ask()
    // Meanwhile, another commit may have been checked out.
    if (head !== undefined && headOf(gitDir) === head) this.#answers.set(key, answer)
    return answer
  }
}

/** Returns another text for another commit or branch; `undefined` if it takes git to tell. */
function headOf(gitDir: string): string | undefined {
  const head = readFileSync(join(gitDir, 'HEAD'), 'utf8')
  const [, ref] = /^ref: (refs\/\S+)\n$/.exec(head) ?? []
  if (ref === undefined) return isCommit(head) ? `${gitDir} ${head}` : undefined
  // A linked working tree has a HEAD of its own, and shares the references.
  const common = resolve(gitDir, textIn(join(gitDir, 'commondir'))?.trim() ?? '')
  const commit = textIn(join(common, ref))
  if (commit !== undefined) return isCommit(commit) ? `${gitDir} ${ref} ${commit}` : undefined
  const packed = statSync(join(common, 'packed-refs'), { throwIfNoEntry: false })
  return packed && `${gitDir} ${ref} ${factsOf(packed)}`
}

function isCommit(text: string): boolean {
  return /^[0-9a-f]{40,64}\n$/.test(text)
}

/** Reads a file; `undefined` if there is no such file. */
function textIn(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : undefined
}

/** Returns the time of the current commit. */
export function commitTime(
  content: string,
  env: NodeJS.ProcessEnv,
  answers?: GitAnswers,
): Instant | undefined {
  const printed = git(['rev-list', '--no-walk', '--timestamp', 'HEAD'], content, env, answers)
  const [seconds = ''] = printed?.split(' ') ?? []
  return /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined
}

/** The branch that is checked out; `undefined` for a detached HEAD. */
export function currentBranch(
  content: string,
  env: NodeJS.ProcessEnv,
  answers?: GitAnswers,
): string | undefined {
  return git(['symbolic-ref', '--short', '--quiet', 'HEAD'], content, env, answers)
}

/** Returns the URL that the repository is pushed to. */
export function remoteUrl(content: string, env: NodeJS.ProcessEnv): string | undefined {
  return git(['config', '--get', 'remote.origin.url'], content, env)
}

/**
 * Tells whether the repository around a folder has files at or below a path in it, whatever their case; `undefined` if git
 * does not say.
 */
export function isTracked(folder: string, path: string, env: NodeJS.ProcessEnv): boolean | undefined {
  return tried(() => {
    const repository = repositoryAround(folder)
    if (repository === undefined) return false
    const fromTop = relative(realpathSync(repository.folder), join(realpathSync(folder), path))
    const pattern = `:(top,icase,literal)${fromTop.replaceAll(sep, '/')}`
    return outputOf(['ls-files', '-z', '--', pattern], repository.gitDir, env) !== ''
  })
}

function git(
  args: string[],
  content: string,
  env: NodeJS.ProcessEnv,
  answers = new GitAnswers(),
): string | undefined {
  return tried(() => {
    const { gitDir } = repositoryAround(content) ?? {}
    return gitDir && (answers.of(gitDir, args, () => outputOf(args, gitDir, env)) || undefined)
  })
}

function outputOf(args: string[], gitDir: string, env: NodeJS.ProcessEnv): string {
  const output = execFileSync('git', [...UNCONFIGURED, ...args], {
    cwd: HERE,
    env: environmentFor(gitDir, env),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 5000,
  })
  return output.trim()
}

/** `build/`, which a package has as well. Some systems look for programs in the current folder, so git is started here. */
const HERE = fileURLToPath(new URL('..', import.meta.url))

/** Options that override the repository's own configuration. */
const UNCONFIGURED = [
  '--no-pager',
  ...Object.entries({
    'safe.bareRepository': 'explicit',
    'core.fsmonitor': 'false',
    'core.hooksPath': '/dev/null',
    'core.attributesFile': '/dev/null',
    'log.showSignature': 'false',
    'gpg.program': 'false',
    'protocol.allow': 'never',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/** Returns an environment without git's own variables: if a git hook runs us, they name that hook's repository. */
function environmentFor(gitDir: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([name]) => !/^git_/i.test(name))
  return {
    ...Object.fromEntries(others),
    GIT_DIR: gitDir,
    GIT_WORK_TREE: HERE,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
  }
}
