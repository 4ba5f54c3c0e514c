// A process that loads the saved index of another engine and searches. Arguments: which engine, and the file. Prints
// `Searched`; the first search is counted from the end of the imports on, as is ours.
import { readFileSync } from 'node:fs'
import { type EngineName, engines } from './search-engines.ts'
import { differentQueries, firstQueries } from './search-queries.ts'

export interface Searched {
  /** Loading and the first search, in milliseconds. */
  first: number
  p50: number
  p99: number
  /** Of the whole process at the end, in MB. */
  memory: number
}

const [which, file] = process.argv.slice(2)
const began = performance.now()
const search = await engines[which as EngineName].load(readFileSync(file!, 'utf8'))
await search(firstQueries.exact)
const first = performance.now() - began
const took: number[] = []
for (const query of differentQueries(200)) {
  const start = performance.now()
  await search(query)
  took.push(performance.now() - start)
}
took.sort((a, b) => a - b)
const at = (share: number) => took[Math.floor(took.length * share)]!
const memory = process.memoryUsage().rss / 1e6
console.log(JSON.stringify({ first, p50: at(0.5), p99: at(0.99), memory } satisfies Searched))
