// Code fences: where they end, and what is behind their language.
import { type MarkedExtension, Renderer, type Token, type TokenizerThis, type Tokens } from 'marked'
import { lineStarts } from '../../problems/location.ts'
import { escapeHtml } from '../html/escape-html.ts'

export function fences(): MarkedExtension {
  return { renderer: { code: codeWithMeta }, tokenizer: { fences: closedAsInCommonMark } }
}

/** A fence as marked (18.2) finds it, but closed also by an end with a tab behind it. */
const FENCE =
  /^ {0,3}(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})([^\n]*)(?:\n|$)(?:|([\s\S]*?)(?:\n|$))(?: {0,3}(?:(?=`)\1`*|(?=~)\1~*)[ \t]*(?=\n|$)|$)/

/** Returns `false`, by which all but the pattern is left to marked. */
function closedAsInCommonMark(this: TokenizerThis): false {
  const tokenizer = this.lexer.options.tokenizer!
  const { rules } = tokenizer
  if (rules.block.fences !== FENCE) tokenizer.rules = { ...rules, block: { ...rules.block, fences: FENCE } }
  return false
}

/**
 * The language: highlighters know none with these signs in it, behind which programs have lines, options and names of files,
 * as in `js{1,3}`, `rust,linenos`, `ts:line-numbers`, `ts[a.ts]`, `php?start_inline=1` and `js/1,3`.
 */
const INFO = /^((?:(?!\/\d)[^\s{,:[?])*)(?:[,:]\s*|\s+)?(.*)$/s

/** Keeps what stands behind the language of a fence, such as `title="a.js" {1,3}`, for the page. */
function codeWithMeta(this: Renderer, token: Tokens.Code): string {
  const [, first, meta] = INFO.exec(token.lang ?? '')!
  // Pandoc has the language in braces, as the first class.
  const lang = first || /^\{ *\.([\w+#-]+)/.exec(meta!)?.[1] || ''
  const html = Renderer.prototype.code.call(this, { ...token, lang })
  if (!meta) return html
  return html.replace(
    /^<pre><code(?: class="[^"]*")?/,
    (beginning: string) => `${beginning} data-meta="${escapeHtml(meta)}"`,
  )
}

/**
 * The number of line ends from an open fence on. Only the last token can be unclosed. Its line is counted from the end,
 * since text before the first token may belong to no token.
 */
export function openFenceIn(tokens: readonly Token[]): number | undefined {
  const last = tokens.findLastIndex(({ type }) => type !== 'space')
  const token = tokens[last]
  if (token?.type !== 'code' || isClosed(token as Tokens.Code)) return undefined
  return tokens.slice(last).reduce((count, { raw }) => count + lineStarts(raw).length - 1, 0)
}

function isClosed({ codeBlockStyle, raw }: Tokens.Code): boolean {
  if (codeBlockStyle === 'indented') return true
  const [opening = '', ...lines] = raw.trimEnd().split('\n')
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(opening)?.[1] ?? ''
  const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(lines.at(-1) ?? '')?.[1] ?? ''
  return closing.startsWith(fence)
}
