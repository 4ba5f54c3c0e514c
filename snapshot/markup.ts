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

const markupStart = /<[!?/a-z]/gi
const tagStart = /<(\/?)([^\s/>]+)/y

function nextMarkup(html: string, from: number): number {
  markupStart.lastIndex = from
  return markupStart.exec(html)?.index ?? html.length
}

function tagAt(html: string, start: number): Tag {
  tagStart.lastIndex = start
  const [, slash, name = ''] = tagStart.exec(html) ?? []
  return { name: name.toLowerCase(), closes: slash === '/' }
}

function endOfDeclaration(html: string, start: number): number {
  return html.startsWith('<!--', start) ? behind(html, '-->', start + 2) : behind(html, '>', start)
}

/** A `>` in a quoted value does not end a tag. */
function endOfTag(html: string, start: number): number {
  let before = ''
  for (let at = start; at < html.length; ) {
    const sign = html[at]!
    if (sign === '>') return at + 1
    const quotes = before === '=' && (sign === '"' || sign === "'")
    at = quotes ? behind(html, sign, at + 1) : at + 1
    if (sign > ' ') before = sign
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
