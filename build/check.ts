// A schema held against parsed YAML: what fits, and a problem at its place for each thing that does not.
import type * as z from 'zod'
import type { Data, Path } from './data.ts'
import { didYouMean } from './nearest.ts'
import { type Mistake, type Problem, problemAt, quoted } from './problem.ts'
import type { Params } from './values.ts'

/**
 * The fields of `data` that are as `schema` has them. Fields with a problem are left out, so that later stages can
 * still look at the others; without a problem the value is complete. `synonyms` are names other tools give our keys.
 */
export function check<S extends z.ZodObject>(
  schema: S,
  data: Data,
  file: string,
  problems: Problem[],
  synonyms: Record<string, string> = {},
): { whole: true; value: z.output<S> } | { whole: false; value: Partial<z.output<S>> } {
  const result = schema.safeParse(data.value ?? {})
  if (result.success) return { whole: true, value: result.data }
  const { issues } = result.error
  for (const issue of issues) problems.push(...problemsOf(issue, data, file, synonyms))
  const wrong = new Set(issues.flatMap((issue) => (issue.path.length ? issue.path : unknownKeys(issue))))
  const sound = Object.entries(data.value ?? {}).filter(([key]) => !wrong.has(key))
  const rest = schema.partial().safeParse(Object.fromEntries(sound))
  return { whole: false, value: (rest.data ?? {}) as Partial<z.output<S>> }
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
