// A stored text in parts, so that other requests get their turn while a long one is processed.

/** The length of a part in bytes: a fraction of a millisecond's work. */
const partLength = 32_768
const [backslash, letterU] = [0x5c, 0x75]

/** Yields the text of a JSON string in UTF-8, up to `end`; no part ends within a character. */
export function* stringParts(json: Buffer, end = json.length - 1): Generator<string> {
  for (let at = 1; at < end; ) {
    const to = at + partLength < end ? boundaryBefore(json, at + partLength) : end
    yield JSON.parse(`"${json.toString('utf8', at, to)}"`)
    at = to
  }
}

/** Returns the last position up to `at` that is neither inside a character nor an escape. */
function boundaryBefore(json: Buffer, at: number): number {
  let to = at
  while ((json[to]! & 0xc0) === 0x80) to--
  for (let from = to - 1; from >= to - 5; from--) {
    if (json[from] !== backslash || !isEscape(json, from)) continue
    const length = json[from + 1] === letterU ? 6 : 2
    return from + length > to ? from : to
  }
  return to
}

/** Tells whether this backslash begins an escape, and is not escaped itself. */
function isEscape(json: Buffer, at: number): boolean {
  let before = at
  while (json[before - 1] === backslash) before--
  return (at - before) % 2 === 0
}
