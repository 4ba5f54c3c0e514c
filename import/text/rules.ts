// The rules that change a text, in this order. A rule is for texts that have any of some features of dialects.ts. Rules for the
// source come before code is hidden; those for prose cannot see it.
import { withAbbreviations } from '../markdown/abbreviations.ts'
import { withDefinitions } from '../markdown/definitions.ts'
import { withHtmlBlocks } from '../markdown/html-blocks.ts'
import { delimitersIn, withFormulas } from '../markdown/math.ts'
import { inProse } from '../markdown/prose.ts'
import { withSameText } from '../markdown/same-text.ts'
import { outsideHtml } from '../markdown/scan.ts'
import { withSameSigns } from '../markdown/signs.ts'
import { withTables, withWholeRules } from '../markdown/tables.ts'
import { withAlertTitles } from './alerts.ts'
import { withLists, withoutKramdown } from './attributes.ts'
import { replaceBetween } from './between.ts'
import { withCodeLanguages } from './code-languages.ts'
import { withContainers, withInlineComponents } from './containers.ts'
import type { Conversion } from './conversion.ts'
import { withEmoji } from './emoji.ts'
import { withFigures } from './figures.ts'
import { withFrames, withPlayers } from './frames.ts'
import { withIncludedCode, withSnippets } from './included-code.ts'
import { Mask } from './mask.ts'
import { withBlankLines, withComponents, withExpressions, withoutIndents, withoutStatements } from './mdx.ts'
import { withReferences } from './references.ts'
import { withTags } from './tag-meaning.ts'
import { withRawTags } from './template-tags.ts'
import { withTitles } from './titles.ts'
import { withVariables } from './variables.ts'
import { withBlockIds, withHighlights, withoutPercents, withWikilinks } from './wikilinks.ts'

export interface TextRule {
  name: string
  /** `all`, or features separated by spaces, any of which is enough. */
  for: string
  on: 'source' | 'prose'
  /** Returns what the text becomes. */
  apply: (text: string, conversion: Conversion) => string
}

export const RULES: readonly TextRule[] = [
  { name: 'included files', for: 'vue', on: 'source', apply: reportIncludes },
  { name: 'HTML', for: 'html', on: 'source', apply: withoutHtml },
  { name: 'fences before tags', for: 'fencesFirst', on: 'source', apply: withBlocksHidden },
  { name: 'code that tags include', for: 'includes', on: 'source', apply: withIncludedCode },
  { name: 'tags for code', for: 'all', on: 'source', apply: withRawTags },
  { name: 'HTML over blank lines', for: 'htmlBlocks', on: 'source', apply: withHtmlBlocks },
  { name: 'languages of code', for: 'codeLanguages', on: 'source', apply: withCodeLanguages },
  { name: 'blocks of code', for: 'all', on: 'source', apply: withBlocksHidden },
  { name: 'scripts', for: 'vue', on: 'source', apply: withoutScripts },
  { name: 'code in lines', for: 'all', on: 'source', apply: withSpansHidden },
  { name: 'code of files', for: 'vue', on: 'prose', apply: withSnippets },
  { name: 'comments', for: 'comments', on: 'prose', apply: withoutComments },
  { name: 'comments between percent signs', for: 'obsidian', on: 'prose', apply: withoutPercents },
  { name: 'links by names', for: 'obsidian', on: 'prose', apply: withWikilinks },
  { name: 'names of blocks', for: 'obsidian', on: 'prose', apply: withBlockIds },
  { name: 'highlights', for: 'obsidian', on: 'prose', apply: withHighlights },
  { name: 'ends of excerpts', for: 'all', on: 'prose', apply: (text) => text.replace(EXCERPT, '') },
  {
    name: 'addresses before links',
    for: 'variables',
    on: 'prose',
    apply: (text) => text.replace(BEFORE_LINK, ''),
  },
  { name: 'template tags', for: 'all', on: 'prose', apply: withTags },
  { name: 'variables', for: 'variables', on: 'prose', apply: withValues },
  {
    name: 'formulas',
    for: 'all',
    on: 'prose',
    apply: (text, { hide, options }) => withFormulas(text, delimitersIn(options.site), hide),
  },
  { name: 'colon lists', for: 'colonLists', on: 'prose', apply: withoutKramdown },
  { name: 'abbreviations', for: 'abbreviations', on: 'prose', apply: withAbbreviations },
  { name: 'tables without a head', for: 'headlessTables', on: 'prose', apply: withTables },
  { name: 'short rules', for: 'shortRules', on: 'prose', apply: withWholeRules },
  { name: 'captions of images', for: 'markdown mdx', on: 'prose', apply: withFigures },
  { name: 'single tildes', for: 'singleTildes', on: 'prose', apply: withoutTildes },
  {
    name: 'signs',
    for: 'markdown mdx',
    on: 'prose',
    apply: (text, { facts }) => withSameSigns(text, facts.signs),
  },
  {
    name: 'definitions',
    for: 'definitions',
    on: 'prose',
    apply: (text, { mask }) => withDefinitions(text, mask),
  },
  { name: 'titles of alerts', for: 'markdown mdx', on: 'prose', apply: withAlertTitles },
  { name: 'imports and exports', for: 'components', on: 'prose', apply: withoutStatements },
  { name: 'components', for: 'markdown mdx', on: 'prose', apply: withComponents },
  { name: 'expressions', for: 'mdx', on: 'prose', apply: withoutExpressions },
  { name: 'markdown below tags', for: 'mdx', on: 'prose', apply: withBlankLines },
  { name: 'containers', for: 'markdown mdx', on: 'prose', apply: withContainers },
  { name: 'indents', for: 'mdx', on: 'prose', apply: withoutIndents },
  { name: 'components in lines', for: 'vue', on: 'prose', apply: withInlineComponents },
  { name: 'emoji', for: 'all', on: 'prose', apply: withEmoji },
  { name: 'ids and attributes', for: 'markdown mdx', on: 'prose', apply: withLists },
  {
    name: 'tables of contents',
    for: 'vue contents',
    on: 'prose',
    apply: (text) => text.replace(CONTENTS, ''),
  },
  { name: 'frames', for: 'all', on: 'prose', apply: withFrames },
  { name: 'titles of links', for: 'markdown mdx', on: 'prose', apply: withTitles },
  { name: 'addresses', for: 'all', on: 'prose', apply: withAddresses },
  { name: 'players', for: 'all', on: 'prose', apply: withPlayers },
  { name: 'what is left', for: 'all', on: 'prose', apply: reportRest },
  { name: 'blank lines', for: 'all', on: 'prose', apply: (text) => text.replace(BLANK_LINES, '\n\n') },
]

const EXCERPT = /^[ \t]*\{\/\*[ \t]*truncate[ \t]*\*\/\}[ \t]*$\n?/gim
/** The tags of Jekyll 3 for links began at the site, so it was named before them. */
const BEFORE_LINK = /(?:\{\{-?\s*site\.(?:base)?url\s*-?\}\}){1,2}(?=\{%-?\s*(?:link|post_url)\s)/g
const CONTENTS = /^\[\[toc\]\]\s*$/gim
const BLANK_LINES = /(?<=\S) ?\n(?:[ \t]*\n){2,}/g

function reportIncludes(text: string, { onLeft }: Conversion): string {
  for (const [include] of text.matchAll(/<!--[ \t]*@include:[^>\n]{0,300}-->/g)) onLeft(include)
  return text
}

/** Tags are hidden meanwhile: their signs are none of text, and those that contain code become fences. */
function withoutHtml(text: string, { facts, options: { toMarkdown, dialect } }: Conversion): string {
  if (!toMarkdown) return text
  const mask = new Mask()
  const coded = withRawTags(text, { facts, mask })
  const endOf = ([, open]: RegExpExecArray) => (open === '{' ? '\\}\\}' : '%\\}')
  const hidden =
    dialect === 'none'
      ? coded
      : replaceBetween(coded, /\{([{%])/g, endOf, (_inner, _match, tag) => mask.hide(tag))
  return mask.reveal(toMarkdown(hidden))
}

function withBlocksHidden(text: string, { mask, facts }: Conversion): string {
  return mask.hideBlocks(text, { isFlush: facts.has('mdx') })
}

/** The parts of a component of Vue that are no text go. */
function withoutScripts(text: string, { onDropped }: Conversion): string {
  const endOf = ([, name]: RegExpExecArray) => `^</${name}>[ \\t]*$`
  return replaceBetween(text, /^<(script|style)\b[^<>]*>/gm, endOf, (_inner, _match, source) => {
    onDropped(source.split('\n')[0]!)
    return ''
  })
}

function withSpansHidden(text: string, { mask, facts }: Conversion): string {
  const prose = mask.hideSpans(text, { hasFormulas: facts.has('mdx') })
  mask.showTags(prose)
  return prose
}

function withoutComments(text: string): string {
  const nothing = () => ''
  return replaceBetween(text, /\{#/g, () => '#\\}', nothing)
}

/** Most versions of these programs strike through only what is between two. */
function withoutTildes(text: string): string {
  return outsideHtml(text, (prose) => inProse(prose, /(?<![~\\])~(?!~)/, () => '\\~'))
}

function withoutExpressions(text: string, conversion: Conversion): string {
  const ofPage = (key: string) => {
    const [, name = ''] = /^(?:frontmatter|frontMatter|props|metadata)\.(\w+)$/.exec(key) ?? []
    const value = conversion.options.page[name]
    return typeof value === 'string' ? value : undefined
  }
  return withExpressions(text, ofPage, conversion)
}

function withValues(text: string, { options, assigned, onLeft }: Conversion): string {
  return withVariables(text, { ...options, assigned }, onLeft)
}

function withAddresses(text: string, { imported, options: { rewrite } }: Conversion): string {
  const changed = withReferences(text, (href, place) => rewrite(imported.get(href) ?? href, place))
  return withSameText(text, changed)
}

/** The parts of templates that readers would see, whatever program they are of. */
const LEFTOVERS = /\{\{[^{}\n]{0,200}\}\}|\{%[^%\n]{0,200}%\}|^[ \t>]*:::.*$/gm

/** A post that leaves more tags than these may count one twice. */
const MAX_COMPARED = 500

function reportRest(text: string, { left, mask, onLeft }: Conversion): string {
  const isReported = (tag: string) => {
    if (left.has(tag.trim())) return true
    let compared = 0
    for (const known of left.keys()) {
      if (known.includes(tag.trim()) || tag.includes(known)) return true
      if (++compared === MAX_COMPARED) break
    }
    return false
  }
  for (const [svg] of text.matchAll(/<svg(?=[\s>])/gi)) onLeft(`${svg}>`)
  for (const [tag] of text.matchAll(LEFTOVERS)) if (!isReported(mask.reveal(tag))) onLeft(tag)
  return text
}
