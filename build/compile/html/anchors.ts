// The ids and names of elements in a post. In a page, `id="config"` defines a global of that name for every script, so
// names in raw HTML get a prefix, as on GitHub, and references to them are updated. Headings and footnotes keep their names.
import type { Attributes } from 'sanitize-html'
import { decoded } from '../../../snapshot/format/address.ts'
import { decodeEntities } from '../../../snapshot/text/entities.ts'
import { PREFIX } from '../../extract/attributes.ts'

/** Attributes that list ids. */
const LISTS = 'aria-describedby|aria-labelledby|headers'

/** A start tag in HTML as sanitize-html writes it, where text and attribute values contain no `<` or `>`. */
const TAG = /<[a-z][^<>]*>/g
const REFERENCE = new RegExp(` (?:(href|cite|longdesc)="#([^"]+)"|(${LISTS})="([^"]*)")`, 'g')

/** The anchors of one post: those that markdown made, and those of raw HTML. */
export class Anchors {
  /** Names in raw HTML that got a prefix, without it. */
  readonly prefixed = new Set<string>()
  readonly #own: ReadonlySet<string>
  readonly #ids: ReadonlySet<string>

  /** @param own the elements that markdown made, each as `ownAnchor` writes it */
  constructor(own: ReadonlySet<string> = new Set()) {
    this.#own = own
    this.#ids = new Set([...own].map((anchor) => anchor.slice(anchor.indexOf('#') + 1)))
  }

  /** Tells whether an element keeps its id because markdown made it. */
  isOwn(tag: string, id: string): boolean {
    return this.#own.has(ownAnchor(tag, id))
  }

  /** Tells whether an element that markdown made has this id. */
  hasOwn(id: string): boolean {
    return this.#ids.has(id)
  }

  /** The attributes of a tag, with prefixed names where necessary. */
  name(tag: string, attribs: Attributes): Attributes {
    const { id, name } = attribs
    const named = { ...attribs }
    if (id !== undefined && !this.isOwn(tag, id)) named.id = this.#prefix(id)
    if (name !== undefined) named.name = this.#prefix(name)
    return named
  }

  /** Returns `html` with updated references, after `name` was called for all of its tags. */
  updateReferences(html: string): string {
    for (const id of this.#ids) this.prefixed.delete(id)
    if (this.prefixed.size === 0) return html
    const updated = (encoded: string) => updatedFragment(encoded, decodeEntities(encoded), this.prefixed)
    return html.replace(TAG, (tag) =>
      tag.replace(REFERENCE, (_, link?: string, fragment = '', list?: string, ids = '') =>
        link ? ` ${link}="#${updated(fragment)}"` : ` ${list}="${ids.split(/(\s+)/).map(updated).join('')}"`,
      ),
    )
  }

  #prefix(name: string): string {
    if (name === '' || name.startsWith(PREFIX)) return name
    this.prefixed.add(name)
    return PREFIX + name
  }
}

/** Returns HTML in which some ids have a prefix, and what refers to them. */
export function withPrefix(html: string, ids: ReadonlySet<string>, prefix: string): string {
  if (ids.size === 0) return html
  const named = (encoded: string) => {
    const id = decodeEntities(encoded)
    return ids.has(id) || ids.has(decoded(id)) ? prefix + encoded : encoded
  }
  return html.replace(TAG, (tag) =>
    tag
      .replace(/ (id|name)="([^"]*)"/g, (_, key, id) => ` ${key}="${named(id)}"`)
      .replace(REFERENCE, (_, link?: string, fragment = '', list?: string, all = '') =>
        link ? ` ${link}="#${named(fragment)}"` : ` ${list}="${all.split(/(\s+)/).map(named).join('')}"`,
      ),
  )
}

/** Identifies an element that markdown made, as opposed to one in raw HTML. Headings of all levels are alike. */
export function ownAnchor(tag: string, id: string): string {
  return `${/^h[1-6]$/.test(tag) ? 'h' : tag}#${id}`
}

/** Updates what follows the path in a link to a post, `?a#b`, if its fragment is one of the post's prefixed names. */
export function updatedRest(rest: string, moved: ReadonlySet<string>): string {
  const [before = '', fragment] = rest.split(/#(.*)/s)
  return fragment ? `${before}#${updatedFragment(fragment, fragment, moved)}` : rest
}

/** Adds the prefix if a fragment moved: browsers look for a fragment as written first, then percent-decoded. */
function updatedFragment(written: string, fragment: string, moved: ReadonlySet<string>): string {
  return moved.has(fragment) || moved.has(decoded(fragment)) ? PREFIX + written : written
}
