// Packs the contents of posts in all threads, before a snapshot is written in one.
import { setImmediate as turn } from 'node:timers/promises'
import type { BuiltPost, BuiltWorkspace } from '../../snapshot/types.ts'
import { packContent } from '../../snapshot/write/content.ts'
import type { KeptValues } from '../../snapshot/write/kept.ts'
import type { Helpers } from '../compile/pool/helpers.ts'
import type { HelperThread } from '../compile/pool/thread.ts'

/** Posts that a helper gets at a time. */
const TOGETHER = 16

/** @param kept gets the contents; what is missing there is packed when it is written */
export async function packAhead(
  workspaces: readonly BuiltWorkspace[],
  kept: KeptValues,
  { started }: Helpers,
): Promise<void> {
  if (started.length === 0) return
  const posts = workspaces.flatMap(({ posts }) => posts.filter((post) => isUnknown(post, kept)))
  let next = 0
  const some = (count: number) => {
    const from = next
    next += count
    return posts.slice(from, next)
  }
  const helped = started.flatMap((helper) => [helping(helper), helping(helper)])
  while (next < posts.length) {
    for (const post of some(1)) {
      packContent('html', post, kept)
      packContent('markdown', post, kept)
    }
    await turn()
  }
  await Promise.all(helped)

  async function helping(helper: HelperThread): Promise<void> {
    while (next < posts.length) {
      const own = some(TOGETHER)
      const packed = await helper.pack(own.map(({ html, markdown }) => [html, markdown]))
      for (const [index, [html, markdown]] of packed?.entries() ?? []) {
        kept.set('html', own[index]!.contentKey!, html)
        kept.set('markdown', own[index]!.contentKey!, markdown)
      }
    }
  }
}

function isUnknown({ contentKey }: BuiltPost, kept: KeptValues): boolean {
  return contentKey !== undefined && !(kept.has('html', contentKey) && kept.has('markdown', contentKey))
}
