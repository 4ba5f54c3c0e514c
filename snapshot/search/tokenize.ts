// From text to words: one tokenizer for the index, the query and (by its offsets) for showing where a match is.
import { fold } from './fold.ts'
import { charactersOf, isLetterAt, type Run, runsOf, type Span } from './runs.ts'

/** Part of the snapshot format: raised whenever the same text would give different tokens. */
export const TOKENIZER = 2

export interface Token {
  /** As in the index: folded, at most `maxTerm` UTF-16 units. */
  term: string
  /** Where it is in the original text, in UTF-16 units, `end` exclusive. */
  start: number
  end: number
  /** Counted in words from 0. A compound has the position of its first part. */
  position: number
}

/**
 * The words of a text, as they are indexed. A compound (node.js, CVE-2019-5737, snake_case, @scope/name, .NET,
 * C++) is found whole and by its parts; Chinese, Japanese and Korean by any two adjacent characters, and by the
 * last one of a run.
 */
export function tokenize(text: string): Token[] {
  return tokensAndWords(text).tokens
}

/** What `tokenize` returns, and how many words that is: the next one would have that position. */
export function tokensAndWords(text: string): { tokens: Token[]; words: number } {
  const tokens: Token[] = []
  let words = 0
  for (const unit of unitsOf(text, runsOf(text))) {
    unit.end = endWithSuffix(text, unit)
    words = pushUnit(text, unit, tokens, words)
  }
  return { tokens, words }
}

/** What `tokenize` returns, in parts of at most `runs` runs, so that something else can be done in between. */
export function* tokenParts(text: string, runs: number): Generator<Token[]> {
  let position = 0
  for (let open: Unit | undefined, isEnd = false; !isEnd; ) {
    const some = runsOf(text, open?.end, runs)
    isEnd = some.length < runs
    const units = unitsOf(text, some, open)
    // What follows may belong to it.
    open = isEnd ? undefined : units.pop()
    const tokens: Token[] = []
    for (const unit of units) {
      unit.end = endWithSuffix(text, unit)
      position = pushUnit(text, unit, tokens, position)
    }
    yield tokens
  }
}

function pushUnit(text: string, unit: Unit, tokens: Token[], position: number): number {
  if (unit.cjk) return pushPairs(text, unit, tokens, position, true)
  if (isCompound(unit)) push(text, unit, tokens, position)
  let next = position
  for (const part of unit.parts) if (push(text, part, tokens, next)) next++
  return next
}

/** The words of a query: the longest forms only, at the positions that `tokenize` returns for the same text. */
export function queryTerms(text: string): Token[] {
  const tokens: Token[] = []
  let position = 0
  for (const unit of unitsOf(text, runsOf(text))) {
    unit.end = endWithSuffix(text, unit)
    if (unit.cjk) {
      position = pushPairs(text, unit, tokens, position, false)
      continue
    }
    push(text, unit, tokens, position)
    for (const part of unit.parts) if (termAt(text, part) !== '') position++
  }
  return tokens
}

/** A word or a compound, including its symbols; a run of CJK characters is a unit of its own. */
interface Unit extends Run {
  parts: Span[]
}

function isCompound({ start, end, parts }: Unit): boolean {
  return parts.length > 1 || parts[0]!.start !== start || parts[0]!.end !== end
}

export const maxTerm = 64
/** How much of a word is folded: enough that folding never leaves fewer than `maxTerm` units of plain words. */
const maxSource = 4 * maxTerm

function termAt(text: string, { start, end }: Span): string {
  return cut(fold(cut(text.slice(start, end), maxSource)), maxTerm)
}

/** The first `length` units, or one fewer where that would split a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const splitsPair = /[\ud800-\udbff]/.test(text[length - 1]!)
  return text.slice(0, splitsPair ? length - 1 : length)
}

function push(text: string, span: Span, tokens: Token[], position: number): boolean {
  const term = termAt(text, span)
  if (term !== '') tokens.push({ term, start: span.start, end: span.end, position })
  return term !== ''
}

/** Adjacent characters in pairs; the last one alone if asked for, or if it is the only one. */
function pushPairs(text: string, run: Span, tokens: Token[], position: number, lastAlone: boolean): number {
  const characters = charactersOf(text, run)
  for (const [i, { start, end }] of characters.entries()) {
    const next = characters[i + 1]
    if (next) push(text, { start, end: next.end }, tokens, position + i)
    else if (lastAlone || i === 0) push(text, { start, end }, tokens, position + i)
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
    if (last && !last.cjk && !run.cjk && joins(text, last, run.start)) {
      last.parts.push(run)
      last.end = run.end
    } else {
      const start = run.cjk ? run.start : startWithPrefix(text, run, last ? endWithSuffix(text, last) : 0)
      units.push({ start, end: run.end, cjk: run.cjk, parts: [run] })
    }
  }
  return units
}

const joiners = new Set("._-'’ʼ＇．＿‐‑－")
const slashes = new Set('/／')
const scopes = new Set('@＠')
const dots = new Set('.．')
const hashes = new Set('#＃')
const pluses = new Set('+＋')
const symbols = [joiners, slashes, scopes, hashes, pluses]

/** Whether a character may be part of a compound, between words, before or after them. */
export function isSymbol(character: string): boolean {
  return symbols.some((set) => set.has(character))
}

/** One symbol between two words makes them a compound; a slash only after a scope. */
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
function endWithSuffix(text: string, { end, cjk }: Unit): number {
  const symbol = text[end]
  if (cjk || symbol === undefined || symbol === ' ') return end
  if (hashes.has(symbol)) return end + 1
  return pluses.has(symbol) && text[end + 1] === symbol ? end + 2 : end
}
