// Looks for searches that are costlier than those it knows, by the work that they count.

import { type Edition, editionAt } from '../../../api/_app/listing/edition.ts'
import { parseSearch, search, Work } from '../../../packages/search/index.ts'
import { openSnapshots } from '../../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../../snapshot/write/write.ts'
import { oneOf, type Random } from '../../bench/words.ts'
import { noTurn } from '../turn.ts'
import { type CorpusName, corpus, textOf } from './corpora.ts'
import { changed, costlySearches, type Search } from './queries.ts'

export interface SearchCost {
  query: string
  /** Bytes of lists read to find the posts that have all words. */
  lists: number
  places: number
  spelling: number
}

export interface Climbed {
  posts: number
  /** The costliest in each respect. */
  costliest: { lists: SearchCost; places: SearchCost; spelling: SearchCost }
  searches: number
}

/** @param steps how many searches are tried beyond those known to be costly */
export async function climb(
  name: CorpusName,
  { data, posts, steps, random }: { data: string; posts: number; steps: number; random: Random },
): Promise<Climbed> {
  writeSnapshot(data, {
    workspaces: [corpus(name, posts)],
    builtAt: null,
    preview: null,
    keepPrevious: false,
  })
  const snapshots = openSnapshots(data)
  const lease = snapshots.lease('demo')
  try {
    const edition = editionAt(lease.workspace, Date.UTC(2027, 0, 1))
    const draw = () => textOf(name, Math.floor(random() * posts)).slice(0, 10_000)
    const known = Object.values(costlySearches(random, draw()))
    const costliest = {} as Climbed['costliest']
    let searches = 0
    const look = async (asked: Search) => {
      const counted = await count(edition, asked.query)
      searches++
      for (const respect of ['lists', 'places', 'spelling'] as const) {
        if (counted[respect] > (costliest[respect]?.[respect] ?? -1)) costliest[respect] = counted
      }
    }
    for (const asked of known) await look(asked)
    for (let step = 0; step < steps; step++) {
      const from = random() < 0.8 ? oneOf(random, Object.values(costliest)) : oneOf(random, known)
      await look(changed({ query: from.query, parameters: '' }, random, draw()))
    }
    return { posts, costliest, searches }
  } finally {
    lease.release()
    snapshots.close()
  }
}

/** With bounds for the actual number of posts, however few. */
async function count(edition: Edition, query: string): Promise<SearchCost> {
  const work = new Work(edition.workspace.posts, noTurn, 0)
  const { isPartial } = await search(edition.search, parseSearch(query), 'auto', work)
  const [places, spelling] = [work.places.spent, work.spelling.spent]
  if (isPartial !== work.isPartial) throw new Error(`${query}: the result does not say that it is partial`)
  return { query, places, spelling, lists: work.steps - places - spelling }
}
