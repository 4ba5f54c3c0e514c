// The files that posts show, in the folder that is served: each is whole from the moment it has its name.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { flush, replaceFile } from './file.ts'
import { mediaFile } from './format.ts'

export interface MediaToWrite {
  /** The folder that is served, `dist/public/media`. */
  into: string
  /** Paths of files, by the names they get: each holds the first 16 digits of the SHA-256 of the file's bytes. */
  sources: ReadonlyMap<string, string>
}

/** What is there already stays as it is: a name stands for its bytes. */
export function writeMedia({ into, sources }: MediaToWrite): void {
  if (sources.size === 0) return
  mkdirSync(into, { recursive: true })
  rmSync(join(into, temporary), { force: true })
  for (const [name, source] of sources) {
    if (statSync(join(into, name), { throwIfNoEntry: false })?.size === statSync(source).size) continue
    const bytes = readFileSync(source)
    if (!name.includes(createHash('sha256').update(bytes).digest('hex').slice(0, 16)))
      throw new ChangedFile(source)
    replaceFile(join(into, name), join(into, temporary), bytes)
  }
  flush(into)
}

/** Between two looks at it somebody saved the file; the next build has it as it is then. */
export class ChangedFile extends Error {
  override name = 'ChangedFile'

  constructor(path: string) {
    super(`${path} was changed while it was read. Build again.`)
  }
}

const temporary = '.tmp-media'

/** Removes what none of the workspaces' folders names. */
export function pruneMedia(into: string, folders: readonly string[]): void {
  const named = new Set(folders.flatMap(namesIn))
  for (const name of entriesOf(into))
    if (!named.has(name)) rmSync(join(into, name), { recursive: true, force: true })
}

function namesIn(folder: string): string[] {
  try {
    return JSON.parse(readFileSync(join(folder, mediaFile), 'utf8'))
  } catch {
    // Damaged, or of an earlier version.
    return []
  }
}

function entriesOf(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : []
}
