// Ids of headings, which GitHub makes of their texts in the same way.
import GithubSlugger from 'github-slugger'
import type { MarkedExtension } from 'marked'

const REFERENCE = /&(#\d+|#x[0-9a-f]+|\w+);?/gi
const TAG = /<[!/a-z].*?>/gi

/** The ids of one post's headings: each is given once. */
export class HeadingSlugger {
  readonly #slugger = new GithubSlugger()

  /** @param html what the heading contains */
  idOf(html: string): string {
    return this.#slugger.slug(html.replace(REFERENCE, decoded).trim().replace(TAG, ''))
  }
}

/** References by name become nothing, except for that of the colon. */
function decoded(_: string, reference: string): string {
  const name = reference.toLowerCase()
  if (name === 'colon') return ':'
  if (!name.startsWith('#')) return ''
  return String.fromCharCode(
    name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)),
  )
}

/** @param idOf gives the id of a heading that contains this HTML; called in their order */
export function headingIds(idOf: (html: string) => string): MarkedExtension {
  return {
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        return `<h${depth} id="${idOf(html)}">${html}</h${depth}>\n`
      },
    },
  }
}
