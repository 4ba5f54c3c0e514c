// llms.txt: what there is to read, as markdown. See https://llmstxt.org
import type { PostMeta, PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from '../listing/edition.ts'
import { addressOf } from '../listing/metadata.ts'
import type { Turn } from '../turns/turn.ts'
import { allowedText } from './characters.ts'
import { linesOf, titleOf } from './site.ts'

/**
 * In parts. Takes turns.
 * @param folder the path that those of markdown are below
 * @param pathOf the path of a post's markdown, relative to that
 */
export async function* llmsText(
  edition: Edition,
  folder: string,
  pathOf: (post: PostMeta) => string,
  turn: Turn,
): AsyncGenerator<string> {
  const { workspace, first } = edition
  const { site, posts } = workspace
  const urlOf = (post: PostMeta, number: PostNumber) => {
    if (site.api !== null) return `${site.api}${folder}/${pathOf(post)}`
    // Without the workspace's key, which may be a secret.
    return site.url === null ? pathOf(post) : addressOf(edition, site.url, number, post.slug)
  }
  yield `# ${inline(titleOf(site)) || 'Posts'}\n\n`
  if (site.description !== '') yield `> ${inline(site.description)}\n\n`
  yield '## Posts\n\n'
  const lineOf = (post: PostMeta, number: PostNumber) => {
    const description = inline(post.description)
    const title = inline(post.title).replace(/[\\[\]]/g, '\\$&')
    const link = `- [${title}](${urlOf(post, number).replaceAll('(', '%28').replaceAll(')', '%29')})`
    return description === '' ? `${link}\n` : `${link}: ${description}\n`
  }
  yield* linesOf(edition, first, posts, lineOf, turn)
}

/** On one line. */
function inline(text: string): string {
  return allowedText(text).replace(/\s+/g, ' ').trim()
}
