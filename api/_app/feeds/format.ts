// What a format of feeds is to whoever puts one together. Ours rather than the package `feed` (6.0): that writes characters that
// XML does not allow, CDATA, version 1 of JSON Feed, throws for an id that is not a URL, and holds a whole feed in memory.
import type { Headers } from '../http/reply.ts'
import type { Feed, FeedItem } from './feed.ts'

export interface FeedFormat {
  content: Readonly<Headers>
  /** What comes before the first item, which may be none. */
  head(feed: Feed): string
  /** What comes before the HTML of an item and after it. */
  item(item: FeedItem): { before: string; after: string }
  separator: string
  /** HTML as the format has it, in parts: no part ends within a character. */
  escape(html: string): string
  tail: string
}
