// Orders for lists of any length: a hundred thousand numbers sorted in one go would keep others waiting.
import { inTurns } from '../admission/turn.ts'

/** Numbers that are put in order before others have their turn. */
const atOnce = 2_048

/** As `numbers.sort(compare)`; the numbers are not kept as they were. Takes turns. */
export async function sorted(
  numbers: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
): Promise<Uint32Array<ArrayBuffer>> {
  const { length } = numbers
  await inTurns(length, atOnce, (from, to) => void numbers.subarray(from, to).sort(compare))
  let [source, target] = [numbers, new Uint32Array(length)]
  for (let width = atOnce; width < length; width *= 2) {
    await merge(source, target, width, compare)
    ;[source, target] = [target, source]
  }
  return source
}

/** Each two neighbouring runs of `width` numbers, which are in order, become one. */
async function merge(
  source: Uint32Array,
  target: Uint32Array,
  width: number,
  compare: (a: number, b: number) => number,
): Promise<void> {
  let left = 0
  let right = 0
  await inTurns(source.length, atOnce, (from, to) => {
    const start = from - (from % (2 * width))
    const middle = Math.min(start + width, source.length)
    const end = Math.min(middle + width, source.length)
    if (from === start) [left, right] = [start, middle]
    for (let place = from; place < to; place++) {
      const isLeft = right === end || (left < middle && compare(source[left]!, source[right]!) <= 0)
      target[place] = source[isLeft ? left++ : right++]!
    }
  })
}
