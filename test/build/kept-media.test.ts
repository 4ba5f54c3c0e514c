// Files of dist/public and folders of dist/data that an earlier build has left: they are kept if they have the bytes that this
// build would write, and replaced if not. What has been read is not read again while the system says the same of it.
import fs, {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Memo } from '../../build/memo/memo.ts'
import { READING } from '../../snapshot/format/disk.ts'
import { png } from '../support/picture.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const { openSync } = fs
let place: Workspace
let cache: Memo

beforeEach(async () => {
  const images = Array.from({ length: 20 }, (_, i) => [`blog/posts/i${i}.png`, png(9, 9, i)])
  const text = images.map((_, i) => `![x](i${i}.png)\n`).join('')
  place = await workspace(
    { 'blog/posts/hello.md': postFile({}, text), ...Object.fromEntries(images) },
    { env: { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' } },
  )
  mkdirSync(join(place.dir, '../cache'))
  cache = new Memo(join(place.dir, '../cache'))
})
afterEach(() => {
  Object.assign(fs, { openSync })
  syncBuiltinESMExports()
  cache.close()
  place.remove()
})

const published = (path: string) => join(place.out, 'public', path)
const media = () => readdirSync(published('media')).map((name) => published(`media/${name}`))
const pages = () => ['openapi.json', 'docs/index.html', 'docs/api.html', 'docs/main.js'].map(published)

const MEDIA = /public\/media\//
/** But the list of media, which tells what may be removed. */
const WORKSPACE = /data\/[0-9a-f]{32}\/(?!media\.json)/

/** How many files a build reads. @param isNew whether it is of a process of its own */
async function read(options: { isNew?: boolean; hasCache?: boolean; those?: RegExp } = {}): Promise<number> {
  const { isNew = true, hasCache = true, those = MEDIA } = options
  if (isNew) {
    cache.close()
    cache = new Memo(join(place.dir, '../cache'))
  }
  let count = 0
  const counting: typeof openSync = (path, ...how) => {
    if (those.test(String(path)) && how[0] === READING) count++
    return openSync(path, ...how)
  }
  Object.assign(fs, { openSync: counting })
  syncBuiltinESMExports()
  const { written } = await place.build(hasCache ? { memo: cache } : {})
  Object.assign(fs, { openSync })
  syncBuiltinESMExports()
  expect(written).toBe(true)
  return count
}

test.runIf(process.platform === 'linux')('media are read once for as long as they are the same', async () => {
  expect(await read()).toBe(0)
  expect(await read()).toBe(0)
  expect(await read({ isNew: false })).toBe(0)
  expect(await read({ hasCache: false })).toBe(20)
  const [touched = '', moved = '', cut = ''] = media()
  utimesSync(touched, 1, 1)
  renameSync(moved, `${moved}.away`)
  renameSync(`${moved}.away`, moved)
  truncateSync(cut, 1)
  // What has another length need not be read.
  expect(await read()).toBe(2)
  expect(await read()).toBe(0)
  rmSync(join(place.dir, '../cache'), { recursive: true })
  mkdirSync(join(place.dir, '../cache'))
  expect(await read()).toBe(20)
  expect(await read()).toBe(0)
})

test.runIf(process.platform === 'linux')(
  'a workspace is read once for as long as its files are the same',
  async () => {
    const those = WORKSPACE
    expect([await read({ those }), await read({ those }), await read({ those, isNew: false })]).toEqual([
      0, 0, 0,
    ])
    const all = await read({ those, hasCache: false })
    expect(all).toBeGreaterThan(2)
    const data = join(place.out, 'data')
    const folder = join(data, readdirSync(data).find((name) => name.length === 32)!)
    const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.bin'))
    utimesSync(join(folder, name), 1, 1)
    expect([await read({ those }), await read({ those })]).toEqual([all, 0])
    // A program can keep the size and the time, but not the time of the change.
    const { atime, mtime } = statSync(join(folder, name))
    const bytes = readFileSync(join(folder, name))
    const damaged = Buffer.from(bytes)
    damaged[0]! ^= 1
    writeFileSync(join(folder, name), damaged)
    utimesSync(join(folder, name), atime, mtime)
    expect(await read({ those })).toBeGreaterThan(0)
    expect(readFileSync(join(folder, name))).toEqual(bytes)
    expect(await read({ those })).toBe(0)
  },
)

test.each([true, false])(
  'what is damaged has its bytes again after a build (with a cache: %s)',
  async (isKept) => {
    const build = () => place.build(isKept ? { memo: cache } : {})
    await build()
    const paths = [...media(), ...pages()]
    const before = paths.map((path) => readFileSync(path, 'latin1'))
    const damages: ((path: string) => void)[] = [
      (path) => writeFileSync(path, Buffer.alloc(statSync(path).size, '<')),
      (path) => truncateSync(path, 0),
      (path) => writeFileSync(path, `${readFileSync(path, 'latin1')}\n`, 'latin1'),
      (path) => rmSync(path),
    ]
    for (const damage of damages) {
      for (const path of paths) {
        damage(path)
        // Newer than whatever it is made of, and older.
        for (const time of [4e9, 1])
          if (statSync(path, { throwIfNoEntry: false })) utimesSync(path, time, time)
      }
      await build()
      expect(paths.map((path) => readFileSync(path, 'latin1'))).toEqual(before)
    }
  },
)

test('what is as it should be stays the same file, with its entity tag', async () => {
  await place.build({ memo: cache })
  const paths = [...media(), ...pages()]
  for (const path of paths) utimesSync(path, 1, 1)
  const before = paths.map((path) => statSync(path).ino)
  await place.build({ memo: cache })
  expect(paths.map((path) => [statSync(path).ino, statSync(path).mtimeMs])).toEqual(
    before.map((ino) => [ino, 1_000]),
  )
})
