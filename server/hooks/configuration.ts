// Reads GALLEY_HOOKS and GALLEY_HOOK_SECRET. Addresses often contain a token, so no message repeats one.
import { parsedUrl } from '../../snapshot/format/address.ts'
import { refusalOf } from './address.ts'

export interface HookSettings {
  /** The receivers of changes in a workspace, by its folder in `content/`. */
  hooks: readonly { folder: string; url: URL }[]
  /** The key that messages are signed with. */
  secret: Buffer
}

/** The lengths that the specification of Standard Webhooks allows. */
const secretBytes = { least: 24, most: 64 }
const howToMake = 'make one with echo "whsec_$(openssl rand -base64 32)"'

/**
 * Parses `blog=https://example.org/hook,notes=https://…`; a folder named twice has both addresses.
 * @returns `undefined` if there are no hooks
 * @throws {Error} that names the variable and what to write
 */
export function hooksFromEnvironment(env: NodeJS.ProcessEnv): HookSettings | undefined {
  const secret = secretFrom(env.GALLEY_HOOK_SECRET?.trim() ?? '')
  const entries = entriesOf(
    env.GALLEY_HOOKS,
    'GALLEY_HOOKS cannot be read. Write it as blog=https://example.org/hook,notes=https://example.org/other, with %2C for a comma in an address.',
  )
  if (entries.length === 0) return undefined
  const hooks = entries.map(([folder, text]) => ({
    folder,
    url: targetIn(text, `In GALLEY_HOOKS, the address for "${folder}"`, 'https://example.org/hook'),
  }))
  if (secret) return { hooks, secret }
  throw new Error(`GALLEY_HOOK_SECRET is missing, and GALLEY_HOOKS needs it to sign with; ${howToMake}.`)
}

/** Returns the parts of a value such as `blog=one,notes=other`. @throws {Error} with this message */
export function entriesOf(value = '', message: string): [folder: string, text: string][] {
  const entries = value.split(',').filter((entry) => entry.trim() !== '')
  return entries.map((entry) => {
    const [, folder = '', text = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/s.exec(entry) ?? []
    if (folder === '' || text === '') throw new Error(message)
    return [folder, text]
  })
}

/** Returns the address of a receiver. @throws {Error} that begins with `what` and ends with an example */
export function targetIn(text: string, what: string, example: string): URL {
  const url = parsedUrl(text)
  const problem = url === undefined ? 'is not the address of a web page' : problemOf(url)
  if (problem === undefined) return url!
  throw new Error(`${what} ${problem}. Write one such as ${example}.`)
}

function problemOf(url: URL): string | undefined {
  if (!/^https?:$/.test(url.protocol)) return 'does not begin with https:// or http://'
  if (url.username !== '' || url.password !== '') return 'has a user name or a password'
  return refusalOf(url)?.message.replace(/^it /, '')
}

function secretFrom(text: string): Buffer | undefined {
  if (text === '') return undefined
  const [, encoded = ''] = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(text) ?? []
  const secret = Buffer.from(encoded, 'base64')
  if (secret.length >= secretBytes.least && secret.length <= secretBytes.most) return secret
  const wanted = `whsec_ and ${secretBytes.least} to ${secretBytes.most} bytes in base64`
  throw new Error(`GALLEY_HOOK_SECRET is not ${wanted}; ${howToMake}.`)
}
