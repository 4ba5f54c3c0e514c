// Tables of kramdown: without a head, with lines between rows, with several bodies, and with a line shorter than their head.
import { held } from './written.ts'

const ROW = /^ {0,3}\|.*$/
const LINE = /^ {0,3}\|?[ \t]*[:+|=-][ \t:+|=-]*$/

/** The line below a head, and one such as could be a head. */
const RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
const HEAD = /\S[ \t]*\|/

/**
 * With `| --- |` for each cell of a head: GFM makes no table otherwise, while kramdown and goldmark up to 1.5 do.
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
    return ROW.test(head) ? `| ${rule} |` : rule
  })
  return whole.join('\n')
}

/** @param text with its code hidden */
export function withTables(text: string): string {
  if (!text.includes('|')) return text
  const out: string[] = []
  let rows: string[] = []
  const end = () => {
    out.push(...tableOf(rows))
    rows = []
  }
  for (const line of withWholeRules(text).split('\n')) {
    if (ROW.test(line)) {
      rows.push(line)
      continue
    }
    end()
    out.push(line)
  }
  end()
  return out.join('\n')
}

function tableOf(rows: readonly string[]): string[] {
  if (rows.length === 0) return []
  const hasHead = rows.length > 1 && !LINE.test(rows[0]!) && LINE.test(rows[1]!)
  const body = rows.filter((row, index) => (hasHead && index === 1) || !LINE.test(row))
  if (hasHead || body.length === 0) return body
  const cells = body.map(
    (row) =>
      `<tr>\n${cellsIn(row)
        .map((cell) => held('td', cell))
        .join('\n')}\n</tr>`,
  )
  return ['<table>', '<tbody>', ...cells, '</tbody>', '</table>', '']
}

function cellsIn(row: string): string[] {
  const inner = row.trim().replace(/^\||(?<!\\)\|$/g, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}
