// The tree of markdown tokens.
import type { Token, Tokens } from 'marked'

/** Tokens within another one, as they are rendered. */
export function childrenOf(token: Token): readonly Token[] {
  if (token.type === 'list') return (token as Tokens.List).items
  if (token.type === 'footnote') return (token as Tokens.Generic & { content: Token[] }).content
  if (token.type !== 'table') return (token as Tokens.Generic).tokens ?? []
  const { header, rows } = token as Tokens.Table
  return [header, ...rows].flatMap((cells) => cells.flatMap(({ tokens }) => tokens))
}
