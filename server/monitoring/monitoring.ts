// What an operator may watch: metrics and an access log. Imported only where one of them is asked for.
import type { Limiter } from '../../api/_app/limit/decision.ts'
import { type AccessLog, createAccessLog, type LineOutput } from './access-log.ts'
import type { MetricSources, Metrics } from './metrics.ts'
import type { MetricsAddress } from './metrics-server.ts'
import { type Answered, type Observe, observeEach } from './observe.ts'

export interface MonitoringOptions {
  /** Where metrics are read. */
  metrics?: MetricsAddress | undefined
  /** Where a line goes for each request. */
  accessLog?: LineOutput | undefined
}

export interface Monitoring {
  observe: Observe
  /** Told of decisions, if they are measured. */
  limiter: Limiter
  /** Where metrics are, once it listens. @throws {MetricsAddressError} */
  listen(): Promise<string | undefined>
  close(): Promise<void>
}

export async function createMonitoring(
  options: MonitoringOptions,
  measured: MetricSources,
): Promise<Monitoring> {
  const { snapshots, limiter, now } = measured
  const log: AccessLog | undefined = options.accessLog && createAccessLog(options.accessLog, now)
  const module = options.metrics && (await import('./metrics.ts'))
  const metrics: Metrics | undefined = module?.createMetrics(measured)
  const watchers: ((answered: Answered) => void)[] = []
  if (log) watchers.push(log.add)
  if (metrics) watchers.push(metrics.answered)
  let server: { url: string; close(): Promise<void> } | undefined
  return {
    observe: observeEach(snapshots, watchers),
    limiter: module && metrics ? module.toldLimiter(limiter, metrics.decided) : limiter,
    async listen() {
      if (!metrics) return undefined
      const { serveMetrics } = await import('./metrics-server.ts')
      server = await serveMetrics(metrics, options.metrics!)
      return server.url
    },
    async close() {
      await server?.close()
      log?.close()
    },
  }
}
