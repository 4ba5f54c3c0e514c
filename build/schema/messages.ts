// Turns schema issues into problems: what is wrong with a value, and what to write instead.
import type * as z from 'zod'
import { nearest } from '../../snapshot/nearest.ts'
import type { Data, Path } from '../parse/yaml/positions.ts'
import { type Mistake, type Problem, problemAt, quoted } from '../problems/problem.ts'
import { type Hint, write, writeKey } from '../problems/suggest.ts'
import type { OtherKeys } from './other-keys.ts'
import { PLATFORMS } from './platforms.ts'
import type { Params } from './values.ts'

export type Issue = z.core.$ZodIssue

/** The value that is validated. */
export interface Subject {
  schema: z.ZodObject
  data: Data
  file: string
  others: OtherKeys
  /** The number of further suggestions that may be tried. */
  budget: { tries: number }
}

/** One problem, or one for each unknown key, since zod reports those together. */
export function problemsOf(issue: Issue, subject: Subject): Problem[] {
  const { data, file, others } = subject
  if (issue.code !== 'unrecognized_keys') {
    const { hint = '', ...reported } = mistake(issue, data)
    return [
      problemAt(file, data.locationOf(issue.path), { ...reported, hint: tried(hint, issue.path, subject) }),
    ]
  }
  const known = knownKeys(issue)
  const taken = new Set(Object.keys(Object(valueAt(data.value, issue.path))))
  return issue.keys.map((key) => {
    const value = valueAt(data.value, [...issue.path, key])
    const other = issue.path.length === 0 ? others.of(key, value, data.value) : undefined
    const otherwise = (issue.path.length === 0 ? others.hint : undefined) ?? hintOf(known, issue.path)
    const near = nearest(key, known)
    const guess = near === undefined ? otherwise : writeKey(key, near, `Did you mean "${near}"?`)
    const hint = tried(other?.hint ?? guess, issue.path, subject, value, taken)
    const message = `There is no key ${quoted(key)}.`
    return problemAt(file, data.keyLocationOf([...issue.path, key]), { code: 'unknown-key', message, hint })
  })
}

/**
 * A suggestion that would bring something to light without one, or repeat a key, in words only; else as sure as what follows.
 * @param value of the key
 */
function tried(hint: Hint, at: Path, subject: Subject, value?: unknown, taken = new Set<string>()): Hint {
  if (typeof hint === 'string') return hint
  const [, key = ''] = hint.key ?? []
  const path = hint.key ? [...at, key] : at
  if (taken.has(key) || subject.budget.tries-- <= 0) return hint.words
  if (hint.key) taken.add(key)
  const around = (inner: unknown, step: PropertyKey) =>
    typeof step === 'number' ? [inner] : { [step]: inner }
  const data = { ...subject.data, value: path.reduceRight(around, hint.value ? hint.value[1] : value) }
  const name = pathName(path).replace(/\[\d+\]/g, '[0]')
  const left = subject.schema.safeParse(data.value).error?.issues ?? []
  const next = left.flatMap((issue) =>
    pathName(issue.path).startsWith(name) ? problemsOf(issue, { ...subject, data }) : [],
  )
  if (next.some(({ instead }) => !instead)) return hint.words
  return { ...hint, isSure: hint.isSure && next.every(({ instead }) => instead!.isSure) }
}

/** The names of keys that are misspelt rather than missing, such as `attribution.url`. */
export function misspeltIn(issues: readonly Issue[], data: Data, others: OtherKeys): ReadonlySet<string> {
  return new Set(
    issues.flatMap((issue) => {
      if (issue.code !== 'unrecognized_keys') return []
      const known = knownKeys(issue)
      return issue.keys.map((key) => {
        const intended =
          issue.path.length === 0
            ? intendedKey(key, valueAt(data.value, [key]), known, others)
            : nearest(key, known)
        return pathName([...issue.path, intended ?? ''])
      })
    }),
  )
}

/** The key that was probably meant by an unknown one. */
export function intendedKey(
  key: string,
  value: unknown,
  known: readonly string[],
  others: OtherKeys,
): string | undefined {
  const other = others.of(key, value, undefined)
  return other ? other.means : nearest(key, known)
}

/** `mapping` in values.ts passes them as the message: an issue has no other field for them. */
function knownKeys({ message }: Issue): string[] {
  return message === '' ? [] : message.split(' ')
}

/** There are no known keys if a workspace defines no custom fields. */
function hintOf(known: readonly string[], path: Path): string {
  if (known.length > 0) return `Known keys: ${known.join(', ')}.`
  return `Define it under ${pathName(path)} in workspace.yml.`
}

function mistake(issue: Issue, data: Data): Mistake {
  const said = isEmptyItem(issue) ? 'is empty' : issue.message
  const message = `${pathName(issue.path) || data.name} ${said}.`
  const { code, hint } = (issue.code === 'custom' ? issue.params : undefined) ?? ({} as Partial<Params>)
  if (code === 'missing-field' || issue.message === 'is missing')
    return { code: 'missing-field', message, hint: hint ?? missingKeyHint(issue.path, data) }
  if (code) return { code, message, hint: hint ?? '' }
  return { code: 'wrong-type', message, hint: typeHint(issue, valueAt(data.value, issue.path)) }
}

/** Tells whether an item is empty: a hyphen, or a comma, with nothing behind it. */
function isEmptyItem({ message, path }: Issue): boolean {
  return message === 'is missing' && typeof path.at(-1) === 'number'
}

/** Says what to write for a missing key, beginning with the first part of its path that the file lacks. */
function missingKeyHint(path: Path, data: Data): string {
  if (typeof path.at(-1) === 'number') return 'Remove it.'
  const from = path.findIndex((_, index) => valueAt(data.value, path.slice(0, index + 1)) === undefined)
  const keys = path.slice(from).filter((step) => typeof step === 'string')
  const last = keys.pop() ?? path.findLast((step) => typeof step === 'string')
  return last === undefined
    ? ''
    : `Write ${keys.reduceRight((inner, key) => `${key}: { ${inner} }`, `${last}: …`)}`
}

/** Says what to write instead of a value of the wrong type. */
function typeHint(issue: Issue, value: unknown): Hint {
  const expected = issue.code === 'invalid_type' ? issue.expected : undefined
  if (expected === 'array') {
    if (typeof value !== 'string') return 'Write [one, two].'
    const items = value.trim() === '' ? [] : value.split(',').map((item) => item.trim())
    return { words: `Write [${items.join(', ')}].`, value: [value, items], isSure: items.length === 1 }
  }
  if (expected === 'string') {
    const [first, ...others] = Array.isArray(value) ? value : []
    if (issue.message !== 'must be text') return ''
    if (typeof first !== 'string') return 'Put quotes around it if it is text.'
    return others.length === 0
      ? write(value, [first], { isSure: true })
      : `Write one of them, as in ${first}.`
  }
  if (issue.code === 'too_small') return 'Write at least one, or remove the key.'
  if (typeof value === 'string' && issue.path[0] === 'socials') {
    return `Write { platform: ${platformOf(value)}, url: ${value} }.`
  }
  return 'Write key: value on lines of their own.'
}

/** The platform of a profile's URL. */
function platformOf(url: string): string {
  const host = /^(?:https?:\/\/)?(?:www\.)?([^/\s]*)/i.exec(url)![1]!.toLowerCase()
  const name = host.split('.').at(-2) ?? ''
  if (host === 'twitter.com') return 'x'
  if (host === 'bsky.app') return 'bluesky'
  return PLATFORMS.has(name) ? name : 'website'
}

/** A text may stand for a list of one. */
export function valueAt(value: unknown, path: Path): unknown {
  const within = (inner: unknown, step: PropertyKey) =>
    typeof inner === 'string' ? inner : (inner as Record<PropertyKey, unknown> | undefined)?.[step]
  return path.reduce(within, value)
}

/** Writes a path like `socials[0].url`. */
export function pathName(path: Path): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  return steps.join('').replace(/^\./, '')
}
