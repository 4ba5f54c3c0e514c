// A file of content: where it is, and its bytes.
import { readFileSync, statSync } from 'node:fs'
import type { Data } from './data.ts'
import { decode, MOST_BYTES, tooLarge } from './decode.ts'
import { TOP } from './place.ts'
import { type Problem, problemAt } from './problem.ts'
import { withinWorking } from './within.ts'
import { parseYaml } from './yaml.ts'

export interface ContentFile {
  /** As messages show it: `content/demo/posts/hello.md`. */
  shown: string
  /** Its path on disk. */
  path: string
  /** Its path in the workspace, with `/`: `posts/hello.md`. */
  inside: string
}

/** The file's bytes; `undefined`, and a problem, when it is too large or cannot be read. */
export function bytesOf(file: ContentFile, problems: Problem[]): Uint8Array | undefined {
  try {
    const { size } = statSync(file.path)
    if (size <= MOST_BYTES) return readFileSync(file.path)
    problems.push(tooLarge(size, file.shown))
  } catch (error) {
    problems.push(unreadable(file.shown, error))
  }
  return undefined
}

/** The problem with a file that the system did not let us read; any other error is thrown on. */
export function unreadable(file: string, error: unknown): Problem {
  const { code } = error as NodeJS.ErrnoException
  if (!code) throw error
  const message = `The file cannot be read (${code}).`
  return problemAt(file, TOP, { code: 'unreadable-file', message, hint: 'Look at its permissions.' })
}

/** A file whose reading was stopped: see within.ts. */
export function tooComplex(file: string): Problem {
  return problemAt(file, TOP, {
    code: 'too-complex',
    message: 'Reading this file was stopped: it takes too long for its size, or too much memory.',
    hint: 'Split it, or look for a place with very many brackets, quotes, stars or other signs.',
  })
}

/** The value of a YAML file. */
export function yamlOf(file: ContentFile, problems: Problem[]): Data | undefined {
  const bytes = bytesOf(file, problems)
  const text = bytes && decode(bytes, file.shown, problems)
  if (text === undefined) return undefined
  let data: Data | undefined
  let found: Problem[] = []
  const isRead = withinWorking(1000, () => {
    found = []
    data = parseYaml({ name: 'The file', file: file.shown, text, yaml: text, start: 0 }, found)
  })
  problems.push(...(isRead ? found : [tooComplex(file.shown)]))
  return isRead ? data : undefined
}
