// What writing a snapshot leaves on disk.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Memo } from '../../build/memo/memo.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { verifySnapshot } from '../../snapshot/read/verify.ts'
import type { BuiltWorkspace } from '../../snapshot/types.ts'
import { packText } from '../../snapshot/write/content.ts'
import { flushIntact } from '../../snapshot/write/intact.ts'
import type { MemoValues } from '../../snapshot/write/memo.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { marked } from '../support/marked.ts'

let root: string
let data: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-write-'))
  data = join(root, 'dist', 'data')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(workspaces: BuiltWorkspace[], options: { keepPrevious?: boolean; builtAt?: string } = {}) {
  const { keepPrevious = true, builtAt = null } = options
  return writeSnapshot(data, { workspaces, builtAt, preview: null, keepPrevious }).hashes
}

const folders = () => readdirSync(data).filter((name) => name !== 'current.json')
const problems = () => verifySnapshot(data)

/** All bytes below a folder, by path. */
function bytesOf(dir: string): Map<string, string> {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()
  const files = paths.filter((path) => statSync(join(dir, path)).isFile())
  return new Map(files.map((path) => [path, readFileSync(join(dir, path), 'latin1')]))
}

test('the same workspaces in any order are the same bytes', () => {
  write([marked('a', 'x', 5), marked('b', 'x', 3)])
  const first = bytesOf(data)
  rmSync(data, { recursive: true })
  write([marked('b', 'x', 3), marked('a', 'x', 5)])
  expect(bytesOf(data)).toEqual(first)
})

// No test can stop the machine, so this one asks the memo, by which later processes do without reading a folder.
test('a folder that was not flushed is known as intact to later processes once it is', () => {
  const memo = new Memo(undefined)
  const kept: string[] = []
  const { values } = memo
  const noted: MemoValues = {
    ...{ get: values.get.bind(values), peek: values.peek.bind(values), has: values.has.bind(values) },
    set(kind, key, value) {
      kept.push(kind)
      values.set(kind, key, value)
    },
  }
  const options = { builtAt: null, preview: null, keepPrevious: false, workspaces: [marked('a', 'x', 2)] }
  for (let build = 0; build < 2; build++)
    writeSnapshot(data, { ...options, isTransient: true, memo: { ...memo.forWriter(true), values: noted } })
  expect(kept).not.toContain('intact')
  flushIntact(memo.memory, noted)
  flushIntact(memo.memory, noted)
  expect(kept.filter((kind) => kind === 'intact')).toHaveLength(1)
})

test('keys, the time and the branch are not part of a workspace', () => {
  const before = write([marked('a', 'x', 2)])
  const workspaces = [{ ...marked('a', 'x', 2), keys: ['other', 'two'] }]
  const after = writeSnapshot(data, {
    workspaces,
    builtAt: '2026-01-01T00:00:00.000Z',
    preview: 'next',
    keepPrevious: true,
  })
  expect(after.hashes).toEqual(before)
  const { builtAt, preview, folders } = openSnapshots(data).current()
  expect({ builtAt, preview, folder: folders.get('two') }).toEqual({
    builtAt: '2026-01-01T00:00:00.000Z',
    preview: 'next',
    folder: 'a',
  })
})

test('a packed text is handed to another thread, and not copied', () => {
  for (const text of ['', '<p>short</p>', 'x'.repeat(100_000)]) {
    const packed = packText(text)
    const { length } = packed
    const moved = structuredClone(packed, { transfer: [packed.buffer as ArrayBuffer] })
    expect([moved.length, packed.length]).toEqual([length, 0])
  }
})

test('a folder may have a name that is special in JavaScript objects', () => {
  const names = ['__proto__', 'constructor', '2025', 'ünï', 'a b']
  const hashes = write(names.map((name) => marked(name, name, 1)))
  const snapshots = openSnapshots(data)
  expect([...snapshots.current().workspaces.keys()].sort()).toEqual([...names].sort())
  for (const name of names) {
    const lease = snapshots.lease(name)
    expect([lease.workspace.folder, lease.workspace.hash]).toEqual([name, hashes.get(name)])
    expect(snapshots.current().folders.get(name)).toBe(name)
    lease.release()
  }
  expect(snapshots.current().folders.get('toString')).toBeUndefined()
  snapshots.close()
})

test('a post that names what its workspace does not have is refused, and nothing changes', () => {
  write([marked('a', 'x', 2)])
  const before = bytesOf(data)
  const broken = marked('a', 'y', 2)
  broken.posts[1]!.tags = ['nobody-knows']
  expect(() => write([broken])).toThrow(/nobody-knows/)
  expect(problems()).toEqual([])
  write([marked('a', 'x', 2)])
  expect(bytesOf(data)).toEqual(before)
})

describe('a folder that already exists', () => {
  test('is not touched if it is intact', () => {
    const place = join(data, write([marked('a', 'x', 5)]).get('a')!)
    const before = readdirSync(place).map((name) => statSync(join(place, name)).ino)
    write([marked('a', 'x', 5)], { builtAt: '2026-01-01T00:00:00.000Z' })
    expect(readdirSync(place).map((name) => statSync(join(place, name)).ino)).toEqual(before)
  })

  test.each([
    ['is cut', (path: string) => truncateSync(path, 10)],
    [
      'is other than it was',
      (path: string) => writeFileSync(path, readFileSync(path, 'latin1').replace(/.$/s, '?'), 'latin1'),
    ],
    ['is missing', (path: string) => rmSync(path)],
  ])('is replaced if a file in it %s', (_, damage) => {
    const hash = write([marked('a', 'x', 5)]).get('a')!
    const before = bytesOf(data)
    for (const name of readdirSync(join(data, hash))) {
      damage(join(data, hash, name))
      expect(problems(), name).toHaveLength(1)
      write([marked('a', 'x', 5)])
      expect(bytesOf(data), name).toEqual(before)
    }
  })
})

test.each([
  ['is gone', (path: string) => rmSync(path)],
  ['has other bytes', (path: string) => writeFileSync(path, 'others')],
])('media whose source %s in the meantime are not written, and existing files stay', (_, change) => {
  const [source, into] = [join(root, 'a.txt'), join(root, 'media')]
  const name = `a.${createHash('sha256').update('text').digest('hex').slice(0, 16)}.txt`
  const writeShown = (marker: string) => {
    const workspaces = [{ ...marked('a', marker, 1), media: [name] }]
    const media = { into, sources: new Map([[name, source]]) }
    writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: true, media })
  }
  writeFileSync(source, 'text')
  writeShown('x')
  const before = bytesOf(root)
  change(source)
  expect(() => writeShown('y')).toThrow(`${source} changed while it was being read`)
  writeFileSync(source, 'text')
  expect(bytesOf(root)).toEqual(before)
  writeShown('x')
  expect(bytesOf(root)).toEqual(before)
})

test('what cannot be removed afterwards is told, on systems that remove open files', () => {
  const into = join(root, 'media')
  writeFileSync(into, 'not a folder')
  const media = { into, sources: new Map() }
  const workspaces = [marked('a', 'x', 1)]
  let written = 0
  const onCurrent = () => {
    written++
    expect(openSnapshots(data).current().workspaces.size).toBe(1)
  }
  const notes: string[] = []
  const onNote = (note: string) => notes.push(note)
  writeSnapshot(data, {
    ...{ workspaces, builtAt: null, preview: null, keepPrevious: true, media, onCurrent, onNote },
  })
  expect([written, problems(), readdirSync(data).sort()]).toEqual([
    1,
    [],
    ['current.json', folders()[0]].sort(),
  ])
  if (process.platform === 'win32') return expect(notes).toEqual([])
  expect(notes).toEqual([
    expect.stringMatching(/^The snapshot is published, but part of what is no longer used cannot .*ENOTDIR/),
  ])
})

describe('what current.json does not name', () => {
  test('is gone at once from a folder whose snapshots nobody needs after this process, too', async () => {
    const transient = (marker: string) =>
      writeSnapshot(data, {
        ...{ workspaces: [marked('a', marker, 1)], builtAt: null, preview: null },
        ...{ keepPrevious: false, isTransient: true },
      }).hashes.get('a')!
    transient('x')
    writeFileSync(join(data, 'README'), 'mine')
    const hash = transient('y')
    const names = () => folders().sort()
    expect(names().filter((name) => !name.startsWith('.tmp-removed-'))).toEqual([hash, 'README'].sort())
    await expect.poll(names).toEqual([hash, 'README'].sort())
    expect(problems()).toEqual([])
  })

  test('is kept for one more build, or for none', () => {
    const hashes = ['x', 'y', 'z'].map((marker) => write([marked('a', marker, 1)]).get('a')!)
    expect(folders().sort()).toEqual(hashes.slice(1).sort())
    const last = write([marked('a', 'w', 1)], { keepPrevious: false }).get('a')!
    expect(folders()).toEqual([last])
  })

  test('is removed along with leftovers of builds that died, and nothing else', () => {
    mkdirSync(join(data, '.tmp-workspace'), { recursive: true })
    writeFileSync(join(data, '.tmp-workspace', 'posts.json'), '[')
    writeFileSync(join(data, '.tmp-current'), '')
    mkdirSync(join(data, '0123456789abcdef0123456789abcdef'))
    writeFileSync(join(data, 'README'), 'mine')
    mkdirSync(join(data, 'other'))
    const hash = write([marked('a', 'x', 1)]).get('a')!
    expect(folders().sort()).toEqual([hash, 'README', 'other'].sort())
  })

  test('is removed even if current.json cannot be read', () => {
    write([marked('a', 'x', 1)])
    writeFileSync(join(data, 'current.json'), '{"format":')
    const hash = write([marked('a', 'y', 1)]).get('a')!
    expect(folders()).toEqual([hash])
    expect(existsSync(join(data, hash, 'manifest.json'))).toBe(true)
  })
})
