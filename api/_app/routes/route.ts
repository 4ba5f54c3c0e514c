// What a route below a workspace is: a function of the request and the edition it is answered from.

import type { Content } from '../http/content.ts'
import { HttpError } from '../http/error.ts'
import type { Edition } from '../listing/edition.ts'
import type { MatchCache } from '../listing/matches.ts'

export interface RouteRequest {
  edition: Edition
  matches: MatchCache
  /** The canonical path, beginning with `/v1/`. */
  path: string
  /** The query string, undecoded, without its `?`. */
  query: string
  /** Does dear work, when it is admitted, before there is a body. */
  admit<T>(work: () => Promise<T>): Promise<T>
  /** The slug, id or alias of a single one; `''` on a list. */
  name: string
}

export type RouteHandler = (request: RouteRequest) => Content | Promise<Content>

/**
 * `snapshot=` asks for exactly one edition.
 * @throws {HttpError} 409 when it is not the present one
 */
export function requireSnapshot(edition: Edition, wanted: string | undefined): void {
  if (wanted === undefined || wanted === edition.id) return
  const message = `The content has changed; start again with snapshot=${edition.id}.`
  throw new HttpError(409, 'Snapshot changed', message, { snapshot: edition.id })
}
