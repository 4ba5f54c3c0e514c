// GET …/posts: filtered, ordered, one page of it or all.
import { compareCodePoints } from '../../../packages/search/basics/order.ts'
import { highlighterOf } from '../../../packages/search/index.ts'
import { furtherFields, furtherFieldsOf } from '../further-fields/fields.ts'
import { findAllRelated } from '../further-fields/related.ts'
import { type Reply, replyWith } from '../http/reply.ts'
import { fieldsAsked, includable, itemOf, selectableFields } from '../listing/assemble.ts'
import { headOfAll, withCollections } from '../listing/collections.ts'
import type { Edition } from '../listing/edition.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { facetsOf } from '../listing/facets.ts'
import { collectionsNamed } from '../listing/fields.ts'
import { type ColumnFilter, filtersBy, ordersBy } from '../listing/filters.ts'
import { type FoundPosts, type Matches, numbersOf, type Selection } from '../listing/matches.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import type { Filter, SearchNote } from '../wire.ts'
import type { GroupResource } from './groups.ts'
import { linkHeader, type Page, pageOf, postsBody } from './page.ts'

const defaultLimit = 10

const parametersOf = (edition: Edition) => ({
  highlight: parameter.highlight,
  include: parameter.include(includable(edition, furtherFields)),
  limit: parameter.postLimit,
  page: parameter.page(defaultLimit),
  ...criteriaOf(edition),
  format: parameter.format,
  select: parameter.select(selectableFields(edition)),
  facets: parameter.facets([]),
})

/** Entries of declared collections are in none of our groups. */
function criteriaOf({ workspace }: Edition): typeof parameter.criteria {
  if (!workspace.collection) return parameter.criteria
  const { order, sort, query, match } = parameter.criteria
  return { order, sort, query, match } as typeof parameter.criteria
}

type Query = ReturnType<typeof readQuery<ReturnType<typeof parametersOf>, ColumnFilter>>

export async function listPosts(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition } = exchange
  const { workspace } = edition
  const parameters = { ...parametersOf(edition), ...ordersBy(workspace) }
  const query = readQuery(exchange, parameters, filtersBy(workspace.fields))
  const named = [...(query.facets ?? []), ...(query.include ?? [])]
  return withCollections(exchange, collectionsNamed(edition, named), (others, own) =>
    answer(own, query, others),
  )
}

async function answer(exchange: WorkspaceExchange, query: Query, others: readonly Edition[]): Promise<Reply> {
  const { edition, app, path, admit, turn } = exchange
  const { posts, collection } = edition.workspace
  const { list } = itemOf(edition)
  const { limit = defaultLimit, page: number = 1, format = 'html', facets } = query
  const { select, include, expanded } = fieldsAsked(query)
  const filter = filterOf(query, edition)
  const isUsual = collection?.sort && query.query === undefined
  const usual = isUsual ? ordersBy(edition.workspace).sort.read([collection.sort!], {}) : undefined
  const asked = query.sort ?? (query.order ? { by: usual?.by ?? 'publishedAt', order: query.order } : usual)
  const wanted = limit === 'all' ? posts : limit
  await turn.expect(wanted * bytesOf(query))
  const found = await app.matches.find(edition, { filter, sort: asked }, admit, turn)
  const { sort } = found
  const page = pageOf(found.posts.count, limit, number)
  const highlights = query.highlight === true && query.query !== undefined
  const pages = limit === 'all' ? limit : [limit, number]
  const identity = [
    list,
    pages,
    filter,
    sort,
    format,
    select,
    facets,
    highlights,
    ...(include ?? []),
    ...(expanded ?? []),
  ]
  const head = headOfAll([edition, ...others], identity, {
    ...linkHeader(path, exchange.query, limit, page.pagination),
    ...searchHeaders(found),
  })
  return replyWith(exchange, head, async () => {
    const posts = slice(found.posts, page)
    const counts = facets && (await facetsOf(edition, found.posts, facets, turn, others))
    // Common words occur everywhere, so marking them would help nobody.
    const words = found.words.filter(({ isCommon }) => !isCommon)
    const highlighter = () => (highlights ? highlighterOf(words, posts.count, turn) : undefined)
    const further = include && (await furtherFieldsOf(edition, include, turn))
    if (include?.includes('related')) await findAllRelated(edition, [...numbersOf(posts)], admit, turn)
    const about = { pagination: page.pagination, facets: counts, search: searchOf(found, filter) }
    return postsBody(exchange, head, {
      posts,
      represent: () => ({ format, select, expanded, others, further, highlight: highlighter() }),
      envelope: { head: `{"${list}":[`, tail: `],${JSON.stringify(about).slice(1)}` },
    })
  })
}

/** Guesses the bytes that are read and made for each post, before it is known which posts they are. */
function bytesOf({ format, highlight, include = [] }: Query): number {
  const isExpanded = include.some((name) => name.startsWith('fields.'))
  const isDerived = format === 'text' || highlight === true || isExpanded
  return 500 * (1 + include.length + (isDerived ? 10 : 0))
}

/** Replaces earlier slugs by present ones. */
function filterOf(query: Query, { presentSlug }: Edition): Selection {
  const { category, categories, excludeCategories, tags, tagsMatch, excludeTags, featured, author, series } =
    query
  const present = (kind: GroupResource, slug: string) => presentSlug(kind, slug) ?? slug
  const all = (kind: GroupResource, slugs: string[] | undefined) =>
    slugs && [...new Set(slugs.map((slug) => present(kind, slug)))].sort()
  const any = all('categories', categories)
  return {
    categories: category === undefined ? any : [present('categories', category), ...(any ?? [])],
    excludeCategories: all('categories', excludeCategories),
    tags: all('tags', tags),
    tagsMatch,
    excludeTags: all('tags', excludeTags),
    featured,
    author: author === undefined ? author : present('authors', author),
    series: series === undefined ? series : present('series', series),
    query: query.query,
    match: query.query === undefined || query.match === 'auto' ? undefined : query.match,
    where: query.named.length > 0 ? inOrder(query.named) : undefined,
  }
}

/** Puts filters in an order that is not that of the request. */
function inOrder(filters: readonly ColumnFilter[]): ColumnFilter[] {
  return filters.toSorted((a, b) => compareCodePoints(JSON.stringify(a), JSON.stringify(b)))
}

/** Describes how the search differed from the request, if it did. */
function searchOf(found: FoundPosts, requested: Filter): SearchNote | undefined {
  const { match, corrected, omitted, isPartial } = found
  const isAsRequested = match === 'all' || match === requested.match
  if (isAsRequested && corrected.length === 0 && omitted.length === 0 && !isPartial) return undefined
  return { match, corrected, omitted, partial: isPartial }
}

/** Words that were corrected or omitted, and whether the search reached its cost limit. */
function searchHeaders({ corrected, omitted, isPartial }: FoundPosts): Record<string, string> {
  return {
    ...(corrected.length > 0 && { 'X-Search-Corrected': corrected.map(encodeURIComponent).join(',') }),
    ...(omitted.length > 0 && { 'X-Search-Omitted': omitted.map(encodeURIComponent).join(',') }),
    ...(isPartial && { 'X-Search-Partial': 'true' }),
  }
}

function slice(matches: Matches, { from, to }: Page): Matches {
  return { count: to - from, at: (index) => matches.at(from + index) }
}
