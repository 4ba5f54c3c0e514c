// What the page of `galley dev --edit` asks while somebody writes, and what it has written: docs/desk.md describes it.
import { HttpError, methodNotAllowed } from '../../../api/_app/http/error.ts'
import { jsonContent, mergeHeaders, type Reply } from '../../../api/_app/http/reply.ts'
import { type AppRequest, isRead, queryOf } from '../../../api/_app/http/request.ts'
import type { Desk } from '../../../build/desk/desk.ts'
import type { FormValue } from '../../../build/edit/front-matter.ts'
import { ConfigurationError } from '../../../build/environment/configuration.ts'
import { isObject } from '../../../snapshot/objects.ts'
import { tried } from '../../../snapshot/tried.ts'
import type { Builder } from '../../builder/builder.ts'
import { requireOwnPage } from '../guard.ts'
import { newestOnly } from './newest.ts'
import { gone, normalised, type Place, readOwn, refused, textIn } from './own-file.ts'
import { Changed, changeSource } from './source.ts'

export interface EditOptions {
  content: string
  env: NodeJS.ProcessEnv
  /** Asks the build thread. */
  ask: Builder['ask']
}

interface EditDesk extends EditOptions {
  /** What the last build came to. */
  desk: () => Desk | undefined
  /** Media that a text shows which no build has read yet: by public name, their paths. */
  onMedia: (media: ReadonlyMap<string, string>) => void
}

/** In bytes, of a request. */
const maxBody = 6 * 1024 * 1024

/** Made once for a desk; answers what is below `edit/`. */
export function editRoutes({ content, ask, desk, onMedia }: EditDesk) {
  const newest = newestOnly()
  /** Posts that no build has seen yet, by the path below the content folder. */
  const made = new Set<string>()

  /** @throws {HttpError} unless builds know the file, or it was made here */
  function placeOf({ workspace, file }: Given): Place {
    const found = desk()?.workspaces.find((one) => one.folder === workspace)
    if (!found?.files.includes(file) && !made.has(`${workspace}/${file}`)) throw gone(file)
    return { content, workspace, file }
  }

  function read(given: Given): Reply {
    const own = readOwn(placeOf(given))
    return json({ text: normalised(textIn(own, given.file)) }, { ETag: own.tag })
  }

  async function preview(given: Given): Promise<Reply> {
    const { workspace, file } = placeOf(given)
    const about = { workspace, file, text: normalised(textOf(given, 'text')) }
    const work = () => ask({ ask: 'preview', about })
    const found = await newest(`${workspace}/${file}`, async () => [await work()])
    if (!found)
      throw new HttpError(409, 'Superseded', 'Another text of this file has come; wait for its preview.')
    if (!found[0]) throw notBuilt()
    const { media, ...preview } = found[0]
    onMedia(media)
    return json(preview)
  }

  async function frontMatter(given: Given): Promise<Reply> {
    const text = normalised(textOf(given, 'text'))
    const { changes } = given
    if (!isObject(changes) || !Object.values(changes).every(isChange))
      throw wrongBody('changes, a text, a list of texts or null by key')
    const about = { text, changes: changes as Record<string, FormValue | null> }
    return json((await ask({ ask: 'edits', about }))!)
  }

  const reads: Record<string, (given: Given) => Promise<Reply> | Reply> = {
    source: read,
    async form({ workspace }) {
      const form = await ask({ ask: 'form', about: workspace })
      if (!form) throw notBuilt()
      return json(form)
    },
  }
  const asked: typeof reads = { preview, 'front-matter': frontMatter }
  const changes: Record<string, (given: Given, tag: string) => Promise<Reply> | Reply> = {
    source: (given, tag) => json({}, { ETag: changeSource(placeOf(given), tag, given.edits) }),
  }

  return async (request: AppRequest, route: string): Promise<Reply> => {
    const method = isRead(request) ? 'GET' : request.method
    const known = (route in reads ? ['GET'] : []).concat(
      route === 'source' ? ['PUT'] : route in reads ? [] : ['POST'],
    )
    if (![reads, asked, changes].some((routes) => Object.hasOwn(routes, route))) throw gone(route)
    if (!known.includes(method))
      throw methodNotAllowed(`This route takes ${known.join(' or ')}.`, known.join(', '))
    const query = Object.fromEntries(new URLSearchParams(queryOf(request.target)))
    if (method === 'GET') return reads[route]!(givenIn(query))
    requireOwnPage(request)
    const tag = request.header('if-match')
    if (Object.hasOwn(changes, route) && tag === undefined)
      throw new HttpError(
        428,
        'Precondition required',
        'Send If-Match with the ETag of the source that was read.',
      )
    const bytes = await request.body!(maxBody)
    const body = tried((): unknown => JSON.parse(bytes.toString()))
    if (!isObject(body)) throw wrongBody('an object')
    const given = givenIn({ ...query, ...body })
    try {
      return await (asked[route]?.(given) ?? changes[route]!(given, tag!))
    } catch (error) {
      if (error instanceof Changed) return changed(error, given.file)
      throw error instanceof ConfigurationError ? refused(error.message) : error
    }
  }
}

interface Given extends Record<string, unknown> {
  workspace: string
  file: string
}

function givenIn(all: Record<string, unknown>): Given {
  const { workspace = '', file = '' } = all
  if (typeof workspace !== 'string' || typeof file !== 'string')
    throw wrongBody('workspace and file as texts')
  return { ...all, workspace, file }
}

/** @throws {HttpError} 400 */
function textOf(given: Given, name: string): string {
  const { [name]: value } = given
  if (typeof value === 'string') return value
  throw wrongBody(`${name}, a text`)
}

function isChange(value: unknown): boolean {
  return value === null || [value].flat().every((one) => typeof one === 'string')
}

function wrongBody(what: string): HttpError {
  return new HttpError(400, 'Bad request', `The body is JSON with ${what}; send that.`)
}

function notBuilt(): HttpError {
  return new HttpError(503, 'Not built', 'No build has read this workspace yet; wait for the next one.')
}

function changed({ message, now }: Changed, file: string): Reply {
  const text = normalised(textIn(now, file))
  const body = {
    error: 'Changed',
    message: `${message} Compare it with what you have, and save that again.`,
    text,
  }
  return { ...json(body, { ETag: now.tag }), status: 412 }
}

function json(value: object, headers: Record<string, string> = {}): Reply {
  const body = Buffer.from(JSON.stringify(value))
  const own = { 'Content-Length': String(body.length), ...headers }
  return { status: 200, headers: mergeHeaders(jsonContent, own), body: [body] }
}
