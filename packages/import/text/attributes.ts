// Attribute lists after markdown, which several programs have and ours has not: `{: .note}`, `{#id}`, `![](x.png){width=300}`.
import { slugify } from '../../../build/schema/slug.ts'
import { replaceBetween } from './between.ts'

/** Ids that are their heading's own go; others stay as anchors, so that links to them lead there. */
export function withHeadingIds(text: string): string {
  return text.replace(/^(#{1,6}[ \t]+)(\S.*)$/gm, (line, marks: string, rest: string) => {
    const open = rest.lastIndexOf('{')
    const close = rest.indexOf('}', open)
    if (open < 1 || close < 0 || !/^[ \t]*#*$/.test(rest.slice(close + 1))) return line
    const [, id] = /^:?[ \t]*#([\w.:-]+)/.exec(rest.slice(open + 1, close)) ?? []
    if (id === undefined) return line
    const title = rest.slice(0, open).trimEnd()
    return slugify(title) === id ? marks + title : `${marks}<a id="${id}"></a>${title}`
  })
}

/** Jekyll's lists in kramdown: of blocks, of inline elements, and the table of contents. */
export function withoutKramdown(text: string, onDropped: (source: string) => void): string {
  const plain = text
    .replace(/^[ \t]*(?:[-*+]|1\.)[ \t]+.*\n[ \t]*\{:[ \t]*toc\b[^}\n]*\}[ \t]*$/gim, '')
    .replace(/^[ \t>]*\{:(?![:/])[^}\n]*\}[ \t]*$\n?/gm, (list) => dropped(list, onDropped))
    .replace(/(?<=[)\]*_`\w>"\uE001])\{:(?![:/])[^{}\n]*\}/g, (list) => dropped(list, onDropped))
    .replace(/^(#{1,6}[ \t].*?)(?<![ \t])[ \t]+\{:[^{}\n]*\}[ \t]*$/gm, '$1')
  return replaceBetween(
    plain,
    /\{::(comment|nomarkdown)[^{}\n]*\}/g,
    ([, kind]) => `\\{:/(?:${kind})?\\}`,
    (inner, [, kind]) => (kind === 'comment' ? '' : inner.replace(/\{:[:/][^{}\n]*\}/g, '')),
  )
    .replace(/^(<\w+[^<>\n]*?)(?<!\s)\s+markdown=["']?(?:1|span|block)["']?([^<>\n]*>)[ \t]*$/gm, '$1$2\n')
    .replace(/(<\w+[^<>\n]*?)(?<!\s)\s+markdown=["']?(?:1|span|block)["']?/g, '$1')
}

function dropped(list: string, onDropped: (source: string) => void): string {
  onDropped(list.trim())
  return ''
}

/** `{.class}` and `{width=300}` after links, images and spans; `{.class}` on a line of its own. */
export function withoutAttributes(text: string): string {
  return text
    .replace(
      /(?<=[)\]*_\uE001])\{(?:[ \t]*(?:[.#][\w:-]+|[\w:-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s}"']+)))+[ \t]*\}/g,
      '',
    )
    .replace(
      /^[ \t]*\{(?:[ \t]*(?:[.#][\w:-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s}"']+)))+[ \t]*\}[ \t]*$\n?/gm,
      '',
    )
}
