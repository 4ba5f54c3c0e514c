// Collects what safe HTML leaves out of a post's HTML: elements, attributes and URLs, once for each element.
import type { Attributes } from 'sanitize-html'
import { DECIDED_FOR_FRAMES } from './embeds.ts'

export interface Loss {
  /** The name in lower case. */
  tag: string
  /** The attributes that are left out, in lower case; none if the element itself is. */
  attributes: string[]
  /** The value of the first of them where it is first left out; else the URL that the element shows, if it has one. */
  value: string | undefined
}

const EXCLUDABLE = new Set(['iframe', 'video', 'audio'])

interface Attributed {
  tag: string
  written: Attributes
  kept: Attributes
}

export class Losses {
  readonly #elements = new Map<string, Loss>()
  readonly #kept: Attributed[] = []
  readonly #excluded = new Set<Attributes>()
  /** The URLs that elements that are left out would have shown. */
  readonly urls = new Set<string>()

  /** Records an element that is left out. */
  element(tag: string, { src, data }: Attributes): void {
    for (const url of [src, data]) if (url !== undefined) this.urls.add(url)
    if (!this.#elements.has(tag)) this.#elements.set(tag, { tag, attributes: [], value: src })
  }

  /** Records an element that stays, unless it is excluded. `kept` may lose attributes until `all` is called. */
  attributes(tag: string, written: Attributes, kept: Attributes): void {
    if (EXCLUDABLE.has(tag) || Object.keys(written).length > 0) this.#kept.push({ tag, written, kept })
  }

  /** Records that an element is left out after all. */
  excluded(kept: Attributes): void {
    this.#excluded.add(kept)
  }

  all(): Loss[] {
    for (const { tag, written, kept } of this.#kept) if (this.#excluded.has(kept)) this.element(tag, written)
    const found = new Map<string, Loss>()
    for (const { tag, written, kept } of this.#kept) {
      if (this.#excluded.has(kept) || this.#isPartOfLost(tag)) continue
      for (const name in written) {
        if (Object.hasOwn(kept, name) || !isReported(tag, name, written[name]!)) continue
        const loss = found.get(tag)
        if (!loss) found.set(tag, { tag, attributes: [name], value: written[name] })
        else if (!loss.attributes.includes(name)) loss.attributes.push(name)
      }
    }
    return [...this.#withoutContents(), ...found.values()]
  }

  #isPartOfLost(tag: string): boolean {
    const isPart = tag === 'source' || tag === 'track'
    return isPart && (this.#elements.has('video') || this.#elements.has('audio'))
  }

  /** Lists the elements that are left out, without the contents of a drawing or a formula, which go with it. */
  #withoutContents(): Loss[] {
    const all = [...this.#elements.values()]
    if (!this.#elements.has('svg') && !this.#elements.has('math')) return all
    return all.filter(({ tag }) => LEFT_OUT.has(tag))
  }
}

function isReported(tag: string, attribute: string, value: string): boolean {
  if (value === '' && attribute !== 'hidden') return false
  if (!/^[a-z][a-z0-9:-]*$/.test(attribute)) return false
  return !(tag === 'iframe' && DECIDED_FOR_FRAMES.has(attribute))
}

/** Elements of HTML that safe HTML leaves out. */
export const LEFT_OUT = new Set(
  `acronym address applet area article aside audio base basefont bdi big blink body button canvas center data datalist dialog
  dir embed fieldset font footer form frame frameset head header hgroup html iframe label legend link main map marquee menu
  meta meter nav nobr noembed noframes noscript object optgroup option output param plaintext progress rb rtc script search
  select slot style svg math template textarea title track video xmp`.split(/\s+/),
)
