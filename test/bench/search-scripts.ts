// A warm process that runs hostile searches in a workspace of one script; run with the folder of data
// and the name of the corpus. Prints `ScriptSearch`.
import { type CorpusName, textOf } from '../support/costly/corpora.ts'
import { allAtOnce, costlySearches } from '../support/costly/queries.ts'
import { ask, openApp } from './app.ts'
import { stopwatch } from './stopwatch.ts'
import { seeded } from './words.ts'

/** The costliest. */
export interface ScriptSearch {
  what: string
  /** Milliseconds, the least of its rounds. */
  cpu: number
  /** The same for a search that finds nothing, which costs what every request costs. */
  least: number
  asked: number
}

const rounds = 7

const [data, name] = process.argv.slice(2) as [string, CorpusName]
const app = openApp(data)
let searches = 0

/** Excluding a tag that no post has changes nothing, except that it was not asked before. */
async function cpuOf(query: string, parameters: string): Promise<number> {
  const others = `&select=slug&excludeTags=none-${searches++}`
  const measured = stopwatch()
  await ask(app, `/v1/demo/posts?query=${encodeURIComponent(query)}${parameters}${others}`)
  return measured().cpu
}

async function leastOf(query: string, parameters: string): Promise<number> {
  const spent: number[] = []
  while (spent.length < rounds) spent.push(await cpuOf(query, parameters))
  return Math.min(...spent)
}

const measured: { what: string; cpu: number }[] = []
for (const seed of [1, 2]) {
  for (const [what, { query }] of Object.entries(costlySearches(seeded(seed), textOf(name, seed)))) {
    measured.push({ what, cpu: await leastOf(query, allAtOnce) })
  }
}
const [costliest] = measured.sort((a, b) => b.cpu - a.cpu)
const least = await leastOf('zzzzzzzz1', '')
console.log(JSON.stringify({ ...costliest!, least, asked: measured.length } satisfies ScriptSearch))
