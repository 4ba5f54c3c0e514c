// Absolute URLs as front matter gives them.

/**
 * The URL when `text` is absolute and of one of `schemes`, else `undefined`. Kept as written where it is plain ASCII
 * without spaces and quotes, else percent-encoded as a browser would.
 */
export function absoluteUrl(
  text: string,
  schemes: readonly string[] = ['http:', 'https:'],
): string | undefined {
  const url = parse(text)
  if (!url || !schemes.includes(url.protocol)) return undefined
  // WHATWG takes `https:x` and `https:\\x` for absolute, too; other clients do not.
  const written = /^(https?:\/\/|mailto:)[^/\\]/i.test(text) && /^[!#-;=?-[\]_a-z~]+$/.test(text)
  return written ? text : url.href
}

/** Not `URL.canParse`: once compiled, Node 20's refuses what has letters of Latin-1 (`https://exämple.org`). */
function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
