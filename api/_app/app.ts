// The app: from a request to a reply. Errors take precedence in the order the contract sets.
// A shortcut is in it: heads that are kept (docs/design/shortcuts.md).
import { Lru } from '../../packages/search/basics/lru.ts'
import type { Current, Lease, Snapshots } from '../../snapshot/read/snapshots.ts'
import { Admission, type Admit } from './admission/admission.ts'
import { acceptsGzip, createEncode, type Encode } from './gzip/bodies.ts'
import { cacheableReply } from './http/cdn.ts'
import * as errors from './http/error.ts'
import * as replies from './http/reply.ts'
import { isStream, type Reply } from './http/reply.ts'
import { type AppRequest, asksForPage, clientId, isRead, pathOf, queryOf } from './http/request.ts'
import { inTurnsOf, withFailuresLogged } from './http/stream.ts'
import { type Limiter, limitHeaders, tooManyRequests } from './limit/decision.ts'
import { type Edition, editionAt } from './listing/edition.ts'
import type { Tool } from './listing/exchange.ts'
import { MatchCache } from './listing/matches.ts'
import { ignoredHeader } from './listing/query.ts'
import { tools as readingTools } from './routes/mcp/tools.ts'
import { type Endpoint, endpointOf, pathTo, type Route, type WorkspaceEndpoint } from './routes/router.ts'
import { isPreview, noDrafts, status, welcome } from './routes/service.ts'
import { postOfLink } from './routes/share-link.ts'
import { TurnScheduler } from './turns/scheduler.ts'
import type { Patience, Scheduler } from './turns/turn.ts'

export interface AppOptions {
  snapshots: Snapshots
  limiter: Limiter
  /** The clock, in ms since the epoch. */
  now: () => number
  /** Takes one line at a time for the operator. */
  log: (line: string) => void
  cache?: replies.BodyCache
  /** Compresses replies; by default, one of its own. */
  encode?: Encode
  /** Decides who may do costly work, and when. */
  admission?: Admission
  /** Decides whose turn it is. */
  scheduler?: Scheduler
  /** The time that shared caches may keep a reply, in seconds; by default, they may not keep it. */
  cdnMaxAge?: number | undefined
  /** Browsers find the desk at `/`, as for `galley dev`; by default, only if the snapshot has drafts. */
  hasDesk?: boolean
  /** The secrets that links to one draft may be signed with; without any, no such link opens. */
  shareSecrets?: readonly string[] | undefined
  /** The tools that agents may call; by default, those that read posts. */
  tools?: readonly Tool[]
  /** Says why the bucket that is followed is not in order, in words that everybody may read; `undefined` if it is in order. */
  bucket?: () => string | undefined
}

export type App = (request: AppRequest) => Promise<Reply>

/** The state that one app keeps between requests. */
interface Context extends AppOptions {
  encode: Encode
  admission: Admission
  scheduler: Scheduler
  matches: MatchCache
  tools: readonly Tool[]
  /** The last reply's head by target: the same request again is a lookup until the edition changes. */
  heads: Lru<replies.ReplyHead>
}

/** The characters of all heads that are kept, the overhead of each, and the longest target that one is kept for. */
const maxHeads = 4 * 2 ** 20
const headOverhead = 600
const maxHeadTarget = 1_024

/** An app never rejects. */
export function createApp(options: AppOptions): App {
  const { encode = createEncode(options.cache), admission = new Admission(), log } = options
  const { scheduler = new TurnScheduler(), tools = readingTools } = options
  const caches = { matches: new MatchCache(), heads: new Lru<replies.ReplyHead>(maxHeads) }
  const context: Context = { ...options, ...caches, encode, admission, scheduler, tools }
  return async (request) => {
    const headers = replies.mergeHeaders(replies.everyReply)
    try {
      const reply = await encode(await answer(context, request, headers), request)
      return isStream(reply.body) ? withFailuresLogged(await admission.begin(reply, request), log) : reply
    } catch (error) {
      return errors.failure(error, headers, log, options.bucket?.())
    }
  }
}

/** @param headers collected along the way; an error reply keeps them */
async function answer(context: Context, request: AppRequest, headers: replies.Headers): Promise<Reply> {
  const { snapshots, limiter, cdnMaxAge } = context
  if (request.target.length > errors.maxTarget) throw errors.uriTooLong()
  const endpoint = endpointOf(pathOf(request.target))
  const isPosted = endpoint.kind === 'workspace' && endpoint.route?.isPosted === true
  if (request.method === 'OPTIONS') return replies.preflight(headers, isPosted)
  const exchange = { request, headers, acceptsGzip: acceptsGzip(request) }
  const folder =
    endpoint.kind === 'workspace' ? currentOf(snapshots, headers).folders.get(endpoint.key) : undefined
  const decision = await count(limiter, endpoint.kind, request, folder)
  if (decision !== null) Object.assign(headers, limitHeaders(decision))
  if (decision?.allowed === false) throw tooManyRequests(decision)
  switch (endpoint.kind) {
    case 'workspace': {
      if (folder === undefined) throw endpoint.isVersioned ? errors.invalidWorkspace() : errors.notFound()
      const own = { request, headers, acceptsGzip: exchange.acceptsGzip, cache: context.cache }
      const reply = await answerWorkspace(context, { endpoint, folder }, own)
      return cdnMaxAge === undefined || isPosted ? reply : cacheableReply(reply, request, cdnMaxAge)
    }
    case 'root':
      return answerRoot(context, exchange)
    case 'status': {
      const value = status(currentOf(snapshots, headers), snapshots.health(), context)
      return answerValue(value, exchange)
    }
    case 'shared': {
      currentOf(snapshots, headers)
      if (!isRead(request)) throw errors.methodNotAllowed()
      const turn = context.scheduler.turnFor(() => clientId(request.address))
      return postOfLink(exchange, context, context.now(), turn)
    }
    default:
      // On a preview, links to drafts lead to the desk.
      throw errors.notFound(
        /^\/docs\/desk\b/.test(request.target) && !isPreview(snapshots) ? noDrafts : undefined,
      )
  }
}

function answerRoot({ hasDesk, snapshots }: Context, exchange: replies.Exchange): Reply | Promise<Reply> {
  const { request, headers } = exchange
  if (!isRead(request) || !asksForPage(request)) return answerValue(welcome, exchange, replies.variesByAccept)
  // A server that shows drafts is opened in a browser to read posts, rather than about the API.
  const page = hasDesk || isPreview(snapshots) ? '/docs/desk/' : '/docs/'
  return replies.redirect(302, page, replies.mergeHeaders(headers, replies.variesByAccept))
}

/** Every reply made from a build with drafts says so, and asks search engines not to index it. */
function currentOf(snapshots: Snapshots, headers: replies.Headers): Current {
  const current = snapshots.current()
  if (current.preview !== null) {
    headers['X-Galley-Preview'] = encodeURI(current.preview)
    Object.assign(headers, replies.noIndex)
  }
  return current
}

/**
 * Counts a request in its endpoint's tier; health checks and static files are not counted.
 * @param folder the workspace's, if there is one
 */
async function count(limiter: Limiter, kind: Endpoint['kind'], { address }: AppRequest, folder?: string) {
  if (kind === 'status' || kind === 'static') return null
  if (folder === undefined) return limiter.check('fallback', clientId(address))
  return limiter.check('workspace', folder, address)
}

const service = { id: 'service', key: 'service' }

/** A resource outside any workspace: its value alone determines its bytes. */
function answerValue(value: object, exchange: replies.Exchange, headers: replies.Headers = {}) {
  if (!isRead(exchange.request)) throw errors.methodNotAllowed()
  const head = replies.headOf(service, JSON.stringify(value), headers)
  return replies.replyWith(exchange, head, () => replies.jsonBody(value))
}

/** A counted request under a known key. */
async function answerWorkspace(
  context: Context,
  { endpoint, folder }: { endpoint: WorkspaceEndpoint; folder: string },
  exchange: replies.Exchange,
): Promise<Reply> {
  const { request, headers } = exchange
  const { route } = endpoint
  if (route === undefined) throw errors.notFound()
  if (route.isPosted && request.method !== 'POST') throw errors.notPosted()
  if (!route.isPosted && !isRead(request)) throw errors.methodNotAllowed()
  const body = route.isPosted && endpoint.isCanonical ? await request.body?.() : undefined
  // It may have to be opened.
  context.scheduler.begin()
  const lease = context.snapshots.lease(
    route.collection === undefined ? folder : collectionIn(context.snapshots, folder, route.collection),
  )
  try {
    const edition = editionAt(lease.workspace, context.now())
    headers['X-Snapshot-Id'] = edition.id
    const known = context.heads.get(request.target)
    if (known?.source === edition.key) {
      const repeated = replies.cachedReply(exchange, known)
      if (repeated) return repeated
    }
    return await answerRoute(context, { endpoint, route }, { lease, edition, body }, exchange)
  } finally {
    lease.release()
  }
}

/** Returns the name of a collection among the workspaces of the snapshot. @throws {HttpError} 404 */
function collectionIn(snapshots: Snapshots, folder: string, collection: string): string {
  const { workspaces } = snapshots.current()
  const name = `${folder}/${collection}`
  if (!workspaces.has(name)) throw errors.noCollection()
  return name
}

async function answerRoute(
  context: Context,
  { endpoint, route }: { endpoint: WorkspaceEndpoint; route: Route },
  { lease, edition, body }: { lease: Lease; edition: Edition; body: Buffer | undefined },
  { request, headers, cache, acceptsGzip }: replies.Exchange,
): Promise<Reply> {
  const { heads, admission, scheduler } = context
  const { name = '' } = route
  const renamed = route.name === undefined ? undefined : route.renamedTo?.(edition, route.name)
  const path = pathTo(endpoint.key, renamed === undefined ? route : { ...route, name: renamed })
  const query = queryOf(request.target)
  if (!endpoint.isCanonical || renamed !== undefined) {
    return replies.redirect(308, query === '' ? path : `${path}?${query}`, headers)
  }
  const patience: Patience = (work) => admission.wait(request, work)
  const turn = scheduler.turnFor(() => clientId(request.address), patience)
  const admit: Admit = (work) => admission.run(request, work, turn)
  // A spread of the exchange that is passed in would cost as much as a page on Node 20.
  const reply = await route.answer({
    ...{ request, headers, cache, acceptsGzip, app: context, lease, edition, admit, turn },
    ...{ path, query, name, body },
  })
  if (isStream(reply.body)) reply.body = inTurnsOf(turn, reply.body)
  if (reply.head && request.target.length <= maxHeadTarget) {
    const ignored = headers[ignoredHeader]
    // Other targets with the same body may have no parameters that are ignored.
    const own = ignored === undefined ? undefined : { [ignoredHeader]: ignored }
    const head = own ? { ...reply.head, headers: Object.assign({}, reply.head.headers, own) } : reply.head
    const { Link = '' } = head.headers
    heads.set(request.target, head, request.target.length + Link.length + headOverhead)
  }
  return reply
}
