// The program of the thread that writes files: see file-thread.ts.
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { flush } from '../../snapshot/format/sealed-file.ts'
import { type FileWriter, SealedFiles } from '../../snapshot/write/files.ts'
import {
  COUNTERS,
  type FileAnswer,
  type FileFailure,
  type FileOrder,
  type FileThreadData,
} from './file-thread.ts'

const { port, slots, done }: FileThreadData = workerData

/** The folder that is being written. */
let current = { dir: '', isFlushed: false, folder: new SealedFiles('') }
/** Those that are open. */
const files = new Map<number, { name: string; file: FileWriter }>()
/** Nothing is written after the first, until it has been answered. */
let failure: FileFailure | undefined

port.on('message', (order: FileOrder) => {
  unlessFailed(() => obey(order))
  if (order.kind === 'write') count('chunks')
  if (order.kind === 'seal') answer()
})

function obey(order: FileOrder): void {
  if (order.kind === 'folder') {
    const { dir, isFlushed } = order
    current = { dir, isFlushed, folder: new SealedFiles(dir) }
  } else if (order.kind === 'open') {
    files.set(order.file, { name: order.name, file: current.folder.open(order.name) })
  } else if (order.kind === 'write') {
    files.get(order.file)!.file.write(slots.subarray(order.from, order.to))
  } else if (order.kind === 'end') {
    end(order.file)
  }
}

function end(number: number): void {
  const { name, file } = files.get(number)!
  files.delete(number)
  file.end()
  if (current.isFlushed) flush(join(current.dir, name))
}

function answer(): void {
  // Of a folder that is abandoned, or in which one has failed.
  current.folder.abandon()
  files.clear()
  const answer: FileAnswer = failure ? { failure } : { seals: current.folder.seals() }
  failure = undefined
  port.postMessage(answer)
  count('answers')
}

function unlessFailed(work: () => void): void {
  if (failure) return
  try {
    work()
  } catch (error) {
    const { message, code, syscall, path } = error as NodeJS.ErrnoException
    failure = { message, code, syscall, path }
  }
}

function count(counter: keyof typeof COUNTERS): void {
  Atomics.add(done, COUNTERS[counter], 1)
  Atomics.notify(done, COUNTERS[counter])
}

parentPort!.postMessage('ready')
