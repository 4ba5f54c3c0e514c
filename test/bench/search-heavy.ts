// A warm process that answers hostile searches, with every combination of parameters; run with the
// folder of data. Prints `HeavySearch`.
import { ask, openApp } from './app.ts'
import { median } from './rounds.ts'
import { heavyQueries } from './search-queries.ts'
import { type Spent, stopwatch } from './stopwatch.ts'

/** The costliest. */
export interface HeavySearch {
  what: string
  /** Milliseconds, the median of its rounds. */
  cpu: number
  /** Of how many. */
  asked: number
}

const rounds = 9
const ways = {
  'by date': '',
  'by relevance': '&sort=relevance',
  highlighted: '&highlight=true&limit=100',
  'all at once': '&sort=relevance&highlight=true&limit=100&facets=category,tags,authors',
}

const app = openApp(process.argv[2]!)
let searches = 0

/** Symbols after a query change nothing, except that it was not asked before. */
async function search(query: string, parameters: string): Promise<Spent> {
  const signs = (searches++).toString(2).replaceAll('0', '!').replaceAll('1', '?')
  const measured = stopwatch()
  await ask(app, `/v1/demo/posts?query=${encodeURIComponent(query + signs)}${parameters}`)
  return measured()
}

async function searchAll(): Promise<{ what: string; cpu: number }[]> {
  const measured: { what: string; cpu: number }[] = []
  for (const [kind, query] of Object.entries(heavyQueries)) {
    for (const [way, parameters] of Object.entries(ways)) {
      const spent: Spent[] = []
      for (let round = 0; round < rounds; round++) spent.push(await search(query, parameters))
      measured.push({ what: `${kind}, ${way}`, cpu: median(spent, 'cpu') })
    }
  }
  return measured
}

// Compilation also costs CPU, and only once.
await searchAll()
const measured = await searchAll()
const [costliest] = measured.sort((a, b) => b.cpu - a.cpu)
console.log(JSON.stringify({ ...costliest!, asked: measured.length } satisfies HeavySearch))
