// Sorts lists of any length in turns: sorting a hundred thousand numbers in one go would keep other requests waiting.
import { inTurns } from '../admission/turn.ts'

/** Numbers sorted before other requests get a turn. */
const runLength = 2_048

/** Like `numbers.sort(compare)`, but the array passed in is left in an undefined order. Takes turns. */
export async function sorted(
  numbers: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
): Promise<Uint32Array<ArrayBuffer>> {
  const { length } = numbers
  await inTurns(length, runLength, (from, to) => void numbers.subarray(from, to).sort(compare))
  let [source, target] = [numbers, new Uint32Array(length)]
  for (let width = runLength; width < length; width *= 2) {
    await merge(source, target, width, compare)
    ;[source, target] = [target, source]
  }
  return source
}

/** Merges each two neighbouring sorted runs of `width` numbers. */
async function merge(
  source: Uint32Array,
  target: Uint32Array,
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
