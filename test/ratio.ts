// How work grows, whatever machine it is done on.

/** How many times as long `work` takes as `less` does: CPU time of this process, each at its best of three. */
export function timesAsLong(work: () => void, less: () => void): number {
  const [most, least] = [work, less].map((run) => Math.min(...[1, 2, 3].map(() => timeOf(run))))
  return most! / least!
}

function timeOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  // In microseconds; where the clock is coarse, not nothing.
  return Math.max(1, user + system)
}
