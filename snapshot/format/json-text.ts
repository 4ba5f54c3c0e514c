// Texts as JSON in UTF-8.
import { ownMemory } from '../../packages/search/basics/lru.ts'

/** With the quotes around it, in memory of its own. */
export function jsonText(text: string): Buffer {
  return ownMemory(Buffer.from(JSON.stringify(text)))
}
