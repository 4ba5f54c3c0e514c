// Sorts lists of any length in turns: sorting a hundred thousand numbers in one go would keep other requests waiting.
import { inTurns } from '../admission/turn.ts'

/** Numbers sorted, or merged, before other requests get a turn: in ascending order it takes a tenth of the time. */
const runLength = 2_048
const ascendingRunLength = 32 * runLength

/** Like `numbers.sort(compare)`, but the array passed in is left in an undefined order. Takes turns. */
export async function sorted(
  numbers: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
): Promise<Uint32Array> {
  await inTurns(numbers.length, runLength, (from, to) => void numbers.subarray(from, to).sort(compare))
  return merged(numbers, new Uint32Array(numbers.length), runLength, compare)
}

/** Ascending; none may be negative. The array passed in is left in an undefined order. Takes turns. */
export async function sortedNumbers(numbers: Float64Array): Promise<Float64Array> {
  // The same order, in half the time.
  const bits = new BigUint64Array(numbers.buffer, numbers.byteOffset, numbers.length)
  await inTurns(numbers.length, ascendingRunLength, (from, to) => void bits.subarray(from, to).sort())
  return merged(numbers, new Float64Array(numbers.length), ascendingRunLength, (a, b) => a - b)
}

/** Merges sorted runs of `runs` numbers. @param other for the result or what becomes it, as long as `numbers` */
async function merged<Numbers extends Uint32Array | Float64Array>(
  numbers: Numbers,
  other: Numbers,
  runs: number,
  compare: (a: number, b: number) => number,
): Promise<Numbers> {
  let [source, target]: [Numbers, Numbers] = [numbers, other]
  for (let width = runs; width < numbers.length; width *= 2) {
    await merge(source, target, width, compare)
    ;[source, target] = [target, source]
  }
  return source
}

/** Merges each two neighbouring sorted runs of `width` numbers. */
async function merge(
  source: Uint32Array | Float64Array,
  target: Uint32Array | Float64Array,
  width: number,
  compare: (a: number, b: number) => number,
): Promise<void> {
  let left = 0
  let right = 0
  await inTurns(source.length, runLength, (from, to) => {
    const start = from - (from % (2 * width))
    const middle = Math.min(start + width, source.length)
    const end = Math.min(middle + width, source.length)
    if (from === start) [left, right] = [start, middle]
    for (let index = from; index < to; index++) {
      const isLeft = right === end || (left < middle && compare(source[left]!, source[right]!) <= 0)
      target[index] = source[isLeft ? left++ : right++]!
    }
  })
}
