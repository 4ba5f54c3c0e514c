// From our own HTML to plain text: for descriptions, for search, and for `format=text`. Works on the bytes of JSON, as posts are
// stored, and makes JSON of them: five times as fast as parsing that and splitting strings.
import { bracket, isLineBreak, kinds, lengthAt, plain, referenceAt, whiteSpaceAt } from './characters.ts'
import { block, effectOf, endOfName, endOfTag, hidden, inline, line, pre } from './tags.ts'

/**
 * The text a reader sees: without tags, attributes, comments, scripts and styles, with entities decoded and white space
 * collapsed outside `<pre>`. Paragraphs and other blocks are separated by a blank line; list items and table rows have lines
 * of their own. Linear time.
 */
export function textOf(html: string): string {
  // Most headings.
  if (!MARKUP.test(html)) return html.trim().replace(/\s+/g, ' ')
  return [...textParts(html)].join('')
}

const MARKUP = /[<&]/

/** The text in parts, so that the rest need not be made. */
export function textParts(html: string): Generator<string> {
  return textPartsOf(Buffer.from(JSON.stringify(html)))
}

/** The same of HTML as JSON. */
export function* textPartsOf(html: Uint8Array): Generator<string> {
  for (const part of jsonTextParts(html)) yield stringOf(part)
}

/** @param json of a string, without the quotes around it */
export function stringOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return JSON.parse(`"${Buffer.from(buffer, byteOffset, byteLength).toString()}"`)
}

/** How much is read for one part, in bytes: a fraction of a millisecond's work. */
const partLength = 65_536

/**
 * The text as JSON, without quotes around it, in parts, which may be empty, so that other work can be done in between.
 * @param html as JSON
 * @param end reads no further; neither inside a character nor an escape
 */
export function* jsonTextParts(html: Uint8Array, end = html.length - 1): Generator<Uint8Array> {
  const text = new TextReader(html, end)
  while (!text.isAtEnd) yield text.read(partLength)
}

/** At most, `x<p>` becomes a character and two line breaks, of two bytes each. */
const mostText = (html: number) => Math.ceil(1.25 * html) + 4
/** For whatever is read at once: memory for much more than is written would be collected much more often. */
const shared = Buffer.allocUnsafeSlow(mostText(partLength))

/** Nothing, a space, a line break, a blank line: the widest of several wins. */
const gaps = ['', ' ', '\\n', '\\n\\n'].map((gap) => Buffer.from(gap))
const [nothing, space] = [0, 1]

const [blank, slash, lessThan] = [0x20, 0x2f, 0x3c]

class TextReader {
  readonly #html: Uint8Array
  readonly #end: number
  #at = 1
  readonly #text: Uint8Array
  /** How much has been written. */
  #length = 0
  /** How much of that will stay: white space at the end of a `<pre>` will not. */
  #kept = 0
  #returned = 0
  /** Separates what was written from what comes next. */
  #gap = nothing
  /** How many `<pre>` are open. */
  #depth = 0
  /** How much had been written when the outermost one was opened. */
  #opened = 0
  /** Whether the last character in it is a line break; `undefined` if there is none. */
  #isNewLine: boolean | undefined

  constructor(html: Uint8Array, end: number) {
    this.#html = html
    this.#end = end
    this.#text = end > partLength ? Buffer.allocUnsafe(mostText(end)) : shared
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end
  }

  /**
   * @param most how many bytes of HTML to read, roughly
   * @returns what has been written since the last call
   */
  read(most: number): Uint8Array {
    let to = Math.min(this.#at + most, this.#end)
    while (isContinuation(this.#html[to])) to++
    while (this.#at < to) {
      if (this.#html[this.#at] === lessThan) this.#readTag()
      else if (this.#depth > 0) this.#copy(to)
      else this.#fold(to)
    }
    const part = this.#text.subarray(this.#returned, this.#kept)
    this.#returned = this.#kept
    return this.#text === shared ? Buffer.from(part) : part
  }

  /** Text outside `<pre>`, up to the next tag. */
  #fold(to: number): void {
    const html = this.#html
    let at = this.#at
    while (at < to) {
      const kind = kinds[html[at]!]
      if (kind === bracket) break
      const spaces = kind === plain ? 0 : whiteSpaceAt(html, at)
      if (spaces > 0) {
        if (this.#gap === nothing) this.#gap = space
        at += spaces
        continue
      }
      if (this.#gap !== nothing) this.#putGap()
      this.#gap = nothing
      at = kind === plain ? this.#copyWords(at, to) : this.#copyCharacter(at)
    }
    this.#at = at
    this.#kept = this.#length
  }

  /** Text in a `<pre>`, up to the next tag. */
  #copy(to: number): void {
    const html = this.#html
    let at = this.#at
    while (at < to) {
      const kind = kinds[html[at]!]
      if (kind === bracket) break
      this.#isNewLine = isLineBreak(html, at)
      if (this.#length === this.#opened) {
        // Line breaks at the beginning are left out.
        if (this.#isNewLine) {
          at += lengthAt(html, at)
          continue
        }
        this.#putGap()
      }
      const isBlank = kind !== plain && whiteSpaceAt(html, at) > 0
      at = kind === plain ? this.#copyWords(at, to) : this.#copyCharacter(at)
      if (!isBlank) this.#kept = this.#length
    }
    this.#at = at
  }

  /** Copies words with single spaces between them. */
  #copyWords(from: number, to: number): number {
    const [html, text] = [this.#html, this.#text]
    const shift = this.#length - from
    let at = from
    for (;;) {
      for (; at < to; at++) {
        const byte = html[at]!
        if (kinds[byte] !== plain) break
        text[at + shift] = byte
      }
      if (at + 1 >= to || html[at] !== blank || kinds[html[at + 1]!] !== plain) break
      text[at++ + shift] = blank
    }
    this.#length = at + shift
    return at
  }

  #copyCharacter(from: number): number {
    const html = this.#html
    const reference = referenceAt(html, from, this.#end)
    if (reference) {
      this.#put(reference.character)
      return from + reference.name.length
    }
    const end = from + lengthAt(html, from)
    for (let at = from; at < end; at++) this.#text[this.#length++] = html[at]!
    return end
  }

  #putGap(): void {
    if (this.#length > 0) this.#put(gaps[this.#gap]!)
  }

  #put(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length; i++) this.#text[this.#length++] = bytes[i]!
  }

  /** Omits what comes after a tag that is cut off, and after a hidden element that is. */
  #readTag(): void {
    const [html, end] = [this.#html, this.#end]
    const closes = html[this.#at + 1] === slash
    const from = this.#at + (closes ? 2 : 1)
    const to = endOfName(html, from, end)
    const after = to === -1 ? -1 : endOfTag(html, to, end)
    this.#at = after === -1 ? end : after
    if (after === -1) return
    const effect = effectOf(html, from, to)
    if (effect === inline) return
    if (effect !== hidden) this.#separate(effect, closes)
    else if (!closes) this.#at = this.#endOfHidden(html.subarray(from, to))
  }

  #endOfHidden(name: Uint8Array): number {
    const tag = Buffer.concat([Buffer.from('</'), name, Buffer.from('>')])
    const { buffer, byteOffset } = this.#html
    const found = Buffer.from(buffer, byteOffset, this.#end).indexOf(tag, this.#at)
    return found === -1 ? this.#end : found
  }

  #separate(effect: number, closes: boolean): void {
    const gap = effect === pre ? block : effect
    if (effect === pre) {
      if (!closes) this.#open()
      else if (this.#depth > 0) this.#close()
    }
    if (this.#depth === 0) this.#gap = Math.max(this.#gap, gap)
    else if (gap >= line && this.#isNewLine === false) this.#breakLine()
  }

  #open(): void {
    if (this.#depth++ > 0) return
    this.#gap = block
    this.#opened = this.#length
    this.#isNewLine = undefined
  }

  #close(): void {
    if (--this.#depth > 0) return
    if (this.#kept > this.#opened) this.#gap = nothing
    this.#length = this.#kept
  }

  #breakLine(): void {
    this.#isNewLine = true
    this.#put(gaps[line]!)
  }
}

/** Of a character in UTF-8. */
function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80
}
