// HTML with holes: the tags of our own HTML that name files of the workspace or places on its site, each to be written
// anew once it is known what they lead to.
import { decodeEntities } from '../snapshot/entities.ts'
import { candidatesOf } from './srcset.ts'
import { type Target, wayOf } from './target.ts'

/** A tag that will be written anew. */
export interface Hole {
  /** Offsets of the tag in the HTML. */
  start: number
  end: number
  tag: string
  attributes: Attribute[]
  /** Of a link, where its end tag begins. */
  closing: number | undefined
}

export interface Attribute {
  name: string
  /** Text, entities decoded, and targets whose URLs come between; nothing where only the name is written. */
  value: (string | Target)[] | undefined
}

/** Makes a target of a URL; called in the order of the HTML. */
export type Locate = (href: string, kind: Exclude<Target['kind'], 'cover'>) => Target

/** Attributes that hold a URL, or several. */
const URLS: Record<string, readonly string[]> = {
  a: ['href'],
  area: ['href'],
  audio: ['src'],
  blockquote: ['cite'],
  button: ['formaction'],
  del: ['cite'],
  embed: ['src'],
  form: ['action'],
  iframe: ['src', 'longdesc'],
  img: ['src', 'srcset', 'longdesc'],
  input: ['src', 'formaction'],
  ins: ['cite'],
  object: ['data'],
  q: ['cite'],
  source: ['src', 'srcset'],
  track: ['src'],
  video: ['src', 'poster'],
}

/** Of these attributes, those that are no medium. */
const KINDS: Record<string, 'link' | 'mention'> = {
  href: 'link',
  cite: 'mention',
  longdesc: 'mention',
  action: 'mention',
  formaction: 'mention',
}

/** What is between the first of these tags is no markup; then tags as sanitize-html writes them. */
const TAG = new RegExp(
  '<(script|style|textarea|title|xmp|noembed|noframes)\\b[^>]*>[\\s\\S]*?</\\1\\s*>' +
    `|<(${Object.keys(URLS).join('|')})((?:\\s+[^\\s"'<>/=]+(?:="[^"]*")?)*)\\s*/?>` +
    '|</a>',
  'g',
)

export function holesIn(html: string, inside: string, locate: Locate): Hole[] {
  const holes: Hole[] = []
  const open: (Hole | undefined)[] = []
  for (const { 0: text, 2: tag, 3: written = '', index } of html.matchAll(TAG)) {
    if (text === '</a>') {
      const link = open.pop()
      if (link) link.closing = index
    }
    if (tag === undefined) continue
    const attributes = attributesOf(tag, written, inside, locate)
    const isHole = attributes.some(({ value }) => value?.some((piece) => typeof piece !== 'string'))
    const hole = { start: index, end: index + text.length, tag, attributes, closing: undefined }
    if (isHole) holes.push(hole)
    if (tag === 'a') open.push(isHole ? hole : undefined)
  }
  return holes
}

/** All that the holes lead to, in their order. */
export function targetsIn(holes: readonly Hole[]): Target[] {
  return holes.flatMap(({ attributes }) =>
    attributes.flatMap(({ value = [] }) => value.filter((piece) => typeof piece !== 'string')),
  )
}

function attributesOf(tag: string, written: string, inside: string, locate: Locate): Attribute[] {
  const urls = URLS[tag] ?? []
  return [...written.matchAll(/([^\s"'<>/=]+)(?:="([^"]*)")?/g)].map(([, name = '', encoded]) => {
    if (encoded === undefined) return { name, value: undefined }
    const text = decodeEntities(encoded)
    if (!urls.includes(name)) return { name, value: [text] }
    const piece = (href: string) => (isHere(href, inside) ? locate(href, KINDS[name] ?? 'medium') : href)
    return { name, value: name === 'srcset' ? piecesOf(text, piece) : [piece(text)] }
  })
}

function isHere(href: string, inside: string): boolean {
  return wayOf({ href, inside }).to !== 'elsewhere'
}

function piecesOf(srcset: string, piece: (href: string) => string | Target): (string | Target)[] {
  return candidatesOf(srcset).flatMap(({ before, url, after }) => [before, piece(url), after])
}
