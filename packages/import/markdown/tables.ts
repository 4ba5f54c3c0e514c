// Tables of kramdown: without a head, with lines between rows, and with several bodies.
import { held } from './written.ts'

const ROW = /^ {0,3}\|.*$/
const LINE = /^ {0,3}\|?[ \t]*[:+|=-][ \t:+|=-]*$/

/** @param text with its code hidden */
export function withTables(text: string): string {
  if (!/^ {0,3}\|/m.test(text)) return text
  const out: string[] = []
  let rows: string[] = []
  const end = () => {
    out.push(...tableOf(rows))
    rows = []
  }
  for (const line of text.split('\n')) {
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
