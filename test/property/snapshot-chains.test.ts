// Byte strings that grow side by side are read back as what was appended to each.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteSource, NumberWriter } from '../../snapshot/search/bytes.ts'
import { ByteChains } from '../../snapshot/search/chains.ts'

function bytesOf(chains: ByteChains, chain: number): number[] {
  const bytes: number[] = []
  chains.read(chain, (piece) => bytes.push(...piece))
  return bytes
}

const append = fc.record({
  chain: fc.oneof(fc.nat(5), fc.nat(5_000)),
  bytes: fc.uint8Array({ maxLength: 40 }),
})

test('chains equal a list of bytes each', () => {
  fc.assert(
    fc.property(fc.array(append, { maxLength: 200 }), (appends) => {
      const chains = new ByteChains()
      const model = new Map<number, number[]>()
      for (const { chain, bytes } of appends) {
        chains.append(chain, bytes, bytes.length)
        model.set(chain, [...(model.get(chain) ?? []), ...bytes])
      }
      for (const [chain, bytes] of model) expect(bytesOf(chains, chain)).toEqual(bytes)
      expect(bytesOf(chains, 9_999)).toEqual([])
    }),
  )
})

test('chains fill many chunks', () => {
  const chains = new ByteChains()
  const piece = new Uint8Array(251).map((_, i) => i)
  for (let turn = 0; turn < 20_000; turn++) chains.append(turn % 7, piece, turn % 252)
  for (let chain = 0; chain < 7; chain++) {
    const expected: number[] = []
    for (let turn = chain; turn < 20_000; turn += 7) expected.push(...piece.subarray(0, turn % 252))
    const found = new Uint8Array(expected.length)
    let length = 0
    chains.read(chain, (bytes) => {
      found.set(bytes, length)
      length += bytes.length
    })
    expect(length).toBe(expected.length)
    expect(Buffer.compare(found, Uint8Array.from(expected))).toBe(0)
  }
})

test('many short chains take little room', () => {
  const bytes = new Uint8Array(20)
  const before = process.memoryUsage().arrayBuffers
  const chains = new ByteChains()
  for (let chain = 0; chain < 10_000; chain++) chains.append(chain, bytes, bytes.length)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 2 ** 20)
  expect(bytesOf(chains, 9_999)).toEqual([...bytes])
})

test('numbers survive encoding and decoding', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1), fc.constantFrom(0xffffffff, 2 ** 31))),
      (list) => {
        const writer = new NumberWriter()
        for (const number of list) writer.push(number)
        const bytes = writer.bytes.subarray(0, writer.length)
        const inPieces = (from: number, to: number) => bytes.subarray(from, Math.min(to, from + 3))
        const source = new ByteSource(inPieces, 0, bytes.length)
        expect(list.map(() => source.next())).toEqual(list)
        expect(source.isAtEnd).toBe(true)
        const behind = new ByteSource(inPieces, 0, bytes.length)
        behind.skip(list.length - 1)
        if (list.length > 0) expect(behind.next()).toBe(list.at(-1))
      },
    ),
  )
})

test.each([1_018, 1_019, 1_020, 1_023, 1_024, 2_047])(
  'numbers have room behind %i bytes of others',
  (bytes) => {
    const writer = new NumberWriter()
    for (let i = 0; i < bytes; i++) writer.push(i & 127)
    writer.push(2 ** 32 - 1)
    writer.push(7)
    expect(writer.length).toBe(bytes + 6)
    const source = new ByteSource((from, to) => writer.bytes.subarray(from, to), 0, writer.length)
    for (let i = 0; i < bytes; i++) expect(source.next()).toBe(i & 127)
    expect([source.next(), source.next(), source.isAtEnd]).toEqual([2 ** 32 - 1, 7, true])
  },
)

test('a long list is read in few pieces, and little is read beyond the beginning of one', () => {
  const bytes = new Uint8Array(2 ** 20)
  const read: number[] = []
  const source = new ByteSource(
    (from, to) => {
      read.push(to - from)
      return bytes.subarray(from, to)
    },
    0,
    bytes.length,
  )
  source.next()
  expect(read).toEqual([1_024])
  source.skip(bytes.length - 1)
  expect(source.isAtEnd).toBe(true)
  expect(read.length).toBeLessThan(25)
  expect(Math.max(...read)).toBeLessThanOrEqual(65_536)
})
