// A post's text, made from its HTML: in parts, since a post may have megabytes and other requests are waiting.
import { jsonTextParts } from '../../../snapshot/text/html-text.ts'
import type { Turn } from '../turns/turn.ts'

const quote = Buffer.from('"')

/**
 * @param html a JSON string in UTF-8
 * @returns another JSON string, in pieces
 */
export async function textJson(html: Uint8Array, turn: Turn): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [quote]
  for (const part of jsonTextParts(html)) {
    pieces.push(part)
    await turn()
  }
  return [...pieces, quote]
}
