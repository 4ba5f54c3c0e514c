// The two resources outside any workspace: what this service is, for programs and for people, and its status.
import type { Current, Health, Snapshots } from '../../../snapshot/read/snapshots.ts'
import { tried } from '../../../snapshot/tried.ts'
import type { Admission } from '../admission/admission.ts'
import type { Limiter } from '../limit/decision.ts'

/** The snapshot being served, if there is one. */
export function servedSnapshot(snapshots: Snapshots): Current | undefined {
  return tried(() => snapshots.current())
}

/** Tells whether all of the current snapshot can be read, as far as is known. */
export function isWhole(snapshots: Snapshots): boolean {
  const { current, workspace, damaged } = tried(() => snapshots.health()) ?? { damaged: true }
  return !(current ?? workspace ?? damaged)
}

/** Tells whether the current snapshot has drafts; without one, there is nothing to preview. */
export function isPreview(snapshots: Snapshots): boolean {
  return (servedSnapshot(snapshots)?.preview ?? null) !== null
}

/** The answer to a request for a draft where there are none. */
export const noDrafts = 'There are no drafts here; open the link to one at the address of a preview.'

/** `GET /` for programs; browsers are sent to a page. */
export const welcome = {
  name: 'Galley',
  links: { docs: '/docs', status: '/status', openapi: '/openapi.json' },
}

interface StatusContext {
  limiter: Limiter
  admission: Pick<Admission, 'isStuck'>
  bucket?: (() => string | undefined) | undefined
}

/**
 * `GET /status`, for health checks; never reveals a key.
 * @throws {SnapshotError} if no request can be answered; partial damage does not count
 */
export function status(current: Current, health: Health, { limiter, admission, bucket }: StatusContext) {
  const unreadable = health.current ?? health.workspace
  if (unreadable) throw unreadable
  const { hash, builtAt, count, preview } = current
  const failing = bucket?.()
  return {
    status: 'ok',
    snapshot: hash,
    builtAt,
    workspaces: count,
    limiter: limiter.backend,
    limiterDegraded: limiter.degraded,
    preview,
    ...(health.damaged && { damaged: true }),
    ...(admission.isStuck && { stuck: true }),
    ...(failing !== undefined && { bucket: failing }),
  }
}
