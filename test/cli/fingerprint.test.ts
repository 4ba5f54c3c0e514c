// How a folder of content stands: what watchers follow.
import { mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { differences, fingerprintOf } from '../../bin/watch/fingerprint.ts'
import { MAX_DEPTH } from '../../build/discover/walk.ts'
import { type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

test.skipIf(process.platform === 'win32')('a link to itself, or to a parent, is not followed', async () => {
  place = await workspace({ 'blog/posts/a.md': 'x' })
  const before = fingerprintOf(place.dir)
  symlinkSync('..', join(place.dir, 'blog/posts/up'))
  symlinkSync('self', join(place.dir, 'blog/posts/self'))
  const after = fingerprintOf(place.dir)
  expect([...after.folders.values()]).toEqual([...before.folders.values()])
  expect(differences(before.entries, after.entries).length).toBeGreaterThan(0)
})

test('a file counts as changed if its time, size, inode or name changes', async () => {
  place = await workspace({ 'blog/posts/a.md': 'one' })
  const file = join(place.dir, 'blog/posts/a.md')
  const write = (text: string, seconds: number, into = file) => {
    writeFileSync(into, text)
    utimesSync(into, seconds, seconds)
  }
  /** Its folder tells of none of that. */
  const look = () => {
    utimesSync(join(file, '..'), 3_000, 3_000)
    return JSON.stringify([...fingerprintOf(place.dir).entries])
  }
  const seen = [look()]
  const steps = [
    () => write('one', 1_000),
    () => write('one', 2_000),
    () => write('three', 2_000),
    () => {
      write('three', 2_000, `${file}.new`)
      renameSync(`${file}.new`, file)
    },
    () => renameSync(file, join(place.dir, 'blog/posts/b.md')),
  ]
  for (const step of steps) {
    step()
    seen.push(look())
    expect(look()).toBe(seen.at(-1))
  }
  expect(new Set(seen).size).toBe(steps.length + 1)
})

test('folders are watched as deep as they are read', async () => {
  place = await workspace({})
  const deep = join(place.dir, 'd/'.repeat(300))
  mkdirSync(deep, { recursive: true })
  expect(fingerprintOf(place.dir).folders.size).toBe(MAX_DEPTH + 1)
  const before = fingerprintOf(place.dir).entries
  writeFileSync(join(place.dir, 'd/'.repeat(MAX_DEPTH), 'a.md'), 'x')
  expect(differences(before, fingerprintOf(place.dir).entries)).toEqual([
    join(place.dir, 'd/'.repeat(MAX_DEPTH), 'a.md'),
  ])
})
