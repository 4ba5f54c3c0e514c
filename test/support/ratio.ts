// How work grows, whatever machine it is done on.

type Work = () => unknown

/** How many times as long `work` takes as `less`: CPU time of this process, the best of three for each. */
export async function timesAsLong(work: Work, less: Work): Promise<number> {
  return (await bestOf(work)) / (await bestOf(less))
}

async function bestOf(work: Work): Promise<number> {
  const times: number[] = []
  while (times.length < 3) times.push(await timeOf(work))
  return Math.min(...times)
}

async function timeOf(work: Work): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  // In microseconds; where the clock is coarse, not nothing.
  return Math.max(1, user + system)
}
