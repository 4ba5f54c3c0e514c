// The table of the build cache: whatever is set, deleted and stored, it is what a map of objects would be.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Slots } from '../../build/memo/slots.ts'
import { tries } from './tries.ts'

const kinds = ['heads', 'texts', 'words'] as const
type Kind = (typeof kinds)[number]
const packs = kinds.flatMap((kind) => [0, 1].map((number) => ({ kind, name: `${kind}-${number}` })))
const keys = Array.from({ length: 5 }, (_, i) => `${i}f`.repeat(16))

const slot = fc.record({
  offset: fc.maxSafeNat(),
  length: fc.nat({ max: 2 ** 31 }),
  crc32: fc.nat({ max: 0xffffffff }),
  used: fc.nat({ max: 9 }),
  isInMemory: fc.boolean(),
})
const place = { kind: fc.constantFrom(...kinds), key: fc.constantFrom(...keys) }
const step = fc.oneof(
  {
    arbitrary: fc.record({ do: fc.constant('set' as const), ...place, pack: fc.nat({ max: 1 }), slot }),
    weight: 5,
  },
  fc.record({ do: fc.constant('delete' as const), ...place }),
  fc.record({ do: fc.constant('use' as const), ...place, used: fc.nat({ max: 9 }) }),
  fc.record({ do: fc.constant('age' as const), before: fc.nat({ max: 6 }) }),
  fc.record({ do: fc.constant('store' as const) }),
)

test('has what was set last of each kind and key, however often it is stored', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      let table = new Slots<Kind, (typeof packs)[number]>(kinds)
      const model = new Map(kinds.map((kind) => [kind, new Map<string, object>()]))
      for (const one of steps) {
        if (one.do === 'set') {
          const { isInMemory, ...rest } = one.slot
          const pack = packs.find(({ name }) => name === `${one.kind}-${one.pack}`)!
          const value = isInMemory ? Buffer.from(String(rest.offset)) : undefined
          table.set(one.kind, one.key, { ...rest, pack, value })
          model.get(one.kind)!.set(one.key, { ...rest, pack, value })
        } else if (one.do === 'delete') {
          table.delete(one.kind, one.key)
          model.get(one.kind)!.delete(one.key)
        } else if (one.do === 'use') {
          const found = table.find(one.kind, one.key)
          if (found !== undefined) table.setUsed(found, one.used)
          const known = model.get(one.kind)!.get(one.key)
          if (known) Object.assign(known, { used: one.used })
        } else if (one.do === 'age') {
          table.deleteUnusedSince(one.before)
          for (const own of model.values()) {
            for (const [key, known] of own) if ((known as { used: number }).used < one.before) own.delete(key)
          }
        } else {
          // Values in memory are not stored.
          const stored = structuredClone(table.stored(packs))
          table = new Slots(kinds, stored, packs)
          for (const own of model.values()) {
            for (const known of own.values()) Object.assign(known, { value: undefined })
          }
        }
      }
      for (const kind of kinds) {
        const own = model.get(kind)!
        for (const key of keys) {
          const found = table.find(kind, key)
          expect(found === undefined ? undefined : table.at(found)).toEqual(own.get(key))
        }
        expect(new Map([...table.of(kind)].map(([key, found]) => [key, table.at(found)]))).toEqual(own)
      }
      const all = [...model.values()].flatMap((own) => [...own.values()]) as {
        pack: object
        length: number
      }[]
      const used = new Map<object, number>()
      for (const { pack, length } of all) used.set(pack, (used.get(pack) ?? 0) + length)
      expect(table.usedBytes()).toEqual(used)
    }),
    { numRuns: tries(1_000) },
  )
})
