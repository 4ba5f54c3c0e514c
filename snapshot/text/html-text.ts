// From our own HTML to plain text: for descriptions, for search, and for `format=text`.
import { decodeEntities } from './entities.ts'
import { scanHtml } from './html-scanner.ts'

/**
 * The text a reader sees: without tags, attributes, comments, scripts and styles, with entities decoded and white space
 * collapsed outside `<pre>`. Paragraphs and other blocks are separated by a blank line; list items and table rows have lines
 * of their own. Linear time.
 */
export function textOf(html: string): string {
  return [...textParts(html)].join('')
}

/** How much is read for one part, roughly in characters: about a millisecond's work. */
const partLength = 16_384

/** The text in parts, which may be empty, so that other work can be done in between. */
export function* textParts(html: string): Generator<string> {
  const text = new TextWriter()
  let read = 0
  for (const piece of scanHtml(html)) {
    if (typeof piece !== 'string') {
      text.tag(piece.name, piece.closes)
      read += tagLength
    } else if (piece.length <= partLength) {
      text.write(decodeEntities(piece))
      read += piece.length
    } else {
      for (const slice of slicesOf(piece)) {
        text.write(decodeEntities(slice))
        yield text.take()
      }
    }
    if (read < partLength) continue
    read = 0
    yield text.take()
  }
  yield text.end()
}

/** What a tag counts for, whatever attributes it has. */
const tagLength = 20
/** Longer than any entity. */
const longestEntity = 12

/** Splits neither an entity nor a surrogate pair. */
function* slicesOf(text: string): Generator<string> {
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = Math.min(from + partLength, text.length)
    if (to < text.length) {
      const entity = text.slice(to - longestEntity, to).lastIndexOf('&')
      if (entity !== -1) to += entity - longestEntity
      else if ((text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to--
    }
    yield text.slice(from, to)
  }
}

const lines = new Set(['br', 'li', 'tr', 'dt', 'dd', 'summary', 'caption'])
const cells = new Set(['td', 'th'])
const blocks = new Set(
  (
    'address article aside blockquote details div dl figcaption figure footer h1 h2 h3 h4 h5 h6 header hr main nav ' +
    'ol p pre section table ul'
  ).split(' '),
)

/** Nothing, a space, a line break, a blank line: the widest of several wins. */
const gaps = ['', ' ', '\n', '\n\n'] as const
type Gap = (typeof gaps)[number]

/** White space other than a single space: most text has none and is kept as it is. */
const unfolded = / \s+|[^\S ]\s*/g

class TextWriter {
  #parts: string[] = []
  /** Something has been written. */
  #hasText = false
  /** Separates what was written from what comes next. */
  #gap: Gap = ''
  /** Text since the outermost open `<pre>`; most of it is already in `#joined` if there are very many pieces. */
  #verbatim: string[] = []
  #joined: string[] = []
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

  /** What has been written since the last call. */
  take(): string {
    const text = this.#parts.join('')
    this.#parts = []
    if (this.#verbatim.length > 1)
      this.#joined.push(this.#verbatim.splice(0, this.#verbatim.length - 1).join(''))
    return text
  }

  end(): string {
    this.#putVerbatim()
    return this.take()
  }

  #nest(closes: boolean): void {
    if (!closes && this.#depth++ === 0) this.#widen('\n\n')
    if (closes && this.#depth > 0 && --this.#depth === 0) this.#putVerbatim()
  }

  #breakLine(): void {
    if (this.#verbatim.at(-1)?.endsWith('\n') === false) this.#verbatim.push('\n')
  }

  #putVerbatim(): void {
    this.#put([...this.#joined, ...this.#verbatim].join('').trimEnd().replace(/^\n+/, ''))
    this.#verbatim = []
    this.#joined = []
  }

  #putFolded(text: string): void {
    if (/^\s/.test(text)) this.#widen(' ')
    this.#put(text.trim().replace(unfolded, ' '))
    if (/\s$/.test(text)) this.#widen(' ')
  }

  #put(text: string): void {
    if (text === '') return
    if (this.#hasText) this.#parts.push(this.#gap)
    this.#hasText = true
    this.#parts.push(text)
    this.#gap = ''
  }

  #widen(gap: Gap): void {
    if (gaps.indexOf(gap) > gaps.indexOf(this.#gap)) this.#gap = gap
  }
}
