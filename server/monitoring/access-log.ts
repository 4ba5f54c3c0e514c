// A line of JSON for each request.
import { printableJson } from '../../snapshot/printable.ts'
import type { Answered } from './observe.ts'

/** Where lines go: nobody waits for them, so that this drops what is not taken, and says how much that was. */
export interface LineOutput {
  write(lines: string): unknown
}

/** @param now ms since the epoch */
export function createAccessLog(output: LineOutput, now: () => number) {
  let lines: string[] = []

  function flush(): void {
    output.write(lines.join(''))
    lines = []
  }

  return {
    add({ workspace, route, status, bytes, seconds }: Answered) {
      // Those of one turn of the event loop are one write.
      if (lines.length === 0) setImmediate(flush)
      const milliseconds = Math.round(seconds * 1e6) / 1e3
      const time = new Date(now()).toISOString()
      const answered = { workspace: workspace ?? null, route, status: status ?? null, bytes, milliseconds }
      lines.push(`${printableJson({ time, ...answered })}\n`)
    },
    /** Writes what is left. */
    close: flush,
  }
}
