// vercel.json: Galley's settings, a copy of its own, beside those of the user.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { readWhole } from '../../snapshot/format/disk.ts'
import { tried } from '../../snapshot/tried.ts'
import { indentOf, objectIn } from './json.ts'

interface VercelRule {
  source: string
}

interface VercelSettings {
  buildCommand?: string
  functions?: Record<string, Record<string, unknown>>
  headers?: VercelRule[]
  rewrites?: VercelRule[]
  images?: object
  [name: string]: unknown
}

export const VERCEL_FILE = 'vercel.json'

const FUNCTION = 'api/index.ts'

/** Settings that cannot be as Galley needs them and as something else does. */
const EXCLUSIVE = ['framework', 'outputDirectory'] as const

/** The caching time is that of the images themselves: their names change with their content. */
const KEPT = { minimumCacheTTL: 31_536_000 }

/** Returns the settings that Galley needs. The package manager is the user's choice. */
function ownSettings(images?: object): VercelSettings {
  const text = readFileSync(new URL('../../vercel.json', import.meta.url), 'utf8')
  const { installCommand: _, ...settings } = settingsIn(text)
  return { ...settings, buildCommand: 'npx galley build', ...(images && { images }) }
}

/** Returns the settings for images that Vercel makes smaller; `undefined` if no workspace has any. */
export async function imagesIn(content: string): Promise<object | undefined> {
  const names = existsSync(content) ? readdirSync(content) : []
  const settingsOf = (name: string) => readWhole(join(content, name, 'workspace.yml'))
  // Few do, and what reads settings takes long to load.
  if (!names.some((name) => tried(() => settingsOf(name).includes('_vercel')))) return undefined
  const { configure } = await import('../../build/workspace/configure.ts')
  const { discover } = await import('../../build/discover/discover.ts')
  const all = configure(discover(content).value, {}).value.map(({ settings }) => settings.images)
  const sizes = all.flatMap((images) => (images?.url.startsWith('/_vercel/image') ? images.widths : []))
  if (sizes.length === 0) return undefined
  return { sizes: [...new Set(sizes)], localPatterns: [{ pathname: '^/media/.*$', search: '' }] }
}

/**
 * Returns the text of a vercel.json with Galley's settings, those of the user kept.
 * @param images as `imagesIn` says
 * @param text of the one that is there
 * @param isCopy whether it has some of Galley's already, which are renewed
 * @throws {ConfigurationError} if they cannot be both
 */
export function vercelText(
  images: object | undefined,
  text = textOf(ownSettings(), '  '),
  { isCopy = settingsIn(text).functions?.[FUNCTION] !== undefined }: { isCopy?: boolean } = {},
): string {
  const found = settingsIn(text)
  const own = ownSettings(images)
  const merged = merge(found, own, { isCopy })
  if (isDeepStrictEqual(merged, found)) return text
  const obstacles = isCopy ? [] : obstaclesIn(found, own)
  if (obstacles.length === 0) return textOf(merged, indentOf(text) ?? '  ')
  throw new ConfigurationError(
    `${VERCEL_FILE} deploys something else from this folder: ${obstacles.join(', ')}. Run galley init in a folder of its own, and import the repository a second time on Vercel, with that as its root directory.`,
  )
}

/**
 * Finds out whether a build is about to be published by a copy of settings that another version of Galley made.
 * @param content the content root, which vercel.json is beside
 * @throws {ConfigurationError}
 */
export async function requireFreshSettings(content: string): Promise<void> {
  const path = join(dirname(resolve(content)), VERCEL_FILE)
  if (!existsSync(path)) return
  const text = readWhole(path).toString()
  const found = settingsIn(text)
  if (!found.functions?.[FUNCTION]) return
  const merged = merge(found, ownSettings(await imagesIn(content)), { isCopy: true })
  const stale = Object.keys(merged).filter((name) => !isDeepStrictEqual(merged[name], found[name]))
  if (stale.length === 0) return
  throw new ConfigurationError(
    `${VERCEL_FILE} is a copy of older settings: ${stale.join(', ')}. Renew it, which keeps what you have added: npx galley init --update`,
  )
}

function merge(found: VercelSettings, own: VercelSettings, { isCopy }: { isCopy: boolean }): VercelSettings {
  const of = own.functions![FUNCTION]!
  return {
    ...found,
    ...Object.fromEntries(EXCLUSIVE.map((name) => [name, own[name]])),
    buildCommand: found.buildCommand ?? own.buildCommand!,
    functions: { ...found.functions, [FUNCTION]: { ...found.functions?.[FUNCTION], ...of } },
    ...(own.images && { images: { ...KEPT, ...found.images, ...own.images } }),
    // The last rule that sets a header wins, and the first rewrite that matches.
    headers: [...own.headers!, ...others(found.headers, own.headers!, isCopy)],
    rewrites: [...others(found.rewrites, own.rewrites!, isCopy), ...own.rewrites!],
  }
}

/** Rules of the user. In a copy, the first that has the source of one of Galley's is an earlier version of that. */
function others(found: readonly VercelRule[] = [], own: readonly VercelRule[], isCopy: boolean) {
  const copies = own.map((rule) => {
    const same = found.find((one) => isDeepStrictEqual(one, rule))
    return same ?? (isCopy ? found.find(({ source }) => source === rule.source) : undefined)
  })
  return found.filter((rule) => !copies.includes(rule))
}

function obstaclesIn(found: VercelSettings, own: VercelSettings): string[] {
  const other = [...EXCLUSIVE, 'buildCommand']
    .filter((name) => found[name] !== undefined && found[name] !== own[name])
    .map((name) => `"${name}" is ${JSON.stringify(found[name])}`)
  const whole = (found.rewrites ?? []).filter(({ source }) =>
    own.rewrites!.some((rule) => rule.source === source),
  )
  return [
    ...other,
    ...whole.map(({ source }) => `"rewrites" has ${source}`),
    ...['routes', 'builds'].filter((name) => name in found).map((name) => `it has "${name}"`),
  ]
}

function settingsIn(text: string): VercelSettings {
  return objectIn(text.replace(/^\ufeff/, ''), VERCEL_FILE)
}

function textOf(settings: VercelSettings, indent: string): string {
  return `${JSON.stringify(settings, null, indent)}\n`
}
