// Paths as messages show them: with `/` on every system.
import { sep } from 'node:path'

/** A folder as its user named it. */
export function displayPathOf(path: string, separator: string = sep): string {
  return path.split(separator).join('/').replace(/\/+$/, '')
}
