// Links of a post's source to other posts, and where they stand in it: what is left out of the markdown while such a
// post is not to be seen. The words of a link stay.
import type { Token, Tokens } from 'marked'
import { decodeAttribute } from './character-references.ts'
import { labelEnd, type Place, Source } from './source.ts'
import { type SourceTag, sourceTags } from './source-tags.ts'
import { wayOf } from './target.ts'

/** A link, a definition of one, or what raw HTML says of one. */
export interface SourceLink {
  /** The posts it leads to, by their paths in the workspace; hardly ever more than one. */
  paths: string[]
  /** What makes a link of its words. */
  ranges: SourceRange[]
}

/** UTF-16 offsets. */
export interface SourceRange {
  from: number
  to: number
}

/**
 * @param tokens of `markdown`
 * @param inside the post's path in the workspace
 */
export function sourceLinks(markdown: string, tokens: readonly Token[], inside: string): SourceLink[] {
  const blocks = tokens.filter(({ type }) => type !== 'footnotes')
  if (!blocks.some((token) => namesPost(token, inside))) return []
  const source = new Source(markdown)
  const walk = new Walk(source, inside)
  for (const block of blocks) {
    source.enterBlock(block.raw)
    walk.visit(block)
  }
  return walk.links.map(({ paths, ranges }) => ({
    paths,
    ranges: ranges.map((range) => source.original(range)),
  }))
}

function namesPost(token: Token, inside: string): boolean {
  const isLink = token.type === 'link' || token.type === 'def'
  if (isLink && pathOf(token.href, inside) !== undefined) return true
  if (token.type === 'html') {
    return [...sourceTags(token.raw)].some(({ attributes }) =>
      attributes.some(({ value }) => pathOf(value, inside)),
    )
  }
  return childrenOf(token).some((child) => namesPost(child, inside))
}

/** Of a post, which is a markdown file. */
function pathOf(href: string, inside: string): string | undefined {
  const way = wayOf({ href: decodeAttribute(href), inside })
  return way.to === 'file' && way.path.endsWith('.md') ? way.path : undefined
}

function childrenOf(token: Token): Token[] {
  if (token.type === 'list') return (token as Tokens.List).items
  if (token.type === 'footnote') return (token as Tokens.Generic & { content: Token[] }).content
  if (token.type !== 'table') return (token as Tokens.Generic).tokens ?? []
  const { header, rows } = token as Tokens.Table
  return [header, ...rows].flat().flatMap(({ tokens }) => tokens)
}

/** What text says in an attribute is words, as it is elsewhere. */
const WORDS = new Set([
  'alt',
  'title',
  'abbr',
  'label',
  'summary',
  'placeholder',
  'aria-label',
  'content',
  'value',
])

class Walk {
  readonly links: SourceLink[] = []
  readonly #source: Source
  readonly #inside: string
  /** For each `<a>` that is open, the link it is, if it is one that counts. */
  readonly #open: (SourceLink | undefined)[] = []

  constructor(source: Source, inside: string) {
    this.#source = source
    this.#inside = inside
  }

  visit(token: Token): void {
    if (token.type === 'def') this.#visitDefinition(token as Tokens.Def)
    else if (token.type === 'html') this.#visitHtml(token as Tokens.HTML)
    else this.#visitText(token)
  }

  #visitText(token: Token): void {
    const isLink = token.type === 'link' || token.type === 'image'
    const children = childrenOf(token)
    if (!isLink && children.length === 0) {
      this.#source.pass(token.raw)
      return
    }
    const place = isLink ? this.#source.find(token.raw) : undefined
    if (token.type === 'link') this.#addLink(token as Tokens.Link, place)
    if (place) this.#source.moveTo(place[1]!)
    for (const child of children) this.visit(child)
    if (place) this.#source.moveTo(place[token.raw.length]!)
  }

  #addLink({ href, raw }: Tokens.Link, place: Place | undefined): void {
    const path = pathOf(href, this.#inside)
    if (path === undefined) return
    const end = labelEnd(raw)
    if (!place || end === undefined) this.#addBlock(path)
    else this.#add([path], [rangeAt(place, 0, 1), rangeAt(place, end, raw.length)])
  }

  #visitDefinition({ href, raw }: Tokens.Def): void {
    const path = pathOf(href, this.#inside)
    const text = raw.trim()
    const place = this.#source.pass(text)
    if (path === undefined) return
    if (place) this.#add([path], [this.#source.wholeLines(rangeAt(place, 0, text.length))])
    else this.#addBlock(path)
  }

  #visitHtml({ raw }: Tokens.HTML): void {
    const place = this.#source.pass(raw)
    for (const tag of sourceTags(raw)) {
      if (tag.name === 'a' && tag.closes) this.#closeLink(tag, place)
      else this.#openTag(tag, place)
    }
  }

  #openTag({ name, start, end, attributes }: SourceTag, place: Place | undefined): void {
    const known = attributes.flatMap((attribute) => {
      const path = WORDS.has(attribute.name) ? undefined : pathOf(attribute.value, this.#inside)
      return path === undefined ? [] : [{ ...attribute, path }]
    })
    const isLink = (name === 'a' || name === 'area') && known.some((attribute) => attribute.name === 'href')
    let link: SourceLink | undefined
    if (!place) for (const { path } of known) this.#addBlock(path)
    else if (isLink) {
      const paths = known.map(({ path }) => path)
      link = this.#add(paths, [rangeAt(place, start, end)])
    } else for (const { path, start, end } of known) this.#add([path], [rangeAt(place, start, end)])
    if (name === 'a') this.#open.push(link)
  }

  #closeLink({ start, end }: SourceTag, place: Place | undefined): void {
    const link = this.#open.pop()
    if (link && place) link.ranges.push(rangeAt(place, start, end))
  }

  /** What cannot be found by itself goes with all that it stands in. */
  #addBlock(path: string): void {
    this.#add([path], [this.#source.block])
  }

  #add(paths: string[], ranges: SourceRange[]): SourceLink {
    const link = { paths, ranges }
    this.links.push(link)
    return link
  }
}

function rangeAt(place: Place, from: number, to: number): SourceRange {
  return { from: place[from]!, to: place[to]! }
}
