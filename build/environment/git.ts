// What git knows about the project, if there is git and a repository. Committed content must not control what git runs:
// git is started outside of content, with an explicit repository, and only for commands without hooks, filters,
// signatures or a pager.
import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Instant } from '../../snapshot/types.ts'
import { repositoryAround } from './repository.ts'

/** When the current commit was made. */
export function commitTime(content: string, env: NodeJS.ProcessEnv): Instant | undefined {
  const [seconds = ''] = git(['rev-list', '--no-walk', '--timestamp', 'HEAD'], content, env)?.split(' ') ?? []
  return /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined
}

/** The branch that is checked out; `undefined` for a detached HEAD. */
export function currentBranch(content: string, env: NodeJS.ProcessEnv): string | undefined {
  return git(['symbolic-ref', '--short', '--quiet', 'HEAD'], content, env)
}

/**
 * Whether the repository around a folder has files at or below a path in that folder, whatever their case; `undefined` if git
 * does not say.
 */
export function isTracked(folder: string, path: string, env: NodeJS.ProcessEnv): boolean | undefined {
  try {
    const repository = repositoryAround(folder)
    if (repository === undefined) return false
    const fromTop = relative(realpathSync(repository.folder), join(realpathSync(folder), path))
    const pattern = `:(top,icase,literal)${fromTop.replaceAll(sep, '/')}`
    return outputOf(['ls-files', '-z', '--', pattern], repository.gitDir, env) !== ''
  } catch {
    return undefined
  }
}

function git(args: string[], content: string, env: NodeJS.ProcessEnv): string | undefined {
  try {
    const repository = repositoryAround(content)
    return (repository && outputOf(args, repository.gitDir, env)) || undefined
  } catch {
    return undefined
  }
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

/** Without git's own variables: if a git hook runs us, they name that hook's repository. */
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
