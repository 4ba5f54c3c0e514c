// Headers of published files, read from vercel.json, where they are defined for the CDN.
import { readFileSync } from 'node:fs'
import { pathToRegexp } from 'path-to-regexp'
import { noIndex } from '../api/_app/http/reply.ts'
import { isPreview } from '../api/_app/routes/service.ts'
import { lazy } from '../packages/search/basics/lazy.ts'
import type { Snapshots } from '../snapshot/read/snapshots.ts'

export type FileHeaders = Readonly<Record<string, string>>

/** An entry of `headers` in vercel.json. */
interface Rule {
  source: string
  headers: { key: string; value: string }[]
  has?: unknown
  missing?: unknown
}

/** Returns headers by file path. A build with drafts is hidden from search engines, as Vercel does by itself for previews. */
export function fileHeaders(snapshots: Snapshots): (path: string) => FileHeaders {
  const headersOf = writtenHeaders()
  return (path) => Object.assign(headersOf(path), isPreview(snapshots) ? noIndex : undefined)
}

/** Returns headers by file path, whatever is published. */
export function writtenHeaders(): (path: string) => FileHeaders {
  const written = readRules()
  // Later, since the server starts sooner.
  const rules = lazy(() => written.map(compiled))
  return (path) => {
    const matching = rules()
      .filter(({ pattern }) => pattern.test(path))
      .map(({ headers }) => headers)
    return Object.assign({}, ...matching)
  }
}

/** Rules that depend on more than the path are left to the platform. */
function readRules(): Rule[] {
  const { headers = [] } = JSON.parse(readFileSync(new URL('../vercel.json', import.meta.url), 'utf8'))
  return (headers as Rule[]).filter(({ has, missing }) => has === undefined && missing === undefined)
}

/** Compiles a rule; the last rule that sets a header wins. */
function compiled({ source, headers }: Rule): { pattern: RegExp; headers: FileHeaders } {
  const pattern = pathToRegexp(source, undefined, { strict: true, sensitive: true })
  return { pattern, headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])) }
}
