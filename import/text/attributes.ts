// Attribute lists after markdown, which several programs have and ours has not: `{: .note}`, `{#id}`, `![](x.png){width=300}`.
import { slugify } from '../../build/for-import.ts'
import { HIDDEN, PIECE, PIECE_END } from '../markdown/marks.ts'
import { outsideHtml } from '../markdown/scan.ts'
import { fenced } from '../markdown/written.ts'
import { replaceBetween } from './between.ts'
import type { TextContext } from './meanings.ts'

/** A list of attributes, without its braces. */
const LIST =
  /(?:[ \t]*(?:[.#][\p{L}\p{N}_.:-]+(?![\p{L}\p{N}_.:-])|[\w:-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s}"']+(?![^\s}"']))))+[ \t]*/u
    .source
const ONLY_LIST = new RegExp(`^:?${LIST}$`, 'u')

/** `{#id}` and what else the program takes for attributes. */
export function withLists(text: string, { facts: { has } }: Pick<TextContext, 'facts'>): string {
  const isInline = has('attributes')
  return outsideHtml(text, (prose) => {
    const headed = withHeadingIds(prose, has('headingIds'))
    return isInline || has('blockAttributes') ? withoutAttributes(headed, isInline) : headed
  })
}

/**
 * Ids that are their heading's own go; others stay as anchors, so that links to them lead there.
 * @param hasLists whether other attributes are none of its text either
 */
function withHeadingIds(text: string, hasLists: boolean): string {
  return text.replace(
    /^(#{1,6}[ \t]+)?(\S.*)\{([^{}\n]*)\}[ \t]*(?:#+[ \t]*)?$(\n {0,3}(?:=+|-+)[ \t]*$)?/gmu,
    (source, marks = '', rest: string, list: string, line = '') => {
      const [, id] = /(?:^|[:\s])#([\p{L}\p{N}_.:-]+)/u.exec(list) ?? []
      if ((marks === '' && line === '') || (id === undefined && !(hasLists && ONLY_LIST.test(list))))
        return source
      const title = rest.trimEnd()
      const anchor = id === undefined || slugify(title) === id ? '' : `<a id="${id}"></a>`
      return marks + anchor + title + line
    },
  )
}

/** Jekyll's lists in kramdown: of blocks, of inline elements, and the table of contents. Ids and languages stay. */
export function withoutKramdown(text: string, context: TextContext): string {
  const listed = text.replace(/^[ \t]*(?:[-*+]|1\.)[ \t].*\n[ \t]*\{:[ \t]*toc\b[^}\n]*\}[ \t]*$/gim, '')
  const plain = withoutBlockLists(listed, context)
    .replace(
      /^((?:[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t])+[ \t]*)(\{:(?![:/])[^{}\n]*\})[ \t]*/gm,
      (_, mark: string, list: string) => mark + dropped(list, context),
    )
    .replace(COLON_LIST, (list) => dropped(list, context))
    .replace(/^(#{1,6}[ \t].*?)(?<![ \t])[ \t]+\{:[^{}\n]*\}[ \t]*$/gm, '$1')
  return replaceBetween(
    plain,
    /\{::(comment|nomarkdown)[^{}\n]*\}/g,
    ([, kind]) => `\\{:/(?:${kind})?\\}`,
    (inner, [, kind]) => (kind === 'comment' ? '' : inner.replace(/\{:[:/][^{}\n]*\}/g, '')),
  )
    .replace(
      /^(?=<[^<>]*>[ \t]*$)(<\w[^<>\n]*?)(?<!\s)\s+markdown=["']?(?:1|span|block)["']?([^<>\n]*>)[ \t]*$/gm,
      '$1$2\n',
    )
    .replace(/(<\w[^<>\n]*?)(?<!\s)\s+markdown=["']?(?:1|span|block)["']?/g, '$1')
}

const COLON_LIST = new RegExp(`(?<=[)\\]*_\`\\w>"${PIECE_END}])\\{:(?![:/])[^{}\\n]*\\}`, 'g')
const HIDDEN_LINE = new RegExp(`^[ \\t]*${HIDDEN}[ \\t]*$`)

/** Lists alone in a line, below the block that they are of. */
function withoutBlockLists(text: string, context: TextContext): string {
  if (!text.includes('{:')) return text
  const out: string[] = []
  for (const line of text.split('\n')) {
    const [list, inner = ''] = /^[ \t>]*\{:(?![:/])([^}\n]*)\}[ \t]*$/.exec(line) ?? []
    if (list === undefined) {
      out.push(line)
      continue
    }
    const above = out.at(-1) ?? ''
    const language = HIDDEN_LINE.test(above) ? /\.language-([\w+#-]+)/.exec(inner) : null
    if (language) context.mask.change(above, (code) => inLanguage(code, language[1]!))
    const id = /#([\w.:-]+)/.exec(inner)
    const isKept = id !== null && withId(out, id[1]!)
    const rest = inner.replace(language?.[0] ?? '', '').replace(isKept ? id[0] : '', '')
    if (rest.trim() !== '') context.onDropped(`{:${rest}}`)
  }
  return out.join('\n')
}

/** Code with a language, if it has none. */
function inLanguage(code: string, language: string): string {
  if (/^(?:`{3,}|~{3,})/.test(code)) return code.replace(/^(`{3,}|~{3,})[ \t]*(?=\n)/, `$1${language}`)
  return /^(?: {4}|\t)/.test(code) ? fenced(code.replace(/^(?: {4}|\t)/gm, ''), language) : code
}

/** The signs that lists and quotations have before their text. */
const MARGIN = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]))*[ \t]*/

/** The most lines of a paragraph that anybody has named. */
const MAX_LINES = 200

/** The first letter of a paragraph. */
const BEGINNING = new RegExp(`^[\\p{L}\\p{N}*_\`"'([!${PIECE}]`, 'u')

/** Gives the last block an id. */
function withId(lines: string[], id: string): boolean {
  const last = lines.length - 1
  if (/^#{1,6}[ \t]/.test(lines[last] ?? '')) {
    lines[last] += ` {#${id}}`
    return true
  }
  let first = last
  while (first > 0 && last - first < MAX_LINES && lines[first - 1]!.trim() !== '') first--
  const margin = MARGIN.exec(lines[first] ?? '')![0]
  const text = lines[first]?.slice(margin.length) ?? ''
  if (!BEGINNING.test(text)) return false
  lines[first] = `${margin}<a id="${id}"></a>${text}`
  return true
}

function dropped(list: string, { onDropped }: TextContext): string {
  onDropped(list.trim())
  return ''
}

/** `{.class}` on a line of its own, and if they may be there, `{width=300}` after links, images and spans. */
function withoutAttributes(text: string, isInline: boolean): string {
  const lines = text.replace(new RegExp(`^[ \\t]*\\{${LIST}\\}[ \\t]*$\\n?`, 'gmu'), '')
  return isInline ? lines.replace(new RegExp(`(?<=[)\\]*_${PIECE_END}])\\{${LIST}\\}`, 'gu'), '') : lines
}
