// Character references as browsers read them in an attribute: by all names of HTML, and some without their semicolon.
import sanitizeHtml from 'sanitize-html'

/** @param written the value as it stands in a source, without its quotes */
export function decodeAttribute(written: string): string {
  if (!written.includes('&')) return written
  let value = written
  // By the parser that reads the HTML we serve: what that takes for a link is to be one here.
  sanitizeHtml(`<a href="${written.replaceAll('"', '&quot;')}">`, {
    allowedTags: ['a'],
    allowedAttributes: {},
    transformTags: {
      a: (tagName, attribs) => {
        value = attribs.href ?? written
        return { tagName, attribs: {} }
      },
    },
  })
  return value
}
