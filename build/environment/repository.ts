// Finds the project's repository beside content or above it, as git does, but accepts only what cannot be committed:
// git itself would accept a content folder that has the files of a repository.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'

interface Repository {
  /** The top of its files. */
  folder: string
  gitDir: string
}

/** The nearest repository around `content`. One inside `content` does not count. */
export function repositoryAround(content: string): Repository | undefined {
  const root = resolve(content)
  for (let folder = dirname(root), below = root; below !== folder; below = folder, folder = dirname(folder)) {
    const gitDir = gitDirIn(folder)
    if (gitDir) return isWithin(gitDir, root) ? undefined : { folder, gitDir }
  }
  return undefined
}

/** The folder .git, or what the file of that name points to in a submodule or a linked working tree. */
function gitDirIn(folder: string): string | undefined {
  const path = join(folder, '.git')
  const target = statSync(path, { throwIfNoEntry: false })?.isFile() ? gitDirNamedIn(path) : path
  return target !== undefined && existsSync(join(target, 'HEAD')) ? target : undefined
}

function gitDirNamedIn(file: string): string | undefined {
  const [, written] = /^gitdir: (.+?)\r?\n*$/.exec(readFileSync(file, 'utf8')) ?? []
  return written && resolve(dirname(file), written)
}

/** Tells whether a path is a folder, or below it, wherever links lead; both have to exist. */
export function isWithin(path: string, folder: string): boolean {
  return `${realpathSync(path)}${sep}`.startsWith(realpathSync(folder) + sep)
}
