// Text for XML and JSON: without the characters that XML 1.0 does not allow, not even escaped. One of them, and a feed reader
// refuses the whole feed.

/** Control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
const forbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** These, and surrogate pairs: most texts have neither. */
const suspicious = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/

export function allowedText(text: string): string {
  return suspicious.test(text) ? text.replace(forbidden, '') : text
}

/** A line break is escaped where a parser would read a carriage return as one. */
export function escapeXml(text: string): string {
  return allowedText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}

/** The value of an attribute, in which a parser would read any white space as a space. */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}

/** An element with text in it; nothing if there is none. */
export function element(name: string, text: string, attributes = ''): string {
  return text === '' ? '' : `<${name}${attributes}>${escapeXml(text)}</${name}>\n`
}
