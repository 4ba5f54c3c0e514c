// Takes code out of a text while the rest of it is changed. What is taken out leaves a mark, and comes back at the end.
import { quoteEnd } from './alerts.ts'

/** Private-use characters around the number of a piece. */
const MARK = /\uE000(\d+)\uE001/g
const FENCE = /^((?:[ \t]*>)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)$/

export class Mask {
  readonly #pieces: string[] = []

  /** Takes a piece out and gives its mark. */
  hide(piece: string): string {
    this.#pieces.push(piece)
    return `\uE000${this.#pieces.length - 1}\uE001`
  }

  /** What is hidden in prose that looks like a template, in a form that is none but shows the same. */
  showTags(prose: string): void {
    for (const [, number] of prose.matchAll(MARK)) {
      const piece = this.#pieces[Number(number)]
      if (piece !== undefined && /^\{[{%#]/.test(piece)) this.#pieces[Number(number)] = withoutTags(piece)
    }
  }

  /** Puts all pieces back, including those within pieces. */
  reveal(text: string): string {
    let revealed = text
    for (let depth = 0; depth < 8 && revealed.includes('\uE000'); depth++) {
      revealed = revealed.replace(MARK, (mark, number) => this.#pieces[Number(number)] ?? mark)
    }
    return revealed
  }

  /** Removes up to `columns` spaces from the lines of hidden pieces in `text`, as from the lines around them. */
  dedent(text: string, columns: number): void {
    const indent = new RegExp(`\n {1,${columns}}`, 'g')
    for (const [, number] of text.matchAll(MARK)) {
      const piece = this.#pieces[Number(number)]
      if (piece !== undefined) this.#pieces[Number(number)] = piece.replace(indent, '\n')
    }
  }

  /**
   * Hides fences, indented code (unless `isFlush`), code spans, comments, and elements whose content is no text.
   * @param change what is to be done to the text before elements are hidden
   */
  hideCode(text: string, isFlush = false, change = (text: string) => text): string {
    const blocks = this.#hideElements(change(this.hideBlocks(text, isFlush)))
    return (isFlush ? this.#hideMath(blocks) : blocks)
      .split(/(\n[ \t]*\n)/)
      .map((paragraph) => this.#hideSpans(paragraph))
      .join('')
  }

  /** Hides fences and indented code. */
  hideBlocks(text: string, isFlush: boolean): string {
    const lines = text.split('\n')
    const kept: string[] = []
    let isList = false
    /** The length from which on no fence of a kind is closed below. */
    const unclosed = new Map<string, number>()
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index]!
      const fence = fenceIn(line)
      const run = fence?.[2] ?? ''
      const isOpen = run !== '' && run.length < (unclosed.get(run.charAt(0)) ?? Infinity)
      const end = isOpen ? closeOf(lines, index, run) : undefined
      if (isOpen && end === undefined) unclosed.set(run.charAt(0), run.length)
      if (fence && end !== undefined) {
        const [, indent = ''] = fence
        const block = withMargin(lines.slice(index, end + 1), indent).join('\n')
        kept.push(indent + this.hide(block.slice(indent.length)))
        index = end
        continue
      }
      if (/^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line)) isList = true
      else if (/^\S/.test(line)) isList = false
      const isCode = !isFlush && !isList && /^(?: {4}|\t)/.test(line) && (kept.at(-1) ?? '').trim() === ''
      if (!isCode || line.trim() === '') {
        kept.push(line)
        continue
      }
      let last = index
      for (let next = index; next < lines.length && /^(?: {4}|\t|\s*$)/.test(lines[next]!); next++) {
        if (lines[next]!.trim() !== '') last = next
      }
      kept.push(this.hide(lines.slice(index, last + 1).join('\n')))
      index = last
    }
    return kept.join('\n')
  }

  /** In one pass: an end that is missing once is not looked for again. */
  #hideElements(text: string): string {
    const missing = new Set<string>()
    const start = /<!--|<(pre|script|style|textarea|code)\b[^<>]*>/gi
    let [result, from] = ['', 0]
    for (let match = start.exec(text); match; match = start.exec(text)) {
      const name = match[1]?.toLowerCase()
      const end = name === undefined ? '-->' : `</${name}>`
      if (missing.has(end)) continue
      const found = new RegExp(name === undefined ? end : `</${name}\\s*>`, 'gi')
      found.lastIndex = start.lastIndex
      if (!found.test(text)) {
        missing.add(end)
        continue
      }
      // Other elements in code are markup of its words.
      if (name === 'code' && text.slice(start.lastIndex, found.lastIndex - end.length).includes('<')) continue
      const source = text.slice(match.index, found.lastIndex)
      result += text.slice(from, match.index)
      result += this.hide(
        /^(?:pre|code)$/.test(name ?? '') ? source.replace(/\{(?=[{%])/g, '&#123;') : source,
      )
      from = found.lastIndex
      start.lastIndex = from
    }
    return result + text.slice(from)
  }

  /** Formulas have braces of their own. */
  #hideMath(text: string): string {
    return text.replace(
      /\$\$[\s\S]{1,5000}?\$\$|(?<![\w$\\])\$(?=[^$\n]*[{\\^_])[^\s$][^$\n]{0,500}\$(?!\d)/g,
      (formula) => this.hide(formula),
    )
  }

  #hideSpans(paragraph: string): string {
    if (!paragraph.includes('`')) return paragraph
    const runs = [...paragraph.matchAll(/(?<!\\)`+/g)].map(({ 0: run, index }) => ({
      length: run.length,
      index,
    }))
    const next = new Map<number, number>()
    const partner = runs.map(() => -1)
    for (let at = runs.length - 1; at >= 0; at--) {
      partner[at] = next.get(runs[at]!.length) ?? -1
      next.set(runs[at]!.length, at)
    }
    let [result, from] = ['', 0]
    for (let at = 0; at < runs.length; at++) {
      const close = partner[at]!
      if (close < 0) continue
      const end = runs[close]!.index + runs[close]!.length
      result += paragraph.slice(from, runs[at]!.index) + this.hide(paragraph.slice(runs[at]!.index, end))
      from = end
      at = close
    }
    return result + paragraph.slice(from)
  }
}

/** An opening line of a fence; between backticks its first line has none. */
function fenceIn(line: string): RegExpExecArray | undefined {
  const fence = FENCE.exec(line)
  return fence && !(fence[2]!.startsWith('`') && fence[3]!.includes('`')) ? fence : undefined
}

function withoutTags(piece: string): string {
  return piece.replace(/\{(?=[{%#])/g, '&#123;').replaceAll('<', '&lt;')
}

/** In a list, a line of code that is further left would end the list, and the fence with it. */
function withMargin(block: string[], indent: string): string[] {
  const [open = '', ...rest] = block
  if (indent === '' || /[>\t]/.test(indent)) return block
  const margin = ' '.repeat(indent.length)
  const code = rest.slice(0, -1)
  const isLeft = (line: string) => !line.startsWith(margin) && line.trim() !== ''
  const moved = code.some(isLeft) ? code.map((line) => (line.trim() === '' ? line : margin + line)) : code
  const close = rest.slice(-1).map((line) => (isLeft(line) ? margin + line.trimStart() : line))
  return [open, ...moved, ...close]
}

/** The line above `last` that closes a fence. */
function closeOf(
  lines: readonly string[],
  open: number,
  fence: string,
  last = lines.length,
): number | undefined {
  const close = new RegExp(`^[ \\t>]*${fence[0] === '`' ? '`' : '~'}{${fence.length},}[ \\t]*$`)
  for (let index = open + 1; index < last; index++) if (close.test(lines[index]!)) return index
  return undefined
}

/** Adds the ends of fences that are not closed, which most programs accept at the end of a text or a note. */
export function withClosedFences(text: string): string {
  const lines = text.split('\n')
  const closed: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!
    closed.push(line)
    const [, indent = '', fence] = fenceIn(line) ?? []
    if (!fence || /^(?: {4}|\t)/.test(indent)) continue
    const last = quoteEnd(lines, index + 1) ?? lines.length
    const end = closeOf(lines, index, fence, last)
    for (index++; index <= (end ?? last - 1); index++) closed.push(lines[index]!)
    index--
    if (end !== undefined) continue
    while (closed.at(-1)!.trim() === '') closed.pop()
    closed.push(/^[ \t]*(?:>[ \t]*)*/.exec(line)![0] + fence, '')
  }
  return closed.join('\n')
}

/**
 * A fence that is longer than any in the code.
 * @param margin what stands before its first line, for lines that have less
 */
export function fenced(written: string, info = '', margin = ''): string {
  const lines = written
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .split('\n')
  const code = lines
    .map((line) => (line.startsWith(margin) || line.trim() === '' ? line : margin + line))
    .join('\n')
  const runs = code.matchAll(/^[ \t]*(`{3,})/gm)
  const longest = [...runs].reduce((most, [, run]) => Math.max(most, run!.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${info}\n${code}\n${margin}${fence}`
}
