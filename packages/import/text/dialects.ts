// The programs that texts are written for, as values: what their tags look like, and what their markdown has that ours has not, or has
// otherwise. A rule of rules.ts says which of it it is for.
import { valueAt } from '../markdown/math.ts'
import type { SignRules } from '../markdown/signs.ts'
import type { Dialect, SourceData, SourceText } from '../source.ts'

/** What some texts have. */
export type Feature =
  /** What they are written in. */
  | SourceText
  /** In tags: fences come before them, they may be comments of Nunjucks, and there are variables. */
  | 'fences first'
  | 'comments'
  | 'variables'
  /** In components: parts of Vue, and elements of JSX or Vue in markdown. */
  | 'Vue'
  | 'components'
  | 'two colons'
  | 'MDX by its looks'
  /** In markdown: see the rules that they are named after. */
  | 'HTML over blank lines'
  | 'colon lists'
  | 'abbreviations'
  | 'tables without a head'
  | 'definitions'
  | 'short rules'
  | 'single tildes'
  | 'ids of headings'
  | 'attributes'
  | 'attributes of blocks'

/** With a condition, the site's configuration decides. */
type Has = readonly (Feature | readonly [Feature, (site: SourceData) => boolean])[]

interface MarkdownFacts {
  has: Has
  signs: SignRules
}

const SIGNS: SignRules = { isKramdown: false, hasLooseHeadings: false, loose: [] }

export const MARKDOWN = {
  kramdown: {
    has: [
      'HTML over blank lines',
      'colon lists',
      'abbreviations',
      'tables without a head',
      'definitions',
      'single tildes',
    ],
    signs: { ...SIGNS, isKramdown: true, loose: ['*', '~'] },
  },
  goldmark: {
    has: [
      'short rules',
      'single tildes',
      'ids of headings',
      ['definitions', (site) => goldmark(site, 'extensions', 'definitionList') !== 'false'],
      ['attributes of blocks', (site) => goldmark(site, 'parser', 'attribute', 'block') === 'true'],
    ],
    signs: SIGNS,
  },
  marked: { has: [], signs: { ...SIGNS, hasLooseHeadings: true, loose: ['~'] } },
  'markdown-it': { has: ['single tildes', 'ids of headings', 'attributes'], signs: SIGNS },
  'pulldown-cmark': { has: ['ids of headings'], signs: SIGNS },
  remark: { has: ['two colons', 'MDX by its looks'], signs: SIGNS },
  mdc: { has: ['two colons', 'ids of headings', 'attributes'], signs: SIGNS },
  commonmark: { has: [], signs: SIGNS },
} as const satisfies Record<string, MarkdownFacts>

function goldmark(site: SourceData, ...keys: string[]): unknown {
  return valueAt(site, 'markup', 'goldmark', ...keys)
}

/** What tags look like. Patterns bound what one may contain, so that a text full of openings takes linear time. */
export interface TagFacts {
  /** With the groups `name` and `written`, `slash` in an end, and `slashed` or `single` if there is none. */
  tag: RegExp
  /** What begins and ends one that is shown and not run. */
  shown?: { start: RegExp; end: string }
  /** Around code: the names, what begins it behind the margin of its line, and what ends it. */
  code?: { names: readonly string[]; start: (names: string) => string; end: (name: string) => string }
  /** Whether there are `{% raw %}` and `{% comment %}`, which apply to code as well. */
  hasRaw?: boolean
}

const HUGO: TagFacts = {
  tag: /\{\{[<%]\s*(?:(?<slash>\/)\s*)?(?<name>[\w./-]+)(?<written>(?:"(?:[^"\\]|\\.)*"|`[^`]*`|(?!\{\{[<%])[^"`]){0,4000}?)(?<slashed>\/?)\s{0,20}[>%]\}\}/g,
  shown: { start: /(\{\{[<%]\s*)\/\*/g, end: '\\*/\\s*[>%]\\}\\}' },
  code: {
    names: ['highlight', 'code'],
    start: (names) => `|)\\{\\{[<%]\\s{0,20}(${names})(?![\\w/-])([^>]{0,500}?)(?<!/)[>%]\\}\\}`,
    end: (name) => `\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}`,
  },
}
const LIQUID: TagFacts = {
  tag: /\{%-?\s*(?:(?<slash>end_?(?=\w)|\/_?))?(?<name>\w[\w:-]*)(?<written>(?:"[^"]*"|'[^']*'|(?!\{%)[^"'%]|%(?!\})){0,4000}?)\s{0,20}-?%\}/g,
  code: {
    names: ['highlight', 'codeblock', 'code'],
    start: (names) => `)\\{%-?\\s{0,20}(${names})\\b((?:[^%{]|%(?!\\})|\\{(?!%)){0,500}?)-?%\\}`,
    end: (name) => `\\{%-?\\s*end${name}\\s*-?%\\}`,
  },
  hasRaw: true,
}
const ZOLA: TagFacts = {
  tag: /(?:\{%-?\s*(?:(?<slash>end)|(?<name>\w+)\s*\((?<written>(?:"[^"]*"|'[^']*'|`[^`]*`|[^"'`{}]){0,4000}?)\))\s*-?%\}|\{\{-?\s*(?<single>\w+)\s*\((?<arguments>(?:"[^"]*"|'[^']*'|`[^`]*`|[^"'`{}]){0,4000}?)\)\s*-?\}\})/g,
  shown: { start: /(\{[{%])\/\*/g, end: '\\*/[}%]\\}' },
}
const NO_TAGS: TagFacts = { tag: /(?!)/g }

interface DialectFacts {
  tags: TagFacts
  /** How the report names a tag. */
  shown: string
  markdown: keyof typeof MARKDOWN
  /** What else is in its texts. */
  has: Has
}

const DIALECTS: Record<Dialect, DialectFacts> = {
  hugo: { tags: HUGO, shown: '{{< name >}}', markdown: 'goldmark', has: [] },
  liquid: { tags: LIQUID, shown: '{% name %}', markdown: 'kramdown', has: ['variables'] },
  hexo: {
    tags: LIQUID,
    shown: '{% name %}',
    markdown: 'marked',
    has: ['fences first', 'comments', 'variables'],
  },
  nunjucks: {
    tags: LIQUID,
    shown: '{% name %}',
    markdown: 'markdown-it',
    has: ['variables', ['comments', (site) => site.markdownTemplateEngine === 'njk']],
  },
  zola: { tags: ZOLA, shown: '{{ name() }}', markdown: 'pulldown-cmark', has: [] },
  mdc: { tags: NO_TAGS, shown: '::name', markdown: 'mdc', has: ['Vue', 'components', 'variables'] },
  none: { tags: NO_TAGS, shown: '<name>', markdown: 'remark', has: [] },
}

/** What is known of a text before it is read. */
export interface TextFacts {
  has: ReadonlySet<Feature>
  tags: TagFacts
  shown: string
  signs: SignRules
}

/** @param site its configuration */
export function factsOf(text: SourceText, dialect: Dialect, site: SourceData): TextFacts {
  const { tags, shown, markdown, has } = DIALECTS[dialect]
  // What was HTML is markdown without anything of a program's own but tags.
  const isOther = markdown === 'kramdown' && /commonmark/i.test(String(site.markdown ?? ''))
  const own: MarkdownFacts = MARKDOWN[isOther ? 'commonmark' : markdown]
  const all = [...has, ...(text === 'html' ? [] : own.has)].flatMap((one) =>
    typeof one === 'string' ? [one] : one[1](site) ? [one[0]] : [],
  )
  const features = new Set<Feature>([...all, text])
  if (text === 'mdx') {
    features.add('components')
    features.delete('definitions')
  }
  return { has: features, tags, shown, signs: own.signs }
}

/** Code of WordPress' own shortcodes, by their names: one end for all that begin with cc. */
export const WORDPRESS_CODE = 'code|sourcecode|cc\\w*|php|js|html|css|bash|python'
