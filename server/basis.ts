// Options of a server, and what its parts have in common.
import { Admission } from '../api/_app/admission/admission.ts'
import { withoutRepeats } from '../api/_app/http/log.ts'
import { backingFromEnvironment } from '../api/_app/limit/backend.ts'
import { TurnScheduler } from '../api/_app/turns/scheduler.ts'
import { printableTrace } from '../snapshot/printable.ts'
import { openSnapshots } from '../snapshot/read/snapshots.ts'
import type { FollowOptions } from './bucket/follow.ts'
import type { LocalRoutes } from './handler.ts'
import type { HookOptions } from './hooks/hooks.ts'
import type { IndexNowOptions } from './indexnow/announcer.ts'
import type { MonitoringOptions } from './monitoring/monitoring.ts'

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
  /** The time between checks of current.json, in ms. */
  watchInterval?: number
  /** The time that one request waits for the shared store of rate limits, in ms. */
  deadline?: number
  /** Decides who may do costly work, and when. */
  admission?: Admission
  /** The receivers to notify when the content of a workspace has changed; none by default. */
  hooks?: HookOptions | undefined
  /** The search engines to notify of the addresses that have changed; none by default. */
  indexNow?: IndexNowOptions | undefined
  /** The bucket that snapshots are copied from; by default, somebody else puts them there. */
  follow?: FollowOptions | undefined
  /** The metrics and the log of requests; none by default. */
  monitoring?: MonitoringOptions | undefined
  /** The routes that the desk of `galley dev` reads. */
  local?: LocalRoutes
  /** The time for which a client may read nothing of its reply, in ms. */
  stallTimeout?: number
}

export type Basis = ReturnType<typeof basisOf>

/** @throws {Error} if half a rate-limit store is named */
export function basisOf(options: ServeOptions) {
  const { data, drafts = false, now = Date.now, admission = new Admission() } = options
  const say = options.log ?? ((line: string) => console.error(printableTrace(line)))
  const { info = say } = options
  const env = { ...options.env }
  const backing = backingFromEnvironment(env)
  const snapshots = openSnapshots(data, { previews: drafts, now })
  const scheduler = new TurnScheduler()
  return { env, now, say, info, log: withoutRepeats(say, now), backing, snapshots, admission, scheduler }
}
