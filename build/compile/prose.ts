// A post's text without what is not prose: code, comments and formulas are blanked out, so that offsets stay the same.
import type { Token } from 'marked'
import { MarkdownSource } from '../extract/markdown-source.ts'
import type { Range } from '../extract/range.ts'
import { sourceTags } from '../extract/raw-tags.ts'
import { childrenOf } from '../extract/tokens.ts'

/** @param tokens its blocks, in order */
export function proseOf(markdown: string, tokens: readonly Token[]): string {
  const source = new MarkdownSource(markdown)
  const ranges: Range[] = []
  const visit = (token: Token) => {
    const children = childrenOf(token)
    if (!CODE.has(token.type) && children.length > 0) {
      for (const child of children) visit(child)
      return
    }
    const offsets = source.skip(token.raw)
    if (!CODE.has(token.type)) return
    const range = offsets ? { from: offsets.at(0), to: offsets.at(token.raw.length) } : source.block
    ranges.push(source.original(range))
  }
  for (const block of tokens) {
    if (!holdsCode(block)) continue
    source.enterBlock(block.raw)
    visit(block)
  }
  return blanked(markdown, ranges).replace(COMMENT, blank).replace(ESCAPED, '  ')
}

/** `prose` without what is in the elements of code that it has as HTML. Their tags stay. */
export function withoutRawCode(prose: string): string {
  if (!MAY_HOLD_CODE.test(prose)) return prose
  const ranges: Range[] = []
  let open: { name: string; from: number } | undefined
  for (const { name, closes, inComment, start, end } of sourceTags(prose)) {
    if (inComment || !RAW_CODE.has(name)) continue
    if (!closes) open ??= { name, from: end }
    else if (open?.name === name) {
      ranges.push({ from: open.from, to: start })
      open = undefined
    }
  }
  return blanked(prose, ranges)
}

const MAY_HOLD_CODE = /<\/(?:pre|code|kbd|samp|script|style)/i
const RAW_CODE = new Set(['pre', 'code', 'kbd', 'samp', 'script', 'style'])

const CODE = new Set(['code', 'codespan', 'mathBlock', 'mathInline'])
const ESCAPED = /\\[\\<{:[\]!]/g
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g

function holdsCode(token: Token): boolean {
  return CODE.has(token.type) || childrenOf(token).some(holdsCode)
}

function blanked(text: string, ranges: readonly Range[]): string {
  let at = 0
  const parts: string[] = []
  for (const { from, to } of ranges) {
    if (from < at) continue
    parts.push(text.slice(at, from), blank(text.slice(from, to)))
    at = to
  }
  return parts.join('') + text.slice(at)
}

/** Returns a text of blanks, as long as `text` and with the same lines. */
export function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ')
}
