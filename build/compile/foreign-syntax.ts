// The syntax of other programs that stays text here, as their documents describe it: by program, what it looks like and what to
// write instead. What ordinary prose has as well is left out.

import type { Token } from 'marked'
import { proseOf, withoutRawCode } from './prose.ts'

/** A pattern with a group `word` is reported once for each word. */
type Syntax = readonly [what: string, hint: string, pattern: RegExp]

/** A comment, which its program shows to no reader. */
type PrivateNote = readonly [program: string, opens: RegExp, closes: RegExp]

const NOTES: readonly PrivateNote[] = [
  ['Liquid or Django', /(?<!\{)\{%-?[ \t]*comment\b[^%\n]*%\}/g, /\{%-?[ \t]*endcomment[ \t]*-?%\}/g],
  ['Liquid', /(?<!\{)\{%-?[ \t]*#/g, /%\}/g],
  ['Nunjucks, Jinja or Twig', /\{#(?=[-\s]|[^{}\n]*#\})/g, /#\}/g],
  ['Hugo', /\{\{[-\s]*\/\*/g, /\*\/[-\s]*\}\}/g],
  ['Hugo', /\{\{[<%]\s*comment\s*[%>]\}\}/g, /\{\{[<%]\s*\/\s*comment\s*[%>]\}\}/g],
  ['Handlebars or Blade', /\{\{!?--/g, /--\}\}/g],
  ['Handlebars', /\{\{!(?!--|!)/g, /\}\}/g],
  ['MDX', /(?<!\{)\{\/\*(?=[\s\p{L}\p{N}*])/gu, /\*\/\}/g],
  ['kramdown', /\{::comment\b[^}\n]*\}/g, /\{:\/(?:comment)?\}/g],
  ['CriticMarkup', /\{>>(?=[^{}\n]*<<\})|\{--(?=[^{}\n]*--\})/g, /(?:<<|--)\}/g],
  [
    'Obsidian',
    /^[> \t]*%%[ \t\r]*$|(?<![\w%])%%(?=(?:\S(?:[^\n%]*[^\s\d%])?|[ \t][^\n%]*[ \t])%%(?![\w%]))/gm,
    /%%/g,
  ],
  ['Org', /^[> \t]*#\+begin_comment\b/gim, /^[> \t]*#\+end_comment\b/gim],
  ['AsciiDoc', /^[> \t]*\/{4}[ \t\r]*$/gm, /^[> \t]*\/{4}[ \t\r]*$/gm],
  // It is no definition, which would vanish, behind text or with more than a title behind it.
  [
    'markdown, but no link definition',
    /^(?=[> \t]*\[(?:\/\/|comment)\]:)(?:(?<=^(?! {0,3}[[#<>=|-])[^\n]*\S[^\n]*\n)|(?=[^\]]*\]:[ \t]*(?!\S+(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t\r]*$|\S+[ \t]+(?:"[^"\n]*|'[^'\n]*|\([^()\n]*)$)\S))[^\n]*/gim,
    /\n[> \t\r]*(?=\n)/g,
  ],
]

const TAG = 'Write markdown or HTML instead, or put it in backticks if it is an example.'
const ALERT = 'Write an alert instead: > [!NOTE] and lines that begin with >.'
const COMMENT = 'Write <!-- … --> instead, which readers do not see, or remove it.'

export const SYNTAXES: readonly Syntax[] = [
  [
    'is a template tag of Hugo, Jekyll, Eleventy or Vue',
    TAG,
    // The address of a link is reported as such.
    /(?<![\w\\}$]|\]\(<|\b(?:href|src)=["']?)(?!(?<=\]\()[^\s()]*\))\{\{(?!!|--|[-\s]*\/\*|[<%]\s*\/?\s*comment\s*[%>])(?:[<%]\s*\/?)?\s*(?<word>[\w.$-]*)(?:[^{}\n]|\{[^{}\n]*\})*\}\}/g,
  ],
  [
    'is a template tag of Jekyll, Hexo, Eleventy or Markdoc',
    TAG,
    /(?<!\{)\{%(?!-?\s*comment\b)-?\s*(?<word>[\w.-]+)(?:[^%\n]|%(?!\})){0,1000}%\}/g,
  ],
  [
    'begins a container of Docusaurus, VitePress or Pandoc',
    ALERT,
    /^ {0,3}:::+[ \t]*(?<word>[\w-]+)?[^\n]*$/gm,
  ],
  [
    'begins an admonition of MkDocs',
    ALERT,
    // An admonition has a title, or indented lines below it.
    /^ {0,3}(?:(?:!!!|\?\?\?\+?)[ \t]+(?<word>[A-Za-z][\w-]*)(?:[ \t]+[\w-]+)*(?:[ \t]+"[^"\n]*"[ \t\r]*$|[ \t\r]*$(?=\n(?:[ \t\r]*\n)?(?: {4}|\t)))|\/\/\/[ \t]+(?:admonition|attention|caution|danger|details|error|hint|important|note|tab|tip|warning)\b[^\n]*$)/gm,
  ],
  [
    'begins a tab of MkDocs',
    'Write a heading instead, and its text without the indentation.',
    /^ {0,3}===[!+]*[ \t]+"[^"\n]*"[ \t\r]*$/gm,
  ],
  [
    'begins a callout of Obsidian or GitLab',
    'Write > [!NOTE], > [!TIP], > [!IMPORTANT], > [!WARNING] or > [!CAUTION], with nothing behind it.',
    /^ {0,3}>[ \t]?\[!(?!(?:note|tip|important|warning|caution)\][ \t\r]*$)(?<word>[a-z][\w|-]*)\][^\n(]*$/gim,
  ],
  ['is a directive of reStructuredText', TAG, /^ {0,3}\.\. (?<word>[A-Za-z][\w:-]*)::(?:[ \t][^\n]*)?$/gm],
  [
    'includes a file in MkDocs, VitePress, VuePress or AsciiDoc',
    'Write its text here.',
    /^[ \t]*(?:-+8<-+[ \t]+"[^\n]*|<<<[ \t]*[@.~]*\/[^\s<][^\n]*|@\[code[^\]\n]*\]\([^)\n]*\)[^\n]*|include::[^\s[\]]+\[[^\]\n]*\][ \t\r]*)$/gm,
  ],
  [
    'is a table of contents of MkDocs, VitePress or GitLab',
    'Remove it: replies have the headings of a post.',
    /^ {0,3}\[toc\][ \t\r]*$|\[\[_?toc_?\]\]/gim,
  ],
  [
    'defines an abbreviation of MkDocs or kramdown',
    'Write <abbr title="…"> where it is used.',
    /^ {0,3}\*\[[^\]\n]+\]:[ \t][^\n]*$/gm,
  ],
  [
    'is a mark of Obsidian or MkDocs',
    'Write <mark>…</mark>.',
    /(?<=^|[\s(])==(?=[^\s=])[^=\n]*[^\s=]==(?=$|[\s).,;:!?])/gm,
  ],
  ['is an insertion of CriticMarkup', 'Write its text alone.', /\{\+\+(?=[^{}\n]*\+\+\})/g],
  ['is a block id of Obsidian', 'Remove it.', /\^(?<=\S[ \t]+\^)(?=[a-f]*\d)[a-f\d]{6}[ \t\r]*$/gm],
  [
    'is a citation of Pandoc',
    'Write a link or a footnote instead.',
    /(?<!\])\[[^@[\]\n]*@(?<word>[A-Za-z]\w*(?:19|20)\d\d[a-z]?)\b[^[\]\n]*\](?![([:])/g,
  ],
  [
    'is a keyword of Org',
    'Remove it.',
    /^ {0,3}#\+(?!(?:begin|end)_comment\b)(?<word>(?:begin|end)_\w+|\w+(?=:[ \t]))[^\n]*$/gim,
  ],
  [
    'is code of MDX',
    'Remove it.',
    /^(?<word>import|export)\s+(?:[\w$*{][^;'"<>\n]*(?:\n[^;'"<>\n]+){0,20}?\sfrom\s+(?<quote>['"])[^'"\n]+\k<quote>;?[ \t]*$|(?<mark>['"])(?:[.@~]|[^'"\n]*\.(?:css|scss|m?js)\k<mark>)[^'"\n]*\k<mark>;?[ \t]*$|(?:const|let|var|function|default)\s[^\n]*[=({][^\n]*$)/gm,
  ],
  [
    'is an attribute list of kramdown or Pandoc',
    'Remove it: headings have ids made from their words, and classes are up to the page.',
    // It is behind a heading, a link, an image or a span, or a line of its own. Looking back at the end only takes linear time.
    /\{(?<word>:(?!:comment|\/)|[#.](?=[\w-]))[^{}\n]*(?<!#)\}[ \t]*$(?<=^ {0,3}(?:#{1,6} [^\n]*[ \t])?\{[^{}\n]*\}[ \t]*)|(?<=[)\]])\{:?[ \t]*(?:[#.][A-Za-z]|(?:width|height|target|rel|class)=)[^{}\n]*\}/gm,
  ],
  ...NOTES.map(([program, opens]): Syntax => [`begins a comment of ${program}`, COMMENT, opens]),
]

/** A tag that is not of HTML. In the brackets of a link it is an address. */
export const COMPONENT: Syntax = [
  'is a component of MDX or Vue',
  'Write markdown or HTML instead, or put it in backticks if it is text.',
  /(?<!\]\(|\]: ?)<(?<word>[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*(?:\.[A-Z]\w*)*)(?=[\s/>])/g,
]

/** Rules out most texts, sign by sign. */
export function mayHoldForeignSyntax(markdown: string): boolean {
  return (
    (markdown.includes('{') && /\{(?:[{%:#.>/]|--|\+\+)|[)\]]\{/.test(markdown)) ||
    (markdown.includes('<') && /<[A-Z]/.test(markdown)) ||
    /%%|==\S|@\w+(?:19|20)\d\d|[ \t]\^[a-f\d]{6}/.test(markdown) ||
    /^(?:import|export) |^[> \t]*(?::::|!!!|\?\?\?|===|\/\/\/|-+8<|<<<|#\+|\*\[|@\[|\[(?:!|\[|toc|\/\/|comment)|\.\. |include::)/im.test(
      markdown,
    )
  )
}

/** The text without what another program would show to no reader. Without an end, that goes on to the end of the text. */
export function withoutNotes(markdown: string, tokens: readonly Token[]): string {
  if (!mayHoldForeignSyntax(markdown)) return markdown
  let text = { markdown, prose: withoutRawCode(proseOf(markdown, tokens)) }
  for (const [, opens, closes] of NOTES) text = without(text, opens, closes)
  return text.markdown
}

/** Leaves notes of one kind out of both texts. @param text the prose is as long as the markdown */
function without(text: { markdown: string; prose: string }, opens: RegExp, closes: RegExp): typeof text {
  let [markdown, prose, at] = ['', '', 0]
  for (const { 0: opening, index } of text.prose.matchAll(opens)) {
    if (index < at) continue
    closes.lastIndex = index + opening.length
    const end = closes.exec(text.prose)
    markdown += text.markdown.slice(at, index)
    prose += text.prose.slice(at, index)
    at = end ? closes.lastIndex : text.prose.length
  }
  return { markdown: markdown + text.markdown.slice(at), prose: prose + text.prose.slice(at) }
}
