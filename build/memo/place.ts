// Says where builds keep what later ones use, and whether what is there can be trusted. Whoever can write content must not be able
// to put HTML there: it would be published as it is.
import { existsSync, lstatSync, rmSync, type Stats, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { makeFolder } from '../../snapshot/format/disk.ts'
import { tried } from '../../snapshot/tried.ts'
import { ConfigurationError } from '../environment/configuration.ts'
import { isTracked } from '../environment/git.ts'
import { nearestExisting } from '../environment/inside.ts'
import { isWithin, repositoryAround } from '../environment/repository.ts'
import { displayPathOf } from '../problems/display-path.ts'

export interface CachePlace {
  /** `undefined`: nothing is kept. */
  folder: string | undefined
  /** A sentence about what was found there and not used. */
  note?: string
}

const NOWHERE: CachePlace = { folder: undefined }

/**
 * `node_modules/.cache/galley` beside the nearest package.json at or above a folder. Vercel keeps it between builds.
 * It is made if it is missing, and replaced if it is not ours; but if it is only to be read, nowhere is said instead.
 */
export function cachePlace(
  from: string,
  content: string,
  env: NodeJS.ProcessEnv,
  isReadOnly = false,
): CachePlace {
  const home = nearestPackage(resolve(from))
  if (home === undefined || (existsSync(content) && isWithin(home, content))) return NOWHERE
  const modules = join(home, 'node_modules')
  const parent = join(modules, '.cache')
  const folder = join(parent, 'galley')
  const shown = displayPathOf(folder)
  if (statsOf(modules) === undefined) return NOWHERE
  const found = isReadOnly ? statsOf(folder) : undefined
  if (isReadOnly && !(found && isOwn(found))) return NOWHERE
  for (const path of [modules, parent]) {
    if (!statsOf(path)?.isSymbolicLink()) continue
    // A link further up belongs to something else, whose owner did not expect anything to be kept there.
    const isOwnProject = home === resolve(from) || home === dirname(resolve(content))
    return isOwnProject ? ignored(displayPathOf(path), 'is a symbolic link') : NOWHERE
  }
  for (const path of [modules, parent]) {
    // This may be a submodule, of which the repository around it knows only the place.
    if (existsSync(join(path, '.git')))
      return ignored(displayPathOf(path), 'is a repository, whose commits could publish any HTML')
  }
  const tracked = isTracked(modules, join('.cache', 'galley'), env)
  if (tracked) {
    const why = 'is in git, where whoever commits to it could publish any HTML'
    return ignored(shown, why, ` Remove it: git rm -r --cached ${shown}`)
  }
  if (tracked === undefined) return ignored(shown, 'may be in git, which does not say')
  if (isReadOnly) return { folder }
  try {
    const found = statsOf(folder)
    const isForeign = found !== undefined && !isOwn(found)
    if (isForeign) rmSync(folder, { recursive: true, force: true })
    makeFolder(folder, 0o700)
    if (!isForeign) return { folder }
    return { folder, note: `${shown} was no folder of this user alone, and was dropped.` }
  } catch (error) {
    return ignored(shown, `cannot be written (${codeOf(error)})`)
  }
}

/**
 * A folder that an operator has named, made if it is missing. Nothing that is there is removed.
 * @throws {ConfigurationError} if others could put something there
 */
export function namedCache(folder: string, content: string): string {
  const refuse = (why: string) =>
    new ConfigurationError(`GALLEY_CACHE is ${folder}, which ${why}. Name another folder, or none.`)
  if (!isAbsolute(folder)) {
    const hint = 'Write off, or the absolute path of a folder, or remove it.'
    throw new ConfigurationError(`GALLEY_CACHE "${folder}" is not a setting. ${hint}`)
  }
  const published = repositoryAround(content)?.folder ?? resolve(content)
  if (existsSync(published) && isWithin(nearestExisting(folder), published))
    throw refuse('is among what is published: whoever commits there could publish any HTML')
  try {
    makeFolder(folder, 0o700)
  } catch (error) {
    throw refuse(`cannot be made (${codeOf(error)})`)
  }
  if (!isOwn(statsOf(folder)!)) throw refuse('is not a folder of this user that nobody else can write to')
  return folder
}

function ignored(path: string, why: string, hint = ''): CachePlace {
  return { folder: undefined, note: `${path} ${why}: nothing is kept for later builds.${hint}` }
}

function nearestPackage(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (statSync(join(folder, 'package.json'), { throwIfNoEntry: false })?.isFile()) return folder
    if (folder === dirname(folder)) return undefined
  }
}

/** Tells whether a folder belongs to this user, and nobody else can write to it. Windows has neither. */
function isOwn(stats: Stats): boolean {
  if (!stats.isDirectory()) return false
  if (process.platform === 'win32') return true
  return stats.uid === process.geteuid?.() && (stats.mode & 0o022) === 0
}

/** Returns the stats of a path; `undefined` if there is nothing, or nothing that can be reached. */
function statsOf(path: string): Stats | undefined {
  return tried(() => lstatSync(path, { throwIfNoEntry: false }))
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? error)
}
