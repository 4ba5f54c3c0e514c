// Asks the API's own routes: tools and resources answer with the replies of these.
import { normalise } from '../../../../packages/search/basics/normalise.ts'
import { maxTextBytes, textPartsOf } from '../../feeds/text-body.ts'
import { HttpError } from '../../http/error.ts'
import { byteLength, isStream } from '../../http/reply.ts'
import { withCollections } from '../../listing/collections.ts'
import type { RouteHandler, WorkspaceExchange } from '../../listing/exchange.ts'
import { metaOf } from '../../listing/metadata.ts'
import type { FurtherPost, Highlights, Pagination, Post, SearchHit, SearchNote } from '../../wire.ts'
import { entryPath, markdownPathOf } from '../markdown.ts'
import { findVisible, singlePost } from '../post.ts'
import { listPosts } from '../posts.ts'
import { searchAll } from '../search.ts'

/** The longest reply that an answer is made from, in bytes. */
const most = 4_000_000
const tooMuch = 'That is more than an agent is sent; ask for less.'

/** A post with everything that was asked for, or an entry. */
export type AskedPost = Post & FurtherPost & { highlights?: Highlights; path: string }

type AskedFor = Readonly<Record<string, unknown>>

/** @param filters parameters that may be repeated @throws {HttpError} as the route does, and 413 */
export async function askForPosts(
  exchange: WorkspaceExchange,
  query: AskedFor,
  filters: readonly [name: string, value: string][] = [],
): Promise<{ posts: AskedPost[]; pagination: Pagination; search?: SearchNote }> {
  const found = await ask(exchange, listPosts, [...Object.entries(query), ...filters])
  return { ...found, posts: found.posts ?? found.entries }
}

/** @throws {HttpError} as `askForPosts` does */
export async function askForResults(exchange: WorkspaceExchange, query: AskedFor): Promise<SearchHit[]> {
  return (await ask(exchange, searchAll, Object.entries(query))).results
}

/** @param id of a post, or of an entry: `collection/path` @param use gets an exchange about its collection, and its name there */
export function inCollectionOf<T>(
  exchange: WorkspaceExchange,
  id: string,
  use: (exchange: WorkspaceExchange, name: string) => Promise<T>,
): Promise<T> {
  const { collections = [] } = exchange.edition.workspace
  const [, name, path] = /^([^/]+)\/(.+)$/s.exec(id) ?? []
  if (!path || !collections.some((one) => one.name === name)) return use(exchange, id)
  return withCollections(exchange, [name!], ([edition], own) => use({ ...own, edition: edition! }, path))
}

/** @param name its slug, an earlier one, or its id @throws {HttpError} as `askForPosts` does */
export async function askForPost(
  exchange: WorkspaceExchange,
  name: string,
  query: AskedFor,
): Promise<AskedPost> {
  const { entry, post = entry } = await ask(exchange, singlePost, Object.entries(query), normalise(name))
  return post
}

/** Returns the fields of a visible entry as text, if it has no other; of a post there are none. */
export async function fieldsAsText(exchange: WorkspaceExchange, name: string): Promise<string | undefined> {
  const { edition } = exchange
  const { number } = findVisible(edition, normalise(name))!
  if (!edition.workspace.collection || 'content' in metaOf(edition, number)[0]!) return undefined
  const { fields } = await askForPost(exchange, name, { select: 'fields' })
  return JSON.stringify(fields, null, 2)
}

/**
 * Looks through the markdown of a visible post, or the fields of an entry without a text. A long one waits to be admitted, since all of it is in memory meanwhile.
 * @throws {HttpError} 503 `Busy`
 */
export async function inMarkdownOf<T>(
  exchange: WorkspaceExchange,
  name: string,
  look: (markdown: string) => Promise<T>,
): Promise<T> {
  const { edition, admit, turn } = exchange
  const fields = await fieldsAsText(exchange, name)
  if (fields !== undefined) return look(fields)
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

/** The address of a post or an entry on the site, else of its markdown at the API or of the entry, else `''`: none has a key that may be a secret. */
export function publicUrlOf(
  { edition, path }: WorkspaceExchange,
  post: { id: string; slug: string; url: string | null; collection?: string },
): string {
  const { site, collection, collections = [] } = edition.workspace
  if (post.url !== null || site.api === null) return post.url ?? ''
  const home = collection ?? collections.find(({ name }) => name === post.collection)
  const own = home ? entryPath(home, post.slug) : markdownPathOf(edition, post)
  return `${site.api}${path.slice(0, path.lastIndexOf('/'))}/${own}`
}
