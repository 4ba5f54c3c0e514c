// The reply to a message of the Model Context Protocol: JSON in one piece, or around the text of a post.
import type { Lease } from '../../../../snapshot/read/snapshots.ts'
import type { PostNumber } from '../../../../snapshot/types.ts'
import { jsonContent, jsonReply, mergeHeaders, type Reply, usuallyHeld } from '../../http/reply.ts'
import type { Edition } from '../../listing/edition.ts'
import type { WorkspaceExchange } from '../../listing/exchange.ts'
import { streamBytes } from '../../turns/turn.ts'
import { maxPiecesBytes } from '../page.ts'

/** The post whose markdown is the last text of a result: it is no part of the JSON, and sent as it is stored. */
export const textOf = Symbol('text')

export type Result = object & { readonly [textOf]?: StoredText }

interface StoredText {
  post: PostNumber
  edition: Edition
  /** Released when the reply has been made. */
  lease: Lease
}

const own = { 'Cache-Control': 'no-store' }

/** @param answer its result or its error; without one, the reply has no body */
export function replyOf({ headers }: WorkspaceExchange, status: number, answer?: object): Reply {
  if (answer) return jsonReply(status, { jsonrpc: '2.0', ...answer }, headers, own)
  return { status, headers: mergeHeaders(headers, own, { 'Content-Length': '0' }), body: [] }
}

const end = Buffer.from('}]}}')

/**
 * Replies with a result that ends with a text. If that is long, it is a stream, as the post itself is.
 * @param result whose last property is a list, of which the last item gets the `text`
 */
export async function replyWithText(
  { headers, turn }: WorkspaceExchange,
  { id, result, text }: { id: string | number; result: Result; text: StoredText },
): Promise<Reply> {
  const { post, edition, lease } = text
  const message = JSON.stringify({ jsonrpc: '2.0', id, result })
  const beginning = Buffer.from(`${message.slice(0, -end.length)},"text":`)
  const bytes = edition.markdown.length(post)
  const isLong = bytes > maxPiecesBytes
  const pieces = async () => {
    const [markdown] = await edition.markdown.read([post])
    return [beginning, markdown!, end]
  }
  async function* chunks() {
    yield* await pieces()
  }
  await turn.expect(isLong ? streamBytes : bytes)
  const length = { 'Content-Length': String(beginning.length + bytes + end.length) }
  const body = isLong
    ? { chunks, close: lease.release, holds: usuallyHeld }
    : await pieces().finally(lease.release)
  return { status: 200, headers: mergeHeaders(headers, jsonContent, own, length), body }
}
