// HTML with its holes filled: what a post's HTML is once it is known where everything is served.
import type { Attribute, Hole } from './holes.ts'
import type { Medium } from './media.ts'
import { VOID } from './sanitise.ts'
import type { Target } from './target.ts'

/** Where a target is served, and the file behind it. */
export interface Address {
  url: string
  medium: Medium | undefined
}

/** A link without an address becomes the text that it stands around. */
export function fill(
  html: string,
  holes: readonly Hole[],
  addressOf: (target: Target) => Address | undefined,
): string {
  const edits = holes.flatMap(({ start, end, closing, ...hole }) => {
    const tag = filled(hole, addressOf)
    const endTag = {
      start: closing ?? end,
      end: closing === undefined ? end : closing + '</a>'.length,
      text: '',
    }
    return tag === undefined ? [{ start, end, text: '' }, endTag] : [{ start, end, text: tag }]
  })
  edits.sort((a, b) => a.start - b.start)
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of edits) {
    parts.push(html.slice(at, start), text)
    at = end
  }
  return parts.join('') + html.slice(at)
}

function filled(
  { tag, attributes }: Pick<Hole, 'tag' | 'attributes'>,
  addressOf: (target: Target) => Address | undefined,
): string | undefined {
  const written: [name: string, value: string | undefined][] = []
  let medium: Medium | undefined
  for (const { name, value } of attributes) {
    const pieces = value?.map((piece) => (typeof piece === 'string' ? { url: piece } : addressOf(piece)))
    if (pieces?.some((piece) => piece === undefined)) return undefined
    if (name === 'src') medium = pieces?.map((piece) => (piece as Address).medium).find(Boolean)
    written.push([name, pieces?.map((piece) => piece!.url).join('')])
  }
  if (tag === 'img' && medium) written.push(...added(attributes, medium))
  const text = written.map(([name, value]) =>
    value === undefined ? ` ${name}` : ` ${name}="${escaped(value)}"`,
  )
  return `<${tag}${text.join('')}${VOID.includes(tag) ? ' /' : ''}>`
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
