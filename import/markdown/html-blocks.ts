// HTML blocks of kramdown, which go on to their end tags over blank lines, and behind which markdown begins at once.
import { KRAMDOWN, oneOf } from './elements.ts'
import { codeBlocksIn } from './scan.ts'

const BLOCK = new RegExp(`^ {0,3}<(${oneOf(KRAMDOWN)})\\b(?:"[^"]*"|'[^']*'|[^'"<>])*>`, 'gim')

/** The text with such blocks as those of CommonMark: without blank lines in them, and with one behind them. */
export function withHtmlBlocks(text: string): string {
  if (!/^ {0,3}<[a-z]/im.test(text)) return text
  const fences = codeBlocksIn(text).filter(({ fence }) => fence !== undefined)
  const missing = new Set<string>()
  const start = new RegExp(BLOCK)
  let [result, from, next] = ['', 0, 0]
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const name = match[1]!.toLowerCase()
    while (next < fences.length && fences[next]!.to <= match.index) next++
    const fence = fences[next]
    if (fence && fence.from <= match.index) {
      start.lastIndex = fence.to
      continue
    }
    const end = missing.has(name) ? undefined : endOf(text, name, start.lastIndex)
    if (end === undefined) {
      missing.add(name)
      continue
    }
    const block = text.slice(match.index, end)
    const rest = /^[ \t]*\n(?=[^\n])/.exec(text.slice(end, end + 1_000))
    start.lastIndex = end
    // A block that says so is markdown.
    if (/\smarkdown\s*=/.test(block)) continue
    result += text.slice(from, match.index) + withoutBlankLines(block) + (rest ? '\n' : '')
    from = end
  }
  return result + text.slice(from)
}

/** Finds the place behind the end tag of an element that has begun. */
function endOf(text: string, name: string, from: number): number | undefined {
  const tag = new RegExp(`<(/?)${name}\\b[^<>]*>`, 'gi')
  tag.lastIndex = from
  let depth = 1
  for (let match = tag.exec(text); match; match = tag.exec(text)) {
    depth += match[1] ? -1 : 1
    if (depth === 0) return tag.lastIndex
  }
  return undefined
}

/** Takes blank lines out of HTML; in preformatted text, they stay as character references. */
function withoutBlankLines(html: string): string {
  const last = Array.from(html.matchAll(/<\/pre\s*>/gi)).at(-1)?.index ?? 0
  let isCode = false
  return html.replace(/<pre\b|<\/pre\s*>|\n(?:[ \t]*\n)+/gi, (found, at: number) => {
    if (found.startsWith('<')) {
      isCode = found[1] !== '/' && at < last
      return found
    }
    return isCode ? `\n${'&#10;'.repeat(found.split('\n').length - 2)}` : '\n'
  })
}
