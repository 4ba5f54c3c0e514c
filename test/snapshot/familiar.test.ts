// What contents have in common with all others of a workspace, by which lists as gzip are estimated.
import { expect, test } from 'vitest'
import { familiarBlock, usualFamiliar } from '../../snapshot/format/format.ts'
import { familiarOf, stretchesOf } from '../../snapshot/write/familiar.ts'

const blocks = 64
const posts = blocks * familiarBlock

test('the first blocks are measured each, later ones one in eight, each with older posts only', () => {
  const numbers = Array.from({ length: posts }, (_, number) => number)
  const oldest = stretchesOf(numbers).map((stretch) => (posts - 1 - stretch[0]!) / familiarBlock)
  expect(oldest).toEqual([...Array.from({ length: 32 }, (_, i) => i + 1), 40, 48, 56])
  expect(stretchesOf(numbers.slice(0, familiarBlock))).toEqual([])
  expect(stretchesOf(numbers.slice(0, familiarBlock + 1))).toEqual([numbers.slice(0, 10)])
})

test('a block has the mean of the last four measures, up to the next one', () => {
  const lengths = (number: number) => 100 + 3 * Math.floor((posts - 1 - number) / familiarBlock)
  const values = familiarOf({
    posts,
    contentsOf: () => Buffer.alloc(40_000),
    deflatedLength: lengths,
    sketchOf: () => new Uint32Array(0),
    digests: [],
    kept: undefined,
  })
  const steps = [...values].flatMap((value, block) => (value === values[block - 1] ? [] : [block]))
  expect(values[0]).toBe(usualFamiliar)
  expect(values).toHaveLength(blocks)
  expect(steps).toEqual([...Array.from({ length: 33 }, (_, i) => i), 40, 48, 56])
})
