// Lazy values: made on first use.

/** @returns a function that returns the result of `make`, called once; a failure is not cached */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** @returns a function that keeps the result for what it was last called with: it may be asked for several times in a row */
export function forLatest<K, T>(make: (key: K) => T): (key: K) => T {
  let latest: { key: K; made: T } | undefined
  return (key) => {
    if (!latest || latest.key !== key) latest = { key, made: make(key) }
    return latest.made
  }
}

/**
 * A pattern that names properties of Unicode, made on first use. As a literal, even in a function that is never called, it would be
 * checked with the module it is in, for which V8 builds its tables: up to a millisecond each.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  return lazy(() => new RegExp(source, flags))
}
