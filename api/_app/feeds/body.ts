// The body of a feed: in one piece, or as a stream if it is too large to hold in memory.
import type { PostMeta, PostNumber } from '../../../snapshot/types.ts'
import { turn } from '../admission/turn.ts'
import type { WorkspaceExchange } from '../exchange.ts'
import { cachedBody, type MadeBody, type ReplyHead } from '../http/reply.ts'
import type { Edition } from '../listing/edition.ts'
import { AbsoluteUrls } from './absolute-urls.ts'
import { type Feed, itemOf, type SiteWithAddresses } from './feed.ts'
import type { FeedFormat } from './format.ts'
import { textPartsOf } from './text-parts.ts'

/** Of what is stored: escaped, `&` takes five times as many bytes. Vercel refuses bodies over 4.5 MB that are not streamed. */
const maxPiecesBytes = 800_000
/** A larger feed is costly. */
const maxTextBytes = 256 * 1024
/** A stream is passed on in pieces of about this many characters. */
const chunkLength = 65_536

interface FeedContents {
  feed: Feed
  site: SiteWithAddresses
  posts: readonly PostNumber[]
}

export async function feedBody(
  { edition, lease, admit, cache }: WorkspaceExchange,
  head: ReplyHead,
  contents: FeedContents,
  format: FeedFormat,
): Promise<MadeBody> {
  const { workspace, html } = edition
  const bytes = contents.posts.reduce((sum, post) => sum + workspace.meta.length(post) + html.length(post), 0)
  const chunks = () => inChunks(feedText(edition, contents, format))
  if (bytes > maxPiecesBytes) {
    return { body: { chunks, close: lease.clone().release, isCostly: true }, isGzip: false }
  }
  const make = async (): Promise<MadeBody> => {
    const body: Uint8Array[] = []
    for await (const chunk of chunks()) body.push(chunk)
    return { body, isGzip: false }
  }
  // While this request waited to be admitted, another one may have made the body.
  return bytes > maxTextBytes ? admit(async () => cachedBody(cache, head) ?? make()) : make()
}

/** Takes turns. */
async function* feedText(
  edition: Edition,
  { feed, site, posts }: FeedContents,
  format: FeedFormat,
): AsyncGenerator<string> {
  yield format.head(feed)
  for (const [index, post] of posts.entries()) {
    const [record] = edition.workspace.meta.read(post, post + 1)
    const [html] = await edition.html.read([post])
    const meta: PostMeta = JSON.parse(Buffer.from(record!).toString())
    const item = itemOf(edition, site, post, meta)
    const { before, after } = format.item(item)
    yield (index > 0 ? format.separator : '') + before
    const urls = new AbsoluteUrls(item.url)
    for (const part of textPartsOf(html!)) {
      yield format.escape(urls.write(part))
      const others = turn()
      if (others) await others
    }
    yield format.escape(urls.end()) + after
  }
  yield format.tail
}

export async function* inChunks(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let waiting = ''
  for await (const part of text) {
    waiting += part
    if (waiting.length < chunkLength) continue
    yield Buffer.from(waiting)
    waiting = ''
  }
  if (waiting !== '') yield Buffer.from(waiting)
}
