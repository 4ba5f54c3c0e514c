// Indented code whose first line names its language, which CodeHilite of Python-Markdown takes for no code.
import { codeBlocksIn } from '../markdown/scan.ts'
import { dedented, fenced } from '../markdown/written.ts'

/** https://python-markdown.github.io/extensions/code_hilite/#syntax */
const LANGUAGE = /^([ \t]*)(?:::+|#!)([\w#.+-]+)(?:[ \t]+[^\n]*)?\n(?=[\s\S]*\S)/

export function withCodeLanguages(text: string): string {
  let [result, from] = ['', 0]
  for (const { from: start, to, fence, margin } of codeBlocksIn(text)) {
    const code = text.slice(start, to)
    const [named, indent = '', language] = fence === undefined ? (LANGUAGE.exec(code) ?? []) : []
    if (named === undefined || /[>\t]/.test(margin)) continue
    const columns = indent.replaceAll('\t', '    ').length + margin.length
    const lines = dedented(code.slice(named.length - 1), columns).replace(
      /\n(?=.)/g,
      `\n${' '.repeat(margin.length)}`,
    )
    result += text.slice(from, start) + fenced(lines.slice(1), language, ' '.repeat(margin.length))
    from = to
  }
  return result + text.slice(from)
}
