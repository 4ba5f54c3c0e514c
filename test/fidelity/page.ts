// What readers find on a page, in a form in which pages of several programs can be compared.
import { parseDocument } from 'htmlparser2'

export interface Page {
  /** All text in reading order, code included, with one space for white space. */
  text: string
  /** Targets of links: paths within the site, whole addresses of others. */
  links: string[]
  images: string[]
  code: string[]
  /** The texts of the cells of each row. */
  tables: string[]
  /** `ul 3` for a list of three items. */
  lists: string[]
  footnotes: number
  /** Targets of frames and films. */
  frames: Set<string>
}

interface Place {
  /** The site's own addresses become paths. */
  hosts: ReadonlySet<string>
  /** Frames and films that are links here, because they cannot be kept. */
  frames?: ReadonlySet<string>
  /** Whether words behind the language of a fence are shown, as Hexo does. */
  showsTitles: boolean
  /** Whether the words for kinds of alerts are compared. */
  showsKinds: boolean
  /** Of the post, which relative addresses are relative to. */
  url: string
}

interface Node {
  type: string
  name?: string
  data?: string
  attribs?: Record<string, string>
  children?: Node[]
}

const UNSEEN = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'iframe',
  'video',
  'audio',
  'object',
  'embed',
  'textarea',
  'select',
  'math',
])

/** The titles that Docusaurus and VitePress give an alert that has none. */
const KIND = /^\s*(?:note|tip|info|important|warning|caution|danger|details)\s*$/i

/** Elements that begin a line of their own. */
const BLOCK =
  /^(?:address|article|aside|blockquote|body|br|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|legend|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|img)$/

export function pageOf(html: string, place: Place): Page {
  const page: Page = {
    text: '',
    links: [],
    images: [],
    code: [],
    tables: [],
    lists: [],
    footnotes: 0,
    frames: new Set(),
  }
  visit(parseDocument(html) as unknown as Node, page, place, false)
  // Names in angle brackets are seen here, and taken for elements there.
  return { ...page, text: spaced(page.text.replace(/<\/?[\p{L}_!?][^<>]{0,200}>/gu, '')) }
}

function visit(node: Node, page: Page, place: Place, isPre: boolean): void {
  if (node.type === 'text') page.text += node.data
  const { name, attribs = {}, children = [] } = node
  const classes = ` ${attribs.class ?? ''} `
  if (
    name !== undefined &&
    (UNSEEN.has(name) || attribs.hidden !== undefined || attribs['aria-hidden'] === 'true')
  )
    return
  // Line numbers, labels of code, and what leads to a heading or back from a note.
  if (
    !/^h[1-6]$/.test(name ?? '') &&
    / (?:gutter|rouge-gutter|gl|ln|lnt|line-number|lineno|linenos|reversefootnote|footnote-backref|headerlink|header-anchor|heading-anchor|deeplink|bookmark|lang|table-of-contents|codeBlockTitle_\w+|vp-code-block-title-bar|tabs) /.test(
      classes,
    )
  )
    return
  if (name === 'a' && (attribs.role === 'doc-backlink' || / anchor /.test(classes))) return
  // Words for the kind of an alert.
  if (!place.showsKinds && / markdown-alert-title /.test(classes)) return
  if (/ (?:custom-block-title|admonitionHeading_\w+) /.test(classes) && KIND.test(textOf(node))) return
  if (name === 'a' && /^#/.test(attribs.href ?? '') && /^(?:[#¶§🔗\s]*|↩\s*\d*)$/u.test(spaced(textOf(node))))
    return
  if (name === 'a' && /^(?:Video|Audio|Embedded page)$/.test(textOf(node))) return
  if (name === 'a' && place.frames?.has(addressOf(attribs.href, place) ?? '-')) return
  const isBlock = name !== undefined && BLOCK.test(name)
  if (isBlock) page.text += '\n'
  if (name === 'sup' && /^#(?:fn|user-content-fn|footnote)/.test(first(node, 'a')?.attribs?.href ?? '')) {
    page.footnotes++
    return
  }
  const isNotes = / footnotes? /.test(classes)
  if (name === 'h2' && /^(?:footnotes|footnote-label)$/.test(attribs.id ?? '')) return
  const href = name === 'a' ? addressOf(attribs.href, place) : undefined
  // A bare address is a link by the rules of some.
  const isSeen = textOf(node).trim() !== '' || first(node, 'img') !== undefined
  if (href !== undefined && isSeen && !/^(?:https?:\/\/|www\.)\S+$/.test(textOf(node).trim()))
    page.links.push(href)
  if (name === 'img') page.images.push(imageOf(attribs.src ?? attribs['data-src'], place))
  // Galley keeps what is behind the language of a fence for the page; Hexo shows it.
  const title =
    name === 'code' ? (attribs['data-meta'] ?? '').replace(/\{[^{}]*\}|\S+=\S*|https?:\S+/g, '') : ''
  if (title !== '' && place.showsTitles) page.text += `${title}\n`
  const isCode = !isPre && name === 'pre'
  if (isCode) page.code.push(lined(textOf(node)))
  if ((name === 'ul' || name === 'ol') && !isNotes)
    page.lists.push(`${name} ${children.filter((child) => child.name === 'li').length}`)
  const isLayout = name === 'table' && first(node, 'pre') !== undefined
  if (name === 'tr' && !isLayout) {
    const cells = children.filter((child) => child.name === 'td' || child.name === 'th')
    const row = cells.map((cell) => spaced(textOf(cell))).join(' | ')
    // Tables of markdown have a head, if an empty one.
    if (!cells.some((cell) => first(cell, 'pre')) && /[^ |]/.test(row)) page.tables.push(row)
  }
  const isCoded = name === 'tr' && children.some((cell) => first(cell, 'pre'))
  const shown = isCoded
    ? children.filter((cell) => cell.name !== 'td' || !isCounted(textOf(cell)))
    : isNotes
      ? children.flatMap((child) => (/^(?:ol|ul)$/.test(child.name ?? '') ? (child.children ?? []) : child))
      : children
  for (const child of shown) visit(child, page, place, isPre || isCode)
  if (isBlock) page.text += '\n'
}

/** Line numbers beside code. */
function isCounted(code: string): boolean {
  const numbers = code.trim().split(/\s+/)
  return numbers.every((one, index) => one === String(index + 1))
}

function first({ children = [] }: Node, name: string): Node | undefined {
  for (const child of children) {
    const found = child.name === name ? child : first(child, name)
    if (found) return found
  }
  return undefined
}

function textOf(node: Node): string {
  if (node.type === 'text') return node.data!
  if (/ (?:gutter|rouge-gutter|gl|ln|lnt|lineno|linenos) /.test(` ${node.attribs?.class ?? ''} `)) return ''
  return node.name === 'br' ? '\n' : (node.children ?? []).map(textOf).join('')
}

/** Programs differ in whether they set quotes, dashes and ellipses as printers do, and in the signs around formulas. */
function spaced(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\\[()]/g, '$')
    .replace(/\\[[\]]/g, '$$$$')
    .replace(/[“”„«»″]|<<|>>/g, '"')
    .replace(/[‘’‚′]/g, "'")
    .replace(/\s*(?:—|–|-{2,3})\s*/g, '-')
    .replace(/…/g, '...')
    .replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
}

/** Hexo takes from code what all its lines begin with. */
function lined(written: string): string {
  const code = written.replace(/\t/g, '    ')
  const indents = code.split('\n').flatMap((line) => (/\S/.test(line) ? [/^ */.exec(line)![0].length] : []))
  const least = Math.min(...indents)
  return code
    .replace(/\r/g, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/^\n+|\n+$/g, '')
    .replace(/\n{2,}/g, '\n')
    .replace(/^.*$/gm, (line) => line.slice(least))
}

function addressOf(written: string | undefined, { hosts, url }: Place): string | undefined {
  if (written === undefined || written.startsWith('#')) return undefined
  if (/^[a-z][a-z0-9+.-]*:/i.test(written) && !/^https?:/i.test(written)) return undefined
  const base = new URL(url, 'https://site.invalid').href
  const href = URL.canParse(written.trim(), base) ? new URL(written.trim(), base) : undefined
  if (href === undefined) return undefined
  const path = pagePath(href.pathname)
  const isOwn =
    href.host === 'site.invalid' ||
    href.host === 'api.example.org' ||
    hosts.has(href.host.replace(/^www\./, ''))
  if (isOwn && path === pagePath(new URL(base).pathname)) return undefined
  return (isOwn ? fileName(path) : href.host + path) + decodedPath(href.search)
}

function pagePath(pathname: string): string {
  return decodedPath(pathname)
    .replace(/(?:^|\/)index\.html?$/, '')
    .replace(/\.html?$/, '')
    .replace(/\/+$/, '')
}

/** Galley serves copies of files, by a name of their own. */
function imageOf(written: string | undefined, place: Place): string {
  if (written?.startsWith('data:')) return 'data'
  return (addressOf(written, place) ?? '').replace(/\?.*$/, '')
}

/** Galley serves copies of files, by names that every system takes, and with the ending that is right. */
function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (!/\.(?!html?$|md$)\w{2,5}$/.test(name)) return path
  return (
    name
      // Galley's own hash, and those of Vite, Astro and webpack.
      .replace(/(?:\.[0-9a-f]{16}|-[0-9a-f]{32})(?=\.\w+$)/, '')
      .replace(/\/(?:assets|_astro)\//.test(path) ? /\.[\w-]{8}(?:_[\w-]{4,8})?(?=\.\w+$)/ : /^$/, '')
      .replace(/\.\w+$/, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{Nd}]+/gu, '-')
  )
}

function decodedPath(text: string): string {
  try {
    return decodeURIComponent(text).normalize('NFC')
  } catch {
    return text
  }
}
