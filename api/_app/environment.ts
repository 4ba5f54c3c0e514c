// The app as a platform runs it that has no start-up of ours: set up by the environment, and what is wrong with that is logged.
import { printableTrace } from '../../snapshot/printable.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { unknownVariables } from '../../snapshot/variables.ts'
import { type App, type AppOptions, createApp } from './app.ts'
import { cacheBytes, ReplyCache } from './gzip/bodies.ts'
import { cdnMaxAgeFromEnvironment } from './http/cdn.ts'
import { withoutRepeats } from './http/log.ts'
import { shareSecretsFromEnvironment } from './http/share-token.ts'
import { backingFromEnvironment } from './limit/backend.ts'
import { createLimiter } from './limit/limiter.ts'
import { contractLimits, limitsFromEnvironment } from './limit/limits.ts'

/** @param data the folder of snapshots, `dist/data` @param own what is otherwise there than on Node */
export function appFromEnvironment(data: string, own: Partial<AppOptions> = {}): App {
  const say = (line: string) => console.error(printableTrace(line))
  const log = withoutRepeats(say, Date.now)
  /** There is no start-up to abort, and the build has already checked these variables. */
  const fromEnvironment = <T>(read: (env: NodeJS.ProcessEnv) => T): T | undefined => {
    try {
      return read(process.env)
    } catch (error) {
      log(`${error instanceof Error ? error.message : error} Using the default.`)
    }
  }
  for (const line of unknownVariables(process.env)) log(line)
  const snapshots = openSnapshots(data)
  const limits = fromEnvironment(limitsFromEnvironment) ?? contractLimits
  const limiter = createLimiter({ limits, backing: fromEnvironment(backingFromEnvironment), log: say })
  const cache = new ReplyCache(cacheBytes)
  const cdnMaxAge = fromEnvironment(cdnMaxAgeFromEnvironment)
  const shareSecrets = fromEnvironment(shareSecretsFromEnvironment)
  return createApp({ snapshots, limiter, now: Date.now, log, cache, cdnMaxAge, shareSecrets, ...own })
}
