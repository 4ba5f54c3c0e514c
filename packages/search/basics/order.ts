// The one order of text, by code point, which is also the order of UTF-8 bytes, independent of locale; and where a number
// belongs among ascending ones.

/** A comparison function for `Array.sort`. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

/** Surrogates encode the highest code points, so they sort after all other UTF-16 units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

/** A comparison function for these texts: without surrogates, the order of UTF-16 units is the same. */
export function comparisonOf(texts: readonly string[]): (a: string, b: string) => number {
  return texts.some((text) => surrogate.test(text)) ? compareCodePoints : compareUnits
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

const surrogate = /[\ud800-\udfff]/

/** The first index whose number is not below `least`; numbers ascend. @param from where to begin; `to` exclusive */
export function lowerBound(numbers: ArrayLike<number>, least: number, from = 0, to = numbers.length): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}
