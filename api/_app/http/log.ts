// What an operator is told: a line each, and not the same one for every request of a bad hour.

/** A line is said again after this long. */
const silenceMs = 60_000
/** Different lines within that time; what is more than this says no more. */
const most = 100
/** What may differ from one request to the next while the cause is the same. */
const particular = /(?<=\b(?:record|entry|block|ends) )\d+/g

/** @param now ms since the epoch */
export function withoutRepeats(log: (line: string) => void, now: () => number): (line: string) => void {
  const said = new Map<string, number>()
  const isNew = (line: string, time: number) => {
    const last = said.get(line)
    if (last !== undefined && Math.abs(time - last) < silenceMs) return false
    said.set(line, time)
    return true
  }
  return (line) => {
    const time = now()
    const key = line.replace(particular, 'N')
    if (said.size >= most) {
      for (const [old, last] of said) if (Math.abs(time - last) >= silenceMs) said.delete(old)
    }
    const isTooMany = said.size >= most && !said.has(key)
    if (isNew(isTooMany ? tooMany : key, time)) log(isTooMany ? tooMany : line)
  }
}

const tooMany = `more than ${most} different lines in a minute; the others are left out`
