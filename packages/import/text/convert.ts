// The text of a post, from whatever its program writes to markdown that stands by itself.
import { withAbbreviations } from '../markdown/abbreviations.ts'
import { withDefinitions } from '../markdown/definitions.ts'
import { withHtmlBlocks } from '../markdown/html-blocks.ts'
import { delimitersIn, hasFormula, valueAt, withFormulas } from '../markdown/math.ts'
import { inProse } from '../markdown/prose.ts'
import { withSameText } from '../markdown/same-text.ts'
import { outsideHtml } from '../markdown/scan.ts'
import { isInHtml, withSameSigns } from '../markdown/signs.ts'
import { withTables, withWholeRules } from '../markdown/tables.ts'
import { attribute, codeSpan, fenced } from '../markdown/written.ts'
import type { Dialect, SourceData, SourceText } from '../source.ts'
import { withAlertTitles, withQuotes } from './alerts.ts'
import { withHeadingIds, withoutAttributes, withoutKramdown } from './attributes.ts'
import { replaceBetween } from './between.ts'
import { codeDetector } from './code-like.ts'
import type { CodeTag } from './code-tags.ts'
import { withContainers, withInlineComponents } from './containers.ts'
import { type Emoji, withEmoji } from './emoji.ts'
import { type ImageCaption, withFigures } from './figures.ts'
import { withFrames, withPlayers } from './frames.ts'
import { type PieceReader, pieces } from './includes.ts'
import { listsIn, unrolled } from './loops.ts'
import { Mask } from './mask.ts'
import { withBlankLines, withComponents, withExpressions, withoutIndents, withoutStatements } from './mdx.ts'
import { lostCaption, meaningOfTag, type TextContext } from './meanings.ts'
import { filledTemplate, isBlock } from './own-tags.ts'
import { type Rewrite, withReferences } from './references.ts'
import { tagsOf, withRawTags } from './shortcodes.ts'
import { argumentsIn, replaceTags, type TemplateTag } from './tags.ts'
import { withTitles } from './titles.ts'
import { assignedIn, assignedName, withVariables } from './variables.ts'

export interface ConvertOptions {
  text: SourceText
  /** Turns HTML into markdown, for posts in HTML. */
  toMarkdown: ((html: string) => string) | undefined
  dialect: Dialect
  /** The front matter, and the configuration of the site. */
  page: SourceData
  site: SourceData
  rewrite: Rewrite
  /** The address of a post or a page that a tag names. */
  linkTo: (target: string) => string | undefined
  /** The host of the site. */
  ownHost: string | undefined
  /** The source with pieces of text that it imports. */
  expand?: (source: string) => string
  /** A piece of text that a tag includes. */
  readPiece?: PieceReader
  /** The site's own tags around code. */
  codeTags?: ReadonlyMap<string, CodeTag>
  /** The templates of the site's own tags, by their names. */
  templates?: ReadonlyMap<string, string>
  /** What a plugin of the site shows below images that stand alone. */
  imageCaption?: ImageCaption | undefined
  /** Where names of emoji stand for them. */
  emoji?: Emoji | undefined
}

type TagCounts = Map<string, number>

export interface ConvertedText {
  markdown: string
  /** Tags that still stand in the text, with how often. */
  left: Map<string, number>
  /** Markup that is gone, likewise; its text is there. */
  dropped: Map<string, number>
  /** Tags whose text is code now, since markdown would not show all of it. */
  coded: Map<string, number>
  /** Tags that became what they mean, without their arguments. */
  meant: Map<string, { times: number; hasCaption: boolean }>
  /** The hosts of frames in it. */
  frames: Set<string>
  /** Whether it has formulas. */
  hasMath: boolean
}

export function convert(written: string, options: ConvertOptions): ConvertedText {
  const source = withoutMarks(options.expand?.(written) ?? written)
  const { dialect, page, site, rewrite, linkTo } = options
  const left: TagCounts = new Map()
  const dropped: TagCounts = new Map()
  const coded: TagCounts = new Map()
  const isKramdown = dialect === 'liquid' && !/commonmark/i.test(String(site.markdown ?? ''))
  const hasDefinitions =
    options.text === 'markdown' && (isKramdown || (dialect === 'hugo' && !isOff(site, 'definitionList')))
  const mask = new Mask({ hasDefinitions })
  // Who reads the report knows nothing of what is hidden.
  const tell = (counts: Map<string, number>, source: string) => count(counts, mask.reveal(source))
  const meant: ConvertedText['meant'] = new Map()
  const onMeant = (name: string, hasCaption: boolean) => {
    const tag = name.startsWith(':') ? name : (SHOWN[dialect]?.replace('name', name) ?? `<${name}>`)
    const known = meant.get(tag)
    meant.set(tag, { times: (known?.times ?? 0) + 1, hasCaption: hasCaption || (known?.hasCaption ?? false) })
  }
  const onLeft = (source: string) => tell(left, source)
  const onDropped = (source: string) => tell(dropped, source)
  const context = { mask, hide: (piece: string) => mask.hide(piece), linkTo, onMeant, onLeft, onDropped }
  const isMdx = options.text === 'mdx' || (dialect === 'none' && options.text === 'markdown' && isJsx(source))
  const isVue = dialect === 'mdc'
  for (const [include] of source.matchAll(/<!--[ \t]*@include:[^>\n]{0,300}-->/g)) if (isVue) onLeft(include)
  // What was HTML is markdown without anything of a program's own but tags.
  const isHtml = options.text === 'html'
  const prose = isHtml && options.toMarkdown ? markdownOf(source, options.toMarkdown, dialect) : source
  // Hexo leaves tags in fences alone.
  const whole = dialect === 'hexo' ? mask.hideBlocks(prose, isMdx) : prose
  const raw = withRawTags(whole, dialect, mask, onMeant, options.codeTags)
  const blocks = isKramdown && !isHtml ? withHtmlBlocks(raw) : raw
  let text = mask.hideCode(blocks, isMdx, (prose) => (isVue ? withoutScripts(prose, onDropped) : prose))
  mask.showTags(text)
  // Comments of Nunjucks, which Hexo has in all texts, and Eleventy where it is told so.
  if (dialect === 'hexo' || (dialect === 'nunjucks' && site.markdownTemplateEngine === 'njk'))
    text = replaceBetween(
      text,
      /\{#/g,
      () => '#\\}',
      () => '',
    )
  text = text.replace(/^[ \t]*\{\/\*[ \t]*truncate[ \t]*\*\/\}[ \t]*$\n?/gim, '')
  const tags = tagsOf(text, dialect)
  const assigned = assignedIn(tags)
  const lists = listsIn(tags)
  /** What is in an unknown tag, if markdown would lose some of it. */
  const asCode = (tag: string, inner: string | undefined) => {
    const code = inner === undefined || /\uE002/.test(inner) ? '' : mask.reveal(inner)
    if (code.trim() === '' || code.includes('```')) return undefined
    isCode ??= codeDetector()
    if (!isCode(code)) return undefined
    tell(coded, tag)
    return code.includes('\n') ? `\n\n${mask.hide(fenced(code))}\n\n` : mask.hide(codeSpan(code.trim()))
  }
  let isCode: ReturnType<typeof codeDetector> | undefined
  const pieceFor = pieces(options.readPiece ?? (() => undefined))
  const meaningOf = (tag: TemplateTag, inner: string | undefined) => {
    if (tag.kind === 'close') return undefined
    if (/^(?:more|excerpt)$/.test(tag.name)) return ''
    const set = assignedName(tag.name, tag.written) ?? ''
    if (assigned.has(set) || lists.has(set)) return ''
    const loop = tag.name === 'for' && inner !== undefined ? unrolled(tag.written, inner, lists) : undefined
    if (loop !== undefined) return loop
    const include =
      /^include(?:_relative|_cached)?$/.exec(tag.name) && /^\s*["']?([\w./-]+)["']?(.*)$/s.exec(tag.written)
    const name = include
      ? include[1]!
          .split('/')
          .at(-1)!
          .replace(/\.\w+$/, '')
      : tag.name
    const args = argumentsIn(include ? include[2]! : tag.written)
    if (include) for (const [key, value] of Object.entries(args.named)) args.named[key] = asVariable(value)
    const meaning = meaningOfTag(name, args, inner, context)
    if (meaning !== undefined) return isInHtml(text, tag.start) ? withoutMarkdown(meaning) : meaning
    const template = options.templates?.get(name)
    const filled = template === undefined ? undefined : filledTemplate(template, args, inner)
    if (filled !== undefined) {
      if (filled === '') onDropped(tag.source)
      else onMeant(name, false)
      if (!isBlock(filled)) return filled.replace(/\s*\n\s*/g, ' ')
      return isAloneAt(text, tag.start) ? `\n\n${filled}\n\n` : filled
    }
    if (!include) {
      const caption = inner === undefined ? '' : lostCaption(args, inner)
      const code = asCode(tag.source, inner)
      if (code === undefined && caption !== '') onDropped(tag.source)
      return code === undefined && caption === '' ? undefined : (code ?? inner) + caption
    }
    const piece = pieceFor(tag.source)
    if (piece === undefined) return undefined
    return mask.hideCode(isAloneAt(text, tag.start) && piece.includes('\n') ? `\n${piece}\n` : piece)
  }
  text = replaceTags(text, tags, (tag, inner) => {
    const meant = meaningOf(tag, inner)
    if (meant === undefined) (inner === undefined ? onLeft : onDropped)(tag.source)
    return meant
  })
  if (dialect === 'liquid' || dialect === 'nunjucks' || dialect === 'hexo' || isVue) {
    text = withVariables(text, { site, page, assigned }, onLeft)
  }
  const formulas = delimitersIn(site)
  const hasMath = formulas.block.length + formulas.inline.length > 0
  if (hasMath) text = withFormulas(text, formulas, (formula) => mask.hide(formula))
  if (isKramdown && !isHtml) {
    text = withoutKramdown(text, context)
    text = withTables(withAbbreviations(text))
  }
  if (!isHtml && dialect === 'hugo') text = withWholeRules(text)
  if (!isHtml && options.imageCaption) text = withFigures(text, options.imageCaption)
  // kramdown, markdown-it and most versions of Hugo's markdown strike through only what is between two tildes.
  if (!isHtml && (isKramdown || dialect === 'nunjucks' || dialect === 'hugo'))
    text = outsideHtml(text, (prose) => inProse(prose, /(?<![~\\])~(?!~)/, () => '\\~'))
  if (!isHtml)
    text = withSameSigns(text, {
      isKramdown,
      hasLooseHeadings: dialect === 'hexo',
      loose: isKramdown ? ['*', '~'] : dialect === 'hexo' ? ['~'] : [],
    })
  if (hasDefinitions) text = withDefinitions(text, (code, columns) => mask.dedent(code, columns))
  if (!isHtml) text = withAlertTitles(text)
  const { text: rest, imported } =
    isMdx || isVue ? withoutStatements(text, context) : { text, imported: NO_IMPORTS }
  if (!isHtml) text = withComponents(rest, imported, context, isMdx || isVue)
  const rewriteImport: Rewrite = (href, isImage) => rewrite(imported.get(href) ?? href, isImage)
  if (isMdx) text = withBlankLines(withExpressions(text, (key) => pageValue(key, page), context))
  if (!isHtml) text = withContainers(text, context, isVue || dialect === 'none')
  if (isMdx) text = withoutIndents(text, context)
  if (dialect === 'mdc') text = withInlineComponents(text, context)
  if (options.emoji) text = withEmoji(text, options.emoji)
  const hasLists = isVue || dialect === 'nunjucks'
  const hasOfBlocks = valueAt(site, 'markup', 'goldmark', 'parser', 'attribute', 'block') === 'true'
  if (!isHtml) {
    text = outsideHtml(text, (prose) => {
      const headed = withHeadingIds(prose, hasLists || dialect === 'hugo' || dialect === 'zola')
      return hasLists || hasOfBlocks ? withoutAttributes(headed, hasLists) : headed
    })
  }
  if (isVue) text = text.replace(/^\[\[toc\]\]\s*$/gim, '')
  const frames = new Set<string>()
  text = withFrames(text, options.ownHost, (host) => frames.add(host))
  if (!isHtml) text = withTitles(text, onDropped)
  text = withPlayers(withSameText(text, withReferences(text, rewriteImport)))
  for (const [svg] of text.matchAll(/<svg(?=[\s>])/gi)) onLeft(`${svg}>`)
  for (const [tag] of text.matchAll(LEFTOVERS)) if (!isCounted(left, mask.reveal(tag))) onLeft(tag)
  const spaced = text.replace(/(?<=\S) ?\n(?:[ \t]*\n){2,}/g, '\n\n')
  const markdown = withMarks(tidy(mask.reveal(withQuotes(spaced, mask))))
  return {
    ...{ markdown: `${markdown}\n`, left, dropped, coded, meant, frames },
    hasMath: (hasMath && /\$/.test(markdown)) || hasFormula(withHiddenFormulas(spaced, mask)),
  }
}

/** An image as HTML has it. */
function withoutMarkdown(meaning: string): string {
  return meaning.replace(
    /^!\[((?:[^[\]\\]|\\.)*)\]\((\S+)\)$/,
    (_, alt: string, src: string) =>
      `<img src="${attribute(src)}" alt="${attribute(alt.replace(/\\(.)/g, '$1'))}">`,
  )
}

/** Whether something begins its line. */
function isAloneAt(text: string, at: number): boolean {
  return /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 100), at))
}

/** MDX has them hidden like code. */
function withHiddenFormulas(text: string, mask: Mask): string {
  return text.replace(/\uE000\d+\uE001/g, (mark) => /^\$/.exec(mask.reveal(mark))?.input ?? '')
}

/** How tags are written. */
const SHOWN: Partial<Record<Dialect, string>> = {
  hugo: '{{< name >}}',
  liquid: '{% name %}',
  nunjucks: '{% name %}',
  hexo: '{% name %}',
  zola: '{{ name() }}',
  mdc: '::name',
}

/** Whether a site of Hugo has switched off what its markdown has by default. */
function isOff(site: SourceData, extension: string): boolean {
  return valueAt(site, 'markup', 'goldmark', 'extensions', extension) === 'false'
}

/** A parameter that names a variable, for withVariables. */
function asVariable(value: string): string {
  return /^(?:page|site)\.[\w.-]+$/.test(value) ? `{{ ${value} }}` : value
}

/** Where the source's own characters wait that mask.ts and alerts.ts use as marks: in another private-use area. */
const ASIDE = 0x100000

/** A mark in the source would stand for a hidden piece, and within one for itself, again and again. */
function withoutMarks(text: string): string {
  return text.replace(/[\uE000-\uE004]/g, (mark) => String.fromCodePoint(mark.charCodeAt(0) + ASIDE))
}

function withMarks(text: string): string {
  return text.replace(/[\u{10E000}-\u{10E004}]/gu, (aside) =>
    String.fromCodePoint(aside.codePointAt(0)! - ASIDE),
  )
}

/** What readers would see of templates, whatever program they are of. */
const LEFTOVERS = /\{\{[^{}\n]{0,200}\}\}|\{%[^%\n]{0,200}%\}|^[ \t>]*:::.*$/gm

function isCounted(counts: ReadonlyMap<string, number>, tag: string): boolean {
  return [...counts.keys()].some((known) => known.includes(tag.trim()) || tag.includes(known))
}

const NO_IMPORTS: ReadonlyMap<string, string> = new Map()

/** Markdown that the site's own code reads as MDX: outside of code, only that has imports and such attributes. */
function isJsx(text: string): boolean {
  if (!/^import\s.+\sfrom\s+['"]|\s(?:style=\{\{|className=)/m.test(text)) return false
  return /^import\s.+\sfrom\s+['"]|<\w[^<>]*\s(?:style=\{\{|className=)/m.test(new Mask().hideCode(text))
}

/** The parts of a component of Vue that are no text. */
function withoutScripts(text: string, onDropped: TextContext['onDropped']): string {
  return replaceBetween(
    text,
    /^<(script|style)\b[^<>]*>/gm,
    ([, name]) => `^</${name}>[ \\t]*$`,
    (_inner, _match, source) => {
      onDropped(source.split('\n')[0]!)
      return ''
    },
  )
}

/** Tags are hidden: their signs are none of text, and those that contain code become fences. */
function markdownOf(html: string, toMarkdown: (html: string) => string, dialect: Dialect): string {
  const mask = new Mask()
  const coded = withRawTags(html, dialect, mask)
  const hidden =
    dialect === 'none'
      ? coded
      : replaceBetween(
          coded,
          /\{([{%])/g,
          ([, open]) => (open === '{' ? '\\}\\}' : '%\\}'),
          (_inner, _match, tag) => mask.hide(tag),
        )
  return mask.reveal(toMarkdown(hidden))
}

function pageValue(key: string, page: SourceData): string | undefined {
  const value = page[/^(?:frontmatter|frontMatter|props|metadata)\.(\w+)$/.exec(key)?.[1] ?? '']
  return typeof value === 'string' ? value : undefined
}

/** What changes leave behind: more than one blank line in a row, outside code, and at the beginning and the end. */
function tidy(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}

function count(counts: Map<string, number>, source: string): void {
  // The marks are those of alerts.ts.
  const short = source.replace(/[\s\uE002-\uE004]+/g, ' ').trim()
  const key = short.length > 120 ? `${short.slice(0, 120)}…` : short
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
