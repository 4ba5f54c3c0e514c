// The series of a post, with all that is visible of it.
import type { PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from '../listing/edition.ts'
import { metaOf, urlOf } from '../listing/metadata.ts'
import { seriesIndex } from '../listing/series.ts'
import type { Turn } from '../turns/turn.ts'
import type { SeriesOfPost } from '../wire.ts'

/** Returns what a reply says of the series of each post from `from` up to, not including, `to`, or `null`. Takes turns. */
export async function seriesOfPosts(
  edition: Edition,
  from: PostNumber,
  to: PostNumber,
  turn: Turn,
): Promise<(SeriesOfPost | null)[]> {
  const known = new Map<number, SeriesOfPost['parts']>()
  const all: (SeriesOfPost | null)[] = []
  for (let post = from; post < to; post++) {
    const index = seriesIndex(edition.workspace, post)
    if (index === undefined) {
      all.push(null)
      continue
    }
    const parts = known.get(index) ?? (await summariesOf(edition, edition.parts.posts[index]!, turn))
    known.set(index, parts)
    const { slug, name } = edition.workspace.series![index]!
    all.push({ slug, name, part: edition.parts.numbers[post]!, total: parts.length, parts })
  }
  return all
}

async function summariesOf(
  edition: Edition,
  posts: readonly PostNumber[],
  turn: Turn,
): Promise<SeriesOfPost['parts']> {
  const parts: SeriesOfPost['parts'] = []
  for (const post of posts) {
    const { slug, title } = metaOf(edition, post)[0]!
    parts.push({ slug, title, part: edition.parts.numbers[post]!, url: urlOf(edition, post, slug) })
    await turn()
  }
  return parts
}
