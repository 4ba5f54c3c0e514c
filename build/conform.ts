// A schema held against parsed YAML: what fits, and a problem at its place for each thing that does not.
import type * as z from 'zod'
import type { Data, Path } from './data.ts'
import { didYouMean } from './nearest.ts'
import { type Mistake, type Problem, problemAt, quoted } from './problem.ts'
import type { Params } from './values.ts'

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

type Issue = z.core.$ZodIssue

function unknownKeys(issue: Issue): string[] {
  return issue.code === 'unrecognized_keys' ? issue.keys : []
}

function problemsOf(issue: Issue, data: Data, file: string, synonyms: Record<string, string>): Problem[] {
  if (issue.code !== 'unrecognized_keys')
    return [problemAt(file, data.place(issue.path), mistake(issue, data.name))]
  // A mapping of values.ts gives the known keys as its message: an issue has no other room for them.
  const known = issue.message.split(' ')
  return issue.keys.map((key) => {
    const synonym = Object.hasOwn(synonyms, key) ? synonyms[key] : undefined
    const hint = synonym ? `Write ${synonym}.` : didYouMean(key, known, `Known are ${known.join(', ')}.`)
    const message = `There is no key ${quoted(key)}.`
    return problemAt(file, data.keyPlace([...issue.path, key]), { code: 'unknown-key', message, hint })
  })
}

function mistake(issue: Issue, whole: string): Mistake {
  const message = `${nameOf(issue.path) || whole} ${issue.message}.`
  const { code, hint } = (issue.code === 'custom' ? issue.params : undefined) ?? ({} as Partial<Params>)
  if (code) return { code, message, hint: hint ?? '' }
  if (issue.message === 'is missing') return { code: 'missing-field', message }
  const isList = issue.code === 'invalid_type' && issue.expected === 'array'
  return { code: 'wrong-type', message, hint: isList ? 'Write [one, two].' : '' }
}

/** `socials[0].url` */
function nameOf(path: Path): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  return steps.join('').replace(/^\./, '')
}
