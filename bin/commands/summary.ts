// A server's work, reported in one line at its end.
import { many } from '../../snapshot/printable.ts'

/**
 * Prints a summary where the process ends before it was asked for, as Ctrl-C ends it.
 * @param served counts replies, by the first digit of their status
 * @returns prints it now
 */
export function summaryAtEnd(
  served: readonly number[],
  print: (line: string, end: 'interrupted' | 'asked') => void,
): () => void {
  const began = performance.now()
  const summary = () => summaryOf(served, (performance.now() - began) / 1_000)
  const interrupted = () => print(summary(), 'interrupted')
  process.once('exit', interrupted)
  return () => {
    process.off('exit', interrupted)
    print(summary(), 'asked')
  }
}

/**
 * `answered 1204 requests in 2 h 5 min: 2xx 1100, 3xx 90, 4xx 14`
 * @param served how many replies there were, by the first digit of their status
 */
export function summaryOf(served: readonly number[], seconds: number): string {
  const all = served.reduce((sum, count) => sum + count, 0)
  const classes = served.flatMap((count, digit) => (count > 0 ? [`${digit}xx ${count}`] : []))
  const begins = `answered ${many(all, 'request')} in ${durationOf(seconds)}`
  return classes.length === 0 ? begins : `${begins}: ${classes.join(', ')}`
}

/** Returns the two largest units, such as `2 h 5 min`. */
function durationOf(seconds: number): string {
  const whole = Math.round(seconds)
  const units: [number, string][] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3_600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ]
  const first = units.findIndex(([count]) => count > 0)
  if (first === -1) return '0 s'
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
