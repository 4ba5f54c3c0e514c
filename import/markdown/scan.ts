// Finds the code in markdown, in one pass over its lines, by the rules that CommonMark has for blocks: what is in lists and
// quotations, what goes on with a paragraph, and what is HTML. A fence may be closed further left than it began, which is
// mended when it is written.
import { COMMONMARK, oneOf } from './elements.ts'

export interface CodeBlock {
  /** The place after what the list or the quotation around it has on that line. */
  from: number
  /** The end of its last line, without the line end. */
  to: number
  /** The signs that open and close a fence; `undefined` for code that is indented. */
  fence: string | undefined
  isClosed: boolean
  /** True if lines of it are further left than its list, which other programs do not mind. */
  isLeft: boolean
  /** The text before the code on its first line, such as `> - `. */
  margin: string
}

export interface ScanOptions {
  /** True for MDX: indented text is no code, and what is between tags is markdown. */
  isFlush?: boolean
  /** True if terms are defined: a line with a colon begins something like an item. */
  hasDefinitions?: boolean
}

/** A quotation, or an item whose lines begin at a column. */
interface Container {
  column: number | undefined
  /** True if nothing is in it yet: a blank line would end it. */
  isEmpty?: boolean
}

interface LinePlace {
  /** The index in the line. */
  at: number
  /** The column, with tabs that go on to the next multiple of four. */
  column: number
}

const TAB = 4
/** Lists and quotations within more of them than these are text: each level reads its lines again. */
const MAX_DEPTH = 100
const FENCE = /(`{3,})[^`\n]*$|(~{3,})/y
const ITEM = /(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/y
const ITEM_OR_DEFINITION = new RegExp(`${ITEM.source}|:(?=[ \\t]+\\S)`, 'y')
const RULE = /([-*_])[ \t]*(?:\1[ \t]*){2,}$/y
const HEADING = /#{1,6}(?:[ \t]|$)/y
const DEFINITION = /\[(?:[^\]\\]|\\.)+\]:[ \t]*\S+(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^)]*\)))?[ \t]*$/y
const UNDERLINE = /(?:=+|-+)[ \t]*$/y
/** The beginnings and the ends of HTML: it ends with a line that has the second pattern, or a blank one. */
const HTML: [RegExp, RegExp | undefined][] = [
  [/<(?:pre|script|style|textarea)(?=[\s>]|$)/iy, /<\/(?:pre|script|style|textarea)>/i],
  [/<!--/y, /-->/],
  [/<\?/y, /\?>/],
  [/<![A-Za-z]/y, />/],
  [/<!\[CDATA\[/y, /\]\]>/],
  [new RegExp(`</?${oneOf(COMMONMARK)}(?=[\\s>]|/>|$)`, 'iy'), undefined],
]
/** A whole tag alone in its line, which does not interrupt a paragraph. */
const TAG_ALONE =
  /(?:<[A-Za-z][\w-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^'\n]*'|"[^"\n]*"))?)*\s*\/?>|<\/[A-Za-z][\w-]*\s*>)[ \t]*$/y

/** The blocks of code in a text, in order. Takes linear time. */
export function codeBlocksIn(text: string, options: ScanOptions = {}): CodeBlock[] {
  return new Scanner(text, options).blocks
}

/** The text with its lines changed that are markdown, and not within a block of HTML. */
export function outsideHtml(text: string, change: (markdown: string) => string): string {
  const { html } = new Scanner(text, {})
  const parts: string[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; ) {
    const first = at
    while (at < lines.length && html.has(at) === html.has(first)) at++
    const part = lines.slice(first, at).join('\n')
    parts.push(html.has(first) ? part : change(part))
  }
  return parts.join('\n')
}

class Scanner {
  readonly blocks: CodeBlock[] = []
  /** The numbers of lines of HTML. */
  readonly html = new Set<number>()
  readonly #lines: string[]
  readonly #starts: number[] = []
  readonly #isFlush: boolean
  readonly #item: RegExp
  #containers: Container[] = []
  #isParagraph = false
  /** True if a line goes on with a paragraph though some of the containers around that do not. */
  #isLazy = false
  /** The end of the HTML that this line is in: `undefined` for a blank line. */
  #html: { end: RegExp | undefined; depth: number } | undefined
  /** The length from which on no fence of a letter is closed below. */
  readonly #unclosed = new Map<string, number>()

  constructor(text: string, { isFlush = false, hasDefinitions = false }: ScanOptions) {
    this.#lines = text.split('\n')
    this.#isFlush = isFlush
    this.#item = hasDefinitions ? ITEM_OR_DEFINITION : ITEM
    let start = 0
    for (const line of this.#lines) {
      this.#starts.push(start)
      start += line.length + 1
    }
    for (let index = 0; index < this.#lines.length; index++) index = this.#read(index)
  }

  /** @returns the last line of what it has read */
  #read(index: number): number {
    const line = this.#lines[index]!
    const { place, matched } = this.#continued(line)
    const isBlank = line.slice(place.at).trim() === ''
    if (this.#html) {
      const { end, depth } = this.#html
      if (matched < depth) this.#html = undefined
      else {
        this.html.add(index)
        if (end ? end.test(line.slice(place.at)) : isBlank) this.#html = undefined
        return index
      }
    }
    if (isBlank) {
      // A quotation ends, and a paragraph with it; items go on.
      const quote = this.#containers.findIndex((one, at) => at >= matched && one.column === undefined)
      if (quote >= 0) this.#containers.length = quote
      if (this.#containers.at(-1)?.isEmpty) this.#containers.pop()
      this.#isParagraph = false
      return index
    }
    const [last] = this.#containers.slice(-1)
    if (last && matched === this.#containers.length) last.isEmpty = false
    this.#isLazy = matched < this.#containers.length && this.#isParagraph
    if (!this.#isLazy) this.#close(matched)
    return this.#open(index, place, matched)
  }

  #close(depth: number): void {
    if (depth === this.#containers.length) return
    this.#containers.length = depth
    this.#isParagraph = false
  }

  /** Counts the containers that go on in a line, and finds where what is in them begins. */
  #continued(line: string): { place: LinePlace; matched: number } {
    let place: LinePlace = { at: 0, column: 0 }
    let matched = 0
    for (const { column } of this.#containers) {
      const next = afterSpace(line, place)
      const indent = next.column - place.column
      if (column === undefined) {
        if ((indent >= TAB && !this.#isFlush) || line[next.at] !== '>') break
        place = afterQuote(line, next)
      } else if (line.slice(next.at).trim() === '') {
        place = next
      } else {
        if (next.column < column) break
        place = atColumn(line, place, column)
      }
      matched++
    }
    return { place, matched }
  }

  /** Opens what begins in a line, after the containers that go on; returns the last line of what it has read. */
  #open(index: number, start: LinePlace, matched: number): number {
    const line = this.#lines[index]!
    let place = start
    for (let depth = matched; ; depth++) {
      const next = afterSpace(line, place)
      if (next.column - place.column >= TAB && !this.#isFlush)
        return this.#isParagraph ? index : this.#indented(index, place)
      const inside = depth < MAX_DEPTH ? this.#openContainer(line, next, depth) : undefined
      if (!inside) return this.#openLeaf(index, place, next, depth)
      if (line.slice(inside.at).trim() === '') return index
      place = inside
    }
  }

  /** Finds where the text begins in a quotation or an item that begins there; `undefined` if there is none. */
  #openContainer(line: string, next: LinePlace, depth: number): LinePlace | undefined {
    if (line[next.at] === '>') {
      this.#interrupt(depth)
      this.#containers.push({ column: undefined })
      return afterQuote(line, next)
    }
    const item = matchAt(RULE, line, next.at) ? null : matchAt(this.#item, line, next.at)
    if (!item) return undefined
    const mark = { at: next.at + item[0].length, column: next.column + item[0].length }
    const isEmpty = line.slice(mark.at).trim() === ''
    // An item interrupts a paragraph only if it is the first of a list and has text.
    if (this.#isWithin && (isEmpty || Number(item[1] ?? 1) !== 1)) return undefined
    this.#interrupt(depth)
    const text = afterSpace(line, mark)
    const width = text.column - mark.column
    const column = mark.column + (isEmpty || width > TAB ? 1 : width)
    this.#containers.push({ column, isEmpty })
    return isEmpty ? text : atColumn(line, mark, column)
  }

  /** @returns the last line of what it has read */
  #openLeaf(index: number, place: LinePlace, next: LinePlace, depth: number): number {
    const line = this.#lines[index]!
    const has = (pattern: RegExp) => matchAt(pattern, line, next.at)
    const fence = has(FENCE)
    if (fence) {
      this.#interrupt(depth)
      const mark = fence[1] ?? fence[2]!
      const { last, ...end } = this.#endOf(index, mark, this.#isFlush ? next.column : place.column)
      this.#add(index, last, next.at, { fence: mark, ...end })
      return last
    }
    const html = HTML.find(([begin, end]) => (end || !this.#isFlush) && has(begin))
    if (html || (!this.#isParagraph && !this.#isFlush && has(TAG_ALONE))) {
      this.#interrupt(depth)
      this.html.add(index)
      const end = html?.[1]
      if (!end?.test(line.slice(next.at))) this.#html = { end, depth: this.#containers.length }
    } else if (has(RULE) || has(HEADING) || (this.#isWithin && has(UNDERLINE))) this.#interrupt(depth)
    else this.#isParagraph ||= !has(DEFINITION)
    return index
  }

  /** True if the paragraph above goes on in the containers of this line. */
  get #isWithin(): boolean {
    return this.#isParagraph && !this.#isLazy
  }

  #interrupt(depth: number): void {
    if (this.#isLazy) this.#close(depth)
    this.#isLazy = false
    this.#isParagraph = false
  }

  /** Code that is indented goes on over blank lines, up to a line that is less so. */
  #indented(index: number, place: LinePlace): number {
    let last = index
    for (let next = index + 1; next < this.#lines.length; next++) {
      const line = this.#lines[next]!
      const { place: start, matched } = this.#continued(line)
      const isBlank = line.slice(start.at).trim() === ''
      if (matched < this.#containers.length) break
      if (isBlank) continue
      if (afterSpace(line, start).column - start.column < TAB) break
      last = next
    }
    this.#add(index, last, place.at, { fence: undefined, isClosed: true, isLeft: false })
    return last
  }

  #add(
    first: number,
    last: number,
    at: number,
    block: Pick<CodeBlock, 'fence' | 'isClosed' | 'isLeft'>,
  ): void {
    const from = this.#starts[first]! + at
    const to = this.#starts[last]! + this.#lines[last]!.length
    this.blocks.push({ from, to, margin: this.#lines[first]!.slice(0, at), ...block })
  }

  /** Finds where a fence ends. An end that is missing once is not looked for again. */
  #endOf(index: number, fence: string, column: number): { last: number; isClosed: boolean; isLeft: boolean } {
    const letter = fence.charAt(0)
    const close = new RegExp(`^[ \\t]*${letter}{${fence.length},}[ \\t]*$`)
    const isMissing = fence.length >= (this.#unclosed.get(letter) ?? Infinity)
    /** The last line before one that is further left. */
    let inList: number | undefined
    for (let next = index + 1; next < this.#lines.length; next++) {
      const line = this.#lines[next]!
      const { place, matched } = this.#continued(line)
      // A fence in a quotation ends with it.
      if (this.#containers.some((one, at) => at >= matched && one.column === undefined))
        return { last: inList ?? next - 1, isClosed: false, isLeft: false }
      if (matched < this.#containers.length && line.trim() !== '') {
        inList ??= next - 1
        if (isMissing) break
      }
      if (close.test(line.slice(place.at)) && afterSpace(line, place).column - column < TAB)
        return { last: next, isClosed: true, isLeft: inList !== undefined }
    }
    this.#unclosed.set(letter, Math.min(fence.length, this.#unclosed.get(letter) ?? Infinity))
    return { last: inList ?? this.#lines.length - 1, isClosed: false, isLeft: false }
  }
}

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(line)
}

function afterSpace(line: string, { at, column }: LinePlace): LinePlace {
  let [end, to] = [at, column]
  for (; line[end] === ' ' || line[end] === '\t'; end++) to += line[end] === '\t' ? TAB - (to % TAB) : 1
  return { at: end, column: to }
}

/** The first place from there on that is at a column, or behind it. */
function atColumn(line: string, { at, column }: LinePlace, wanted: number): LinePlace {
  let [end, to] = [at, column]
  while (to < wanted && (line[end] === ' ' || line[end] === '\t')) {
    const width = line[end] === '\t' ? TAB - (to % TAB) : 1
    // The rest of a tab is white space before the text.
    if (to + width > wanted) return { at: end, column: wanted }
    to += width
    end++
  }
  return { at: end, column: to }
}

/** Returns the place behind `>`, and behind a space if there is one. */
function afterQuote(line: string, { at, column }: LinePlace): LinePlace {
  return line[at + 1] === ' ' || line[at + 1] === '\t'
    ? atColumn(line, { at: at + 1, column: column + 1 }, column + 2)
    : { at: at + 1, column: column + 1 }
}
