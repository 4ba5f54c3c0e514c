// Lists of definitions, as goldmark (Hugo) and kramdown (Jekyll) have them: a term, and below it what it is, behind a colon.
import { ALERT, ALERT_END } from './marks.ts'
import { held } from './written.ts'

const DEFINITION = /^( {0,3}:[ \t]+)(?=\S)/
/** A line that is no term: something else begins there. */
const OTHER = new RegExp(
  `^(?:[${ALERT}${ALERT_END}]|\\s|#{1,6}\\s|>|[-+*]\\s|\\d{1,9}[.)]\\s|\\||<|\\{[:%{]|:{2,}|-{3,}\\s*$|\\*\\[|\\[[^\\]]+\\]:)`,
)

/** The mask where code is hidden, from whose lines columns can be taken. */
interface HiddenCode {
  dedent: (text: string, columns: number) => unknown
}

/** @param text with its code hidden */
export function withDefinitions(text: string, hidden: HiddenCode): string {
  if (!/^ {0,3}:[ \t]+\S/m.test(text)) return text
  const lines = text.split('\n')
  const out: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const list = (lines[index - 1] ?? '').trim() === '' ? listAt(lines, index, hidden) : undefined
    if (!list) {
      out.push(lines[index]!)
      continue
    }
    out.push('<dl>', ...list.parts, '</dl>', '')
    index = list.end - 1
  }
  return out.join('\n')
}

/** The list that begins with the term in a line, and the line behind it. */
function listAt(
  lines: readonly string[],
  start: number,
  hidden: HiddenCode,
): { parts: string[]; end: number } | undefined {
  const parts: string[] = []
  let [at, end] = [start, start]
  for (;;) {
    let first = at
    while (first < lines.length && isTerm(lines[first]!)) first++
    const terms = lines.slice(at, first)
    const blank = lines[first]?.trim() === '' ? 1 : 0
    if (terms.length === 0 || !DEFINITION.test(lines[first + blank] ?? '')) break
    parts.push(...terms.map((term) => held('dt', term.trim())))
    at = first
    for (;;) {
      const next = lines[at]?.trim() === '' ? at + 1 : at
      const definition = definitionAt(lines, next, hidden)
      if (!definition) break
      parts.push(held('dd', definition.text))
      at = definition.end
    }
    end = at
    while (lines[at]?.trim() === '') at++
  }
  return parts.length > 0 ? { parts, end } : undefined
}

function isTerm(line: string): boolean {
  return line.trim() !== '' && !OTHER.test(line) && !DEFINITION.test(line)
}

/** Reads what is behind a colon, with the lines that are indented below it. */
function definitionAt(
  lines: readonly string[],
  start: number,
  hidden: HiddenCode,
): { text: string; end: number } | undefined {
  const [mark] = DEFINITION.exec(lines[start] ?? '') ?? []
  if (mark === undefined) return undefined
  const own = [lines[start]!.slice(mark.length)]
  const columns = Math.max(4, mark.length)
  const indent = new RegExp(`^(?:\\t| {1,${columns}})`)
  hidden.dedent(own[0]!, columns)
  let end = start + 1
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at]!
    if (line.trim() === '') continue
    const isBelow = at === end
    if (DEFINITION.test(line) || (!isBelow && !/^(?: {2}|\t)/.test(line))) break
    hidden.dedent(line, columns)
    own.push(...lines.slice(end, at).map(() => ''), line.replace(indent, ''))
    end = at + 1
  }
  return { text: own.join('\n').trim(), end }
}
