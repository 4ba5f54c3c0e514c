// HTML of other programs as markdown. What markdown has no form for (tables with merged cells, videos, captions) stays
// HTML, which markdown may contain.
import type TurndownService from 'turndown'
import { fenced } from './mask.ts'

/** Elements that stay as they are, with what is in them. */
const KEPT =
  'video audio iframe svg details dl ruby sub sup kbd mark u small abbr ins samp var q cite dfn picture object'

/** What turndown needs of its nodes: it brings a document model of its own. */
interface HtmlNode {
  nodeName: string
  textContent: string
  outerHTML: string
  innerHTML: string
  parentNode: HtmlNode | null
  childNodes: ArrayLike<HtmlNode>
  getAttribute(name: string): string | null
  /** `undefined`, rather than `null`, where there is none. */
  querySelector(selector: string): HtmlNode | undefined
  querySelectorAll(selector: string): ArrayLike<HtmlNode>
}

type ToMarkdown = (html: string) => string

/** Loads the library: only imports of HTML wait for it. */
export async function htmlConverter(): Promise<ToMarkdown> {
  const { default: Turndown } = await import('turndown')
  return (html) => {
    if (isDeep(html)) return html
    const notes = footnotesIn(html)
    const service = new Turndown({
      headingStyle: 'atx',
      bulletListMarker: '-',
      emDelimiter: '*',
      hr: '---',
      // A drawing has no text, which is what turndown calls blank.
      blankReplacement: (_content, node) => {
        const { nodeName, outerHTML, querySelectorAll } = node as unknown as HtmlNode
        const drawings = querySelectorAll.call(node, 'svg') as ArrayLike<HtmlNode>
        const own = nodeName === 'svg' ? [outerHTML] : Array.from(drawings, (one) => one.outerHTML)
        const isBlock = (node as { isBlock?: boolean }).isBlock
        return isBlock ? `\n\n${own.map(onOneLine).join('\n')}\n\n` : own.map(onOneLine).join(' ')
      },
    })
    const escaped = service.escape.bind(service)
    // Template tags are no text that needs protection.
    service.escape = (text) =>
      text
        .split(/(\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\})/)
        .map((part, index) =>
          index % 2 === 1 ? part : escaped(part).replace(/<(?=[A-Za-z/!?])|&(?=#?\w+;)/g, '\\$&'),
        )
        .join('')
    addRules(service, notes)
    return service
      .turndown(html.replace(/<!--[\s\S]*?-->/g, ''))
      .replace(/(?<![ \t])[ \t]+$/gm, (spaces) => (spaces.length >= 2 ? '  ' : ''))
  }
}

/** HTML of more levels stays as it is: each costs the stack, and once more the text within it. */
const MAX_DEPTH = 300

/** Elements that never are within one of their kind, or have no end. */
const FLAT = /^(?:p|li|t[dhr]|d[dt]|option|br|hr|img|input|meta|link|source|track|wbr|area|base|col|embed)$/i

function isDeep(html: string): boolean {
  let depth = 0
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z][\w-]*)/gi)) {
    if (FLAT.test(name!)) continue
    depth = Math.max(0, depth + (slash ? -1 : 1))
    if (depth > MAX_DEPTH) return true
  }
  return false
}

function addRules(service: TurndownService, notes: ReadonlyMap<string, string>): void {
  const rule = (
    name: string,
    matches: (node: HtmlNode) => boolean,
    replacement: (content: string, node: HtmlNode) => string,
  ) =>
    service.addRule(name, {
      filter: (node) => matches(node as unknown as HtmlNode),
      replacement: (content, node) => replacement(content, node as unknown as HtmlNode),
    })
  const is =
    (...names: string[]) =>
    (node: HtmlNode) =>
      names.includes(node.nodeName.toLowerCase())
  const hasClass = (node: HtmlNode, pattern: RegExp) => pattern.test(node.getAttribute('class') ?? '')

  rule('kept', is(...KEPT.split(' ')), (_content, node) => {
    const isBlock = /^(video|audio|iframe|details|dl|picture|object)$/i.test(node.nodeName)
    return isBlock ? `\n\n${onOneLine(node.outerHTML)}\n\n` : node.outerHTML
  })
  rule('script', is('script', 'style', 'noscript', 'template'), (_content, node) => {
    const src = node.getAttribute('src') ?? ''
    return /^https:\/\/gist\.github\.com\//.test(src)
      ? `\n\n[Gist](${src.replace(/\.js(\?.*)?$/, '')})\n\n`
      : ''
  })
  rule('strike', is('del', 's', 'strike'), (content) => (content.trim() === '' ? content : `~~${content}~~`))
  rule(
    'task',
    (node) => is('input')(node) && node.getAttribute('type') === 'checkbox',
    (_content, node) => (node.getAttribute('checked') === null ? '[ ] ' : '[x] '),
  )
  rule(
    'markdown',
    (node) => is('pre')(node) && hasClass(node, /galley-markdown/),
    (_content, node) => `\n\n${node.textContent}\n\n`,
  )
  rule(
    'pre',
    (node) => is('pre')(node) && !hasClass(node, /galley-markdown/),
    (_content, node) => `\n\n${fenced(breaks(node), languageOf(node))}\n\n`,
  )
  rule('figure', is('figure'), (content, node) => {
    const caption = node.querySelector('figcaption')
    const [picture, table, code] = ['img, video, audio, iframe', 'table', 'pre'].map((selector) =>
      node.querySelector(selector),
    )
    if (!caption || caption.textContent.trim() === '' || !picture || table || code)
      return `\n\n${content.trim()}\n\n`
    return `\n\n${onOneLine(clean(node.outerHTML))}\n\n`
  })
  rule('caption', is('figcaption'), (content) => (content.trim() === '' ? '' : `\n\n${content.trim()}\n\n`))
  rule(
    'table',
    is('table'),
    (_content, node) => `\n\n${tableOf(node, service) ?? onOneLine(clean(node.outerHTML))}\n\n`,
  )
  rule(
    'callout',
    (node) => is('div')(node) && hasClass(node, /\bkg-callout-card\b/),
    (content) => `\n\n> [!NOTE]\n${content.trim().replace(/^/gm, '> ')}\n\n`,
  )
  rule(
    'toggle',
    (node) => is('div')(node) && hasClass(node, /\bkg-toggle-card\b/),
    (content, node) => {
      const heading = node.querySelector('.kg-toggle-heading-text')?.textContent.trim() ?? 'Details'
      const text = node.querySelector('.kg-toggle-content')
      return `\n\n<details><summary>${heading}</summary>\n\n${text ? service.turndown(text.innerHTML) : content}\n\n</details>\n\n`
    },
  )
  rule(
    'bookmark',
    (node) =>
      is('a')(node) && hasClass(node, /\bkg-bookmark-container\b/) && node.getAttribute('href') !== null,
    (_content, node) => {
      const [title, description] = ['title', 'description'].map((part) =>
        node.querySelector(`.kg-bookmark-${part}`)?.textContent.trim(),
      )
      return `\n\n[${title || node.getAttribute('href')}](${node.getAttribute('href')})${description ? `\n${description}` : ''}\n\n`
    },
  )
  rule(
    'note',
    (node) => is('sup')(node) && notes.has(targetOf(node)),
    (_content, node) => `[^${notes.get(targetOf(node))}]`,
  )
  rule(
    'notes',
    (node) => notes.has(node.getAttribute('id') ?? '') && is('li', 'p', 'div')(node),
    (content, node) => {
      const text = content.replace(/\s*\[(?:↩|↑|\^|&#8617;)\S*\]\([^)]*\)/g, '').trim()
      return `\n\n[^${notes.get(node.getAttribute('id') ?? '')}]: ${text.replace(/\n(?=.)/g, '\n    ')}\n\n`
    },
  )
}

/** The ids of footnotes that `<sup>` refers to, with their labels. */
function footnotesIn(html: string): Map<string, string> {
  const notes = new Map<string, string>()
  for (const [, id = '', label = ''] of html.matchAll(
    /<sup\b[^>]*>\s*(?:<[^>]*>\s*)*?<a\b[^>]*href=["'][^"'#]*#([^"']+)["'][^>]*>\s*\[?([\w*†]+)\]?\s*<\/a>/gi,
  )) {
    if (new RegExp(`<(?:li|p|div)\\b[^>]*\\bid=["']${id.replace(/[^\w-]/g, '\\$&')}["']`, 'i').test(html))
      notes.set(id, label.replace(/\W/g, 'n'))
  }
  return notes
}

function targetOf(node: HtmlNode): string {
  return (
    node
      .querySelector('a')
      ?.getAttribute('href')
      ?.replace(/^[^#]*#/, '') ?? ''
  )
}

/** Text with a line end for each `<br>`. */
function breaks(node: HtmlNode): string {
  return node.querySelector('br')
    ? Array.from(node.childNodes)
        .map((child) =>
          child.nodeName === 'BR' ? '\n' : child.childNodes.length > 0 ? breaks(child) : child.textContent,
        )
        .join('')
    : node.textContent
}

/** From the class of the code or of what contains it: `language-js`, `lang:js`, `brush: js`. */
function languageOf(node: HtmlNode): string {
  const places = [node.querySelector('code'), node, node.parentNode, node.parentNode?.parentNode]
  for (const place of places) {
    const names = place?.getAttribute?.('class') ?? ''
    const [, language] = /\b(?:language|lang|highlight-source|brush)\s*[-:]\s*([\w+#.-]+)/.exec(names) ?? []
    if (language) return language
    const data = place?.getAttribute?.('data-language') ?? place?.getAttribute?.('lang')
    if (data && /^[\w+#.-]+$/.test(data)) return data
  }
  return ''
}

/** As markdown, if each cell is one of a plain grid and holds a line of text. */
function tableOf(node: HtmlNode, service: TurndownService): string | undefined {
  const rows = Array.from(node.querySelectorAll('tr')).map((row) =>
    Array.from(row.querySelectorAll('td, th')),
  )
  const width = rows[0]?.length ?? 0
  const isPlain =
    rows.length > 0 &&
    width > 0 &&
    rows.every((row) => row.length === width) &&
    !node.querySelector('table table, caption, ul, ol, pre, blockquote, img, h1, h2, h3, h4, figure')
  const isMerged = rows.flat().some((cell) => cell.getAttribute('colspan') || cell.getAttribute('rowspan'))
  const paragraphs = rows.flat().some((cell) => cell.querySelectorAll('p, div').length > 1)
  if (!isPlain || isMerged || paragraphs) return undefined
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const texts = rows.map((row) =>
    row.map((cell) =>
      service
        .turndown(cell.innerHTML)
        .replace(/\s*\n\s*/g, '<br>')
        .replace(/(?<!\\)\|/g, '\\|'),
    ),
  )
  const hasHead =
    rows[0]!.every((cell) => cell.nodeName === 'TH') || node.querySelector('thead') !== undefined
  const [head, ...body] = hasHead ? texts : [rows[0]!.map(() => ''), ...texts]
  const marks = rows[0]!.map((cell) =>
    /right/.test(align(cell)) ? '--:' : /center/.test(align(cell)) ? ':-:' : '---',
  )
  return [line(head!), line(marks), ...body.map(line)].join('\n')
}

function align(cell: HtmlNode): string {
  return `${cell.getAttribute('align') ?? ''} ${/text-align:\s*(\w+)/.exec(cell.getAttribute('style') ?? '')?.[1] ?? ''}`
}

/** A blank line would end HTML in markdown. */
function onOneLine(html: string): string {
  const coded = html.replace(/<pre\b[\s\S]*?<\/pre>/gi, (code) => code.replaceAll('\n', '&#10;'))
  return coded.replace(/\s*\n\s*/g, ' ')
}

/** Without what safe HTML leaves out anyway. */
function clean(html: string): string {
  return html.replace(/\s(?:class|style|loading|decoding|data-[\w-]+|fetchpriority)="[^"]*"/g, '')
}
