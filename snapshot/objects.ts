// Objects as JSON calls them, or mappings as YAML does.

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns JSON with what JSON leaves out: sets, and `undefined`. It is equal for equal plain data, unlike V8's own format. */
export function wholeJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => {
    if (one instanceof Set) return { set: [...one] }
    return one === undefined ? { undefined: true } : one
  })
}
