// A progress bar for builds that take more than a second, only on a terminal.
import type { OnProgress, Progress } from '../../build/stages.ts'
import type { Console, FlagValues, Output } from '../cli/command.ts'
import { printMessage } from './print.ts'

const patienceMs = 1_000
const redrawMs = 100
const barWidth = 24
const WIPE = '\r\x1b[K'

/** Runs the work, and shows its progress after a second. What is noted meanwhile is printed above that. */
export async function withProgress<T>(
  { stderr, env }: Console,
  { quiet }: FlagValues,
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const isDrawn = stderr.isTTY && env.TERM !== 'dumb' && !quiet
  let line = 'Reading'
  const pace = new Pace()
  const onProgress: OnProgress = (progress) => {
    if (progress.note === undefined) {
      line = progressLine(progress, pace.left(progress, performance.now()))
      return
    }
    if (isDrawn) stderr.write(WIPE)
    printMessage(stderr, progress.note)
  }
  if (!isDrawn) return work(onProgress)
  const end = keepDrawing(stderr, () => line)
  try {
    return await work(onProgress)
  } finally {
    end()
  }
}

const NAMES = { reading: 'Reading', linking: 'Checking links', writing: 'Writing' }

/**
 * `Reading ██████░░░░░░ 50 %  5120 of 10240 posts, 9 s of it left`
 * @param left of this stage, in milliseconds, if that is known
 */
export function progressLine({ stage, done, total }: Progress, left?: number): string {
  if (stage === 'linking') return NAMES.linking
  if (stage === 'writing' && done === total) return 'Writing the search index'
  const filled = Math.floor((barWidth * done) / total)
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
  const percent = String(Math.floor((100 * done) / total)).padStart(3)
  const rest = left === undefined ? '' : `, ${Math.ceil(left / 1_000)} s of it left`
  return `${NAMES[stage]} ${bar} ${percent} %  ${done} of ${total} posts${rest}`
}

/** The time that is measured before anything is said: posts of earlier builds go much faster. */
const leastMs = 1_000
const latestMs = 5_000

/** The pace of a stage: the rest takes as long as what has just been done of it. */
export class Pace {
  #stage: Progress['stage'] | undefined
  #seen: { done: number; at: number }[] = []

  /** Returns the milliseconds left; `undefined` if too little was measured. @param now in milliseconds, of any clock */
  left({ stage, done, total }: Progress, now: number): number | undefined {
    if (stage !== this.#stage) this.#seen = []
    this.#stage = stage
    if (now - (this.#seen.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= redrawMs)
      this.#seen.push({ done, at: now })
    while (now - this.#seen[0]!.at > latestMs && this.#seen.length > 2) this.#seen.shift()
    const [first] = this.#seen
    const [time, posts] = [now - first!.at, done - first!.done]
    return time < leastMs || posts === 0 || done === total ? undefined : (time / posts) * (total - done)
  }
}

/** Draws the line again and again. Returns the function that wipes it and stops. */
function keepDrawing(output: Output, line: () => string): () => void {
  const wipe = () => output.write(WIPE)
  // The cursor waits at the beginning of the line, so that any other output overwrites it.
  const draw = () => output.write(`\r\x1b[K${line().slice(0, (output.columns ?? 80) - 1)}\r`)
  let redrawing: NodeJS.Timeout | undefined
  const waiting = setTimeout(() => {
    draw()
    redrawing = setInterval(draw, redrawMs)
    process.once('exit', wipe)
  }, patienceMs)
  return () => {
    clearTimeout(waiting)
    if (!redrawing) return
    clearInterval(redrawing)
    process.off('exit', wipe)
    wipe()
  }
}
