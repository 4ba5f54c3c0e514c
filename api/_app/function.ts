// The app as the one function of a platform that uses the web's Request and Response, set up by the environment.
import { printableTrace } from '../../snapshot/printable.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { createApp } from './app.ts'
import { withoutRepeats } from './http/log.ts'
import { clientAddress, targetOf } from './http/request.ts'
import { toResponse } from './http/web.ts'
import { backingFromEnvironment } from './limit/backend.ts'
import { createLimiter } from './limit/limiter.ts'
import { contractLimits, limitsFromEnvironment } from './limit/limits.ts'

/** @param data the folder of snapshots */
export function createFunction(data: string): (request: Request) => Promise<Response> {
  const say = (line: string) => console.error(printableTrace(line))
  const log = withoutRepeats(say, Date.now)
  /** A function has no start-up to abort, and the build has already checked these variables. */
  const fromEnvironment = <T>(read: (env: NodeJS.ProcessEnv) => T): T | undefined => {
    try {
      return read(process.env)
    } catch (error) {
      log(`${error instanceof Error ? error.message : error} Using the default.`)
    }
  }
  const app = createApp({
    snapshots: openSnapshots(data),
    limiter: createLimiter({
      limits: fromEnvironment(limitsFromEnvironment) ?? contractLimits,
      backing: fromEnvironment(backingFromEnvironment) ?? { backend: 'memory' },
      log: say,
    }),
    now: Date.now,
    log,
  })
  return async (request) => {
    const { method, url, headers } = request
    const header = (name: string) => headers.get(name) ?? undefined
    const address = clientAddress(header, undefined, process.env)
    const onDisconnect = (listener: () => void) => onAbort(request.signal, listener)
    return toResponse(await app({ method, target: targetOf(url), header, address, onDisconnect }), method)
  }
}

function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener()
    return () => {}
  }
  signal.addEventListener('abort', listener, { once: true })
  return () => signal.removeEventListener('abort', listener)
}
