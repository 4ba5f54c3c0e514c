// A schema held against parsed YAML: what fits, and a problem at its place for each thing that does not.
import type * as z from 'zod'
import type { Data, Path } from '../parse/yaml/positions.ts'
import type { Checked, Problem } from '../problems/problem.ts'
import { type Issue, misspeltIn, nameOf, problemsOf } from './messages.ts'

/** The value is what of the data is as the schema has it. */
export interface Validated<T> extends Checked<Partial<T>> {
  /** The data as it is written, but that `place` takes numbers of items in `value`. */
  data: Data
}

/**
 * Holds `data` against `schema`. What has a problem is left out, and nothing else, so that later stages can still look
 * at the rest. `synonyms` are names that other tools give our keys.
 */
export function validate<S extends z.ZodObject>(
  schema: S,
  data: Data,
  file: string,
  synonyms: Record<string, string> = {},
): Validated<z.output<S>> {
  const value = data.value ?? {}
  const result = schema.safeParse(value)
  if (result.success) return { value: result.data as Partial<z.output<S>>, data, problems: [] }
  const { issues } = result.error
  const misspelt = misspeltIn(issues, synonyms)
  const problems = issues.flatMap((issue): Problem[] => {
    const isMisspelt = issue.message === 'is missing' && misspelt.has(nameOf(issue.path))
    return isMisspelt ? [] : problemsOf(issue, data, file, synonyms)
  })
  const kept: Kept = new Map()
  const valid = without(value, issues.flatMap(pathsOf), kept)
  return { value: partOf(schema, valid), data: renumbered(data, kept), problems }
}

/** What lacks a part cannot be mended by taking parts away. */
function partOf<S extends z.ZodObject>(schema: S, valid: unknown): Partial<z.output<S>> {
  const part = schema.partial().safeParse(valid)
  const lacking = part.error?.issues.map(({ path }) => path.slice(0, 1)) ?? []
  const rest = part.success ? part : schema.partial().safeParse(without(valid, lacking))
  return (rest.data ?? {}) as Partial<z.output<S>>
}

function pathsOf(issue: Issue): Path[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
}

/** The numbers that the items left of a list had, by where it stands. */
type Kept = Map<string, number[]>

/** A copy of `value` without what stands at `paths`; an item of a list goes as a whole. */
function without(value: unknown, paths: readonly Path[], kept: Kept = new Map(), at: Path = []): unknown {
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const invalid = new Set(paths.map(([first]) => first))
    const numbers = [...value.keys()].filter((number) => !invalid.has(number))
    kept.set(nameOf(at), numbers)
    return numbers.map((number) => value[number])
  }
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const below = paths.filter(([first]) => first === key).map((path) => path.slice(1))
    const isDropped = below.some((path) => path.length === 0)
    return isDropped ? [] : [[key, without(inner, below, kept, [...at, key])]]
  })
  return Object.fromEntries(entries)
}

function renumbered(data: Data, kept: Kept): Data {
  const written = (path: Path) =>
    path.map((step, index) =>
      typeof step === 'number' ? (kept.get(nameOf(path.slice(0, index)))?.[step] ?? step) : step,
    )
  return { ...data, locationOf: (path) => data.locationOf(written(path)) }
}
