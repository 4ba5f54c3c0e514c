// Asks the API's own routes: tools and resources answer with the replies of these.
import { normalise } from '../../../../packages/search/basics/normalise.ts'
import { maxTextBytes, textPartsOf } from '../../feeds/text-body.ts'
import { HttpError } from '../../http/error.ts'
import { byteLength, isStream } from '../../http/reply.ts'
import type { RouteHandler, WorkspaceExchange } from '../../listing/exchange.ts'
import type { FurtherPost, Highlights, Pagination, Post, SearchNote } from '../../wire.ts'
import { markdownPathOf } from '../markdown.ts'
import { findVisible, singlePost } from '../post.ts'
import { listPosts } from '../posts.ts'

/** The longest reply that an answer is made from, in bytes. */
const most = 4_000_000
const tooMuch = 'That is more than an agent is sent; ask for less.'

/** A post with everything that was asked for. */
export type AskedPost = Post & FurtherPost & { highlights?: Highlights }

type AskedFor = Readonly<Record<string, unknown>>

/** @param filters parameters that may be repeated @throws {HttpError} as the route does, and 413 */
export async function askForPosts(
  exchange: WorkspaceExchange,
  query: AskedFor,
  filters: readonly [name: string, value: string][] = [],
): Promise<{ posts: AskedPost[]; pagination: Pagination; search?: SearchNote }> {
  return ask(exchange, listPosts, [...Object.entries(query), ...filters])
}

/** @param name its slug, an earlier one, or its id @throws {HttpError} as `askForPosts` does */
export async function askForPost(
  exchange: WorkspaceExchange,
  name: string,
  query: AskedFor,
): Promise<AskedPost> {
  return (await ask(exchange, singlePost, Object.entries(query), normalise(name))).post
}

/**
 * Looks through the markdown of a visible post. A long one waits to be admitted, since all of it is in memory meanwhile.
 * @throws {HttpError} 503 `Busy`
 */
export async function inMarkdownOf<T>(
  { edition, admit, turn }: WorkspaceExchange,
  name: string,
  look: (markdown: string) => Promise<T>,
): Promise<T> {
  const post = findVisible(edition, normalise(name))!.number
  const bytes = edition.markdown.length(post)
  await turn.expect(bytes)
  const work = async () => {
    const [json] = await edition.markdown.read([post])
    let markdown = ''
    for await (const part of textPartsOf(json!, turn)) markdown += part
    return look(markdown)
  }
  return bytes > maxTextBytes ? admit(work) : work()
}

/** @param query parameters by name; undefined ones are left out */
async function ask(
  exchange: WorkspaceExchange,
  route: RouteHandler,
  query: readonly [string, unknown][],
  name = '',
) {
  const given = query.filter(([, value]) => value !== undefined)
  const parameters = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]))
  // Nobody has its reply already, and it is compressed for nobody.
  const request = { ...exchange.request, header: () => undefined }
  const own = { name, query: String(parameters), request, headers: {}, acceptsGzip: false }
  const { body } = await route(Object.assign({}, exchange, own))
  if (!isStream(body)) return JSON.parse(Buffer.concat(body).toString())
  const chunks: Uint8Array[] = []
  const read = async () => {
    for await (const chunk of body.chunks()) {
      chunks.push(chunk)
      if (byteLength(chunks) > most) throw new HttpError(413, 'Content too large', tooMuch)
      await exchange.turn()
    }
  }
  await exchange.admit(read).finally(() => body.close())
  return JSON.parse(Buffer.concat(chunks).toString())
}

/** The address of a post on the site, else of its markdown at the API, else `''`: none has a key that may be a secret. */
export function publicUrlOf(
  { edition, path }: WorkspaceExchange,
  post: { id: string; slug: string; url: string | null },
): string {
  const { api } = edition.workspace.site
  if (post.url !== null || api === null) return post.url ?? ''
  return `${api}${path.slice(0, path.lastIndexOf('/'))}/${markdownPathOf(edition, post)}`
}
