// The desk of `galley dev`: what its page reads, below /docs/desk/local. That is the state of the last build, what is wrong, and
// the API with drafts and scheduled posts. docs/desk.md describes it.
import { join, relative, resolve, sep } from 'node:path'
import { failure, HttpError, methodNotAllowed, notFound } from '../../api/_app/http/error.ts'
import { jsonReply, mergeHeaders, type Reply } from '../../api/_app/http/reply.ts'
import { type AppRequest, isRead, pathOf, queryOf } from '../../api/_app/http/request.ts'
import type { Desk } from '../../build/desk/desk.ts'
import type { Notes } from '../../build/desk/notes.ts'
import type { BuildResult } from '../../build/index.ts'
import { bodyOf, openBelow } from '../../server/file.ts'
import type { LocalRoutes } from '../../server/handler.ts'
import { decoded } from '../../snapshot/format/address.ts'
import { typeOf } from '../../snapshot/format/content-type.ts'
import { DeskApps } from './apps.ts'
import { answerEdit } from './edit/edit.ts'
import { editPages, pagesPrefix } from './edit/pages.ts'
import { type EditOptions, EditRoutes } from './edit/routes.ts'
import { requireLocal } from './guard.ts'
import { DeskStates } from './state.ts'
import { deskTools } from './tools.ts'

const prefix = '/docs/desk/local/'
/** The time that a request for the next build waits, in ms: proxies and browsers give up after 30 s or more. */
const longestWait = 25_000

/** The desk's page alone reads these, and keeps nothing of them. */
const ownHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}
/** The frame that shows a post belongs to no site. */
const framed = { 'Cross-Origin-Resource-Policy': 'cross-origin' }
/** Opened by itself, an SVG may not act as one of this page's. */
const imageHeaders = {
  // Named after its bytes.
  'Cache-Control': 'private, max-age=3600, immutable',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
}
interface DeskOptions {
  content: string
  /** The folder that has `data` and `public`. */
  out: string
  log: (line: string) => void
  /** The options for writing; the desk writes only with them. */
  edit?: EditOptions | undefined
}

/** @param path below the prefix, of which `name` is the second part */
type DeskRoute = (request: AppRequest, name: string, path: string) => Promise<Reply> | Reply

export class LocalDesk {
  readonly #options: DeskOptions
  readonly #edit: EditRoutes | undefined
  readonly #pages: ((request: AppRequest) => Reply) | undefined
  readonly #apps: DeskApps
  readonly #states = new DeskStates()
  /** The media of texts that are being written, by public name. */
  readonly #media = new Map<string, string>()
  #desk: Desk | undefined

  /** The routes that are read, by the first part of the path. */
  readonly #reads: Readonly<Record<string, DeskRoute>> = {
    state: (request, _, path) => this.#state(request, path),
    notes: (_, name) => jsonReply(200, this.#notesOf(name)),
    media: (_, name) => this.#medium(name),
    v1: (request) => this.#fromApi(request),
  }

  constructor(options: DeskOptions) {
    const { out, log, edit } = options
    this.#options = options
    this.#apps = new DeskApps({ out, log, tools: deskTools((seen) => this.#problemsAfter(seen)) })
    const onMedia = (more: ReadonlyMap<string, string>) => {
      for (const [name, path] of more) this.#media.set(name, path)
    }
    this.#edit = edit && new EditRoutes({ ...edit, desk: () => this.#desk, onMedia })
    this.#pages = edit && editPages()
  }

  readonly answer: LocalRoutes = (request, peer) => {
    const path = pathOf(request.target)
    const isOwn = path.startsWith(prefix) || (this.#pages && path.startsWith(pagesPrefix))
    return isOwn ? this.#reply(request, peer, path) : undefined
  }

  /** Shows the result of a build; without one, why there is none. */
  show(result: BuildResult | string): void {
    if (typeof result === 'string') {
      this.#states.fail(result)
      return
    }
    this.#desk = result.desk
    if (this.#desk) this.#apps.look(this.#desk.data)
    this.#states.set(result)
  }

  close(): void {
    this.#states.release()
    this.#apps.close()
  }

  async #reply(request: AppRequest, peer: string | undefined, whole: string): Promise<Reply> {
    const path = whole.slice(prefix.length)
    const isFramed = path.startsWith('media/') || path.endsWith('/code.css')
    try {
      requireLocal(request, peer, isFramed)
      if (this.#pages && whole.startsWith(pagesPrefix)) return this.#pages(request)
      const { headers, ...rest } = await this.#routed(request, path)
      return { ...rest, headers: mergeHeaders(ownHeaders, headers, isFramed ? framed : {}) }
    } catch (error) {
      return failure(error, mergeHeaders(ownHeaders), this.#options.log)
    }
  }

  async #routed(request: AppRequest, path: string): Promise<Reply> {
    const [route = '', name = ''] = path.split('/', 2)
    const { edit } = this.#options
    if (route === 'edit' && this.#edit && edit)
      return answerEdit(this.#edit, edit.token, request, path.slice('edit/'.length))
    if (route === 'mcp') return withoutSharing(await this.#agentReply(request))
    if (!isRead(request)) throw methodNotAllowed()
    const read = Object.hasOwn(this.#reads, route) ? this.#reads[route] : undefined
    if (!read) throw notFound()
    return read(request, name, path)
  }

  async #state(request: AppRequest, path: string): Promise<Reply> {
    if (path !== 'state') throw notFound()
    const seen = new URLSearchParams(queryOf(request.target)).get('after') ?? undefined
    return jsonReply(200, JSON.stringify(await this.#stateAfter(seen, request.onDisconnect)))
  }

  async #stateAfter(seen: string | undefined, onDisconnect?: AppRequest['onDisconnect']) {
    const states = this.#states
    if (seen !== undefined && seen === states.current?.build) await states.next(onDisconnect, longestWait)
    return states.current ? { ...states.current, isEditable: this.#edit !== undefined } : null
  }

  async #problemsAfter(seen?: string) {
    const { build = null, isPublished = false, problems = [] } = (await this.#stateAfter(seen)) ?? {}
    const others = this.#desk?.workspaces.flatMap(({ path, notes }) => {
      const { problems }: Notes = JSON.parse(notes)
      return problems.map((problem) => ({ ...problem, file: join(path, problem.file) }))
    })
    return { build, isPublished, problems: [...problems, ...(others ?? [])] }
  }

  #notesOf(name: string): string {
    const folder = decoded(name)
    const found = this.#desk?.workspaces.find((workspace) => workspace.folder === folder)
    if (!found) throw notFound()
    return found.notes
  }

  /** Replies with a file from where it is: a build copies only what is published. */
  async #medium(name: string): Promise<Reply> {
    const path = this.#desk?.media.get(decoded(name)) ?? this.#media.get(decoded(name))
    const root = resolve(this.#options.content)
    const file = path && (await openBelow(root, relative(root, path).split(sep)))
    if (!file) throw notFound()
    const headers = { 'Content-Type': typeOf(path), 'Content-Length': String(file.size), ...imageHeaders }
    return { status: 200, headers, body: await bodyOf(file, { start: 0, end: file.size }) }
  }

  async #fromApi(request: AppRequest): Promise<Reply> {
    if (!this.#desk) throw notFound()
    const target = request.target.slice(prefix.length - 1)
    return withoutSharing(await this.#apps.on(this.#desk.data)({ ...request, target }))
  }

  /** Agents send no `Origin`, and pages of this machine need no access for agents. */
  async #agentReply(request: AppRequest): Promise<Reply> {
    if (request.header('origin') !== undefined)
      throw new HttpError(403, 'Forbidden', 'This is for agents, not for pages.')
    const folder = new URLSearchParams(queryOf(request.target)).get('workspace')
    const workspace = this.#desk?.workspaces.find((one) => folder === null || one.folder === folder)
    if (!this.#desk || !workspace) throw notFound()
    const target = `/v1/${encodeURIComponent(workspace.key)}/mcp`
    return this.#apps.on(this.#desk.data)({ ...request, target })
  }
}

/** Returns the part of the API's reply that does not invite other sites, and redirects to where it was asked. */
function withoutSharing(reply: Reply): Reply {
  const { Location: location } = reply.headers
  const isOwn = ([name]: [string, string]) => !/^(?:Access-Control-|(?:Cache-Control|Location)$)/.test(name)
  const own = Object.entries(reply.headers).filter(isOwn)
  const moved = location === undefined ? {} : { Location: prefix.slice(0, -1) + location }
  return { ...reply, headers: mergeHeaders(Object.fromEntries(own), moved) }
}
