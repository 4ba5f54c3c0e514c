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

/**
 * Jekyll's lists in kramdown: of blocks, of inline elements, and the table of contents. Ids and languages stay.
 * @param nameLanguage gives hidden code a language
 */
export function withoutKramdown(
  text: string,
  nameLanguage: (code: string, language: string) => void,
  onDropped: (source: string) => void,
): string {
  const listed = text.replace(/^[ \t]*(?:[-*+]|1\.)[ \t]+.*\n[ \t]*\{:[ \t]*toc\b[^}\n]*\}[ \t]*$/gim, '')
  const plain = withoutBlockLists(listed, nameLanguage, onDropped)
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

/** Lists alone in a line, below the block that they are of. */
function withoutBlockLists(
  text: string,
  nameLanguage: (code: string, language: string) => void,
  onDropped: (source: string) => void,
): string {
  if (!text.includes('{:')) return text
  const out: string[] = []
  for (const line of text.split('\n')) {
    const [list, inner = ''] = /^[ \t>]*\{:(?![:/])([^}\n]*)\}[ \t]*$/.exec(line) ?? []
    if (list === undefined) {
      out.push(line)
      continue
    }
    const above = out.at(-1) ?? ''
    const language = /^[ \t]*\uE000\d+\uE001[ \t]*$/.test(above) ? /\.language-([\w+#-]+)/.exec(inner) : null
    if (language) nameLanguage(above, language[1]!)
    const id = /#([\w.:-]+)/.exec(inner)
    const isKept = id !== null && withId(out, id[1]!)
    const rest = inner.replace(language?.[0] ?? '', '').replace(isKept ? id[0] : '', '')
    if (rest.trim() !== '') onDropped(`{:${rest}}`)
  }
  return out.join('\n')
}

/** More lines than these are no paragraph that anybody has named. */
const MAX_LINES = 200

/** Gives the last block an id. */
function withId(lines: string[], id: string): boolean {
  const last = lines.length - 1
  if (/^#{1,6}[ \t]/.test(lines[last] ?? '')) {
    lines[last] += ` {#${id}}`
    return true
  }
  let first = last
  while (first > 0 && last - first < MAX_LINES && lines[first - 1]!.trim() !== '') first--
  if (!/^[\p{L}\p{N}*_`"'([!\uE000]/u.test(lines[first] ?? '')) return false
  lines[first] = `<a id="${id}"></a>${lines[first]}`
  return true
}

function dropped(list: string, onDropped: (source: string) => void): string {
  onDropped(list.trim())
  return ''
}

const LIST = /\{(?:[ \t]*(?:[.#][\w:-]+|[\w:-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s}"']+)))+[ \t]*\}/.source
const BEHIND = new RegExp(`(?<=[)\\]*_\\uE001])${LIST}`, 'g')
const ALONE = new RegExp(`^[ \\t]*${LIST}[ \\t]*$\\n?`, 'gm')
const ENDING = new RegExp(`^${LIST}[ \\t]*#*[ \\t]*$`)

/** `{.class}` and `{width=300}` after links, images and spans, at the end of headings, and on a line of their own. */
export function withoutAttributes(text: string): string {
  return text
    .replace(/^#{1,6}[ \t].*$/gm, (line) => {
      const open = line.lastIndexOf('{')
      return open > 0 && ENDING.test(line.slice(open)) ? line.slice(0, open).trimEnd() : line
    })
    .replace(BEHIND, '')
    .replace(ALONE, '')
}
