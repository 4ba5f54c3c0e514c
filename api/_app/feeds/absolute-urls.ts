// Makes the relative URLs of a post's HTML absolute: a feed reader shows it under another address, and has no `#part` of it.
// Reads what sanitize-html writes: lower-case names, values in double quotes with four characters escaped, and no `<` that begins
// no tag except in scripts and styles. In parts of any length, since a post may have megabytes and other requests are waiting.
import { parsedUrl } from '../../../snapshot/format/address.ts'
import { decodeEntities } from '../../../snapshot/text/entities.ts'

/** A tag. Linear time, also where it is cut off. */
const tagPattern = /<[^">]*(?:"[^"]*"[^">]*)*>/y
/** A value without a scheme: a quote inside a value is escaped. */
const relativePattern =
  /(\s(?:(?:xlink:)?href|src|poster|cite|data|action|formaction)=")(?![a-z][a-z0-9+.-]*:)([^"]*)/gi
const srcsetPattern = /(\ssrcset=")([^"]*)/g

/** The longest tag that is changed, in characters: a longer one most likely contains an image. */
const longestTag = 65_536

export class AbsoluteUrls {
  readonly #base: URL
  /** Text that has come and not been returned: a tag that is cut off. */
  #rest = ''
  /** The script or style that has been opened. */
  #closing: string | undefined

  /** @param base the absolute address of the post */
  constructor(base: string) {
    this.#base = new URL(base)
  }

  /** @returns as much as is complete */
  write(html: string): string {
    return this.#read(this.#rest + html, { isEnd: false })
  }

  end(): string {
    return this.#read(this.#rest, { isEnd: true })
  }

  #read(html: string, { isEnd }: { isEnd: boolean }): string {
    let made = ''
    let at = 0
    for (;;) {
      const open = html.indexOf(this.#closing ?? '<', at)
      // The beginning of what closes a script may have come.
      const text = open === -1 ? html.length - (isEnd ? 0 : (this.#closing?.length ?? 0)) : open
      if (text > at) made += html.slice(at, text)
      at = Math.max(at, text)
      if (open === -1) break
      tagPattern.lastIndex = at
      const [tag] = tagPattern.exec(html) ?? []
      if (tag === undefined) {
        if (!isEnd && html.length - at < longestTag) break
        made += '<'
        at += 1
        continue
      }
      const [, name] = /^<(script|style)[\s>]/.exec(tag) ?? []
      this.#closing = name && `</${name}`
      made += this.#rewritten(tag)
      at += tag.length
    }
    this.#rest = html.slice(at)
    return made
  }

  #rewritten(tag: string): string {
    const isLink = /^<(?:a|area)\s/.test(tag)
    const candidates = (list: string) =>
      list.replace(candidatePattern, (_, url, after) => this.#absolute(url) + after)
    return tag
      .replace(relativePattern, (_, before, value) => before + this.#absolute(value, isLink))
      .replace(srcsetPattern, (_, before, value) => before + candidates(value))
  }

  /** @param isLink whether a `#part` is a place to go to; elsewhere it refers to something drawn, as in SVG */
  #absolute(value: string, isLink = true): string {
    const reference = value.trim()
    if (reference === '' || /^[a-z][a-z0-9+.-]*:/i.test(reference)) return value
    if (reference.startsWith('#') && !isLink) return value
    const url = parsedUrl(decodeEntities(reference), this.#base)
    // All other special characters are percent-encoded.
    return url ? url.href.replaceAll('&', '&amp;') : value
  }
}

/** A candidate of `srcset`: a comma inside a URL has no white space after it. */
const candidatePattern = /([^\s,](?:\S*[^\s,])?)((?:\s[^,]*)?(?:,|$))/g
