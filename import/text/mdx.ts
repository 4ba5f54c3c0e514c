// MDX and the components of Vue: imported pictures resolve, other imports go, known components get their meaning, and of
// unknown ones their text stays. Nothing is executed.

import { bracePairs } from '../braces.ts'
import { MDX_HOLDERS, oneOf } from '../markdown/elements.ts'
import { codeBlocksIn } from '../markdown/scan.ts'
import { attribute } from '../markdown/written.ts'
import { codeFileIn } from './code-files.ts'
import { type ComponentTag, componentTags } from './components.ts'
import type { Mask } from './mask.ts'
import { meaningOfTag, type TextContext } from './meanings.ts'
import { belowBase } from './references.ts'
import { allowance, replaceTags, type TagArguments } from './tags.ts'

interface ComponentContext extends TextContext {
  /** Files of media by the names that the text imports them under. */
  imported: Map<string, string>
  options: { base?: string }
}

/** Imports and exports go; what imports of files are called is kept. */
export function withoutStatements(
  text: string,
  { onDropped, imported }: Pick<ComponentContext, 'onDropped' | 'imported'>,
): string {
  const rest = text.replace(
    /^(?:import\s(?:(?!\n\n|\nimport\s)[\s\S])*?from\s*["']([^"'\n]+)["'];?|import\s*["'][^"'\n]+["'];?)[ \t]*(?:\/\/.*)?$/gm,
    (statement: string, file: string | undefined) => {
      const [, name] = /^import\s+(?:type\s+)?(?!from\b)([A-Za-z_$][\w$]*)/.exec(statement) ?? []
      if (name && file && (MEDIA.test(file) || RAW.test(file))) imported.set(name, file)
      else onDropped(statement.split('\n')[0]!)
      return ''
    },
  )
  return rest.replace(
    /^export\s+(?:const|let|var|function|default|async|\{|\*)[\s\S]*?(?=\n[ \t]*\n|$(?![\s\S]))/gm,
    (statement) => {
      onDropped(statement.split('\n')[0]!)
      return ''
    },
  )
}

/** The ways to ask bundlers for the text of a file. */
const RAW = /^(?:!!?)?raw-loader!|\?raw$/

const MEDIA = /\.(png|jpe?g|webp|avif|gif|svg|ico|mp4|webm|mp3|pdf)(\?.*)?$/i

/** Elements of HTML keep their names; attributes of JSX become those of HTML. */
export function withComponents(text: string, context: ComponentContext): string {
  // True if every tag with a capital is a component; else one that stands alone is text, such as `Vec<T>`.
  const isCode = context.facts.has('components')
  const isComponent = (name: string) => /^[A-Z][\w.]*$/.test(name)
  const isWanted = (name: string) =>
    isComponent(name) || (isCode && (name === '' || /[a-z]-[a-z]/.test(name) || HTML_WITH_JSX.has(name)))
  const meaning = (tag: ComponentTag, inner: string | undefined) => {
    const { name, kind, source } = tag
    for (const [key, value] of Object.entries(tag.args.named)) tag.args.named[key] = resolved(value, context)
    if (isElement(name)) return elementTag(tag, context)
    const isCapital = !isCode && CAPITALS.has(name) && (name.length > 1 || inner !== undefined)
    if (isCapital) return inner === undefined ? source : `${source}${inner}</${name}>`
    if (!isCode && kind !== 'void' && inner === undefined) return `\\${source}`
    return shown(
      tag,
      inner === undefined ? inner : context.mask.dedent(inner, /\n([ \t]*)\S/.exec(inner)?.[1]?.length ?? 0),
      context,
    )
  }
  return replaceTags(text, componentTags(text, isWanted), meaning, ({ name }) => !isElement(name))
}

const HTML_WITH_JSX = new Set(
  'img a div span p details summary figure figcaption video audio source iframe table td th tr ul ol li h1 h2 h3 h4 section center b i strong em sup sub small br hr pre'.split(
    ' ',
  ),
)

/** Elements of old HTML. A single letter alone is none: `Vec<A>`. */
const CAPITALS = new Set(
  [...HTML_WITH_JSX, ...'blockquote code dd dl dt font s tbody thead tt u'.split(' ')].map((name) =>
    name.toUpperCase(),
  ),
)

function isElement(name: string): boolean {
  return /^[a-z][a-z0-9]*$/.test(name)
}

const PANEL = /^Tab(Item|Panel|sContent)?$/
const GROUP = /^(Tabs?|Steps|CodeGroup|CardGroup|Tab(Group|List|Panels|sList)|Fragment|ClientOnly)$/

function shown(
  { name, args, source }: ComponentTag,
  inner: string | undefined,
  context: ComponentContext,
): string {
  const [, given = ''] = /^\s*\{\s*([\w$]+)\s*\}\s*$/.exec(inner ?? '') ?? []
  const raw = context.imported.get(given) ?? args.named.code ?? ''
  const named = { ...args.named, code: raw.replace(RAW, '') }
  const fence = RAW.test(raw) ? context.codeOf?.(codeFileIn({ list: [], named }, 'code')!) : undefined
  if (fence !== undefined) return `\n\n${fence}\n\n`
  if (name === 'TOCInline' || name === '') return inner ?? ''
  const title = args.named.label ?? args.named.title ?? args.named.value
  if (inner !== undefined && (GROUP.test(name) || (PANEL.test(name) && title))) {
    return `\n\n${PANEL.test(name) && title ? `**${title}**\n\n` : ''}${inner.trim()}\n\n`
  }
  const meant = meaningOfTag(name, args, inner, context)
  if (meant !== undefined) return meant
  context.onDropped(source)
  const words = visibleText(args)
  if (!inner?.includes('\n')) return [words, inner].filter(Boolean).join(' ')
  return `\n\n${words ? `**${words}**\n\n` : ''}${inner.trim()}\n\n`
}

/** The words that a component shows although they are attributes. */
function visibleText({ named }: TagArguments): string {
  const texts = ['title', 'heading', 'label', 'text', 'description', 'caption'].map((key) => named[key])
  const text = [...new Set(texts.filter((one) => one && !one.startsWith('{')))].join(': ')
  const url = named.href ?? named.to ?? named.url
  return text && url && !url.startsWith('{') ? `[${text}](${url})` : text
}

function resolved(value: string, { mask, imported, options: { base = '' } }: ComponentContext): string {
  const [, based] = BASED.exec(value) ?? []
  if (based !== undefined) return belowBase(base, based)
  const [, expression] = /^\{([\s\S]*)\}$/.exec(value) ?? []
  if (expression === undefined) return value
  const template = templateIn(expression, mask)
  if (template !== undefined) return template
  const [, required] = /^require\(\s*["']([^"']+)["']\s*\)(?:\.default)?$/.exec(expression) ?? []
  return required ?? imported.get(expression.replace(/\.src$/, '')) ?? value
}

/** A path from the root of the site, as Docusaurus and VitePress write it. */
const BASED = /^\{?\s*(?:useBaseUrl|withBase)\(\s*["']([^"']+)["']\s*\)\s*\}?$/

/** The text of a template without expressions. It looks like code of markdown, so it is hidden. */
function templateIn(expression: string, mask: Mask): string | undefined {
  return /^`([^`$]*)`$/.exec(mask.reveal(expression).trim())?.[1]
}

/** Attributes that are expressions go, but for those that have a value. */
function elementTag({ name, kind, args, source }: ComponentTag, { onDropped }: TextContext): string {
  if (kind === 'close' || !/\{|\bwithBase\(/.test(source)) return source.replace(/\bclassName=/g, 'class=')
  // An element without its address has nothing to see or to follow.
  if (ADDRESSES.some((key) => args.named[key]?.startsWith('{'))) onDropped(source)
  const attributes = Object.entries(args.named).flatMap(([key, value]) => {
    if (value.startsWith('{')) return []
    return [` ${Object.hasOwn(ATTRIBUTES, key) ? ATTRIBUTES[key] : key}="${attribute(value)}"`]
  })
  const flags = args.list.map((flag) => ` ${flag}`)
  return `<${name}${attributes.join('')}${flags.join('')}${kind === 'void' ? ' /' : ''}>`
}

const ADDRESSES = ['src', 'srcset', 'href', 'poster']

const ATTRIBUTES: Record<string, string> = { classname: 'class', htmlfor: 'for' }

/** Expressions of JSX: comments go, literals become text, and others stay. */
export function withExpressions(
  text: string,
  page: (key: string) => string | undefined,
  { mask, onLeft }: Pick<TextContext, 'mask' | 'onLeft'>,
): string {
  const pairs = bracePairs(text)
  const mayAdd = allowance()
  let out = ''
  let at = 0
  const ofPage = (key: string) => {
    const value = page(key)
    return value !== undefined && mayAdd(value.length) ? value : undefined
  }
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', at)) {
    if (text[open - 1] === '\\') {
      out += `${text.slice(at, open - 1)}{`
      at = open + 1
      continue
    }
    const close = pairs.get(open)
    if (close === undefined) {
      out += text.slice(at, open + 1)
      at = open + 1
      continue
    }
    const source = text.slice(open, close + 1)
    const inner = source.slice(1, -1).trim()
    const [, double, single] = /^(?:"([^"]*)"|'([^']*)')$/.exec(inner) ?? []
    const known = double ?? single ?? templateIn(inner, mask) ?? ofPage(inner)
    // Braces right behind the first line of a block between colons are its properties: see containers.ts.
    const before = text.slice(at, open)
    const isFirst = at === 0 || before.includes('\n')
    const isProps = isFirst && CONTAINER.test(before.slice(before.lastIndexOf('\n') + 1))
    const isComment = /^\/\*[\s\S]*\*\/$/.test(inner) || inner === ''
    if (known === undefined && !isComment && !isProps) onLeft(source)
    out += before + (isComment ? '' : (known?.replaceAll('<', '&lt;') ?? source))
    at = close + 1
  }
  return out + text.slice(at)
}

/** The text before the properties of a block. */
const CONTAINER = /^[ \t>]*:::+[ \t]*[A-Za-z][\w-]*(?:[ \t]*\[[^[\]]*\])?[ \t]*$/

const TAG_ABOVE = new RegExp(
  `^[ \\t]*(</?${oneOf(MDX_HOLDERS)}\\b[^<>\\n]*>(?:<summary>.*</summary>)?|<summary>.*</summary>)[ \\t]*$`,
  'gm',
)

/** Sets tags apart, since markdown may stand directly below one in MDX; elsewhere it is text of that element's HTML. */
export function withBlankLines(text: string): string {
  return text.replace(TAG_ABOVE, '\n$1\n')
}

/** Texts with more levels than these, each further right, are none that anybody has written. */
const MAX_LEVELS = 8

/** Moves left what markdown would take for indented code, fences as well: what is indented is not code in MDX. */
export function withoutIndents(text: string, { mask }: Pick<TextContext, 'mask'>): string {
  let result = text
  for (let level = 0; level < MAX_LEVELS; level++) {
    const blocks = codeBlocksIn(result).filter(({ fence }) => fence === undefined)
    if (blocks.length === 0) break
    const parts: string[] = []
    let from = 0
    for (const { from: start, to, margin } of blocks) {
      const block = result.slice(start, to)
      const indent = /^[ \t]*/.exec(block)![0].length
      const line = new RegExp(`\\n([ \\t>]{${margin.length}})[ \\t]{1,${indent}}`, 'g')
      const moved = (piece: string) => piece.replace(line, '\n$1')
      mask.change(block, moved)
      parts.push(result.slice(from, start), moved(block.slice(indent)))
      from = to
    }
    result = parts.join('') + result.slice(from)
  }
  return result
}
