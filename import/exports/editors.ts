// The formats of Ghost's editors, as HTML: for posts that an export has no HTML of.
import { tried } from '../../snapshot/tried.ts'
import { attribute } from '../markdown/written.ts'
import { figureOf } from './export.ts'

interface LexicalNode {
  type?: string
  text?: string
  format?: number | string
  tag?: string
  listType?: string
  url?: string
  src?: string
  alt?: string
  caption?: string
  html?: string
  markdown?: string
  code?: string
  language?: string
  calloutText?: string
  heading?: string
  content?: string
  metadata?: { title?: string }
  images?: { src?: string; alt?: string }[]
  children?: LexicalNode[]
}

const FORMATS: [bit: number, tag: string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
]

const MAX_DEPTH = 64

/** @param onDeep called where nodes are left out, since they are nested too deeply */
export function htmlOfLexical(json: string | undefined, onDeep: () => void): string | undefined {
  const root = parsed(json) as { root?: LexicalNode } | undefined
  return root?.root ? childrenHtml(root.root, 0, onDeep) : undefined
}

function childrenHtml({ children = [] }: LexicalNode, depth: number, onDeep: () => void): string {
  if (depth <= MAX_DEPTH) return children.map((child) => nodeHtml(child, depth + 1, onDeep)).join('')
  if (children.length > 0) onDeep()
  return ''
}

function nodeHtml(node: LexicalNode, depth: number, onDeep: () => void): string {
  const inner = () => childrenHtml(node, depth, onDeep)
  switch (node.type) {
    case 'text':
    case 'extended-text':
      return FORMATS.reduce(
        (html, [bit, tag]) => (Number(node.format) & bit ? `<${tag}>${html}</${tag}>` : html),
        escaped(node.text ?? ''),
      )
    case 'linebreak':
      return '<br>'
    case 'heading':
    case 'extended-heading':
      return `<${heading(node.tag)}>${inner()}</${heading(node.tag)}>`
    case 'list':
      return node.listType === 'number' ? `<ol>${inner()}</ol>` : `<ul>${inner()}</ul>`
    case 'listitem':
      return `<li>${inner()}</li>`
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return `<blockquote><p>${inner()}</p></blockquote>`
    case 'link':
    case 'autolink':
      return `<a href="${attribute(node.url ?? '')}">${inner()}</a>`
    case 'horizontalrule':
      return '<hr>'
    case 'image':
      return figureOf(imageHtml(node), node.caption)
    case 'gallery':
      return (node.images ?? []).map((one) => `<p>${imageHtml(one)}</p>`).join('')
    case 'codeblock':
      return codeHtml(node.code ?? '', node.language)
    case 'html':
    case 'embed':
      return node.html ?? link(node)
    case 'markdown':
      return `<pre class="galley-markdown">${escaped(node.markdown ?? '')}</pre>`
    case 'callout':
      return `<div class="kg-callout-card">${node.calloutText ?? ''}</div>`
    case 'toggle':
      return `<details><summary>${node.heading ?? ''}</summary>${node.content ?? ''}</details>`
    case 'bookmark':
    case 'video':
    case 'audio':
    case 'file':
      return link(node)
    default:
      return node.children ? `<p>${inner()}</p>` : ''
  }
}

function link({ url, src, metadata }: LexicalNode): string {
  const href = url ?? src
  return href ? `<p><a href="${attribute(href)}">${escaped(metadata?.title ?? href)}</a></p>` : ''
}

function imageHtml({ src = '', alt = '' }: { src?: string; alt?: string }): string {
  return `<img src="${attribute(src)}" alt="${attribute(alt)}">`
}

function codeHtml(code: string, language = ''): string {
  return `<pre><code class="language-${attribute(language)}">${escaped(code)}</code></pre>`
}

function heading(tag = 'h2'): string {
  return /^h[1-6]$/.test(tag) ? tag : 'h2'
}

interface Mobiledoc {
  markups?: [tag: string, attributes?: string[]][]
  cards?: [name: string, payload: Record<string, string>][]
  atoms?: [name: string, text: string][]
  sections?: unknown[][]
}

type Marker = [type: number, open: number[], closed: number, text: string | number]

export function htmlOfMobiledoc(json: string | undefined): string | undefined {
  const document = parsed(json) as Mobiledoc | undefined
  if (!Array.isArray(document?.sections)) return undefined
  return document.sections.map((section) => sectionHtml(section, document)).join('')
}

function sectionHtml([type, first, second]: unknown[], document: Mobiledoc): string {
  if (type === 10) return cardHtml(document.cards?.[Number(first)])
  if (type === 3) {
    const tag = first === 'ol' ? 'ol' : 'ul'
    return `<${tag}>${(second as Marker[][]).map((item) => `<li>${markersHtml(item, document)}</li>`).join('')}</${tag}>`
  }
  if (type !== 1) return ''
  const tag = /^(h[1-6]|blockquote|p)$/.test(String(first)) ? String(first) : 'p'
  return `<${tag}>${markersHtml(second as Marker[], document)}</${tag}>`
}

function markersHtml(markers: readonly Marker[], { markups = [], atoms = [] }: Mobiledoc): string {
  const open: string[] = []
  let html = ''
  for (const [type, opened, closed, text] of markers) {
    for (const index of opened) {
      const [tag = 'span', attributes = []] = markups[index] ?? []
      if (!/^[a-z0-9]+$/.test(tag)) continue
      html += attributes[0] === 'href' ? `<a href="${attribute(attributes[1] ?? '')}">` : `<${tag}>`
      open.push(tag)
    }
    html +=
      type === 1
        ? atoms[Number(text)]?.[0] === 'soft-return'
          ? '<br>'
          : escaped(atoms[Number(text)]?.[1] ?? '')
        : escaped(String(text))
    for (let count = 0; count < closed; count++) html += `</${open.pop() ?? 'span'}>`
  }
  return html
}

function cardHtml(card: [string, Record<string, string>] | undefined): string {
  const [name = '', payload = {}] = card ?? []
  if (name === 'image' || name === 'image-card') return figureOf(imageHtml(payload), payload.caption)
  if (name === 'code') return codeHtml(payload.code ?? '', payload.language)
  if (name === 'hr') return '<hr>'
  // Cards for email are in no page.
  if (name.startsWith('email')) return ''
  if (/markdown/.test(name)) return `<pre class="galley-markdown">${escaped(payload.markdown ?? '')}</pre>`
  return payload.html ?? (payload.url ? link({ url: payload.url }) : '')
}

function parsed(json = ''): unknown {
  return tried(() => JSON.parse(json))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
