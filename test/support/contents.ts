// Contents of posts as a workspace has them on disk.
import { inflatePiecesSync } from '../../snapshot/folder/pieces.ts'
import type { Contents } from '../../snapshot/read/snapshots.ts'
import type { PostNumber } from '../../snapshot/types.ts'

/** Those from `from` up to, not including, `to`, as text. */
export function contentsIn(contents: Contents, from: PostNumber, to: PostNumber): string[] {
  return contents
    .pieces(from, to)
    .map(({ deflated, length }) => JSON.parse(inflatePiecesSync(deflated, length).toString()))
}
