// Tables of kramdown: without a head, with lines between rows, with several bodies, and with a line shorter than their head.
import { held } from './written.ts'

const ROW = /^ {0,3}\S.*(?<!\\)\||^ {0,3}\|/
const LINE = /^ {0,3}\|?[ \t]*[:+|=-][ \t:+|=-]*$/
/** The beginning of something else, whatever signs are in it. */
const OTHER = /^ {0,3}(?:#{1,6}\s|>|[-+*]\s|\d{1,9}[.)]\s|<|\[[^\]]+\]:)/

/** A tag of a template, whose signs are none. Only the first that begins is looked at: the last sign of the line is behind it, or none is. */
function hasTag(line: string): boolean {
  const at = line.search(/\{[{%]/)
  return at >= 0 && line.includes('|', at + 2)
}

/** The line below a head, and a line that may be a head. */
const RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/
const HEAD = /\S[ \t]*\|/

/**
 * Writes `| --- |` for each cell of a head: GFM makes no table otherwise, while kramdown and goldmark up to 1.5 do.
 * @param text with its code hidden
 */
export function withWholeRules(text: string): string {
  const lines = text.split('\n')
  const whole = lines.map((line, at) => {
    const head = lines[at - 1] ?? ''
    if (
      !RULE.test(line) ||
      !HEAD.test(head) ||
      RULE.test(head) ||
      !(line.includes('|') || head.startsWith('|'))
    )
      return line
    const [wanted, given] = [cellsIn(head).length, cellsIn(line)]
    if (wanted === given.length) return line
    const rule = Array.from({ length: wanted }, (_, index) => given[index] || '---').join(' | ')
    return /^ {0,3}\|/.test(head) ? `| ${rule} |` : rule
  })
  return whole.join('\n')
}

/** Each paragraph is a table that has the sign in all of its lines. @param text with its code hidden */
export function withTables(text: string): string {
  if (!text.includes('|')) return text
  const parts = withWholeRules(text).split(/(\n[ \t]*(?:\n[ \t]*)*\n)/)
  return parts
    .map((part) => {
      const lines = part.replace(/^\n+|\n+$/g, '').split('\n')
      if (OTHER.test(lines.join('\n')) || lines.some(hasTag) || !lines.every((line) => ROW.test(line)))
        return part
      return part.replace(
        /^(\n*)[\s\S]*?(\n*)$/,
        (_, before, after) => before + tableOf(lines).join('\n') + after,
      )
    })
    .join('')
}

function tableOf(rows: readonly string[]): string[] {
  const hasHead = rows.length > 1 && !LINE.test(rows[0]!) && LINE.test(rows[1]!)
  const body = rows.filter((row, index) => (hasHead && index === 1) || !LINE.test(row))
  if (hasHead || body.length === 0) return body
  const cells = body.map(
    (row) =>
      `<tr>\n${cellsIn(row)
        .map((cell) => held('td', cell))
        .join('\n')}\n</tr>`,
  )
  return ['<table>', '<tbody>', ...cells, '</tbody>', '</table>']
}

function cellsIn(row: string): string[] {
  const inner = row.trim().replace(/^\||(?<!\\)\|$/g, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}
