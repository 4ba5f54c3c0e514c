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

/** x^(2^n) modulo the polynomial, for n from 0 on. */
const powers = powersOfX()

function powersOfX(): Int32Array {
  const table = new Int32Array(64)
  table[0] = 1 << 30
  for (let n = 1; n < table.length; n++) table[n] = product(table[n - 1]!, table[n - 1]!)
  return table
}

/** x^(8 * length) modulo the polynomial. */
function zeros(length: number): number {
  let power = 1 << 31
  for (let n = 3, left = length; left > 0; n++, left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = product(powers[n]!, power)
  }
  return power
}

/** The product of two polynomials modulo that of CRC-32. */
function product(one: number, other: number): number {
  let sum = 0
  let factor = other
  for (let bits = one; bits !== 0; bits <<= 1) {
    if (bits < 0) sum ^= factor
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1
  }
  return sum
}
