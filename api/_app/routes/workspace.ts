// A counted request below a known key: which route, which edition, which of its answers.
import type { Snapshots } from '../../../snapshot/snapshots.ts'
import type { Admission } from '../admission/admission.ts'
import { type BodyCache, contentReply, fixedOf, repeatedReply } from '../http/content.ts'
import * as errors from '../http/error.ts'
import { permanentRedirect } from '../http/headers.ts'
import type { Reply } from '../http/reply.ts'
import { type AppRequest, queryOf } from '../http/request.ts'
import { type Edition, editionAt } from '../listing/edition.ts'
import type { MatchCache } from '../listing/matches.ts'
import { type Place, pathTo, type Route } from './locate.ts'
import type { Recall } from './recall.ts'
import { routes } from './table.ts'

export type WorkspacePlace = Extract<Place, { kind: 'workspace' }>

export interface WorkspaceContext {
  snapshots: Snapshots
  matches: MatchCache
  recall: Recall
  cache?: BodyCache | undefined
  admission: Admission
  now: () => number
}

/** @param headers those the reply has collected so far; gains the snapshot's id, for errors too */
export async function answerWorkspace(
  context: WorkspaceContext,
  place: WorkspacePlace,
  request: AppRequest,
  headers: Record<string, string>,
): Promise<Reply> {
  const { route } = place
  if (route === undefined) throw errors.notFound()
  errors.requireRead(request.method)
  const lease = context.snapshots.lease(place.folder)
  let held = false
  const hold = () => {
    held = true
    return lease.release
  }
  try {
    const edition = editionAt(lease.workspace, context.now())
    headers['X-Snapshot-Id'] = edition.id
    return await answerRoute(context, { ...place, route }, edition, request, headers, hold)
  } finally {
    if (!held) lease.release()
  }
}

async function answerRoute(
  { matches, recall, cache, admission }: WorkspaceContext,
  { key, route, canonical }: WorkspacePlace & { route: Route },
  edition: Edition,
  request: AppRequest,
  headers: Record<string, string>,
  hold: () => () => void,
): Promise<Reply> {
  const known = recall.get(request.target, edition.key)
  const repeated = known && repeatedReply(known, request, headers, cache)
  if (repeated) return repeated
  const { list, single, moved } = routes[route.resource]
  const query = queryOf(request.target)
  const name = route.name ?? ''
  const present = route.name === undefined ? undefined : moved?.(edition, name)
  const path = pathTo(key, present === undefined ? route : { ...route, name: present })
  if (!canonical || present !== undefined) {
    return permanentRedirect(query === '' ? path : `${path}?${query}`, headers)
  }
  const admit = <T>(work: () => Promise<T>) => admission.run(request, work)
  const handler = route.name === undefined ? list : single
  const content = await handler({ edition, matches, admit, path, query, name })
  const fixed = fixedOf(content, edition)
  recall.set(request.target, edition.key, fixed)
  return contentReply(content, fixed, request, headers, { cache, hold, admit })
}
