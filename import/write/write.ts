// Writes a workspace, and nothing but it: no file that is there already and was not written by an import, or was edited
// since, is touched.
import { constants, copyFileSync, lstatSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { requireInside } from '../../build/for-import.ts'
import { makeFolder } from '../../snapshot/format/disk.ts'
import { sha256 } from '../../snapshot/format/format.ts'
import { writeSealed } from '../../snapshot/format/sealed-file.ts'
import { hashAt, type ImportedFiles, MANIFEST, manifestText, readManifest } from './manifest.ts'

/** A file to write: its text, or the path on disk of what is copied, and once it is asked for, its hash. */
export type FileToWrite = ({ text: string } | { copyOf: string }) & { hash?: string }

export interface WrittenFiles {
  written: string[]
  /** Files as they were after the last import, or already the same. */
  unchanged: string[]
  /** Files that were edited since, or are not from an import. */
  kept: string[]
  /** Files that were removed since. */
  removed: string[]
  /** Files from an earlier import, and no part of this one. */
  gone: string[]
  /** The files that earlier imports wrote. */
  known: ImportedFiles
}

/** Sorts the files of a workspace into those that are to be written, and those that are not. */
export function filesToWrite(workspace: string, files: ReadonlyMap<string, FileToWrite>): WrittenFiles {
  const known = readManifest(workspace)
  const result: WrittenFiles = { written: [], unchanged: [], kept: [], removed: [], gone: [], known }
  for (const [path, file] of files) {
    const before = known.get(path)
    const present = hashAt(join(workspace, path))
    if (present === hashOf(file)) result.unchanged.push(path)
    else if (present === undefined && before !== undefined) result.removed.push(path)
    else if (present !== undefined && present !== before) result.kept.push(path)
    else result.written.push(path)
  }
  for (const path of known.keys()) {
    if (!files.has(path) && lstatSync(join(workspace, path), { throwIfNoEntry: false }))
      result.gone.push(path)
  }
  return result
}

export function writeFiles(
  workspace: string,
  files: ReadonlyMap<string, FileToWrite>,
  generator: string,
): void {
  const { written, unchanged, known } = filesToWrite(workspace, files)
  const next: ImportedFiles = new Map(known)
  for (const path of written) writeFile(workspace, path, files.get(path)!)
  for (const path of [...written, ...unchanged]) next.set(path, hashOf(files.get(path)!))
  const text = manifestText(next, generator)
  if (hashAt(join(workspace, MANIFEST)) !== sha256(text)) writeFile(workspace, MANIFEST, { text })
}

/** Returns the hash of a file, and keeps it, since what is copied may be large. */
function hashOf(file: FileToWrite): string {
  file.hash ??= sha256('text' in file ? file.text : readFileSync(file.copyOf))
  return file.hash
}

/** Writes a file under another name first: an interrupted import leaves no half of one. */
function writeFile(workspace: string, path: string, file: FileToWrite): void {
  const target = join(workspace, path)
  requireInside(workspace, dirname(target))
  makeFolder(dirname(target))
  const unfinished = join(dirname(target), `.galley-import-${process.pid}.tmp`)
  // A link of that name would lead elsewhere.
  rmSync(unfinished, { force: true })
  if ('text' in file) writeSealed(unfinished, file.text)
  else copyFileSync(file.copyOf, unfinished, constants.COPYFILE_EXCL)
  renameSync(unfinished, target)
}
