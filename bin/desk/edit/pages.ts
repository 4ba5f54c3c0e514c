// The files of the page that only `galley dev --edit` has: no build publishes them.
import { readdirSync, readFileSync } from 'node:fs'
import { methodNotAllowed, notFound } from '../../../api/_app/http/error.ts'
import { mergeHeaders, type Reply, revalidate } from '../../../api/_app/http/reply.ts'
import { type AppRequest, isRead, pathOf } from '../../../api/_app/http/request.ts'
import { writtenHeaders } from '../../../server/headers.ts'
import { typeOf } from '../../../snapshot/format/content-type.ts'
import { tried } from '../../../snapshot/tried.ts'

export const pagesPrefix = '/docs/desk/edit/'
const FOLDER = new URL('../../../docs/desk/edit/', import.meta.url)

/** Makes the function that answers with one of the files that are there now. */
export function editPages(): (request: AppRequest) => Reply {
  const names = new Set(tried(() => readdirSync(FOLDER))?.filter((name) => /\.(?:js|css)$/.test(name)))
  const headersOf = writtenHeaders()
  return (request) => {
    const path = pathOf(request.target)
    const name = path.slice(pagesPrefix.length)
    if (!names.has(name)) throw notFound()
    if (!isRead(request)) throw methodNotAllowed()
    const bytes = readFileSync(new URL(name, FOLDER))
    const own = { 'Content-Type': typeOf(name), 'Content-Length': String(bytes.length) }
    return { status: 200, headers: mergeHeaders(revalidate, headersOf(path), own), body: [bytes] }
  }
}
