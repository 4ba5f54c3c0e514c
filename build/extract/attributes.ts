// References in attributes of HTML, SVG and MathML.
import { decodeAttribute } from './character-references.ts'
import { type FileName, fileNamesIn } from './file-names.ts'
import { candidatesOf } from './srcset.ts'
import { postPathOf } from './url-reference.ts'

/** The prefix of ids and names in raw HTML: see compile/html/anchors.ts. */
export const PREFIX = 'user-content-'

/**
 * Attributes for links, media and mentions contain URLs; those with words are for people to read. What any other one
 * means, and whether it is a URL, depends on the page: `xlink:href`, `ping`, `style`, `data-src`, `fill`, `srcdoc`.
 */
export type Meaning = 'link' | 'medium' | 'mention' | 'words' | 'other'

const MEANINGS: Record<string, Record<string, Meaning>> = {
  a: { href: 'link' },
  area: { href: 'link' },
  audio: { src: 'medium' },
  blockquote: { cite: 'mention' },
  button: { formaction: 'mention' },
  del: { cite: 'mention' },
  embed: { src: 'medium' },
  form: { action: 'mention' },
  iframe: { src: 'medium', longdesc: 'mention' },
  img: { src: 'medium', srcset: 'medium', longdesc: 'mention' },
  input: { src: 'medium', formaction: 'mention', value: 'words' },
  ins: { cite: 'mention' },
  object: { data: 'medium' },
  q: { cite: 'mention' },
  source: { src: 'medium', srcset: 'medium' },
  track: { src: 'medium' },
  video: { src: 'medium', poster: 'medium' },
}

const WORDS = new Set(
  `abbr alt aria-description aria-label aria-placeholder aria-roledescription aria-valuetext label placeholder summary
  title`.split(/\s+/),
)

/**
 * True if elements of that name have attributes with a known meaning.
 * @param tag in lower case
 */
export function hasUrls(tag: string): boolean {
  return Object.hasOwn(MEANINGS, tag)
}

/** @param tag in lower case, as is `attribute` */
export function meaningOf(tag: string, attribute: string): Meaning {
  const own = Object.hasOwn(MEANINGS, tag) ? MEANINGS[tag]! : {}
  if (Object.hasOwn(own, attribute)) return own[attribute]!
  return WORDS.has(attribute) ? 'words' : 'other'
}

/** A fast check that rules out most attributes, encoded or decoded: false if they cannot name a file of a post. */
export function mayNameFile(written: string): boolean {
  return /\.m|[%\\&]/.test(written)
}

/** The files of posts that an attribute without a known meaning may name, anywhere in its name or value. */
export function filesNamedBy(name: string, value: string, relativePath: string): FileName[] {
  if (!mayNameFile(name) && !mayNameFile(value)) return []
  const found = [name, ...interpretations(name, value)].flatMap((text) => [
    ...fileNamesIn(text, relativePath),
  ])
  return [...new Map(found.map((file) => [file.path, file])).values()]
}

/** The value as written, and as it reads if it is a style, a Windows path, a document or an anchor. */
function interpretations(name: string, value: string): string[] {
  const others = [
    value.includes('\\') ? unescapedStyle(value) : value,
    value.replaceAll('\\', '/'),
    name === 'srcdoc' ? decodeAttribute(value) : value,
    value.replaceAll(PREFIX, ''),
  ]
  return [...new Set([value, ...others])]
}

function unescapedStyle(text: string): string {
  return text.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gis, (_, hex?: string, sign = '') => {
    const code = hex === undefined ? undefined : Number.parseInt(hex, 16)
    if (code === undefined) return sign
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })
}

/** The paths of posts that an attribute of raw HTML names, depending on its meaning. */
export function pathsNamedBy(
  meaning: Meaning,
  { name, value }: { name: string; value: string },
  relativePath: string,
): string[] {
  if (meaning === 'words') return []
  const urls = name === 'srcset' ? candidatesOf(value).map(({ url }) => url) : [value]
  const paths = urls.map((url) => postPathOf(url, relativePath)).filter((path) => path !== undefined)
  if (meaning === 'link' || meaning === 'medium') return paths
  return [...new Set([...paths, ...filesNamedBy(name, value, relativePath).map(({ path }) => path)])]
}
