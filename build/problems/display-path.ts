// Paths as messages show them: with `/` on every platform.
import { sep } from 'node:path'

/** A folder as the user named it, without a slash at the end. */
export function displayPathOf(path: string, separator: string = sep): string {
  return path.split(separator).join('/').replace(/\/+$/, '')
}

/** Tells whether a path is that of a file, or in a folder. */
export function isIn(path: string, within: string): boolean {
  return path === within || path.startsWith(`${within}/`)
}
