// Lazy values: made on first use.

/** @returns a function that returns the result of `make`, called once; a failure is not cached */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * A pattern that names properties of Unicode, made on first use. As a literal, even in a function that is never called, it would be
 * checked with the module it is in, for which V8 builds its tables: up to a millisecond each.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  return lazy(() => new RegExp(source, flags))
}
