// GET …/feed.xml, …/feed.atom and …/feed.json: the newest posts of a workspace, or of one of its categories, tags, authors or series.

import { UNDATED } from '../../../snapshot/date.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import { AbsoluteUrls } from '../feeds/absolute-urls.ts'
import { atom } from '../feeds/atom.ts'
import { type Feed, type FeedFormat, type FeedGroup, feedOf, itemOf } from '../feeds/feed.ts'
import { jsonFeed } from '../feeds/json-feed.ts'
import { rss } from '../feeds/rss.ts'
import { requireAddresses, type SiteWithAddresses } from '../feeds/site.ts'
import { textBody, textPartsOf } from '../feeds/text-body.ts'
import { headOf, replyWith } from '../http/reply.ts'
import type { Edition } from '../listing/edition.ts'
import type { RouteHandler, WorkspaceExchange } from '../listing/exchange.ts'
import { metaOf } from '../listing/metadata.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import type { Turn } from '../turns/turn.ts'
import type { Filter } from '../wire.ts'
import { findGroup, type GroupResource } from './groups.ts'
import { postOrMarkdown } from './markdown.ts'
import { findVisible } from './post.ts'

const defaultLimit = 20
/** The bytes that are read for each post, roughly. */
const bytesPerPost = 5_000

/** Each post comes with its whole HTML. */
const parameters = { limit: parameter.limitUpTo(100) }

const formats = { 'feed.xml': rss, 'feed.atom': atom, 'feed.json': jsonFeed }
export type FeedName = keyof typeof formats

export function isFeedName(word: string): word is FeedName {
  return Object.hasOwn(formats, word)
}

/** The filter by which each kind of group selects posts. */
const filters: Record<GroupResource, (slug: string) => Filter> = {
  categories: (slug) => ({ categories: [slug] }),
  tags: (slug) => ({ tags: [slug] }),
  authors: (slug) => ({ author: slug }),
  series: (slug) => ({ series: slug }),
}

/** The feed of a collection that has one, unless an entry has that name. */
export function feedOfEntries(name: FeedName): RouteHandler {
  return (exchange) => {
    const { edition } = exchange
    const hasFeed = edition.workspace.collection!.feed && !findVisible(edition, name)
    return hasFeed ? answer(exchange, formats[name]) : postOrMarkdown(exchange)
  }
}

/** @param of what the feed is of one of, by slug or id; by default, it is of all posts */
export function feed(name: FeedName, of?: GroupResource): RouteHandler {
  return (exchange) => answer(exchange, formats[name], of)
}

async function answer(exchange: WorkspaceExchange, format: FeedFormat, of?: GroupResource) {
  const { edition, app, admit, turn, path, name } = exchange
  const { limit } = readQuery(exchange, parameters)
  const group = of && findGroup(edition, of, name)
  const site = requireAddresses(edition, 'a feed')
  // It names its own address.
  const head = headOf(edition, JSON.stringify(['feed', path, limit]))
  head.content = format.content
  return replyWith(exchange, head, async () => {
    await turn.expect((limit ?? defaultLimit) * bytesPerPost)
    const filter = of && group ? filters[of](group.slug) : {}
    const { posts: found } = await app.matches.find(edition, { filter }, admit, turn)
    const count = Math.min(limit ?? defaultLimit, found.count)
    // Entries without a date come last, and are in no feed.
    const isDated = (post: PostNumber) => edition.workspace.list.publishedAt[post] !== UNDATED
    const posts = Array.from({ length: count }, (_, index) => found.at(index)).filter(isDated)
    const query = limit === undefined ? '' : `?limit=${limit}`
    const self = site.api === null ? undefined : `${site.api}${path}${query}`
    const { workspace, html } = edition
    const { collection } = workspace
    const entries = collection && {
      word: 'entries',
      id: collection.name,
      name: collection.name,
      description: '',
    }
    const feed = feedOf(edition, site, posts, of && group ? feedGroup(of, group) : entries, self)
    const bytes = posts.reduce((sum, post) => sum + workspace.meta.length(post) + html.length(post), 0)
    const text = () => feedText(edition, { feed, site, posts }, format, turn)
    return textBody(exchange, head, { bytes, text })
  })
}

function feedGroup(word: GroupResource, group: ReturnType<typeof findGroup>): FeedGroup {
  const { id, name } = group
  return { word, id, name, description: ('bio' in group ? group.bio : group.description) ?? '' }
}

/** Its posts one after the other, each with its HTML, in parts. Takes turns. */
async function* feedText(
  edition: Edition,
  { feed, site, posts }: { feed: Feed; site: SiteWithAddresses; posts: readonly PostNumber[] },
  format: FeedFormat,
  turn: Turn,
): AsyncGenerator<string> {
  yield format.head(feed)
  for (const [index, post] of posts.entries()) {
    const [html] = await edition.html.read([post])
    const [meta] = metaOf(edition, post)
    const item = itemOf(edition, site, post, meta!)
    const { before, after } = format.item(item)
    yield (index > 0 ? format.separator : '') + before
    const urls = new AbsoluteUrls(item.url)
    for await (const part of textPartsOf(html!, turn)) yield format.escape(urls.write(part))
    yield format.escape(urls.end()) + after
  }
  yield format.tail
}
