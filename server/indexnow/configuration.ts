// Reads GALLEY_INDEXNOW and GALLEY_INDEXNOW_ENDPOINT.
import { entriesOf, targetIn } from '../hooks/configuration.ts'

export interface IndexNowSettings {
  /** The key of each site, by the folder of its workspace. */
  keys: ReadonlyMap<string, string>
  /** The service that passes addresses on to all search engines that take part. */
  endpoint: URL
}

const usualEndpoint = 'https://api.indexnow.org/indexnow'

/**
 * Parses `blog=KEY,notes=KEY`.
 * @returns `undefined` if there are no keys
 * @throws {Error} that names the variable and what to write
 */
export function indexNowFromEnvironment(env: NodeJS.ProcessEnv): IndexNowSettings | undefined {
  const message = 'GALLEY_INDEXNOW cannot be read. Write it as blog=KEY,notes=KEY.'
  const keys = new Map(entriesOf(env.GALLEY_INDEXNOW, message))
  if (keys.size === 0) return undefined
  for (const [folder, key] of keys) {
    if (/^[A-Za-z\d-]{8,128}$/.test(key)) continue
    throw new Error(
      `In GALLEY_INDEXNOW, the key for "${folder}" is invalid. Write 8 to 128 letters, digits and hyphens; openssl rand -hex 16 makes one.`,
    )
  }
  const endpoint = env.GALLEY_INDEXNOW_ENDPOINT?.trim() || usualEndpoint
  return { keys, endpoint: targetIn(endpoint, 'GALLEY_INDEXNOW_ENDPOINT', usualEndpoint) }
}
