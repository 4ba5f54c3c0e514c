// Where builds keep values: each is what was set, whatever was read or lost before; how much is read, written and kept is counted.
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DamagedCache, type ValueKind, ValueStore } from '../../build/cache/store.ts'
import { seeded } from '../bench/words.ts'

const kilobyte = 1_024
const megabyte = 1_024 * kilobyte
const { closeSync, openSync, readSync, renameSync, writeSync } = fs
const plain = { closeSync, openSync, readSync, renameSync, writeSync }

let folder: string
const open: ValueStore[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-store-'))
})
afterEach(() => {
  replace(plain)
  for (const store of open.splice(0)) store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** As another process would find it. */
function opened(version = 'one', isReadOnly = false): ValueStore {
  const store = new ValueStore(folder, version, isReadOnly)
  open.push(store)
  expect(store.load()).toBeUndefined()
  return store
}

const keyOf = (number: number) => number.toString(16).padStart(32, '0')

/** Differs for every number. */
function bytesOf(number: number, length: number): Buffer {
  const value = Buffer.alloc(length, number % 251)
  value.write(String(number).slice(0, length))
  return value
}

const packs = (kind: ValueKind) => readdirSync(folder).filter((name) => name.startsWith(`${kind}-`))

/** Of the store's files that are open, from now on. */
function watchedDescriptors(): Set<number> {
  const descriptors = new Set<number>()
  replace({
    openSync: ((...given: Parameters<typeof openSync>) => {
      const descriptor = openSync(...given)
      if (String(given[0]).startsWith(folder)) descriptors.add(descriptor)
      return descriptor
    }) as typeof openSync,
    closeSync: (descriptor) => {
      descriptors.delete(descriptor)
      closeSync(descriptor)
    },
  })
  return descriptors
}

function replace(functions: Partial<typeof fs>): void {
  Object.assign(fs, functions)
  syncBuiltinESMExports()
}

/** How many calls read or write, and how many bytes. */
function counted(which: 'readSync' | 'writeSync', work: () => void) {
  const count = { calls: 0, bytes: 0 }
  replace({
    [which]: (...given: [number, Uint8Array]) => {
      const bytes = (plain[which] as (...given: unknown[]) => number)(...given)
      count.calls++
      count.bytes += bytes
      return bytes
    },
  })
  try {
    work()
  } finally {
    replace({ [which]: plain[which] })
  }
  return count
}

describe('a value', () => {
  const kinds: ValueKind[] = ['heads', 'texts', 'html']
  const sizes = [
    0,
    1,
    13,
    900,
    64 * kilobyte - 1,
    64 * kilobyte,
    5,
    64 * kilobyte + 1,
    700,
    0,
    80 * kilobyte,
    3,
  ]
  const values = kinds.flatMap((kind, at) =>
    [...sizes, ...(at === 0 ? [megabyte + 1, 5, megabyte] : [])].map((length, number) => {
      const key = keyOf(number)
      return { kind, key, value: bytesOf(100 * at + number, length) }
    }),
  )

  function expectAll(store: ValueStore): void {
    const random = seeded(7)
    const shuffled = values
      .map((one) => ({ one, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one)
    for (const order of [values, shuffled]) {
      for (const how of ['get', 'peek'] as const) {
        for (const { kind, key, value } of order) {
          if (!store[how](kind, key)?.equals(value)) expect.fail(`${how} ${kind} ${key}: another value`)
        }
      }
    }
    expect(store.get('words', keyOf(1))).toBeUndefined()
    expect([
      store.has('heads', keyOf(1)),
      store.has('words', keyOf(1)),
      store.has('heads', keyOf(99)),
    ]).toEqual([true, false, false])
  }

  test('is what was set last, in one piece or several, before and after it was saved, and in memory', () => {
    const inMemory = new ValueStore(undefined, 'one')
    const store = opened()
    for (const one of [inMemory, store]) {
      expect([one.isEmpty, one.isChanged]).toEqual([true, false])
      for (const { kind, key } of values) one.set(kind, key, bytesOf(9, 50))
      for (const { kind, key, value } of values) {
        one.set(kind, key, [value.subarray(0, 2), value.subarray(2, 2), value.subarray(2)])
      }
      expectAll(one)
      expect([one.isEmpty, one.isChanged]).toEqual([false, true])
      one.save()
      expectAll(one)
    }
    expect(store.isChanged).toBe(false)
    expectAll(opened())
  })

  test('that is got stays as it is, and one that is peeked at until the next one', () => {
    const store = opened()
    for (let number = 0; number < 100; number++) store.set('heads', keyOf(number), bytesOf(number, 100))
    store.save()
    const [first, second] = [store.get('heads', keyOf(0))!, store.get('heads', keyOf(1))!]
    for (let number = 99; number > 1; number--) store.get('heads', keyOf(number))
    expect([first, second]).toEqual([bytesOf(0, 100), bytesOf(1, 100)])
  })

  test('of another version, or of a file that is closed, is not used', () => {
    const store = opened()
    store.set('heads', keyOf(1), bytesOf(1, 10))
    store.save()
    const other = new ValueStore(folder, 'two')
    expect(other.load()).toBe('older')
    expect(other.get('heads', keyOf(1))).toBeUndefined()
    store.close()
    expect(() => store.get('heads', keyOf(1))).toThrow(DamagedCache)
  })
})

describe('what is read', () => {
  const count = 2_500
  /** Of a store with values of one kilobyte. */
  function readOf(how: 'get' | 'peek', numbers: readonly number[]) {
    const store = opened()
    const { calls, bytes } = counted('readSync', () => {
      for (const number of numbers) store[how]('heads', keyOf(number))
    })
    store.close()
    return { calls, bytes }
  }
  function fill(): void {
    const store = opened()
    for (const number of each(1)) store.set('heads', keyOf(number), bytesOf(number, kilobyte))
    store.save()
  }
  const each = (step: number) => Array.from({ length: count / step }, (_, at) => at * step)

  test.each(['get', 'peek'] as const)(
    'is read in a few large pieces by %s, if it is asked for in order',
    (how) => {
      fill()
      // 1, 4, 16 … kilobytes, and then a megabyte at a time.
      expect(readOf(how, each(1))).toEqual({ calls: 8, bytes: count * kilobyte })
      // With gaps between them, too, as long as they are much of what is read.
      expect(readOf(how, each(2)).calls).toBeLessThan(16)
      expect(readOf(how, each(64)).bytes).toBeLessThan(4 * (count / 64) * kilobyte)
      // What is further apart, or goes back, is read alone.
      const far = each(65).slice(2)
      expect(readOf(how, far)).toEqual({ calls: far.length, bytes: far.length * kilobyte })
      expect(readOf(how, far.toReversed())).toEqual({ calls: far.length, bytes: far.length * kilobyte })
      expect(readOf(how, [700, 700, 700])).toEqual({ calls: 1, bytes: kilobyte })
    },
  )

  test.each(['get', 'peek'] as const)(
    'is little more than what is asked for by %s, in whatever order',
    (how) => {
      fill()
      const random = seeded(7)
      const all = each(1)
      const orders: Record<string, number[]> = {
        // As posts in many languages, sorted by name.
        'in turn of forty places': all.toSorted((a, b) => (a % 62) - (b % 62)),
        'two by two': all.toSorted((a, b) => ((a >> 1) % 97) - ((b >> 1) % 97) || a - b),
        'with a few left out, and back': all.flatMap((number) => [number, Math.max(0, number - 40)]),
        any: all.toSorted(() => random() - 0.5),
        'of neighbours': all.toSorted(
          (a, b) => Math.floor(a / 30) - Math.floor(b / 30) || ((a * 7) % 30) - ((b * 7) % 30),
        ),
      }
      for (const [name, order] of Object.entries(orders)) {
        expect(readOf(how, order).bytes, name).toBeLessThan(5 * order.length * kilobyte)
      }
    },
  )

  describe('in another order than it lies in', () => {
    const byName = each(1).slice(0, 2_400)
    const byDate = byName.toSorted((a, b) => ((a * 7_919) % 2_399) - ((b * 7_919) % 2_399))
    const madeOf = (number: number) => bytesOf(number, kilobyte + (number % 100))
    /** @param isAsked before it is saved, else by the next build */
    function saved(asked: readonly number[], isAsked: boolean): ValueStore {
      const store = opened()
      for (const number of byName) store.set('html', keyOf(number), madeOf(number))
      if (!isAsked) store.save()
      const later = isAsked ? store : opened()
      for (const number of asked) later.peek('html', keyOf(number))
      later.set('heads', keyOf(1), bytesOf(1, 10))
      later.save()
      return later
    }
    function readsOf(numbers: readonly number[], store = opened()): number {
      return counted('readSync', () => {
        for (const number of numbers) {
          if (!store.peek('html', keyOf(number))?.equals(madeOf(number)))
            expect.fail(`another value: ${number}`)
        }
      }).calls
    }

    test.each([true, false])('is put in that order once it is saved (in the first build: %s)', (isAsked) => {
      // Some are not asked for, and one twice.
      const asked = [...byDate.slice(0, 2_000), byDate[7]!]
      const store = saved(asked, isAsked)
      expect(readsOf(asked.slice(0, 2_000))).toBeLessThan(10)
      expect(readsOf(asked.slice(0, 2_000), store)).toBeLessThan(10)
      expect(readsOf(byName)).toBeGreaterThan(1_000)
      // Those that were not asked for follow: they were less than half of a file.
      const [name, ...others] = packs('html')
      expect(others).toEqual([])
      store.set('heads', keyOf(1), bytesOf(2, 10))
      store.save()
      expect(packs('html')).toEqual([name])
    })

    test.each([
      ['few', byName.slice(0, 1_000).toReversed()],
      ['most of it in order', [...byName, ...byName.slice(900).toReversed()]],
    ])('stays where it is if it was %s', (_, asked) => {
      const before = saved([], false) && packs('html')
      const store = opened()
      for (const number of asked) store.peek('html', keyOf(number))
      store.set('heads', keyOf(2), bytesOf(2, 10))
      store.save()
      expect(packs('html')).toEqual(before)
    })

    test('stays where it is if no further file can be opened, and the next build keeps what it sets', () => {
      saved([], false)
      const before = packs('html')
      const store = opened()
      for (const number of byDate) store.peek('html', keyOf(number))
      store.set('heads', keyOf(2), bytesOf(2, 10))
      replace({
        openSync: ((...given: Parameters<typeof openSync>) => {
          if (given[1] === 'wx+') throw Object.assign(new Error('too many'), { code: 'EMFILE' })
          return openSync(...given)
        }) as typeof openSync,
      })
      store.save()
      replace({ openSync })
      expect(packs('html')).toEqual(before)
      store.set('heads', keyOf(3), bytesOf(3, 10))
      store.save()
      for (const number of [2, 3]) expect(opened().get('heads', keyOf(number))).toEqual(bytesOf(number, 10))
    })

    test('stays where it is if there is no room to write it anew, and all else is kept', () => {
      saved([], false)
      const before = packs('html')
      const store = opened()
      for (const number of byDate) store.peek('html', keyOf(number))
      store.set('heads', keyOf(2), bytesOf(2, 10))
      let room = 1_500 * kilobyte
      replace({
        writeSync: ((...given: Parameters<typeof writeSync>) => {
          room -= (given[1] as unknown as Uint8Array).length
          if (room < 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
          return writeSync(...given)
        }) as typeof writeSync,
      })
      store.save()
      expect(room).toBeLessThan(0)
      replace({ writeSync })
      expect(packs('html')).toEqual(before)
      expect(readdirSync(folder).filter((name) => name.startsWith('.tmp'))).toEqual([])
      expect(readsOf(byName)).toBeLessThan(10)
      expect(opened().get('heads', keyOf(2))).toEqual(bytesOf(2, 10))
    })
  })

  test('is written a megabyte at a time, and not read again to be saved', () => {
    const store = opened()
    const written = counted('writeSync', () => {
      for (const number of each(1)) store.set('heads', keyOf(number), bytesOf(number, kilobyte))
    })
    expect(written).toEqual({ calls: 2, bytes: 2 * megabyte })
    expect(counted('readSync', () => store.save()).calls).toBe(0)
    expect(packs('heads')).toHaveLength(1)
    // A large one is not copied to be written with others, and stands behind them nonetheless.
    const others = counted('writeSync', () => {
      store.set('texts', keyOf(1), bytesOf(1, 10))
      store.set('texts', keyOf(2), bytesOf(2, megabyte))
    })
    expect(others).toEqual({ calls: 2, bytes: megabyte + 10 })
  })
})

describe('a save', () => {
  test('keeps for twenty more what nothing has used, and what was of use for twenty after that', () => {
    const names = ['never', 'has', 'get', 'peek', 'set'] as const
    const keys = Object.fromEntries(names.map((name, at) => [name, keyOf(at)]))
    const values = () => opened()
    let store = values()
    for (const name of names) store.set('heads', keys[name]!, bytesOf(1, 10))
    const there = () => {
      // Nothing is of use to a store that is not saved.
      const other = new ValueStore(folder, 'one')
      other.load()
      const found = names.filter((name) => other.has('heads', keys[name]!))
      other.close()
      return found
    }
    const save = (isAging?: boolean) => {
      store.set('checks', keyOf(100), bytesOf(1, 3))
      store.save(isAging)
    }
    for (let time = 1; time <= 10; time++) save()
    store.close()
    store = values()
    store.has('heads', keys.has!)
    store.get('heads', keys.get!)
    store.peek('heads', keys.peek!)
    store.set('heads', keys.set!, bytesOf(2, 10))
    for (let time = 11; time <= 20; time++) save()
    expect(there()).toEqual(names)
    // Those of builds that fail do not count.
    for (let time = 0; time < 30; time++) save(false)
    expect(there()).toEqual(names)
    save()
    expect(there()).toEqual(names.slice(1))
    for (let time = 22; time <= 30; time++) save()
    expect(there()).toEqual(names.slice(1))
    save()
    expect(there()).toEqual([])
  })

  test('without anything new writes nothing', () => {
    const store = opened()
    store.save()
    expect(readdirSync(folder)).toEqual([])
    store.set('heads', keyOf(1), bytesOf(1, 10))
    store.save()
    const before = readFileSync(join(folder, 'index'))
    store.has('heads', keyOf(1))
    store.save()
    expect(readFileSync(join(folder, 'index'))).toEqual(before)
  })

  test('joins more than twelve files of a kind, but for the largest', () => {
    const store = opened()
    const [largest, ...others] = [4_000, ...Array(12).fill(1_000)] as number[]
    store.set('heads', keyOf(0), bytesOf(0, largest!))
    store.save()
    const [name] = packs('heads')
    for (const [at, length] of others.entries()) {
      store.set('heads', keyOf(at + 1), bytesOf(at, length))
      store.save()
      expect(packs('heads')).toHaveLength(at + 2)
    }
    store.set('texts', keyOf(1), bytesOf(1, 10))
    store.save()
    const joined = packs('heads')
    expect(joined).toHaveLength(2)
    expect(joined).toContain(name)
    expect(packs('texts')).toHaveLength(1)
    for (const [at, length] of others.entries()) {
      expect(opened().get('heads', keyOf(at + 1))).toEqual(bytesOf(at, length))
    }
  })

  test('removes files of which nothing is of use, and writes anew what is left of one of which less than half is', () => {
    const store = opened()
    const descriptors = watchedDescriptors()
    for (const kind of ['heads', 'texts', 'html', 'markdown'] as const) {
      for (let number = 0; number < 5; number++) {
        if (number < 4 || kind === 'markdown') store.set(kind, keyOf(number), bytesOf(number, 1_000))
      }
    }
    store.save()
    const named = () => [packs('heads'), packs('texts'), packs('html')].map(([name]) => name)
    const before = named()
    for (let number = 0; number < 4; number++) store.set('heads', keyOf(number), bytesOf(9, 1_000))
    for (let number = 0; number < 3; number++) store.set('texts', keyOf(number), bytesOf(9, 1_000))
    for (let number = 0; number < 2; number++) store.set('html', keyOf(number), bytesOf(9, 1_000))
    for (let number = 0; number < 3; number++) store.set('markdown', keyOf(number), bytesOf(9, 1_000))
    store.save()
    expect(packs('markdown')).toHaveLength(1)
    // Those that are gone are closed.
    expect(descriptors.size).toBe(5)
    expect([packs('heads').length, packs('texts').length, packs('html').length]).toEqual([1, 1, 2])
    expect(packs('heads').concat(packs('texts'))).not.toEqual(expect.arrayContaining([before[0]]))
    expect(packs('texts')).not.toContain(before[1])
    expect(packs('html')).toContain(before[2])
    const other = opened()
    for (const [kind, changed] of [
      ['heads', 4],
      ['texts', 3],
      ['html', 2],
    ] as const) {
      for (let number = 0; number < 4; number++) {
        expect(other.get(kind, keyOf(number))).toEqual(bytesOf(number < changed ? 9 : number, 1_000))
      }
    }
  })

  test('leaves what was moved as old as it was', () => {
    const store = opened()
    for (let number = 0; number < 3; number++) store.set('heads', keyOf(number), bytesOf(number, 1_000))
    store.save()
    for (let time = 2; time <= 21; time++) {
      if (time < 12) for (const number of [1, 2]) store.set('heads', keyOf(number), bytesOf(time, 1_000))
      store.set('checks', keyOf(1), bytesOf(time, 10))
      store.save()
      expect(store.isEmpty).toBe(false)
    }
    expect(opened().has('heads', keyOf(0))).toBe(false)
  })

  test('gives files that nobody else can read, and leaves those that are not its own', () => {
    const foreign = ['notes.txt', 'heads-0', 'index2', '.tmp-0', 'heads-0123456789abcdef.bak', 'codes']
    const young = ['.tmp-0123456789abcdef', 'heads-0123456789abcdef']
    const old = ['.tmp-fedcba9876543210', 'texts-fedcba9876543210']
    for (const name of [...foreign, ...young, ...old]) writeFileSync(join(folder, name), 'x')
    for (const name of [...foreign, ...old]) utimesSync(join(folder, name), 1, 1)
    const minutesAgo = (minutes: number) => Date.now() / 1_000 - 60 * minutes
    for (const name of young) utimesSync(join(folder, name), minutesAgo(55), minutesAgo(55))
    utimesSync(join(folder, old[0]!), minutesAgo(65), minutesAgo(65))
    const store = opened()
    store.set('heads', keyOf(1), bytesOf(1, 10))
    if (process.platform !== 'win32') {
      const [temporary = ''] = readdirSync(folder).filter(
        (name) => /^\.tmp-/.test(name) && !young.includes(name) && !old.includes(name) && name.length > 10,
      )
      expect(statSync(join(folder, temporary)).mode & 0o777).toBe(0o600)
    }
    store.save()
    expect(readFileSync(join(folder, 'index'), 'latin1')).toMatch(/^galley cache 1\n/)
    const all = readdirSync(folder)
    expect(all).toEqual(expect.arrayContaining([...foreign, ...young]))
    for (const name of old) expect(all).not.toContain(name)
    mkdirSync(join(folder, 'code'))
    store.drop()
    expect(readdirSync(folder).sort()).toEqual([...foreign].sort())
  })

  test('of a store that is only read changes nothing, and neither does dropping it', () => {
    const store = opened()
    store.set('heads', keyOf(1), bytesOf(1, 10))
    store.save()
    const before = readdirSync(folder)
    const reading = opened('one', true)
    reading.set('heads', keyOf(2), bytesOf(2, 10))
    expect(reading.isChanged).toBe(false)
    expect(reading.get('heads', keyOf(1))).toEqual(bytesOf(1, 10))
    reading.save()
    reading.drop()
    expect(readdirSync(folder)).toEqual(before)
  })
})

describe('on a full disk', () => {
  const full = () => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }

  test('values can be read for the rest of the build, none is kept, and the next one keeps what it sets', () => {
    const store = opened()
    store.set('heads', keyOf(0), bytesOf(0, 100))
    store.set('texts', keyOf(9), bytesOf(9, 100))
    store.save()
    const before = readdirSync(folder)
    store.set('heads', keyOf(1), bytesOf(1, megabyte))
    for (const number of [2, 3]) store.set('heads', keyOf(number), bytesOf(number, 100))
    for (const number of [4, 5]) store.set('texts', keyOf(number), bytesOf(number, 100))
    store.set('heads', keyOf(0), bytesOf(6, 100))
    replace({ writeSync: full })
    const lengths = { heads: [1, 2, 3], texts: [4, 5, 9] } as const
    for (const kind of ['heads', 'texts'] as const) {
      for (const number of lengths[kind]) {
        const length = number === 1 ? megabyte : 100
        expect(store.get(kind, keyOf(number))?.equals(bytesOf(number, length))).toBe(true)
        expect(store.peek(kind, keyOf(number))?.equals(bytesOf(number, length))).toBe(true)
      }
    }
    store.set('html', keyOf(7), bytesOf(7, 100))
    expect(store.get('html', keyOf(7))).toBeUndefined()
    expect(() => store.save()).toThrow(expect.objectContaining({ code: 'ENOSPC' }))
    replace({ writeSync: plain.writeSync })
    expect(readdirSync(folder).sort()).toEqual(before.sort())
    for (const number of [1, 2, 3]) expect(store.has('heads', keyOf(number))).toBe(false)
    expect(store.isChanged).toBe(false)
    store.set('heads', keyOf(8), bytesOf(8, 100))
    store.save()
    const found = opened()
    expect([0, 1, 8].map((number) => found.has('heads', keyOf(number)))).toEqual([false, false, true])
  })

  test('an index that cannot be written leaves the one before', () => {
    const store = opened()
    store.set('heads', keyOf(1), bytesOf(1, 100))
    store.save()
    store.set('heads', keyOf(2), bytesOf(2, 100))
    replace({ renameSync: full })
    expect(() => store.save()).toThrow(expect.objectContaining({ code: 'ENOSPC' }))
    replace({ renameSync: plain.renameSync })
    const found = opened()
    expect([1, 2].map((number) => found.has('heads', keyOf(number)))).toEqual([true, false])
  })
})

describe('an index', () => {
  function saved(): void {
    const store = opened()
    for (const kind of ['heads', 'texts'] as const) store.set(kind, keyOf(1), bytesOf(1, 100))
    store.save()
    store.close()
  }

  test('that is replaced while it is read is read again, and what was opened is closed', () => {
    saved()
    const loaded = (failures: number) => {
      const descriptors = new Set<number>()
      let [left, packsOpened] = [failures, 0]
      replace({
        openSync: ((...given: Parameters<typeof plain.openSync>) => {
          const isPack = /(?:heads|texts)-/.test(String(given[0]))
          // The second of two.
          if (isPack && ++packsOpened % 2 === 0 && left-- > 0)
            throw Object.assign(new Error(), { code: 'ENOENT' })
          const descriptor = plain.openSync(...given)
          if (isPack) descriptors.add(descriptor)
          return descriptor
        }) as typeof fs.openSync,
        closeSync: (descriptor) => {
          descriptors.delete(descriptor)
          plain.closeSync(descriptor)
        },
      })
      const store = new ValueStore(folder, 'one')
      open.push(store)
      return [store.load(), descriptors.size, store.get('heads', keyOf(1))?.length]
    }
    expect(loaded(2)).toEqual([undefined, 2, 100])
    expect(loaded(3)).toEqual(['damaged', 0, undefined])
  })

  test('that is missing is no loss, unless something else is in its place', () => {
    const store = new ValueStore(folder, 'one')
    expect(store.load()).toBeUndefined()
    rmSync(folder, { recursive: true })
    expect(store.load()).toBeUndefined()
    expect(existsSync(folder)).toBe(false)
    mkdirSync(join(folder, 'index'), { recursive: true })
    expect(store.load()).toBe('damaged')
  })

  test('that lacks its checksum is damaged, whatever it begins with', () => {
    saved()
    const index = readFileSync(join(folder, 'index'))
    for (const length of [0, 14, 15, 18, 19, 20, index.length - 1]) {
      writeFileSync(join(folder, 'index'), index.subarray(0, length))
      expect([length, new ValueStore(folder, 'one').load()]).toEqual([length, 'damaged'])
    }
  })
})
