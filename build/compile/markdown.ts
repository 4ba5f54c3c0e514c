// GitHub-flavoured markdown to HTML. The HTML is not safe yet: see html/sanitise.ts.
import { Marked, type Token, Tokenizer, type Tokens, type TokensList } from 'marked'
import { lazyPattern } from '../../packages/search/basics/lazy.ts'
import { lineStarts } from '../problems/location.ts'
import { ownAnchor } from './html/anchors.ts'
import { alerts } from './markdown/alerts.ts'
import { cjkEmphasis, hasCjk } from './markdown/cjk-emphasis.ts'
import { fences, openFenceIn } from './markdown/fences.ts'
import { anchorsOf, footnotes, type Section } from './markdown/footnotes.ts'
import { HeadingSlugger, headingIds } from './markdown/heading-ids.ts'
import { math } from './markdown/math.ts'

export interface Rendered {
  html: string
  /** The line, from 0, of a code fence that is not closed and so contains the rest of the text. */
  openFence: number | undefined
  /** The elements to which markdown gave an id: see html/anchors.ts. */
  anchors: ReadonlySet<string>
  /** The slugger has given headings their ids, and can give more. */
  slugger: HeadingSlugger
  /** The source's blocks, in order. */
  tokens: readonly Token[]
  /** The definitions of reference links. */
  definitions: TokensList['links']
}

export type Render = (markdown: string) => Rendered

/**
 * Makes a function that renders one text after another.
 * @param options whether formulas between dollar signs keep their source
 */
export function markdownRenderer(options: { math: boolean } = { math: false }): Render {
  const renderers = new Map<string, Render>()
  return (markdown) => {
    const has = { ...options, notes: markdown.includes('[^'), cjk: hasCjk(markdown) }
    const key = JSON.stringify(has)
    const render = renderers.get(key) ?? newRenderer(has)
    renderers.set(key, render)
    return render(markdown)
  }
}

/** The syntax that a text may have, and that most texts have not. */
interface Extensions {
  math: boolean
  notes: boolean
  cjk: boolean
}

function newRenderer(has: Extensions): Render {
  const notes = has.notes ? footnotes() : undefined
  let fenceLines: number | undefined
  let section: Section | undefined
  let blocks: readonly Token[] = []
  let definitions: TokensList['links'] = {}
  let slugger = new HeadingSlugger()
  let anchors = new Set<string>()
  const marked = new Marked(
    { gfm: true },
    ...(notes ? [notes.extension] : []),
    ...(has.math ? [math()] : []),
    ...(has.cjk ? [cjkEmphasis()] : []),
    fences(),
    alerts(),
    headingIds((html) => {
      const id = slugger.idOf(html)
      anchors.add(ownAnchor('h1', id))
      return id
    }),
    {
      tokenizer: { url: bareAddress },
      hooks: {
        preprocess(markdown) {
          notes?.begin()
          return markdown
        },
        processAllTokens(tokens) {
          fenceLines = openFenceIn(tokens)
          section = notes?.sectionOf(tokens)
          blocks = [...tokens]
          definitions = (tokens as TokensList).links
          return section ? [...tokens, section] : tokens
        },
      },
    },
  )
  return (markdown) => {
    slugger = new HeadingSlugger()
    anchors = new Set()
    const html = marked.parse(markdown, { async: false })
    const openFence = fenceLines === undefined ? undefined : lineStarts(markdown).length - 1 - fenceLines
    for (const anchor of anchorsOf(section)) anchors.add(anchor)
    return { html, openFence, anchors, slugger, tokens: blocks, definitions }
  }
}

const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]*[A-Za-z0-9])+/

/** A host may begin with a letter, a digit or a sign of any script, as in cmark-gfm. marked takes ASCII there, and anything behind it. */
const otherHost = lazyPattern('^((?:https?|ftp)://|www\\.)(?!\\p{ASCII})[\\p{L}\\p{N}\\p{S}][^\\s<]*', 'iu')

/** Keeps react@18.3.1 from becoming an address: on GitHub, one ends in a letter. `false` leaves the text to marked. */
function bareAddress(this: Tokenizer, src: string): Tokens.Link | false {
  const [whole, start = ''] = otherHost().exec(src) ?? []
  if (whole !== undefined) {
    const link = Tokenizer.prototype.url.call(this, whole.replace(start, '$&x'))!
    const raw = whole.slice(0, link.raw.length - 1)
    const href = link.href.replace(`${start}x`, start)
    return { ...link, raw, text: raw, href, tokens: [{ type: 'text', raw, text: raw }] }
  }
  const address = EMAIL.exec(src)?.[0]
  if (address === undefined || /[A-Za-z]$/.test(address)) return false
  const text: Tokens.Text = { type: 'text', raw: address, text: address }
  // The lexer takes any token.
  return text as Token as Tokens.Link
}
