// Plain text from our own HTML: for descriptions, for search, and for `format=text`.
// It is a shortcut: text that is written while HTML is read (docs/design/shortcuts.md).
import { decodeEntities } from './entities.ts'
import { stringParts } from './json-parts.ts'
import { partLength, scanHtml } from './tags.ts'

/**
 * Returns the text a reader sees: without tags, attributes, comments, scripts and styles, with entities decoded and white space
 * collapsed outside `<pre>`. Paragraphs and other blocks are separated by a blank line; list items and table rows have lines
 * of their own. Linear time.
 */
export function textOf(html: string): string {
  return [...textParts(html)].join('')
}

/** Nothing, a space, a line break, a blank line: the widest of several wins. */
const gaps = ['', ' ', '\n', '\n\n'] as const
const [nothing, space, line, block] = [0, 1, 2, 3]

const names: [gap: number, names: string][] = [
  [space, 'td th'],
  [line, 'br li tr dt dd summary caption'],
  [
    block,
    'address article aside blockquote details div dl figcaption figure footer h1 h2 h3 h4 h5 h6 header hr main nav ' +
      'ol p pre section table ul',
  ],
]
const gapAround = new Map(names.flatMap(([gap, list]) => list.split(' ').map((name) => [name, gap])))

/** Yields the text in parts, which may be empty, so that the rest need not be made, and other work can be done in between. */
export function* textParts(html: string): Generator<string> {
  const writer = new TextWriter()
  let read = 0
  for (const piece of scanHtml(html)) {
    if (typeof piece !== 'string') {
      writer.tag(piece.name, piece.closes)
      continue
    }
    writer.write(decodeEntities(piece))
    read += piece.length
    if (read < partLength) continue
    yield writer.take()
    read = 0
  }
  yield writer.take()
}

/**
 * Yields the text of HTML that is given as JSON.
 * @param end reads no further; neither inside a character nor an escape
 */
export function* textPartsOf(html: Buffer, end = html.length - 1): Generator<string> {
  let whole = ''
  for (const part of stringParts(html, end)) {
    whole += part
    yield ''
  }
  yield* textParts(whole)
}

/** Yields the text of HTML that is given as JSON, as JSON without quotes around it. */
export function* jsonTextParts(html: Buffer): Generator<Uint8Array> {
  for (const part of textPartsOf(html)) yield Buffer.from(JSON.stringify(part).slice(1, -1))
}

class TextWriter {
  /** The text that has been written since the last call of `take`. */
  #text = ''
  #hasBegun = false
  /** Separates what was written from what comes next. */
  #gap = nothing
  /** The number of `<pre>` that are open. */
  #depth = 0
  /** White space that the outermost `<pre>` may end with: then it is left out. */
  #held = ''
  /** True if the last character in the outermost `<pre>` is a line break; `undefined` if there is none. */
  #isNewLine: boolean | undefined

  take(): string {
    const text = this.#text
    this.#text = ''
    return text
  }

  write(text: string): void {
    if (this.#depth > 0) this.#writeAsIs(text)
    else this.#writeFolded(text)
  }

  tag(name: string, closes: boolean): void {
    const gap = gapAround.get(name) ?? nothing
    if (name === 'pre' && closes && this.#depth > 0) this.#depth--
    if (name === 'pre' && !closes && this.#depth++ === 0) {
      this.#gap = block
      this.#held = ''
      this.#isNewLine = undefined
    }
    if (this.#depth === 0) this.#widen(gap)
    else if (gap >= line && this.#isNewLine === false) this.#writeAsIs('\n')
  }

  #writeFolded(text: string): void {
    const rest = text.trimStart()
    const words = rest.trimEnd()
    if (rest.length < text.length) this.#widen(space)
    this.#put(words.replace(/\s{2,}|[^\S ]/g, ' '))
    if (words.length < rest.length) this.#widen(space)
  }

  #writeAsIs(text: string): void {
    // Line breaks at the beginning are left out.
    const own = this.#gap !== nothing && this.#held === '' ? text.replace(/^\n+/, '') : text
    if (own === '') return
    this.#isNewLine = own.endsWith('\n')
    const words = own.trimEnd()
    if (words !== '') this.#put(this.#held + words)
    this.#held = words === '' ? this.#held + own : own.slice(words.length)
  }

  #put(words: string): void {
    if (words === '') return
    this.#text += this.#hasBegun ? gaps[this.#gap] + words : words
    this.#hasBegun = true
    this.#gap = nothing
  }

  #widen(gap: number): void {
    this.#gap = Math.max(this.#gap, gap)
  }
}
