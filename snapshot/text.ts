// From our own HTML to plain text: for descriptions, for search, and for `format=text`.

/**
 * The text a reader sees: tags, attributes, comments, scripts and styles left out, entities decoded, white space
 * folded outside `<pre>`. Paragraphs and other blocks stand a blank line apart, list items and table rows on lines
 * of their own. Takes time in proportion to its input.
 */
export function textOf(html: string): string {
  const text = new TextWriter()
  let from = 0
  for (const match of html.matchAll(markup)) {
    if (match.index < from) continue
    text.write(html.slice(from, match.index))
    from = match.index + match[0].length
    const name = match[2]?.toLowerCase()
    if (name === undefined) continue
    text.tag(name, match[1] === '/')
    if (match[1] === '' && hidden.has(name)) from = endOf(html, name, from)
  }
  text.write(html.slice(from))
  return text.toString()
}

/** A comment, a declaration, or a tag with its attributes, whose quoted values may hold `>`. */
const markup =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>?|<(\/?)([a-zA-Z][^\s/>]*)(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*>?/g
const hidden = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'title'])
const lines = new Set(['br', 'li', 'tr', 'dt', 'dd', 'summary', 'caption'])
const cells = new Set(['td', 'th'])
const blocks = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'details', 'div', 'dl', 'figcaption', 'figure', 'footer'],
  ...[
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'hr',
    'main',
    'nav',
    'ol',
    'p',
    'pre',
    'section',
    'table',
    'ul',
  ],
])

function endOf(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}\\b[^>]*>`, 'gi')
  end.lastIndex = from
  return end.exec(html) ? end.lastIndex : html.length
}

/** Nothing, a space, a line break, a blank line: of several, the widest counts. */
const gaps = ['', ' ', '\n', '\n\n'] as const
type Gap = (typeof gaps)[number]

class TextWriter {
  readonly #parts: string[] = []
  /** What stands between what was written and what comes. */
  #gap: Gap = ''
  #pre = 0

  tag(name: string, closes: boolean): void {
    if (blocks.has(name)) this.#widen('\n\n')
    else if (lines.has(name)) this.#widen('\n')
    else if (cells.has(name)) this.#widen(' ')
    if (name === 'pre') this.#pre = Math.max(0, this.#pre + (closes ? -1 : 1))
  }

  write(html: string): void {
    if (html === '') return
    const text = decodeEntities(html)
    if (this.#pre > 0) this.#put(text.replace(/\n+$/, ''))
    else this.#putFolded(text)
  }

  toString(): string {
    return this.#parts.join('')
  }

  #putFolded(text: string): void {
    if (/^\s/.test(text)) this.#widen(' ')
    const folded = text.trim().replace(/\s+/g, ' ')
    if (folded !== '') this.#put(folded)
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

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

function decodeEntities(html: string): string {
  if (!html.includes('&')) return html
  return html.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,5}));/g,
    (entity, decimal, hex, name) => {
      if (name !== undefined) return Object.hasOwn(named, name) ? named[name]! : entity
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      const scalar = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      return scalar ? String.fromCodePoint(code) : '\ufffd'
    },
  )
}
