// Text and what is in it as markdown: signs of text stay signs, and what markdown cannot say in its place is HTML.
import { formulasIn } from '../markdown/math.ts'
import { codeSpan, destination } from '../markdown/written.ts'
import { element, type HtmlElement, type HtmlNode, htmlOf, tagOf, textOf } from './tree.ts'

export interface InlineOptions {
  /** True if there is nothing of markdown but what has to be: each sign is escaped, and emphasis is HTML. */
  isPlain: boolean
  /** Headings and tables have lines of their own. */
  within?: 'heading' | 'cell'
}

type InlinePiece =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'open'; element: HtmlElement; mate: number; sign?: string | undefined }
  | { kind: 'close'; element: HtmlElement; mate: number }
  | { kind: 'whole'; markdown: string }

/** Elements that stay, around markdown. */
const KEPT = new Set(
  'ruby rt rp sub sup kbd mark u small abbr ins samp var q cite dfn bdo time tt'.split(' '),
)
/** Elements that stay with all that is in them. */
export const WHOLE = new Set('video audio iframe svg object picture embed canvas math'.split(' '))

const SIGNS: Record<string, string[]> = {
  em: ['*', '_'],
  i: ['*', '_'],
  strong: ['**', '__'],
  b: ['**', '__'],
  del: ['~~'],
  s: ['~~'],
  strike: ['~~'],
}

export function inlineOf(nodes: readonly HtmlNode[], options: InlineOptions): string {
  const { markdown } = new InlineWriter(trimmed(piecesOf(nodes)), options)
  return options.within === 'cell' ? markdown.replaceAll('|', '\\|') : markdown
}

/** A link with nothing to see, which others lead to. */
export function anchorsOf({ name, attribs }: HtmlElement, isInLink = false): HtmlElement[] {
  const ids = name === 'a' || name === 'img' ? [attribs.id, attribs.name] : [attribs.id]
  // There are no links in links.
  return [...new Set(ids.filter(Boolean))].map((id) => element(isInLink ? 'span' : 'a', { id: id! }))
}

function piecesOf(nodes: readonly HtmlNode[], isInLink = false): InlinePiece[] {
  return nodes.flatMap((node): InlinePiece[] => {
    if (typeof node === 'string')
      return formulasIn(node.replace(/[ \t\r\n\f]+/g, ' ')).map((text, index) =>
        index % 2 === 1 ? { kind: 'whole', markdown: text } : { kind: 'text', text },
      )
    const { id, name: _, ...attribs } = node.attribs
    const anchors = anchorsOf(node, isInLink).map(
      (one): InlinePiece => ({ kind: 'whole', markdown: htmlOf(one) }),
    )
    if (WHOLE.has(node.name)) return [{ kind: 'whole', markdown: htmlOf(node) }]
    if (node.name === 'br') return [...anchors, { kind: 'break' }]
    if (node.name === 'img' || node.name === 'input' || node.name === 'wbr')
      return [...anchors, { kind: 'whole', markdown: wholeOf({ ...node, attribs }) }]
    const isLink = node.name === 'a' && attribs.href !== undefined
    if (node.name === 'code' && node.children.every((child) => typeof child === 'string'))
      return [...anchors, ...codeOf(textOf(node))]
    const inner = piecesOf(node.children, isInLink || isLink)
    const isMark = isLink || KEPT.has(node.name) || node.name === 'code' || Object.hasOwn(SIGNS, node.name)
    if (!isMark) return [...anchors, ...inner]
    const one = { ...node, attribs }
    return [
      ...anchors,
      { kind: 'open', element: one, mate: -1 },
      ...inner,
      { kind: 'close', element: one, mate: -1 },
    ]
  })
}

function wholeOf(node: HtmlElement): string {
  const { src, alt = '', title, align } = node.attribs
  if (node.name !== 'img' || src === undefined || align) return htmlOf(node)
  return `![${withoutSigns(alt.replace(/\s+/g, ' ').trim())}](${target(src, title)})`
}

function target(url: string, title: string | undefined): string {
  const written = title?.replace(/\s+/g, ' ').replace(/["\\&<]/g, '\\$&')
  return destination(url.trim()) + (written ? ` "${written}"` : '')
}

/** White space at its edges is outside of it. */
function codeOf(text: string): InlinePiece[] {
  const [, before = '', code = '', after = ''] = /^([ \u00a0]*)(.*?)((?<![ \u00a0])[ \u00a0]*)$/s.exec(
    text.replace(/[ \t\r\n\f]+/g, ' '),
  )!
  if (code === '') return [{ kind: 'text', text: before }]
  const markdown = codeSpan(code)
  return [
    { kind: 'text', text: before },
    { kind: 'whole', markdown },
    { kind: 'text', text: after },
  ]
}

/** Spaces are single, and outside of elements; those with nothing in them are gone. */
function trimmed(pieces: readonly InlinePiece[]): InlinePiece[] {
  const out: InlinePiece[] = []
  let space: InlinePiece[] = []
  let waiting: Extract<InlinePiece, { kind: 'open' }>[] = []
  const open: number[] = []
  const push = (piece: InlinePiece) => {
    for (const one of space) if (one.kind === 'break' || out.length > 0) addPiece(out, one)
    for (const one of waiting) open.push(out.push(one) - 1)
    ;[space, waiting] = [[], []]
    addPiece(out, piece)
  }
  for (const piece of pieces.flatMap(partsOf)) {
    if (piece.kind === 'break') {
      while (space.at(-1)?.kind === 'text') space.pop()
      space.push(piece)
    } else if (piece.kind === 'open') waiting.push({ ...piece })
    else if (piece.kind === 'close') {
      if (waiting.pop()) continue
      const mate = open.pop()!
      ;(out[mate] as { mate: number }).mate = out.length
      out.push({ ...piece, mate })
    } else if (piece.kind === 'whole') {
      // A piece that shows nothing has no edges.
      if (/^<(a|span) id="[^"]*"><\/\1>$/.test(piece.markdown)) out.push(piece)
      else push(piece)
    } else if (!SPACE.test(piece.text)) push(piece)
    else if (space.length === 0 || piece.text.includes('\u00a0'))
      space.push({ kind: 'text', text: piece.text.replace(/[ \t\r\n\f]+/g, ' ') })
  }
  return out
}

const SPACE = /^[ \t\r\n\f\u00a0]/

/** Words and white space apart. */
function partsOf(piece: InlinePiece): InlinePiece[] {
  if (piece.kind !== 'text') return [piece]
  const parts = piece.text.split(/([ \t\r\n\f\u00a0]+)/).filter((part) => part !== '')
  return parts.map((text) => ({ kind: 'text', text }))
}

function addPiece(out: InlinePiece[], piece: InlinePiece): void {
  const last = out.at(-1)
  if (piece.kind === 'text' && last?.kind === 'text')
    out[out.length - 1] = { ...last, text: last.text + piece.text }
  else out.push(piece)
}

class InlineWriter {
  readonly #pieces: readonly InlinePiece[]
  readonly #options: InlineOptions
  #out = ''
  #links = 0

  constructor(pieces: readonly InlinePiece[], options: InlineOptions) {
    this.#pieces = pieces
    this.#options = options
  }

  get markdown(): string {
    for (const [index, piece] of this.#pieces.entries()) this.#out += this.#written(piece, index)
    return this.#out
  }

  #written(piece: InlinePiece, index: number): string {
    switch (piece.kind) {
      case 'text':
        return this.#text(piece.text, index)
      case 'break':
        return this.#break(index)
      case 'whole':
        // Code beside other code would be one with it, and in links signs in it count.
        return piece.markdown.startsWith('`') &&
          (this.#out.endsWith('`') || (this.#options.isPlain && piece.markdown.startsWith('``')))
          ? `<code>${signs(piece.markdown.replace(/^`+ ?| ?`+$/g, ''))}</code>`
          : piece.markdown
      case 'open':
        return this.#open(piece, index)
      case 'close':
        return this.#close(piece)
    }
  }

  #text(text: string, index: number): string {
    const isStart = /^\n?$/.test(this.#out.slice(-1)) && this.#options.within === undefined
    const written = escaped(text, { isPlain: this.#options.isPlain, hasAddresses: this.#links === 0 })
    const safe = isStart ? withoutBlocks(written) : written
    return index + 1 < this.#pieces.length ? safe.replace(/(?<!\\)!$/, '\\!') : safe
  }

  #break(index: number): string {
    if (this.#options.within === 'heading') return '<br> '
    const isOne = this.#pieces[index + 1]?.kind !== 'break' && this.#pieces[index - 1]?.kind !== 'break'
    // Tags alone in a line would begin HTML.
    const isTags = () => /^(?:<[^<>]*>)*$/.test(this.#out.slice(this.#out.lastIndexOf('\n') + 1))
    return isOne && !this.#options.within && !isTags() ? '  \n' : '<br>'
  }

  #open(piece: Extract<InlinePiece, { kind: 'open' }>, index: number): string {
    const { name } = piece.element
    if (name === 'a') {
      this.#links++
      return '['
    }
    piece.sign = this.#options.isPlain
      ? undefined
      : SIGNS[name]?.find((sign) => this.#isSign(sign, index, piece.mate))
    return piece.sign ?? tagOf(piece.element)
  }

  #close({ element: { name, attribs }, mate }: Extract<InlinePiece, { kind: 'close' }>): string {
    if (name === 'a') {
      this.#links--
      return `](${target(attribs.href!, attribs.title)})`
    }
    return (this.#pieces[mate] as { sign?: string }).sign ?? `</${name}>`
  }

  /** Tells whether markdown takes this sign for the beginning and the end of emphasis there. */
  #isSign(sign: string, open: number, close: number): boolean {
    const letter = sign.charAt(0)
    const next = this.#pieces[close + 1]
    const outer = next?.kind === 'close' ? (this.#pieces[next.mate] as { sign?: string }).sign : undefined
    const isBoth = sign === '**' && outer === '*' && next?.kind === 'close' && next.mate === open - 1
    if (!isBoth && (this.#out.endsWith(letter) || outer?.startsWith(letter))) return false
    const [before, after] = [
      kindOf(this.#out.at(-1), 'letter'),
      kindOf(this.#letterAt(close + 1, 0), 'letter'),
    ]
    const [first, last] = [
      kindOf(this.#letterAt(open + 1, 0), 'sign'),
      kindOf(this.#letterAt(close - 1, -1), 'sign'),
    ]
    const isApart = letter !== '_' || (before !== 'letter' && after !== 'letter')
    return isApart && isFlanking(before, first) && isFlanking(after, last)
  }

  #letterAt(index: number, end: 0 | -1): string | undefined {
    const piece = this.#pieces[index]
    if (piece === undefined || piece.kind === 'break') return undefined
    return piece.kind === 'text' ? piece.text.at(end) : '*'
  }
}

type LetterKind = 'space' | 'sign' | 'letter'

/** @param half what half of a letter beyond the first 65,536 is taken for: the library and CommonMark do not agree */
function kindOf(letter: string | undefined, half: LetterKind): LetterKind {
  if (letter === undefined || /\s/.test(letter)) return 'space'
  if (/[\uD800-\uDFFF]/.test(letter)) return half
  return /[\p{P}\p{S}]/u.test(letter) ? 'sign' : 'letter'
}

function isFlanking(outside: LetterKind, inside: LetterKind): boolean {
  return inside === 'letter' || (inside === 'sign' && outside !== 'letter')
}

/** Addresses become links by themselves: signs in them are none of markdown, and do not count. */
const ADDRESS = /((?:https?:\/\/|www\.)[^\s<>"]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+)/i

/** Signs that do not count for the end of an address. */
const AFTER = /(?<![?!.,:;*_~'")\]}])[?!.,:;*_~'")\]}]+$/

function escaped(
  text: string,
  { isPlain, hasAddresses }: { isPlain: boolean; hasAddresses: boolean },
): string {
  const [ofText, ofAddress] = isPlain ? [signs, address] : [withoutSigns, String]
  const parts = hasAddresses ? text.split(ADDRESS) : [text]
  return parts.map((part, index) => (index % 2 === 1 ? ofAddress(part) : ofText(part))).join('')
}

function address(text: string): string {
  const end = AFTER.exec(text)?.[0] ?? ''
  const url = text.slice(0, text.length - end.length)
  return (/^https?:/i.test(url) ? `<${url}>` : signs(url)) + signs(end)
}

function signs(text: string): string {
  // Bars count in tables only: see inlineOf.
  const escaped = text.replace(/[!-/:-@[-`{}~]/g, '\\$&')
  return escaped.replace(/[^\S ]/g, (space) => `&#${space.codePointAt(0)};`)
}

/** The library takes quadratic time for underscores within words. */
const MAX_UNDERSCORES = 200

function withoutSigns(text: string): string {
  const isSimple = text.split('_').length < MAX_UNDERSCORES
  const signs = text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[`*[\]~]|<(?=[A-Za-z/!?])|&(?=#?\w+;)/g, '\\$&')
  return signs.replace(isSimple ? /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu : /_/g, '\\_')
}

/** The beginning of a line that is to be no list, heading, quotation, line or table. */
function withoutBlocks(line: string): string {
  return line
    .replace(/^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|=+\s*$|-+\s*$|[|:-][|:\- ]*$)/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}
