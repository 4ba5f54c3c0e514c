// Revisions tell whether a post has changed: hashes that the snapshot has, unless something of the contents is not visible yet.

import { hashOf } from '../../../snapshot/format/format.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import { type PostDigests, revisionOf } from '../../../snapshot/visibility/revisions.ts'
import type { Edition } from '../listing/edition.ts'
import { shownBy } from '../listing/fields.ts'
import type { Turn } from '../turns/turn.ts'

/** Returns the hexadecimal revisions of the posts from `from` up to, not including, `to`. Takes turns. */
export async function revisionsOf(
  edition: Edition,
  from: PostNumber,
  to: PostNumber,
  turn: Turn,
): Promise<string[]> {
  const revisions = (await digestsOf(edition, from, to, turn)).map(revisionOf)
  const shown = shownBy(edition, turn)
  if (!shown) return revisions
  const own: string[] = []
  for (const [i, record] of edition.workspace.meta.read(from, to).entries())
    own.push(hashOf(`${revisions[i]} ${await shown(record)}`))
  return own
}

/** Hashes of what is visible of the same posts. Takes turns. */
export async function digestsOf(
  edition: Edition,
  from: PostNumber,
  to: PostNumber,
  turn: Turn,
): Promise<PostDigests[]> {
  const { workspace, html, markdown } = edition
  const digests: PostDigests[] = []
  for (const [i, known] of workspace.digests(from, to).entries()) {
    const post = from + i
    const isWhole = html.isWhole(post) && markdown.isWhole(post)
    digests.push(isWhole ? known : await visibleDigests(edition, post, known, turn))
  }
  return digests
}

async function visibleDigests(
  edition: Edition,
  post: PostNumber,
  { rest }: PostDigests,
  turn: Turn,
): Promise<PostDigests> {
  const [html] = await edition.html.read([post])
  const [markdown] = await edition.markdown.read([post])
  await turn()
  return { html: hashOf(html!), markdown: hashOf(markdown!), rest }
}
