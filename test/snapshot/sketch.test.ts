// Sketches of contents, by which lists as gzip are estimated.
import { expect, test } from 'vitest'
import { deflateWindow, familiarShare, Sketches, sketchOf, sketchSize } from '../../snapshot/format/sketch.ts'
import { seeded, sentence } from '../bench/words.ts'

const width = 12
const text = (seed: number, words: number) => Buffer.from(sentence(seeded(seed), words, words))

test.each([0, 1, 2, 6, 40, 400])('a sketch of %i words is the least hashes of their sequences', (words) => {
  const bytes = Buffer.concat([text(1, words), text(1, words)])
  const sequences = Array.from({ length: Math.max(0, bytes.length - width + 1) }, (_, at) =>
    bytes.subarray(at, at + width),
  )
  const hashes = new Set(sequences.map((sequence) => sketchOf(sequence)[0]!))
  expect([...sketchOf(bytes)]).toEqual([...hashes].sort((a, b) => a - b).slice(0, sketchSize))
})

test('bytes that are shorter than a sequence have none', () => {
  expect(sketchOf(Buffer.alloc(width - 1)).length).toBe(0)
  expect(sketchOf(Buffer.alloc(width)).length).toBe(1)
  expect(new Sketches(1).add(sketchOf(Buffer.alloc(0)), 0, 0)).toBe(0)
})

test('what is shared is what occurred before, as far as deflate refers back', () => {
  const [one, other] = [sketchOf(text(1, 400)), sketchOf(text(2, 400))]
  const half = Uint32Array.from([...one.subarray(0, 16), ...other.subarray(16)]).sort()
  const known = new Sketches(8)
  const add = (sketch: Uint32Array, from: number) => known.add(sketch, from, 1_000)
  expect([add(one, 0), add(one, 999), add(other, 1_000), add(half, 3_000)]).toEqual([0, 0, 0, 1])
  const far = 4_000 + deflateWindow
  expect([add(half, far - 1), add(half, far + 999 + deflateWindow)]).toEqual([1, 0])
  expect(new Sketches(2).add(one, 0, 1)).toBe(0)
  const few = new Sketches(2)
  few.add(one, 0, 1)
  expect(few.add(half, 1, 1)).toBe(16 / 32)
})

test('what is familiar grows from a half to all of it at the distance that deflate refers back', () => {
  const asked = [0, 1, deflateWindow / 2, deflateWindow, 2 * deflateWindow]
  expect(asked.map(familiarShare)).toEqual([0, 0.5 + 0.5 / deflateWindow, 0.75, 1, 1])
})
