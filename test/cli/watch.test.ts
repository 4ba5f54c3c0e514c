// Notifications of the system about changes in folders.
import { EventEmitter } from 'node:events'
import fs, { watch } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import timers, { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
  return events.take() !== undefined
}

test('changes are noticed in what a build reads, and not in what it ignores', async () => {
  expect(await noticesChange('posts/b.md')).toBe(true)
  expect(await noticesChange('authors/b.yml')).toBe(true)
  for (const name of ['.b.md.swp', '_notes.md', '.git', '~$b.md'])
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
  expect([events.take(), events.take()]).toEqual([new Set([null]), undefined])
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

describe('files that are written', () => {
  const pause = timers.setTimeout
  let pauses: number[]
  let whilePausing: () => void
  beforeEach(() => {
    pauses = []
    whilePausing = () => {}
    timers.setTimeout = (async (milliseconds: number) => {
      pauses.push(milliseconds)
      whilePausing()
      await turn()
    }) as unknown as typeof pause
    syncBuiltinESMExports()
  })
  afterEach(() => {
    timers.setTimeout = pause
    syncBuiltinESMExports()
    vi.restoreAllMocks()
  })

  /** How long it waits in all before it tells of these names, the first one of which ends its waiting. */
  async function pausesFor(...names: string[]): Promise<number[]> {
    vi.spyOn(FolderEvents.prototype, 'watchOnly').mockReturnValue()
    let notify = (_: string) => {}
    vi.spyOn(FolderEvents.prototype, 'wait').mockImplementation(async function (this: FolderEvents) {
      notify = this.notify
      if (pauses.length === 0) for (const name of names) this.notify(name)
      return this.count > 0
    })
    const last = whilePausing
    whilePausing = () => {
      last()
      if (isBusy) notify(names[0]!)
    }
    const controller = new AbortController()
    const changes = changesBelow(place.dir, controller.signal)
    await changes.next()
    await changes.next()
    await changes.return(undefined)
    return pauses
  }
  let isBusy = false
  afterEach(() => {
    isBusy = false
  })

  test('one by itself are told of at once, several when no more follow', async () => {
    expect(await pausesFor('a')).toEqual([5])
    pauses = []
    expect(await pausesFor('a', 'a')).toEqual([5])
    pauses = []
    expect(await pausesFor('a', 'b')).toEqual([50])
  })

  test('again and again are told of at last', async () => {
    let time = 0
    vi.spyOn(performance, 'now').mockImplementation(() => time)
    whilePausing = () => {
      time += pauses.at(-1)!
    }
    isBusy = true
    expect(await pausesFor('a', 'b')).toEqual(Array(10).fill(50))
  })

  test('once more while it waits are waited for once more', async () => {
    let left = 2
    whilePausing = () => {
      isBusy = left-- > 0
    }
    expect(await pausesFor('a')).toEqual([5, 5, 5])
  })
})

describe('a system that does not tell of changes', () => {
  const own = fs.watch
  afterEach(() => {
    fs.watch = own
    syncBuiltinESMExports()
    vi.restoreAllMocks()
  })
  function useWatch(watch: (path: string, ...others: []) => EventEmitter): void {
    fs.watch = watch as unknown as typeof own
    syncBuiltinESMExports()
  }

  test('is asked for them', async () => {
    useWatch(() => {
      throw new Error('there are no watchers left')
    })
    const waits: number[] = []
    // It is time at once, and as often as nothing has changed.
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((done: () => void, wait: number) => {
      waits.push(wait)
      if (waits.length % 3 === 0) place.write({ 'blog/posts/a.md': String(waits.length) })
      done()
    }) as typeof setTimeout)
    const controller = new AbortController()
    const changes = changesBelow(place.dir, controller.signal)
    for (let time = 0; time < 4; time++) expect((await changes.next()).done).toBe(false)
    expect(waits).toEqual(Array(9).fill(500))
    controller.abort()
    expect((await changes.next()).done).toBe(true)
  })

  test('for one folder only is asked for all after it has told of another one', async () => {
    const mute = () => Object.assign(new EventEmitter(), { close() {} })
    useWatch((path, ...others) => (path.endsWith('authors') ? mute() : own(path, ...others)))
    const controller = new AbortController()
    const changes = changesBelow(place.dir, controller.signal)
    try {
      expect((await changes.next()).value).toBeUndefined()
      place.write({ 'blog/posts/a.md': 'longer' })
      expect((await changes.next()).value).toEqual(new Set([join(place.dir, 'blog/posts/a.md')]))
      place.write({ 'blog/authors/a.yml': 'longer', 'blog/posts/a.md': 'longer still' })
      // At once or next, as the look behind the first change comes before this one or after it.
      const told = [(await changes.next()).value]
      if (told[0]) told.push((await changes.next()).value)
      expect(told.at(-1)).toBeUndefined()
    } finally {
      controller.abort()
      await changes.return(undefined)
    }
  })

  test('for one folder any more tells of others, and is asked to watch it again', () => {
    class Watcher extends EventEmitter {
      isClosed = false
      close() {
        this.isClosed = true
      }
    }
    const made = new Map<string, Watcher[]>()
    useWatch((path) => {
      const watcher = new Watcher()
      made.set(path, [...(made.get(path) ?? []), watcher])
      return watcher
    })
    const one = new FolderEvents()
    const folders = new Map([
      ['1', '/one'],
      ['2', '/two'],
    ])
    const states = () => [...made].map(([path, all]) => `${path} ${all.map(({ isClosed }) => isClosed)}`)
    one.watchOnly(folders)
    if (process.platform !== 'linux') return one.close()
    expect(states()).toEqual(['/one false', '/two false'])
    made.get('/one')![0]!.emit('error', new Error('it has gone'))
    expect(states()).toEqual(['/one true', '/two false'])
    one.watchOnly(folders)
    one.watchOnly(folders)
    expect(states()).toEqual(['/one true,false', '/two false'])
    // What is replaced has another id.
    one.watchOnly(new Map([['3', '/one']]))
    expect(states()).toEqual(['/one true,true,false', '/two true'])
    one.close()
    expect(states()).toEqual(['/one true,true,true', '/two true'])
  })
})

test('who waits is told of the end of waiting, and of nothing that has not happened', async () => {
  const told: number[] = []
  const one = new FolderEvents(() => told.push(one.count))
  const clear = vi.spyOn(globalThis, 'clearTimeout')
  try {
    one.notify('a')
    one.notify()
    expect([told, [...one.names]]).toEqual([
      [1, 2],
      ['a', null],
    ])
    expect(one.take()).toEqual(new Set(['a', null]))
    expect([one.count, one.names.size]).toEqual([0, 0])
    const waiting = one.wait(1_000_000)
    one.wake()
    expect([await waiting, await one.wait(1_000_000)]).toEqual([false, false])
    expect(clear).toHaveBeenCalledTimes(2)
  } finally {
    vi.restoreAllMocks()
  }
})
