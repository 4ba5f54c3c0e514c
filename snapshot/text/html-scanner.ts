// HTML taken apart: text that is still encoded, and tags by name. It reads what sanitize-html has written, also where that is
// cut off: names in lower case, values in double quotes, no `<` in text but that of scripts and styles, nothing but tags.
// Ours rather than htmlparser2, which comes with sanitize-html: replies derive text as well, and take no package of the build;
// of 62,000 sanitised documents the text is the same, in half the time.

export interface Tag {
  name: string
  closes: boolean
}

/** A `>` in a value does not end a tag. Each character can be matched in one way, so that no tag takes long to fail. */
const tag = /<(\/?)([^\s/>]+)(?=[\s/>])[^=>]*(?:=(?:"[^"]*"|(?!"))[^=>]*)*>/y

/** What no reader sees. */
const hidden = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'title'])

/**
 * What stands in the markup, in order. Left out are attributes, the inside of what no reader sees, and a tag that is cut
 * off. Takes time in proportion to its input.
 */
export function* piecesOf(html: string): Generator<string | Tag> {
  for (let at = 0; at !== -1 && at < html.length; ) {
    const start = html.indexOf('<', at)
    const end = start === -1 ? html.length : start
    if (end > at) yield html.slice(at, end)
    tag.lastIndex = end
    const found = tag.exec(html)
    if (!found) return
    at = tag.lastIndex
    const [, slash, name = ''] = found
    yield { name, closes: slash === '/' }
    if (slash === '' && hidden.has(name)) at = html.indexOf(`</${name}>`, at)
  }
}
