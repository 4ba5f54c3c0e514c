// Addresses of routes: those of the API, and those of this page, where a route is named after the `#`.

/** @typedef {import('./openapi.js').Api} Api */
/** @typedef {import('./openapi.js').Operation} Operation */

/**
 * Returns the address on this page.
 * @param {Operation} operation
 */
export function addressOf({ id }) {
  return `#${encodeURIComponent(id)}`
}

/**
 * @param {Api} api
 * @param {string} hash as in `location`
 */
export function operationNamed({ operations }, hash) {
  const name = decoded(hash.slice(1))
  return operations.find(({ ids }) => ids.includes(name))
}

/**
 * The route that an address belongs to, with the values that its path has.
 * @param {Api} api
 * @param {URL} url
 * @param {Operation} first of several that match, this one
 * @returns {{ operation: Operation, values: Map<string, string> } | undefined}
 */
export function operationAt(api, url, first) {
  const path = new URL(api.base).pathname.replace(/\/$/, '')
  if (url.origin !== new URL(api.base).origin || !url.pathname.startsWith(path)) return undefined
  const rest = url.pathname.slice(path.length)
  const byParameters = [...api.operations].sort((a, b) => namesIn(a.path).length - namesIn(b.path).length)
  for (const operation of [first, ...byParameters]) {
    const found = patternOf(operation.path).exec(rest)
    if (found === null) continue
    const values = found.slice(1).map(decoded)
    return { operation, values: new Map(namesIn(operation.path).map((name, i) => [name, values[i] ?? ''])) }
  }
  return undefined
}

/** @param {string} path */
function namesIn(path) {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
}

/** @param {string} path */
function patternOf(path) {
  const parts = path.split(/\{[^}]+\}/).map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('([^/]+)')}$`)
}

/**
 * Decodes text; what is not percent-encoded correctly stays as it is.
 * @param {string} text
 */
export function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
