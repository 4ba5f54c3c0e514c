// A line of JSON for each request. Lines are dropped rather than waited for when whoever reads them is too slow.
import { printableJson } from '../../snapshot/printable.ts'
import type { Answered } from './observe.ts'

/** Where lines go; `writableLength` is what has not been taken yet. */
export interface LineOutput {
  write(text: string): unknown
  writableLength?: number
}

export interface AccessLog {
  add(answered: Answered): void
  /** Writes what is left. */
  close(): void
}

/** Of lines that nobody has taken yet, in characters. */
const maxWaiting = 2 ** 20

/** @param now ms since the epoch */
export function createAccessLog(output: LineOutput, now: () => number): AccessLog {
  let lines: string[] = []
  let length = 0
  let dropped = 0

  function flush(): void {
    if (lines.length > 0) output.write(lines.join(''))
    lines = []
    length = 0
  }

  function write(line: object): void {
    const text = `${printableJson({ time: new Date(now()).toISOString(), ...line })}\n`
    // Those of one turn of the event loop are one write.
    if (lines.length === 0) setImmediate(flush)
    lines.push(text)
    length += text.length
  }

  function tellDropped(): void {
    if (dropped > 0) write({ dropped })
    dropped = 0
  }

  return {
    add({ workspace = null, route, status = null, bytes, seconds }) {
      if (length + (output.writableLength ?? 0) > maxWaiting) {
        dropped++
        return
      }
      tellDropped()
      write({ workspace, route, status, bytes, milliseconds: Math.round(seconds * 1e6) / 1e3 })
    },
    close() {
      tellDropped()
      flush()
    },
  }
}
