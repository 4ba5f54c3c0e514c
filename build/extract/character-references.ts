// Decodes character references in attributes as browsers do: all names of HTML, some of them without a semicolon.
import sanitizeHtml from 'sanitize-html'

export { sanitizeHtml }

/** @param written the value as it is in the source, without its quotes */
export function decodeAttribute(written: string): string {
  if (!written.includes('&')) return written
  let value = written
  // The parser is that of the HTML we serve, so that both agree on what is a link.
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
