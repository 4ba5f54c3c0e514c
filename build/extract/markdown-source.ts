// Locates markdown tokens in their source. Tokens have no offsets: in a block quote, a list or a footnote they are made
// from lines without their prefixes, and in a table from cells.
import { lowerBound } from '../../packages/search/basics/order.ts'
import type { Range } from './range.ts'

/** The source offset of each character of a token, and of its end. */
export interface Offsets {
  /** @param index in the token, up to its length */
  at(index: number): number
}

/** A source that is read from front to back, in the order of its tokens. */
export class MarkdownSource {
  /** The text with LF line ends, as in tokens. */
  readonly #text: string
  /** The offsets in `#text` at which a carriage return was removed, in order. */
  readonly #returns: readonly number[]
  /** The range in which the next tokens are searched for. */
  block: Range = { from: 0, to: 0 }
  #at = 0

  constructor(written: string) {
    this.#text = written.replace(/\r\n|\r/g, '\n')
    this.#returns = [...written.matchAll(/\r\n/g)].map(({ index }, before) => index - before)
  }

  /** @param raw of a top-level token */
  enterBlock(raw: string): void {
    const from = this.#text.indexOf(raw, this.block.to)
    this.block =
      from === -1 ? { from: this.block.to, to: this.#text.length } : { from, to: from + raw.length }
    this.#at = this.block.from
  }

  /** Finds the next occurrence of a token after the current offset. Its leading white space may differ. */
  find(raw: string): Offsets | undefined {
    const block = this.#text.slice(this.#at, this.block.to)
    const written = raw.trimStart()
    const probe = /^.[^\n\\|[\]]*/s.exec(written)?.[0]
    if (probe === undefined) return undefined
    for (let at = block.indexOf(probe); at !== -1; at = block.indexOf(probe, at + 1)) {
      const own = offsetsOf(block, at, written)
      if (!own) continue
      const start = this.#at
      // The part that precedes it in the token is not in the source.
      return { at: (index) => start + own[Math.max(0, index - (raw.length - written.length))]! }
    }
    return undefined
  }

  /** Finds a token and moves past it. Tokens of white space may not be in the source. */
  skip(raw: string): Offsets | undefined {
    const offsets = raw.trim() === '' ? undefined : this.find(raw)
    if (offsets) this.#at = offsets.at(raw.length)
    return offsets
  }

  moveTo(offset: number): void {
    this.#at = offset
  }

  /** Extends a range to its whole lines with their line break, if only white space precedes it. */
  wholeLines({ from, to }: Range): Range {
    const start = this.#text.lastIndexOf('\n', from - 1) + 1
    const isWhole = this.#text.slice(start, from).trim() === ''
    const [rest = ''] = /^[ \t]*\n?/.exec(this.#text.slice(to, to + 1_000))!
    return isWhole ? { from: start, to: to + rest.length } : { from, to }
  }

  /** A range in the source as it was written, with CR LF. */
  original({ from, to }: Range): Range {
    const before = (offset: number) => lowerBound(this.#returns, offset)
    return { from: from + before(from), to: to + before(to) }
  }
}

/** Tokens lack the backslashes before `|` in tables, and before brackets in link text. */
function offsetsOf(text: string, start: number, raw: string): number[] | undefined {
  const offsets: number[] = []
  let at = start
  for (let i = 0; i < raw.length; i++) {
    const sign = raw[i]!
    offsets.push(at)
    if (sign === '\n') {
      const next = lineStart(text, at, raw, i + 1)
      if (next === undefined) return undefined
      offsets.push(...next.offsets)
      i += next.offsets.length
      at = next.end
      continue
    }
    if (text[at] === '\\' && text[at] !== sign && text[at + 1] === sign) offsets[i] = ++at
    if (text[at] !== sign) return undefined
    at++
  }
  offsets.push(at)
  return offsets
}

const LINE_BREAK = /[ \t]*\n([ \t>]*)/y
const BEGINNING = /[ \t>]*/y

/**
 * The beginning of a token's line, which may lack white space and the `>` of block quotes.
 * @returns the offsets of its beginning, and where that ends
 */
function lineStart(text: string, at: number, raw: string, i: number) {
  LINE_BREAK.lastIndex = at
  const passed = LINE_BREAK.exec(text)
  if (!passed) return undefined
  const end = at + passed[0].length
  BEGINNING.lastIndex = i
  const [beginning] = BEGINNING.exec(raw)!
  const signs = [...passed[1]!.matchAll(/>/g)].map(({ index }) => end - passed[1]!.length + index)
  const own = signs.slice(signs.length - beginning.replace(/[^>]/g, '').length)
  const offsets = Array.from(beginning, (sign) => (sign === '>' ? (own.shift() ?? end) : (own[0] ?? end)))
  return { offsets, end }
}

/** The end of the link text in its token: the `]` that closes the first `[`. */
export function labelEnd(raw: string): number | undefined {
  let depth = 0
  for (let at = 0; at < raw.length; at++) {
    const sign = raw[at]
    if (sign === '\\') at++
    else if (sign === '`') at = codeEnd(raw, at)
    else if (sign === '[') depth++
    else if (sign === ']' && --depth === 0)
      return /^(\(|\[|$)/.test(raw.slice(at + 1, at + 2)) ? at : undefined
  }
  return undefined
}

/** Unclosed backticks are plain text. */
function codeEnd(raw: string, at: number): number {
  const [ticks] = /^`+/.exec(raw.slice(at))!
  const end = new RegExp(`(?<!\`)${ticks}(?!\`)`, 'g')
  end.lastIndex = at + ticks.length
  const closing = end.exec(raw)
  return (closing ? closing.index + ticks.length : at + ticks.length) - 1
}
