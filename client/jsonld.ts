// The value of `include=jsonld`, for a page.

/**
 * Returns what a page writes between `<script type="application/ld+json">` and `</script>`: JSON in which no text can end the
 * element, begin a comment, or end a line.
 */
export function scriptText(jsonld: object): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(jsonld).replace(/[<>&\u2028\u2029]/g, escaped)
}
