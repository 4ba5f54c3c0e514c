// GET …/feed.xml, …/feed.atom and …/feed.json: the newest posts of a workspace, or of one of its categories, tags or authors.
import type { RouteHandler, WorkspaceExchange } from '../exchange.ts'
import { atom } from '../feeds/atom.ts'
import { feedBody } from '../feeds/body.ts'
import { type FeedGroup, feedOf, type SiteWithAddresses } from '../feeds/feed.ts'
import type { FeedFormat } from '../feeds/format.ts'
import { jsonFeed } from '../feeds/json-feed.ts'
import { rss } from '../feeds/rss.ts'
import { HttpError } from '../http/error.ts'
import { cachedReply, freshReply, headOf } from '../http/reply.ts'
import { requireSnapshot } from '../listing/edition.ts'
import type { Filter } from '../listing/matches.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import { findGroup, type GroupResource } from './groups.ts'

const defaultLimit = 20

const parameters = { limit: parameter.feedLimit, snapshot: parameter.snapshot }

const formats = { 'feed.xml': rss, 'feed.atom': atom, 'feed.json': jsonFeed }
export type FeedName = keyof typeof formats

export function isFeedName(word: string): word is FeedName {
  return Object.hasOwn(formats, word)
}

/** What a group selects posts by. */
const filters: Record<GroupResource, (slug: string) => Filter> = {
  categories: (slug) => ({ categories: [slug] }),
  tags: (slug) => ({ tags: [slug] }),
  authors: (slug) => ({ author: slug }),
}

export function feed(name: FeedName): RouteHandler {
  return (exchange) => answer(exchange, formats[name])
}

/** @param of what the feed is of one of, by slug or id */
export function groupFeed(name: FeedName, of: GroupResource): RouteHandler {
  return (exchange) => answer(exchange, formats[name], of)
}

async function answer(exchange: WorkspaceExchange, format: FeedFormat, of?: GroupResource) {
  const { edition, matches, admit, path, name } = exchange
  const { limit, snapshot } = readQuery(exchange, parameters)
  requireSnapshot(edition, snapshot)
  const group = of && findGroup(edition, of, name)
  const site = requireAddresses(exchange, 'a feed')
  // It names its own address.
  const head = headOf(edition, JSON.stringify(['feed', path, limit]))
  head.content = format.content
  const known = cachedReply(exchange, head)
  if (known) return known
  const filter = of && group ? filters[of](group.slug) : {}
  const { posts: found } = await matches.find(edition, { filter }, admit)
  const count = Math.min(limit ?? defaultLimit, found.count)
  const posts = Array.from({ length: count }, (_, index) => found.at(index))
  const self =
    site.api === null ? undefined : `${site.api}${path}${limit === undefined ? '' : `?limit=${limit}`}`
  const contents = {
    feed: feedOf(edition, site, posts, of && group && feedGroup(of, group), self),
    site,
    posts,
  }
  return freshReply(exchange, head, await feedBody(exchange, head, contents, format))
}

function feedGroup(word: GroupResource, group: ReturnType<typeof findGroup>): FeedGroup {
  const { id, name } = group
  return { word, id, name, description: ('bio' in group ? group.bio : group.description) ?? '' }
}

/**
 * @param what cannot be made without the addresses of posts
 * @throws {HttpError} 404
 */
export function requireAddresses({ edition }: WorkspaceExchange, what: string): SiteWithAddresses {
  const { url, ...site } = edition.workspace.site
  if (url !== null) return { ...site, url }
  throw new HttpError(
    404,
    'Addresses unknown',
    `The workspace has no url in workspace.yml, so the addresses of its posts are not known, which ${what} needs; write url: https://example.org/{slug} there, and build again.`,
  )
}
