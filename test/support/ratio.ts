// How work grows, whatever machine it is done on.

type Work = () => unknown

/**
 * How many times as long `work` takes as `less`: CPU time of this process, the best of three for each.
 * @param enough a ratio below which trying once tells enough
 */
export async function timesAsLong(work: Work, less: Work, enough = 0): Promise<number> {
  let [most, least] = [Infinity, Infinity]
  for (let tried = 0; tried < 3 && !(most / least < enough); tried++) {
    most = Math.min(most, await timeOf(work))
    least = Math.min(least, await timeOf(less))
  }
  return most / least
}

async function timeOf(work: Work): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  // In microseconds; where the clock is coarse, not nothing.
  return Math.max(1, user + system)
}
