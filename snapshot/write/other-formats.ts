// Snapshots that builds of other formats have made current. Their servers still read them, and this version cannot: nothing that
// one names is removed until a build of its format names something else. Any format, whatever else is in it, is expected to have
// `format` and `preview` as this one does, names of folders and files as `namesOf` gives them, and in each folder a list of media.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readWhole } from '../format/disk.ts'
import { asideFile, currentFile, FORMAT, searchIndexName } from '../format/format.ts'
import { replaceFile } from '../format/sealed-file.ts'
import { tried } from '../tried.ts'

/** Call this before current.json is replaced. @param temporary on the same file system @param settle called before it has its name */
export function setAside(dir: string, temporary: string, settle: (path: string) => void): void {
  const text = tried(() => readWhole(join(dir, currentFile)).toString())
  const format = text === undefined ? undefined : tried(() => JSON.parse(text).format)
  if (!Number.isSafeInteger(format) || format === FORMAT) return
  replaceFile(join(dir, asideFile(format)), temporary, text!, settle)
}

/**
 * Call this when current.json has been replaced: what was set aside of this format goes.
 * @param isKept whether one of another format stays
 * @returns names of folders and files that others still read
 * @throws {Error} of the system if that cannot be read
 */
export function namesSetAside(dir: string, isKept: (isPreview: boolean) => boolean): string[] {
  return readdirSync(dir).flatMap((name) => {
    const [, of] = /^current\.(\d+)\.json$/.exec(name) ?? []
    if (of === undefined) return []
    const text = readWhole(join(dir, name)).toString()
    const isPreview = tried(() => typeof JSON.parse(text).preview === 'string') ?? false
    if (Number(of) !== FORMAT && isKept(isPreview))
      return (text.match(/\b[0-9a-f]{32}\b/g) ?? []).flatMap((hash) => [hash, searchIndexName(hash)])
    rmSync(join(dir, name))
    return []
  })
}
