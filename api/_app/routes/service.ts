// The two resources that belong to no workspace: what this is, and how it is.
import type { Current } from '../../../snapshot/snapshots.ts'
import type { Limiter } from '../limit/limiter.ts'

/** `GET /` */
export function welcome() {
  return { name: 'Galley', links: { docs: '/docs', status: '/status', openapi: '/openapi.json' } }
}

/** `GET /status`, for health checks; never says a key. */
export function status(current: Current, { backend, degraded }: Limiter) {
  const { hash, builtAt, workspaces, preview } = current
  return {
    status: 'ok',
    snapshot: hash,
    builtAt,
    workspaces: workspaces.size,
    limiter: backend,
    limiterDegraded: degraded,
    preview,
  }
}
