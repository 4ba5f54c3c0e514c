// From our own HTML to plain text: for descriptions, for search, and for `format=text`.
import { decodeEntities } from './entities.ts'
import { piecesOf } from './markup.ts'

/**
 * The text a reader sees: tags, attributes, comments, scripts and styles left out, entities decoded, white space
 * folded outside `<pre>`. Paragraphs and other blocks stand a blank line apart, list items and table rows on lines
 * of their own. Takes time in proportion to its input.
 */
export function textOf(html: string): string {
  const text = new TextWriter()
  for (const piece of piecesOf(html)) {
    if (typeof piece === 'string') text.write(decodeEntities(piece))
    else text.tag(piece.name, piece.closes)
  }
  return text.toString()
}

const lines = new Set(['br', 'li', 'tr', 'dt', 'dd', 'summary', 'caption'])
const cells = new Set(['td', 'th'])
const blocks = new Set(
  (
    'address article aside blockquote details div dl figcaption figure footer h1 h2 h3 h4 h5 h6 header hr main nav ' +
    'ol p pre section table ul'
  ).split(' '),
)

/** Nothing, a space, a line break, a blank line: of several, the widest counts. */
const gaps = ['', ' ', '\n', '\n\n'] as const
type Gap = (typeof gaps)[number]

/** White space that is not a single space: most text has none, and is left as it is. */
const unfolded = / \s+|[^\S ]\s*/g

class TextWriter {
  readonly #parts: string[] = []
  /** What stands between what was written and what comes. */
  #gap: Gap = ''
  /** What was written since the outermost `<pre>` that is open. */
  #verbatim: string[] = []
  #depth = 0

  tag(name: string, closes: boolean): void {
    if (name === 'pre') this.#nest(closes)
    if (this.#depth > 0) {
      if (lines.has(name) || blocks.has(name)) this.#breakLine()
    } else if (blocks.has(name)) this.#widen('\n\n')
    else if (lines.has(name)) this.#widen('\n')
    else if (cells.has(name)) this.#widen(' ')
  }

  write(text: string): void {
    if (this.#depth > 0) this.#verbatim.push(text)
    else this.#putFolded(text)
  }

  toString(): string {
    this.#putVerbatim()
    return this.#parts.join('')
  }

  #nest(closes: boolean): void {
    if (!closes && this.#depth++ === 0) this.#widen('\n\n')
    if (closes && this.#depth > 0 && --this.#depth === 0) this.#putVerbatim()
  }

  #breakLine(): void {
    if (this.#verbatim.at(-1)?.endsWith('\n') === false) this.#verbatim.push('\n')
  }

  #putVerbatim(): void {
    this.#put(this.#verbatim.join('').trimEnd().replace(/^\n+/, ''))
    this.#verbatim = []
  }

  #putFolded(text: string): void {
    if (/^\s/.test(text)) this.#widen(' ')
    this.#put(text.trim().replace(unfolded, ' '))
    if (/\s$/.test(text)) this.#widen(' ')
  }

  #put(text: string): void {
    if (text === '') return
    if (this.#parts.length > 0) this.#parts.push(this.#gap)
    this.#parts.push(text)
    this.#gap = ''
  }

  #widen(gap: Gap): void {
    if (gaps.indexOf(gap) > gaps.indexOf(this.#gap)) this.#gap = gap
  }
}
