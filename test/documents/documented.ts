// What a document shows of a reply.

/**
 * The reply as the document would show it: if the document cuts a string with an ellipsis, so is the reply, and any
 * hash matches any other, since every change to the content changes it.
 */
export function asDocumented(reply: unknown, documented: unknown): unknown {
  if (typeof reply === 'string' && typeof documented === 'string') return textAsDocumented(reply, documented)
  if (Array.isArray(reply) && Array.isArray(documented))
    return reply.map((item, index) => asDocumented(item, documented[index]))
  if (isObject(reply) && isObject(documented)) {
    return Object.fromEntries(
      Object.entries(reply).map(([key, value]) => [key, asDocumented(value, documented[key])]),
    )
  }
  return reply
}

function textAsDocumented(reply: string, documented: string): string {
  const start = documented.slice(0, -1)
  if (documented.endsWith('…') && reply.startsWith(start)) return documented
  return HASH.test(reply) && HASH.test(documented) ? documented : reply
}

const HASH = /^[0-9a-f]{32}(\.\d+)?$/

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
