// The thread that writes the files of large snapshots writes what this thread would, and says what it could not.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { FileThread } from '../../build/publish/file-thread.ts'
import { Memory } from '../../snapshot/memory.ts'
import { type FolderFiles, SealedFiles } from '../../snapshot/write/files.ts'
import { seeded } from '../bench/words.ts'
import { openFiles } from '../support/open-files.ts'

let thread: FileThread

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'galley-file-thread-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}

beforeAll(async () => {
  thread = new FileThread()
  while (!thread.filesIn(tmpdir(), false)) await pause(5)
  return () => thread.end()
})

const kilobyte = 1_024

/** Several files at a time, more than waits to be written at most, in pieces of all sizes. */
function fill(files: FolderFiles): void {
  const random = seeded(20)
  const open = ['a', 'b', 'c', 'empty'].map((name) => files.open(name))
  for (let left = 18_000 * kilobyte; left > 0; ) {
    const length = Math.floor(10 ** (random() * 6.3))
    const piece = Buffer.alloc(length, Math.floor(random() * 256))
    open[Math.floor(random() * 3)]!.write(piece)
    // Whoever has written a piece may use its memory for the next.
    piece.fill(0)
    left -= length
  }
  files.write('whole', 'Käse')
  for (const [number, file] of open.entries())
    file.end(number === 1 ? Buffer.alloc(700 * kilobyte, 7) : undefined)
}

test('files and seals are the same', () => {
  const [here, there] = [temporaryFolder(), temporaryFolder()]
  const own = new SealedFiles(here)
  fill(own)
  const files = thread.filesIn(there, true)!
  fill(files)
  expect(files.seals()).toEqual(own.seals())
  expect(readdirSync(there).sort()).toEqual(['a', 'b', 'c', 'empty', 'whole'])
  for (const name of readdirSync(here)) {
    expect(readFileSync(join(there, name)).equals(readFileSync(join(here, name)))).toBe(true)
  }
})

test('the first failure is told with the seals, and the next folder is written', () => {
  const dir = temporaryFolder()
  mkdirSync(join(dir, 'taken'))
  const files = thread.filesIn(dir, true)!
  files.write('taken', 'a')
  // More than waits to be written at most.
  files.write('next', Buffer.alloc(20_000 * kilobyte))
  expect(() => files.seals()).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('EEXIST'),
      code: 'EEXIST',
      syscall: 'open',
      path: join(dir, 'taken'),
    }),
  )
  expect(readdirSync(dir)).toEqual(['taken'])
  const others = thread.filesIn(temporaryFolder(), true)!
  others.write('one', 'c')
  expect(others.seals()).toEqual({ one: expect.objectContaining({ bytes: 1 }) })
})

test('what is not complete is removed from a folder that is abandoned, and nothing more is written there', () => {
  const dir = temporaryFolder()
  const files = thread.filesIn(dir, true)!
  files.open('half').write(Buffer.alloc(3_000 * kilobyte))
  files.abandon()
  const others = thread.filesIn(temporaryFolder(), true)!
  others.write('one', 'c')
  expect(Object.keys(others.seals())).toEqual(['one'])
  expect(readdirSync(dir)).toEqual([])
  expect(openFiles(dir)).toEqual([])
})

test('what has been asked for with seals is on the disk under its name, and closed', () => {
  const dir = temporaryFolder()
  const files = thread.filesIn(dir, true)!
  const [first, second] = ['first', 'second'].map((name) => files.open(name))
  files.write('whole', 'a')
  first!.end('b')
  expect(Object.keys(files.seals())).toEqual(['whole', 'first'])
  expect(openFiles(dir)).toEqual([])
  // What had not ended is gone.
  expect(readdirSync(dir).sort()).toEqual(['first', 'whole'])
  second!.end()
  expect(() => files.seals()).toThrow('undefined')
  expect(Object.keys(files.seals())).toEqual(['whole', 'first'])
})

test('if the thread fails, files are written without it', async () => {
  const started: Worker[] = []
  const listen = (worker: Worker) => started.push(worker)
  process.on('worker', listen)
  const failing = new FileThread()
  while (!failing.filesIn(tmpdir(), false)) await pause(5)
  process.off('worker', listen)
  started[0]!.emit('error', new Error('it has run out of memory'))
  expect(failing.filesIn(tmpdir(), false)).toBeUndefined()
  let hasEnded = false
  started[0]!.once('exit', () => {
    hasEnded = true
  })
  await failing.end()
  expect(hasEnded).toBe(true)
})

test('small snapshots are written without it', async () => {
  const memory = new Memory()
  expect(FileThread.startFor(1_999, memory)).toBeUndefined()
  const starting = FileThread.startFor(2_000, undefined)
  onTestFinished(async () => void (await starting?.end()))
  expect(starting?.filesIn(temporaryFolder(), true)).toBeUndefined()
})

test.skipIf(availableParallelism() === 1)('builds that follow each other share one', async () => {
  const memory = new Memory()
  const first = FileThread.startFor(2_000, memory)!
  onTestFinished(() => first.end())
  expect(FileThread.startFor(3_000, memory)).toBe(first)
})
