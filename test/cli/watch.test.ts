// Notifications of the system about changes in folders.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FolderEvents } from '../../bin/watch/events.ts'
import { fingerprintOf } from '../../bin/watch/fingerprint.ts'
import { changesBelow } from '../../bin/watch/watch.ts'
import { type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
let events: FolderEvents
let stop: () => void
/** Names that the system reported, in order, to every watcher of these folders. */
let told: string[]

beforeEach(async () => {
  place = await workspace({ 'blog/posts/a.md': 'x', 'blog/authors/a.yml': 'x' })
  told = []
  const own = ['posts', 'authors'].map((name) =>
    watch(join(place.dir, 'blog', name), (_, name) => told.push(String(name))),
  )
  stop = () => {
    for (const watcher of own) watcher.close()
  }
  events = new FolderEvents()
  events.watchOnly(fingerprintOf(place.dir).folders)
})
afterEach(() => {
  stop()
  events.close()
  place.remove()
})

/** Resolves when the system has reported it, and so everything before it. */
async function write(path: string): Promise<void> {
  place.write({ [`blog/${path}`]: 'y' })
  await expect.poll(() => told).toContain(path.split('/').at(-1))
}

/** Whether it fires for a file, and has not fired before. */
async function noticesChange(path: string): Promise<boolean> {
  await write(`${path.split('/')[0]}/.fence-${told.length}`)
  events.take()
  await write(path)
  return events.take()
}

test('changes are noticed in what a build reads, and not in what it ignores', async () => {
  expect(await noticesChange('posts/b.md')).toBe(true)
  expect(await noticesChange('authors/b.yml')).toBe(true)
  for (const name of ['.b.md.swp', '_notes.md', '.git'])
    expect(await noticesChange(`posts/${name}`)).toBe(false)
})

test('changes are noticed in watched folders, and no longer in others', async () => {
  const { folders } = fingerprintOf(place.dir)
  events.watchOnly(new Map([...folders].filter(([, path]) => !path.endsWith('authors'))))
  expect(await noticesChange('posts/c.md')).toBe(true)
  // One watcher sees all there.
  if (process.platform === 'linux') expect(await noticesChange('authors/c.yml')).toBe(false)
  events.watchOnly(folders)
  expect(await noticesChange('authors/d.yml')).toBe(true)
  events.close()
  expect(await noticesChange('posts/d.md')).toBe(false)
})

test('a missing folder does not prevent others from being watched', async () => {
  const { folders } = fingerprintOf(place.dir)
  events.close()
  events.watchOnly(new Map([['gone', join(place.dir, 'gone')], ...folders]))
  expect(await noticesChange('posts/e.md')).toBe(process.platform === 'linux')
})

test('waiting tells whether there was a change in time', async () => {
  expect(await events.wait(1)).toBe(false)
  const waiting = events.wait(1_000_000)
  events.notify()
  expect(await waiting).toBe(true)
  expect(await events.wait(1_000_000)).toBe(true)
  expect([events.take(), events.take()]).toEqual([true, false])
})

test('changes in a folder that is new are noticed as soon as it is watched', async () => {
  const controller = new AbortController()
  let noticed = 0
  const changes = changesBelow(place.dir, controller.signal, () => noticed++)
  await changes.next()
  place.write({ 'blog/pages/a.md': 'x' })
  await changes.next()
  const end = changes.next()
  // It is the only one in which anything happens.
  await expect
    .poll(() => {
      place.write({ 'blog/pages/a.md': String(noticed) })
      return noticed
    })
    .toBeGreaterThan(10)
  controller.abort()
  await end
  await changes.return(undefined)
})

test('a folder that takes long to look through is not looked through twice a second', async () => {
  const files = Array.from({ length: 8_000 }, (_, index) => [`blog/posts/${index}.md`, ''])
  place.write(Object.fromEntries(files))
  const waits: number[] = []
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((_: () => void, wait: number) => {
    waits.push(wait)
  }) as typeof setTimeout)
  try {
    const controller = new AbortController()
    const changes = changesBelow(place.dir, controller.signal)
    await changes.next()
    const end = changes.next()
    expect(waits).toEqual([expect.any(Number)])
    expect(waits[0]).toBeGreaterThan(500)
    controller.abort()
    await end
  } finally {
    vi.restoreAllMocks()
  }
})
