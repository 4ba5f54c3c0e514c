// The two resources outside any workspace: what this service is, for programs and for people, and its status.
import type { Current, Health } from '../../../snapshot/read/snapshots.ts'
import type { Limiter } from '../limit/decision.ts'

/** Where `GET /` sends a browser. */
export const pageForPeople = '/docs/'

/** `GET /` */
export function welcome() {
  return { name: 'Galley', links: { docs: '/docs', status: '/status', openapi: '/openapi.json' } }
}

/**
 * `GET /status`, for health checks; never reveals a key.
 * @throws {SnapshotError} if no request can be answered; partial damage does not count
 */
export function status(current: Current, health: Health, { backend, degraded }: Limiter) {
  const unreadable = health.current ?? health.workspace
  if (unreadable) throw unreadable
  const { hash, builtAt, workspaces, preview } = current
  return {
    status: 'ok',
    snapshot: hash,
    builtAt,
    workspaces: workspaces.size,
    limiter: backend,
    limiterDegraded: degraded,
    preview,
    ...(health.damaged && { damaged: true }),
  }
}
