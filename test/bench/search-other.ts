// A process that loads the saved index of another engine and searches. Arguments: which engine, the file, and the kind
// of the first search. Prints `Searched`, or `Failed`; counted from the end of the imports on, as ours is.
import { readFileSync } from 'node:fs'
import type { Failed } from './process.ts'
import { type EngineName, engines } from './search-engines.ts'
import { differentQueries, firstQueries, type Kind } from './search-queries.ts'

export interface Searched {
  /** Loading and the first search, in milliseconds. */
  first: number
  p50: number
  p99: number
  /** Of the whole process at the end, in MB. */
  memory: number
}

const [which, file, kind] = process.argv.slice(2)
try {
  console.log(JSON.stringify(await searched(which as EngineName, file!, kind as Kind)))
} catch (error) {
  console.log(JSON.stringify({ failed: String(error) } satisfies Failed))
}

/** Quotes mean nothing to them. */
async function searched(engine: EngineName, file: string, kind: Kind): Promise<Searched> {
  const began = performance.now()
  const search = await engines[engine].load(readFileSync(file, 'utf8'))
  await search(firstQueries[kind].replaceAll('"', ''), kind === 'misspelt')
  const first = performance.now() - began
  const took: number[] = []
  for (const query of differentQueries(200)) {
    const start = performance.now()
    await search(query, false)
    took.push(performance.now() - start)
  }
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.floor(took.length * share)]!
  return { first, p50: at(0.5), p99: at(0.99), memory: process.memoryUsage().rss / 1e6 }
}
