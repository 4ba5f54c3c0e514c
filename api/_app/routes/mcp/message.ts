// Messages of the Model Context Protocol on one HTTP request: https://modelcontextprotocol.io/specification/2026-07-28. Since that revision,
// every request says by itself which one it uses; clients of earlier ones begin with `initialize`, which leaves no trace here.
import { isObject } from '../../../../snapshot/objects.ts'
import { tried } from '../../../../snapshot/tried.ts'
import type { AppRequest } from '../../http/request.ts'

/** The newest first; all but the first have `initialize`. */
export const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const
const [modern, latestEarlier] = revisions

export interface McpMessage {
  /** `undefined` for a notification, which has no answer. */
  id: string | number | undefined
  method: string
  params: Readonly<Record<string, unknown>>
}

const codes = {
  unreadable: -32700,
  'no request': -32600,
  'no such method': -32601,
  'bad parameters': -32602,
  'header mismatch': -32020,
  'unsupported revision': -32022,
} as const

/** A mistake in a message. */
export class ProtocolError extends Error {
  readonly body: { code: number; message: string; data?: object }
  /** The status of the reply. */
  readonly status: number

  constructor(kind: keyof typeof codes, message: string, status = 200, data?: object) {
    super(message)
    this.body = { code: codes[kind], message, ...(data && { data }) }
    this.status = status
  }
}

/** @throws {ProtocolError} if no request can be read, which has no id then */
export function readMessage(body: Buffer): McpMessage | 'response' {
  const message: unknown = tried(() => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)))
  if (message === undefined) throw new ProtocolError('unreadable', 'The body is not JSON in UTF-8.')
  const { jsonrpc, id, method, ...given } = isObject(message) ? message : {}
  const isId = id === undefined || typeof id === 'string' || Number.isSafeInteger(id)
  // Many clients write `null` for what they leave out.
  const params = given.params ?? {}
  if (jsonrpc === '2.0' && isId && isObject(params)) {
    if (typeof method === 'string') return { id: id as McpMessage['id'], method, params }
    if (method === undefined && isObject(message) && ('result' in message || 'error' in message))
      return 'response'
  }
  const parts = 'jsonrpc "2.0", id (text or a whole number), method (text) and params (an object)'
  throw new ProtocolError('no request', `Send one JSON-RPC request, and no batch: an object with ${parts}.`)
}

/**
 * Finds out whether a request uses the revision of 2026, whose headers repeat what is in the body. Without them it is one of March 2025,
 * and `initialize` is one of those that have it: what its header names is not agreed on yet.
 * @throws {ProtocolError} with the status that this revision sets
 */
export function isModern({ method, params }: McpMessage, { header }: AppRequest): boolean {
  const meta = isObject(params._meta) ? params._meta : {}
  const inHeader = header('mcp-protocol-version')?.trim()
  const inBody = meta['io.modelcontextprotocol/protocolVersion'] ?? undefined
  if (method === 'initialize' && inBody === undefined) return false
  if (inBody !== undefined && typeof inBody !== 'string')
    throw new ProtocolError('bad parameters', 'The protocolVersion in params._meta is text.', 400)
  const requested = inBody ?? inHeader ?? '2025-03-26'
  if (!isRevision(requested)) {
    const data = { supported: revisions, requested: requested.slice(0, 100) }
    throw new ProtocolError('unsupported revision', 'Unsupported protocol version', 400, data)
  }
  if (requested !== modern) return false
  if (inBody === undefined || !isObject(meta['io.modelcontextprotocol/clientCapabilities'])) {
    const message = `A request of ${modern} has io.modelcontextprotocol/protocolVersion and …/clientCapabilities in params._meta.`
    throw new ProtocolError('bad parameters', message, 400)
  }
  const named = { 'tools/call': params.name, 'resources/read': params.uri }[method]
  require('MCP-Protocol-Version', inHeader, inBody)
  require('Mcp-Method', header('mcp-method')?.trim(), method)
  if (named !== undefined) require('Mcp-Name', decoded(header('mcp-name')?.trim()), named)
  return true
}

function isRevision(text: unknown): text is (typeof revisions)[number] {
  return revisions.includes(text as (typeof revisions)[number])
}

function require(name: string, inHeader: string | undefined, inBody: unknown): void {
  if (inHeader === inBody) return
  const message = `The header ${name} must be there, and the same as in the body.`
  throw new ProtocolError('header mismatch', message, 400)
}

/** Decodes text in the form that headers have for text that is not plain. */
function decoded(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value ?? '')?.[1]
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString()
}

/** @returns the revision to go on with */
export function agreed(requested: unknown): string {
  return isRevision(requested) && requested !== modern ? requested : latestEarlier
}
