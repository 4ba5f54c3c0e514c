// The desk of `galley dev`: what its page reads, below /docs/desk/local. That is the state of the last build, what is wrong, and
// the API with drafts and scheduled posts. docs/desk.md describes it.
import { join, relative, resolve, sep } from 'node:path'
import { type App, createApp } from '../../api/_app/app.ts'
import { typeOf } from '../../api/_app/http/content-type.ts'
import { failure, HttpError, methodNotAllowed, notFound } from '../../api/_app/http/error.ts'
import { jsonReply, mergeHeaders, type Reply } from '../../api/_app/http/reply.ts'
import { type AppRequest, isRead, pathOf, queryOf } from '../../api/_app/http/request.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import type { Desk } from '../../build/desk/desk.ts'
import type { Notes } from '../../build/desk/notes.ts'
import type { BuildResult } from '../../build/index.ts'
import { bodyOf, openBelow } from '../../server/file.ts'
import { decoded } from '../../snapshot/format/address.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import { type EditOptions, editRoutes } from './edit/edit.ts'
import { editPages, pagesPrefix } from './edit/pages.ts'
import { requireLocal } from './guard.ts'
import { DeskStates } from './state.ts'
import { deskTools } from './tools.ts'

const prefix = '/docs/desk/local/'
/** How long a request for the next build waits: proxies and browsers give up after 30 s or more. */
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
/** Scheduled posts have appeared by then. */
const endOfTime = 8.64e15

/** @param options of which `out` is the folder that has `data` and `public`; with `edit`, the desk writes */
export function openDesk(options: {
  content: string
  out: string
  log: (line: string) => void
  edit?: EditOptions | undefined
}) {
  const { content, out, log } = options
  const media = new Map<string, string>()
  const onMedia = (more: ReadonlyMap<string, string>) => {
    for (const [name, path] of more) media.set(name, path)
  }
  const edit = options.edit && editRoutes({ ...options.edit, desk: () => desk, onMedia })
  const pages = edit && editPages()
  const states = new DeskStates()
  const opened = new Map<string, { snapshots: Snapshots; app: App }>()
  let desk: Desk | undefined

  /** The API on the snapshot that has all posts. */
  function appOn(data: string): App {
    const known = opened.get(data)
    if (known) return known.app
    const snapshots = openSnapshots(join(out, data))
    const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
    const app = createApp({ snapshots, limiter, now: () => endOfTime, log, tools: deskTools(problemsAfter) })
    opened.set(data, { snapshots, app })
    return app
  }

  /** What another build has replaced or removed meanwhile is asked for in vain. */
  function look(data: string): void {
    try {
      opened.get(data)?.snapshots.reload()
    } catch (error) {
      log(`desk: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async function reply(request: AppRequest, path: string): Promise<Reply> {
    const [route = '', name = ''] = path.split('/', 2)
    if (route === 'edit' && edit) return edit(request, path.slice('edit/'.length))
    if (route === 'mcp') return withoutSharing(await agentReply(request))
    if (!isRead(request)) throw methodNotAllowed()
    const seen = new URLSearchParams(queryOf(request.target)).get('after') ?? undefined
    if (path === 'state') return jsonReply(200, JSON.stringify(await stateAfter(seen, request.onDisconnect)))
    if (route === 'notes') return jsonReply(200, notesOf(name))
    if (route === 'media') return medium(name)
    if (route !== 'v1' || desk === undefined) throw notFound()
    const reply = await appOn(desk.data)({ ...request, target: request.target.slice(prefix.length - 1) })
    return withoutSharing(reply)
  }

  async function stateAfter(seen: string | undefined, onDisconnect?: AppRequest['onDisconnect']) {
    if (seen !== undefined && seen === states.current?.build) await states.next(onDisconnect, longestWait)
    return states.current ? { ...states.current, isEditable: edit !== undefined } : null
  }

  async function problemsAfter(seen?: string) {
    const { build = null, isPublished = false, problems = [] } = (await stateAfter(seen)) ?? {}
    const others = desk?.workspaces.flatMap(({ path, notes }) => {
      const { problems }: Notes = JSON.parse(notes)
      return problems.map((problem) => ({ ...problem, file: join(path, problem.file) }))
    })
    return { build, isPublished, problems: [...problems, ...(others ?? [])] }
  }

  /** Agents send no `Origin`, and pages of this machine need none of this. */
  async function agentReply(request: AppRequest): Promise<Reply> {
    if (request.header('origin') !== undefined)
      throw new HttpError(403, 'Forbidden', 'This is for agents, not for pages.')
    const folder = new URLSearchParams(queryOf(request.target)).get('workspace')
    const workspace = desk?.workspaces.find((one) => folder === null || one.folder === folder)
    if (!desk || !workspace) throw notFound()
    return appOn(desk.data)({ ...request, target: `/v1/${encodeURIComponent(workspace.key)}/mcp` })
  }

  function notesOf(name: string) {
    const folder = decoded(name)
    const found = desk?.workspaces.find((workspace) => workspace.folder === folder)
    if (!found) throw notFound()
    return found.notes
  }

  /** From where it is: a build copies only what is published. */
  async function medium(name: string): Promise<Reply> {
    const path = desk?.media.get(decoded(name)) ?? media.get(decoded(name))
    const root = resolve(content)
    const file = path && (await openBelow(root, relative(root, path).split(sep)))
    if (!file) throw notFound()
    const headers = { 'Content-Type': typeOf(path), 'Content-Length': String(file.size), ...imageHeaders }
    return { status: 200, headers, body: await bodyOf(file, { start: 0, end: file.size }) }
  }

  async function answer(request: AppRequest, peer: string | undefined): Promise<Reply> {
    const path = pathOf(request.target).slice(prefix.length)
    const isFramed = path.startsWith('media/') || path.endsWith('/code.css')
    try {
      requireLocal(request, peer, isFramed)
      if (pages && pathOf(request.target).startsWith(pagesPrefix)) return pages(request)
      const { headers, ...rest } = await reply(request, path)
      return { ...rest, headers: mergeHeaders(ownHeaders, headers, isFramed ? framed : {}) }
    } catch (error) {
      return failure(error, mergeHeaders(ownHeaders), log)
    }
  }

  return {
    answer(request: AppRequest, peer: string | undefined) {
      const path = pathOf(request.target)
      const isOwn = path.startsWith(prefix) || (pages && path.startsWith(pagesPrefix))
      return isOwn ? answer(request, peer) : undefined
    },
    /** Shows the result of a build; without one, why there is none. */
    show(result: BuildResult | string) {
      if (typeof result === 'string') return states.fail(result)
      desk = result.desk
      if (desk) look(desk.data)
      states.set(result)
    },
    close() {
      states.release()
      for (const { snapshots } of opened.values()) snapshots.close()
    },
  }
}

/** Of the API's reply, what does not invite other sites, and redirects to where it was asked. */
function withoutSharing(reply: Reply): Reply {
  const { Location: location } = reply.headers
  const isOwn = ([name]: [string, string]) => !/^(?:Access-Control-|(?:Cache-Control|Location)$)/.test(name)
  const own = Object.entries(reply.headers).filter(isOwn)
  const moved = location === undefined ? {} : { Location: prefix.slice(0, -1) + location }
  return { ...reply, headers: mergeHeaders(Object.fromEntries(own), moved) }
}
