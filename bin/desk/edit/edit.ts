// Requests of the page of `galley dev --edit`: questions while somebody writes, and what it has written. docs/desk.md describes it.
import { HttpError, methodNotAllowed, notFound } from '../../../api/_app/http/error.ts'
import { jsonReply, type Reply } from '../../../api/_app/http/reply.ts'
import { type AppRequest, isRead, queryOf } from '../../../api/_app/http/request.ts'
import { ConfigurationError } from '../../../build/environment/configuration.ts'
import { isObject } from '../../../snapshot/objects.ts'
import { tried } from '../../../snapshot/tried.ts'
import { requireOwnPage, requireToken } from '../guard.ts'
import { OBJECT, wrong } from './given.ts'
import { normalised, readOwn, refused, textIn } from './own-file.ts'
import type { EditRoutes } from './routes.ts'
import { Changed } from './source.ts'

/** The most bytes of a request's body. */
const maxBody = 6 * 1024 * 1024
/** The routes that change a file that somebody has read. */
const CHANGES = new Set(['source', 'rename', 'delete'])

/** Answers what is below `edit/`. @param token that each request has to have */
export async function answerEdit(
  { reads, writes }: EditRoutes,
  token: string,
  request: AppRequest,
  name: string,
): Promise<Reply> {
  requireToken(request, token)
  const read = Object.hasOwn(reads, name) ? reads[name] : undefined
  const write = Object.hasOwn(writes, name) ? writes[name] : undefined
  const method = name === 'source' ? 'PUT' : 'POST'
  const query = Object.fromEntries(new URLSearchParams(queryOf(request.target)))
  if (!read && !write) throw notFound()
  if (read && isRead(request)) return read(query, '')
  const allowed = [...(read ? ['GET', 'HEAD'] : []), ...(write ? [method] : [])].join(', ')
  if (!write || request.method !== method) throw methodNotAllowed(`This route takes ${allowed}.`, allowed)
  requireOwnPage(request)
  const tag = request.header('if-match')
  if (CHANGES.has(name) && tag === undefined)
    throw new HttpError(428, 'Precondition required', 'Send If-Match with the ETag that was read.')
  const body = await bodyOf(request)
  try {
    return await write({ ...query, ...body }, tag ?? '')
  } catch (error) {
    if (error instanceof Changed) return changed(error)
    throw refusalOf(error)
  }
}

async function bodyOf(request: AppRequest): Promise<Record<string, unknown>> {
  const bytes = await request.body!(maxBody)
  const body = tried((): unknown => JSON.parse(bytes.toString()))
  if (!isObject(body)) throw wrong('The body', OBJECT)
  return body
}

/** Returns the refusal that an error becomes. An error that is ours to fix stays as it is. */
function refusalOf(error: unknown): unknown {
  const { message, syscall } = error as NodeJS.ErrnoException
  if (syscall) return refused(`${message}. Nothing was changed.`)
  if (!(error instanceof ConfigurationError)) return error
  return refused(message.replace(/(?:Add|Write another one with) --slug\.$/, 'Write another title.'))
}

function changed({ message, place }: Changed): Reply {
  const now = readOwn(place)
  const words = `${message} Compare it with what you have, and save that again.`
  const text = normalised(textIn(now, place.file))
  return jsonReply(412, { error: 'Changed', message: words, text }, { ETag: now.tag })
}
