// The size that an SVG states, in the form in which image-size reads it: that takes the first `<svg` of a text, in comments as well, for
// its root, and does not know a root with a prefix.

/** The white space and markup that may be in front of the root. */
const BEFORE = /\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^[>]*(?:\[.*?\]\s*)?>/sy
const ROOT = /<(?:[^\s<>/:="'!?]+:)?svg(?=[\s/>])([^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*)>/y
const ATTRIBUTE = /(?<=["'\s])([^\s="']+)\s*=\s*("[^"]*"|'[^']*')/g
const SIZES = new Set(['width', 'height', 'viewBox'])

/** The start tag of the root, with what says its size; `undefined` if there is none. */
export function rootOf(svg: Uint8Array): Uint8Array | undefined {
  // An SVG is a text, unlike other images: it begins with `<`, white space, or a byte order mark.
  if (![0x3c, 0x20, 0x09, 0x0a, 0x0d, 0xef].includes(svg[0]!)) return undefined
  const text = new TextDecoder().decode(svg)
  let at = 0
  BEFORE.lastIndex = 0
  while (BEFORE.test(text)) at = BEFORE.lastIndex
  ROOT.lastIndex = at
  const attributes = ROOT.exec(text)?.[1]
  if (attributes === undefined) return undefined
  const sizes = [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value]) =>
    SIZES.has(name) ? ` ${name}=${value}` : '',
  )
  return new TextEncoder().encode(`<svg ${sizes.join('')}>`)
}
