// The site that shows the posts, and where on it they are.
import { withSlug } from '../../../snapshot/format/address.ts'
import type { PostMeta, PostNumber, Site } from '../../../snapshot/types.ts'
import { HttpError } from '../http/error.ts'
import { runsOf } from '../listing/assemble.ts'
import type { Edition } from '../listing/edition.ts'
import { metaOf } from '../listing/metadata.ts'
import type { Turn } from '../turns/turn.ts'

/** A site whose posts have addresses. */
export interface SiteWithAddresses extends Site {
  url: string
}

/**
 * @param what cannot be made without the addresses of posts
 * @throws {HttpError} 404
 */
export function requireAddresses({ workspace }: Edition, what: string): SiteWithAddresses {
  const { url, ...site } = workspace.site
  if (url !== null) return { ...site, url }
  const { collection } = workspace
  const [owner, items] = collection
    ? [`The collection ${collection.name}`, 'entries']
    : ['The workspace', 'posts']
  const example = `https://example.org/${collection ? '{path}' : '{slug}'}`
  throw new HttpError(
    404,
    'Addresses unknown',
    `${owner} has no url in workspace.yml, so the addresses of its ${items} are not known, which ${what} needs; write url: ${example} there, and build again.`,
  )
}

/** The name of the workspace, or of the host of the site. */
export function titleOf({ name, url }: Site): string {
  return name || (url === null ? '' : new URL(homeOf(url)).host)
}

/** Cuts a URL after the last slash before its first placeholder, query or fragment. */
export function homeOf(url: string): string {
  const [path = ''] = withSlug(url).split(/[{?#]/)
  return new URL(path.slice(0, path.lastIndexOf('/') + 1)).href
}

/** Returns the number of bytes that `linesOf` reads; above a megabyte, some number above that. */
export function metaBytes({ workspace }: Edition, from: PostNumber, to: PostNumber): number {
  let bytes = 0
  for (let post = from; post < to && bytes <= 2 ** 20; post++) bytes += workspace.meta.length(post)
  return bytes
}

/** The number of posts that are read at once, and of their bytes, unless one has more. */
const batch = { posts: 500, bytes: 65_536 }

/** A line for each of the posts, whose numbers ascend. Takes turns. */
export async function* linesOf(
  edition: Edition,
  posts: Iterable<PostNumber>,
  lineOf: (meta: PostMeta, post: PostNumber) => string,
  turn: Turn,
): AsyncGenerator<string> {
  let [waiting, bytes]: [PostNumber[], number] = [[], 0]
  const lines = () =>
    runsOf(waiting)
      .flatMap(({ from, to }) => metaOf(edition, from, to).map((one, i) => lineOf(one, from + i)))
      .join('')
  for (const post of posts) {
    const own = edition.workspace.meta.length(post)
    if (waiting.length === batch.posts || (waiting.length > 0 && bytes + own > batch.bytes)) {
      yield lines()
      ;[waiting, bytes] = [[], 0]
      await turn()
    }
    waiting.push(post)
    bytes += own
  }
  yield lines()
  await turn()
}
