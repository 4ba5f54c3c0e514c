// What a section of a process takes: time, and the CPU of all its threads. The former is what somebody waits for;
// only the latter does not depend on what else the machine does.

export interface Spent {
  milliseconds: number
  /** Milliseconds, too. */
  cpu: number
}

export function stopwatch(): () => Spent {
  const started = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return { milliseconds: performance.now() - started, cpu: (user + system) / 1_000 }
  }
}
