// Names of places in a post, `id` and `name`. In a page, `id="config"` is a global of that name to every script, so
// those of raw HTML get a prefix, as on GitHub, and what refers to them follows. Headings and footnotes keep theirs.
import type { Attributes } from 'sanitize-html'
import { decodeEntities } from '../../../snapshot/text/entities.ts'
import { decoded } from '../../link/url-reference.ts'

export const PREFIX = 'user-content-'

/** Attributes that list ids. */
const LISTS = 'aria-describedby|aria-labelledby|headers'

/** In HTML as sanitize-html writes it, where no text and no value holds a `<` or a `>`. */
const TAG = /<[a-z][^<>]*>/g
const REFERENCE = new RegExp(` (?:(href|cite|longdesc)="#([^"]+)"|(${LISTS})="([^"]*)")`, 'g')

/** Of one post: what markdown has named, and what raw HTML names. */
export class Anchors {
  /** What raw HTML named otherwise than it is now. */
  readonly prefixed = new Set<string>()
  readonly #own: ReadonlySet<string>
  readonly #ids: ReadonlySet<string>

  /** @param own elements that markdown made, each as `ownAnchor` has it */
  constructor(own: ReadonlySet<string> = new Set()) {
    this.#own = own
    this.#ids = new Set([...own].map((anchor) => anchor.slice(anchor.indexOf('#') + 1)))
  }

  /** The attributes of a tag, with the names it may have. */
  name(tag: string, attribs: Attributes): Attributes {
    const { id, name } = attribs
    const named = { ...attribs }
    if (id !== undefined && !this.#own.has(ownAnchor(tag, id))) named.id = this.prefix(id)
    if (name !== undefined) named.name = this.prefix(name)
    return named
  }

  /** `html`, whose tags all have been named, with references that lead where they did. */
  updateReferences(html: string): string {
    for (const id of this.#ids) this.prefixed.delete(id)
    if (this.prefixed.size === 0) return html
    return html.replace(TAG, (tag) =>
      tag.replace(REFERENCE, (_, link?: string, fragment = '', list?: string, ids = '') =>
        link ? ` ${link}="#${this.updated(fragment)}"` : ` ${list}="${this.updatedList(ids)}"`,
      ),
    )
  }

  prefix(name: string): string {
    if (name === '' || name.startsWith(PREFIX)) return name
    this.prefixed.add(name)
    return PREFIX + name
  }

  updatedList(ids: string): string {
    return ids
      .split(/(\s+)/)
      .map((id) => this.updated(id))
      .join('')
  }

  updated(encoded: string): string {
    return updatedFragment(encoded, decodeEntities(encoded), this.prefixed)
  }
}

/** How an element that markdown made is told from one of raw HTML. Headings are alike, whatever their level. */
export function ownAnchor(tag: string, id: string): string {
  return `${/^h[1-6]$/.test(tag) ? 'h' : tag}#${id}`
}

/** What follows the path in a link to a post, `?a#b`, where the post has moved some of its names. */
export function updatedRest(rest: string, moved: ReadonlySet<string>): string {
  const [before = '', fragment] = rest.split(/#(.*)/s)
  return fragment ? `${before}#${updatedFragment(fragment, fragment, moved)}` : rest
}

/** A browser looks for a fragment as it is written, then for what its escapes stand for. */
function updatedFragment(written: string, fragment: string, moved: ReadonlySet<string>): string {
  return moved.has(fragment) || moved.has(decoded(fragment)) ? PREFIX + written : written
}
