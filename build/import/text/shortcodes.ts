// The template tags of each program: how they are written, and what is to happen before code is hidden.
import type { Dialect } from '../generators/generator.ts'
import { fenced, type Mask } from './mask.ts'
import type { TemplateTag } from './tags.ts'

/** Bounds what one tag may contain, so that a text full of openings takes linear time. */
const HUGO =
  /\{\{([<%])\s*(\/?)\s*([\w./-]+)((?:"(?:[^"\\]|\\.)*"|`[^`]*`|(?!\{\{[<%])[^"`]){0,4000}?)(\/?)\s*[>%]\}\}/g
const LIQUID = /\{%-?\s*(\/?\w[\w:-]*)((?:"[^"]*"|'[^']*'|(?!\{%)[^"'%]|%(?!\})){0,4000}?)\s*-?%\}/g
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

/** Tags that apply to code as well: what they protect is hidden, and what contains code becomes a fence. */
export function withRawTags(text: string, dialect: Dialect, mask: Mask): string {
  if (dialect === 'hugo') {
    // `{{</* x */>}}` shows `{{< x >}}`.
    const shown = text.replace(
      /\{\{([<%])\s*\/\*([\s\S]*?)\*\/\s*([>%])\}\}/g,
      (_whole, open, inner, close) => mask.hide(`{{${open}${inner}${close}}}`),
    )
    return shown.replace(
      /^([ \t]*)\{\{[<%]\s*(?:highlight|code)\s+["`]?([\w+#.-]*)["`]?([^>]{0,500}?)\s*[>%]\}\}[ \t]*\n?([\s\S]*?)\{\{[<%]\s*\/\s*(?:highlight|code)\s*[>%]\}\}/gm,
      (_whole, indent: string, language: string, _options, code: string) =>
        indent + mask.hide(fenced(code, language, indent)),
    )
  }
  if (dialect === 'zola') {
    return text.replace(/\{([{%])\/\*([\s\S]*?)\*\/([}%])\}/g, (_whole, open, inner, close) =>
      mask.hide(`{${open}${inner}${close}}`),
    )
  }
  if (dialect !== 'liquid' && dialect !== 'hexo' && dialect !== 'nunjucks') return text
  // What is raw comes first: tags in it are none.
  const shown = text
    .replace(
      /\{%-?\s*(raw|verbatim)\s*-?%\}([\s\S]*?)\{%-?\s*end\1\s*-?%\}/g,
      (_whole, _name, inner: string) =>
        // Code keeps its own marks: only braces need protection.
        inner.replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\{#[\s\S]*?#\}/g, (tag) => mask.hide(tag)),
    )
    .replace(/\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}\n?/g, '')
  return shown.replace(
    /^((?:[ \t]*>)*[ \t]*)?\{%-?\s*(highlight|codeblock|code)\b((?:"[^"]*"|'[^']*'|[^%]|%(?!\})){0,500}?)-?%\}[ \t]*\n?([\s\S]*?)\{%-?\s*end\2\s*-?%\}/gm,
    (_whole, indent: string | undefined, name: string, options: string, inner: string) => {
      const raw = inner.replace(/\{%-?\s*(?:end)?raw\s*-?%\}\n?/g, '')
      return (indent ?? '') + mask.hide(fenced(raw, languageIn(name, options), indent))
    },
  )
}

/** Jekyll names the language first, Eleventy in quotes, Hexo as `lang:`. */
function languageIn(name: string, options: string): string {
  const [, named] = /\blang(?:uage)?\s*[:=]\s*["']?([\w+#.-]+)/.exec(options) ?? []
  if (named) return named
  const [, first = ''] = /^\s*["']?([\w+#.-]+)/.exec(options) ?? []
  return name === 'codeblock' || /^(?:linenos|hl_lines)$/.test(first) ? '' : first
}
