// Warns of text that markdown leaves out of the HTML: footnotes that nothing refers to, and cells beyond the columns of a table.
import type { Token, Tokens } from 'marked'
import { excessCells } from '../extract/markdown-links.ts'
import { MarkdownSource, type Offsets } from '../extract/markdown-source.ts'
import { childrenOf } from '../extract/tokens.ts'
import type { LocationAt } from '../problems/location.ts'
import { type Mistake, type Problem, problemAt, quoted, warning } from '../problems/problem.ts'
import { type Definition, nameOf } from './markdown/footnotes.ts'

export function mayHoldUnseenText(markdown: string): boolean {
  return markdown.includes('[^') || markdown.includes('|')
}

/** @param tokens its blocks, in order */
export function unseenText(
  markdown: string,
  tokens: readonly Token[],
  file: string,
  locationAt: LocationAt,
): Problem[] {
  const source = new MarkdownSource(markdown)
  const labels = new Set<string>()
  const problems: Problem[] = []
  const report = (offsets: Offsets | undefined, length: number, mistake: Mistake) => {
    const found = offsets ? { from: offsets.at(0), to: offsets.at(length) } : source.block
    const { from, to } = source.original(found)
    problems.push(problemAt(file, locationAt(from, to - from), mistake))
  }
  const visitNote = (note: Definition) => {
    const name = nameOf(note.label)
    const opening = /^\s*\[\^[^\]]*\]:/.exec(note.raw)![0]
    const offsets = source.skip(opening)
    const mistake = labels.has(name) ? secondNote(note.label) : unusedNote(note.label)
    if (note.number === 0) report(offsets, opening.length, mistake)
    labels.add(name)
  }
  const visitTable = ({ raw, header }: Tokens.Table) => {
    for (const [index, line] of raw.split('\n').entries()) {
      const offsets = source.skip(line)
      const [cell] = index < 2 ? [] : excessCells(line, header.length).filter((text) => text !== '')
      if (cell !== undefined) report(offsets, line.length, excessCell(header.length, cell))
    }
  }
  const visit = (token: Token) => {
    if (token.type === 'table') {
      visitTable(token as Tokens.Table)
      return
    }
    if (token.type === 'footnote') visitNote(token as Definition)
    const children = childrenOf(token)
    if (children.length === 0) source.skip(token.raw)
    for (const child of children) visit(child)
  }
  for (const block of tokens) {
    if (!holdsAny(block)) continue
    source.enterBlock(block.raw)
    visit(block)
  }
  return problems
}

function holdsAny(token: Token): boolean {
  return token.type === 'footnote' || token.type === 'table' || childrenOf(token).some(holdsAny)
}

function unusedNote(label: string): Mistake {
  const message = `Nothing refers to the footnote ${quoted(label)}, so it is not shown.`
  return warning('unseen-text', message, `Write [^${label}] where it belongs, or remove it.`)
}

function secondNote(label: string): Mistake {
  const message = `There is a footnote ${quoted(label)} above, so this one is not shown.`
  return warning('unseen-text', message, 'Give it another label.')
}

function excessCell(columns: number, cell: string): Mistake {
  const message = `The table has ${columns === 1 ? '1 column' : `${columns} columns`}, so ${quoted(cell)} is not shown.`
  const hint = 'Add a column to its first two lines, or write \\| for a bar within a cell.'
  return warning('unseen-text', message, hint)
}
