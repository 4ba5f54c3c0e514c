// What is printed at the end, and whether it is good.
import type { Findings } from './findings.ts'
import type { Server } from './server.ts'

/** By how much the second half may exceed the first: how much garbage there is differs from one moment to the next. */
const maxGrowth = 1.1

/** The median of each half of the time, in bytes. */
function halvesOf(samples: readonly number[]): [number, number] {
  const half = samples.length >> 1
  const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1] ?? 0
  return [median(samples.slice(0, half)), median(samples.slice(half))]
}

/** What is wrong, a line each; none if all is well. */
export function problemsOf(findings: Findings, log: string, memory: readonly number[]): string[] {
  const [before, after] = halvesOf(memory)
  const logged = log
    .split('\n')
    .filter((line) => /internal error|descriptors|damaged|still serving/.test(line))
  return [
    ...(findings.requests === 0 ? ['no request was answered'] : []),
    ...(findings.failed > 0 ? [`${findings.failed} failures, such as:`, ...findings.failures] : []),
    ...logged.map((line) => `the log says: ${line}`),
    ...(after > before * maxGrowth ? [`memory grew from ${megabytes(before)} to ${megabytes(after)}`] : []),
  ]
}

/**
 * @param memory resident, in bytes, a sample each second after the warm-up
 * @param spent requests, and seconds on the clock and of processor time of the server, all after the warm-up
 */
export function print(
  findings: Findings,
  server: Server,
  memory: readonly number[],
  spent: { seconds: number; processor: number; requests: number },
): void {
  const halves = halvesOf(memory).map(megabytes)
  const swaps = server.log().match(/swapped in/g)?.length ?? 0
  const outages = server.log().match(/Redis is failing/g)?.length ?? 0
  const rate = (time: number) => Math.round(spent.requests / time)
  console.log(
    `${spent.requests} requests, ${rate(spent.seconds)} a second, ${rate(spent.processor)} a second of processor time`,
  )
  console.log(`${swaps} snapshots swapped in, ${outages} outages of Redis noticed`)
  console.log(`memory ${halves.join(', then ')} (the medians of each half of the time)`)
  for (const [what, count] of [...findings.counts].sort()) console.log(`  ${what}: ${count}`)
  console.log('ms                            requests     p50     p99     max')
  for (const { name, count, p50, p99, max } of findings.durations()) {
    const figures = [p50, p99, max].map((figure) => figure.toFixed(1).padStart(8)).join('')
    console.log(`${name.padEnd(28)}${String(count).padStart(10)}${figures}`)
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`
}
