// GET …/search: posts and entries of every collection that have the words of a query, the best first.
import { type Highlighter, highlighterOf } from '../../../packages/search/index.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import { escapeXml } from '../feeds/characters.ts'
import { cachedBody, jsonBody, type Reply, replyWith } from '../http/reply.ts'
import { headOfAll, withCollections } from '../listing/collections.ts'
import type { Edition } from '../listing/edition.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { ownName } from '../listing/fields.ts'
import { bestFirst, type FoundPosts } from '../listing/matches.ts'
import { metaOf, urlOf } from '../listing/metadata.ts'
import * as parameter from '../listing/query.ts'
import { collectionsIn, readQuery } from '../listing/query.ts'
import { postTextOf } from '../listing/stored-html.ts'
import type { SearchHit } from '../wire.ts'
import { linkHeader, type Page, pageOf } from './page.ts'

const defaultLimit = 10
const parametersOf = (edition: Edition) => ({
  query: parameter.typed,
  collections: parameter.collections(edition),
  limit: parameter.limitUpTo(50),
  page: parameter.page(defaultLimit),
})

interface FoundIn extends FoundPosts {
  edition: Edition
}

export function searchAll(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition } = exchange
  const read = readQuery(exchange, parametersOf(edition))
  const { query, limit = defaultLimit, page: number = 1 } = read
  const { collections = collectionsIn(edition.workspace) } = read
  return withCollections(exchange, collections, async (editions) => {
    const found = query === undefined ? [] : await findIn(exchange, editions, query)
    const total = found.reduce((sum, { posts }) => sum + posts.count, 0)
    const page = pageOf(total, limit, number)
    const { pagination } = page
    const links = linkHeader(exchange.path, exchange.query, limit, pagination)
    const head = headOfAll(editions, ['search', query, limit, number], links)
    const whole = async () => jsonBody({ results: await resultsOf(exchange, found, page), pagination })
    const make = async () => cachedBody(exchange.cache, head) ?? whole()
    return replyWith(exchange, head, () => exchange.admit(make))
  })
}

/** Finds what has every word if anything has, else what has every word once some are corrected, else what has some of them. */
async function findIn({ app, admit, turn }: WorkspaceExchange, editions: readonly Edition[], query: string) {
  const found: FoundIn[] = []
  for (const edition of editions) {
    const one = await app.matches.find(edition, { filter: { query }, sort: bestFirst }, admit, turn)
    if (one.posts.count > 0) found.push({ ...one, edition })
  }
  const distance = ({ match, corrected, omitted }: FoundPosts) =>
    match === 'any' || omitted.length > 0 ? 2 : Math.min(1, corrected.length)
  const closest = Math.min(...found.map(distance))
  return found.filter((one) => distance(one) === closest)
}

/** Takes the best of each collection, then the second best of each: scores depend on how rare a word is in an index. */
async function resultsOf({ turn }: WorkspaceExchange, found: readonly FoundIn[], { from, to }: Page) {
  const results: SearchHit[] = []
  const highlighters = new Map<Edition, Highlighter>()
  for (let rank = 0, place = 0; place < to; rank++) {
    await turn()
    for (const { edition, posts, words } of found) {
      if (rank >= posts.count || ++place <= from || place > to) continue
      // Common words occur everywhere; each result has the same share of the work.
      const telling = words.filter(({ isCommon }) => !isCommon)
      const highlight = highlighters.get(edition) ?? highlighterOf(telling, to - from, turn)
      highlighters.set(edition, highlight)
      await turn.expect(edition.html.length(posts.at(rank)))
      results.push(await resultOf(edition, posts.at(rank), highlight))
    }
  }
  return results
}

async function resultOf(edition: Edition, post: PostNumber, highlight: Highlighter): Promise<SearchHit> {
  const { html } = edition
  const { slug, title, description } = metaOf(edition, post)[0]!
  const beginning = (most: number) => html.beginning(post, most)
  const { content } = await highlight(title, postTextOf({ length: html.length(post), beginning }))
  const snippet = content[0] ?? escapeXml(description)
  return { collection: ownName(edition), path: slug, title, url: urlOf(edition, post, slug), snippet }
}
