// Long markdown in pieces: none ends inside a character, and a code block that does not fit into one is closed and opened again.

/** Of a piece, in UTF-16 units. */
const most = 20_000
/** Of what is never divided: with a fence of the longest kind before and after it, it fits into a piece. */
const mostAtOnce = 8_000
const mostOfFence = 1_000
const mostSections = 200

export interface Piece {
  text: string
  /** Where the next piece begins; `undefined` after the last one. */
  next: number | undefined
}

export interface Section {
  level: number
  text: string
  /** A piece that begins there begins with its heading. */
  offset: number
}

interface CodeBlock {
  from: number
  /** What is before its first marks: spaces, and marks of quotations and lists. */
  before: string
  marks: string
  /** What is after them. */
  info: string
}

/** A line, or a part of one that is very long. */
interface Segment {
  from: number
  to: number
  isLine: boolean
  /** The code block that it is in, and whether that ends with it. */
  block: CodeBlock | undefined
  isEnd: boolean
}

/** After spaces, and marks of quotations and lists. */
const opening = /^((?:[ \t]*(?:>|[-*+] |\d{1,9}[.)] ))*[ \t]*)(`{3,}(?=[^`]*$)|~{3,})(.*)/

/** By CommonMark 4.5; a code block ends with the quotation or the list that it is in, too. */
function* segmentsOf(markdown: string): Generator<Segment> {
  let block: CodeBlock | undefined
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

function closes(line: string, { marks }: CodeBlock): boolean {
  const [text = ''] = /[`~]+[ \t]*$/.exec(line) ?? []
  return /^[ \t>]*$/.test(line.slice(0, line.length - text.length)) && isRun(text.trimEnd(), marks)
}

function isRun(text: string, marks: string): boolean {
  return text.length >= marks.length && text === marks[0]!.repeat(text.length)
}

function isOutside(line: string, { before }: CodeBlock): boolean {
  if (before.includes('>')) return !/^[ \t]*>/.test(line)
  return /\S/.test(before) && /\S/.test(line) && line.search(/\S/) < before.search(/\S/) + 2
}

/** The last place up to `at` that is not inside a character. */
function withoutHalf(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text[at - 1]!) ? at - 1 : at
}

/** @param offset of an earlier piece's `next`, or of a section; within a line, the piece begins with that line */
export function pieceOf(markdown: string, offset: number): Piece {
  let begin: Segment | undefined
  let last: Segment | undefined
  /** The last place outside of code blocks. */
  let outside = 0
  for (const segment of segmentsOf(markdown)) {
    if (segment.from <= offset) begin = segment
    else if (segment.to - begin!.from > most - 2 * mostOfFence) break
    last = segment
    if (!segment.block || segment.isEnd) outside = segment.to
  }
  if (!begin || !last) return { text: '', next: undefined }
  const isWhole = last.to === markdown.length || outside > begin.from
  const to = last.to < markdown.length && isWhole ? outside : last.to
  const { block } = begin
  const reopened = block && block.from !== begin.from ? `${block.marks}${block.info}\n` : ''
  const text = markdown.slice(begin.from, to)
  const closed = isWhole ? '' : `${text.endsWith('\n') ? '' : '\n'}${last.block!.marks}\n`
  return { text: reopened + text + closed, next: to < markdown.length ? to : undefined }
}

/** The headings, but for those after the first 200. */
export function outlineOf(markdown: string): Section[] {
  const sections: Section[] = []
  let before: { text: string; from: number } | undefined
  for (const { from, to, isLine, block } of segmentsOf(markdown)) {
    if (sections.length === mostSections) break
    const line = block || !isLine ? '' : markdown.slice(from, to).trimEnd()
    const [, marks, text] = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?$/.exec(line) ?? []
    if (marks) sections.push({ level: marks.length, text: text!.slice(0, 200), offset: from })
    else if (before && /^ {0,3}(?:=+|-+)$/.test(line)) {
      sections.push({
        level: line.includes('=') ? 1 : 2,
        text: before.text.trim().slice(0, 200),
        offset: before.from,
      })
    }
    before = marks || /^\s*$|^ {0,3}[->|*+]|^ {4}/.test(line) ? undefined : { text: line, from }
  }
  return sections
}
