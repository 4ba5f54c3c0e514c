// A body made of text: in one piece, or as a stream if it is too large to hold in memory.

import { stringParts } from '../../../snapshot/text/json-parts.ts'
import { type Body, cachedBody, type ReplyHead, usuallyHeld } from '../http/reply.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { streamBytes, type Turn } from '../turns/turn.ts'

/** The bound on stored bytes: escaped, `&` takes five times as many. Vercel refuses bodies over 4.5 MB that are not streamed. */
const usualMost = 800_000
/** The bytes above which a text is costly. */
export const maxTextBytes = 256 * 1024
/** A stream is passed on in pieces of about this many characters. */
const chunkLength = 65_536

interface TextSource {
  /** The number of bytes that are read for it. */
  bytes: number
  /** Yields the text in parts, none of which ends within a character; the same each time. Takes turns. */
  text(): AsyncGenerator<string>
  /** The number of bytes above which the body is a stream. */
  maxPiecesBytes?: number
  /** True if the text is not costly, however long. */
  isCheap?: boolean
}

export async function textBody(
  { lease, admit, turn, cache }: WorkspaceExchange,
  head: ReplyHead,
  { bytes, text, maxPiecesBytes = usualMost, isCheap = false }: TextSource,
): Promise<Body> {
  const chunks = () => inChunks(text())
  await turn.expect(bytes > maxPiecesBytes ? streamBytes : bytes)
  if (bytes > maxPiecesBytes) {
    const admission = isCheap ? { holds: usuallyHeld } : { isCostly: true }
    return { chunks, close: lease.clone().release, ...admission }
  }
  const make = async (): Promise<Body> => {
    const body: Uint8Array[] = []
    for await (const chunk of chunks()) body.push(chunk)
    return body
  }
  // While this request waited to be admitted, another one may have made the body.
  return bytes > maxTextBytes && !isCheap ? admit(async () => cachedBody(cache, head) ?? make()) : make()
}

/** The text of a JSON string in UTF-8, so that others get their turn; no part ends within a character. */
export async function* textPartsOf(json: Buffer, turn: Turn): AsyncGenerator<string> {
  for (const part of stringParts(json)) {
    yield part
    await turn()
  }
}

async function* inChunks(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let waiting = ''
  for await (const part of text) {
    waiting += part
    if (waiting.length < chunkLength) continue
    yield Buffer.from(waiting)
    waiting = ''
  }
  if (waiting !== '') yield Buffer.from(waiting)
}
