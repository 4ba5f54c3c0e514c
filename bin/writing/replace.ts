// Replaces files so that a run that is interrupted leaves nothing half-written. All new contents are on disk before the first
// file changes, and each file changes at once.
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { requireInside } from '../../build/environment/inside.ts'
import { makeFolder } from '../../snapshot/format/disk.ts'

/** Paths are relative to a folder. */
export interface Replacement {
  /** New texts of files, which need not exist, in the order in which they change. */
  texts: ReadonlyMap<string, string>
  /** A file, or a folder with all that is in it, which moves last. */
  move?: { from: string; to: string } | undefined
  /** Throws if something has changed since it was read; called when all is on disk, and no file has changed yet. */
  check?: () => void
}

/** @param name tells apart what is replaced by different commands */
export function replaceFiles(folder: string, { texts, move, check }: Replacement, name: string): void {
  const steps = [...texts].map(([path, text]) => ({
    path: join(folder, path),
    beside: besideOf(folder, path, name),
    text,
  }))
  try {
    for (const { path, beside, text } of steps) {
      const isNew = !existsSync(path)
      if (isNew) {
        requireInside(folder, dirname(path))
        makeFolder(dirname(path))
      }
      const [mark = ''] = (!isNew && /^\ufeff/.exec(readFileSync(path, 'utf8'))) || []
      // Its name can be known beforehand, and something else would be written through a link.
      if (lstatSync(beside, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(beside)
      writeFileSync(beside, mark + text, { ...(!isNew && { mode: statSync(path).mode }), flush: true })
    }
    const target = move && dirname(join(folder, move.to))
    if (target && !existsSync(target)) {
      requireInside(folder, target)
      makeFolder(target)
    }
    check?.()
  } catch (error) {
    for (const { beside } of steps) rmSync(beside, { force: true })
    throw error
  }
  try {
    for (const { path, beside } of steps) renameSync(beside, path)
    if (move) renameSync(join(folder, move.from), join(folder, move.to))
  } catch (error) {
    const { message } = error as Error
    throw new ConfigurationError(
      `${message}. Some files are changed, and others are not yet: run the same command again.`,
    )
  }
}

/** Returns a name that builds ignore, and that is short enough wherever that of the file is. */
function besideOf(folder: string, path: string, name: string): string {
  const hash = createHash('sha256').update(`${name}\n${path}`).digest('hex').slice(0, 16)
  return join(folder, dirname(path), `.galley-${hash}`)
}
