// What a document shows of a reply.

/**
 * The reply as the document would show it: where the document cuts a string with an ellipsis, the reply is cut, too, and a
 * hash counts for any other, since every change of the content changes it.
 */
export function asShown(reply: unknown, shown: unknown): unknown {
  if (typeof reply === 'string' && typeof shown === 'string') return textAsShown(reply, shown)
  if (Array.isArray(reply) && Array.isArray(shown))
    return reply.map((item, index) => asShown(item, shown[index]))
  if (isObject(reply) && isObject(shown)) {
    return Object.fromEntries(Object.entries(reply).map(([key, value]) => [key, asShown(value, shown[key])]))
  }
  return reply
}

function textAsShown(reply: string, shown: string): string {
  const start = shown.slice(0, -1)
  if (shown.endsWith('…') && reply.startsWith(start)) return shown
  return HASH.test(reply) && HASH.test(shown) ? shown : reply
}

const HASH = /^[0-9a-f]{32}(\.\d+)?$/

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
