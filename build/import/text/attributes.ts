// Attribute lists after markdown, which several programs have and ours has not: `{: .note}`, `{#id}`, `![](x.png){width=300}`.
import { slugify } from '../../schema/slug.ts'

/** Ids that are their heading's own go; others stay as anchors, so that links to them lead there. */
export function withHeadingIds(text: string): string {
  return text.replace(
    /^(#{1,6}[ \t]+)(.+?)[ \t]*\{:?[ \t]*#([\w.:-]+)[^}\n]*\}[ \t]*#*$/gm,
    (_whole, marks: string, title: string, id: string) => {
      return slugify(title) === id ? marks + title : `${marks}<a id="${id}"></a>${title}`
    },
  )
}

/** Jekyll's lists in kramdown: of blocks, of inline elements, and the table of contents. */
export function withoutKramdown(text: string, onDropped: (source: string) => void): string {
  return text
    .replace(/^[ \t]*(?:[-*+]|1\.)[ \t]+.*\n[ \t]*\{:[ \t]*toc\b[^}\n]*\}[ \t]*$/gim, '')
    .replace(/^[ \t>]*\{:[^}\n]*\}[ \t]*$\n?/gm, (list) => dropped(list, onDropped))
    .replace(/(?<=[)\]*_`\w>"\uE001])\{:[^}\n]*\}/g, (list) => dropped(list, onDropped))
    .replace(/^(#{1,6}[ \t].*?)[ \t]+\{:[^}\n]*\}[ \t]*$/gm, '$1')
    .replace(/\{::(comment|nomarkdown)[^}\n]*\}[\s\S]*?\{:\/(?:\1)?\}/g, (block, kind: string) =>
      kind === 'comment' ? '' : block.replace(/\{:[:/][^}\n]*\}/g, ''),
    )
    .replace(/^(<\w+[^<>\n]*?)\s+markdown=["']?(?:1|span|block)["']?([^<>\n]*>)[ \t]*$/gm, '$1$2\n')
    .replace(/(<\w+[^<>\n]*?)\s+markdown=["']?(?:1|span|block)["']?/g, '$1')
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
