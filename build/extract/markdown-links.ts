// Finds links to other posts in a post's source, with their offsets: they are left out of the markdown while the other
// post is not visible. The text of a link stays.
import { Lexer, type Token, type Tokens, type TokensList } from 'marked'
import { meaningOf, pathsNamedBy } from './attributes.ts'
import { decodeAttribute } from './character-references.ts'
import { labelEnd, MarkdownSource, type Offsets } from './markdown-source.ts'
import type { Range } from './range.ts'
import { type SourceTag, sourceTags } from './raw-tags.ts'
import { childrenOf } from './tokens.ts'
import { postPathOf } from './url-reference.ts'

/** A link, a definition of one, or a reference in raw HTML. */
export interface MarkdownLink {
  /** The paths in the workspace of the posts it refers to; hardly ever more than one. */
  paths: string[]
  /** The markup around the text of the link. */
  ranges: Range[]
}

/** The tokens of a source. */
export interface Tokenised {
  tokens: readonly Token[]
  /** The definitions of reference links. */
  definitions: TokensList['links']
}

/** @param relativePath of the post */
export function markdownLinks(
  markdown: string,
  { tokens, definitions }: Tokenised,
  relativePath: string,
): MarkdownLink[] {
  const source = new MarkdownSource(markdown)
  const links: MarkdownLink[] = []
  const within = childrenWith(definitions)
  const find = linkFinder(links, source, within, relativePath)
  for (const block of tokens) {
    source.enterBlock(block.raw)
    if (mayNamePost(block, within, relativePath)) find(block)
  }
  return links.map(({ paths, ranges }) => ({
    paths,
    ranges: ranges.map((range) => source.original(range)),
  }))
}

/** @param href from a markdown token, with character references */
function pathOf(href: string, relativePath: string): string | undefined {
  return postPathOf(decodeAttribute(href), relativePath)
}

/** Gives the tokens within another one, rendered or not. */
type ChildrenOf = (token: Token) => readonly Token[]

/** @param definitions for links in cells beyond the columns of the header, which HTML drops */
function childrenWith(definitions: TokensList['links']): ChildrenOf {
  const lexer = new Lexer({ gfm: true })
  lexer.tokens.links = definitions
  return (token) => {
    if (token.type !== 'table') return childrenOf(token)
    const { header, rows, raw } = token as Tokens.Table
    const lines = raw.split('\n').slice(2)
    return [
      ...header.flatMap(({ tokens }) => tokens),
      ...rows.flatMap((row, index) => [
        ...row.flatMap(({ tokens }) => tokens),
        ...excessCells(lines[index] ?? '', header.length).flatMap((cell) => lexer.inlineTokens(cell)),
      ]),
    ]
  }
}

/** The cells of a row that HTML drops. Splits it as marked does. */
export function excessCells(row: string, columns: number): string[] {
  const [first = '', ...others] = [...row.matchAll(/((?:\\.?|[^\\|])*)(?:\||$)/gs)].map(
    ([, cell = '']) => cell,
  )
  const cells = first.trim() === '' ? others : [first, ...others]
  return cells.slice(columns).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** Tells whether a block has a link to a post, or HTML: most blocks have neither, and nothing in them is located. */
function mayNamePost(token: Token, within: ChildrenOf, relativePath: string): boolean {
  if (token.type === 'html') return true
  const isLink = token.type === 'link' || token.type === 'def'
  if (isLink && pathOf(token.href, relativePath) !== undefined) return true
  return within(token).some((child) => mayNamePost(child, within, relativePath))
}

/** Makes the function that finds the links of one block after another, and adds them to `links`. */
function linkFinder(
  links: MarkdownLink[],
  source: MarkdownSource,
  within: ChildrenOf,
  relativePath: string,
): (block: Token) => void {
  /** The link of each open `<a>` if it refers to a post; in comments and elsewhere. */
  const commented: (MarkdownLink | undefined)[] = []
  const open: (MarkdownLink | undefined)[] = []

  const add = (paths: string[], ranges: Range[]): MarkdownLink => {
    const link = { paths, ranges }
    links.push(link)
    return link
  }
  /** A link that cannot be located by itself is left out with the whole block that it is in. */
  const addBlock = (paths: string[]) => add(paths, [source.block])

  const addLink = ({ href, raw }: Tokens.Link, offsets: Offsets | undefined): void => {
    const path = pathOf(href, relativePath)
    if (path === undefined) return
    const end = labelEnd(raw)
    if (!offsets || end === undefined) addBlock([path])
    else add([path], [rangeAt(offsets, 0, 1), rangeAt(offsets, end, raw.length)])
  }
  const visitDefinition = ({ href, raw }: Tokens.Def): void => {
    const path = pathOf(href, relativePath)
    const text = raw.trim()
    const offsets = source.skip(text)
    if (path === undefined) return
    if (offsets) add([path], [source.wholeLines(rangeAt(offsets, 0, text.length))])
    else addBlock([path])
  }
  /** End tags may have attributes, too, which browsers ignore. */
  const visitTag = (tag: SourceTag, offsets: Offsets | undefined): void => {
    const { name, closes, start, end } = tag
    const known = tag.attributes.map((attribute) => {
      const meaning = meaningOf(name, attribute.name)
      return { ...attribute, meaning, paths: pathsNamedBy(meaning, attribute, relativePath) }
    })
    const href = closes ? undefined : known.find(({ meaning }) => meaning === 'link')
    const isLink = offsets && href && href.paths.length > 0
    const link = isLink ? add(href.paths, [rangeAt(offsets, start, end)]) : undefined
    for (const attribute of known) {
      if (attribute.paths.length === 0 || (link && attribute === href)) continue
      if (offsets) add(attribute.paths, [rangeAt(offsets, attribute.start, attribute.end)])
      else addBlock(attribute.paths)
    }
    if (name !== 'a') return
    const around = tag.inComment ? commented : open
    if (!closes) around.push(link)
    else if (offsets) around.pop()?.ranges.push(rangeAt(offsets, start, end))
  }
  const visitText = (token: Token): void => {
    const isLink = token.type === 'link' || token.type === 'image'
    const children = within(token)
    if (!isLink && children.length === 0) {
      source.skip(token.raw)
      return
    }
    const offsets = isLink ? source.find(token.raw) : undefined
    if (token.type === 'link') addLink(token as Tokens.Link, offsets)
    if (offsets) source.moveTo(offsets.at(1))
    for (const child of children) visit(child)
    if (offsets) source.moveTo(offsets.at(token.raw.length))
  }
  const visit = (token: Token): void => {
    if (token.type === 'def') visitDefinition(token as Tokens.Def)
    else if (token.type === 'html') {
      const offsets = source.skip(token.raw)
      for (const tag of sourceTags(token.raw)) visitTag(tag, offsets)
    } else visitText(token)
  }
  return visit
}

function rangeAt(offsets: Offsets, from: number, to: number): Range {
  return { from: offsets.at(from), to: offsets.at(to) }
}
