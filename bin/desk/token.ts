// What the page of `galley dev --edit` writes with: a browser's headers are no proof of it, since any program can send them. Only
// this user can read the file of the token, and it stays, so that an open page goes on after a restart.
import { randomBytes } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTracked } from '../../build/environment/git.ts'
import { makeFolder, READING } from '../../snapshot/format/disk.ts'
import { tried } from '../../snapshot/tried.ts'

const FILE = 'desk-token'

/**
 * The token of an output folder of `dev`: 256 random bits in base64url. It is made anew unless the file is this user's alone, and not
 * in git, where others would know it.
 * @throws {Error} of the system, if the file cannot be written
 */
export function deskToken(folder: string, env: NodeJS.ProcessEnv): string {
  const path = join(folder, FILE)
  makeFolder(folder)
  const known = tried(() => tokenIn(path))
  if (known && isTracked(folder, FILE, env) === false) return known
  const token = randomBytes(32).toString('base64url')
  rmSync(path, { force: true })
  // Through no link, since there may be nothing in its place.
  writeFileSync(path, token, { flag: 'wx', mode: 0o600 })
  return token
}

/** Windows has neither such modes nor such a flag. */
function tokenIn(path: string): string | undefined {
  const descriptor = openSync(path, READING | (constants.O_NOFOLLOW ?? 0))
  try {
    const { uid, mode } = fstatSync(descriptor)
    const isOwn = process.platform === 'win32' || (uid === process.geteuid?.() && (mode & 0o77) === 0)
    return isOwn ? /^[\w-]{43}$/.exec(readFileSync(descriptor, 'latin1'))?.[0] : undefined
  } finally {
    closeSync(descriptor)
  }
}
