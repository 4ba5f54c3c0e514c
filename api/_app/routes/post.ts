// GET …/posts/{name} and …/post/{name}: one post by slug or id; an alias redirects.
import type { PostNumber } from '../../../snapshot/types.ts'
import type { Content } from '../http/content.ts'
import { HttpError } from '../http/error.ts'
import { postFields } from '../listing/assemble.ts'
import { postsBody } from '../listing/body.ts'
import type { Edition } from '../listing/edition.ts'
import { listOf } from '../listing/filter.ts'
import * as parameter from '../listing/parameters.ts'
import { readQuery } from '../listing/query.ts'
import { type RouteRequest, requireSnapshot } from './route.ts'

const parameters = {
  format: parameter.format,
  select: parameter.select(postFields),
  snapshot: parameter.snapshot,
}
const frame = { head: '{"post":', tail: '}' }

export function singlePost({ edition, name, query }: RouteRequest): Content {
  const { format = 'html', select, snapshot } = readQuery(query, parameters)
  requireSnapshot(edition, snapshot)
  const post = findVisible(edition, name)?.number
  if (post === undefined) throw postNotFound()
  // Counted from the oldest: from the newest, posts that are not visible would have a part in it.
  const place = edition.workspace.posts - post
  return {
    identity: JSON.stringify(['post', place, format, select]),
    headers: {},
    body: (means) =>
      postsBody(edition, listOf(Uint32Array.of(post)), () => ({ format, select }), frame, means),
  }
}

/** The present slug of a visible post, where `name` is an earlier one. */
export function presentSlug(edition: Edition, name: string): string | undefined {
  const found = findVisible(edition, name)
  return found?.kind === 'alias' ? slugOf(edition, found.number) : undefined
}

function findVisible({ workspace, first }: Edition, name: string) {
  const found = workspace.find(name)
  return found && found.number >= first ? found : undefined
}

function slugOf({ workspace }: Edition, post: PostNumber): string {
  const [meta] = workspace.meta.read(post, post + 1)
  return JSON.parse(Buffer.from(meta!).toString()).slug
}

function postNotFound(): HttpError {
  return new HttpError(
    404,
    'Post not found',
    'No published post has this slug or id; ask for one that posts lists.',
  )
}
