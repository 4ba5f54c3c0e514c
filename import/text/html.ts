// HTML of other programs as markdown.

import { joined, unitsOf } from '../html/blocks.ts'
import { prover } from '../html/prove.ts'
import { read, withNotes } from '../html/read.ts'
import type { HtmlNode } from '../html/tree.ts'
import { replaceBetween } from './between.ts'

type ToMarkdown = (html: string) => string

/** Loads what renders a workspace: only imports of HTML wait for it. */
export async function htmlConverter(): Promise<ToMarkdown> {
  const prove = prover()
  const markdownOf = (nodes: readonly HtmlNode[]) => {
    const parts: string[] = []
    let units = unitsOf(nodes)
    // A block that is markdown already is what its author wrote.
    for (let at = given(units); units.length > 0; at = given(units)) {
      parts.push(prove(units.slice(0, at)), joined(units.slice(at, at + 1), { isPlain: false }))
      units = units.slice(at + 1)
    }
    return parts.filter(Boolean).join('\n\n')
  }
  return (html) => {
    const tree = read(html)
    // HTML that was not read stays HTML.
    if (!tree) return onOneLine(html)
    const text = markdownOf(tree.nodes)
    const below = tree.notes.map(
      ({ label, content }) => `[^${label}]: ${markdownOf(content).replace(/\n(?=.)/g, '\n    ')}`,
    )
    return withNotes([text, ...below].join('\n\n'))
  }
}

/** Finds the next block that was written in markdown; the number of units if there is none. */
function given(units: ReturnType<typeof unitsOf>): number {
  const at = units.findIndex(({ block }) => block.name === 'galley-markdown')
  return at < 0 ? units.length : at
}

/** A blank line would end HTML in markdown. */
function onOneLine(html: string): string {
  const end = () => '</pre>'
  const coded = replaceBetween(html, /<pre\b/gi, end, (_inner, _match, code) =>
    code.replaceAll('\n', '&#10;'),
  )
  return coded.replace(/(?<![ \t])[ \t]*\n\s*/g, ' ')
}
