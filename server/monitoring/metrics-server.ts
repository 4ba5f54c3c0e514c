// Serves metrics at an address of their own, so that a proxy in front of the API does not publish them.
import { createServer } from 'node:http'
import { listen } from '../listen.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsAddress {
  host: string
  /** 0 picks a free one. */
  port: number
}

/** The address cannot be had. */
export class MetricsAddressError extends Error {}

/** A reader of metrics needs one or two connections. */
const maxConnections = 16

/** @throws {MetricsAddressError} */
export async function serveMetrics(metrics: Metrics, { host, port }: MetricsAddress) {
  const server = createServer(
    { maxHeaderSize: 8_192, headersTimeout: 10_000 },
    async ({ method, url }, response) => {
      const isRead = method === 'GET' || method === 'HEAD'
      if (!isRead || url?.split('?', 1)[0] !== '/metrics') {
        response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Metrics are at /metrics.\n')
        return
      }
      const text = await metrics.text()
      response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' })
      response.end(method === 'HEAD' ? undefined : text)
    },
  )
  server.maxConnections = maxConnections
  const address = await listen(server, port, host).catch((error: Error) => {
    throw new MetricsAddressError(`--metrics: ${error.message}`)
  })
  return {
    url: `${address}/metrics`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
