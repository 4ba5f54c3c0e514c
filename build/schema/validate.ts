// Validates parsed YAML against a schema: the valid part, and a problem with its location for each invalid part.
import type * as z from 'zod'
import type { Data, Path } from '../parse/yaml/positions.ts'
import { MAX_PER_KIND } from '../problems/cap.ts'
import type { Checked, Problem } from '../problems/problem.ts'
import { type Issue, misspeltIn, pathName, problemsOf, valueAt } from './messages.ts'
import { NO_OTHER_KEYS, type OtherKeys } from './other-keys.ts'

/** `value` is the valid part of the data. */
export interface Validated<T> extends Checked<Partial<T>> {
  /** The data as written, except that `locationOf` takes the indexes of list items in `value`. */
  data: Data
}

/**
 * Validates `data` against `schema`. Only what has a problem is left out, so that later stages can still check the rest. An
 * empty text where there may be none counts as not given.
 * `others` knows the keys that other tools have for ours.
 */
export function validate<S extends z.ZodObject>(
  schema: S,
  data: Data,
  file: string,
  others: OtherKeys = NO_OTHER_KEYS,
): Validated<z.output<S>> {
  const first = schema.safeParse(data.value ?? {})
  const empty = first.error?.issues.filter(({ path }) => isEmptyText(data.value, path)) ?? []
  const given = empty.length === 0 ? data : { ...data, value: withoutKeys(data.value, empty) }
  const value = given.value ?? {}
  const result = empty.length === 0 ? first : schema.safeParse(value)
  if (result.success) return { value: result.data as Partial<z.output<S>>, data: given, problems: [] }
  // A required value that is missing is still reported by its type.
  const emptyAt = new Map(empty.map((issue) => [pathName(issue.path), issue]))
  const issues = result.error.issues.map((issue) => emptyAt.get(pathName(issue.path)) ?? issue)
  const misspelt = misspeltIn(issues, given, others)
  const subject = { schema, data: given, file, others, budget: { tries: MAX_PER_KIND } }
  const problems = issues.flatMap((issue): Problem[] => {
    const isMisspelt = issue.message === 'is missing' && misspelt.has(pathName(issue.path))
    return isMisspelt ? [] : problemsOf(issue, subject)
  })
  const kept: Kept = new Map()
  const valid = without(value, issues.flatMap(pathsOf), kept)
  return { value: partOf(schema, valid), data: renumbered(given, kept), problems }
}

/** The value of a key; an item of a list may not be empty. */
function isEmptyText(value: unknown, path: Path): boolean {
  const text = typeof path.at(-1) === 'string' ? valueAt(value, path) : undefined
  return typeof text === 'string' && text.trim() === ''
}

function withoutKeys(value: unknown, issues: readonly Issue[]): unknown {
  const copy = structuredClone(value)
  for (const { path } of issues)
    Reflect.deleteProperty(Object(valueAt(copy, path.slice(0, -1))), path.at(-1)!)
  return copy
}

/** A value with a required part missing cannot be fixed by removing parts, so it is dropped as a whole. */
function partOf<S extends z.ZodObject>(schema: S, valid: unknown): Partial<z.output<S>> {
  const partial = partialOf(schema)
  const part = partial.safeParse(valid)
  const lacking = part.error?.issues.map(({ path }) => path.slice(0, 1)) ?? []
  const rest = part.success ? part : partial.safeParse(without(valid, lacking))
  return (rest.data ?? {}) as Partial<z.output<S>>
}

/** The partial schemas by schema, each made once. */
const partials = new WeakMap<z.ZodObject, z.ZodObject>()

function partialOf(schema: z.ZodObject): z.ZodObject {
  const known = partials.get(schema) ?? schema.partial()
  partials.set(schema, known)
  return known
}

function pathsOf(issue: Issue): Path[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
}

/** The original indexes of the items that were kept, by the path of their list. */
type Kept = Map<string, number[]>

/** A copy of `value` without the values at `paths`; for a path into a list, the whole item is removed. */
function without(value: unknown, paths: readonly Path[], kept: Kept = new Map(), at: Path = []): unknown {
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const invalid = new Set(paths.map(([first]) => first))
    const numbers = [...value.keys()].filter((number) => !invalid.has(number))
    kept.set(pathName(at), numbers)
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
      typeof step === 'number' ? (kept.get(pathName(path.slice(0, index)))?.[step] ?? step) : step,
    )
  return { ...data, locationOf: (path) => data.locationOf(written(path)) }
}
