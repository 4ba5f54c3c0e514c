// The app on a Node socket: what `galley serve` and `galley dev` start.

import { Admission } from '../api/_app/admission/admission.ts'
import { createApp } from '../api/_app/app.ts'
import { cacheBytes, createEncode, ReplyCache } from '../api/_app/gzip/bodies.ts'
import { withoutRepeats } from '../api/_app/http/log.ts'
import { shareSecretsFromEnvironment } from '../api/_app/http/share.ts'
import { cdnMaxAgeFromEnvironment } from '../api/_app/http/shared-cache.ts'
import { type Backend, backingFromEnvironment } from '../api/_app/limit/backend.ts'
import { createLimiter, defaultDeadline } from '../api/_app/limit/limiter.ts'
import { limitsFromEnvironment } from '../api/_app/limit/limits.ts'
import { TurnScheduler } from '../api/_app/turns/scheduler.ts'
import { warmUp } from '../packages/search/index.ts'
import { printableTrace } from '../snapshot/printable.ts'
import { openSnapshots, type Snapshots } from '../snapshot/read/snapshots.ts'
import type { FollowContext, FollowOptions } from './bucket/follow.ts'
import * as connections from './connections.ts'
import { createHandler, type LocalRoutes } from './handler.ts'
import { fileHeaders } from './headers.ts'
import type { HookOptions } from './hooks/hooks.ts'
import type { TellerContext } from './hooks/watch.ts'
import { createHttpServer, createShutdown } from './http-server.ts'
import type { IndexNowOptions } from './indexnow/announcer.ts'
import { listen } from './listen.ts'
import { listedMedia } from './media.ts'
import type { MetricSources } from './monitoring/metrics.ts'
import type { MonitoringOptions } from './monitoring/monitoring.ts'
import { startReload } from './reload.ts'
import { Unread } from './send.ts'
import { staticFiles } from './static.ts'

export interface ServeOptions {
  /** The folder of snapshots, `dist/data`; while it is missing, every request is answered with a 503. */
  data: string
  /** The folder of static files, `dist/public`. */
  public?: string
  /** Serves snapshots with drafts, too. */
  drafts?: boolean
  /** 0 picks a free one. */
  port: number
  host: string
  env: NodeJS.ProcessEnv
  /** The clock, in ms since the epoch. */
  now?: () => number
  /** Takes one line at a time for the operator; standard error by default. */
  log?: (line: string) => void
  /** Takes a line for each snapshot found to be in order; the same as `log` by default. */
  info?: (line: string) => void
  /** Snapshots come from this process alone: they need not be read to the last byte before they are served. */
  isOwn?: boolean
  /** How often current.json is checked, in ms. */
  watchInterval?: number
  /** How long one request waits for the shared store of rate limits, in ms. */
  deadline?: number
  /** Decides who may do costly work, and when. */
  admission?: Admission
  /** Whom to tell when the content of a workspace has changed; nobody by default. */
  hooks?: HookOptions | undefined
  /** Which search engines to tell of the addresses that have changed; none by default. */
  indexNow?: IndexNowOptions | undefined
  /** The bucket that snapshots are copied from; by default, somebody else puts them there. */
  follow?: FollowOptions | undefined
  /** What to measure and to log of requests; nothing by default. */
  monitoring?: MonitoringOptions | undefined
  /** Of `galley dev`: what its desk reads. */
  local?: LocalRoutes
  /** How long a client may read nothing of its reply, in ms. */
  stallTimeout?: number
}

export interface Running {
  url: string
  limiter: Backend
  /** Where metrics are, if they were asked for. */
  metrics: string | undefined
  /** How many replies there were so far, by the first digit of their status. */
  served: readonly number[]
  snapshots: Snapshots
  /** Looks for a new snapshot now; resolves when it is being served or has been refused, and those who tell others have noticed. */
  look(): Promise<void>
  /** Resolves when the last connection is closed; replies in progress get a moment to finish. */
  close(): Promise<void>
}

/** Bytes of all replies waiting for their readers; cached ones are counted once. */
const unreadBytes = 16 * 2 ** 20
/** A client that reads nothing of its reply for this long, in ms, is considered gone. */
const defaultStallTimeout = 120_000
/** How long replies in progress may take once the server is asked to stop, in ms. */
const closingTime = 5_000

/**
 * Starts answering.
 * @throws {Error} if a variable is invalid or half a rate-limit store is named, or the port is not available
 */
export async function serve(options: ServeOptions): Promise<Running> {
  const { data, port, host, now = Date.now, watchInterval = 250, deadline = defaultDeadline } = options
  const {
    stallTimeout = defaultStallTimeout,
    admission = new Admission(),
    isOwn = false,
    drafts = false,
  } = options
  const say = options.log ?? ((line: string) => console.error(printableTrace(line)))
  const log = withoutRepeats(say, now)
  const env = { ...options.env }
  const backing = backingFromEnvironment(env)
  const ownLimiter = createLimiter({ limits: limitsFromEnvironment(env), backing, now, log: say, deadline })
  const wanted = connections.connectionsFromEnvironment(env)
  const allowed = connections.withinDescriptors(wanted, connections.descriptorLimit())
  const snapshots = openSnapshots(data, { previews: drafts, now })
  const measured = { snapshots, limiter: ownLimiter, admission, now, looked: options.follow?.looked }
  const monitoring = await monitoringOf(options.monitoring, measured)
  const limiter = monitoring?.limiter ?? ownLimiter
  const scheduler = new TurnScheduler()
  const served = [0, 0, 0, 0, 0, 0]
  const cache = new ReplyCache(cacheBytes)
  const encode = createEncode(cache)
  const cdnMaxAge = cdnMaxAgeFromEnvironment(env)
  const { public: root, local } = options
  const about = { snapshots, limiter, now, log, cache, encode, admission, scheduler, cdnMaxAge }
  const shareSecrets = shareSecretsFromEnvironment(env)
  const bucket = () => options.follow?.looked.failing
  const app = createApp({ ...about, hasDesk: local !== undefined, shareSecrets, bucket })
  const headersOf = fileHeaders(snapshots)
  const sealOf = listedMedia(data, snapshots, now)
  const files = staticFiles({ root, sealOf, damaged: snapshots.damaged, headersOf, log })
  const sending = { unread: new Unread(unreadBytes), stallTimeout }
  const observe = monitoring?.observe
  const answering = { app, files, headersOf, encode, admission, sending, local, served, observe, env, log }
  const server = createHttpServer(createHandler(answering))
  connections.limitConnections(server, allowed, log)
  const shutDown = createShutdown(server, closingTime)
  const url = await listen(server, port, host)
  const metrics = await monitoring?.listen().catch((error) => {
    server.close()
    throw error
  })
  // If something is wrong, the first search will report it.
  warmUp().catch(() => {})
  const info = options.info ?? say
  const remedy = options.follow && 'it comes from the bucket'
  const reload = startReload({ data, snapshots, interval: watchInterval, isOwn, remedy, now, log: say, info })
  const take = () => reload.look()
  const following = await followed(options.follow, { snapshots, drafts, now, log: say, take })
  const telling = { snapshots, scheduler, now, log: say, info, backing, count: monitoring?.messaged }
  const tellers = await tellersOf(options, telling)
  return {
    url,
    limiter: limiter.backend,
    metrics,
    served,
    snapshots,
    async look() {
      await following?.look()
      await reload.look()
      for (const teller of tellers) await teller.look()
    },
    async close() {
      reload.stop()
      await Promise.all([shutDown(), following?.close(), ...tellers.map((teller) => teller.close())])
      await limiter.close()
      await monitoring?.close()
      snapshots.close()
    },
  }
}

/** Imported only if it is asked for: a start should not pay for it otherwise. */
async function monitoringOf(options: MonitoringOptions | undefined, measured: MetricSources) {
  if (!options?.metrics && !options?.accessLog) return undefined
  const { createMonitoring } = await import('./monitoring/monitoring.ts')
  return createMonitoring(options, measured)
}

/** Likewise. */
async function followed(options: FollowOptions | undefined, context: FollowContext) {
  return options && (await import('./bucket/follow.ts')).startFollowing(options, context)
}

/** Who tells others of changes, imported only if they are asked for as well. */
async function tellersOf({ hooks, indexNow }: ServeOptions, context: TellerContext) {
  return [
    ...(hooks ? [(await import('./hooks/hooks.ts')).startHooks(hooks, context)] : []),
    ...(indexNow ? [(await import('./indexnow/indexnow.ts')).startIndexNow(indexNow, context)] : []),
  ]
}
