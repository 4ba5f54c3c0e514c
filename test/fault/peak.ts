// How much memory a command takes, according to Linux.
import { readdirSync, readFileSync } from 'node:fs'
import type { Galley } from '../support/command.ts'

/** Megabytes a command and the processes it started have had at most, each at its highest and all at once. */
export async function peakOf({ process: { pid }, ended }: Galley): Promise<number> {
  let [peak, isRunning] = [0, true]
  ended.then(() => {
    isRunning = false
  })
  while (isRunning) {
    peak = Math.max(peak, highestOf(pid!))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return peak
}

function highestOf(pid: number): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [0, 0]
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    )
    return children.reduce((sum, child) => sum + highestOf(Number(child)), Number(kilobytes) / 1024)
  } catch {
    // It has just ended.
    return 0
  }
}
