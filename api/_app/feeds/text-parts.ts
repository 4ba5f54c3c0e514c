// A stored text in parts, so that other requests get their turn while a long one is processed.
import { stringParts } from '../../../snapshot/text/json-parts.ts'
import type { Turn } from '../turns/turn.ts'

/** The text of a JSON string in UTF-8; no part ends within a character. Takes turns. */
export async function* textPartsOf(json: Buffer, turn: Turn): AsyncGenerator<string> {
  for (const part of stringParts(json)) {
    yield part
    await turn()
  }
}
