// From text to words: one tokenizer for the index, the query and (by its offsets) for showing where a match is.
import { fold } from './fold.ts'
import { charactersOf, isLetterAt, type Run, runsOf, type Span } from './runs.ts'

/** Part of the snapshot format: raised whenever the same text would give different tokens. */
export const TOKENIZER = 3

export interface Token {
  /** As in the index: folded, at most `maxTerm` UTF-16 units. */
  term: string
  /** Where it is in the original text, in UTF-16 units, `end` exclusive. */
  start: number
  end: number
  /** Counted in words from 0. A name has the position of its first part. */
  position: number
}

/**
 * The words of a text, as they are indexed. A name (node.js, CVE-2019-5737, snake_case, @scope/name, .NET, C++) is
 * found from each of its parts on, and each part by itself; what is written without spaces by any two adjacent characters,
 * and by the last one of a run.
 */
export function tokenize(text: string): Token[] {
  return [...tokenParts(text)].flat()
}

/** What `tokenize` returns, in parts of at most `runs` runs, so that something else can be done in between. */
export function* tokenParts(text: string, runs = Number.POSITIVE_INFINITY): Generator<Token[]> {
  let position = 0
  for (let open: Unit | undefined, isEnd = false; !isEnd; ) {
    const some = runsOf(text, open?.end, runs)
    isEnd = some.length < runs
    const units = unitsOf(text, some, open)
    // What follows may belong to it.
    open = isEnd ? undefined : units.pop()
    const tokens: Token[] = []
    for (const unit of units) position = pushUnit(text, unit, tokens, position, true)
    yield tokens
  }
}

/** The words of a query: the longest forms only, at the positions that `tokenize` returns for the same text. */
export function queryTerms(text: string): Token[] {
  const tokens: Token[] = []
  let position = 0
  for (const unit of unitsOf(text, runsOf(text))) position = pushUnit(text, unit, tokens, position, false)
  return tokens
}

/** How many parts of a name are found together: the index has each part up to so many times. */
const maxParts = 4
/** How many parts of a name it is found from: further ones are found as words, or the index could grow by far more than eight times the length of a post. */
const maxStarts = 8

/** @param isIndex whether all forms are wanted, or only the longest ones @returns the position of the next unit */
function pushUnit(text: string, unit: Unit, tokens: Token[], position: number, isIndex: boolean): number {
  if (unit.isUnspaced) return pushPairs(text, unit, tokens, position, isIndex)
  const { parts } = unit
  const end = endWithSuffix(text, unit)
  let next = position
  for (const [i, part] of parts.entries()) {
    const last = i < maxStarts ? Math.min(i + maxParts, parts.length) - 1 : i
    const to = last === parts.length - 1 ? end : parts[last]!.end
    const hasPrefix = i === 0 && unit.start < part.start
    if (isIndex) {
      if (hasPrefix) push(text, unit.start, to, tokens, next)
      if (to > part.end) push(text, part.start, to, tokens, next)
    } else if (i % maxParts === 0 || i >= maxStarts) {
      push(text, hasPrefix ? unit.start : part.start, to, tokens, next)
    }
    const { start, end: partEnd } = part
    if (isIndex ? push(text, start, partEnd, tokens, next) : termAt(text, start, partEnd) !== '') next++
  }
  return next
}

/** A word or a name, including its symbols; a run without spaces is a unit of its own. */
interface Unit extends Run {
  parts: Span[]
}

/** The longest term, in UTF-16 units. */
const maxTerm = 64
/** How much of a word is folded: enough that folding never leaves fewer than `maxTerm` units of plain words. */
const maxSource = 4 * maxTerm

function termAt(text: string, start: number, end: number): string {
  return cut(fold(cut(text.slice(start, end), maxSource)), maxTerm)
}

/** The first `length` units, or one fewer where that would split a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const splitsPair = /[\ud800-\udbff]/.test(text[length - 1]!)
  return text.slice(0, splitsPair ? length - 1 : length)
}

/** @returns whether there is anything to be found */
function push(text: string, start: number, end: number, tokens: Token[], position: number): boolean {
  const term = termAt(text, start, end)
  if (term !== '') tokens.push({ term, start, end, position })
  return term !== ''
}

/** Adjacent characters in pairs; the last one alone if asked for, or if it is the only one. */
function pushPairs(text: string, run: Span, tokens: Token[], position: number, lastAlone: boolean): number {
  const characters = charactersOf(text, run)
  for (const [i, { start, end }] of characters.entries()) {
    const next = characters[i + 1]
    if (next || lastAlone || i === 0) push(text, start, next?.end ?? end, tokens, position + i)
  }
  return position + characters.length
}

/**
 * Without the suffixes after them.
 * @param open the unit before, which the first of the runs may belong to
 */
function unitsOf(text: string, runs: readonly Run[], open?: Unit): Unit[] {
  const units = open ? [open] : []
  for (const run of runs) {
    const last = units.at(-1)
    if (last && !last.isUnspaced && !run.isUnspaced && joins(text, last, run.start)) {
      last.parts.push(run)
      last.end = run.end
    } else {
      const { end, isUnspaced } = run
      const start = isUnspaced ? run.start : startWithPrefix(text, run, last ? endWithSuffix(text, last) : 0)
      units.push({ start, end, isUnspaced, parts: [run] })
    }
  }
  return units
}

const joiners = new Set("._-'’ʼ＇．＿‐‑‒–−－")
const slashes = new Set('/／')
const scopes = new Set('@＠')
const dots = new Set('.．')
const hashes = new Set('#＃')
const pluses = new Set('+＋')

/** One symbol between two words makes them a name; a slash only after a scope. */
function joins(text: string, open: Unit, next: number): boolean {
  if (next - open.end !== 1) return false
  const symbol = text[open.end]!
  if (joiners.has(symbol)) return true
  return slashes.has(symbol) && open.parts.length === 1 && scopes.has(text[open.start]!)
}

/** `@` and, before a letter, `.` belong to the word they precede, unless another word ends right there. */
function startWithPrefix(text: string, run: Span, previousEnd: number): number {
  const at = run.start - 1
  const symbol = text[at]
  if (symbol === undefined || symbol === ' ' || at < previousEnd) return run.start
  if (at === previousEnd && at > 0) return run.start
  if (scopes.has(symbol)) return at
  const lone = dots.has(symbol) && !dots.has(text[at - 1] ?? '') && isLetterAt(text, run.start)
  return lone ? at : run.start
}

/** `++` and `#` belong to the word they follow. */
function endWithSuffix(text: string, { end, isUnspaced }: Unit): number {
  const symbol = text[end]
  if (isUnspaced || symbol === undefined || symbol === ' ') return end
  if (hashes.has(symbol)) return end + 1
  return pluses.has(symbol) && text[end + 1] === symbol ? end + 2 : end
}
