// Characters of our HTML as JSON, by their bytes. sanitize-html has decoded every character reference and escaped four
// characters; `JSON.stringify` has escaped quotes, backslashes and control characters.

/** Kinds of bytes: part of a word, `<`, and what has to be looked at. */
export const plain = 0
export const bracket = 1
const special = 2

const ampersand = 0x26
const backslash = 0x5c

export const kinds = new Uint8Array(256)
kinds[0x3c] = bracket
// The last ones begin white space of several bytes.
for (const byte of [0x20, ampersand, backslash, 0xc2, 0xe1, 0xe2, 0xe3, 0xef]) kinds[byte] = special

const letter = { b: 0x62, f: 0x66, n: 0x6e, r: 0x72, t: 0x74, u: 0x75 } as const
const zero = 0x30

/** White space of three bytes, as one number each. */
const wideSpaces = new Set(
  Array.from(
    '\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
    (space) => Buffer.from(space).readUIntBE(0, 3),
  ),
)
const noBreakSpace = 0xc2a0

/** How many bytes the white space takes that is here, as `\s` and `trim` know it; 0 if there is none. */
export function whiteSpaceAt(json: Uint8Array, at: number): number {
  const byte = json[at]!
  if (byte === 0x20) return 1
  if (byte === backslash) return escapedSpaceAt(json, at)
  // Few branches: each that is new to V8 makes it compile the loops around this anew.
  const pair = (byte << 8) | json[at + 1]!
  if (pair === noBreakSpace) return 2
  return wideSpaces.has((pair << 8) | json[at + 2]!) ? 3 : 0
}

/** A tab, a line break and their like; a vertical tab is `\u000b`. */
function escapedSpaceAt(json: Uint8Array, at: number): number {
  const sign = json[at + 1]
  if (sign === letter.n || sign === letter.t || sign === letter.r || sign === letter.f) return 2
  if (sign !== letter.u || json[at + 5] !== letter.b || json[at + 4] !== zero) return 0
  return json[at + 3] === zero && json[at + 2] === zero ? 6 : 0
}

export function isLineBreak(json: Uint8Array, at: number): boolean {
  return json[at] === backslash && json[at + 1] === letter.n
}

/** Of an escape, or of a character in UTF-8, in bytes. */
export function lengthAt(json: Uint8Array, at: number): number {
  const byte = json[at]!
  if (byte === backslash) return json[at + 1] === letter.u ? 6 : 2
  if (byte < 0xc0) return 1
  if (byte < 0xe0) return 2
  return byte < 0xf0 ? 3 : 4
}

export interface CharacterReference {
  /** As it is in the HTML. */
  name: Uint8Array
  /** What it refers to, as JSON. */
  character: Uint8Array
}

const references: CharacterReference[] = ['&amp; &', '&lt; <', '&gt; >', '&quot; \\"'].map((line) => {
  const [name = '', character = ''] = line.split(' ')
  return { name: Buffer.from(name), character: Buffer.from(character) }
})

/** Anything else that looks like a reference is text. */
export function referenceAt(json: Uint8Array, at: number, end: number): CharacterReference | undefined {
  if (json[at] !== ampersand) return undefined
  return references.find(({ name }) => isAt(json, at, end, name))
}

/** Whether these bytes are here, before `end`. */
export function isAt(json: Uint8Array, at: number, end: number, bytes: Uint8Array): boolean {
  if (at + bytes.length > end) return false
  for (let i = 0; i < bytes.length; i++) if (json[at + i] !== bytes[i]) return false
  return true
}
