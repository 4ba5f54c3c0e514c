// HTML with its holes filled: what a post's HTML is once it is known where everything is served.
import type { Compiled } from './compile.ts'
import type { Attribute, Hole } from './holes.ts'
import type { Medium } from './media.ts'
import { VOID } from './sanitise.ts'
import type { Target } from './target.ts'

/** Where a target is served, and what is behind it. */
export interface Address {
  url: string
  medium?: Medium | undefined
  post?: Compiled | undefined
}

/** What makes a link of its words, as UTF-16 offsets: it is left out until the post it leads to appears. */
export interface LaterLink {
  from: number
  to: number
  until: Compiled
}

export interface Filled {
  html: string
  later: LaterLink[]
}

export interface Ways {
  /** Nothing for a post that is left out. */
  addressOf(target: Target): Address | undefined
  /** Whether a post appears later than the one that names it. */
  isLater(post: Compiled): boolean
}

/** A link without an address becomes the text that it stands around. */
export function fill(html: string, holes: readonly Hole[], ways: Ways): Filled {
  const edits = holes.flatMap((hole) => editsOf(hole, ways)).sort((a, b) => a.start - b.start)
  const parts: string[] = []
  const later: LaterLink[] = []
  let at = 0
  let length = 0
  for (const { start, end, text, cuts } of edits) {
    length += start - at
    for (const { from, to, until } of cuts) later.push({ from: length + from, to: length + to, until })
    parts.push(html.slice(at, start), text)
    length += text.length
    at = end
  }
  return { html: parts.join('') + html.slice(at), later }
}

interface Edit {
  start: number
  end: number
  text: string
  /** Offsets in `text`. */
  cuts: LaterLink[]
}

const END_TAG = '</a>'

function editsOf({ start, end, closing, ...hole }: Hole, ways: Ways): Edit[] {
  const tag = filled(hole, ways)
  const endsAt = (text: string, until?: Compiled): Edit[] => {
    if (closing === undefined) return []
    const cuts = until ? [{ from: 0, to: text.length, until }] : []
    return [{ start: closing, end: closing + END_TAG.length, text, cuts }]
  }
  if (tag === undefined) return [{ start, end, text: '', cuts: [] }, ...endsAt('')]
  const { text, until, cuts } = tag
  if (!until) return [{ start, end, text, cuts }]
  return [{ start, end, text, cuts: [{ from: 0, to: text.length, until }] }, ...endsAt(END_TAG, until)]
}

interface FilledTag extends Pick<Edit, 'text' | 'cuts'> {
  /** Of a link. */
  until: Compiled | undefined
}

function filled({ tag, attributes }: Pick<Hole, 'tag' | 'attributes'>, ways: Ways): FilledTag | undefined {
  const written: WrittenAttribute[] = []
  let medium: Medium | undefined
  let until: Compiled | undefined
  for (const { name, value } of attributes) {
    const addresses = value?.map((piece) =>
      typeof piece === 'string' ? { url: piece } : ways.addressOf(piece),
    )
    const known: Address[] | undefined = addresses?.filter((address) => address !== undefined)
    const isMention = value?.some((piece) => typeof piece !== 'string' && piece.kind === 'mention') ?? false
    if (known?.length !== addresses?.length) {
      if (isMention) continue
      return undefined
    }
    if (name === 'src') medium = known?.map((address) => address.medium).find(Boolean)
    const later = known?.map(({ post }) => post).find((post) => post && ways.isLater(post))
    if (!isMention) until ??= later
    written.push(attribute(name, known?.map(({ url }) => url).join(''), isMention ? later : undefined))
  }
  if (tag === 'img' && medium) {
    written.push(...added(attributes, medium).map(([name, value]) => attribute(name, value)))
  }
  return { ...tagOf(tag, written), until }
}

interface WrittenAttribute {
  text: string
  until: Compiled | undefined
}

function attribute(name: string, value: string | undefined, until?: Compiled): WrittenAttribute {
  return { text: value === undefined ? ` ${name}` : ` ${name}="${escaped(value)}"`, until }
}

function tagOf(tag: string, attributes: readonly WrittenAttribute[]): Pick<Edit, 'text' | 'cuts'> {
  const cuts: LaterLink[] = []
  let text = `<${tag}`
  for (const { text: written, until } of attributes) {
    if (until) cuts.push({ from: text.length, to: text.length + written.length, until })
    text += written
  }
  return { text: `${text}${VOID.includes(tag) ? ' /' : ''}>`, cuts }
}

/** So that a page keeps its place while images come in. What the author wrote holds; one side alone gives the other. */
function added(attributes: readonly Attribute[], { size }: Medium): [string, string][] {
  const has = (name: string) => attributes.some((attribute) => attribute.name === name)
  const sides: [string, string][] =
    size && !has('width') && !has('height')
      ? [
          ['width', String(size.width)],
          ['height', String(size.height)],
        ]
      : []
  return has('loading') ? sides : [...sides, ['loading', 'lazy']]
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
