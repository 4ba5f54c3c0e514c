// What the page of `galley dev --edit` asks while somebody writes, and what it has written: docs/desk.md describes it.
import { HttpError, methodNotAllowed, notFound } from '../../../api/_app/http/error.ts'
import { jsonContent, mergeHeaders, type Reply } from '../../../api/_app/http/reply.ts'
import { type AppRequest, isRead, queryOf } from '../../../api/_app/http/request.ts'
import type { Desk } from '../../../build/desk/desk.ts'
import type { FormValue } from '../../../build/edit/front-matter.ts'
import { readWorkspaces, type WrittenPost, type WrittenWorkspace } from '../../../build/edit/read.ts'
import type { Renaming } from '../../../build/edit/rename.ts'
import { ConfigurationError } from '../../../build/environment/configuration.ts'
import { normalise } from '../../../packages/search/basics/normalise.ts'
import { isObject } from '../../../snapshot/objects.ts'
import { tried } from '../../../snapshot/tried.ts'
import type { Builder } from '../../builder/builder.ts'
import { newPost } from '../../writing/post.ts'
import { requireOwnPage } from '../guard.ts'
import { addMedium, deletePost } from './files.ts'
import { gone, normalised, type PostPlace, readOwn, refused, textIn } from './own-file.ts'
import { Changed, changeSource, requireSame } from './source.ts'

export interface EditOptions {
  content: string
  env: NodeJS.ProcessEnv
  /** Asks the build thread. */
  ask: Builder['ask']
  /** What `galley rename` does; `undefined` if nothing is left to do. */
  rename: (
    found: { workspace: WrittenWorkspace; kind: 'post'; post: WrittenPost },
    from: string,
    to: string,
    content: string,
  ) => Promise<Renaming | undefined>
}

interface EditDesk extends EditOptions {
  /** What the last build came to. */
  desk: () => Desk | undefined
  /** Gets media that a text shows, which may be new to builds: by public name, their paths. */
  onMedia: (media: ReadonlyMap<string, string>) => void
}

type EditRequest = Record<string, unknown> & { workspace: string; file: string }
/** @param tag of the source that was read */
type EditRoute = (given: EditRequest, tag: string) => Promise<Reply> | Reply

/** In bytes, of a request. */
const maxBody = 6 * 1024 * 1024
/** What changes a file that somebody has read. */
const CHANGES = new Set(['source', 'rename', 'delete'])

/** Answers what is below `edit/`. */
export function editRoutes({ content, env, ask, rename, desk, onMedia }: EditDesk) {
  /** Posts that were made here, which no build may have seen yet. */
  const made = new Set<string>()

  /** @throws {HttpError} unless builds know the file */
  function placeOf({ workspace, file }: EditRequest): PostPlace {
    const found = desk()?.workspaces.find((one) => one.folder === workspace)
    if (!found?.files.includes(file) && !made.has(`${workspace}/${file}`)) throw gone(file)
    return { content, workspace, file }
  }

  function workspaceOf({ workspace }: EditRequest): WrittenWorkspace {
    const found = readWorkspaces(content, env).find(({ settings }) => settings.folder === workspace)
    if (!found) throw notFound()
    return found
  }

  /** Of a file that was made; its path as messages show it, or below the workspace's folder. */
  function known({ settings, folder }: WrittenWorkspace, path: string): string {
    const file = path.startsWith(`${folder.displayPath}/`) ? path.slice(folder.displayPath.length + 1) : path
    made.add(`${settings.folder}/${file}`)
    return file
  }

  const reads: Record<string, EditRoute> = {
    source(given) {
      const own = readOwn(placeOf(given))
      return json({ text: normalised(textIn(own, given.file)) }, { ETag: own.tag })
    },
    form: async ({ workspace }) => json(built(await ask({ ask: 'form', about: workspace }))),
  }
  const writes: Record<string, EditRoute> = {
    async preview(given) {
      const about = { ...placeOf(given), text: normalised(textOf(given, 'text')) }
      const { media, ...preview } = built(await ask({ ask: 'preview', about }))
      onMedia(media)
      return json(preview)
    },
    async 'front-matter'(given) {
      const about = { text: normalised(textOf(given, 'text')), changes: fieldsOf(given, 'changes') }
      return json(built(await ask({ ask: 'edits', about })))
    },
    source: (given, tag) => json({}, { ETag: changeSource(placeOf(given), tag, given.edits) }),
    async posts(given) {
      const workspace = workspaceOf(given)
      const fields = fieldsOf({ fields: {}, ...given }, 'fields') as Record<string, FormValue>
      const slugs = ['authors', 'category', 'tags'].map((name) => [name, listIn(given[name], name)])
      const values = { content, ...Object.fromEntries(slugs) }
      const title = textOf(given, 'title').trim()
      if (title === '') throw refused('The title is empty. Write one.')
      const post = await newPost({ values, fields, prompt: nobody, env }, title, workspace)
      return json({ file: known(workspace, post.path), slug: post.slug }, {}, 201)
    },
    async rename(given, tag) {
      const place = placeOf(given)
      const text = textIn(requireSame(place, tag), given.file)
      const workspace = workspaceOf(given)
      const post = workspace.posts.find((one) => one.file.relativePath === given.file)
      if (!post) throw refused('Its front matter cannot be read. Fix that first.')
      if (post.text !== text) throw new Changed(readOwn(place))
      const slug = normalise(textOf(given, 'slug'))
      const found = { workspace, kind: 'post', post } as const
      const { move, changes = 0 } = (await rename(found, post.header.slug, slug, content)) ?? {}
      const file = move ? move.to + given.file.slice(move.from.length) : given.file
      return json({ file: known(workspace, file), slug, links: changes })
    },
    delete(given, tag) {
      const moved = deletePost(placeOf(given), tag)
      const { path = '' } = desk()?.workspaces.find(({ folder }) => folder === given.workspace) ?? {}
      return json({ moved: `${path}/${moved}` })
    },
    media(given) {
      const bytes = Buffer.from(textOf(given, 'data'), 'base64')
      if (bytes.toString('base64') !== given.data) throw wrong('data, in base64')
      const name = addMedium(placeOf(given), textOf(given, 'name'), bytes)
      const path = encodeURIComponent(name).replace(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
      return json({ path }, {}, 201)
    },
  }

  return async (request: AppRequest, name: string): Promise<Reply> => {
    const read = Object.hasOwn(reads, name) ? reads[name] : undefined
    const write = Object.hasOwn(writes, name) ? writes[name] : undefined
    const method = name === 'source' ? 'PUT' : 'POST'
    const query = Object.fromEntries(new URLSearchParams(queryOf(request.target)))
    if (!read && !write) throw notFound()
    if (read && isRead(request)) return read(requestOf(query), '')
    const allowed = [...(read ? ['GET', 'HEAD'] : []), ...(write ? [method] : [])].join(', ')
    if (!write || request.method !== method) throw methodNotAllowed(`This route takes ${allowed}.`, allowed)
    requireOwnPage(request)
    const tag = request.header('if-match')
    if (CHANGES.has(name) && tag === undefined)
      throw new HttpError(428, 'Precondition required', 'Send If-Match with the ETag that was read.')
    const bytes = await request.body!(maxBody)
    const body = tried((): unknown => JSON.parse(bytes.toString()))
    if (!isObject(body)) throw wrong('an object')
    const given = requestOf({ ...query, ...body })
    try {
      return await write(given, tag ?? '')
    } catch (error) {
      if (error instanceof Changed) return changed(error, given.file)
      throw told(error)
    }
  }
}

/** Who cannot be asked for what is missing. */
const nobody = {
  async ask(question: string, otherwise?: string): Promise<string> {
    if (otherwise === undefined) throw new ConfigurationError(question)
    return otherwise
  },
  close: () => {},
}

/** What is ours to fix stays as it is. */
function told(error: unknown): unknown {
  const { message, syscall } = error as NodeJS.ErrnoException
  if (syscall) return refused(`${message}. Nothing was changed.`)
  if (!(error instanceof ConfigurationError)) return error
  return refused(message.replace(/(?:Add|Write another one with) --slug\.$/, 'Write another title.'))
}

/** @throws {HttpError} 400 */
function requestOf(all: Record<string, unknown>): EditRequest {
  const { workspace = '', file = '' } = all
  if (typeof workspace !== 'string' || typeof file !== 'string') throw wrong('workspace and file as texts')
  return { ...all, workspace, file }
}

function textOf(given: Record<string, unknown>, name: string): string {
  const value = given[name]
  if (typeof value === 'string') return value
  throw wrong(`${name}, a text`)
}

/** As flags have it. */
function listIn(value: unknown = [], name: string): string | undefined {
  const items = [value].flat()
  if (items.every((one) => typeof one === 'string')) return items.join() || undefined
  throw wrong(`${name}, a text or a list of texts`)
}

function fieldsOf(given: Record<string, unknown>, name: string): Record<string, FormValue | null> {
  const value = given[name]
  const isValue = (one: unknown) => one === null || [one].flat().every((text) => typeof text === 'string')
  if (isObject(value) && Object.values(value).every(isValue)) return value as Record<string, FormValue | null>
  throw wrong(`${name}, with texts and lists of texts`)
}

function wrong(what: string): HttpError {
  return new HttpError(400, 'Bad request', `The body is JSON with ${what}; send that.`)
}

/** @throws {HttpError} if the build thread has no answer */
function built<T>(answer: T): NonNullable<T> {
  if (answer === null) throw new HttpError(409, 'Superseded', 'A newer text has come; wait for its preview.')
  if (answer !== undefined) return answer as NonNullable<T>
  throw new HttpError(503, 'Not built', 'No build has read this workspace yet; wait for the next one.')
}

function changed({ message, now }: Changed, file: string): Reply {
  const text = normalised(textIn(now, file))
  const words = `${message} Compare it with what you have, and save that again.`
  return json({ error: 'Changed', message: words, text }, { ETag: now.tag }, 412)
}

function json(value: object, headers: Record<string, string> = {}, status = 200): Reply {
  const body = Buffer.from(JSON.stringify(value))
  const own = { 'Content-Length': String(body.length), ...headers }
  return { status, headers: mergeHeaders(jsonContent, own), body: [body] }
}
