// Contents of posts as a workspace has them on disk.
import type { Contents } from '../../snapshot/read/snapshots.ts'
import type { PostNumber } from '../../snapshot/types.ts'

/** Those from `from` up to, not including, `to`, as text. */
export function contentsIn(contents: Contents, from: PostNumber, to: PostNumber): string[] {
  return Array.from({ length: to - from }, (_, i) =>
    JSON.parse(contents.beginning(from + i, contents.length(from + i)).toString()),
  )
}
