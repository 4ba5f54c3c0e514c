// Metrics in Prometheus' text format. All of this is imported only where they are asked for.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Admission } from '../../api/_app/admission/admission.ts'
import type { Decision, Limiter } from '../../api/_app/limit/decision.ts'
import type { Tier } from '../../api/_app/limit/limits.ts'
import { editionAt } from '../../api/_app/listing/edition.ts'
import { isWhole, servedSnapshot } from '../../api/_app/routes/service.ts'
import type { Snapshots } from '../../snapshot/read/snapshots.ts'
import { tried } from '../../snapshot/tried.ts'
import type { Answered } from './observe.ts'

export interface MetricSources {
  snapshots: Snapshots
  limiter: Limiter
  admission: Admission
  /** ms since the epoch */
  now: () => number
  /** `at`: when the bucket, if there is one, was last in order, in ms since the epoch. `failing`: why it is not now. */
  looked?: { at?: number; failing?: string | undefined } | undefined
}

export type Metrics = ReturnType<typeof createMetrics>

/** Upper bounds in seconds: from a reply that is kept to a stream of everything. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMetrics(measured: MetricSources) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'galley_requests_total',
    help: 'Requests answered, by class of the status; none if the client had gone.',
    labelNames: ['workspace', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'galley_request_duration_seconds',
    help: 'From the beginning of a request to the last byte of its reply.',
    labelNames: ['route'],
    buckets: durations,
    registers,
  })
  const bytes = new Counter({
    name: 'galley_reply_bytes_total',
    help: 'Bytes of replies, headers included, as far as they were sent.',
    labelNames: ['workspace', 'route'],
    registers,
  })
  const decisions = new Counter({
    name: 'galley_rate_limit_decisions_total',
    help: 'Requests that were counted, by what became of them and who decided.',
    labelNames: ['tier', 'decision', 'source'],
    registers,
  })
  const messages = new Counter({
    name: 'galley_messages_total',
    help: 'Messages to hooks and IndexNow: told, replaced by a newer one that says both, or lost.',
    labelNames: ['receiver', 'outcome'],
    registers,
  })
  measureState(measured, registry)
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    answered({ workspace = '', route, status, bytes: sent, seconds }: Answered): void {
      const status_class = status === undefined ? 'none' : `${Math.floor(status / 100)}xx`
      requests.inc({ workspace, route, status: status_class })
      duration.observe({ route }, seconds)
      bytes.inc({ workspace, route }, sent)
    },
    messaged(receiver: string, outcome: string): void {
      messages.inc({ receiver, outcome })
    },
    decided(tier: Tier, { allowed, source }: Decision): void {
      decisions.inc({ tier, decision: allowed ? 'admitted' : 'refused', source })
    },
  }
}

/** Registers the values that are read on demand. */
function measureState(measured: MetricSources, registry: Registry): void {
  const { snapshots, limiter, admission, now, looked } = measured
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    read: (one: Gauge<Label>) => void,
  ) =>
    new Gauge({
      name: `galley_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset()
        read(this)
      },
    })
  const current = () => servedSnapshot(snapshots)

  gauge(
    'rate_limit_store_failing',
    'Whether the shared store fails, and this process counts alone.',
    ['backend'],
    (one) => one.set({ backend: limiter.backend }, Number(limiter.degraded)),
  )
  gauge('snapshot_loaded', 'Whether there is a snapshot to answer from.', [], (one) =>
    one.set(current() === undefined ? 0 : 1),
  )
  gauge('snapshot_damaged', 'Whether part of it cannot be read, and is a 503.', [], (one) =>
    one.set(Number(!isWhole(snapshots))),
  )
  gauge('snapshot_info', 'The snapshot that is served.', ['snapshot'], (one) => {
    const served = current()
    if (served) one.set({ snapshot: served.hash }, 1)
  })
  gauge('snapshot_loaded_timestamp_seconds', 'When this process went over to the snapshot.', [], (one) => {
    if (snapshots.loadedAt !== undefined) one.set(snapshots.loadedAt / 1_000)
  })
  gauge('snapshot_built_timestamp_seconds', 'The time of the build, if it has one.', [], (one) => {
    const builtAt = current()?.builtAt
    if (builtAt) one.set(Date.parse(builtAt) / 1_000)
  })
  if (looked) {
    gauge('bucket_looked_timestamp_seconds', 'When all was last in order, there and here.', [], (one) => {
      if (looked.at !== undefined) one.set(looked.at / 1_000)
    })
    gauge('bucket_failing', 'Whether that is not so now, as bucket in /status.', [], (one) =>
      one.set(Number(looked.failing !== undefined)),
    )
  }
  gauge('workspaces', 'Workspaces of the snapshot.', [], (one) => one.set(current()?.count ?? 0))
  gauge(
    'edition_info',
    'What readers of an open workspace see, as X-Snapshot-Id.',
    ['workspace', 'edition'],
    (one) => {
      for (const { folder, id } of openEditions(snapshots, now))
        one.set({ workspace: folder, edition: id }, 1)
    },
  )
  gauge('visible_posts', 'Posts that readers of an open workspace see.', ['workspace'], (one) => {
    for (const { folder, posts } of openEditions(snapshots, now)) one.set({ workspace: folder }, posts)
  })
  gauge('costly_stuck', 'Whether costly requests wait, and none has gone on for 10 s.', [], (one) =>
    one.set(Number(admission.isStuck)),
  )
  gauge(
    'costly_requests',
    'Requests whose work is costly: waiting, begun, and working at the moment.',
    ['state'],
    (one) => {
      for (const [state, count] of Object.entries(admission.state)) one.set({ state }, count)
    },
  )
}

/** Lists the workspaces that have been asked for: opening the others would use their memory. */
function openEditions(snapshots: Snapshots, now: () => number) {
  return snapshots.open.flatMap((workspace) => {
    const { folder, posts } = workspace
    const edition = tried(() => editionAt(workspace, now()))
    return edition ? [{ folder, id: edition.id, posts: posts - edition.first }] : []
  })
}

/** Wraps the limiter so that each decision is counted. */
export function countedLimiter(limiter: Limiter, decided: Metrics['decided']): Limiter {
  return {
    backend: limiter.backend,
    get degraded() {
      return limiter.degraded
    },
    async check(tier, ...rest) {
      const decision = await limiter.check(tier, ...rest)
      if (decision) decided(tier, decision)
      return decision
    },
    close: () => limiter.close(),
  }
}
