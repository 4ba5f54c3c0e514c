// llms.txt and llms-full.txt: what there is to read, as markdown. See https://llmstxt.org

import { inTurns } from '../../../packages/search/basics/pause.ts'
import type { PostMeta, PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from '../listing/edition.ts'
import { postsAtOnce } from '../listing/matches.ts'
import { metaOf } from '../listing/metadata.ts'
import type { PageLimit } from '../listing/query.ts'
import type { Turn } from '../turns/turn.ts'
import { allowedText } from './characters.ts'
import { linesOf, titleOf } from './site.ts'
import { textPartsOf } from './text-body.ts'

/** Returns the address of a post's text. */
export type LinkTo = (edition: Edition, post: PostMeta, number: PostNumber) => string

/** Yields llms.txt in parts. Takes turns. @param editions of posts, and of collections */
export async function* llmsText(
  editions: readonly Edition[],
  link: LinkTo,
  turn: Turn,
): AsyncGenerator<string> {
  yield introduction(editions[0]!)
  const lineOf = (edition: Edition) => (post: PostMeta, number: PostNumber) => {
    const description = inline(post.description)
    const title = inline(post.title).replace(/[\\[\]]/g, '\\$&')
    const line = `- [${title}](${link(edition, post, number).replaceAll('(', '%28').replaceAll(')', '%29')})`
    return description === '' ? `${line}\n` : `${line}: ${description}\n`
  }
  for (const edition of editions)
    for (const { name, posts } of await byCategory(edition, turn)) {
      yield `\n## ${inline(name)}\n\n`
      yield* linesOf(edition, posts, lineOf(edition), turn)
    }
}

/** The visible posts of each category that has any, in the order of the list; newest first. Entries are in one group. Takes turns. */
async function byCategory({ workspace, first }: Edition, turn: Turn) {
  const { categories, collection, list, posts } = workspace
  const groups = (collection ? [collection] : categories).map(({ name }) => ({
    name,
    posts: [] as PostNumber[],
  }))
  await inTurns(turn, posts - first, postsAtOnce, (from, to) => {
    for (let post = first + from; post < first + to; post++)
      groups[list.category[post] ?? 0]!.posts.push(post)
  })
  return groups.filter(({ posts }) => posts.length > 0)
}

/** The bound on the bytes of a page, unless one post has more. */
const mostBytes = 5_000_000

/** The texts of a page, and how many pages there are. Takes turns. */
export async function fullPage(editions: readonly Edition[], limit: PageLimit, page: number, turn: Turn) {
  const found = { texts: new Map<Edition, PostNumber[]>(), bytes: 0, pages: 0 }
  let [posts, bytes] = [0, 0]
  for (const edition of editions) {
    const { workspace, first, markdown } = edition
    const own: PostNumber[] = []
    found.texts.set(edition, own)
    await inTurns(turn, workspace.posts - first, postsAtOnce, (from, to) => {
      for (let post = first + from; post < first + to; post++) {
        // The text before it is shorter than twice its metadata: most of that is a title, and an address made of a slug.
        const length = markdown.length(post) + 2 * workspace.meta.length(post)
        if (found.pages === 0 || posts === limit || bytes + length > mostBytes) {
          ;[posts, bytes] = [0, 0]
          found.pages++
        }
        posts++
        bytes += length
        if (found.pages === page) found.bytes = bytes
        if (found.pages === page) own.push(post)
      }
    })
  }
  return found
}

/** Yields llms-full.txt in parts. Takes turns. */
export async function* llmsFullText(
  texts: ReadonlyMap<Edition, readonly PostNumber[]>,
  link: LinkTo,
  turn: Turn,
): AsyncGenerator<string> {
  const [own] = texts.keys()
  yield introduction(own!)
  for (const [edition, posts] of texts)
    for (const post of posts) {
      const [meta] = metaOf(edition, post)
      const [source] = await edition.markdown.read([post])
      const date = meta!.publishedAt ? `Published: ${meta!.publishedAt}\n` : ''
      yield `\n# ${inline(meta!.title)}\n\nSource: ${link(edition, meta!, post)}\n${date}\n`
      yield* textPartsOf(source!, turn)
      yield '\n'
    }
}

function introduction({ workspace: { site } }: Edition): string {
  const title = `# ${inline(titleOf(site)) || 'Posts'}\n`
  return site.description === '' ? title : `${title}\n> ${inline(site.description)}\n`
}

/** Returns the text on one line. */
function inline(text: string): string {
  return allowedText(text).replace(/\s+/g, ' ').trim()
}
