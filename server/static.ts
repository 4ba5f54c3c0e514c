// The files of dist/public as the platform's file system phase has them: before the app, uncounted, for any origin.
import { requireRead } from '../api/_app/http/error.ts'
import { matchesTag } from '../api/_app/http/etag.ts'
import { failure } from '../api/_app/http/failure.ts'
import { everyReply, joined, revalidate } from '../api/_app/http/headers.ts'
import type { Reply } from '../api/_app/http/reply.ts'
import { type AppRequest, pathOf } from '../api/_app/http/request.ts'
import { bodyOf, type OpenFile, openBelow } from './file.ts'
import type { IsListed } from './media.ts'
import { typeOf } from './type.ts'

/** `undefined` where the request names no file, and the app is to answer. */
export type StaticFiles = (request: AppRequest) => Promise<Reply | undefined>

/** Everything else is the app's, whatever lies in the folder; of media, what is not listed. */
const published = /^\/(?:media\/[^/]+|openapi\.json|docs(?:\/|\/index\.html)?)$/

export interface StaticOptions {
  /** The folder, if there is one; it may be missing, and its files may be replaced at any time. */
  root: string | undefined
  /** Whether a file below media/ belongs to what is published. */
  isListed: IsListed
  /** What a path is answered with beside what every file is. */
  headersOf: (path: string) => Readonly<Record<string, string>>
  /** Told in one line of a file that cannot be read. */
  log: (line: string) => void
}

export function staticFiles({ root, isListed, headersOf, log }: StaticOptions): StaticFiles {
  return async (request) => {
    const path = pathOf(request.target)
    const names = published.test(path) ? namesOf(path) : undefined
    if (root === undefined || names === undefined || request.method === 'OPTIONS') return undefined
    try {
      const [folder, name] = names
      if (folder === 'media' && !(await isListed(name!))) return undefined
      const file = await openBelow(root, names)
      return file && (await replyOf(file, names, { request, headers: headersOf(path) }))
    } catch (error) {
      return failure(error, joined(everyReply), log)
    }
  }
}

/** The decoded segments; `undefined` for a path that cannot be the name of a published file. */
function namesOf(path: string): string[] | undefined {
  if (/^\/docs\/?$/.test(path)) return ['docs', 'index.html']
  try {
    const names = path.slice(1).split('/').map(decodeURIComponent)
    return names.every((name) => /^[^./\\\0][^/\\\0]*$/.test(name)) ? names : undefined
  } catch {
    return undefined
  }
}

interface Asked {
  request: AppRequest
  headers: Readonly<Record<string, string>>
}

async function replyOf(
  file: OpenFile,
  names: string[],
  { request, headers: special }: Asked,
): Promise<Reply> {
  try {
    requireRead(request.method)
  } catch (error) {
    await file.handle.close()
    throw error
  }
  const tag = `"file-${file.version}"`
  const headers = joined(everyReply, revalidate, special, { ETag: tag })
  if (matchesTag(request.header('if-none-match'), tag)) {
    await file.handle.close()
    return { status: 304, headers, body: [] }
  }
  const content = { 'Content-Type': typeOf(names.at(-1)!), 'Content-Length': String(file.size) }
  return { status: 200, headers: joined(headers, content), body: await bodyOf(file) }
}
