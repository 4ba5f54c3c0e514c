// Turns text into words: one tokenizer for the index, the query and (by its offsets) for showing where a match is.
import { fold } from '../basics/fold.ts'
import { charactersOf, isLetterAt, type Run, runsOf, type Span } from './runs.ts'

/** Raised whenever the same text would give different tokens; then the format of snapshots is another one, too. */
export const TOKENIZER = 3

export interface Token {
  /** The term as in the index: folded, at most `maxTerm` UTF-16 units. */
  term: string
  /** The place in the original text, in UTF-16 units, `end` exclusive. */
  start: number
  end: number
  /** The position, counted in words from 0. A name has the position of its first part. */
  position: number
}

/**
 * The words of a text, as they are indexed. A name (node.js, CVE-2019-5737, snake_case, @scope/name, .NET, C++) is
 * found from each of its parts on, and each part by itself; text without spaces is found by any two adjacent characters,
 * and by the last one of a run.
 */
export function tokenize(text: string): Token[] {
  return [...tokenParts(text)].flat()
}

/** Yields the tokens of `tokenize`, in parts of at most `runs` runs, so that something else can be done in between. */
export function* tokenParts(text: string, runs = Number.POSITIVE_INFINITY): Generator<Token[]> {
  let tokens: Token[] = []
  const tokenizer = new Tokenizer(text, 'all', (term, start, end, position) =>
    tokens.push({ term, start, end, position }),
  )
  for (let isEnd = false; !isEnd; tokens = []) {
    isEnd = tokenizer.next(runs)
    yield tokens
  }
}

/** The words of a query: the longest forms only, at the positions that `tokenize` returns for the same text. */
export function queryTerms(text: string): Token[] {
  const tokens: Token[] = []
  new Tokenizer(text, 'longest', (term, start, end, position) =>
    tokens.push({ term, start, end, position }),
  ).next()
  return tokens
}

/** The number of parts of a name that are found together: the index has each part up to this many times. */
const maxParts = 4
/** The number of parts at which a find may begin: with more, the index could grow by far more than eight times the length of a post. */
const maxStarts = 8

/** Called with the fields of a `Token`, since a text may have millions of them. */
type OnToken = (term: string, start: number, end: number, position: number) => void

/** The forms of words that are wanted: the index has all of them, and a query the longest ones. */
type WordForms = 'all' | 'longest'

/** Finds the words of a text, some at a time. */
export class Tokenizer {
  readonly #text: string
  readonly #forms: WordForms
  readonly #found: OnToken
  /** The runs of the current unit: a word, the parts of a name, or text without spaces. The next run may belong to it. */
  #unit: Run[] = []
  /** The place where the unit begins, with its prefix. */
  #start = 0
  /** The place where the unit before ends, with its suffix. */
  #end = 0
  /** The position of the next unit. */
  #position = 0

  constructor(text: string, forms: WordForms, found: OnToken) {
    this.#text = text
    this.#forms = forms
    this.#found = found
  }

  /** @returns whether these were the last ones */
  next(runs = Number.POSITIVE_INFINITY): boolean {
    const some = runsOf(this.#text, this.#unit.at(-1)?.end, runs)
    for (const run of some) {
      if (this.#joins(run)) this.#unit.push(run)
      else {
        this.#close()
        this.#unit = [run]
        this.#start = run.isUnspaced ? run.start : startWithPrefix(this.#text, run, this.#end)
      }
    }
    const isEnd = some.length < runs
    if (isEnd) this.#close()
    return isEnd
  }

  /** One symbol between two words makes them a name; a slash only after a scope. */
  #joins(next: Run): boolean {
    const unit = this.#unit
    const last = unit.at(-1)
    if (!last || next.start - last.end !== 1 || last.isUnspaced || next.isUnspaced) return false
    const symbol = this.#text[last.end]!
    if (joiners.has(symbol)) return true
    return slashes.has(symbol) && unit.length === 1 && scopes.has(this.#text[this.#start]!)
  }

  #close(): void {
    const last = this.#unit.at(-1)
    if (!last) return
    this.#end = last.isUnspaced ? last.end : endWithSuffix(this.#text, last.end)
    if (last.isUnspaced) this.#pairs(last)
    else this.#name(this.#unit)
  }

  #name(parts: readonly Span[]): void {
    for (let i = 0; i < parts.length; i++) {
      const { start, end } = parts[i]!
      const last = i < maxStarts ? Math.min(i + maxParts, parts.length) - 1 : i
      const to = last === parts.length - 1 ? this.#end : parts[last]!.end
      const from = i === 0 ? this.#start : start
      if (this.#forms === 'all') {
        if (from < start) this.#push(from, to)
        if (to > end) this.#push(start, to)
      } else if (i % maxParts === 0 || i >= maxStarts) this.#push(from, to)
      if (this.#forms === 'all' ? this.#push(start, end) : termAt(this.#text, start, end) !== '')
        this.#position++
    }
  }

  /** Adjacent characters in pairs; the last one alone if all forms are wanted, or if it is the only one. */
  #pairs(run: Span): void {
    const characters = charactersOf(this.#text, run)
    for (let i = 0; i < characters.length; i++, this.#position++) {
      const { start, end } = characters[i]!
      const next = characters[i + 1]
      if (next || this.#forms === 'all' || i === 0) this.#push(start, next?.end ?? end)
    }
  }

  /** @returns whether there is anything to be found */
  #push(start: number, end: number): boolean {
    const term = termAt(this.#text, start, end)
    if (term !== '') this.#found(term, start, end, this.#position)
    return term !== ''
  }
}

/** The longest term, in UTF-16 units. */
const maxTerm = 64
/** The units of a word that are folded: enough that folding never leaves fewer than `maxTerm` units of plain words. */
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

const joiners = new Set("._-'’ʼ＇．＿‐‑‒–−－")
const slashes = new Set('/／')
const scopes = new Set('@＠')
const dots = new Set('.．')
const hashes = new Set('#＃')
const pluses = new Set('+＋')

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
function endWithSuffix(text: string, end: number): number {
  const symbol = text[end]
  if (symbol === undefined || symbol === ' ') return end
  if (hashes.has(symbol)) return end + 1
  return pluses.has(symbol) && text[end + 1] === symbol ? end + 2 : end
}
