// Turns schema issues into problems: what is wrong with a value, and what to write instead.
import type * as z from 'zod'
import { nearest } from '../../snapshot/nearest.ts'
import type { Data, Path } from '../parse/yaml/positions.ts'
import { type Mistake, type Problem, problemAt, quoted } from '../problems/problem.ts'
import { didYouMean } from '../problems/suggest.ts'
import type { OtherKeys } from './other-keys.ts'
import { PLATFORMS } from './platforms.ts'
import type { Params } from './values.ts'

export type Issue = z.core.$ZodIssue

/** One problem, or one for each unknown key, since zod reports those together. */
export function problemsOf(issue: Issue, data: Data, file: string, others: OtherKeys): Problem[] {
  if (issue.code !== 'unrecognized_keys')
    return [problemAt(file, data.locationOf(issue.path), mistake(issue, data))]
  const known = knownKeys(issue)
  return issue.keys.map((key) => {
    const other = issue.path.length === 0 ? others.of(key, valueAt(data.value, [key]), data.value) : undefined
    const otherwise = (issue.path.length === 0 ? others.hint : undefined) ?? hintOf(known, issue.path)
    const hint = other?.hint ?? didYouMean(key, known, otherwise)
    const message = `There is no key ${quoted(key)}.`
    return problemAt(file, data.keyLocationOf([...issue.path, key]), { code: 'unknown-key', message, hint })
  })
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

/** A hyphen, or a comma, with nothing behind it. */
function isEmptyItem({ message, path }: Issue): boolean {
  return message === 'is missing' && typeof path.at(-1) === 'number'
}

/** What to write for a missing key, beginning with the first part of its path that the file lacks. */
function missingKeyHint(path: Path, data: Data): string {
  if (typeof path.at(-1) === 'number') return 'Remove it.'
  const from = path.findIndex((_, index) => valueAt(data.value, path.slice(0, index + 1)) === undefined)
  const keys = path.slice(from).filter((step) => typeof step === 'string')
  const last = keys.pop() ?? path.findLast((step) => typeof step === 'string')
  return last === undefined
    ? ''
    : `Write ${keys.reduceRight((inner, key) => `${key}: { ${inner} }`, `${last}: …`)}`
}

/** What to write instead of a value of the wrong type. */
function typeHint(issue: Issue, value: unknown): string {
  const expected = issue.code === 'invalid_type' ? issue.expected : undefined
  if (expected === 'array') {
    const items = typeof value === 'string' ? value.split(',').map((item) => item.trim()) : []
    return `Write [${items.length > 0 ? items.join(', ') : 'one, two'}].`
  }
  if (expected === 'string') {
    const [first, ...others] = Array.isArray(value) ? value : []
    if (issue.message !== 'must be text') return ''
    if (typeof first !== 'string') return 'Put quotes around it if it is text.'
    return others.length === 0 ? `Write ${first}.` : `Write one of them, as in ${first}.`
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

/** `socials[0].url` */
export function pathName(path: Path): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  return steps.join('').replace(/^\./, '')
}
