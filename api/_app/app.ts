// The app: from a request to a reply, in the order in which the contract lets errors win.
import type { Snapshots } from '../../snapshot/snapshots.ts'
import { Admission } from './admission/admission.ts'
import { type BodyCache, contentReply, fixedOf } from './http/content.ts'
import * as errors from './http/error.ts'
import { failure } from './http/failure.ts'
import { everyReply, joined, keptFromRobots, preflight } from './http/headers.ts'
import { jsonBody, type Reply } from './http/reply.ts'
import { type AppRequest, pathOf } from './http/request.ts'
import { logged } from './http/stream.ts'
import { clientId } from './limit/address.ts'
import { limitHeaders, tooManyRequests } from './limit/headers.ts'
import type { Limiter } from './limit/limiter.ts'
import { MatchCache } from './listing/matches.ts'
import { locate, type Place } from './routes/locate.ts'
import { Recall } from './routes/recall.ts'
import { status, welcome } from './routes/service.ts'
import { answerWorkspace } from './routes/workspace.ts'

export interface AppOptions {
  snapshots: Snapshots
  limiter: Limiter
  /** The clock, in ms since the epoch. */
  now: () => number
  /** Told in one line what an operator should know. */
  log: (line: string) => void
  cache?: BodyCache
  /** The same content as the client takes it. */
  encode?: (reply: Reply, request: AppRequest) => Promise<Reply>
  /** Who may do dear work, and when. */
  admission?: Admission
}

export type App = (request: AppRequest) => Promise<Reply>

/** What one app keeps between requests. */
interface Context extends AppOptions {
  matches: MatchCache
  recall: Recall
  admission: Admission
}

type Headers = Record<string, string>

/** Path and query, in bytes (a normalised target is ASCII). */
const maxTarget = 8_192

/** An app never rejects. */
export function createApp(options: AppOptions): App {
  const { encode = same, admission = new Admission(), log } = options
  const context = { ...options, admission, matches: new MatchCache(), recall: new Recall() }
  return async (request) => {
    const headers = joined(everyReply)
    try {
      const reply = await encode(await answer(context, request, headers), request)
      return logged(await admission.begin(reply, request), log)
    } catch (error) {
      return failure(error, headers, log)
    }
  }
}

const same = async (reply: Reply) => reply

/** @param headers collected on the way; an error keeps them */
async function answer(context: Context, request: AppRequest, headers: Headers): Promise<Reply> {
  const { snapshots, limiter } = context
  if (request.target.length > maxTarget) throw errors.uriTooLong(maxTarget)
  if (request.method === 'OPTIONS') return preflight(headers)
  const place = locate(pathOf(request.target), () => currentOf(snapshots, headers))
  await count(context, place, request, headers)
  switch (place.kind) {
    case 'workspace':
      return answerWorkspace(context, place, request, headers)
    case 'invalid-workspace':
      throw errors.invalidWorkspace()
    case 'root':
      return answerValue(welcome(), request, headers)
    case 'status':
      return answerValue(status(currentOf(snapshots, headers), snapshots.health(), limiter), request, headers)
    default:
      throw errors.notFound()
  }
}

/** A build with drafts says so on every reply made from it, and is for no search engine. */
function currentOf(snapshots: Snapshots, headers: Headers) {
  const current = snapshots.current()
  if (current.preview !== null) {
    headers['X-Galley-Preview'] = encodeURI(current.preview)
    Object.assign(headers, keptFromRobots)
  }
  return current
}

/** Spends one request of the tier the place falls under; health checks and static files spend none. */
async function count(
  { limiter }: Context,
  place: Place,
  request: AppRequest,
  headers: Headers,
): Promise<void> {
  if (place.kind === 'status' || place.kind === 'static') return
  const decision =
    place.kind === 'workspace'
      ? await limiter.check('workspace', place.folder, request.address)
      : await limiter.check('fallback', clientId(request.address))
  if (decision === null) return
  Object.assign(headers, limitHeaders(decision))
  if (!decision.allowed) throw tooManyRequests(decision)
}

const service = { id: 'service', key: 'service' }

/** A resource that belongs to no workspace: its value is all that determines its bytes. */
function answerValue(value: object, request: AppRequest, headers: Headers): Promise<Reply> {
  errors.requireRead(request.method)
  const content = { identity: JSON.stringify(value), headers: {}, body: () => jsonBody(value) }
  return contentReply(content, fixedOf(content, service), request, headers, {
    hold: () => () => {},
    admit: (make) => make(),
  })
}
