// What serve and dev have in common: starting the server.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { servedSnapshot } from '../../api/_app/routes/service.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { type Running, type ServeOptions, serve } from '../../server/index.ts'
import { MetricsAddressError } from '../../server/monitoring/metrics-server.ts'
import { describeSnapshot } from '../../server/reload.ts'
import { currentFile } from '../../snapshot/format/format.ts'
import type { Snapshots } from '../../snapshot/read/snapshots.ts'
import { checkServing } from '../cli/check-serving.ts'
import type { Console, FlagValues } from '../cli/command.ts'
import { printJson, printLine, printTrace } from '../terminal/print.ts'
import { addressOf, explained } from './address.ts'

/**
 * Starts the server, and prints one line about it.
 * @throws {ConfigurationError} if that is not possible
 */
export async function startServer(
  served: Omit<ServeOptions, 'port' | 'host' | 'env'>,
  values: FlagValues,
  console: Console,
): Promise<Running> {
  const { env, stdout, stderr } = console
  checkServing(env)
  const { port, host } = addressOf(values, env)
  for (const output of [stdout, stderr]) output.dropsUnread = true
  const { log = (line: string) => printTrace(stderr, line) } = served
  const running = await serve({ ...served, port, host, env, log }).catch(async (error) => {
    if (error instanceof MetricsAddressError) throw new ConfigurationError(error.message)
    throw await explained(error, { port, host }, console)
  })
  const { url, limiter, metrics } = running
  const snapshot = servedSnapshot(running.snapshots)
  const from = snapshot
    ? describeSnapshot(snapshot)
    : `no snapshot: ${whyNone(running.snapshots, served.data)}`
  if (values.json) printJson(stdout, { url, snapshot: snapshot?.hash ?? null, limiter, metrics })
  else printLine(stdout, `Galley answers at ${url} from ${from}; limits are counted ${STORES[limiter]}`)
  if (metrics && !values.json) printLine(stdout, `Metrics are at ${metrics}`)
  return running
}

function whyNone(snapshots: Snapshots, data: string): string {
  if (!isThere(join(data, currentFile))) return `there is none in ${data}`
  try {
    snapshots.current()
    return 'it was written only now'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** What may not be read may be there. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

const STORES = { upstash: 'by Upstash', redis: 'in Redis', memory: 'in memory' }
