// Measures where the time of a build goes.

/** `keeping` is what is done for later builds, and to find what earlier ones have kept. */
const STAGES = ['reading', 'linking', 'assembling', 'writing', 'keeping'] as const
export type StageName = (typeof STAGES)[number]

/** The progress of a build. */
export interface Progress {
  stage: Exclude<StageName, 'assembling' | 'keeping'>
  /** Posts, of all workspaces. */
  done: number
  total: number
  /** A sentence in place of a number: whom the build waits for, and what it cannot do after it has published. */
  note?: string
}

export type OnProgress = (progress: Progress) => void

export function noteTo(onProgress: OnProgress | undefined): (note: string) => void {
  return (note) => onProgress?.({ stage: 'writing', done: 0, total: 0, note })
}

/** The time of a stage, in milliseconds. */
export interface StageTime {
  milliseconds: number
  /** The CPU time of all threads of this process, a server's among them. */
  cpu: number
}

export type StageTimes = Record<StageName, StageTime>

/** Adds up the time of each stage. */
export class StageClock {
  readonly times = Object.fromEntries(STAGES.map((name) => [name, { milliseconds: 0, cpu: 0 }])) as StageTimes

  async during<T>(stage: StageName, work: () => T | Promise<T>): Promise<T> {
    const [started, cpu] = [performance.now(), process.cpuUsage()]
    try {
      return await work()
    } finally {
      const { user, system } = process.cpuUsage(cpu)
      this.times[stage].milliseconds += Math.round(performance.now() - started)
      this.times[stage].cpu += Math.round((user + system) / 1_000)
    }
  }
}
