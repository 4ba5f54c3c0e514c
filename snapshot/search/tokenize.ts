// From text to words: one tokenizer for the index, the query and (by its offsets) for showing where a match stands.
import { fold } from './fold.ts'

/** Part of the snapshot format: raised whenever the same text would give other tokens. */
export const TOKENIZER = 1

export interface Token {
  /** As the index holds it: folded, at most `maxTerm` UTF-16 units. */
  term: string
  /** Where it stands in the original text, in UTF-16 units, `end` exclusive. */
  start: number
  end: number
  /** Counted in words from 0. A compound has the position of its first part. */
  position: number
}

/**
 * The words of a text as the index takes them. A compound (node.js, CVE-2019-5737, snake_case, @scope/name, .NET,
 * C++) is found whole and by its parts; Chinese, Japanese and Korean by any two adjacent characters, and by the
 * last one of a run.
 */
export function tokenize(text: string): Token[] {
  return scan(text, (unit, tokens) => {
    if (unit.cjk) return adjacentPairs(text, unit, tokens, true)
    if (unit.whole) push(text, unit, tokens, unit.position)
    let { position } = unit
    for (const part of unit.parts) if (push(text, part, tokens, position)) position++
    return position
  })
}

/** The words of a query: the longest forms only, at the positions `tokenize` gives the same text. */
export function queryTerms(text: string): Token[] {
  return scan(text, (unit, tokens) => {
    if (unit.cjk) return adjacentPairs(text, unit, tokens, unit.parts.length === 1)
    push(text, unit, tokens, unit.position)
    return unit.position + unit.parts.filter((part) => termAt(text, part) !== '').length
  })
}

interface Span {
  start: number
  end: number
}

/** A word or a compound of words; for a run of CJK characters the parts are its characters. */
interface Unit extends Span {
  parts: Span[]
  position: number
  cjk: boolean
  /** More than its one part: several of them, or signs around it. */
  whole: boolean
}

function scan(text: string, emit: (unit: Unit, tokens: Token[]) => number): Token[] {
  const tokens: Token[] = []
  let position = 0
  for (const unit of unitsOf(text)) position = emit({ ...unit, position }, tokens)
  return tokens
}

const maxTerm = 64
/** What is looked at to make a term: enough that folding never leaves fewer than `maxTerm` units of plain words. */
const maxSource = 4 * maxTerm

function termAt(text: string, { start, end }: Span): string {
  const term = fold(text.slice(start, Math.min(end, start + maxSource)))
  if (term.length <= maxTerm) return term
  const splitsPair = /[\ud800-\udbff]/.test(term[maxTerm - 1]!)
  return term.slice(0, splitsPair ? maxTerm - 1 : maxTerm)
}

function push(text: string, { start, end }: Span, tokens: Token[], position: number): boolean {
  const term = termAt(text, { start, end })
  if (term === '') return false
  tokens.push({ term, start, end, position })
  return true
}

function adjacentPairs(text: string, unit: Unit, tokens: Token[], lastAlone: boolean): number {
  const { parts, position } = unit
  for (const [i, { start, end }] of parts.entries()) {
    const next = parts[i + 1]
    if (next) push(text, { start, end: next.end }, tokens, position + i)
    else if (lastAlone) push(text, { start, end }, tokens, position + i)
  }
  return position + parts.length
}

const cjkClass =
  '(?:[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー][\\u3099\\u309a\\ufe00-\\ufe0f]*)'
/** A run of CJK characters, or a run of other letters, numbers and marks, soft hyphens and joiners inside it. */
const atoms = new RegExp(`${cjkClass}+|(?:(?!${cjkClass})[\\p{L}\\p{N}\\p{M}\\u00ad\\u200c\\u200d])+`, 'gu')
const cjkStart = new RegExp(`^${cjkClass}`, 'u')
const cjkCharacter = new RegExp(cjkClass, 'gu')
const wordEnd = /[\p{L}\p{N}\p{M}]$/u
const letterStart = /^\p{L}/u
const joiners = new Set("._-'’ʼ＇．＿‐‑－")

function* unitsOf(text: string): Generator<Omit<Unit, 'position'>> {
  let open: Omit<Unit, 'position'> | undefined
  for (const match of text.matchAll(atoms)) {
    const atom = { start: match.index, end: match.index + match[0].length }
    if (open && !open.cjk && !cjkStart.test(match[0]) && joins(text, open, atom.start)) {
      open.parts.push(atom)
      open.end = atom.end
      open.whole = true
      continue
    }
    if (open) yield withSuffix(text, open)
    open = cjkStart.test(match[0]) ? cjkUnit(match[0], atom) : withPrefix(text, atom, open?.end ?? 0)
  }
  if (open) yield withSuffix(text, open)
}

/** One sign between two words makes them a compound; a slash only behind a scope. */
function joins(text: string, open: Omit<Unit, 'position'>, next: number): boolean {
  if (next - open.end !== 1) return false
  const sign = text[open.end]!
  if (joiners.has(sign)) return true
  return (sign === '/' || sign === '／') && open.parts.length === 1 && /[@＠]/.test(text[open.start]!)
}

function cjkUnit(run: string, { start, end }: Span): Omit<Unit, 'position'> {
  const parts = Array.from(run.matchAll(cjkCharacter), ({ index, 0: character }) => ({
    start: start + index,
    end: start + index + character.length,
  }))
  return { start, end, parts, cjk: true, whole: false }
}

/** `@` and, before a letter, `.` belong to the word they stand before, if no word ends there. */
function withPrefix(text: string, atom: Span, previousEnd: number): Omit<Unit, 'position'> {
  const sign = text[atom.start - 1] ?? ''
  const free =
    atom.start - 1 >= previousEnd && !wordEnd.test(text.slice(Math.max(0, atom.start - 3), atom.start - 1))
  const dot = /[.．]/.test(sign) && letterStart.test(text.slice(atom.start, atom.start + 2))
  const lone = !/[.．]/.test(text[atom.start - 2] ?? '')
  const prefixed = free && (/[@＠]/.test(sign) || (dot && lone))
  return { start: atom.start - Number(prefixed), end: atom.end, parts: [atom], cjk: false, whole: prefixed }
}

/** `++` and `#` belong to the word they stand behind. */
function withSuffix(text: string, unit: Omit<Unit, 'position'>): Omit<Unit, 'position'> {
  if (unit.cjk) return unit
  const [sign = ''] = /^(?:\+\+|＋＋|[#＃])/.exec(text.slice(unit.end, unit.end + 2)) ?? []
  return sign === '' ? unit : { ...unit, end: unit.end + sign.length, whole: true }
}
