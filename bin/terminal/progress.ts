// A progress bar for builds that take more than a second, only on a terminal.
import type { Console, FlagValues, Output } from '../cli/command.ts'

const patienceMs = 1_000
const redrawMs = 100
const barWidth = 24

type OnProgress = (done: number, total: number) => void

/** Runs the work, and shows its progress after a second. */
export async function withProgress<T>(
  { stderr, env }: Console,
  { quiet }: FlagValues,
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  let line = 'Reading'
  const onProgress: OnProgress = (done, total) => {
    line = progressLine(done, total)
  }
  if (!stderr.isTTY || env.TERM === 'dumb' || quiet) return work(onProgress)
  const end = keepDrawing(stderr, () => line)
  try {
    return await work(onProgress)
  } finally {
    end()
  }
}

/** `Reading   ██████░░░░░░ 50 %  5120 of 10240 posts` */
export function progressLine(done: number, total: number): string {
  const filled = Math.floor((barWidth * done) / total)
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
  const percent = String(Math.floor((100 * done) / total)).padStart(3)
  const stage = done < total ? 'Reading  ' : 'Finishing'
  return `${stage} ${bar} ${percent} %  ${done} of ${total} posts`
}

/** Draws the line again and again. Returns the function that wipes it and stops. */
function keepDrawing(output: Output, line: () => string): () => void {
  const wipe = () => output.write('\r\x1b[K')
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
