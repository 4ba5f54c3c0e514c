// The app on a Node socket: what `galley serve` and `galley dev` start.

import type { Backend } from '../api/_app/limit/backend.ts'
import type { Limiter } from '../api/_app/limit/decision.ts'
import { createLimiter, defaultDeadline } from '../api/_app/limit/limiter.ts'
import { limitsFromEnvironment } from '../api/_app/limit/limits.ts'
import { warmUp } from '../packages/search/index.ts'
import type { Snapshots } from '../snapshot/read/snapshots.ts'
import { appBehindFiles } from './app.ts'
import { type Basis, basisOf, type ServeOptions } from './basis.ts'
import { allowedConnections, limitConnections } from './connections.ts'
import { createHandler } from './handler.ts'
import type { CountMessage } from './hooks/deliveries.ts'
import { createHttpServer, createShutdown } from './http-server.ts'
import { listen } from './listen.ts'
import { startReload } from './reload.ts'
import { Unread } from './send.ts'

export type { ServeOptions } from './basis.ts'

export interface Running {
  url: string
  limiter: Backend
  /** The address of the metrics, if they were asked for. */
  metrics: string | undefined
  /** The number of replies so far, by the first digit of their status. */
  served: readonly number[]
  snapshots: Snapshots
  /** Looks for a new snapshot now; resolves when it is being served or has been refused, and hooks and IndexNow have noticed. */
  look(): Promise<void>
  /** Resolves when the last connection is closed; replies in progress get a moment to finish. */
  close(): Promise<void>
}

/** Bytes of all replies waiting for their readers; cached ones are counted once. */
const unreadBytes = 16 * 2 ** 20
/** A client that reads nothing of its reply for this long, in ms, is considered gone. */
const defaultStallTimeout = 120_000
/** The time that replies in progress may take once the server is asked to stop, in ms. */
const closingTime = 5_000

/**
 * Starts answering.
 * @throws {Error} if a variable is invalid or half a rate-limit store is named, or the port is not available
 */
export async function serve(options: ServeOptions): Promise<Running> {
  const basis = basisOf(options)
  const { env, snapshots, log } = basis
  const ownLimiter = limiterOf(options, basis)
  const allowed = allowedConnections(env)
  const monitoring = await monitoringOf(options, basis, ownLimiter)
  const { limiter = ownLimiter, observe } = monitoring ?? {}
  const app = appBehindFiles(options, basis, limiter)
  const served = [0, 0, 0, 0, 0, 0]
  const { local, stallTimeout = defaultStallTimeout } = options
  const sending = { unread: new Unread(unreadBytes), stallTimeout }
  const server = createHttpServer(createHandler(app, { local, sending, served, observe, env, log }))
  limitConnections(server, allowed, log)
  const shutDown = createShutdown(server, closingTime)
  const url = await listen(server, options.port, options.host)
  const metrics = await monitoring?.listen().catch((error) => {
    server.close()
    throw error
  })
  // If something is wrong, the first search will report it.
  warmUp().catch(() => {})
  const reload = reloadOf(options, basis)
  const following = await followingOf(options, basis, () => reload.look())
  const notifiers = await notifiersOf(options, basis, monitoring?.messaged)
  return {
    url,
    limiter: limiter.backend,
    metrics,
    served,
    snapshots,
    async look() {
      await following?.look()
      await reload.look()
      for (const notifier of notifiers) await notifier.look()
    },
    async close() {
      reload.stop()
      await Promise.all([shutDown(), following?.close(), ...notifiers.map((notifier) => notifier.close())])
      await limiter.close()
      await monitoring?.close()
      snapshots.close()
    },
  }
}

function limiterOf({ deadline = defaultDeadline }: ServeOptions, { env, backing, now, say }: Basis): Limiter {
  return createLimiter({ limits: limitsFromEnvironment(env), backing, now, log: say, deadline })
}

function reloadOf(options: ServeOptions, { snapshots, now, say, info }: Basis) {
  const { data, watchInterval: interval = 250, isOwn = false, follow } = options
  const remedy = follow && 'it comes from the bucket'
  const isFollowing = follow !== undefined
  return startReload({ data, snapshots, interval, isOwn, isFollowing, remedy, now, log: say, info })
}

/** Starts monitoring, imported only if it is asked for: a start should not pay for it otherwise. */
async function monitoringOf({ monitoring, follow }: ServeOptions, basis: Basis, limiter: Limiter) {
  if (!monitoring?.metrics && !monitoring?.accessLog) return undefined
  const { createMonitoring } = await import('./monitoring/monitoring.ts')
  const { snapshots, admission, now } = basis
  return createMonitoring(monitoring, { snapshots, limiter, admission, now, looked: follow?.looked })
}

/** Starts to follow a bucket, imported only if it is asked for. @param take serves what has been copied */
async function followingOf(options: ServeOptions, { snapshots, now, say }: Basis, take: () => Promise<void>) {
  const { follow, drafts = false } = options
  if (follow === undefined) return undefined
  const { startFollowing } = await import('./bucket/follow.ts')
  return startFollowing(follow, { snapshots, drafts, now, log: say, take })
}

/** Returns those who notify others of changes, imported only if they are asked for. */
async function notifiersOf({ hooks, indexNow }: ServeOptions, basis: Basis, count?: CountMessage) {
  const { say: log, ...rest } = basis
  const context = { ...rest, log, count }
  return [
    ...(hooks ? [(await import('./hooks/hooks.ts')).startHooks(hooks, context)] : []),
    ...(indexNow ? [(await import('./indexnow/indexnow.ts')).startIndexNow(indexNow, context)] : []),
  ]
}
