// The operator's log: one line per event, without repeating the same line for every request of a bad hour.

/** A line is logged again after this long. */
const silenceMs = 60_000
/** Different lines within that time; any more are dropped. */
const maxLines = 100
/** The parts of a line that vary from one request to the next while the cause is the same. */
const varying = /(?<=\b(?:record|piece|entry|block|ends) )\d+/g

/** @param now ms since the epoch */
export function withoutRepeats(log: (line: string) => void, now: () => number): (line: string) => void {
  const logged = new Map<string, number>()
  return (line) => {
    const time = now()
    for (const [old, last] of logged) if (Math.abs(time - last) >= silenceMs) logged.delete(old)
    const key = line.replace(varying, 'N')
    const isTooMany = logged.size >= maxLines && !logged.has(key)
    const said = isTooMany ? tooMany : key
    if (logged.has(said)) return
    logged.set(said, time)
    log(isTooMany ? tooMany : line)
  }
}

const tooMany = `more than ${maxLines} different lines in a minute; the rest are dropped`
