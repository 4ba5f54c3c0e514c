// The text of a feed: its posts one after the other, each with its HTML.
import type { PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from '../listing/edition.ts'
import { metaOf } from '../listing/metadata.ts'
import type { Turn } from '../turns/turn.ts'
import { AbsoluteUrls } from './absolute-urls.ts'
import { type Feed, type FeedFormat, itemOf } from './feed.ts'
import type { SiteWithAddresses } from './site.ts'
import { textPartsOf } from './text-body.ts'

/** In parts. Takes turns. */
export async function* feedText(
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
