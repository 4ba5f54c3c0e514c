// The arguments of a route handler: a request under a workspace while it is being answered.
import type { Lease, Snapshots } from '../../../snapshot/read/snapshots.ts'
import type { Admit } from '../admission/admission.ts'
import type { Exchange, Reply } from '../http/reply.ts'
import type { Turn } from '../turns/turn.ts'
import type { Edition } from './edition.ts'
import type { MatchCache } from './matches.ts'

/** The state that all requests to one app have in common. */
export interface AppState {
  snapshots: Snapshots
  matches: MatchCache
  /** The clock, in ms since the epoch. */
  now: () => number
  /** The tools that agents may call. */
  tools: readonly Tool[]
  /** The time that shared caches may keep replies, in seconds. */
  cdnMaxAge?: number | undefined
}

export interface WorkspaceExchange extends Exchange {
  app: AppState
  /** Keeps the workspace open until the handler has returned; a stream holds it longer. */
  lease: Lease
  edition: Edition
  /** The canonical path, beginning with `/v1/`. */
  path: string
  /** The query string, undecoded, without its `?`. */
  query: string
  /** The slug, id or alias of a single resource; `''` for a list. */
  name: string
  admit: Admit
  turn: Turn
  /** The body, if the route takes one. */
  body?: Buffer | undefined
}

export type RouteHandler = (exchange: WorkspaceExchange) => Reply | Promise<Reply>

/** A tool that agents may call. */
export interface Tool {
  name: string
  title: string
  description: string
  /** Adds to the description what depends on the workspace. */
  about?(edition: Edition): string
  input: ToolInput
  /** A JSON Schema. */
  output: object
  /** Returns what is different in a workspace with collections. @param names of these, and `posts` */
  ofEntries?(names: readonly string[]): Partial<Pick<Tool, 'title' | 'description' | 'input' | 'output'>>
  /** @throws {HttpError} whose message is for the agent */
  // biome-ignore lint/suspicious/noExplicitAny: arguments are as `input` says by then.
  call(exchange: WorkspaceExchange, given: Readonly<Record<string, any>>): Promise<object>
}

/** The parts of a JSON Schema that describe a tool's arguments. */
export interface ToolInput {
  properties: Readonly<Record<string, ToolArgument>>
  required?: readonly string[]
}

export interface ToolArgument {
  type: 'string' | 'integer' | 'array' | 'boolean'
  /** The description, which is also in the answer to a mistake. */
  description: string
  items?: { type: 'string' }
  enum?: readonly string[]
  minimum?: number
  maximum?: number
}
