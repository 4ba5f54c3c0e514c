// The two resources that belong to no workspace: what this is, and how it is.
import type { Current, Health } from '../../../snapshot/read/snapshots.ts'
import type { Limiter } from '../limit/decision.ts'

/** `GET /` */
export function welcome() {
  return { name: 'Galley', links: { docs: '/docs', status: '/status', openapi: '/openapi.json' } }
}

/**
 * `GET /status`, for health checks; never says a key.
 * @throws {SnapshotError} when requests cannot be answered; damage in some of what there is keeps the rest from nobody
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
