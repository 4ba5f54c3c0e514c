// A process that answers different suggestions one after the other; run with the folder of data. Prints `WarmSuggestions`.
import { ask, openApp } from './app.ts'
import { stopwatch } from './stopwatch.ts'
import { vocabulary } from './words.ts'

/** Milliseconds of CPU. */
export interface WarmSuggestions {
  /** The first one, opening included. */
  first: number
  p50: number
  p99: number
}

/** One to six letters of a word, half of them after another word. */
const typed = Array.from({ length: 2_400 }, (_, i) => {
  const word = vocabulary[(41 * i) % 9_000]!.slice(0, 1 + (Math.floor(i / 2) % 6))
  return i % 2 === 0 ? word : `${vocabulary[(17 * i) % 3_000]} ${word}`
})
const passes = 3

const sinceStart = stopwatch()
const app = openApp(process.argv[2]!)
const suggest = (query: string) => ask(app, `/v1/demo/suggest?query=${encodeURIComponent(query)}`)
await suggest(vocabulary[6_000]!.slice(0, 3))
const first = sinceStart().cpu
for (const query of typed.slice(0, 400)) await suggest(query)
/** The least of several, since what else runs in between is not the work of a suggestion. */
const took = typed.slice(400).map(() => Number.POSITIVE_INFINITY)
for (let pass = 0; pass < passes; pass++) {
  for (const [i, query] of typed.slice(400).entries()) {
    const since = stopwatch()
    await suggest(query)
    took[i] = Math.min(took[i]!, since().cpu)
  }
}
took.sort((a, b) => a - b)
const at = (share: number) => took[Math.floor(took.length * share)]!
console.log(JSON.stringify({ first, p50: at(0.5), p99: at(0.99) } satisfies WarmSuggestions))
