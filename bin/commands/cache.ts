// What earlier builds made: where it is kept, and the flag to do without.
import { type CachePlace, cachePlace } from '../../build/cache/place.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import type { Console, Flags, FlagValues } from '../cli/command.ts'
import { printMessage } from '../terminal/print.ts'

export const cacheFlags: Flags = { 'no-cache': { type: 'boolean' } }

export const cacheHelp = '  --no-cache      make everything anew, and keep nothing for later builds'

/**
 * The folder for what later builds use; `undefined` if there is to be none. Says so if what is there cannot be used.
 * @throws {ConfigurationError}
 */
export function cacheFolder(values: FlagValues, content: string, console: Console): string | undefined {
  const { env, stderr } = console
  const { folder, note } = placeOf(values, content, env, false)
  if (note !== undefined && !values.quiet) printMessage(stderr, note)
  return folder
}

/** The same for those that only read; whatever cannot be used is not told. @throws {ConfigurationError} */
export function readableCache(values: FlagValues, content: string, { env }: Console): string | undefined {
  return placeOf(values, content, env, true).folder
}

function placeOf(
  values: FlagValues,
  content: string,
  env: NodeJS.ProcessEnv,
  isReadOnly: boolean,
): CachePlace {
  if (values['no-cache'] || isOff(env.GALLEY_CACHE)) return { folder: undefined }
  return cachePlace(process.cwd(), content, env, isReadOnly)
}

function isOff(written: string | undefined): boolean {
  if (!written) return false
  if (written === 'off') return true
  throw new ConfigurationError(`GALLEY_CACHE "${written}" is not a setting. Write off, or remove it.`)
}
