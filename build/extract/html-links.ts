// Finds links in our rendered HTML, and everything else in it that refers to files of the workspace or to pages of its
// site, with offsets: once the targets are known, the URLs are replaced or the links removed.
import { decodeEntities } from '../../snapshot/text/entities.ts'
import type { FilePaths } from '../parse/file.ts'
import type { Location } from '../problems/location.ts'
import { filesNamedBy, hasUrls, mayNameFile, meaningOf } from './attributes.ts'
import { type FileName, fileNamesIn } from './file-names.ts'
import type { Range } from './range.ts'
import { candidatesOf } from './srcset.ts'
import { isOnSite, postPathOf, type UrlReference, urlTarget } from './url-reference.ts'

export interface HtmlLink {
  reference: UrlReference
  /** The URL to replace; undefined if it stays as written. */
  address: Range | undefined
  /** The markup that is left out while its target is not visible. The text of a link stays. */
  markup: Range[]
  /** The picture, for the `src` of an `<img>`. */
  picture: Picture | undefined
}

/** An `<img>`: where attributes from its file are inserted, and which of them the author did not write. */
export interface Picture {
  at: number
  /** The width as written; missing if the author did not write it. */
  width: string | undefined
  height: string | undefined
  loading: boolean
  /** `sized`: its author says how wide it is shown. `fitting`: its widths are left to us. */
  sized: boolean
  fitting: boolean
}

/** Elements whose content is text rather than markup, and those of them whose text is never displayed. */
const RAW_TEXT = 'script|style|noembed|noframes|textarea|title|xmp'
const NEVER_DISPLAYED = /^(?:script|style|noembed|noframes)$/

/** Tags as sanitize-html writes them, in lower case: raw text; tags with attributes; bare `<a>` and `<picture>`, and their ends. */
const TAG = new RegExp(
  `<(${RAW_TEXT})\\b([^>]*)>([\\s\\S]*?)</\\1\\s*>` +
    '|<([a-zA-Z][^\\s<>/=]*)((?:\\s+[^\\s<>/=]+(?:="[^"]*")?)+)(\\s*/?>)' +
    '|<(a|picture)>|</(a|picture)>',
  'g',
)
const ATTRIBUTE = /\s+([^\s<>/=]+)(?:="([^"]*)")?/g

/** Behind so many links, images stay as they are: each would become several addresses. */
const MAX_BEFORE_FITTING = 10_000

/**
 * @param find gives the location of a URL in the file: see url-locations.ts; called in the order of the HTML
 * @param site the origin of the site: absolute links to it are found as well
 */
export function htmlLinks(
  html: string,
  file: FilePaths,
  find: (written: string) => Location,
  site?: string,
): HtmlLink[] {
  const reader = new LinkReader({ ...file, find, site })
  for (const found of html.matchAll(TAG)) reader.read(found)
  return reader.links
}

class LinkReader {
  readonly links: HtmlLink[] = []
  readonly #reading: HtmlReading
  /** The link that the end tag of each open `<a>` belongs to, if any. */
  readonly #open: HtmlLink[][] = []
  #pictures = 0

  constructor(reading: HtmlReading) {
    this.#reading = reading
  }

  read(found: RegExpExecArray): void {
    const [written, raw, rawAttributes = '', text = '', tag, attributes = '', end = '', bare, ended] = found
    const from = found.index
    const to = from + written.length
    if (raw !== undefined) this.#readRaw(raw, rawAttributes, text, from)
    else if (tag !== undefined) this.#readTag({ tag, from, to, end, written: attributes })
    else if (bare === 'a') this.#open.push([])
    else if (bare ?? ended === 'picture') this.#pictures = Math.max(0, this.#pictures + (bare ? 1 : -1))
    else for (const link of this.#open.pop() ?? []) link.markup.push({ from, to })
  }

  #readRaw(tag: string, written: string, text: string, from: number): void {
    const start = from + tag.length + written.length + 2
    this.links.push(...linksOf(this.#reading, { tag, from, to: start, end: '>', written }))
    // Names in a script or a style are removed by themselves: its text is never displayed.
    const files = NEVER_DISPLAYED.test(tag) ? [...fileNamesIn(text, this.#reading.relativePath)] : []
    const markupOf = ({ from, to }: Range) => ({ from: start + from, to: start + to })
    this.links.push(...mentions(this.#reading, files, markupOf))
  }

  #readTag(found: TagMatch): void {
    const { tag, written } = found
    if (tag === 'picture') this.#pictures++
    if (!hasUrls(tag) && !mayNameFile(written)) return
    const own = linksOf(this.#reading, found)
    const isLeft = this.#pictures > 0 || this.links.length >= MAX_BEFORE_FITTING
    if (isLeft) for (const { picture } of own) if (picture) picture.fitting = false
    this.links.push(...own)
    if (tag === 'a') this.#open.push(own.filter(({ reference }) => reference.kind === 'link'))
  }
}

interface TagMatch extends Range {
  tag: string
  /** Its attributes. */
  written: string
  /** The text that follows them. */
  end: string
}

interface Attribute extends Range {
  name: string
  /** The value as written; undefined if there is only a name. */
  encoded: string | undefined
}

/** The file that is read, how URLs are found in it, and the origin of the site. */
interface HtmlReading extends FilePaths {
  find: (written: string) => Location
  site: string | undefined
}

function linksOf(reading: HtmlReading, { tag, from, to, end, written }: TagMatch): HtmlLink[] {
  const attributes = attributesIn(written, from + 1 + tag.length)
  return attributes.flatMap((attribute) => {
    const meaning = meaningOf(tag, attribute.name)
    if (meaning === 'words') return []
    if (meaning === 'other') return mentionsIn(reading, attribute)
    if (meaning === 'link') return urlsOf(reading, attribute, meaning, [{ from, to }])
    if (meaning === 'mention') {
      const own = urlsOf(reading, attribute, meaning, [rangeOf(attribute)])
      return [...own, ...mentionsIn(reading, attribute, own)]
    }
    const isSource = tag === 'img' && attribute.name === 'src'
    const picture = isSource ? pictureAt(to - end.length, attributes) : undefined
    return urlsOf(reading, attribute, meaning, [rangeOf(attribute)], picture)
  })
}

function urlsOf(
  { displayPath, relativePath, find, site }: HtmlReading,
  { name, encoded = '', to }: Attribute,
  kind: UrlReference['kind'],
  markup: Range[],
  picture?: Picture,
): HtmlLink[] {
  const start = to - 1 - encoded.length
  return urlsIn(name, encoded).flatMap(({ url, at }) => {
    const href = decodeEntities(url)
    const target = urlTarget(href, relativePath)
    const isElsewhere = target.to === 'elsewhere'
    if (isElsewhere && !(kind === 'link' && isOnSite(href, site))) return []
    const address = isElsewhere ? undefined : { from: start + at, to: start + at + url.length }
    const reference = { kind, href, target, file: displayPath, location: find(href) }
    return [{ reference, address, markup: [...markup], picture }]
  })
}

/** Names in an attribute that is not a URL: the attribute is removed as a whole. */
function mentionsIn(
  reading: HtmlReading,
  attribute: Attribute,
  asUrls: readonly HtmlLink[] = [],
): HtmlLink[] {
  const { name, encoded = '' } = attribute
  const { relativePath } = reading
  const known = asUrls.map(({ reference }) => postPathOf(reference.href, relativePath))
  const files = filesNamedBy(name, decodeEntities(encoded), relativePath)
  const others = files.filter(({ path }) => !known.includes(path))
  return mentions(reading, others, () => rangeOf(attribute))
}

function mentions(
  { displayPath, find }: HtmlReading,
  files: readonly FileName[],
  markupOf: (file: FileName) => Range,
): HtmlLink[] {
  const links = new Map<string, HtmlLink>()
  let location: Location | undefined
  let end: number | undefined
  for (const file of files) {
    const known = links.get(file.path)
    if (known) {
      known.markup.push(markupOf(file))
      continue
    }
    // Longer names with the same end are alternatives for the same text.
    if (location === undefined || file.to !== end) location = find(file.name)
    end = file.to
    const target = { to: 'file', path: file.path, rest: '' } as const
    const reference = { kind: 'mention', href: file.name, target, file: displayPath, location } as const
    links.set(file.path, { reference, address: undefined, markup: [markupOf(file)], picture: undefined })
  }
  return [...links.values()]
}

function attributesIn(written: string, start: number): Attribute[] {
  return [...written.matchAll(ATTRIBUTE)].map(({ 0: { length }, 1: name = '', 2: encoded, index }) => ({
    name,
    encoded,
    from: start + index,
    to: start + index + length,
  }))
}

function rangeOf({ from, to }: Attribute): Range {
  return { from, to }
}

/** The URLs in the value of an attribute. */
function urlsIn(name: string, encoded: string): { url: string; at: number }[] {
  if (name !== 'srcset') return [{ url: encoded, at: 0 }]
  let at = 0
  return candidatesOf(encoded).map(({ before, url, after }) => {
    const candidate = { url, at: at + before.length }
    at += before.length + url.length + after.length
    return candidate
  })
}

function pictureAt(at: number, attributes: readonly Attribute[]): Picture {
  const written = (name: string) => attributes.find((attribute) => attribute.name === name)
  const side = (name: string) => written(name) && (written(name)!.encoded ?? '')
  const is = { loading: !written('loading'), sized: Boolean(written('sizes')), fitting: !written('srcset') }
  return { at, width: side('width'), height: side('height'), ...is }
}
