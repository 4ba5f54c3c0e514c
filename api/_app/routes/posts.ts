// GET …/posts: filtered, ordered, one page of it or all.
import type { Content } from '../http/content.ts'
import { postFields } from '../listing/assemble.ts'
import { postsBody } from '../listing/body.ts'
import { facetsOf } from '../listing/facets.ts'
import type { Matches } from '../listing/filter.ts'
import type { Found } from '../listing/matches.ts'
import { linkHeader, type Page, pageOf } from '../listing/page.ts'
import * as parameter from '../listing/parameters.ts'
import { readQuery } from '../listing/query.ts'
import { isDearSearch } from '../search/cost.ts'
import { highlighterOf } from '../search/highlight.ts'
import { type RouteRequest, requireSnapshot } from './route.ts'

const defaultLimit = 10

const parameters = {
  highlight: parameter.highlight,
  limit: parameter.postLimit,
  page: parameter.page(defaultLimit),
  order: parameter.order,
  sort: parameter.sort,
  category: parameter.category,
  categories: parameter.categories,
  excludeCategories: parameter.excludeCategories,
  tags: parameter.tags,
  tagsMatch: parameter.tagsMatch,
  excludeTags: parameter.excludeTags,
  featured: parameter.featured,
  author: parameter.author,
  query: parameter.query,
  format: parameter.format,
  select: parameter.select(postFields),
  facets: parameter.facets,
  snapshot: parameter.snapshot,
}
type Query = ReturnType<typeof readQuery<typeof parameters>>

export async function listPosts(request: RouteRequest): Promise<Content> {
  const { edition, matches, path } = request
  const query = readQuery(request.query, parameters)
  requireSnapshot(edition, query.snapshot)
  const { limit = defaultLimit, page: number = 1, format = 'html', select, facets } = query
  const filter = filterOf(query)
  const sort = query.sort ?? { by: 'publishedAt', order: query.order ?? 'desc' }
  const find = () => matches.find(edition, filter, sort)
  const isDear = isDearSearch(query.query) && !matches.has(edition, filter, sort)
  const found = await (isDear ? request.admit(find) : find())
  const page = pageOf(found.posts.count, limit, number)
  const highlights = query.highlight === true && query.query !== undefined
  return {
    identity: JSON.stringify([
      'posts',
      limit === 'all' ? limit : [limit, number],
      filter,
      sort,
      format,
      select,
      facets,
      highlights,
    ]),
    headers: { ...linkHeader(path, request.query, limit, page.pagination), ...searched(found) },
    body: (means) => {
      const counts = facets && facetsOf(edition, found.posts, facets)
      const highlighter = () => (highlights ? highlighterOf(found.words, page.to - page.from) : undefined)
      const represent = () => ({ format, select, highlight: highlighter() })
      return postsBody(edition, slice(found.posts, page), represent, frame(page, counts), means)
    },
  }
}

function filterOf(query: Query) {
  const { category, categories, excludeCategories, tags, tagsMatch, excludeTags, featured, author } = query
  return {
    categories: category === undefined ? categories : [category, ...(categories ?? [])],
    excludeCategories,
    tags,
    tagsMatch,
    excludeTags,
    featured,
    author,
    query: query.query,
  }
}

/** Words that the query does not have and the search used, and whether it came to a bound. */
function searched({ corrected, isPartial }: Found): Record<string, string> {
  return {
    ...(corrected.length > 0 && { 'X-Search-Corrected': corrected.map(encodeURIComponent).join(',') }),
    ...(isPartial && { 'X-Search-Partial': 'true' }),
  }
}

function slice(matches: Matches, { from, to }: Page): Matches {
  return { count: to - from, at: (place) => matches.at(from + place) }
}

function frame({ pagination }: Page, facets: object | undefined) {
  return { head: '{"posts":[', tail: `],${JSON.stringify({ pagination, facets }).slice(1)}` }
}
