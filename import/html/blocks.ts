// Blocks of HTML as blocks of markdown. What markdown has no form for stays HTML, in one line.
import { AROUND_BLOCKS, BLOCKS, MEDIA, oneOf, UNITS } from '../markdown/elements.ts'
import { anchorsOf, inlineOf, WHOLE } from './inline.ts'
import { element, find, type HtmlElement, type HtmlNode, htmlOf, tagOf, textOf } from './tree.ts'

export interface MarkdownForm {
  /** True if it has nothing of markdown but what it needs, instead of what is easy to read. */
  isPlain: boolean
  isInList?: boolean
}

/** A unit is a block among others; text that has none of its own is a paragraph. */
export interface HtmlUnit {
  /** The node as it was. */
  source: HtmlNode
  /** The block with emphasis and links in it that were around it. */
  block: HtmlElement
}

/** The elements that markdown has a form for, or that stay HTML, and those around them. */
const UNIT = new RegExp(`^(?:${oneOf(UNITS)}|galley-.*)$`)
const AROUND_UNITS = new Set(AROUND_BLOCKS)
const isBlock = (name: string) => UNIT.test(name) || AROUND_UNITS.has(name)
/** Elements around blocks that may as well be within each of them. */
const AROUND = new Set('a em i strong b del s strike u ins mark small sub sup'.split(' '))

/** Blocks, and text between them, out of the elements around them that mean nothing. */
export function unitsOf(nodes: readonly HtmlNode[]): HtmlUnit[] {
  const units: HtmlUnit[] = []
  /** The anchors that are to be in the next block. */
  let anchors: HtmlElement[] = []
  let run: HtmlNode[] = []
  const add = ({ source, block }: HtmlUnit) => {
    if (isBlank(block)) anchors.push(...anchorsIn(block))
    else {
      units.push(...withAnchors(anchors, source, block))
      anchors = []
    }
  }
  const end = () => {
    const text = paragraphOf(run)
    run = []
    add(text)
  }
  const blockOf = (node: HtmlElement, marks: readonly HtmlElement[]) => {
    const isOne = isUnit(node)
    if (isBlock(node.name) || isOne) end()
    if (isOne) {
      const isPlace = /^(?:pre|hr|table|[uo]l)$/.test(node.name)
      if (isPlace) anchors.push(...anchorsOf(node))
      const { id: _, ...attribs } = node.attribs
      const unit = isPlace ? { ...node, attribs } : node
      add({ source: within(marks, [unit])[0]!, block: withMarks(marks, unit) })
    } else {
      run.push(...anchorsOf(node))
      walk(node.children, AROUND.has(node.name) ? [...marks, node] : marks)
      if (isBlock(node.name)) end()
    }
  }
  const walk = (inner: readonly HtmlNode[], marks: readonly HtmlElement[]) => {
    let own: HtmlNode[] = []
    const endOwn = () => {
      if (own.length > 0) run.push(...within(marks, own))
      own = []
    }
    for (const node of inner)
      if (typeof node === 'string' || !hasBlocks(node)) own.push(node)
      else {
        endOwn()
        blockOf(node, marks)
      }
    endOwn()
  }
  walk(nodes, [])
  end()
  if (anchors.length > 0) units.push(paragraphOf(anchors))
  return units
}

/** Anchors are in a block of text, or else before it. */
function withAnchors(anchors: readonly HtmlElement[], source: HtmlNode, block: HtmlElement): HtmlUnit[] {
  if (anchors.length === 0) return [{ source, block }]
  if (!isText(block)) return [paragraphOf(anchors), { source, block }]
  const children = [...anchors, ...block.children]
  return [{ source: element('div', {}, ...anchors, source), block: { ...block, children } }]
}

function paragraphOf(nodes: readonly HtmlNode[]): HtmlUnit {
  const block = element('p', {}, ...nodes)
  return { source: block, block }
}

function isText({ name, attribs }: HtmlElement): boolean {
  return /^(?:p|h[1-6])$/.test(name) && !attribs.align
}

function hasBlocks(node: HtmlNode): boolean {
  if (typeof node === 'string') return false
  return isBlock(node.name) || (!WHOLE.has(node.name) && node.children.some(hasBlocks))
}

function isUnit(node: HtmlElement): boolean {
  const { name, attribs, children } = node
  if (name === 'p') return attribs.align !== undefined || !children.some(hasBlocks)
  // A link is one, however many blocks are in it.
  if (name === 'a') return unitsOf(children).length > 1 || !isText(unitsOf(children)[0]?.block ?? node)
  if (name === 'figure') return isPicture(node)
  return UNIT.test(name) || (AROUND_UNITS.has(name) && attribs.align !== undefined)
}

function captionIn(figure: HtmlElement): HtmlElement | undefined {
  const caption = find(figure, ({ name }) => name === 'figcaption' || name === 'figure')
  return caption?.name === 'figure' || (caption && isBlank(caption)) ? undefined : caption
}

/** A picture stays in one line with its caption. */
function isPicture(figure: HtmlElement): boolean {
  return (
    captionIn(figure) !== undefined &&
    find(figure, ({ name }) => /^(?:img|video|audio|iframe|svg)$/.test(name)) !== undefined &&
    !find(figure, ({ name }) => /^(?:table|pre)$/.test(name))
  )
}

const SEEN = new Set('img input hr iframe video audio object svg embed canvas math li td th'.split(' '))

/** Tells whether nothing of a node is seen, though it may have ids. */
function isBlank(node: HtmlNode): boolean {
  if (typeof node === 'string') return /^[ \t\r\n\f\u00a0]*$/.test(node)
  return !SEEN.has(node.name) && node.children.every(isBlank)
}

function anchorsIn(node: HtmlNode): HtmlElement[] {
  return typeof node === 'string' ? [] : [...anchorsOf(node), ...node.children.flatMap(anchorsIn)]
}

function within(marks: readonly HtmlElement[], nodes: readonly HtmlNode[]): HtmlNode[] {
  return marks.reduceRight<HtmlNode[]>(
    (inner, mark) => [{ ...mark, attribs: withoutIds(mark), children: inner }],
    [...nodes],
  )
}

function withoutIds({ attribs: { id: _, name: __, ...rest } }: HtmlElement): Record<string, string> {
  return rest
}

/** The block with these marks around its text. */
function withMarks(marks: readonly HtmlElement[], block: HtmlElement): HtmlElement {
  if (marks.length === 0) return block
  const isDeep = /^(?:[uo]l|dl|table|thead|tbody|tfoot|tr|details)$/.test(block.name)
  if (!isDeep) return { ...block, children: within(marks, block.children) }
  return {
    ...block,
    children: block.children.map((one) => (typeof one === 'string' ? one : withMarks(marks, one))),
  }
}

/** The blocks of some nodes as markdown. */
export function flow(nodes: readonly HtmlNode[], form: MarkdownForm): string {
  return joined(unitsOf(nodes), form)
}

export function joined(units: readonly HtmlUnit[], form: MarkdownForm, before?: HtmlUnit): string {
  const texts: string[] = []
  let [last, isOther] = [before?.block.name, false]
  for (const { block } of units) {
    isOther = block.name === last && /^[uo]l$/.test(last) && !isOther
    last = block.name
    const text = written(block, form, isOther)
    if (text !== '') texts.push(text)
  }
  return texts.join('\n\n')
}

/** @param isOther whether it is a list right behind a list, whose signs have to differ */
function written(block: HtmlElement, form: MarkdownForm, isOther: boolean): string {
  const { name, attribs, children } = block
  const { isPlain } = form
  if (attribs.align && name !== 'td' && name !== 'th' && name !== 'table') return aligned(block, form)
  if (/^h[1-6]$/.test(name)) {
    const anchors = attribs.given === undefined || isPlain ? anchorsOf(block) : []
    const text = inlineOf([...anchors, ...children], { isPlain, within: 'heading' })
    return text === '' ? '' : `${'#'.repeat(Number(name[1]))} ${text.replace(/(?<![^\s])(#+)$/, '\\$1')}`
  }
  switch (name) {
    case 'p':
      return inlineOf([...anchorsOf(block), ...children], { isPlain })
    case 'hr':
      return '---'
    case 'pre':
      // The library makes spaces of tabs in lists.
      return form.isInList && /^ *\t/m.test(textOf(block)) ? rawOf(block) : codeOf(block)
    case 'galley-markdown':
      return textOf(block)
    case 'galley-alert':
      return `> [!NOTE]\n${quoted(flow(children, form))}`
    case 'blockquote':
      return quoted(flow([...anchorsOf(block), ...children], form))
    case 'ul':
    case 'ol':
      return listOf(block, form, isOther)
    case 'table':
      return tableOf(block, isPlain) ?? rawOf(block)
    case 'details':
      return attribs.given === undefined ? rawOf(block) : detailsOf(block, form)
    default:
      return rawOf(block)
  }
}

/** Elements that begin HTML in markdown wherever they are alone. */
const BEGINNERS = new Set([...BLOCKS, ...MEDIA])

export function rawOf(node: HtmlNode): string {
  if (isBlank(node)) return ''
  const html = htmlOf(node)
  return typeof node !== 'string' && BEGINNERS.has(node.name) ? html : `<div>${html}</div>`
}

function aligned(block: HtmlElement, form: MarkdownForm): string {
  if (isText({ ...block, attribs: {} })) return rawOf(block)
  return `${tagOf(block)}\n\n${flow(block.children, form)}\n\n</${block.name}>`
}

function quoted(text: string): string {
  return text.replace(/^.*$/gm, (line) => (line === '' ? '>' : `> ${line}`))
}

/** A fence that is longer than any in the code, which stays as it is. */
function codeOf(block: HtmlElement): string {
  // A line end right behind the tag is none of the code.
  const first = typeof block.children[0] === 'string' ? /^\n/ : ''
  const code = linesOf(block)
    .replace(first, '')
    .replace(/(?<!\n)\n+$/, '')
  const runs = Array.from(code.matchAll(/^[ \t]*(`{3,})/gm), ([, run]) => run!.length)
  const fence = '`'.repeat(Math.max(2, ...runs) + 1)
  return code.trim() === '' ? '' : `${fence}${block.attribs.language ?? ''}\n${code}\n${fence}`
}

/** The text, with a line for each element that has one. */
function linesOf(node: HtmlNode): string {
  if (typeof node === 'string') return node.replace(/\r\n?/g, '\n')
  if (node.name === 'br') return '\n'
  let text = ''
  for (const child of node.children) {
    const isLine = typeof child !== 'string' && /^(?:div|p|li)$/.test(child.name)
    if (isLine && text !== '' && !text.endsWith('\n')) text += '\n'
    text += linesOf(child)
    if (isLine && !text.endsWith('\n')) text += '\n'
  }
  return text
}

function listOf(list: HtmlElement, form: MarkdownForm, isOther: boolean): string {
  const items: HtmlElement[] = []
  for (const child of list.children) {
    const last = items.at(-1)
    if (typeof child !== 'string' && child.name === 'li')
      items.push({ ...child, children: [...child.children] })
    // A node between items is shown in the one before.
    else if (last) last.children.push(child)
    else if (!isBlank(child)) items.push(element('li', {}, child))
  }
  const start = Number.parseInt(list.attribs.start ?? '1', 10) || 0
  const isLoose = items.some((item) => !isTight(item))
  const texts = items.map((item, index) => {
    const mark = list.name === 'ul' ? (isOther ? '*' : '-') : `${start + index}${isOther ? ')' : '.'}`
    const margin = ' '.repeat(mark.length + 1)
    return `${mark} ${itemOf(item, { ...form, isInList: true }, isLoose).replace(/\n(?=.)/g, `\n${margin}`)}`.trimEnd()
  })
  return texts.join(isLoose ? '\n\n' : '\n')
}

function isTight({ children }: HtmlElement): boolean {
  const [, ...rest] = unitsOf(children)
  const isNested = rest.every(
    ({ block }) => block.name === 'ul' || (block.name === 'ol' && !block.attribs.start),
  )
  return isNested && !children.some((one) => typeof one !== 'string' && one.name === 'p')
}

function itemOf(item: HtmlElement, form: MarkdownForm, isLoose: boolean): string {
  const [box, children] = withoutBox([...anchorsOf(item), ...item.children])
  const units = unitsOf(children)
  const text = isLoose
    ? joined(units, form)
    : units.map((one, index) => joined([one], form, units[index - 1])).join('\n')
  return box + text.replace(/^---$/gm, '***')
}

/** A task's box is written in brackets. */
function withoutBox(nodes: readonly HtmlNode[]): [string, HtmlNode[]] {
  const at = nodes.findIndex((one) => !isBlank(one))
  const first = nodes[at]
  if (first === undefined || typeof first === 'string') return ['', [...nodes]]
  const isBox = first.name === 'input' && first.attribs.type === 'checkbox'
  if (isBox && !nodes.slice(at + 1).every(isBlank))
    return [first.attribs.checked === undefined ? '[ ] ' : '[x] ', nodes.slice(at + 1)]
  if (first.name !== 'p' && first.name !== 'label') return ['', [...nodes]]
  const [box, children] = withoutBox(first.children)
  return [box, nodes.with(at, { ...first, children })]
}

/** `undefined` if it has no form in markdown: cells that are merged, or hold blocks. */
function tableOf(table: HtmlElement, isPlain: boolean): string | undefined {
  const rows = below(table, 'tr').map((row) =>
    row.children.filter((one): one is HtmlElement => typeof one !== 'string' && /^t[dh]$/.test(one.name)),
  )
  const cells = rows.flat()
  const width = rows[0]?.length ?? 0
  const isGrid =
    width > 0 && rows.every((row) => row.length === width) && below(table, 'caption').length === 0
  const isSpan = (span: string | undefined) => span !== undefined && span !== '1'
  const isSimple = ({ attribs, children }: HtmlElement) =>
    !isSpan(attribs.colspan) &&
    !isSpan(attribs.rowspan) &&
    !(unitsOf(children).length > 1) &&
    unitsOf(children).every(({ block }) => block.name === 'p')
  if (!isGrid || !cells.every(isSimple)) return undefined
  const line = (texts: string[]) => `| ${texts.join(' | ')} |`
  const texts = rows.map((row) =>
    row.map((cell) => {
      const [text] = unitsOf([...anchorsOf(cell), ...cell.children])
      return text ? inlineOf(text.block.children, { isPlain, within: 'cell' }) : ''
    }),
  )
  const hasHead = rows[0]!.every(({ name }) => name === 'th')
  const [head, ...body] = hasHead ? texts : [rows[0]!.map(() => ''), ...texts]
  const marks = (rows[1] ?? rows[0])!.map(({ attribs: { align } }) => MARKS[align ?? ''] ?? '---')
  return [line(head!), line(marks), ...body.map(line)].join('\n')
}

const MARKS: Record<string, string> = { left: ':--', center: ':-:', right: '--:' }

/** Finds the elements of a name, except those in another table. */
function below({ children }: HtmlElement, name: string): HtmlElement[] {
  return children.flatMap((one) => {
    if (typeof one === 'string' || one.name === 'td' || one.name === 'th') return []
    return one.name === name ? [one] : below(one, name)
  })
}

function detailsOf(block: HtmlElement, form: MarkdownForm): string {
  const summary = block.children.find((one) => typeof one !== 'string' && one.name === 'summary')
  const rest = block.children.filter((one) => one !== summary)
  return `${tagOf(block)}${summary ? htmlOf(summary) : ''}\n\n${flow(rest, form)}\n\n</details>`
}
