// Splits a post into front matter and body.
import matter from 'gray-matter'
import type { Code } from '../problems/codes.ts'
import { locator } from '../problems/location.ts'
import { type Checked, noValue, problemAt, quoted } from '../problems/problem.ts'
import { conflictsIn, MERGE_CONFLICT } from './merge-conflict.ts'

export interface FrontMatter {
  /** The YAML between the fences. */
  yaml: string
  /** The beginning of `yaml` in the file, in UTF-16 units. */
  start: number
  /** Everything after the line of the closing fence, as the author wrote it. */
  body: string
  /** False if there is none, or it is in another language: then `yaml` is empty. */
  isThere: boolean
}

// gray-matter evaluates `---js`, and caches a file whose YAML failed as a file without front matter. So it is only used
// to split: its YAML engine does nothing, the others throw, and with options it does not use its cache.
const refuse = () => {
  throw new Error('front matter is YAML')
}
const SPLIT_ONLY = { engines: { yaml: () => ({}), json: refuse, javascript: refuse, js: refuse } }

const CLOSE = '\n---'

/**
 * Splits a post. If its front matter is missing, not closed, or not YAML, that is a problem, and the value is what was
 * probably meant: it is for finding other problems only.
 */
export function splitFrontMatter(text: string, file: string): Checked<FrontMatter | undefined> {
  const report = reporter(text, file)
  const opening = /^---([^\r\n-][^\r\n]*)?(?=\r?\n)/.exec(text)
  if (!opening) return withoutOpening(text, file)
  const language = opening[1]?.trim() ?? ''
  if (!/^(ya?ml)?$/i.test(language)) {
    const message = `Front matter in "${language}" is not supported.`
    const end = /\n---[ \t]*(?:\r?\n|$)/.exec(text)
    const body = end ? text.slice(end.index + end[0].length) : ''
    return report(3, 'other-language', message, WRITE_YAML, nothing(body, text))
  }
  const { matter: yaml } = matter(headOf(text), SPLIT_ONLY)
  const start = language === '' ? 3 : opening[0].length
  const end = start + yaml.length
  if (end === text.length) return unclosed(text, file, start)
  const rest = text.slice(end + CLOSE.length)
  const [fence, tail] = /^(.*)\r?\n?/.exec(rest) as unknown as [string, string]
  // The LF of the last Windows line end went with the fence, and YAML does not take a lone CR for a line end.
  const front = written(yaml.replace(/\r$/, ''), start, rest.slice(fence.length))
  if (tail.trim() === '') return { value: front, problems: [] }
  const message = `The front matter is closed by "---${tail}".`
  return report(end + 1, 'unterminated-fence', message, ONLY_HYPHENS, front)
}

/** Splits an entry of a declared collection: data has no text, and prose need not have front matter. */
export function splitEntry(text: string, file: string): Checked<FrontMatter | undefined> {
  if (!file.endsWith('.md')) return { value: written(text, 0, ''), problems: [] }
  if (text.trim() === '') return reporter(text, file)(0, 'no-front-matter', 'The file is empty.', WRITE_TEXT)
  const isBare = !/^(?:\s*---|\+\+\+|;;;|\{|<{7})/.test(text)
  return isBare ? { value: written('', 0, text), problems: [] } : splitFrontMatter(text, file)
}

/** The text as far as splitting depends on it: gray-matter copies what it is given. */
function headOf(text: string): string {
  const close = text.indexOf(CLOSE)
  return close === -1 ? text : text.slice(0, close + CLOSE.length)
}

/** Makes the function for what was probably meant, and the problem from an offset to the end of its line. */
function reporter(text: string, file: string) {
  return (offset: number, code: Code, message: string, hint: string, value?: FrontMatter) => {
    const location = locator(text)(offset, text.length)
    return { value, problems: [problemAt(file, location, { code, message, hint })] }
  }
}

function written(yaml: string, start: number, body: string): FrontMatter {
  return { yaml, start, body, isThere: true }
}

function nothing(body: string, text: string): FrontMatter {
  return { yaml: '', start: text.length - body.length, body, isThere: false }
}

function withoutOpening(text: string, file: string): Checked<FrontMatter | undefined> {
  const report = reporter(text, file)
  const [conflict] = conflictsIn(text)
  if (conflict?.offset === 0) {
    return noValue(problemAt(file, locator(text)(0, conflict.length), MERGE_CONFLICT))
  }
  if (/^(\+\+\+|;;;|\{)/.test(text)) {
    return report(0, 'other-language', 'The front matter is not YAML.', WRITE_YAML, textBelow(text))
  }
  if (text.trim() === '') return report(0, 'no-front-matter', 'The file is empty.', BEGIN)
  if (!/^\s+---\s/.test(text)) {
    const message = 'The file does not begin with front matter.'
    return report(0, 'no-front-matter', message, BEGIN, nothing(text, text))
  }
  const message = 'The front matter is not at the beginning of the file.'
  return report(text.search(/\S/), 'no-front-matter', message, REMOVE_ABOVE, belowBlanks(text, file))
}

/** Splits off front matter below blank lines and spaces. */
function belowBlanks(text: string, file: string): FrontMatter | undefined {
  const at = text.search(/\S/)
  const { value } = at < 0 ? noValue() : splitFrontMatter(text.slice(at), file)
  return value && { ...value, start: value.start + at }
}

/** The text below front matter in TOML or JSON; `undefined` if that has no end. */
function textBelow(text: string): FrontMatter | undefined {
  const end = /\n(?:\}|\+\+\+|;;;)[ \t]*(?:\r?\n|$)/.exec(text)
  return end ? nothing(text.slice(end.index + end[0].length), text) : undefined
}

/** The front matter should end where something follows that is not YAML. */
function unclosed(text: string, file: string, start: number): Checked<FrontMatter | undefined> {
  const report = reporter(text, file)
  const lines = [...text.matchAll(/[^\r\n]*(?:\r?\n|$)/g)].slice(1)
  const isText = (line: string) =>
    line.trim() === '' ||
    /^(?:#{1,6} |!\[|\[[^\]]*\]\(|[<>`*|])/.test(line) ||
    !/^(?:\s|-|#|["']?[\w$-]+["']?\s*:)/.test(line)
  const almost = lines.find(({ 0: line }) => ALMOST.test(line))
  const first = lines.findIndex(({ 0: line }) => line.trim() !== '')
  // There is such a line, since the last line is empty.
  const { 0: line, index: offset } = almost ?? lines.slice(first).find(({ 0: line }) => isText(line))!
  const front = written(text.slice(start, offset), start, text.slice(almost ? offset + line.length : offset))
  if (almost) {
    const message = `The front matter is not closed by ${quoted(line.trim())}.`
    return report(offset, 'unterminated-fence', message, ONLY_HYPHENS, front)
  }
  const isEnd = text.slice(offset).trim() === ''
  // The end is below blank lines, if text follows them.
  const shown = isEnd
    ? text.lastIndexOf('\n', text.trimEnd().length - 1) + 1
    : offset + /^(?:[ \t]*\r?\n)*/.exec(text.slice(offset))![0].length
  const message = `The front matter is not closed ${isEnd ? 'below' : 'above'} this line.`
  return report(shown, 'unterminated-fence', message, 'Write a line of --- there.', front)
}

/** Lines that were meant to close it. */
const ALMOST = /^(?:-{1,2}|-{4,}|[—–―-]+|\.{3,}|\*{3,}|_{3,}|={3,}|~{3,}|\+{3,}|- - -)[ \t]*\r?\n?$/

const ONLY_HYPHENS = 'Close it with a line that is only ---.'

const BEGIN = 'Start it with a --- line, title: …, publishedAt: … and another --- line.'

const WRITE_TEXT = 'Write a text, or front matter between two --- lines, or remove the file.'

const REMOVE_ABOVE = 'Remove the empty lines and spaces above it.'

const WRITE_YAML = 'Write it as YAML between two --- lines.'
