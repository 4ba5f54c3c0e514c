// The CRC-32 of bytes that are only known deflated, from their own CRC-32 and length.

/** The polynomial of CRC-32, without its highest term; bit 31 is the coefficient of x^0. */
const polynomial = 0xedb88320

/**
 * The CRC-32 of two sequences of bytes, one after the other. zlib's algorithm (`crc32_combine`, zlib 1.2.12 and newer): the
 * first checksum is multiplied by x^(8 * length) modulo the polynomial, which is what appending `length` zeros does to it.
 * @param length of the second sequence, in bytes
 */
export function combinedCrc32(first: number, second: number, length: number): number {
  return appendedCrc32(first, second, zeros(length))
}

/** @param appended `zeros` of the length of the second sequence */
export function appendedCrc32(first: number, second: number, appended: number): number {
  return (product(appended, first) ^ second) >>> 0
}

const one = 1 << 31

/** x^(8 * length) modulo the polynomial. */
export function zeros(length: number): number {
  let power = one
  for (let n = 0, left = length; left > 0; n++, left = Math.floor(left / 256)) {
    if (left % 256 > 0) power = product(powersOf(n)[left % 256]!, power)
  }
  return power
}

/** x^(8 * 256^n * i) modulo the polynomial, for i from 0 to 255: by the byte `n` of a length. Made on first use. */
const powers: Int32Array[] = []

function powersOf(n: number): Int32Array {
  const known = powers[n]
  if (known) return known
  const base = n === 0 ? 1 << 23 : product(powersOf(n - 1)[255]!, powersOf(n - 1)[1]!)
  const table = new Int32Array(256).fill(one)
  for (let i = 1; i < table.length; i++) table[i] = product(table[i - 1]!, base)
  powers[n] = table
  return table
}

/** The product of two polynomials modulo that of CRC-32. */
function product(left: number, right: number): number {
  let sum = 0
  let factor = right
  // Without branches, which would be mispredicted half of the time.
  for (let bits = left; bits !== 0; bits <<= 1) {
    sum ^= factor & (bits >> 31)
    factor = (factor >>> 1) ^ (polynomial & -(factor & 1))
  }
  return sum
}
