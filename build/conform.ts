// A schema held against parsed YAML: what fits, and a problem at its place for each thing that does not.
import type * as z from 'zod'
import type { Data } from './data.ts'
import { type Issue, problemsOf } from './issue.ts'
import type { Problem } from './problem.ts'

/**
 * The fields of `data` that are as `schema` has them. Those with a problem are left out, so that later stages can still
 * look at the others. `synonyms` are names that other tools give our keys.
 */
export function conform<S extends z.ZodObject>(
  schema: S,
  data: Data,
  file: string,
  problems: Problem[],
  synonyms: Record<string, string> = {},
): Partial<z.output<S>> {
  const result = schema.safeParse(data.value ?? {})
  if (result.success) return result.data
  const wrong = new Set<PropertyKey>()
  for (const issue of result.error.issues) {
    problems.push(...problemsOf(issue, data, file, synonyms))
    for (const key of issue.path.length > 0 ? issue.path.slice(0, 1) : unknownKeys(issue)) wrong.add(key)
  }
  const sound = Object.entries(data.value ?? {}).filter(([key]) => !wrong.has(key))
  return (schema.partial().safeParse(Object.fromEntries(sound)).data ?? {}) as Partial<z.output<S>>
}

function unknownKeys(issue: Issue): string[] {
  return issue.code === 'unrecognized_keys' ? issue.keys : []
}
