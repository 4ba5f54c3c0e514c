// The token that the page of `galley dev --edit` writes with, since any program can send what a browser says of itself. It stays, so that
// a page which is open goes on after a restart.
import { randomBytes } from 'node:crypto'
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTracked } from '../../build/environment/git.ts'
import { makeFolder } from '../../snapshot/format/disk.ts'
import { tried } from '../../snapshot/tried.ts'

/**
 * Returns 256 random bits in base64url, made anew unless their file is of this user alone, and not in git, where others know it.
 * @param folder the output of `dev`: whoever else can write there decides what the page is, too
 * @throws {Error} of the system, if the file cannot be written
 */
export function deskToken(folder: string, env: NodeJS.ProcessEnv): string {
  const path = join(folder, 'desk-token')
  makeFolder(folder)
  const known = tried(() => tokenIn(path))
  if (known && isTracked(folder, 'desk-token', env) === false) return known
  const token = randomBytes(32).toString('base64url')
  rmSync(path, { force: true })
  writeFileSync(path, token, { flag: 'wx', mode: 0o600 })
  return token
}

/** Windows has no such modes. */
function tokenIn(path: string): string | undefined {
  const stats = lstatSync(path)
  const isOwn =
    process.platform === 'win32' || (stats.uid === process.geteuid?.() && (stats.mode & 0o77) === 0)
  return stats.isFile() && isOwn ? /^[\w-]{43}$/.exec(readFileSync(path, 'latin1'))?.[0] : undefined
}
