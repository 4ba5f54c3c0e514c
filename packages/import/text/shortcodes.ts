// The template tags of each program: how they are written, and what is to happen before code is hidden.

import { fenced } from '../markdown/written.ts'
import type { Dialect } from '../source.ts'
import { replaceBetween } from './between.ts'
import type { CodeTag } from './code-tags.ts'
import type { Mask } from './mask.ts'
import { lostCaption, type MeaningContext } from './meanings.ts'
import { ANY, argumentsIn, type TemplateTag } from './tags.ts'

/** What tags look like. Bounds what one may contain, so that a text full of openings takes linear time. */
const HUGO =
  /\{\{[<%]\s*(?:(?<slash>\/)\s*)?(?<name>[\w./-]+)(?<written>(?:"(?:[^"\\]|\\.)*"|`[^`]*`|(?!\{\{[<%])[^"`]){0,4000}?)(?<slashed>\/?)\s{0,20}[>%]\}\}/g
const LIQUID =
  /\{%-?\s*(?:(?<slash>end_?(?=\w)|\/_?))?(?<name>\w[\w:-]*)(?<written>(?:"[^"]*"|'[^']*'|(?!\{%)[^"'%]|%(?!\})){0,4000}?)\s{0,20}-?%\}/g
const ZOLA =
  /(?:\{%-?\s*(?:(?<slash>end)|(?<name>\w+)\s*\((?<written>(?:"[^"]*"|'[^']*'|`[^`]*`|[^"'`{}]){0,4000}?)\))\s*-?%\}|\{\{-?\s*(?<single>\w+)\s*\((?<arguments>(?:"[^"]*"|'[^']*'|`[^`]*`|[^"'`{}]){0,4000}?)\)\s*-?\}\})/g

const TAGS: Partial<Record<Dialect, RegExp>> = {
  hugo: HUGO,
  zola: ZOLA,
  liquid: LIQUID,
  hexo: LIQUID,
  nunjucks: LIQUID,
}

const NEVER = /(?!)/g

/** The tags of a text in order. */
export function tagsOf(text: string, dialect: Dialect): TemplateTag[] {
  return Array.from(text.matchAll(TAGS[dialect] ?? NEVER), ({ 0: source, index, groups = {} }) => {
    const { slash, slashed, single } = groups
    return {
      ...{ start: index, end: index + source.length, source },
      name: groups.name ?? single ?? ANY,
      kind: slash ? 'close' : slashed || single ? 'void' : 'open',
      written: groups.written ?? groups.arguments ?? '',
    }
  })
}

// What begins and ends a tag that is shown and not run: `{{</* x */>}}`.
const SHOWN: Partial<Record<Dialect, [start: RegExp, end: string]>> = {
  hugo: [/(\{\{[<%]\s*)\/\*/g, '\\*/\\s*[>%]\\}\\}'],
  zola: [/(\{[{%])\/\*/g, '\\*/[}%]\\}'],
}

/**
 * Tags that apply to code as well: what they protect is hidden, and what contains code becomes a fence.
 * @param onMeant told of each tag that contains code
 * @param codeTags the site's own tags around code
 */
export function withRawTags(
  text: string,
  dialect: Dialect,
  mask: Mask,
  onMeant: MeaningContext['onMeant'] = () => {},
  codeTags: ReadonlyMap<string, CodeTag> = new Map(),
): string {
  const [start, end = ''] = SHOWN[dialect] ?? []
  const shown = start
    ? replaceBetween(
        text,
        start,
        () => end,
        (inner, [, open], whole) => mask.hide(open + inner + whole.slice(whole.lastIndexOf('*/') + 2)),
      )
    : text
  if (dialect === 'hugo') {
    const names = ['highlight', 'code', ...codeTags.keys()].map((name) => name.replace(/[^\w-]/g, '\\$&'))
    const tag = `\\{\\{[<%]\\s{0,20}(${names.join('|')})(?![\\w/-])([^>]{0,500}?)(?<!/)[>%]\\}\\}`
    return withFences(shown, `|)${tag}`, (name) => `\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}`)
  }
  if (TAGS[dialect] !== LIQUID) return shown
  const tag = String.raw`)\{%-?\s{0,20}(highlight|codeblock|code)\b((?:[^%{]|%(?!\})|\{(?!%)){0,500}?)-?%\}`
  return withFences(withoutRaw(shown, mask), tag, (name) => `\\{%-?\\s*end${name}\\s*-?%\\}`)

  function withFences(source: string, tag: string, endOf: (name: string) => string): string {
    return replaceBetween(
      source,
      new RegExp(`(^(?:[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])[ \\t]))*[ \\t]*${tag}([ \\t]*\\n)?`, 'gm'),
      ([, , name]) => endOf(name!.replace(/[^\w-]/g, '\\$&')),
      (inner, { 1: margin = '', 2: name = '', 3: options = '', index, input }, { length }) => {
        const isAlone = index === 0 || margin !== '' || input[index - 1] === '\n'
        // Directly below HTML, a fence would be part of it.
        const above = margin === '' && index > 0 && input[index - 2] !== '\n' ? '\n' : ''
        const indent = margin.replace(/[-*+]|\d+[.)]/g, (mark) => ' '.repeat(mark.length))
        const code = dialect === 'hugo' ? inner : inner.replace(/\{%-?\s*(?:end)?raw\s*-?%\}\n?/g, '')
        const caption = lostCaption(argumentsIn(options), code).trim()
        onMeant(name, caption !== '')
        const language = languageOf(codeTags.get(name), options) ?? languageIn(name, options)
        const below = caption === '' ? '' : `\n${indent}\n${indent}${caption}\n${indent}`
        const title = name === 'codeblock' ? titleIn(options) : ''
        const info = title === '' ? language : `${language || 'text'} ${title}`
        const fence = mask.hide(fenced(code.replace(/\n[ \t>]*$/, ''), info, indent)) + below
        if (!isAlone) return `\n\n${fence}\n\n`
        return (
          above +
          margin +
          fence +
          (/^[ \t]*(?:\n|$)/.test(input.slice(index + length).slice(0, 100)) ? '' : '\n\n')
        )
      },
    )
  }
}

/** What is raw comes first: tags in it are none. Comments go. */
function withoutRaw(text: string, mask: Mask): string {
  const endOf = ([, name]: RegExpExecArray) => `\\{%-?\\s*end${name}\\s*-?%\\}`
  const raw = replaceBetween(text, /\{%-?\s*(raw|verbatim)\s*-?%\}/g, endOf, (inner) =>
    // Code keeps its own marks: only braces need protection.
    replaceBetween(
      inner,
      /\{[{%#]/g,
      ([open]) => ENDS[open]!,
      (_inner, _match, tag) => mask.hide(tag),
    ),
  )
  return replaceBetween(
    raw,
    /\{%-?\s*(comment)\s*-?%\}/g,
    (match) => `${endOf(match)}\\n?`,
    () => '',
  )
}

/** Of what is between braces. */
const ENDS: Record<string, string> = { '{{': '\\}\\}', '{%': '%\\}', '{#': '#\\}' }

/** What a site's own tag says. Parameters without a name are numbered. */
function languageOf(tag: CodeTag | undefined, options: string): string | undefined {
  if (tag?.parameter === undefined) return tag?.language
  const { list, named } = argumentsIn(options)
  return named[tag.parameter.toLowerCase()] ?? list[Number(tag.parameter)] ?? ''
}

/** What Hexo shows above code: words, and then an address with a text of its own. */
function titleIn(options: string): string {
  return options
    .replace(/\b(?:lang(?:uage)?|line_number|line_threshold|highlight|first_line|mark|wrap):\S*/g, '')
    .replace(/[`{}]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Jekyll and Hugo name the language first, Eleventy in quotes, Hexo as `lang:`, themes of Hugo as `lang=`. */
function languageIn(name: string, options: string): string {
  const [, named] = /\blang(?:uage)?\s*[:=]\s*["']?(?:lang(?:uage)?[:-])?([\w+#.-]+)/.exec(options) ?? []
  if (named) return named
  const [, first = ''] = /^\s*["'`]?([\w+#.-]+)(?![\w+#.-]|\s*=)/.exec(options) ?? []
  return name === 'codeblock' || /^(?:linenos|hl_lines)$/.test(first) ? '' : first
}
