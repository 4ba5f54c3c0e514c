// The reader: what it shares, what it closes, and what it says if something is wrong.
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { contentFiles, currentChecksum, FORMAT, hashOf } from '../../snapshot/format/format.ts'
import { readCurrent } from '../../snapshot/read/current.ts'
import {
  type OpenWorkspace,
  openSnapshots,
  SnapshotError,
  type Snapshots,
} from '../../snapshot/read/snapshots.ts'
import { verifySnapshot } from '../../snapshot/read/verify.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { contentsIn } from '../support/contents.ts'
import { postsBeginning } from '../support/found.ts'
import { marked } from '../support/marked.ts'
import { namesIn, overwrite, partOf, placeOf } from '../support/sealed.ts'

let data: string
let snapshots: Snapshots
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'galley-open-'))
  snapshots = openSnapshots(data)
})
afterEach(() => {
  expect(snapshots.leases).toBe(0)
  snapshots.close()
  rmSync(data, { recursive: true, force: true })
})

/** Writes one post for each folder, with the given markers. @returns the hashes by folder */
function write(markers: Record<string, string>, keepPrevious = true) {
  const workspaces = Object.entries(markers).map(([folder, marker]) => marked(folder, marker, 3))
  return writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious }).hashes
}

function markerOf(workspace: OpenWorkspace): string {
  return contentsIn(workspace.markdown, 1, 2)[0]!.trim()
}

function inLease<T>(folder: string, look: (workspace: OpenWorkspace) => T): T {
  const lease = snapshots.lease(folder)
  try {
    return look(lease.workspace)
  } finally {
    lease.release()
  }
}

function refused(message: RegExp, action: () => unknown): void {
  expect(action).toThrow(SnapshotError)
  expect(action).toThrow(message)
}

describe('a lease', () => {
  test('shares what is open, and may be released twice', () => {
    write({ a: 'x' })
    const [first, second] = [snapshots.lease('a'), snapshots.lease('a')]
    expect(second.workspace).toBe(first.workspace)
    expect(snapshots.leases).toBe(2)
    first.release()
    first.release()
    expect(snapshots.leases).toBe(1)
    second.release()
    inLease('a', (workspace) => expect(workspace).toBe(second.workspace))
  })

  test('of a folder that the snapshot does not have is refused', () => {
    write({ a: 'x' })
    refused(/no workspace b/, () => snapshots.lease('b'))
    refused(/no workspace __proto__/, () => snapshots.lease('__proto__'))
  })

  test('stays valid to the end after its snapshot was replaced and removed', () => {
    write({ a: 'old', b: 'same' })
    const old = snapshots.lease('a')
    expect(markerOf(old.workspace)).toBe('old')
    write({ a: 'new', b: 'same' }, false)
    snapshots.reload()
    expect(inLease('a', markerOf)).toBe('new')
    expect(markerOf(old.workspace)).toBe('old')
    old.release()
    refused(/closed/, () => markerOf(old.workspace))
  })

  test('finds the current folder after builds have removed the one it knew', () => {
    write({ a: 'old', b: 'old' })
    expect(inLease('a', ({ posts }) => posts)).toBe(3)
    write({ a: 'new', b: 'new' }, false)
    expect(inLease('b', markerOf)).toBe('new')
    expect(inLease('a', markerOf)).toBe('new')
  })

  test('reopens what was gone when it was read', () => {
    write({ a: 'old' })
    const lease = snapshots.lease('a')
    write({ a: 'new' }, false)
    refused(/ENOENT/, () => markerOf(lease.workspace))
    lease.release()
    expect(inLease('a', markerOf)).toBe('new')
  })
})

test('to correct misspellings, the words of posts are read once, with a pause after every megabyte', async () => {
  const workspace = marked('a', 'x', 3)
  const words = Array.from({ length: 20_000 }, (_, i) => i.toString(36) + 'a'.repeat(50))
  workspace.posts[0]!.terms = { title: termsOf(''), content: termsOf(words.join(' ')) }
  const { hashes } = writeSnapshot(data, {
    ...{ workspaces: [workspace], builtAt: null, preview: null, keepPrevious: true },
  })
  const [file, spelling] = ['terms.txt', 'spelling.bin'].map((name) => join(data, hashes.get('a')!, name))
  const megabytesOf = (path: string) => Math.ceil(statSync(path).size / 2 ** 20)
  expect(megabytesOf(file!)).toBeGreaterThan(1)
  const megabytes = megabytesOf(spelling!) + megabytesOf(file!)
  const lease = snapshots.lease('a')
  let [pauses, resume] = [0, () => {}]
  let isLoaded = false
  const pause = (): Promise<void> => {
    pauses++
    return new Promise((resolve) => {
      resume = resolve
    })
  }
  const loading = [0, 1].map(() => lease.workspace.search().loadSpelling(pause))
  const loaded = Promise.all(loading).then(() => {
    isLoaded = true
  })
  for (let megabyte = 1; megabyte <= megabytes; megabyte++) {
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
    expect([pauses, isLoaded]).toEqual([megabyte, false])
    resume()
  }
  await loaded
  expect(pauses).toBe(megabytes)
  writeFileSync(file!, '')
  expect(postsBeginning(lease.workspace, words.at(-1)!)).toEqual([0])
  lease.release()
})

test('a line of the table of stems may be longer than a block of them', () => {
  const workspace = marked('a', 'x', 3)
  const inLetters = (i: number) => i.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)
  const words = Array.from({ length: 6_000 }, (_, i) => `n${inLetters(i)}`)
  const [short, long] = [words.filter(({ length }) => length < 4), words.filter(({ length }) => length > 3)]
  const stemmers = new Map([['en', (word: string) => (word.length < 4 ? `${word}-` : 'm')]])
  workspace.posts[0]!.terms = { title: termsOf(''), content: termsOf(`${words.join(' ')} zz y`) }
  workspace.posts[0]!.language = 'en'
  writeSnapshot(data, {
    ...{ workspaces: [{ ...workspace, stemmers }], builtAt: null, preview: null, keepPrevious: true },
  })
  const lease = snapshots.lease('a')
  const { stems } = lease.workspace.search()
  lease.release()
  expect(stems.length).toBeGreaterThan(32_768)
  expect(stems.languages()).toEqual(['en'])
  const formsOf = (stem: string) => stems.forms('en', stem, 3, 10_000)
  expect(formsOf('m')).toEqual(long)
  for (const word of [...short, 'y', 'zz']) expect(formsOf(`${word}-`), word).toEqual([word])
  for (const absent of ['', 'l', 'mm', 'zzz']) expect(formsOf(absent), absent).toEqual([])
})

test('a workspace with damage is opened again after ten seconds, and not at each request', () => {
  let time = 0
  const own = openSnapshots(data, { now: () => time })
  const { hashes } = writeSnapshot(data, {
    ...{ workspaces: [marked('a', 'x', 3)], builtAt: null, preview: null, keepPrevious: true },
  })
  const restore = overwrite(join(data, hashes.get('a')!), 'content.markdown.deflated', (bytes) => {
    bytes.fill(0x20)
  })
  const opened = () => {
    const lease = own.lease('a')
    lease.release()
    return lease.workspace
  }
  let before = opened()
  for (const since of [0, 10_000, 20_000]) {
    time = since
    refused(/checksum/, () => markerOf(before))
    before = opened()
    refused(/checksum/, () => markerOf(before))
    for (time of [since, since + 1, since + 9_999]) expect([time, opened() === before]).toEqual([time, true])
  }
  time = 30_000
  restore()
  expect(markerOf(opened())).toBe('x')
  own.close()
})

describe('rereading current.json', () => {
  test('keeps open what did not change', () => {
    write({ a: 'x', b: 'x' })
    const before = inLease('a', (workspace) => workspace)
    write({ a: 'x', b: 'y' })
    snapshots.reload()
    inLease('a', (workspace) => expect(workspace).toBe(before))
    expect(inLease('b', markerOf)).toBe('y')
  })

  test('keeps what it had when there is nothing to read', () => {
    write({ a: 'x' })
    const { hash } = snapshots.current()
    writeFileSync(join(data, 'current.json'), 'no')
    refused(/current\.json/, () => snapshots.reload())
    expect(snapshots.current().hash).toBe(hash)
    expect(inLease('a', markerOf)).toBe('x')
  })

  test('reopens what a build has repaired', () => {
    const place = join(data, write({ a: 'x' }).get('a')!)
    overwrite(place, 'content.markdown.deflated', (bytes) => {
      bytes.fill(1)
    })
    for (let i = 0; i < 2; i++) refused(/checksum of piece 1/, () => inLease('a', markerOf))
    write({ a: 'x' })
    snapshots.reload()
    expect(inLease('a', markerOf)).toBe('x')
  })

  test('is repeated at each call until there is one', () => {
    refused(/there is no snapshot/, () => snapshots.current())
    refused(/there is no snapshot/, () => snapshots.lease('a'))
    write({ a: 'x' })
    expect(inLease('a', markerOf)).toBe('x')
  })
})

describe('room for open workspaces', () => {
  const folders = ['a', 'b', 'c', 'd']
  const everything = Object.fromEntries(folders.map((folder) => [folder, folder]))

  test.each([
    ['bytes', { maxBytes: 1 }],
    ['descriptors', { maxDescriptors: 2 }],
  ])('is made by closing the least recently used, counted in %s', (_, options) => {
    write(everything)
    snapshots = openSnapshots(data, options)
    const opened = folders.map((folder) =>
      inLease(folder, (workspace) => {
        expect(markerOf(workspace)).toBe(folder)
        workspace.html.beginning(0, 1)
        return workspace
      }),
    )
    expect(inLease('d', (workspace) => workspace === opened[3])).toBe(true)
    for (const i of [0, 1]) expect(inLease(folders[i]!, (workspace) => workspace === opened[i])).toBe(false)
  })

  test.each(['bytes', 'descriptors'])('is enough for two that take half of it each, in %s', (what) => {
    const hash = write(everything).get('a')!
    const whole = ['workspace.json', 'list.bin', 'content.markdown.index.bin']
    const bytes = whole.map((name) => partOf(join(data, hash), name).length)
    const maxBytes = 2 * bytes.reduce((sum, one) => sum + one)
    snapshots = openSnapshots(data, what === 'bytes' ? { maxBytes } : { maxDescriptors: 2 })
    /** Reads these files, and with one descriptor. */
    const use = (folder: string) =>
      inLease(folder, (workspace) => {
        expect(markerOf(workspace)).toBe(folder)
        return workspace
      })
    const [a, b] = [use('a'), use('b')]
    expect(use('a')).toBe(a)
    const c = use('c')
    expect(use('a')).toBe(a)
    expect(use('c')).toBe(c)
    for (let turn = 0; turn < 3; turn++) for (const folder of folders) use(folder)
    const last = use('c')
    expect([use('d') === last, use('c') === last, use('b') === b]).toEqual([false, true, false])
  })

  test('is not taken by one that cannot be opened, however often that is tried', () => {
    const hashes = write(everything)
    const folder = join(data, hashes.get('a')!)
    const bytes = namesIn(folder).map((name) => partOf(folder, name).length)
    overwrite(join(data, hashes.get('d')!), 'list.bin', (list) => {
      list[5]! ^= 1
    })
    snapshots = openSnapshots(data, { maxBytes: 3 * bytes.reduce((sum, one) => sum + one) })
    const use = (folder: string) => inLease(folder, (workspace) => workspace)
    const [a, b] = [use('a'), use('b')]
    for (let turn = 0; turn < 100; turn++) {
      refused(/short\.bin \(list\.bin\): its checksum is wrong/, () => snapshots.lease('d'))
    }
    expect([use('a') === a, use('b') === b]).toEqual([true, true])
  })

  test('is never made by closing one that is in use', () => {
    write(everything)
    snapshots = openSnapshots(data, { maxBytes: 1, maxDescriptors: 1 })
    const leases = folders.map((folder) => snapshots.lease(folder))
    for (let turn = 0; turn < 2; turn++) {
      expect(leases.map(({ workspace }) => markerOf(workspace))).toEqual(folders)
      for (const { workspace } of leases) postsBeginning(workspace, 'a')
    }
    for (const { release } of leases) release()
  })
})

describe('what is refused', () => {
  /** Makes current.json name other hashes, with a correct checksum. */
  function point(hashes: Record<string, string>) {
    const path = join(data, 'current.json')
    const current = JSON.parse(readFileSync(path, 'utf8'))
    for (const [folder, hash] of Object.entries(hashes)) current.workspaces[folder].hash = hash
    writeFileSync(path, JSON.stringify({ ...current, crc32: currentChecksum(current) }))
  }

  test.each(['format', 'tokenizer'])('a folder of another %s, with what to do about it', (what) => {
    const place = join(data, write({ a: 'x' }).get('a')!)
    const manifest = JSON.parse(readFileSync(join(place, 'manifest.json'), 'utf8'))
    const forged = Buffer.from(JSON.stringify({ ...manifest, [what]: 0 }))
    writeFileSync(join(place, 'manifest.json'), forged)
    renameSync(place, join(data, hashOf(forged)))
    point({ a: hashOf(forged) })
    refused(/manifest\.json: .*format.*galley build/, () => snapshots.lease('a'))
  })

  test("another workspace's folder", () => {
    const hashes = write({ a: 'x', b: 'x' })
    point({ a: hashes.get('b')! })
    refused(/manifest\.json: .*workspace b, not to a/, () => snapshots.lease('a'))
    expect(inLease('b', markerOf)).toBe('x')
  })

  test('a folder that does not match its name', () => {
    const { a, b } = Object.fromEntries(write({ a: 'x', b: 'x' }))
    const path = (hash: string) => join(data, hash, 'manifest.json')
    writeFileSync(path(a!), readFileSync(path(b!)))
    refused(/manifest\.json: .*name/, () => snapshots.lease('a'))
    expect(inLease('b', markerOf)).toBe('x')
  })

  test('any file that is too short or missing, before anything is read', () => {
    const place = join(data, write({ a: 'x' }).get('a')!)
    for (const name of readdirSync(place)) {
      const whole = readFileSync(join(place, name))
      writeFileSync(join(place, name), whole.subarray(1))
      refused(new RegExp(name.replaceAll('.', '\\.')), () => snapshots.lease('a'))
      rmSync(join(place, name))
      refused(/ENOENT/, () => snapshots.lease('a'))
      writeFileSync(join(place, name), whole)
    }
    expect(inLease('a', markerOf)).toBe('x')
  })

  test('what is cut off after it was opened, and it is said how much is missing', () => {
    const place = join(data, write({ a: 'x' }).get('a')!)
    const last = (workspace: OpenWorkspace) =>
      contentsIn(workspace.markdown, workspace.posts - 1, workspace.posts)
    const { path, at, stored: bytes } = placeOf(place, contentFiles('markdown').pieces)
    inLease('a', (workspace) => {
      expect(markerOf(workspace)).toBe('x')
      truncateSync(path, at + bytes - 3)
      refused(/it ends 3 bytes too early$/, () => last(workspace))
    })
  })

  test('a current.json with another bit in any byte', () => {
    write({ a: 'x', ü: 'y' })
    const path = join(data, 'current.json')
    const whole = readFileSync(path)
    for (let at = 0; at < whole.length; at++) {
      const copy = Buffer.from(whole)
      copy[at]! ^= 1 << (at & 7)
      writeFileSync(path, copy)
      expect(() => readCurrent(data), `byte ${at}: ${copy}`).toThrow(SnapshotError)
    }
  })

  const sound = { format: FORMAT, builtAt: null, preview: null, workspaces: {} }
  /** With its checksum, so that only what is changed is wrong. */
  const sealed = (change: object) => {
    const entries = { ...sound, ...change }
    return JSON.stringify({ ...entries, crc32: currentChecksum(entries) })
  }
  const entry = { hash: '0'.repeat(32), keys: ['a'], searchIndex: { hash: '1'.repeat(32) } }
  const listing = (change: object) => sealed({ workspaces: { b: entry, a: { ...entry, ...change } } })
  const shapeless = /current\.json is not a list of workspaces/

  test.each<[string, string, RegExp]>([
    ['no JSON', 'x', /current\.json: .*JSON/],
    ['no object', '[]', shapeless],
    ['null', 'null', shapeless],
    ['no format', '{"workspaces":{}}', shapeless],
    ['no workspaces', sealed({ workspaces: undefined }), shapeless],
    ['a list for workspaces', sealed({ workspaces: [] }), shapeless],
    ['no checksum', JSON.stringify(sound), /current\.json has the wrong checksum/],
    ...[FORMAT - 1, FORMAT + 1].map((format): [string, string, RegExp] => {
      const advice = format > FORMAT ? 'upgrade this server' : 'run galley build again'
      const expected = `current.json has format ${format}, but this version reads format ${FORMAT}; ${advice}`
      return [`format ${format}`, sealed({ format }), new RegExp(expected)]
    }),
  ])('a current.json with %s', (_, text, message) => {
    writeFileSync(join(data, 'current.json'), text)
    refused(message, () => snapshots.current())
    expect(verifySnapshot(data)).toHaveLength(1)
  })

  test.each<[string, (value: unknown) => string, sound: unknown[], wrong: unknown[]]>([
    [
      'time',
      (builtAt) => sealed({ builtAt }),
      [null, '2026-01-01T00:00:00.000Z'],
      [undefined, 1, true, [], {}],
    ],
    ['preview', (preview) => sealed({ preview }), [null, 'main'], [undefined, 1, true, [], {}]],
    [
      'list',
      (workspaces) => sealed({ workspaces }),
      [{}, { a: entry }],
      [undefined, null, [], [entry], 'x', { a: null }, { a: [] }],
    ],
    [
      'hash',
      (hash) => listing({ hash }),
      ['09af'.repeat(8)],
      [undefined, null, 1, '../x', 'g'.repeat(32), '0'.repeat(31), '0'.repeat(33)],
    ],
    [
      'list of keys',
      (keys) => listing({ keys }),
      [['a', 'b'], []],
      [undefined, null, 'a', {}, [1], ['a', null]],
    ],
    [
      'index',
      (searchIndex) => listing({ searchIndex }),
      [{ missing: 'x' }],
      [undefined, null, [], 'x', {}, { missing: 1 }, { hash: 'x' }],
    ],
  ])('a %s in current.json of the wrong type or form', (_, written, sound, wrong) => {
    const put = (value: unknown) => writeFileSync(join(data, 'current.json'), written(value))
    for (const value of sound) {
      put(value)
      expect(() => readCurrent(data), JSON.stringify(value)).not.toThrow()
    }
    for (const value of wrong) {
      put(value)
      expect(() => readCurrent(data), JSON.stringify(value)).toThrow(shapeless)
    }
  })
})
