// What a document shows of a reply.

/**
 * The reply as the document would show it: if the document cuts a string with an ellipsis, so is the reply, and any
 * hash matches any other, since every change to the content changes it.
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
