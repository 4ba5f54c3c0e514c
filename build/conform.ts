// A schema held against parsed YAML: what fits, and a problem at its place for each thing that does not.
import type * as z from 'zod'
import type { Data, Path } from './data.ts'
import { type Issue, misspeltIn, nameOf, problemsOf } from './issue.ts'
import type { Problem } from './problem.ts'

/**
 * What of `data` is as `schema` has it. What has a problem is left out, and nothing else, so that later stages can still
 * look at the rest. `synonyms` are names that other tools give our keys.
 */
export function conform<S extends z.ZodObject>(
  schema: S,
  data: Data,
  file: string,
  problems: Problem[],
  synonyms: Record<string, string> = {},
): Partial<z.output<S>> {
  const value = data.value ?? {}
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { issues } = result.error
  const misspelt = misspeltIn(issues, synonyms)
  for (const issue of issues) {
    const isMisspelt = issue.message === 'is missing' && misspelt.has(nameOf(issue.path))
    if (!isMisspelt) problems.push(...problemsOf(issue, data, file, synonyms))
  }
  const sound = without(value, issues.flatMap(pathsOf))
  const rest = schema.partial().safeParse(sound)
  if (rest.success) return rest.data as Partial<z.output<S>>
  // What lacks a part cannot be mended by taking parts away.
  const lacking = rest.error.issues.map(({ path }) => path.slice(0, 1))
  return (schema.partial().safeParse(without(sound, lacking)).data ?? {}) as Partial<z.output<S>>
}

function pathsOf(issue: Issue): Path[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
}

/** A copy of `value` without what stands at `paths`; of a list all or nothing, since its items are known by number. */
function without(value: unknown, paths: readonly Path[]): unknown {
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const below = paths.filter(([first]) => first === key).map((path) => path.slice(1))
    const isDropped = below.some((path) => path.length === 0) || (Array.isArray(inner) && below.length > 0)
    return isDropped ? [] : [[key, without(inner, below)]]
  })
  return Object.fromEntries(entries)
}
