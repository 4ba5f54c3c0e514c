// The app as the one function of a platform that has Node's requests and responses, set up by the environment.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { VercelApiHandler } from '@vercel/node'
import { printableTrace } from '../../snapshot/printable.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { unknownVariables } from '../../snapshot/variables.ts'
import { createApp } from './app.ts'
import { cacheBytes, ReplyCache } from './gzip/bodies.ts'
import { readBody } from './http/body.ts'
import { withoutRepeats } from './http/log.ts'
import { onClose, writeReply } from './http/node.ts'
import { clientAddress, headerIn, targetOf } from './http/request.ts'
import { shareSecretFromEnvironment } from './http/share.ts'
import { cdnMaxAgeFromEnvironment } from './http/shared-cache.ts'
import { backingFromEnvironment } from './limit/backend.ts'
import { createLimiter } from './limit/limiter.ts'
import { contractLimits, limitsFromEnvironment } from './limit/limits.ts'

/** Node's own: the web's `Request` and `Response` would take 20 ms to load in every new instance. */
export type FunctionHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Answers every request that is not for a file of `dist/public`.
 * @param options `data` is the folder of snapshots, `dist/data`
 */
export function createFunction({ data }: { data: URL }): FunctionHandler {
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
  for (const line of unknownVariables(process.env)) log(line)
  const snapshots = openSnapshots(fileURLToPath(data))
  const limits = fromEnvironment(limitsFromEnvironment) ?? contractLimits
  const limiter = createLimiter({ limits, backing: fromEnvironment(backingFromEnvironment), log: say })
  const cache = new ReplyCache(cacheBytes)
  const cdnMaxAge = fromEnvironment(cdnMaxAgeFromEnvironment)
  const shareSecret = fromEnvironment(shareSecretFromEnvironment)
  const app = createApp({ snapshots, limiter, now: Date.now, log, cache, cdnMaxAge, shareSecret })
  const answer: FunctionHandler = async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const header = headerIn(headers)
    const address = clientAddress(header, undefined, process.env)
    const onDisconnect = (listener: () => void) => onClose(response, listener)
    const body = () => readBody(request)
    const reply = await app({ method, target: targetOf(url), header, address, onDisconnect, body })
    await writeReply(reply, method, response)
  }
  return answer satisfies VercelApiHandler
}
