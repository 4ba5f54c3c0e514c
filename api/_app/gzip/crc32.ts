// The CRC-32 of bytes that are only known deflated, from their own CRC-32 and length.

/** The polynomial of CRC-32, without its highest term; bit 31 is the coefficient of x^0. */
const polynomial = 0xedb88320

/**
 * The CRC-32 of two sequences of bytes, one after the other. zlib's algorithm (`crc32_combine`, zlib 1.2.12 and newer): the
 * first checksum is multiplied by x^(8 * length) modulo the polynomial, which is what appending `length` zeros does to it.
 * @param length of the second sequence, in bytes
 */
export function combinedCrc32(first: number, second: number, length: number): number {
  return (product(zeros(length), first) ^ second) >>> 0
}

const one = 1 << 31

/** x^(8 * length) modulo the polynomial. */
function zeros(length: number): number {
  let power = one
  for (let n = 0, left = length; left > 0; n++, left = Math.floor(left / 256)) {
    if (left % 256 > 0) power = product(powerOf(n, left % 256), power)
  }
  return power
}

/** By the byte `n` of a length, and its value; 0 until it is needed: all of them would take a millisecond of a cold start. */
const powers: Int32Array[] = []

/** x^(8 * 256^n * i) modulo the polynomial. @param i from 1 to 255 */
function powerOf(n: number, i: number): number {
  powers[n] ??= new Int32Array(256)
  const table = powers[n]
  if (table[i] === 0) table[i] = madePower(n, i)
  return table[i]!
}

function madePower(n: number, i: number): number {
  const lowest = i & -i
  if (i !== lowest) return product(powerOf(n, i - lowest), powerOf(n, lowest))
  if (i === 1 && n === 0) return 1 << 23
  const root = i === 1 ? powerOf(n - 1, 128) : powerOf(n, i / 2)
  return product(root, root)
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
