// What git knows of the folder that is built; nothing where there is no git or no repository.
import { execFileSync } from 'node:child_process'
import type { Instant } from '../snapshot/types.ts'

/** When the present commit was made. */
export function commitTime(folder: string, env: NodeJS.ProcessEnv): Instant | undefined {
  const seconds = git(['log', '-1', '--format=%ct'], folder, env)
  return seconds && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined
}

/** The branch that is checked out; none when a bare commit is. */
export function currentBranch(folder: string, env: NodeJS.ProcessEnv): string | undefined {
  return git(['symbolic-ref', '--short', '--quiet', 'HEAD'], folder, env)
}

function git(args: string[], cwd: string, env: NodeJS.ProcessEnv): string | undefined {
  try {
    const output = execFileSync('git', args, {
      cwd,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    })
    return output.trim() || undefined
  } catch {
    return undefined
  }
}
