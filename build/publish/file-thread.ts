// A thread that writes, seals and flushes the files of a snapshot, while the thread of the build makes what is in them. Its memory is
// shared: the build waits for it without leaving synchronous functions.
import { availableParallelism } from 'node:os'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { FileSeal } from '../../snapshot/format/format.ts'
import { Chunks, chunkBytes } from '../../snapshot/format/sealed-file.ts'
import type { Memory } from '../../snapshot/memory.ts'
import type { FileWriter, FolderFiles } from '../../snapshot/write/files.ts'

export interface FileThreadData {
  port: MessagePort
  /** Shared: chunks that are to be written. */
  slots: Uint8Array
  /** Shared, by `COUNTERS`. */
  done: Int32Array
}

/** How many chunks have been written, and how many requests for seals have been answered. */
export const COUNTERS = { chunks: 0, answers: 1 } as const

export type FileOrder =
  | { kind: 'folder'; dir: string; isFlushed: boolean }
  | { kind: 'open'; file: number; name: string }
  /** Bytes of `slots`. */
  | { kind: 'write'; file: number; from: number; to: number }
  | { kind: 'end'; file: number }
  /** Gets one answer. */
  | { kind: 'seal' }

export type FileAnswer = { seals: Record<string, FileSeal> } | { failure: FileFailure }

/** What is sent of the first error. */
export type FileFailure = Pick<NodeJS.ErrnoException, 'message' | 'code' | 'syscall' | 'path'>

/** For smaller snapshots it does not pay to start the thread. */
const MIN_POSTS = 2_000

/** How many chunks wait to be written at most: while a disk is slow, memory does not grow. */
const SLOTS = 16

/** For whatever a disk may take. */
const TIMEOUT_MS = 300_000

export class FileThread {
  readonly #thread: Worker
  readonly #port: MessagePort
  readonly #slots = new Uint8Array(new SharedArrayBuffer(SLOTS * chunkBytes.written))
  readonly #done = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  readonly #sent = { chunks: 0, answers: 0 }
  #files = 0
  #isReady = false

  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    const workerData: FileThreadData = { port: port2, slots: this.#slots, done: this.#done }
    this.#thread = new Worker(new URL('./file-thread.mjs', import.meta.url), {
      workerData,
      transferList: [port2],
      // Not the flags of this process, as for helper threads.
      execArgv: [],
    })
    this.#thread.once('message', () => {
      this.#isReady = true
    })
    // Files are then written without it.
    this.#thread.once('error', () => {
      this.#isReady = false
    })
    this.#thread.unref()
  }

  /**
   * `undefined` if the snapshot is small, or there is one core only.
   * @param memory of builds that follow each other: they share one, which goes with the process
   */
  static startFor(posts: number, memory: Memory | undefined): FileThread | undefined {
    if (posts < MIN_POSTS || availableParallelism() === 1) return undefined
    return memory?.of(FileThread) ?? new FileThread()
  }

  /** `undefined` until it has started. @param isFlushed whether files are to be on the disk when they have their seals */
  filesIn(dir: string, isFlushed: boolean): FolderFiles | undefined {
    if (!this.#isReady) return undefined
    this.#send({ kind: 'folder', dir, isFlushed })
    return {
      open: (name) => this.#open(name),
      write: (name, content) => this.#open(name).end(content),
      seals: () => {
        const answer = this.#seal()
        if ('seals' in answer) return answer.seals
        const { message, ...about } = answer.failure
        throw Object.assign(new Error(message), about)
      },
      abandon: () => void this.#seal(),
    }
  }

  async end(): Promise<void> {
    this.#port.close()
    await this.#thread.terminate()
  }

  #open(name: string): FileWriter {
    const file = this.#files++
    this.#send({ kind: 'open', file, name })
    const chunks = new Chunks((chunk) => this.#put(file, chunk))
    return {
      write: (piece) => chunks.write(piece),
      end: (piece) => {
        if (piece === undefined) chunks.flush()
        else chunks.end(piece)
        this.#send({ kind: 'end', file })
      },
    }
  }

  #put(file: number, bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length; start += chunkBytes.written) {
      const chunk = bytes.subarray(start, start + chunkBytes.written)
      this.#wait('chunks', this.#sent.chunks - SLOTS + 1)
      const from = (this.#sent.chunks % SLOTS) * chunkBytes.written
      this.#slots.set(chunk, from)
      this.#sent.chunks++
      this.#send({ kind: 'write', file, from, to: from + chunk.length })
    }
  }

  #seal(): FileAnswer {
    this.#sent.answers++
    this.#send({ kind: 'seal' })
    this.#wait('answers', this.#sent.answers)
    return receiveMessageOnPort(this.#port)!.message
  }

  #send(order: FileOrder): void {
    this.#port.postMessage(order)
  }

  /** Until at least so many are done. */
  #wait(counter: keyof typeof COUNTERS, count: number): void {
    const index = COUNTERS[counter]
    for (;;) {
      const done = Atomics.load(this.#done, index)
      if (done >= count) return
      if (Atomics.wait(this.#done, index, done, TIMEOUT_MS) === 'timed-out') {
        throw new Error(`Nothing could be written for ${TIMEOUT_MS / 60_000} minutes.`)
      }
    }
  }
}
