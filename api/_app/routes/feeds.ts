// GET …/feed.xml, …/feed.atom and …/feed.json: the newest posts of a workspace, or of one of its categories, tags or authors.

import { atom } from '../feeds/atom.ts'
import { type FeedFormat, type FeedGroup, feedOf } from '../feeds/feed.ts'
import { feedText } from '../feeds/feed-text.ts'
import { jsonFeed } from '../feeds/json-feed.ts'
import { rss } from '../feeds/rss.ts'
import { requireAddresses } from '../feeds/site.ts'
import { textBody } from '../feeds/text-body.ts'
import { headOf, replyWith } from '../http/reply.ts'
import type { RouteHandler, WorkspaceExchange } from '../listing/exchange.ts'
import type { Filter } from '../listing/matches.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import { findGroup, type GroupResource } from './groups.ts'

const defaultLimit = 20
/** What is read of each, about. */
const bytesPerPost = 5_000

const parameters = { limit: parameter.feedLimit }

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

/** @param of what the feed is of one of, by slug or id; by default, it is of all posts */
export function feed(name: FeedName, of?: GroupResource): RouteHandler {
  return (exchange) => answer(exchange, formats[name], of)
}

async function answer(exchange: WorkspaceExchange, format: FeedFormat, of?: GroupResource) {
  const { edition, matches, admit, turn, path, name } = exchange
  const { limit } = readQuery(exchange, parameters)
  const group = of && findGroup(edition, of, name)
  const site = requireAddresses(edition, 'a feed')
  // It names its own address.
  const head = headOf(edition, JSON.stringify(['feed', path, limit]))
  head.content = format.content
  return replyWith(exchange, head, async () => {
    await turn.expect((limit ?? defaultLimit) * bytesPerPost)
    const filter = of && group ? filters[of](group.slug) : {}
    const { posts: found } = await matches.find(edition, { filter }, admit, turn)
    const count = Math.min(limit ?? defaultLimit, found.count)
    const posts = Array.from({ length: count }, (_, index) => found.at(index))
    const query = limit === undefined ? '' : `?limit=${limit}`
    const self = site.api === null ? undefined : `${site.api}${path}${query}`
    const feed = feedOf(edition, site, posts, of && group && feedGroup(of, group), self)
    const { workspace, html } = edition
    const bytes = posts.reduce((sum, post) => sum + workspace.meta.length(post) + html.length(post), 0)
    const text = () => feedText(edition, { feed, site, posts }, format, turn)
    return textBody(exchange, head, { bytes, text })
  })
}

function feedGroup(word: GroupResource, group: ReturnType<typeof findGroup>): FeedGroup {
  const { id, name } = group
  return { word, id, name, description: ('bio' in group ? group.bio : group.description) ?? '' }
}
