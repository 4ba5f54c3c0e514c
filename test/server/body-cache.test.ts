// The server's cache of bodies: bounded by bytes, the least recently used go first.
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ReplyCache } from '../../api/_app/gzip/bodies.ts'

/** Ten of these fill the cache, whatever it counts beside the bytes. */
const body = () => new Uint8Array(70_000)
const cacheOfTen = () => new ReplyCache(735_000)

test('the least recently used body makes room', () => {
  const cache = cacheOfTen()
  for (const name of 'abcdefghij') cache.set(name, body())
  expect(cache.get('a')).toBeDefined()
  for (const name of 'klm') cache.set(name, body())
  expect([...'abcdefg'].filter((name) => cache.get(name))).toEqual(['a', 'e', 'f', 'g'])
})

test('a body larger than an eighth of the cache is not kept', () => {
  const cache = cacheOfTen()
  cache.set('a', body())
  cache.set('b', new Uint8Array(140_000))
  expect([...'ab'].filter((name) => cache.get(name))).toEqual(['a'])
})

test('a body that is set twice counts once', () => {
  const cache = cacheOfTen()
  for (let i = 0; i < 100; i++) cache.set('a', body())
  for (const name of 'bcdefghij') cache.set(name, body())
  expect([...'abcdefghij'].filter((name) => cache.get(name))).toHaveLength(10)
})

test('it returns what was last set, and never exceeds its bound', () => {
  const step = fc.record({
    name: fc.constantFrom(...'abcdefghijklmnop'),
    size: fc.nat(12_000),
    read: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const cache = new ReplyCache(80_000)
      const last = new Map<string, Uint8Array>()
      for (const { name, size, read } of steps) {
        const kept = cache.get(name)
        if (kept) expect(kept).toBe(last.get(name))
        if (read) continue
        const body = new Uint8Array(size)
        cache.set(name, body)
        last.set(name, body)
      }
      const kept = [...last.keys()].map((name) => cache.get(name)?.byteLength ?? 0)
      expect(kept.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(80_000)
    }),
  )
})

test('a large body is kept the second time, however many others came once in between', () => {
  const cache = new ReplyCache(48 * 2 ** 20)
  const large = () => new Uint8Array(300_000)
  cache.set('a', large())
  for (let i = 0; i < 900; i++) cache.set(`once ${i}`, large())
  expect(cache.get('a')).toBeUndefined()
  const again = large()
  cache.set('a', again)
  expect(cache.get('a')).toBe(again)
  expect(cache.get('once 0')).toBeUndefined()
})

test('small bodies hold no more memory than they count', () => {
  const bound = 2 ** 20
  const cache = new ReplyCache(bound)
  const kept = new Map<string, Uint8Array>()
  for (let i = 0; i < 4_000; i++) {
    // zlib returns a part of 16 KB, and Node's own small buffers are parts of 8 KB.
    const body = i % 2 === 0 ? gzipSync(`body ${i}`) : Buffer.from(`body ${i}`)
    cache.set(String(i), body)
    kept.set(String(i), body)
  }
  const held = new Set<ArrayBufferLike>()
  for (const [name, body] of kept) {
    const own = cache.get(name)
    if (!own) continue
    expect(own).toEqual(body)
    held.add(own.buffer)
  }
  const bytes = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0)
  expect(bytes).toBeLessThanOrEqual(bound)
  expect(held.size).toBeGreaterThan(900)
})
