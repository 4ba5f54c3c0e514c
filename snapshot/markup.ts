// HTML taken apart: text that is still encoded, and tags by name. Not a parser of documents: enough to read what we
// have written ourselves, and unharmed by whatever else there is.

export interface Tag {
  /** In lower case. */
  name: string
  closes: boolean
}

/**
 * What stands in the markup, in order. Left out are comments, declarations, attributes, the inside of what no reader
 * sees (scripts, styles), and a tag that is cut off. Takes time in proportion to its input.
 */
export function* piecesOf(html: string): Generator<string | Tag> {
  for (let at = 0; at < html.length; ) {
    const start = nextMarkup(html, at)
    if (start > at) yield html.slice(at, start)
    if (start === html.length) return
    if (/[!?]/.test(html[start + 1]!)) {
      at = endOfDeclaration(html, start)
      continue
    }
    const tag = tagAt(html, start)
    at = endOfTag(html, start)
    yield tag
    if (!tag.closes && hidden.has(tag.name)) at = closingTag(html, tag.name, at)
  }
}

const hidden = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'title'])

const tagStart = /<(\/?)([^\s/>]+)/y

/** By `indexOf`, which is several times as quick as a regular expression that looks for the sign. */
function nextMarkup(html: string, from: number): number {
  for (let at = html.indexOf('<', from); at !== -1; at = html.indexOf('<', at + 1)) {
    if (startsMarkup(html.charCodeAt(at + 1))) return at
  }
  return html.length
}

/** Whether a sign behind `<` makes it markup: `!`, `/`, `?` and the letters of ASCII. */
function startsMarkup(code: number): boolean {
  const letter = code | 0x20
  return (letter >= 0x61 && letter <= 0x7a) || code === 0x21 || code === 0x2f || code === 0x3f
}

function tagAt(html: string, start: number): Tag {
  tagStart.lastIndex = start
  const [, slash, name = ''] = tagStart.exec(html) ?? []
  return { name: name.toLowerCase(), closes: slash === '/' }
}

function endOfDeclaration(html: string, start: number): number {
  return html.startsWith('<!--', start) ? behind(html, '-->', start + 2) : behind(html, '>', start)
}

const codes = { space: 0x20, double: 0x22, single: 0x27, equals: 0x3d, greater: 0x3e }

/** A `>` in a quoted value does not end a tag. */
function endOfTag(html: string, start: number): number {
  let before = 0
  for (let at = start; at < html.length; ) {
    const sign = html.charCodeAt(at)
    if (sign === codes.greater) return at + 1
    const quotes = before === codes.equals && (sign === codes.double || sign === codes.single)
    at = quotes ? behind(html, html[at]!, at + 1) : at + 1
    if (sign > codes.space) before = sign
  }
  return html.length
}

function behind(html: string, sign: string, from: number): number {
  const place = html.indexOf(sign, from)
  return place === -1 ? html.length : place + sign.length
}

function closingTag(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?![^\\s/>])`, 'gi')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? html.length
}
