// Checks where commands may write: whoever writes content can commit links, and these may lead anywhere.
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { displayPathOf } from '../problems/display-path.ts'
import { ConfigurationError } from './configuration.ts'

/**
 * Call this before a folder of a workspace is made, or anything is written into it. Neither needs to exist.
 * @throws {ConfigurationError} if a link leads to somewhere else, be it that of the workspace itself
 */
export function requireInside(workspace: string, folder: string): void {
  const content = dirname(workspace)
  if (!existsSync(content)) return
  const existing = nearestExisting(folder)
  const real = realpathSync(existing)
  const root = join(realpathSync(content), basename(workspace))
  if (real === realpathSync(content) || `${real}${sep}`.startsWith(root + sep)) return
  throw new ConfigurationError(
    `${displayPathOf(existing)} leads elsewhere through a symbolic link. Remove the link.`,
  )
}

/** A path, or the nearest folder above it that exists. */
export function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}
