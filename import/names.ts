// Names of files that every system takes: in NFC, short enough, and none that differ from another in case only.
import { basename, join } from 'node:path/posix'
import { windowsName } from '../build/for-import.ts'
import { normalise } from '../packages/search/basics/normalise.ts'

/** File systems take 255; an ending and a number are added. */
const MAX_BYTES = 200

/** More levels than the content folder may have, which counts those above posts/ as well: see walk.ts. */
const MAX_FOLDERS = 16

/** The beginning of a text that has at most so many bytes in UTF-8; no letter is split. */
export function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let [kept, length] = ['', 0]
  for (const letter of text) {
    length += Buffer.byteLength(letter)
    if (length > bytes) break
    kept += letter
  }
  return kept
}

/** Letters, digits, hyphens, dots and underscores; `_` and `.` at the beginning would hide it. */
export function cleanName(name: string): string {
  const clean = normalise(name)
    .replace(/[^\p{L}\p{M}\p{Nd}._-]+/gu, '-')
    .replace(/^[._-]+/, '')
  return windowsName(cut(clean, MAX_BYTES).replace(/[.-]+$/, ''))
}

/** The names that are taken in one workspace. */
export class FileNames {
  readonly #files = new Set<string>()
  /** The paths of folders as they were first written, by their folded forms. */
  readonly #folders = new Map<string, string>()

  /** The path of a new file. A name that is taken gets a number, or is that of `otherwise`. */
  file(folders: readonly string[], stem: string, ending: string, otherwise = stem): string {
    const folder = this.#folder(folders)
    let path = join(folder, stem + ending)
    for (let number = 2; this.#isTaken(path); number++) path = join(folder, `${otherwise}-${number}${ending}`)
    this.#files.add(folded(path))
    return path
  }

  #isTaken(path: string): boolean {
    return this.#files.has(folded(path)) || this.#folders.has(folded(path))
  }

  /** Folders whose names differ in case only are one, and none has the name of a file. */
  #folder(names: readonly string[]): string {
    let path = ''
    for (const name of [...names.slice(0, 1), ...names.slice(1).slice(-MAX_FOLDERS)]) {
      const wanted = join(path, name)
      let own = wanted
      for (let number = 2; this.#files.has(folded(own)); number++) own = `${wanted}-${number}`
      path = this.#folders.get(folded(own)) ?? own
      this.#folders.set(folded(own), path)
    }
    return path
  }
}

export function folded(name: string): string {
  return normalise(name).toLowerCase()
}

/** The name without its ending and a leading date; that of the folder for `index`. */
export function stemOf(within: string, folder: string): string {
  const parts = within.split('/')
  const file = parts.pop()!.replace(/\.(md|mdx|markdown|mdown|mkd|html?)$/i, '')
  const name = /^(index|README)$/i.test(file) ? (parts.pop() ?? basename(folder)) : file
  return name.replace(/^\d{4}[-_]\d{1,2}[-_]\d{1,2}[-_](?=.)/, '')
}
