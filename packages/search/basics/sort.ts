// Sorts lists of any length in turns: sorting a hundred thousand numbers in one go would keep other requests waiting.
import { inTurns, type Pause } from './pause.ts'

/** Numbers sorted, or merged, before other requests get a turn; in ascending order, more. */
const runLength = 2_048
const ascendingRunLength = 32 * runLength

/** Sorts as `numbers.sort(compare)` does, but leaves the given array in an undefined order. Takes turns. */
export async function sorted(
  numbers: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
  turn: Pause,
): Promise<Uint32Array> {
  await inTurns(turn, numbers.length, runLength, (from, to) => void numbers.subarray(from, to).sort(compare))
  return merged(numbers, new Uint32Array(numbers.length), { runs: runLength, compare, turn })
}

/** Sorts in ascending order; no number may be negative. The given array is left in an undefined order. Takes turns. */
export async function sortedNumbers(numbers: Float64Array, turn: Pause): Promise<Float64Array> {
  // The bits have the same order, as part of the shortcut of `byRelevance`.
  const bits = new BigUint64Array(numbers.buffer, numbers.byteOffset, numbers.length)
  await inTurns(turn, numbers.length, ascendingRunLength, (from, to) => void bits.subarray(from, to).sort())
  const compare = (a: number, b: number) => a - b
  return merged(numbers, new Float64Array(numbers.length), { runs: ascendingRunLength, compare, turn })
}

interface Merging {
  /** The length of each sorted run, in numbers. */
  runs: number
  compare: (a: number, b: number) => number
  turn: Pause
}

/** Merges sorted runs. @param other an array as long as `numbers`, for the result or a step on the way to it */
async function merged<Numbers extends Uint32Array | Float64Array>(
  numbers: Numbers,
  other: Numbers,
  merging: Merging,
): Promise<Numbers> {
  let [source, target]: [Numbers, Numbers] = [numbers, other]
  for (let width = merging.runs; width < numbers.length; width *= 2) {
    await merge(source, target, { ...merging, runs: width })
    ;[source, target] = [target, source]
  }
  return source
}

/** Merges each two neighbouring sorted runs. */
async function merge(
  source: Uint32Array | Float64Array,
  target: Uint32Array | Float64Array,
  { runs: width, compare, turn }: Merging,
): Promise<void> {
  let left = 0
  let right = 0
  await inTurns(turn, source.length, runLength, (from, to) => {
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
