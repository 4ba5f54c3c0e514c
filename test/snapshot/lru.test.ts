import { expect, test } from 'vitest'
import { Lru, ownMemory } from '../../packages/search/basics/lru.ts'

test('what was used least recently goes first, until the rest costs no more than there is room for', () => {
  const cache = new Lru<string>(10)
  for (const key of 'abcdefghij') cache.set(key, key.toUpperCase())
  expect([cache.get('a'), cache.get('c'), cache.get('z')]).toEqual(['A', 'C', undefined])
  cache.set('b', 'again')
  cache.set('k', 'large', 5)
  expect([...cache]).toEqual([
    ['i', 'I'],
    ['j', 'J'],
    ['a', 'A'],
    ['c', 'C'],
    ['b', 'again'],
    ['k', 'large'],
  ])
  cache.set('k', 'small', 2)
  cache.delete('j')
  cache.delete('z')
  for (const key of 'lmnop') cache.set(key, key)
  expect([...cache].map(([key]) => key)).toEqual([...'acbklmnop'].slice(-9))
  expect(cache.size).toBe(9)
})

test('a value that costs more than there is room for is not kept', () => {
  const cache = new Lru<number>(3)
  cache.set('a', 1)
  cache.set('b', 2, 4)
  expect([...cache]).toEqual([])
  cache.set('c', 3, 3)
  expect(cache.get('c')).toBe(3)
})

test('bytes that are a part of something larger are copied', () => {
  const whole = Uint8Array.of(1, 2, 3)
  expect(ownMemory(whole)).toBe(whole)
  const copy = ownMemory(whole.subarray(1))
  expect([[...copy], copy.buffer.byteLength]).toEqual([[2, 3], 2])
})
