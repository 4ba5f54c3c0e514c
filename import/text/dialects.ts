// The programs that texts are written for, as values: what their tags look like, and what their markdown has that ours has not, or has
// otherwise. A feature is a word, and a rule of rules.ts is for texts that have one of its words.
import { valueAt } from '../markdown/math.ts'
import type { SignRules } from '../markdown/signs.ts'
import type { Dialect, SourceData, SourceText } from '../source.ts'

/** Features separated by spaces, and those that the site's configuration decides on. */
interface Features {
  has: string
  if?: Record<string, (site: SourceData) => boolean>
}

/** The features and the signs of a kind of markdown. */
interface MarkdownFacts extends Features, SignRules {}

const SIGNS: SignRules = { isKramdown: false, hasLooseHeadings: false, loose: [] }

const goldmark = (site: SourceData, ...keys: string[]) => valueAt(site, 'markup', 'goldmark', ...keys)

export const MARKDOWN = {
  kramdown: {
    has: 'htmlBlocks colonLists abbreviations headlessTables definitions singleTildes',
    ...{ ...SIGNS, isKramdown: true, loose: ['*', '~'] },
  },
  goldmark: {
    has: 'shortRules singleTildes headingIds',
    if: {
      definitions: (site) => goldmark(site, 'extensions', 'definitionList') !== 'false',
      blockAttributes: (site) => goldmark(site, 'parser', 'attribute', 'block') === 'true',
    },
    ...SIGNS,
  },
  marked: { has: '', ...SIGNS, hasLooseHeadings: true, loose: ['~'] },
  markdownIt: { has: 'singleTildes headingIds attributes', ...SIGNS },
  redcarpet: { has: 'singleTildes', ...SIGNS, hasLooseHeadings: true },
  pulldownCmark: { has: 'headingIds', ...SIGNS },
  pythonMarkdown: {
    has: 'colonLists abbreviations definitions headingIds attributes singleTildes codeLanguages',
    ...SIGNS,
  },
  remark: { has: 'twoColons mdxByLooks', ...SIGNS },
  mdc: { has: 'twoColons headingIds attributes', ...SIGNS },
  commonmark: { has: '', ...SIGNS },
} satisfies Record<string, MarkdownFacts>

/** The form of tags. Patterns bound what one may contain, so that a text full of openings takes linear time. */
export interface TagFacts {
  /** The pattern, with the groups `name` and `written`, `slash` in an end, and `slashed` or `single` if there is none. */
  tag: RegExp
  /** The name of a tag as the report writes it. */
  reported: string
  /** Tags that show an address as a card, each with the beginning of an address of which the tag has the rest. */
  cards?: Readonly<Record<string, string>>
  /** The beginning and the end of a tag that is shown and not run. */
  shown?: { start: RegExp; end: string }
  /** Tags around code: the names, what begins it behind the margin of its line, and what ends it. */
  code?: { names: readonly string[]; start: (names: string) => string; end: (name: string) => string }
  /** True if there are `{% raw %}` and `{% comment %}`, which apply to code as well. */
  hasRaw?: boolean
}

const HUGO: TagFacts = {
  tag: /\{\{[<%]\s*(?:(?<slash>\/)\s*)?(?<name>[\w./-]+)(?![\w./-])(?<written>(?:"(?:[^"\\]|\\.){0,4000}"|`[^`]*`|(?!\{\{[<%])[^"`]){0,4000}?)(?<slashed>\/?)\s{0,20}[>%]\}\}/g,
  reported: '{{< name >}}',
  shown: { start: /(\{\{[<%]\s*)\/\*/g, end: '\\*/\\s*[>%]\\}\\}' },
  code: {
    names: ['highlight', 'code'],
    start: (names) => `|)\\{\\{[<%]\\s{0,20}(${names})(?![\\w/-])([^>]{0,500}?)(?<!/)[>%]\\}\\}`,
    end: (name) => `\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}`,
  },
}
const LIQUID: TagFacts = {
  tag: /\{%-?\s*(?:(?<slash>end_?(?=\w)|\/_?))?(?<name>\w[\w:-]*)(?![\w:-])(?<written>(?:"[^"]*"|'[^']*'|(?!\{%)[^"'%]|%(?!\})){0,4000}?)\s{0,20}-?%\}/g,
  reported: '{% name %}',
  code: {
    names: ['highlight', 'codeblock', 'code'],
    start: (names) => `)\\{%-?\\s{0,20}(${names})\\b((?:[^%{]|%(?!\\})|\\{(?!%)){0,500}?)-?%\\}`,
    end: (name) => `\\{%-?\\s*end${name}\\s*-?%\\}`,
  },
  hasRaw: true,
}
const FOREM: TagFacts = {
  ...LIQUID,
  cards: {
    ...{ embed: '', cta: '', blogcast: '', medium: '', reddit: '', wikipedia: '', slideshare: '', loom: '' },
    ...{
      link: 'https://dev.to/',
      post: 'https://dev.to/',
      user: 'https://dev.to/',
      tag: 'https://dev.to/t/',
    },
    ...{ organization: 'https://dev.to/', podcast: 'https://dev.to/', listing: 'https://dev.to/listings/' },
    ...{ comment: '', github: 'https://github.com/', stackoverflow: 'https://stackoverflow.com/questions/' },
    ...{ stackexchange: '', glitch: 'https://glitch.com/~', replit: 'https://replit.com/', soundcloud: '' },
    ...{ kotlin: 'https://pl.kotl.in/', dotnetfiddle: '', twitch: '', jsitor: '', nexttech: '' },
  },
}
const ZOLA: TagFacts = {
  tag: /(?:\{%-?\s*(?:(?<slash>end)|(?<name>\w+)\s*\((?<written>(?:"[^"]*"|'[^']*'|`[^`]*`|[^"'`{}]){0,4000}?)\))\s*-?%\}|\{\{-?\s*(?<single>\w+)\s*\((?<arguments>(?:"[^"]*"|'[^']*'|`[^`]*`|[^"'`{}]){0,4000}?)\)\s*-?\}\})/g,
  reported: '{{ name() }}',
  shown: { start: /(\{[{%])\/\*/g, end: '\\*/[}%]\\}' },
}
const NONE = /(?!)/g

interface DialectFacts extends Features {
  tags: TagFacts
  markdown: keyof typeof MARKDOWN
}

const DIALECTS: Record<Dialect, DialectFacts> = {
  hugo: { tags: HUGO, markdown: 'goldmark', has: '' },
  liquid: { tags: LIQUID, markdown: 'kramdown', has: 'variables includes' },
  hexo: { tags: LIQUID, markdown: 'marked', has: 'fencesFirst comments variables' },
  nunjucks: {
    ...{ tags: LIQUID, markdown: 'markdownIt', has: 'variables contents includes' },
    if: { comments: (site) => site.markdownTemplateEngine === 'njk' },
  },
  forem: { tags: FOREM, markdown: 'redcarpet', has: 'fencesFirst' },
  zola: { tags: ZOLA, markdown: 'pulldownCmark', has: '' },
  mdc: { tags: { tag: NONE, reported: '::name' }, markdown: 'mdc', has: 'vue components variables' },
  obsidian: { tags: { tag: NONE, reported: '<name>' }, markdown: 'commonmark', has: 'obsidian singleTildes' },
  python: { tags: { tag: NONE, reported: '{{% name %}}' }, markdown: 'pythonMarkdown', has: '' },
  none: { tags: { tag: NONE, reported: '<name>' }, markdown: 'remark', has: 'contents' },
}

/** The facts about a text before it is read. */
export interface TextFacts {
  has: (feature: string) => boolean
  tags: TagFacts
  signs: SignRules
}

/** @param site its configuration */
export function factsOf(text: SourceText, dialect: Dialect, site: SourceData): TextFacts {
  const { tags, markdown, ...own } = DIALECTS[dialect]
  const isOther = markdown === 'kramdown' && /commonmark/i.test(String(site.markdown ?? ''))
  const signs: MarkdownFacts = MARKDOWN[isOther ? 'commonmark' : markdown]
  const features = new Set([text, ...featuresIn(own, site)])
  // A text that was HTML is markdown without anything of a program's own but tags.
  if (text !== 'html') for (const one of featuresIn(signs, site)) features.add(one)
  if (text === 'mdx') features.add('components').delete('definitions')
  return { has: (feature) => features.has(feature), tags, signs }
}

function featuresIn(facts: Features, site: SourceData): string[] {
  const further = Object.entries(facts.if ?? {}).flatMap(([feature, isOn]) => (isOn(site) ? feature : []))
  return [...facts.has.split(' '), ...further]
}

/** Shortcodes of WordPress around code: those of plugins, and names of languages that are no words of other shortcodes. */
export const WORDPRESS_CODE = `
  code sourcecode codesyntax crayon geshi cc\\w* actionscript3? ada apache applescript arduino as3 asm aspx? autohotkey autoit
  awk bash bat c c# c\\+\\+ c-sharp cf clj clojure cmake cobol coffeescript coldfusion cpp csharp css dart delphi diff dos
  elixir erl erlang fortran fsharp go golang graphql groovy haskell haxe html5? htmlscript ini java5? javafx javascript jfx
  jquery js jscript json jsp julia kotlin latex lisp lua makefile markdown matlab matlabkey mssql mysql nginx objc obj-c
  objective-c ocaml octave pas pascal patch perl6? php5? pl plain plsql postgresql powershell prolog ps py python r rails rb
  ror ruby rust sas sass scala scheme scss sh shell smalltalk smarty splus sql sqlite swift tcl tex text ts tsql twig
  typescript vb vbnet vbscript verilog vhdl vim xhtml xml xslt yaml yml zsh
`
  .trim()
  .split(/\s+/)
  .join('|')
