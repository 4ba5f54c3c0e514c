// The place where results of earlier builds are kept, and the flag to do without.
import { cachePlace, namedCache } from '../../build/memo/place.ts'
import type { Console, FlagValues } from '../cli/command.ts'
import { printMessage } from '../terminal/print.ts'

interface CacheUse {
  /** The cache is only read, and nothing is said. */
  isReadOnly?: boolean
}

/**
 * Returns the folder for what later builds use; `undefined` if there is to be none. Says so if an existing one cannot be used.
 * @throws {ConfigurationError}
 */
export function cacheFolder(values: FlagValues, content: string, console: Console, use: CacheUse = {}) {
  const { isReadOnly = false } = use
  const { env, stderr } = console
  const named = env.GALLEY_CACHE || undefined
  if (values['no-cache'] || named === 'off') return undefined
  if (named !== undefined) return namedCache(named, content)
  const { folder, note } = cachePlace(process.cwd(), content, env, isReadOnly)
  if (note !== undefined && !isReadOnly && !values.quiet) printMessage(stderr, note)
  return folder
}
