// Takes code out of a text while the rest of it is changed. What is taken out leaves a mark, and comes back at the end.
import { HIDDEN, PIECE, PIECE_END, withMarks, withoutMarks } from '../markdown/marks.ts'
import { type CodeBlock, codeBlocksIn, type ScanOptions } from '../markdown/scan.ts'
import { dedented } from '../markdown/written.ts'

const MARK = new RegExp(HIDDEN, 'g')

/** Returns what `change` makes of a text, with its code hidden meanwhile. */
export function outsideCode(text: string, change: (prose: string, mask: Mask) => string): string {
  const mask = new Mask()
  return withMarks(mask.reveal(change(mask.hideCode(withoutMarks(text)), mask)))
}

export class Mask {
  readonly #pieces: string[] = []
  readonly #options: ScanOptions

  constructor(options: ScanOptions = {}) {
    this.#options = options
  }

  /** Takes a piece out and gives its mark. */
  hide(piece: string): string {
    this.#pieces.push(piece)
    return PIECE + (this.#pieces.length - 1) + PIECE_END
  }

  /** Rewrites what is hidden in prose and looks like a template, so that it is none but shows the same. */
  showTags(prose: string): void {
    this.change(prose, (piece) =>
      /^\{[{%#]/.test(piece) ? piece.replace(/\{(?=[{%#])/g, '&#123;').replaceAll('<', '&lt;') : piece,
    )
  }

  /** Puts all pieces back, including those within pieces. */
  reveal(text: string): string {
    let revealed = text
    for (let depth = 0; depth < 8 && revealed.includes(PIECE); depth++) {
      revealed = revealed.replace(MARK, (mark, number) => this.#pieces[Number(number)] ?? mark)
    }
    return revealed
  }

  /** Changes the pieces that are hidden in `text`. */
  change(text: string, change: (piece: string) => string): void {
    for (const [, number] of text.matchAll(MARK)) {
      const piece = this.#pieces[Number(number)]
      if (piece !== undefined) this.#pieces[Number(number)] = change(piece)
    }
  }

  /** Text without a tab or up to so many spaces before its lines but the first, also in what is hidden in it. */
  dedent(text: string, columns: number): string {
    if (columns === 0) return text
    this.change(text, (piece) => dedented(piece, columns))
    return dedented(text, columns)
  }

  /** Hides fences, indented code, code spans, comments, and elements whose content is no text. */
  hideCode(text: string): string {
    return this.hideSpans(this.hideBlocks(text))
  }

  /** Hides fences, and unless nothing is code because it is indented, indented code. */
  hideBlocks(text: string, options: Pick<ScanOptions, 'isFlush'> = {}): string {
    let [result, rest] = ['', text]
    // The text behind a note is read again: each time costs as much as all of it.
    for (let times = 0; rest !== ''; times++) {
      const begins = times < MAX_NOTES ? rest.search(BEGINNING) : -1
      let from = 0
      for (const block of codeBlocksIn(rest, { ...this.#options, ...options })) {
        const code = rest.slice(block.from, block.to)
        // A fence that is not closed in a note ends with the note.
        const end = block.isClosed || begins < 0 || begins > block.from ? -1 : code.search(END)
        const own = end < 0 ? code : code.slice(0, end)
        result += `${rest.slice(from, block.from)}${this.hide(wholeCode(own, block))}${end < 0 ? '' : '\n'}`
        from = block.from + own.length
        if (end >= 0) break
      }
      const isCut = from > 0 && rest[from - 1] === '\n'
      if (!isCut) return result + rest.slice(from)
      rest = rest.slice(from)
    }
    return result
  }

  /** Hides code spans, comments, elements whose content is no text, and if they have braces of their own, formulas. */
  hideSpans(text: string, { hasFormulas = false } = {}): string {
    let [result, from] = ['', 0]
    for (const { start, end, name } of spansIn(text)) {
      const source = text.slice(start, end)
      result += text.slice(from, start)
      from = end
      if (MORE.test(source)) {
        // The mark goes with its line, if it is alone in it.
        const isFirst = /(?:^|\n)[ \t]*$/.test(result.slice(-100))
        const rest = isFirst ? /^[ \t]*(?:\n|$)/.exec(text.slice(end, end + 100)) : null
        if (rest) result = result.replace(/[ \t]+$/, '')
        from += rest?.[0].length ?? 0
      } else
        result += this.hide(
          name === 'pre' || name === 'code' ? source.replace(/\{(?=[{%])/g, '&#123;') : source,
        )
    }
    const prose = result + text.slice(from)
    return hasFormulas ? prose.replace(FORMULA, (formula) => this.hide(formula)) : prose
  }
}

const FORMULA = /\$\$[\s\S]{1,5000}?\$\$|(?<![\w$\\])\$(?=[^$\n]*[{\\^_])[^\s$][^$\n]{0,500}\$(?!\d)/g

/** Code in lines, and what else is no text: an element by its name. In one pass: an end that is missing once is not looked for again. */
function* spansIn(text: string): Generator<{ start: number; end: number; name?: string | undefined }> {
  const missing = new Set<string>()
  const ends = spanEnds(text)
  const start = /<!--|<(pre|script|style|textarea|code)\b[^<>]*>|(?<!\\)(?:\\\\)*(`+)/gi
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const [, tag, ticks] = match
    const inside = start.lastIndex
    if (ticks !== undefined) {
      const end = ends.get(inside)
      if (end === undefined) continue
      yield { start: inside - ticks.length, end }
      start.lastIndex = end
      continue
    }
    const name = tag?.toLowerCase()
    // Other elements in code are markup of its words.
    const close = name === undefined ? '-->' : `${name === 'code' ? '[^<]*' : ''}</${name}\\s*>`
    if (missing.has(close)) continue
    const found = new RegExp(close, name === 'code' ? 'iy' : 'gi')
    found.lastIndex = inside
    const last = found.exec(text)
    if (!last) {
      if (name !== 'code') missing.add(close)
      continue
    }
    yield { start: match.index, end: found.lastIndex, name }
    start.lastIndex = found.lastIndex
  }
}

/** The end of an excerpt, which is of no use to us. */
const MORE = /^<!--[ \t]*(?:more|truncate|excerpt|end_?excerpt|readmore)[ \t]*-->$/i

/** The most notes of a text that have a fence which is not closed. */
const MAX_NOTES = 50

/** The beginning and the end of what may be a note or a component. */
const BEGINNING = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(?::{2,}|<[A-Z]|\{\{[<%]|\{%)/m
const END = /^[ \t>]*(?::{2,}[ \t]*$|<\/[A-Z]|\{\{[<%]\s*\/|\{%-?\s*end)/m

/** Maps the end of a run of backticks to the end of the code that begins there: the next run of that length in the paragraph. */
function spanEnds(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  let from = 0
  for (const paragraph of text.split(/(\n[ \t]*\n)/)) {
    const next = new Map<number, number>()
    for (const { 0: run, index } of [...paragraph.matchAll(/`+/g)].toReversed()) {
      const end = from + index + run.length
      const close = next.get(run.length)
      if (close !== undefined) ends.set(end, close)
      next.set(run.length, end)
    }
    from += paragraph.length
  }
  return ends
}

/** Code with what it lacks in a list or at its end. */
function wholeCode(code: string, { fence, isClosed, isLeft, margin }: CodeBlock): string {
  const lines = code.split('\n')
  if (isLeft && !/[>\t]/.test(margin)) return withMargin(lines, ' '.repeat(margin.length)).join('\n')
  if (isClosed) return code
  const around = margin.replace(/[-*+]|\d+[.)]/g, (mark) => ' '.repeat(mark.length))
  return `${code.trimEnd()}\n${around}${fence}`
}

/** Moves lines into a list: a line of code that is further left would end the list, and the fence with it. */
function withMargin([open = '', ...rest]: string[], margin: string): string[] {
  const code = rest.slice(0, -1)
  const isLeft = (line: string) => !line.startsWith(margin) && line.trim() !== ''
  const moved = code.some(isLeft) ? code.map((line) => (line.trim() === '' ? line : margin + line)) : code
  const close = rest.slice(-1).map((line) => (isLeft(line) ? margin + line.trimStart() : line))
  return [open, ...moved, ...close]
}
