// The template tags of each program: how they are written, and what is to happen before code is hidden.

import { fenced } from '../markdown/written.ts'
import type { Dialect } from '../source.ts'
import { replaceBetween } from './between.ts'
import type { CodeTag } from './code-tags.ts'
import type { Mask } from './mask.ts'
import { lostCaption, type MeaningContext } from './meanings.ts'
import { argumentsIn, type TemplateTag } from './tags.ts'

/** Bounds what one tag may contain, so that a text full of openings takes linear time. */
const HUGO =
  /\{\{([<%])\s*(?:(\/)\s*)?([\w./-]+)((?:"(?:[^"\\]|\\.)*"|`[^`]*`|(?!\{\{[<%])[^"`]){0,4000}?)(\/?)\s{0,20}[>%]\}\}/g
const LIQUID = /\{%-?\s*(\/?\w[\w:-]*)((?:"[^"]*"|'[^']*'|(?!\{%)[^"'%]|%(?!\})){0,4000}?)\s{0,20}-?%\}/g
const ZOLA =
  /\{%-?\s*(\w+)\s*\(((?:"[^"]*"|'[^']*'|`[^`]*`|[^"'`{}]){0,4000}?)\)\s*-?%\}|\{%-?\s*(end)\s*-?%\}|\{\{-?\s*(\w+)\s*\(((?:"[^"]*"|'[^']*'|`[^`]*`|[^"'`{}]){0,4000}?)\)\s*-?\}\}/g

/** Words that end a tag in braces: `endhighlight`, and Hexo's `endcodeblock`. */
const END_NAME = /^(?:end|\/)_?(\w+)$/

/** The tags of a text in order. */
export function tagsOf(text: string, dialect: Dialect): TemplateTag[] {
  if (dialect === 'hugo') return hugoTags(text)
  if (dialect === 'zola') return zolaTags(text)
  return dialect === 'liquid' || dialect === 'hexo' || dialect === 'nunjucks' ? liquidTags(text) : []
}

function hugoTags(text: string): TemplateTag[] {
  return [...text.matchAll(HUGO)].map(
    ({ 0: source, 2: slash, 3: name = '', 4: written = '', 5: closed, index }) => ({
      start: index,
      end: index + source.length,
      name,
      kind: slash ? 'close' : closed ? 'void' : 'open',
      written,
      source,
    }),
  )
}

function liquidTags(text: string): TemplateTag[] {
  return [...text.matchAll(LIQUID)].map(({ 0: source, 1: name = '', 2: written = '', index }) => {
    const ended = END_NAME.exec(name)?.[1]
    return {
      start: index,
      end: index + source.length,
      name: ended ?? name,
      kind: ended ? 'close' : 'open',
      written,
      source,
    }
  })
}

function zolaTags(text: string): TemplateTag[] {
  return [...text.matchAll(ZOLA)].map(
    ({ 0: source, 1: block, 2: inBlock, 3: end, 4: inline, 5: inInline, index }) => ({
      start: index,
      end: index + source.length,
      name: block ?? inline ?? '',
      kind: end ? 'close' : block ? 'open' : 'void',
      written: inBlock ?? inInline ?? '',
      source,
    }),
  )
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
  /** @param indent what stands before the lines of the code */
  const fence = (code: string, indent: string, name: string, options: string) => {
    const caption = lostCaption(argumentsIn(options), code).trim()
    onMeant(name, caption !== '')
    const below = caption === '' ? '' : `\n${indent}\n${indent}${caption}\n${indent}`
    const language = languageOf(codeTags.get(name), options) ?? languageIn(name, options)
    const title = name === 'codeblock' ? titleIn(options) : ''
    return mask.hide(fenced(code, title === '' ? language : `${language || 'text'} ${title}`, indent)) + below
  }
  if (dialect === 'hugo') {
    // `{{</* x */>}}` shows `{{< x >}}`.
    const shown = replaceBetween(
      text,
      /\{\{([<%])\s*\/\*/g,
      () => '\\*/\\s*[>%]\\}\\}',
      (inner, [, open], whole) => mask.hide(`{{${open}${inner}${whole.at(-3)}}}`),
    )
    const names = ['highlight', 'code', ...codeTags.keys()]
      .map((name) => name.replace(/[^\w-]/g, '\\$&'))
      .join('|')
    return replaceBetween(
      shown,
      new RegExp(
        `((?:^(?:[ \\t]*>)*[ \\t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+)?)?)\\{\\{[<%]\\s{0,20}(${names})(?![\\w/-])([^>]{0,500}?)(?<!/)[>%]\\}\\}([ \\t]*\\n)?`,
        'gm',
      ),
      ([, , name]) => `\\{\\{[<%]\\s*/\\s*${name!.replace(/[^\w-]/g, '\\$&')}\\s*[>%]\\}\\}`,
      (code, { 1: margin = '', 2: name = '', 3: options = '', index, input }, { length }) => {
        const isAlone = index === 0 || margin !== '' || input[index - 1] === '\n'
        const end = /^[ \t]*(?:\n|$)/.test(input.slice(index + length, index + length + 100)) ? '' : '\n\n'
        if (!isAlone) return `\n\n${fence(code, '', name, options)}\n\n`
        const indent = margin.replace(/[-*+]|\d+[.)]/g, (mark) => ' '.repeat(mark.length))
        return margin + fence(code.replace(/\n[ \t>]*$/, ''), indent, name, options) + end
      },
    )
  }
  if (dialect === 'zola') {
    return replaceBetween(
      text,
      /\{([{%])\/\*/g,
      () => '\\*/[}%]\\}',
      (inner, [, open], whole) => mask.hide(`{${open}${inner}${whole.at(-2)}}`),
    )
  }
  if (dialect !== 'liquid' && dialect !== 'hexo' && dialect !== 'nunjucks') return text
  // What is raw comes first: tags in it are none.
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
  const shown = replaceBetween(
    raw,
    /\{%-?\s*(comment)\s*-?%\}/g,
    (match) => `${endOf(match)}\\n?`,
    () => '',
  )
  return replaceBetween(
    shown,
    /^((?:[ \t]*>)*[ \t]*)\{%-?\s*(highlight|codeblock|code)\b((?:[^%{]|%(?!\})|\{(?!%)){0,500}?)-?%\}[ \t]*\n?/gm,
    ([, , name]) => `\\{%-?\\s*end${name}\\s*-?%\\}`,
    (inner, [, indent = '', name = '', options = '']) => {
      const raw = inner.replace(/\{%-?\s*(?:end)?raw\s*-?%\}\n?/g, '')
      return indent + fence(raw, indent, name, options)
    },
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
