// A line of JSON for each request.
import { printableJson } from '../../snapshot/printable.ts'
import type { Answered } from './observe.ts'

/** Where lines go: nobody waits for them, so that this drops what is not taken, and says how much that was. */
export interface LineOutput {
  write(lines: string): unknown
}

export interface AccessLog {
  add(answered: Answered): void
  /** Writes what is left. */
  close(): void
}

/** @param now ms since the epoch */
export function createAccessLog(output: LineOutput, now: () => number): AccessLog {
  let lines: string[] = []

  function flush(): void {
    output.write(lines.join(''))
    lines = []
  }

  return {
    add({ workspace = null, route, status = null, bytes, seconds }) {
      // Those of one turn of the event loop are one write.
      if (lines.length === 0) setImmediate(flush)
      const milliseconds = Math.round(seconds * 1e6) / 1e3
      const line = { time: new Date(now()).toISOString(), workspace, route, status, bytes, milliseconds }
      lines.push(`${printableJson(line)}\n`)
    },
    close: flush,
  }
}
