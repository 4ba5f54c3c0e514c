// A process that answers different searches one after the other; run with the folder of data. Prints `WarmSearch`.
import { ask, openApp } from './app.ts'
import { differentQueries } from './search-queries.ts'

export interface WarmSearch {
  /** Milliseconds. */
  p50: number
  p99: number
  /** Of the whole process at the end, in MB. */
  memory: number
}

const app = openApp(process.argv[2]!)
const [warming, measured] = [differentQueries(600).slice(0, 200), differentQueries(600).slice(200)]
const search = (query: string) => ask(app, `/v1/demo/posts?query=${encodeURIComponent(query)}`)
for (const query of warming) await search(query)
const took: number[] = []
for (const query of measured) {
  const began = performance.now()
  await search(query)
  took.push(performance.now() - began)
}
console.log(JSON.stringify(percentiles(took)))

function percentiles(values: number[]): WarmSearch {
  const sorted = values.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!
  return { p50: at(0.5), p99: at(0.99), memory: process.memoryUsage().rss / 1e6 }
}
