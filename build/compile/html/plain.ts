// HTML of the forms that markdown makes needs no parser to be made safe, and most posts have no other. Elements and attributes
// are compared with a list, and nested only as it says, so that no parser ends one earlier than it is written. Whatever has
// another form is up to sanitize-html, which writes the same for HTML of these forms.
// It is a shortcut: HTML of the forms that markdown makes (docs/design/shortcuts.md).

/** The kinds of content that elements have; blocks may have inline content, too. */
type Content = 'blocks' | 'inline' | 'items' | 'sections' | 'rows' | 'cells'

interface Element {
  in: Content
  /** Missing if there is no end tag. */
  has?: Content
  /** The attributes that may follow its name. */
  attributes?: RegExp
  /** True if these attributes must follow it. */
  isBound?: boolean
}

/** Other character references are not plain. */
const REFERENCE = /&(?:amp|lt|gt|quot|#39);/y
const VALUE = `[^"<>&]*(?:${REFERENCE.source}[^"<>&]*)*`
const TITLE = `(?: title="(?!")${VALUE}")?`
/** A colon is no part of it before its path has begun: it cannot be read as a scheme. */
const RELATIVE = '(?=[^:&/?#"]*[/?#]|[^:&/?#"]+")'

const block: Element = { in: 'blocks', has: 'blocks' }
const inline: Element = { in: 'inline', has: 'inline' }
const list: Element = { in: 'blocks', has: 'items' }
const heading: Element = { in: 'blocks', has: 'inline', attributes: / id="([^"<>&]+)"$/y }
const section: Element = { in: 'sections', has: 'rows' }
const cell: Element = { in: 'cells', has: 'inline', attributes: / align="(?:left|center|right)"$/y }

const ELEMENTS = new Map<string, Element>([
  ['p', { in: 'blocks', has: 'inline', attributes: / class="markdown-alert-title"$/y }],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading] as const),
  ['pre', { in: 'blocks', has: 'inline' }],
  ['blockquote', block],
  ['div', { ...block, attributes: / class="markdown-alert markdown-alert-[a-z]+"$/y }],
  ['hr', { in: 'blocks' }],
  ['ul', list],
  ['ol', { ...list, attributes: / start="\d+"$/y }],
  ['li', { in: 'items', has: 'blocks' }],
  ['table', { in: 'blocks', has: 'sections' }],
  ['thead', section],
  ['tbody', section],
  ['tr', { in: 'rows', has: 'cells' }],
  ['th', cell],
  ['td', cell],
  ...'em strong del b i s u sup sub kbd mark small'.split(' ').map((name) => [name, inline] as const),
  ['a', { ...inline, attributes: RegExp(` href="(?:https?://|mailto:|${RELATIVE})${VALUE}"${TITLE}$`, 'y') }],
  [
    'code',
    {
      ...inline,
      attributes: RegExp(`(?: class="language-[\\w.+#-]+")?(?: data-meta="(?!")${VALUE}")?$`, 'y'),
    },
  ],
  ['br', { in: 'inline' }],
  [
    'img',
    {
      in: 'inline',
      attributes: RegExp(` src="(?:https?://|${RELATIVE})${VALUE}" alt="${VALUE}"${TITLE}$`, 'y'),
    },
  ],
  ['input', { in: 'inline', attributes: /(?: checked="")? disabled="" type="checkbox"$/y, isBound: true }],
])

type IsOwn = (tag: string, id: string) => boolean

/**
 * Returns what sanitize-html makes of HTML that has only plain forms; `undefined` for all other HTML.
 * @param isOwn whether an element may have that id
 */
export function plainHtml(html: string, isOwn: IsOwn): string | undefined {
  return new PlainHtml(html, isOwn).read()
}

class PlainHtml {
  readonly #html: string
  readonly #isOwn: IsOwn
  readonly #parts: string[] = []
  /** The offset up to which the HTML is in `#parts`. */
  #done = 0
  readonly #open: string[] = []
  /** The content of the element around each of these. */
  readonly #around: Content[] = []
  #content: Content = 'blocks'
  #at = 0
  /** The offset of the next character reference; -1 if there is none. */
  #reference: number

  constructor(html: string, isOwn: IsOwn) {
    this.#html = html
    this.#isOwn = isOwn
    this.#reference = html.indexOf('&')
  }

  read(): string | undefined {
    const html = this.#html
    for (let start = html.indexOf('<'); ; start = html.indexOf('<', this.#at)) {
      const textEnd = start === -1 ? html.length : start
      const end = html.indexOf('>', this.#at)
      if (end === -1 ? start !== -1 : end < textEnd) return undefined
      if (!this.#readText(textEnd)) return undefined
      if (start === -1)
        return this.#open.length === 0 ? this.#parts.join('') + html.slice(this.#done) : undefined
      this.#at = end + 1
      if (!(html[start + 1] === '/' ? this.#readEnd(start, end) : this.#readTag(start, end))) return undefined
    }
  }

  /** Reads up to there. Like the two below, it returns whether that is plain. */
  #readText(textEnd: number): boolean {
    const html = this.#html
    let at = this.#reference
    for (; at !== -1 && at < textEnd; at = html.indexOf('&', at + 1)) {
      REFERENCE.lastIndex = at
      const written = REFERENCE.exec(html)?.[0]
      if (written === undefined) return false
      const quote = QUOTES[written]
      if (quote !== undefined) this.#replace(at, at + written.length, quote)
    }
    this.#reference = at
    return true
  }

  #readEnd(start: number, end: number): boolean {
    const name = this.#open.pop()
    if (name?.length !== end - start - 2 || !this.#html.startsWith(name, start + 2)) return false
    this.#content = this.#around.pop()!
    return true
  }

  #readTag(start: number, end: number): boolean {
    const tag = this.#html.slice(start + 1, end)
    const bare = ELEMENTS.get(tag)
    const name = bare ? tag : (NAME.exec(tag)?.[0] ?? '')
    const element = bare ?? ELEMENTS.get(name)
    const fits = element?.in === this.#content || (element?.in === 'inline' && this.#content === 'blocks')
    if (!element || !fits || (name === 'a' && this.#open.includes('a'))) return false
    const attributes = attributesOf(tag, name, element, this.#isOwn)
    if (attributes === undefined) return false
    if (element.has) {
      this.#open.push(name)
      this.#around.push(this.#content)
      this.#content = element.has
    }
    if (!element.has || name.length + attributes.length < tag.length)
      this.#replace(start, this.#at, `<${name}${attributes}${element.has ? '>' : ' />'}`)
    if (this.#reference !== -1 && this.#reference < this.#at)
      this.#reference = this.#html.indexOf('&', this.#at)
    return true
  }

  #replace(from: number, to: number, by: string): void {
    this.#parts.push(this.#html.slice(this.#done, from), by)
    this.#done = to
  }
}

const NAME = /^[a-z]+[1-6]?/

/** The quotes that sanitize-html writes as they are within text. */
const QUOTES: Record<string, string> = { '&quot;': '"', '&#39;': "'" }

/** Returns the attributes as sanitize-html writes them; `undefined` if they are not plain. */
function attributesOf(
  tag: string,
  name: string,
  { attributes, isBound }: Element,
  isOwn: IsOwn,
): string | undefined {
  if (tag === name && !isBound) return ''
  if (!attributes) return undefined
  attributes.lastIndex = name.length
  const found = attributes.exec(tag)
  if (!found || (found[1] !== undefined && !isOwn(name, found[1]))) return undefined
  const [written] = found
  return name === 'input' ? written.replaceAll('=""', '') : written.replaceAll('&#39;', "'")
}
