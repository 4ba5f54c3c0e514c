// Values that are made when they are first asked for.

/** @returns what `make` gives, made once; a failure is not kept */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
