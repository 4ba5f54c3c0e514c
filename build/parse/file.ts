// A file of content: where it is, and its bytes.
import { readFileSync, statSync } from 'node:fs'
import { TOP } from '../problems/location.ts'
import { andThen, type Checked, nothing, type Problem, problemAt } from '../problems/problem.ts'
import { decode, MOST_BYTES, tooLarge } from './decode.ts'
import { parseYaml } from './yaml/parse.ts'
import type { Data } from './yaml/positions.ts'

export interface ContentFile {
  /** As messages show it: `content/demo/posts/hello.md`. */
  shown: string
  /** Its path on disk. */
  path: string
  /** Its path in the workspace, with `/`: `posts/hello.md`. */
  inside: string
}

/** The file's bytes; `undefined`, and a problem, when it is too large or cannot be read. */
export function bytesOf(file: ContentFile): Checked<Uint8Array | undefined> {
  try {
    const { size } = statSync(file.path)
    const bytes = size > MOST_BYTES ? undefined : readFileSync(file.path)
    if (bytes && bytes.length <= MOST_BYTES) return { value: bytes, problems: [] }
    return nothing(tooLarge(bytes?.length ?? size, file.shown))
  } catch (error) {
    return nothing(unreadable(file.shown, error))
  }
}

/** The problem with a file that the system did not let us read; any other error is thrown on. */
export function unreadable(file: string, error: unknown): Problem {
  const { code } = error as NodeJS.ErrnoException
  if (!code) throw error
  const message = `The file cannot be read (${code}).`
  return problemAt(file, TOP, { code: 'unreadable-file', message, hint: 'Look at its permissions.' })
}

/** The value of a YAML file, as far as it can be told: see yaml-file.ts. */
export function yamlOf(file: ContentFile): Checked<Data | undefined> {
  const text = andThen(bytesOf(file), (bytes) => (bytes ? decode(bytes, file.shown) : nothing()))
  return andThen(text, (text) =>
    text === undefined
      ? nothing()
      : parseYaml({ name: 'The file', file: file.shown, text, yaml: text, start: 0 }),
  )
}
