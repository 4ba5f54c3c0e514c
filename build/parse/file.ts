// A content file: its paths and its bytes.
import { readFileSync, statSync } from 'node:fs'
import { WHOLE_FILE } from '../problems/location.ts'
import { andThen, type Checked, noValue, type Problem, problemAt } from '../problems/problem.ts'
import { decode, MAX_FILE_BYTES, tooLarge } from './decode.ts'
import { parseWhatCanBe, type Recovered } from './yaml/recover.ts'

/** The names of a content file, independent of where it is on disk. */
export interface FilePaths {
  /** The path as messages show it: `content/demo/posts/hello.md`. */
  displayPath: string
  /** The path relative to the workspace's folder, with `/`: `posts/hello.md`. */
  relativePath: string
}

export interface ContentFile extends FilePaths {
  /** Its path on disk. */
  path: string
  /** The bytes that are taken for its content, whatever is on disk. */
  bytes?: Uint8Array
}

/** Returns the size in bytes; 0 if there is no such file. */
export function sizeOf({ path, bytes }: ContentFile): number {
  return bytes?.length ?? statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** The file's bytes; `undefined`, and a problem, if it is too large or cannot be read. */
export function bytesOf(file: ContentFile): Checked<Uint8Array | undefined> {
  try {
    const size = file.bytes?.length ?? statSync(file.path).size
    const bytes = size > MAX_FILE_BYTES ? undefined : (file.bytes ?? readFileSync(file.path))
    if (bytes && bytes.length <= MAX_FILE_BYTES) return { value: bytes, problems: [] }
    return noValue(tooLarge(bytes?.length ?? size, file.displayPath))
  } catch (error) {
    return noValue(unreadable(file.displayPath, error))
  }
}

/** The problem for a system error while reading a file; any other error is rethrown. */
export function unreadable(file: string, error: unknown): Problem {
  const { code } = error as NodeJS.ErrnoException
  if (!code) throw error
  const message = `The file cannot be read (${code}).`
  return problemAt(file, WHOLE_FILE, { code: 'unreadable-file', message, hint: 'Check its permissions.' })
}

/** Reads what it can of a YAML file, without protection against hostile files: see yaml-file.ts. */
export function yamlOf(file: ContentFile): Checked<Recovered> {
  const text = andThen(bytesOf(file), (bytes) => (bytes ? decode(bytes, file.displayPath) : noValue()))
  return andThen(text, (text) =>
    text === undefined
      ? { value: { data: undefined, isWhole: false, lost: new Set<string>() }, problems: [] }
      : parseWhatCanBe({ name: 'The file', file: file.displayPath, text, yaml: text, start: 0 }),
  )
}

/** Leaves out reports of missing keys, if some keys could not be read. */
export function withoutDoubtful(problems: readonly Problem[], { isWhole }: Recovered): readonly Problem[] {
  return isWhole ? problems : problems.filter(({ code }) => code !== 'missing-field')
}
