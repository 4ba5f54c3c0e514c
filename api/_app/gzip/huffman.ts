// Huffman codes of deflate (RFC 1951, 3.2): the fixed ones, and others that suit JSON in languages with Latin letters, which
// have to be sent along with each block. Made on first use: an instance that never gzips need not wait for them.
import { lazy } from '../../../packages/search/basics/lazy.ts'

/**
 * Codes by symbol: the bits of each, as they are written, with the lowest first, above its length in the lowest `codeLengthBits`. In one
 * number, since they are always needed together. None has more than twelve; 0 for a symbol that has none.
 */
export type Codes = Uint16Array

export const codeLengthBits = 4
export const codeLengthMask = (1 << codeLengthBits) - 1

export interface Codebook {
  /** What a block begins with, by whether it is the last. */
  headers: { last: Uint8Array; others: Uint8Array }
  /** Bits in each of them. */
  headerLength: number
  /** Of bytes, of the end of a block, and of how long a repetition is. */
  symbols: Codes
  /** Of how far back it is. */
  distances: Codes
}

/** Costs nothing to send, and takes eight or nine bits a byte. */
export const fixed = lazy(
  (): Codebook => ({
    headers: headersOf(Uint8Array.of(0b01 << 1)),
    headerLength: 3,
    symbols: codes(Array.from({ length: 288 }, (_, symbol) => fixedLength(symbol))),
    distances: codes(Array<number>(30).fill(5)),
  }),
)

function fixedLength(symbol: number): number {
  if (symbol < 144 || symbol > 279) return 8
  return symbol < 256 ? 9 : 7
}

/**
 * Takes five to six bits a byte, and 58 bytes to send. The lengths of its codes, as hexadecimal digits, follow from how often each byte
 * is found in the metadata of posts and in documents; control characters, which JSON does not contain, have none.
 */
export const latin = lazy(
  (): Codebook => ({
    headers: headersOf(latinHeader()),
    headerLength: 3 + 466,
    symbols: codes(
      lengthsFrom(
        `${'0'.repeat(32)}4a6aaaaaaaaa666967777777776${'a'.repeat(33)}b9ca746554676587565568554577a8b88888${'b'.repeat(64)}00${'c'.repeat(51)}${'0'.repeat(11)}aaaaaaaaa88887888899999aaaabba`,
      ),
    ),
    distances: codes(lengthsFrom(`${'5'.repeat(26)}4455`)),
  }),
)

/** RFC 1951, 3.2.7: the lengths above, with runs of the same length abbreviated, in a Huffman code of their own. */
function latinHeader(): Uint8Array {
  const lengths = Buffer.from(
    'bd67609326d7faaf9cad25aaeaad266a6d9bb8efb77d2a39d595e95452939c74efdcd1b56ddbb6f13c9f6ddb267ec012831ebc5adcbbb12d9c9300',
    'hex',
  )
  const header = new Uint8Array(lengths.length + 1)
  header[0] = 0b10 << 1
  for (const [i, byte] of lengths.entries()) {
    header[i]! |= byte << 3
    header[i + 1] = byte >> 5
  }
  return header
}

/** @param others whose first bit says that the block is not the last */
function headersOf(others: Uint8Array): Codebook['headers'] {
  const last = others.slice()
  last[0]! |= 1
  return { last, others }
}

function lengthsFrom(digits: string): number[] {
  return Array.from(digits, (digit) => Number.parseInt(digit, 16))
}

/** RFC 1951, 3.2.2: the lengths of the codes determine them. */
function codes(lengths: readonly number[]): Codes {
  const next = firstCodes(lengths)
  return Uint16Array.from(lengths, (length) =>
    length > 0 ? (reversed(next[length]!++, length) << codeLengthBits) | length : 0,
  )
}

/** By length: the first code, right after those that are shorter. */
function firstCodes(lengths: readonly number[]): number[] {
  const counts = Array<number>(16).fill(0)
  for (const length of lengths) counts[length]! += 1
  const first = [0]
  for (let length = 1, next = 0; length < counts.length; length++) {
    first.push(next)
    next = (next + counts[length]!) << 1
  }
  return first
}

function reversed(bits: number, length: number): number {
  let result = 0
  for (let i = 0; i < length; i++) result |= ((bits >> i) & 1) << (length - 1 - i)
  return result
}
