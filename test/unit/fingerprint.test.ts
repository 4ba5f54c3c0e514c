// How a folder of content stands: what watchers follow.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { fingerprintOf } from '../../bin/watch/fingerprint.ts'
import { DEEPEST } from '../../build/depth.ts'
import { type Workspace, workspace } from '../workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

test.skipIf(process.platform === 'win32')('a link that leads to itself, or up, is not followed', async () => {
  place = await workspace({ 'blog/posts/a.md': 'x' })
  const before = fingerprintOf(place.dir)
  symlinkSync('..', join(place.dir, 'blog/posts/up'))
  symlinkSync('self', join(place.dir, 'blog/posts/self'))
  const after = fingerprintOf(place.dir)
  expect([...after.folders.values()]).toEqual([...before.folders.values()])
  expect(after.signature).not.toBe(before.signature)
})

test('folders are watched as deep as they are read', async () => {
  place = await workspace({})
  const deep = join(place.dir, 'd/'.repeat(300))
  mkdirSync(deep, { recursive: true })
  expect(fingerprintOf(place.dir).folders.size).toBe(DEEPEST + 1)
  const before = fingerprintOf(place.dir).signature
  writeFileSync(join(place.dir, 'd/'.repeat(DEEPEST), 'a.md'), 'x')
  expect(fingerprintOf(place.dir).signature).not.toBe(before)
})
