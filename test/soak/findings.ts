// What all connections have found: how often, how fast, and what is wrong.
import type { IncomingMessage } from 'node:http'

/** How many failures are kept to be printed. */
const maxExamples = 12

export class Findings {
  requests = 0
  readonly failures: string[] = []
  failed = 0
  readonly counts = new Map<string, number>()
  /** Durations in ms, by kind. */
  readonly #durations = new Map<string, number[]>()
  /** The generation by X-Snapshot-Id. */
  readonly #generations = new Map<string, string>()

  answered(name: string, status: number, duration: number): void {
    this.requests++
    this.count(`status ${status}`)
    const durations = this.#durations.get(name)
    if (durations) durations.push(duration)
    else this.#durations.set(name, [duration])
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  fail(name: string, message: string): void {
    this.failed++
    if (this.failures.length < maxExamples) this.failures.push(`${name}: ${message}`)
  }

  /** A 503 may only be that of admission, which says so and when to come back. */
  expectStatus(
    name: string,
    path: string,
    { status, headers, text }: { status: number; headers: IncomingMessage['headers']; text: string },
    statuses: readonly number[],
  ): void {
    const isTold = status !== 503 || JSON.parse(text).error === 'Busy'
    if (statuses.includes(status) && isTold) return
    const retry = headers['retry-after'] ? ` (Retry-After: ${headers['retry-after']})` : ''
    this.fail(name, `${status}${retry} to ${path.slice(0, 200)}\n    ${text.slice(0, 300)}`)
  }

  /** All titles in a reply are of one generation, and so are all replies with one X-Snapshot-Id. */
  expectOneState(name: string, path: string, headers: IncomingMessage['headers'], text: string): void {
    const found = new Set(Array.from(text.matchAll(/Generation (\d+), post/g), ([, number]) => number!))
    if (found.size > 1) this.fail(name, `${path} mixes generations ${[...found].join(', ')}`)
    const id = headers['x-snapshot-id']
    const [generation] = found
    if (typeof id !== 'string' || generation === undefined) return
    const known = this.#generations.get(id) ?? generation
    this.#generations.set(id, known)
    if (known !== generation) this.fail(name, `${path} is of generation ${generation}, and ${id} of ${known}`)
  }

  /** Kinds, the slowest first by their 99th percentile; `all` comes before them. */
  durations(): { name: string; count: number; p50: number; p99: number; max: number }[] {
    const rows = [...this.#durations].map(([name, list]) => rowOf(name, list))
    const all = rowOf('all', [...this.#durations.values()].flat())
    return [all, ...rows.sort((a, b) => b.p99 - a.p99)]
  }
}

function rowOf(name: string, list: number[]) {
  const sorted = Float64Array.from(list).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { name, count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}
