// The one Vercel function: every request that is not for a static file comes here, with its original path.
import { fileURLToPath } from 'node:url'
import { printableTrace } from '../snapshot/printable.ts'
import { openSnapshots } from '../snapshot/read/snapshots.ts'
import { createApp } from './_app/app.ts'
import { withoutRepeats } from './_app/http/log.ts'
import { clientAddress, targetOf } from './_app/http/request.ts'
import { toResponse } from './_app/http/web.ts'
import { backingFromEnvironment } from './_app/limit/backend.ts'
import { createLimiter } from './_app/limit/limiter.ts'
import { contractLimits, limitsFromEnvironment } from './_app/limit/limits.ts'

const say = (line: string) => console.error(printableTrace(line))
const log = withoutRepeats(say, Date.now)

const app = createApp({
  // `vercel build` ships what this URL and `includeFiles` in vercel.json name: the same folder.
  snapshots: openSnapshots(fileURLToPath(new URL('../dist/data/', import.meta.url))),
  limiter: createLimiter({
    limits: fromEnvironment(limitsFromEnvironment) ?? contractLimits,
    backing: fromEnvironment(backingFromEnvironment) ?? { backend: 'memory' },
    log: say,
  }),
  now: Date.now,
  log,
})

// With one named export per method, Vercel would answer HEAD and OPTIONS with a bare 405.
export default { fetch: answer }

async function answer(request: Request): Promise<Response> {
  const { method, url, headers } = request
  const header = (name: string) => headers.get(name) ?? undefined
  const address = clientAddress(header, undefined, process.env)
  const onDisconnect = (listener: () => void) => onAbort(request.signal, listener)
  return toResponse(await app({ method, target: targetOf(url), header, address, onDisconnect }), method)
}

function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener()
    return () => {}
  }
  signal.addEventListener('abort', listener, { once: true })
  return () => signal.removeEventListener('abort', listener)
}

/** A function has no start-up to abort, and the build has already checked these variables. */
function fromEnvironment<T>(read: (env: NodeJS.ProcessEnv) => T): T | undefined {
  try {
    return read(process.env)
  } catch (error) {
    log(`${error instanceof Error ? error.message : error} Using the default.`)
  }
}
