// Monitoring for operators: metrics and an access log. This is imported only where one of them is asked for.
import { printableJson } from '../../snapshot/printable.ts'
import type { MetricSources } from './metrics.ts'
import type { MetricsAddress } from './metrics-server.ts'
import { type Answered, observeEach } from './observe.ts'

export interface MonitoringOptions {
  /** The address where metrics are read. */
  metrics?: MetricsAddress | undefined
  /** The output that gets a line for each request. */
  accessLog?: LineOutput | undefined
}

export async function createMonitoring(options: MonitoringOptions, measured: MetricSources) {
  const { snapshots, limiter, now } = measured
  const log = options.accessLog && createAccessLog(options.accessLog, now)
  const module = options.metrics && (await import('./metrics.ts'))
  const metrics = module?.createMetrics(measured)
  const watchers: ((answered: Answered) => void)[] = []
  if (log) watchers.push(log.add)
  if (metrics) watchers.push(metrics.answered)
  let server: { url: string; close(): Promise<void> } | undefined
  return {
    observe: observeEach(snapshots, watchers),
    /** Told of decisions, if they are measured. */
    limiter: module && metrics ? module.countedLimiter(limiter, metrics.decided) : limiter,
    /** Counts messages to others, if they are measured. */
    messaged: metrics?.messaged,
    /** Listens for readers of metrics, and returns their address. @throws {MetricsAddressError} */
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

/** An output that nobody waits for: it drops lines that are not taken, and reports how many. */
interface LineOutput {
  write(lines: string): unknown
}

/** Creates a log with a line of JSON for each request. @param now ms since the epoch */
function createAccessLog(output: LineOutput, now: () => number) {
  let lines: string[] = []

  function flush(): void {
    output.write(lines.join(''))
    lines = []
  }

  return {
    add({ workspace, route, status, bytes, seconds }: Answered) {
      // All lines of one turn of the event loop are one write.
      if (lines.length === 0) setImmediate(flush)
      const milliseconds = Math.round(seconds * 1e6) / 1e3
      const time = new Date(now()).toISOString()
      const answered = { workspace: workspace ?? null, route, status: status ?? null, bytes, milliseconds }
      lines.push(`${printableJson({ time, ...answered })}\n`)
    },
    /** Writes what is left. */
    close: flush,
  }
}
