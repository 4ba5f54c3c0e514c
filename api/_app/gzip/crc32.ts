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

/** x^(8 * 2^n) modulo the polynomial, as far as it has been needed. */
const squares = [1 << 23]

/** x^(8 * length) modulo the polynomial. */
function zeros(length: number): number {
  let power = one
  for (let n = 0, left = length; left > 0; n++, left = Math.floor(left / 2)) {
    squares[n] ??= product(squares[n - 1]!, squares[n - 1]!)
    if (left % 2 > 0) power = product(squares[n]!, power)
  }
  return power
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
