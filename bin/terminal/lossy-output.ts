// Standard output and error as commands get them: whatever happens to them, the command goes on. A disk may be full, a terminal closed, a
// reader gone or too slow. Lines that cannot be written are dropped, and their number is said before the next one that can be.
import { fstatSync, writeSync } from 'node:fs'
import { many } from '../../snapshot/printable.ts'
import type { Output } from '../cli/command.ts'

/** The characters that may wait for the reader of a server's output before lines are dropped. */
const MAX_WAITING = 2 ** 20

export class LossyOutput implements Output {
  readonly #stream: Output
  /** The descriptor of a regular file. */
  readonly #file: number | undefined
  readonly #now: () => number
  #dropped = 0
  /** A line of the file ends in its middle. */
  #isCut = false
  #latest = ''
  readonly isTTY: boolean
  dropsUnread = false
  failure: NodeJS.ErrnoException | undefined

  /** @param now ms since the epoch */
  constructor(stream: Output & { fd?: number }, now: () => number = Date.now) {
    this.#stream = stream
    this.#file = stream.fd !== undefined && fstatSync(stream.fd).isFile() ? stream.fd : undefined
    this.#now = now
    this.isTTY = stream.isTTY ?? false
  }

  get columns(): number | undefined {
    return this.#stream.columns
  }

  get writableLength(): number {
    return this.#stream.writableLength ?? 0
  }

  /** @param text whole lines; none to say only how many were dropped, if any were */
  write(text: string): void {
    this.#latest = text || this.#latest
    if (this.dropsUnread && this.writableLength > MAX_WAITING) {
      this.#dropped += linesIn(text)
      return
    }
    const before = this.#dropped
    const notice = before > 0 ? droppedLine(before, this.#latest, this.#now()) : ''
    const bytes = Buffer.from(`${this.#isCut ? '\n' : ''}${notice}${text}`)
    if (bytes.length === 0) return
    this.#dropped = 0
    this.#put(bytes, (error, written = 0) => {
      if (!error) return
      this.failure ??= error
      const rest = bytes.subarray(written)
      const isSaid = rest.length <= Buffer.byteLength(text)
      this.#dropped += isSaid ? linesIn(rest.toString()) : before + linesIn(text)
    })
  }

  /** Writes bytes. A stream writes all or nothing, but where little room is left in a file, the beginning is written. */
  #put(bytes: Buffer, done: (error?: Error | null, written?: number) => void): void {
    if (this.#file === undefined) {
      this.#stream.write(bytes.toString(), done)
      return
    }
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(this.#file, bytes, written)
      done()
    } catch (error) {
      done(error as Error, written)
    }
    if (written > 0) this.#isCut = written < bytes.length && bytes[written - 1] !== '\n'.charCodeAt(0)
  }
}

function linesIn(text: string): number {
  return text.split('\n').length - 1
}

/** Writes the line in the form of the lines around it. */
function droppedLine(dropped: number, other: string, now: number): string {
  if (other.startsWith('{')) return `${JSON.stringify({ time: new Date(now).toISOString(), dropped })}\n`
  const [who] = /^(?:\S+ )?galley: /.exec(other) ?? ['galley: ']
  return `${who}${many(dropped, 'line')} could not be written before this one\n`
}
