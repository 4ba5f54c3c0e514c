// galley announce
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { ConfigurationError, configured } from '../../build/environment/configuration.ts'
import { createClient } from '../../client/index.ts'
import { difference } from '../../server/hooks/changes.ts'
import { usualDelays } from '../../server/hooks/deliveries.ts'
import { createAnnouncer } from '../../server/indexnow/announcer.ts'
import { indexNowFromEnvironment } from '../../server/indexnow/configuration.ts'
import { CONTENT_ERRORS, SUCCESS } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { printMessage } from '../terminal/print.ts'
import { replaceFiles } from '../writing/replace.ts'

export const command = commandOf('announce', [], async ({ since, url, quiet }, { env, stderr }) => {
  const log = (line: string) => printMessage(stderr, line)
  const info = (line: string) => quiet || log(line)
  if (since === undefined) throw new ConfigurationError(NO_SINCE)
  const present = url ?? env.GALLEY_URL
  if (!present) throw new ConfigurationError(NO_URL)
  const now = workspaceAt(String(present), url === undefined ? 'GALLEY_URL' : '--url')
  const settings = configured(() => indexNowFromEnvironment(env))
  // The folder's name is the key in addresses, unless somebody has set another one.
  const [only] = settings?.keys.size === 1 ? settings.keys.keys() : []
  const folder = settings?.keys.has(now.key) ? now.key : only
  if (!settings || folder === undefined)
    throw new ConfigurationError('GALLEY_INDEXNOW has no key for this workspace. Write it as blog=KEY.')
  const file = /^https?:/i.test(String(since)) ? undefined : String(since)
  const before = file ? revisionsIn(file) : await revisionsAt(workspaceAt(String(since), '--since'))
  const after = await revisionsAt(now)
  const { added, changed, removed } = await difference(before ?? after, after)
  const addresses = [...added, ...changed, ...removed]
  if (addresses.length === 0) info(before ? 'No address has changed.' : `${file} begins with what is there.`)
  const announcer = createAnnouncer({ ...settings, delays: usualDelays.slice(0, 2) }, { log, info })
  if (addresses.length > 0 && !(await announcer.announce(folder, addresses))) return CONTENT_ERRORS
  if (file) {
    const text = `${JSON.stringify(Object.fromEntries(after), null, 1)}\n`
    replaceFiles(dirname(file), { texts: new Map([[basename(file), text]]) }, 'announce')
  }
  return SUCCESS
})

const NO_SINCE =
  '--since is missing. Write the file that remembers what search engines know, --since revisions.json, or the address of an earlier deployment.'

const NO_URL =
  '--url is missing, and GALLEY_URL is not set. Write the address of the workspace: --url https://api.example.org/v1/blog.'

function workspaceAt(address: string, what: string): { baseUrl: string; key: string } {
  const [, baseUrl, key] = /^(https?:\/\/[^?#]+)\/v1\/([^/?#]+)\/?$/i.exec(address) ?? []
  if (baseUrl && key) return { baseUrl, key: decodeURIComponent(key) }
  throw new ConfigurationError(
    `${what} is not the address of a workspace. Write https://api.example.org/v1/blog.`,
  )
}

/** @returns `undefined` if there is no file yet */
function revisionsIn(file: string): Map<string, string> | undefined {
  if (!existsSync(file)) return undefined
  const read = () => new Map(Object.entries<string>(JSON.parse(readFileSync(file, 'utf8'))))
  const revisions = configured(read, `${file} is not what galley announce writes: `)
  if ([...revisions.keys()].every((address) => /^https?:\/\/./.test(address))) return revisions
  throw new ConfigurationError(`${file} is not what galley announce writes. Remove it to begin anew.`)
}

/** Returns revisions by the addresses of posts on the site. No error names the key, which may be a secret. */
async function revisionsAt({ baseUrl, key }: ReturnType<typeof workspaceAt>): Promise<Map<string, string>> {
  const revisions = new Map<string, string>()
  try {
    const { posts, entries, workspace } = createClient({ baseUrl, key })
    for await (const { url, revision } of posts.all({ select: ['revision'], include: ['url'] })) {
      if (!url) throw new Error('The workspace has no url in workspace.yml, so its posts have no addresses.')
      revisions.set(url, revision)
    }
    for (const { name, url } of (await workspace({ include: ['collections'] })).collections) {
      if (url === null) continue
      const all = await entries(name).list({ limit: 'all', select: ['url'], include: ['revision'] })
      for (const one of all.entries) if (one.url) revisions.set(one.url, one.revision)
    }
    const status = await fetch(`${baseUrl}/status`, { signal: AbortSignal.timeout(30_000) })
    const { preview } = (await status.json()) as { preview: string | null }
    // Drafts would be announced as well, or be taken for removed.
    if (preview !== null) throw new Error('It is a preview, with drafts.')
  } catch (error) {
    throw new ConfigurationError(`${baseUrl} cannot be compared. ${(error as Error).message}`)
  }
  return revisions
}
