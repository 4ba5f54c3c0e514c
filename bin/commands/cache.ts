// What earlier builds made: where it is kept, and the flag to do without.
import { cachePlace } from '../../build/cache/place.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import type { Console, Flags, FlagValues } from '../cli/command.ts'
import { printMessage } from '../terminal/print.ts'

export const cacheFlags: Flags = { 'no-cache': { type: 'boolean' } }

export const cacheHelp = '  --no-cache      make everything anew, and keep nothing for later builds'

/**
 * The folder for what later builds use; `undefined` if there is to be none. Says so if what is there cannot be used.
 * @param isReadOnly it is only read, and nothing is said
 * @throws {ConfigurationError}
 */
export function cacheFolder(
  values: FlagValues,
  content: string,
  { env, stderr }: Console,
  isReadOnly = false,
): string | undefined {
  if (values['no-cache'] || isOff(env.GALLEY_CACHE)) return undefined
  const { folder, note } = cachePlace(process.cwd(), content, env, isReadOnly)
  if (note !== undefined && !isReadOnly && !values.quiet) printMessage(stderr, note)
  return folder
}

function isOff(written: string | undefined): boolean {
  if (!written) return false
  if (written === 'off') return true
  throw new ConfigurationError(`GALLEY_CACHE "${written}" is not a setting. Write off, or remove it.`)
}
