// The template tags of each program: how they are written, and what is to happen before code is hidden.
import type { Dialect } from '../source.ts'
import { replaceBetween } from './between.ts'
import { fenced, type Mask } from './mask.ts'
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
 */
export function withRawTags(
  text: string,
  dialect: Dialect,
  mask: Mask,
  onMeant: MeaningContext['onMeant'] = () => {},
): string {
  const fence = (code: string, indent: string, name: string, options: string) => {
    const caption = lostCaption(argumentsIn(options), code).trim()
    onMeant(name, caption !== '')
    const below = caption === '' ? '' : `\n${indent}\n${indent}${caption}\n${indent}`
    return indent + mask.hide(fenced(code, languageIn(name, options), indent)) + below
  }
  if (dialect === 'hugo') {
    // `{{</* x */>}}` shows `{{< x >}}`.
    const shown = replaceBetween(
      text,
      /\{\{([<%])\s*\/\*/g,
      () => '\\*/\\s*[>%]\\}\\}',
      (inner, [, open], whole) => mask.hide(`{{${open}${inner}${whole.at(-3)}}}`),
    )
    return replaceBetween(
      shown,
      /^([ \t]*)\{\{[<%]\s*(highlight|code)\s+(?!\s)([^>]{0,500}?)[>%]\}\}[ \t]*\n?/gm,
      () => '\\{\\{[<%]\\s*/\\s*(?:highlight|code)\\s*[>%]\\}\\}',
      (code, [, indent = '', name = '', options = '']) => fence(code, indent, name, options),
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
      return fence(raw, indent, name, options)
    },
  )
}

/** Of what is between braces. */
const ENDS: Record<string, string> = { '{{': '\\}\\}', '{%': '%\\}', '{#': '#\\}' }

/** Jekyll and Hugo name the language first, Eleventy in quotes, Hexo as `lang:`, themes of Hugo as `lang=`. */
function languageIn(name: string, options: string): string {
  const [, named] = /\blang(?:uage)?\s*[:=]\s*["']?([\w+#.-]+)/.exec(options) ?? []
  if (named) return named
  const [, first = ''] = /^\s*["'`]?([\w+#.-]+)(?![\w+#.-]|\s*=)/.exec(options) ?? []
  return name === 'codeblock' || /^(?:linenos|hl_lines)$/.test(first) ? '' : first
}
