// Texts as JSON in UTF-8, the same bytes as by way of `JSON.stringify`, in two thirds of the time: no string is made in between.
import { ownMemory } from '../../packages/search/basics/lru.ts'

/** Longer texts are rare, and take memory here. In UTF-16 units. */
const mostUnits = 1 << 16

const units = new Uint16Array(mostUnits)
const unitBytes = Buffer.from(units.buffer)
const bytes = Buffer.allocUnsafeSlow(3 * mostUnits + 2)

const [quote, backslash, lineFeed, letterN] = [0x22, 0x5c, 0x0a, 0x6e]
/** Of ASCII: 1 for what stands for itself. */
const plain = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 0x20 && code !== quote && code !== backslash ? 1 : 0,
)

/** A text as JSON, with the quotes around it, in memory of its own. */
export function jsonText(text: string): Buffer {
  const { length } = text
  const end = length > mostUnits ? undefined : write(text, length)
  return ownMemory(end === undefined ? Buffer.from(JSON.stringify(text)) : bytes.subarray(0, end))
}

/** @returns where it ends in `bytes`; `undefined` if it has control characters or surrogates, of which there are few */
function write(text: string, length: number): number | undefined {
  // In the machine's byte order, which is little-endian wherever this runs: see columns.ts.
  unitBytes.write(text, 'utf16le')
  let at = 0
  bytes[at++] = quote
  for (let i = 0; i < length; i++) {
    const code = units[i]!
    if (code < 0x80) {
      if (plain[code] === 1) bytes[at++] = code
      else {
        if (code < 0x20 && code !== lineFeed) return undefined
        bytes[at++] = backslash
        bytes[at++] = code === lineFeed ? letterN : code
      }
    } else if (code < 0x800) {
      bytes[at++] = 0xc0 | (code >> 6)
      bytes[at++] = 0x80 | (code & 0x3f)
    } else {
      if (code >= 0xd800 && code <= 0xdfff) return undefined
      bytes[at++] = 0xe0 | (code >> 12)
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f)
      bytes[at++] = 0x80 | (code & 0x3f)
    }
  }
  bytes[at++] = quote
  return at
}
