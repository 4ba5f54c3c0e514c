// `dist/worker`, all that `wrangler deploy` publishes on Cloudflare: the app as a Worker, the snapshot as modules of data, and what
// `dist/public` has as assets.
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { currentFile, namesOf } from '../../snapshot/format/format.ts'
import { readCurrent } from '../../snapshot/read/current.ts'
import { ConfigurationError } from '../environment/configuration.ts'
import { displayPathOf } from '../problems/display-path.ts'
import { bundle } from './function.ts'
import { bytesIn, MAX_ON_CLOUDFLARE, sizeProblem } from './size.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SOURCE = join(ROOT, 'api/_app/worker.ts')
/** The file that the package has in place of the source. */
const READY = join(ROOT, 'worker')
const SETTINGS = join(ROOT, 'build/publish/wrangler.json')

type HeadersOf = (path: string) => Readonly<Record<string, string>>

/**
 * Writes `<out>/worker` anew, if the snapshot in `<out>/data` fits.
 * @param content the folder of workspaces
 * @param headersOf the headers of a published file, by its path
 * @returns how many megabytes the Worker has, or the problem
 * @throws {ConfigurationError} if something else is in its place
 */
export async function writeWorker(content: string, out: string, headersOf: HeadersOf) {
  const [data, folder] = [join(out, 'data'), join(out, 'worker')]
  if (existsSync(folder) && !existsSync(join(folder, 'app/data')))
    throw new ConfigurationError(`${displayPathOf(folder)} is no Worker. Move it, or name another --out.`)
  const { workspaces, preview } = readCurrent(data)
  const sizes = [...workspaces].map(([name, { hash, searchIndex }]) => {
    const index = 'bytes' in searchIndex ? searchIndex.bytes : 0
    return [`${displayPathOf(content)}/${name}`, bytesIn(join(data, hash)) + index] as const
  })
  const problem = sizeProblem(new Map(sizes), MAX_ON_CLOUDFLARE)
  if (problem) return problem
  rmSync(folder, { recursive: true, force: true })
  const copy = (from: string, to: string) => cpSync(join(out, from), join(folder, to), { recursive: true })
  const parts = [currentFile, ...[...workspaces.values()].flatMap(namesOf)]
  for (const name of parts) copy(`data/${name}`, `app/data/${name}`)
  copy('public', 'assets')
  const hidden = preview === null ? '' : '/*\n  X-Robots-Tag: noindex, nofollow\n'
  const rules = KINDS.map((kind) => rule(headersOf, kind)).join('')
  writeFileSync(join(folder, 'assets/_headers'), hidden + rules)
  const settings = JSON.parse(readFileSync(SETTINGS, 'utf8'))
  if (preview !== null) settings.name += '-preview'
  writeFileSync(join(folder, 'wrangler.json'), JSON.stringify(settings, null, 2))
  const code = join(folder, settings.main)
  if (existsSync(SOURCE)) await bundleWorker(resolve(code))
  else cpSync(READY, dirname(code), { recursive: true })
  return Math.ceil(sizes.reduce((sum, [, bytes]) => sum + bytes, statSync(code).size) / 2 ** 20)
}

/** Bundles all packages but the one that opens connections, which would outlive a request. */
export async function bundleWorker(outfile: string): Promise<void> {
  const entryPoints = [SOURCE]
  await bundle({ entryPoints, outfile, format: 'esm', packages: 'bundle', external: ['ioredis'] })
}

/** The kinds of published files. */
const KINDS = ['/openapi.json', '/docs/*', '/docs/desk/*', '/media/*', '/media/*.svg']

/** Writes a rule. Cloudflare joins the values of a header of several rules for a file, so a kind within another has only its differences. */
function rule(headersOf: HeadersOf, kind: string): string {
  const within = KINDS.find((other) => other !== kind && kind.startsWith(other.replace('*', '')))
  const headers = (name = '') => Object.entries(headersOf(name.replace('*', 'a')))
  const [own, outer] = [headers(kind), headers(within)]
  const differing = (some: typeof own, known: typeof own) =>
    some.filter(([name, value]) => !known.some(([other, same]) => other === name && same === value))
  const removed = differing(outer, own).map(([name]) => `  ! ${name}`)
  const added = differing(own, outer).map(([name, value]) => `  ${name}: ${value}`)
  return [kind, ...removed, ...added, ''].join('\n')
}
