// Long markdown in pieces: none ends inside a character, and a code block that does not fit into one is closed and opened again.
import type { Turn } from '../../turns/turn.ts'

/** The length of a piece, in UTF-16 units. */
const most = 20_000
/** The length of text that is never divided: with a fence of the longest kind before and after it, it fits into a piece. */
const mostAtOnce = 8_000
const mostOfFence = 1_000
const mostHeadings = 200
const mostOfHeading = 200

export interface TextPiece {
  text: string
  /** The beginning of the next piece; `undefined` after the last one. */
  next: number | undefined
  /** The headings of the whole text, but for those after the first 200; `undefined` if it is not long. */
  outline: OutlineEntry[] | undefined
}

interface OutlineEntry {
  level: number
  text: string
  /** A piece that begins there begins with this heading. */
  offset: number
}

interface OpenFence {
  from: number
  /** The text before its first marks: spaces, and marks of quotations and lists. */
  before: string
  marks: string
  /** The text after them. */
  info: string
}

/** A line, or a part of one that is very long. */
interface TextLine {
  from: number
  to: number
  isLine: boolean
  /** The code block that it is in, and whether that ends with it. */
  block: OpenFence | undefined
  isEnd: boolean
}

/** After spaces, and marks of quotations and lists. */
const opening = /^((?:[ \t]*(?:>|[-*+] |\d{1,9}[.)] ))*[ \t]*)(`{3,}(?=[^`]*$)|~{3,})(.*)/

/** Yields lines by CommonMark 4.5; a code block ends with the quotation or the list that it is in, too. */
function* linesOf(markdown: string): Generator<TextLine> {
  let block: OpenFence | undefined
  for (let from = 0; from < markdown.length; ) {
    const end = markdown.indexOf('\n', from) + 1 || markdown.length
    const line = markdown.slice(from, Math.min(end, from + mostOfFence)).replace(/\r?\n$/, '')
    const isEnd = block !== undefined && closes(line, block)
    if (block && !isEnd && isOutside(line, block)) block = undefined
    const [, before = '', marks, info = ''] = (block ? undefined : opening.exec(line)) ?? []
    if (marks) block = { from, before, marks, info: info.slice(0, 100) }
    for (let at = from; at < end; ) {
      const to = end - at > mostAtOnce ? withoutHalf(markdown, at + mostAtOnce) : end
      yield { from: at, to, isLine: at === from, block, isEnd: isEnd && to === end }
      at = to
    }
    if (isEnd) block = undefined
    from = end
  }
}

function closes(line: string, { marks }: OpenFence): boolean {
  const text = line.replace(/^[ \t>]+/, '').trimEnd()
  return text.length >= marks.length && text === marks[0]!.repeat(text.length)
}

function isOutside(line: string, { before }: OpenFence): boolean {
  if (before.includes('>')) return !/^[ \t]*>/.test(line)
  return /\S/.test(before) && /\S/.test(line) && line.search(/\S/) < before.search(/\S/) + 2
}

/** The last place up to `at` that is not inside a character. */
function withoutHalf(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text[at - 1]!) ? at - 1 : at
}

/**
 * Takes turns.
 * @param offset of an earlier piece's `next`, or of a heading; within a line, the piece begins with that line
 */
export async function pieceOf(markdown: string, offset: number, turn: Turn): Promise<TextPiece> {
  if (offset === 0 && markdown.length <= most) return { text: markdown, next: undefined, outline: undefined }
  const outline: OutlineEntry[] = []
  let before: TextLine | undefined
  let begin: TextLine | undefined
  let last: TextLine | undefined
  let isFull = false
  /** The last place outside of code blocks. */
  let outside = 0
  for (const line of linesOf(markdown)) {
    if (outline.length < mostHeadings) outline.push(...headingIn(markdown, line, before))
    before = line
    if (line.from <= offset) begin = line
    else isFull ||= line.to - begin!.from > most - 2 * mostOfFence
    if (!isFull) {
      last = line
      if (!line.block || line.isEnd) outside = line.to
    }
    const others = turn(line.to - line.from)
    if (others) await others
  }
  if (!begin || !last) return { text: '', next: undefined, outline }
  const isWhole = last.to === markdown.length || outside > begin.from
  const to = last.to < markdown.length && isWhole ? outside : last.to
  const { block } = begin
  const reopened = block && block.from !== begin.from ? `${block.marks}${block.info}\n` : ''
  const text = markdown.slice(begin.from, to)
  const closed = isWhole ? '' : `${text.endsWith('\n') ? '' : '\n'}${last.block!.marks}\n`
  return { text: reopened + text + closed, next: to < markdown.length ? to : undefined, outline }
}

/** @param before the line before */
function headingIn(
  markdown: string,
  { from, to, isLine, block }: TextLine,
  before?: TextLine,
): OutlineEntry[] {
  if (block || !isLine) return []
  const line = markdown.slice(from, Math.min(to, from + mostOfFence)).trimEnd()
  const [, marks, text] = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?$/.exec(line) ?? []
  if (marks) return [{ level: marks.length, text: text!.slice(0, mostOfHeading), offset: from }]
  if (!before || before.block || !/^ {0,3}(?:=+|-+)$/.test(line)) return []
  const above = markdown.slice(before.from, Math.min(before.to, before.from + mostOfFence)).trimEnd()
  if (/^$|^ {0,3}[->|*+#]|^ {4}/.test(above)) return []
  return [
    { level: line.includes('=') ? 1 : 2, text: above.trim().slice(0, mostOfHeading), offset: before.from },
  ]
}
