// HTML of other programs in the elements that markdown knows: cards of editors become what they show, lists of notes become
// notes, and what no page shows is gone.

import { HeadingSlugger } from '../../build/for-import.ts'
import { CONTAINERS } from '../markdown/elements.ts'
import { LABEL, LABEL_END } from '../markdown/marks.ts'
import { element, find, type HtmlElement, type HtmlNode, htmlOf, textOf, treeOf } from './tree.ts'

export interface HtmlNote {
  label: string
  content: HtmlNode[]
}

/** Stands for a reference to a note: its brackets would be signs of text. */
const noteMark = (label: string) => LABEL + label + LABEL_END

/** @param text markdown with marks around labels */
export function withNotes(text: string): string {
  return text.replace(new RegExp(`${LABEL}(\\w+)${LABEL_END}`, 'g'), '[^$1]')
}

/** Returns `undefined` if elements are nested too deeply: see `treeOf`. */
export function read(html: string): { nodes: HtmlNode[]; notes: HtmlNote[] } | undefined {
  const root = treeOf(html)
  if (!root) return undefined
  const labels = labelsIn(root)
  const notes: HtmlNote[] = []
  const slugger = new HeadingSlugger()
  const read = (node: HtmlNode): HtmlNode[] => {
    if (typeof node === 'string') return [node]
    const target = node.name === 'sup' ? labels.get(targetOf(node)) : undefined
    if (target !== undefined) return [noteMark(target)]
    const label = /^(?:li|p|div)$/.test(node.name) ? labels.get(node.attribs.id ?? '') : undefined
    if (label !== undefined && isWayBack(node)) return []
    node.children = withLists(node.children.flatMap(read), node.name)
    if (label === undefined) return normalised(node, slugger)
    notes.push({ label, content: withoutWaysBack(node.children) })
    return []
  }
  return { nodes: withLists(root.flatMap(read), ''), notes }
}

/** The ids of notes that `<sup>` refers to, with their labels. */
function labelsIn(nodes: readonly HtmlNode[]): Map<string, string> {
  const labels = new Map<string, string>()
  const ids = new Set<string>()
  for (const one of elementsIn(nodes)) {
    if (/^(?:li|p|div)$/.test(one.name) && one.attribs.id) ids.add(one.attribs.id)
    const [, label] = (one.name === 'sup' && /^\s*\[?([\w*†]+)\]?\s*$/.exec(textOf(one))) || []
    if (label !== undefined) labels.set(targetOf(one), label.replace(/\W/g, 'n'))
  }
  return new Map([...labels].filter(([id]) => ids.has(id)))
}

function* elementsIn(nodes: readonly HtmlNode[]): Generator<HtmlElement> {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    yield node
    yield* elementsIn(node.children)
  }
}

function targetOf(node: HtmlElement): string {
  return find(node, ({ name }) => name === 'a')?.attribs.href?.replace(/^[^#]*#?/, '') ?? ''
}

function isWayBack(node: HtmlNode): boolean {
  return typeof node !== 'string' && node.name === 'a' && /^[\s[]*[↩↑^⏎⤴]/u.test(textOf(node))
}

function withoutWaysBack(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes
    .filter((node) => !isWayBack(node))
    .map((node) => (typeof node === 'string' ? node : { ...node, children: withoutWaysBack(node.children) }))
}

/** Items that are in no list are in one of their own. */
function withLists(nodes: HtmlNode[], parent: string): HtmlNode[] {
  if (/^(?:[uo]l|menu|dir)$/.test(parent)) return nodes
  const kept: HtmlNode[] = []
  for (const node of nodes) {
    const last = kept.at(-1)
    if (typeof node === 'string' || node.name !== 'li') kept.push(node)
    else if (typeof last !== 'string' && last?.attribs.given === 'list') last.children.push(node)
    else kept.push(element('ul', { given: 'list' }, node))
  }
  return kept
}

const UNSEEN = new Set('script style template noscript link meta base'.split(' '))

/** Text is at the left anyway. */
const MIDDLE = /^(?:center|right)$/i

/** Elements whose tags safe HTML would show. */
const SHOWN = /^(?:title|textarea|xmp|noembed|noframes|plaintext)$/

function normalised(node: HtmlElement, slugger: HeadingSlugger): HtmlNode[] {
  const { name, attribs } = node
  const { align, ...unaligned } = attribs
  if (align !== undefined && !/^(?:t[dh]|img)$/.test(name) && !(name === 'div' && MIDDLE.test(align))) {
    const own = normalised({ ...node, attribs: unaligned }, slugger)
    // Markdown has no form for that, but may be within an element that has.
    return /^(?:p|h[1-6])$/.test(name) && MIDDLE.test(align) ? [element('div', { align }, ...own)] : own
  }
  const other = otherwise(node)
  if (other) return other
  if (name === 'a' && attribs.href?.trim() === '') delete attribs.href
  if (name === 'thead') for (const cell of elementsIn(node.children)) if (cell.name === 'td') cell.name = 'th'
  if (name === 'td' || name === 'th') Object.assign(attribs, alignOf(attribs.style))
  if (name === 'div' || name === 'pre') nameLanguage(node)
  if (/^h[1-6]$/.test(name) && slugger.idOf(node.children.map((one) => htmlOf(one)).join('')) === attribs.id)
    attribs.given = ''
  return cardOf(node) ?? [node]
}

/** An element that becomes another one, or is gone. */
function otherwise(node: HtmlElement): HtmlNode[] | undefined {
  const { name, attribs } = node
  if (name === 'script' && /^https:\/\/gist\.github\.com\//.test(attribs.src ?? ''))
    return [paragraph(element('a', { href: attribs.src!.replace(/\.js(\?.*)?$/, '') }, 'Gist'))]
  if (UNSEEN.has(name)) return []
  if (CONTAINERS.includes(name)) return [{ ...node, name: 'div' }]
  if (name === 'dir' || name === 'menu') return [{ ...node, name: 'ul' }]
  if (SHOWN.test(name)) return [{ ...node, name: 'span' }]
  if (name === 'input')
    return attribs.type === 'checkbox' ? [{ ...node, attribs: { ...attribs, disabled: '' } }] : []
  // An image without an address shows nothing.
  return name === 'img' && !attribs.src && !attribs['data-src'] ? [] : undefined
}

/** The controls of a player of Ghost, such as `0:00` and `1×`: ours has its own. */
const CONTROLS =
  /(?:^|\s)(?:kg-audio-(?:hide|player|thumbnail placeholder)|kg-video-(?:overlay|player-container))(?:\s|$)/

/** Returns what one of Ghost's cards shows. */
function cardOf(node: HtmlElement): HtmlNode[] | undefined {
  const { name, attribs, children } = node
  const has = (one: HtmlElement, word: string) => (one.attribs.class ?? '').split(/\s+/).includes(word)
  const part = (word: string) => find(node, (one) => has(one, word))
  if (CONTROLS.test(attribs.class ?? '')) return []
  if (name === 'pre' && has(node, 'galley-markdown')) return [{ ...node, name: 'galley-markdown' }]
  if (name === 'div' && has(node, 'kg-callout-card')) return [{ ...node, name: 'galley-alert' }]
  if (name === 'div' && has(node, 'kg-toggle-card')) {
    const heading = part('kg-toggle-heading-text')
    const summary = element('summary', {}, ...(heading ? heading.children : ['Details']))
    return [element('details', { given: '' }, summary, ...(part('kg-toggle-content')?.children ?? children))]
  }
  if (name === 'a' && has(node, 'kg-bookmark-container') && attribs.href !== undefined) {
    const [title, description] = ['title', 'description'].map((one) =>
      textOf(part(`kg-bookmark-${one}`) ?? '').trim(),
    )
    const link = element('a', { href: attribs.href }, title || attribs.href)
    return [paragraph(link, ...(description ? [element('br', {}), description] : []))]
  }
  return undefined
}

function paragraph(...children: HtmlNode[]): HtmlElement {
  return element('p', {}, ...children)
}

function alignOf(style = ''): Record<string, string> {
  const [, align] = /text-align:\s*(left|center|right)/.exec(style) ?? []
  return align === undefined ? {} : { align }
}

/** Names the language of code, from its class or that of what contains it: `language-js`, `lang:js`, `brush: js`. */
function nameLanguage(node: HtmlElement): void {
  const code = node.name === 'pre' ? find(node, ({ name }) => name === 'code') : undefined
  const language = [code, node].map((one) => one && languageIn(one.attribs)).find(Boolean)
  if (language === undefined) return
  if (node.name === 'pre') node.attribs.language = language
  else for (const one of elementsIn(node.children)) if (one.name === 'pre') one.attribs.language ??= language
}

function languageIn(attribs: Record<string, string>): string | undefined {
  const [, language] =
    /\b(?:language|lang|highlight-source|brush)\s*[-:]\s*([\w+#.-]+)/.exec(attribs.class ?? '') ?? []
  const named = language ?? attribs['data-language'] ?? attribs.lang
  return named && /^[\w+#.-]+$/.test(named) ? named : undefined
}
