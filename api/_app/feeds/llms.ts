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
export type LinkTo = (post: PostMeta, number: PostNumber) => string

/** Yields llms.txt in parts. Takes turns. */
export async function* llmsText(edition: Edition, link: LinkTo, turn: Turn): AsyncGenerator<string> {
  yield introduction(edition)
  const lineOf = (post: PostMeta, number: PostNumber) => {
    const description = inline(post.description)
    const title = inline(post.title).replace(/[\\[\]]/g, '\\$&')
    const line = `- [${title}](${link(post, number).replaceAll('(', '%28').replaceAll(')', '%29')})`
    return description === '' ? `${line}\n` : `${line}: ${description}\n`
  }
  for (const { name, posts } of await byCategory(edition, turn)) {
    yield `\n## ${inline(name)}\n\n`
    yield* linesOf(edition, posts, lineOf, turn)
  }
}

/** The visible posts of each category that has any, in the order of the list; newest first. Takes turns. */
async function byCategory({ workspace, first }: Edition, turn: Turn) {
  const { categories, list, posts } = workspace
  const groups = categories.map(({ name }) => ({ name, posts: [] as PostNumber[] }))
  await inTurns(turn, posts - first, postsAtOnce, (from, to) => {
    for (let post = first + from; post < first + to; post++) groups[list.category[post]!]!.posts.push(post)
  })
  return groups.filter(({ posts }) => posts.length > 0)
}

/** The bound on the bytes of a page, unless one post has more. */
const mostBytes = 5_000_000

/** The posts of a page, from `from` up to, not including, `to`, and how many pages there are. Takes turns. */
export async function fullPage(edition: Edition, limit: PageLimit, page: number, turn: Turn) {
  const { workspace, first, markdown } = edition
  const found = { from: first, to: first, bytes: 0, pages: 0 }
  let [posts, bytes] = [0, 0]
  await inTurns(turn, workspace.posts - first, postsAtOnce, (from, to) => {
    for (let post = first + from; post < first + to; post++) {
      // The text before it is shorter than twice its metadata: most of that is a title, and an address made of a slug.
      const own = markdown.length(post) + 2 * workspace.meta.length(post)
      if (found.pages === 0 || posts === limit || bytes + own > mostBytes) {
        ;[posts, bytes] = [0, 0]
        if (++found.pages === page) found.from = post
      }
      posts++
      bytes += own
      if (found.pages === page) Object.assign(found, { to: post + 1, bytes })
    }
  })
  return found
}

/** Yields llms-full.txt in parts. Takes turns. */
export async function* llmsFullText(
  edition: Edition,
  { from, to }: { from: PostNumber; to: PostNumber },
  link: LinkTo,
  turn: Turn,
): AsyncGenerator<string> {
  yield introduction(edition)
  for (let post = from; post < to; post++) {
    const [meta] = metaOf(edition, post)
    const [source] = await edition.markdown.read([post])
    yield `\n# ${inline(meta!.title)}\n\nSource: ${link(meta!, post)}\nPublished: ${meta!.publishedAt}\n\n`
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
