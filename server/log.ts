// What the server tells its operator: a line each, and not the same one for every request of a bad minute.

/** The same line is said again after this long. */
const silenceMs = 10_000
/** Lines kept for comparison; more different ones than this are not repeats. */
const remembered = 100

/** @param now ms since the epoch */
export function withoutRepeats(log: (line: string) => void, now: () => number): (line: string) => void {
  const said = new Map<string, number>()
  return (line) => {
    const time = now()
    if (time - (said.get(line) ?? Number.NEGATIVE_INFINITY) < silenceMs) return
    if (said.size >= remembered) said.clear()
    said.set(line, time)
    log(line)
  }
}
