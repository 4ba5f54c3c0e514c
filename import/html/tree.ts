// HTML as a tree, read by the parser that safe HTML is made with, and written again.
import { Parser } from 'htmlparser2'
import { escapeHtml, VOID } from '../../build/for-import.ts'

export interface HtmlElement {
  /** The name in lower case. */
  name: string
  /** The attributes. Two are ours: `language` of code, and `given` for what is to be markdown, or what that gives by itself. */
  attribs: Record<string, string>
  children: HtmlNode[]
  /** The source of a drawing as written: its names have capitals. */
  source?: string
}

/** An element, or text without character references. */
export type HtmlNode = HtmlElement | string

export function element(name: string, attribs: Record<string, string>, ...children: HtmlNode[]): HtmlElement {
  return { name, attribs, children }
}

/** The most levels of a tree: whatever walks one costs the stack for each of them, and once more the text within it. */
const MAX_DEPTH = 300

/** Returns the elements without comments, or `undefined` if they are nested in more levels than those. */
export function treeOf(html: string): HtmlNode[] | undefined {
  const root = element('', {})
  const open = [root]
  const starts: number[] = []
  const parser = new Parser(
    {
      onopentag(name, attribs) {
        const one = element(name, attribs)
        open.at(-1)!.children.push(one)
        if (open.push(one) > MAX_DEPTH + 1) parser.pause()
        starts.push(parser.startIndex)
      },
      ontext(text) {
        const { children } = open.at(-1)!
        const last = children.at(-1)
        if (typeof last === 'string') children[children.length - 1] = last + text
        else children.push(text)
      },
      onclosetag() {
        const one = open.pop()!
        const start = starts.pop()!
        if (one.name === 'svg') one.source = html.slice(start, parser.endIndex + 1)
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return open.length > MAX_DEPTH ? undefined : root.children
}

export function textOf(node: HtmlNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('')
}

/** The first element below it that matches, in the order of the source. */
export function find(node: HtmlNode, matches: (one: HtmlElement) => boolean): HtmlElement | undefined {
  if (typeof node === 'string') return undefined
  for (const child of node.children) {
    if (typeof child === 'string') continue
    const found = matches(child) ? child : find(child, matches)
    if (found) return found
  }
  return undefined
}

/** Writes a node in one line: a blank line would end HTML in markdown. */
export function htmlOf(node: HtmlNode, isCode = false): string {
  if (typeof node === 'string') {
    const escaped = node.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return isCode ? escaped.replace(/\r\n?|\n/g, '&#10;') : escaped.replace(/[ \t\r\n\f]+/g, ' ')
  }
  if (node.source !== undefined) return node.source.replace(/(?<!\s)\s*\n\s*/g, ' ')
  const inner = node.children.map((child) => htmlOf(child, isCode || node.name === 'pre')).join('')
  return VOID.includes(node.name) ? tagOf(node) : `${tagOf(node)}${inner}</${node.name}>`
}

/** An opening tag, without what safe HTML leaves out anyway. */
export function tagOf({ name, attribs }: HtmlElement): string {
  const kept = Object.entries(attribs).filter(([key, value]) => !isLeftOut(key, value))
  const written = kept.map(([key, value]) => ` ${key}="${escapeHtml(value).replace(/\s+/g, ' ')}"`)
  return `<${name}${written.join('')}>`
}

function isLeftOut(key: string, value: string): boolean {
  if (key === 'class') return !/(?:^|\s)language-/.test(value)
  return (
    /^(?:given|language|style|loading|decoding|fetchpriority|on.*|data-(?!src$).*)$/.test(key) ||
    !/^[^\s"'<>/=]+$/.test(key)
  )
}
