// A process that answers searches that are meant to hurt, in each way a client may ask for them, warm; run with the
// folder of data. Prints `HeavySearch`.
import { ask, openApp } from './app.ts'
import { median } from './rounds.ts'
import { heavyQueries } from './search-queries.ts'
import { type Spent, stopwatch } from './stopwatch.ts'

/** The dearest. */
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
const measured: { what: string; cpu: number }[] = []
for (const [kind, query] of Object.entries(heavyQueries)) {
  /** A sign changes nothing but that the query was not asked before. */
  let asked = query
  for (const [way, parameters] of Object.entries(ways)) {
    const spent: Spent[] = []
    for (let round = 0; round < rounds; round++) {
      asked += '!'
      const measure = stopwatch()
      await ask(app, `/v1/demo/posts?query=${encodeURIComponent(asked)}${parameters}`)
      spent.push(measure())
    }
    measured.push({ what: `${kind}, ${way}`, cpu: median(spent, 'cpu') })
  }
}
const [dearest] = measured.sort((a, b) => b.cpu - a.cpu)
console.log(JSON.stringify({ ...dearest!, asked: measured.length } satisfies HeavySearch))
