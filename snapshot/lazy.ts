// Lazy values: made on first use.

/** @returns a function that returns the result of `make`, called once; a failure is not cached */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
