// Splits a post into front matter and body.
import matter from 'gray-matter'
import type { Code } from '../problems/codes.ts'
import { locator } from '../problems/location.ts'
import { type Checked, noValue, problemAt } from '../problems/problem.ts'
import { conflictsIn, MERGE_CONFLICT } from './merge-conflict.ts'

export interface FrontMatter {
  /** The YAML between the fences. */
  yaml: string
  /** Where `yaml` begins in the file, in UTF-16 units. */
  start: number
  /** Everything after the line of the closing fence, as the author wrote it. */
  body: string
}

// gray-matter evaluates `---js`, and caches a file whose YAML failed as a file without front matter. So it is only used
// to split: its YAML engine does nothing, the others throw, and with options it does not use its cache.
const refuse = () => {
  throw new Error('front matter is YAML')
}
const SPLIT_ONLY = { engines: { yaml: () => ({}), json: refuse, javascript: refuse, js: refuse } }

const CLOSE = '\n---'

/** Splits a post. `undefined`, and a problem, if its front matter is missing, not closed, or not YAML. */
export function splitFrontMatter(text: string, file: string): Checked<FrontMatter | undefined> {
  /** A problem from an offset to the end of its line. */
  const problem = (offset: number, code: Code, message: string, hint: string) =>
    noValue(problemAt(file, locator(text)(offset, text.length), { code, message, hint }))
  const opening = /^---([^\r\n-][^\r\n]*)?(?=\r?\n)/.exec(text)
  if (!opening) {
    const [conflict] = conflictsIn(text)
    if (conflict?.offset === 0)
      return noValue(problemAt(file, locator(text)(0, conflict.length), MERGE_CONFLICT))
    if (/^(\+\+\+|;;;|\{)/.test(text)) {
      return problem(0, 'other-language', 'The front matter is not YAML.', WRITE_YAML)
    }
    if (text.trim() === '') return problem(0, 'no-front-matter', 'The file is empty.', BEGIN)
    const below = /^\s+(?=---\s)/.exec(text)?.[0]
    return below === undefined
      ? problem(0, 'no-front-matter', 'The file does not begin with front matter.', BEGIN)
      : problem(
          below.length,
          'no-front-matter',
          'The front matter is not at the beginning of the file.',
          REMOVE_ABOVE,
        )
  }
  const language = opening[1]?.trim() ?? ''
  if (!/^(ya?ml)?$/i.test(language)) {
    return problem(3, 'other-language', `Front matter in "${language}" is not supported.`, WRITE_YAML)
  }
  const { matter: yaml } = matter(text, SPLIT_ONLY)
  const start = language === '' ? 3 : opening[0].length
  const end = start + yaml.length
  if (end === text.length) {
    return problem(0, 'unterminated-fence', 'The front matter is not closed.', 'End it with a --- line.')
  }
  const rest = text.slice(end + CLOSE.length)
  const [fence, tail] = /^(.*)\r?\n?/.exec(rest) as unknown as [string, string]
  if (tail.trim() !== '') {
    const message = `The front matter is closed by "---${tail}".`
    return problem(end + 1, 'unterminated-fence', message, 'Close it with a line that is only ---.')
  }
  // With Windows line ends, the LF after the last CR went with the fence, and YAML does not take a CR for a line end.
  return { value: { yaml: yaml.replace(/\r$/, ''), start, body: rest.slice(fence.length) }, problems: [] }
}

const BEGIN = 'Start it with a --- line, title: …, publishedAt: … and another --- line.'

const REMOVE_ABOVE = 'Remove the empty lines and spaces above it.'

const WRITE_YAML = 'Write it as YAML between two --- lines.'
