// Reads JSON, which is YAML as well: only where something is, and what is wrong, is asked of the parser for that, which is slow.
import { lazy } from '../../packages/search/basics/lazy.ts'
import { WHOLE_FILE } from '../problems/location.ts'
import type { Data } from './yaml/positions.ts'

/**
 * Returns data as YAML would give it, whose scalars are texts; `undefined` if it is no JSON, or has a key twice.
 * @param located parses the same as YAML
 */
export function jsonOf(text: string, located: () => Data | undefined): Data | undefined {
  let keys = 0
  const reviver = function (this: unknown, key: string, value: unknown) {
    if (key !== '' && !Array.isArray(this)) keys++
    return value === null || typeof value === 'object' ? (value ?? undefined) : String(value)
  }
  try {
    const value: unknown = JSON.parse(text, reviver)
    const written = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon)
    if (written.length !== keys) return undefined
    const places = lazy(() => ({ data: located() }))
    return {
      name: 'The file',
      value,
      locationOf: (path) => places().data?.locationOf(path) ?? WHOLE_FILE,
      keyLocationOf: (path) => places().data?.keyLocationOf(path) ?? WHOLE_FILE,
    }
  } catch {
    return undefined
  }
}
