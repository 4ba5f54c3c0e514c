// What the page of `galley dev --edit` asks while somebody writes, and what it has written: docs/desk.md describes it.
import type * as zod from 'zod'
import { HttpError, methodNotAllowed, notFound } from '../../../api/_app/http/error.ts'
import { jsonReply, type Reply } from '../../../api/_app/http/reply.ts'
import { type AppRequest, isRead, queryOf } from '../../../api/_app/http/request.ts'
import type { Desk } from '../../../build/desk/desk.ts'
import { readWorkspaces, type WrittenPost, type WrittenWorkspace } from '../../../build/edit/read.ts'
import type { Renaming } from '../../../build/edit/rename.ts'
import { ConfigurationError } from '../../../build/environment/configuration.ts'
import { z } from '../../../build/schema/values.ts'
import { normalise } from '../../../packages/search/basics/normalise.ts'
import { isObject } from '../../../snapshot/objects.ts'
import { tried } from '../../../snapshot/tried.ts'
import type { Builder } from '../../builder/builder.ts'
import { newPost } from '../../writing/post.ts'
import { requireOwnPage, requireToken } from '../guard.ts'
import { addMedium, deletePost } from './files.ts'
import { gone, normalised, type PostPlace, readOwn, refused, textIn } from './own-file.ts'
import { Changed, changeSource, requireSame } from './source.ts'

export interface EditOptions {
  content: string
  env: NodeJS.ProcessEnv
  /** The token that each request has to have. */
  token: string
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

/** In bytes, of a request. */
const maxBody = 6 * 1024 * 1024
/** What changes a file that somebody has read. */
const CHANGES = new Set(['source', 'rename', 'delete'])
const OBJECT = 'Send a JSON object.'

type GivenPlace = Omit<PostPlace, 'content'>
/** @param tag of the source that was read @throws {HttpError} 400 unless it is given what it takes */
type EditRoute = (given: object, tag: string) => Promise<Reply> | Reply

const text = z.string('Send a text.')
const source = text.transform(normalised)
const texts = z.union([text, z.array(text)], 'Send a text or a list of texts.')
/** As flags have it. */
const list = texts.optional().transform((value = []) => [value].flat().join() || undefined)
const offset = z.int('Send a whole number.')
const edits = z.array(z.object({ from: offset, to: offset, text: source }, OBJECT), 'Send a list of edits.')
const NEW_POST = {
  title: text.trim(),
  fields: z.record(text, texts, OBJECT).default({}),
  ...{ authors: list, category: list, tags: list },
}
const base64 = text.refine((one) => Buffer.from(one, 'base64').toString('base64') === one, 'Send base64.')

/** @param shape of what it takes besides a place */
function route<T extends zod.ZodRawShape>(
  shape: T,
  reply: (given: zod.output<zod.ZodObject<T>> & GivenPlace, tag: string) => Promise<Reply> | Reply,
): EditRoute {
  const schema = z.object({ workspace: text.default(''), file: text.default(''), ...shape })
  return (given, tag) => {
    const { data, error } = schema.safeParse(given)
    const [issue] = error?.issues ?? []
    if (issue) throw wrong(issue.path.join('.'), issue.message)
    return reply(data as Parameters<typeof reply>[0], tag)
  }
}

/** Answers what is below `edit/`. */
export function editRoutes({ content, env, token, ask, rename, desk, onMedia }: EditDesk) {
  /** Posts that were made here, which no build may have seen yet. */
  const made = new Set<string>()

  /** @throws {HttpError} unless builds know the file */
  function placeOf({ workspace, file }: GivenPlace): PostPlace {
    const found = desk()?.workspaces.find((one) => one.folder === workspace)
    if (!found?.files.includes(file) && !made.has(`${workspace}/${file}`)) throw gone(file)
    return { content, workspace, file }
  }

  function workspaceOf({ workspace }: GivenPlace): WrittenWorkspace {
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
    source: route({}, (given) => {
      const own = readOwn(placeOf(given))
      return jsonReply(200, { text: normalised(textIn(own, given.file)) }, { ETag: own.tag })
    }),
    form: route({}, async ({ workspace }) =>
      jsonReply(200, built(await ask({ ask: 'form', about: workspace }))),
    ),
  }
  const writes: Record<string, EditRoute> = {
    preview: route({ text: source }, async (given) => {
      const about = { ...placeOf(given), text: given.text }
      const { media, ...preview } = built(await ask({ ask: 'preview', about }))
      onMedia(media)
      return jsonReply(200, preview)
    }),
    'front-matter': route(
      { text: source, changes: z.record(text, texts.nullable(), OBJECT) },
      async (about) => jsonReply(200, built(await ask({ ask: 'edits', about }))),
    ),
    source: route({ edits }, (given, tag) =>
      jsonReply(200, {}, { ETag: changeSource(placeOf(given), tag, given.edits) }),
    ),
    posts: route(NEW_POST, async ({ fields, title, authors, category, tags, ...given }) => {
      const workspace = workspaceOf(given)
      if (title === '') throw refused('The title is empty. Write one.')
      const values = { content, authors, category, tags }
      const post = await newPost({ values, fields, prompt: nobody, env }, title, workspace)
      return jsonReply(201, { file: known(workspace, post.path), slug: post.slug })
    }),
    rename: route({ slug: text.transform((slug) => normalise(slug)) }, async ({ slug, ...given }, tag) => {
      const place = placeOf(given)
      const text = textIn(requireSame(place, tag), given.file)
      const workspace = workspaceOf(given)
      const post = workspace.posts.find((one) => one.file.relativePath === given.file)
      if (!post) throw refused('Its front matter cannot be read. Fix that first.')
      if (post.text !== text) throw new Changed(place)
      const found = { workspace, kind: 'post', post } as const
      const { move, changes = 0 } = (await rename(found, post.header.slug, slug, content)) ?? {}
      const file = move ? move.to + given.file.slice(move.from.length) : given.file
      return jsonReply(200, { file: known(workspace, file), slug, links: changes })
    }),
    delete: route({}, (given, tag) => {
      const moved = deletePost(placeOf(given), tag)
      const { path = '' } = desk()?.workspaces.find(({ folder }) => folder === given.workspace) ?? {}
      return jsonReply(200, { moved: `${path}/${moved}` })
    }),
    media: route({ name: text, data: base64 }, (given) => {
      const name = addMedium(placeOf(given), given.name, Buffer.from(given.data, 'base64'))
      const path = encodeURIComponent(name).replace(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
      return jsonReply(201, { path })
    }),
  }

  return async (request: AppRequest, name: string): Promise<Reply> => {
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
      throw told(error)
    }
  }
}

async function bodyOf(request: AppRequest): Promise<Record<string, unknown>> {
  const bytes = await request.body!(maxBody)
  const body = tried((): unknown => JSON.parse(bytes.toString()))
  if (!isObject(body)) throw wrong('The body', OBJECT)
  return body
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

function wrong(what: string, instead: string): HttpError {
  return new HttpError(400, 'Bad request', `${what} is not what this route takes. ${instead}`)
}

/** @throws {HttpError} if the build thread has no answer */
function built<T>(answer: T): NonNullable<T> {
  if (answer === null) throw new HttpError(409, 'Superseded', 'A newer text has come; wait for its preview.')
  if (answer !== undefined) return answer as NonNullable<T>
  throw new HttpError(503, 'Not built', 'No build has read this workspace yet; wait for the next one.')
}

function changed({ message, place }: Changed): Reply {
  const now = readOwn(place)
  const words = `${message} Compare it with what you have, and save that again.`
  const text = normalised(textIn(now, place.file))
  return jsonReply(412, { error: 'Changed', message: words, text }, { ETag: now.tag })
}
