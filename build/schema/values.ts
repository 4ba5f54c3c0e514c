// The kinds of values in content files, as zod schemas. Their input comes from parse/yaml: text, lists, mappings and
// undefined. A message continues after the field's name; `params` carry the problem's code and hint to messages.ts.
import * as zod from 'zod'
import { parseDate } from '../../snapshot/date.ts'
import { type Mistake, quoted } from '../problems/problem.ts'
import { type Hint, suggest, write } from '../problems/suggest.ts'
import { dateHint } from './date-hint.ts'
import { ID } from './id.ts'
import { orRelaxed, type SlugStyle, slugMistake } from './slug.ts'
import { absoluteUrl } from './url.ts'

export const z: typeof zod = zod

/** The `params` of our own issues. */
export type Params = Pick<Mistake, 'code' | 'hint'>

export type Fail = (code: Mistake['code'], message: string, hint?: Hint) => never

/** The part of a JSON Schema that tells editors about a value that we read from text. */
export const inputs = z.registry<zod.core.JSONSchema.BaseSchema>()

/** YAML as editors read it has numbers where we read text. */
const SCALAR: zod.core.JSONSchema.BaseSchema = {
  type: ['string', 'number', 'boolean'] as unknown as 'string',
}

/**
 * A value that `read` makes from text, unless it calls `fail`.
 * @param input what it may be in YAML
 * @param kind what it must be, in words
 */
export function fromText<T>(read: (text: string, fail: Fail) => T, input = SCALAR, kind = 'text') {
  return z
    .string({ error: expected(kind) })
    .register(inputs, input)
    .transform(
      (input, context): T =>
        read(input, (code, message, hint = '') => {
          context.issues.push({ code: 'custom', input, message, params: { code, hint } })
          return z.NEVER
        }),
    )
}

/** Text as it is, unless there is a mistake in it. */
export function textWithout(mistakeIn: (text: string) => Mistake | undefined) {
  return fromText((input, fail) => {
    const mistake = mistakeIn(input)
    return mistake ? fail(mistake.code, mistake.message, mistake.hint) : input
  })
}

/** Text that JSON and HTML can represent: with YAML escapes one can write NUL and half of a surrogate pair. */
export const text = fromText((input, fail) =>
  /[\0\p{Cs}]/u.test(input)
    ? fail('bad-text', 'contains a character that cannot be displayed', 'Remove the \\0 or \\u… escape.')
    : input,
)

const MAX_CHARACTERS = 10_000

/** Limits the length of text that every post or reply repeats: otherwise one file could fill a disk. */
export function bounded<T extends zod.ZodType<string | undefined>>(
  schema: T,
  hint = 'Shorten it: every post it belongs to repeats it.',
  max = MAX_CHARACTERS,
) {
  return schema.refine((value) => (value?.length ?? 0) <= max, {
    message: `has more than ${max.toLocaleString('en')} characters`,
    params: { code: 'too-large', hint },
  })
}

/** Text that is not blank. */
export const nonEmpty = text.refine((input) => input.trim() !== '', {
  message: 'is empty',
  params: { code: 'missing-field' },
})

export function slug(style: SlugStyle) {
  return textWithout((input) =>
    slugMistake(input, style, (fixed) =>
      write(input, [fixed], { isSure: false, more: orRelaxed(input, style) }),
    ),
  )
}

export const id = fromText((input, fail) =>
  ID.test(input)
    ? input
    : fail('bad-id', `${quoted(input)} is not an id`, 'Write 1 to 64 of A–Z a–z 0–9 _ -.'),
)

export const date = fromText(
  (input, fail) => parseDate(input) ?? fail('bad-date', `${quoted(input)} is not a date`, dateHint(input)),
)

/** @param what it is, in words */
export function wholeNumber(from: number, to: number, what: string) {
  return fromText(
    (input, fail) => {
      if (/^\d{1,6}$/.test(input) && Number(input) >= from && Number(input) <= to) return Number(input)
      const least = from === 0 ? '' : `from ${from} `
      const hint = `Write a whole number ${least}up to ${to.toLocaleString('en')}.`
      return fail('wrong-type', `${quoted(input)} is not ${what}`, hint)
    },
    { type: 'integer', minimum: from, maximum: to },
  )
}

export const flag = fromText(
  (input, fail) => {
    const word = /^(?:(true|True|TRUE)|false|False|FALSE)$/.exec(input)
    if (!word) return fail('wrong-type', `${quoted(input)} is neither true nor false`, flagHint(input))
    return word[1] !== undefined
  },
  { type: 'boolean' },
  'true or false',
)

/** The texts that may be written instead of `true` or `false`. */
export const others = new WeakMap<zod.core.$ZodType, zod.ZodType>()

/** `true`, `false`, or what `schema` takes. */
export function flagOr<T extends zod.ZodType>(schema: T) {
  const either = z.unknown()
  others.set(either, schema)
  return either.transform((input, context): boolean | zod.output<T> => {
    const { success, data, error } = (typeof input === 'string' ? flag : schema).safeParse(input)
    if (success) return data as boolean | zod.output<T>
    // The paths of these issues are relative to this value.
    for (const issue of error.issues) context.issues.push(issue as zod.core.$ZodRawIssue)
    return z.NEVER
  })
}

/** An absolute URL. */
export const link = fromText(
  (input, fail) => absoluteUrl(input) ?? fail(...noUrl(input, 'https://example.org/page')),
)

/** An absolute URL, or a path to a file; an empty text counts as not given. */
export const image = fromText((input, fail) => {
  const url = absoluteUrl(input)
  if (url !== undefined) return url
  const isPath = !/^([a-z][a-z0-9+.-]*:|[\\/]{2}|[?#])/i.test(input)
  return isPath ? input : fail(...noUrl(input, 'https://example.org/cover.png'))
})

/** A path to a file. */
export const fileOf = fromText((input, fail) =>
  /^([a-z][a-z0-9+.-]*:|[\\/]{2}|[?#]|$)/i.test(input)
    ? fail(
        'bad-url',
        `${quoted(input)} is not the path of a file`,
        'Define the field as a url if it is elsewhere.',
      )
    : input,
)

/** The JSON Schemas of texts that values are short for. */
export const shorts = new WeakMap<zod.core.$ZodType, zod.core.JSONSchema.BaseSchema>()

/** Takes what `schema` takes, or a text that is short for it. @param short what the text may be */
export function orShort<T extends zod.ZodType>(schema: T, long: (text: string) => object, short = SCALAR) {
  const either = z.preprocess((input) => (isText(input) ? long(input) : input), schema)
  shorts.set(either, short)
  return either
}

export function choice<const T extends string>(...options: T[]) {
  const known = `Write ${options.slice(0, -1).join(', ')}${options.length > 1 ? ' or ' : ''}${options.at(-1)}.`
  return fromText(
    (input, fail): T =>
      options.find((option) => option === input) ??
      fail('bad-choice', `${quoted(input)} is not a valid value`, suggest(input, options, known)),
    { enum: options },
  )
}

export function list<T extends zod.ZodType>(item: T) {
  return z.array(item, { error: expected('a list') })
}

/** A list of texts. A single text is a list of one, unless it has commas: it may have been meant as several. */
export function texts<T extends zod.ZodType>(item: T, fewest = 0) {
  const items = list(item).min(fewest, 'is empty')
  const isOne = (input: unknown) => isText(input) && !input.includes(',')
  return z.preprocess((input) => (isOne(input) ? [input] : input), items)
}

function isText(input: unknown): input is string {
  return typeof input === 'string' && input.trim() !== ''
}

/** The part of a JSON Schema that tells editors about a list of one. */
export const ONE: zod.core.JSONSchema.BaseSchema = { ...SCALAR, pattern: '^[^,]*$' }

/** Limits the length of lists that replies repeat and filters scan. */
export function atMost<T extends zod.ZodType<unknown[]>>(items: T, max: number, name: string, hint: string) {
  return items.refine(({ length }) => length <= max, {
    message: `has more than ${max.toLocaleString('en')} ${name}`,
    params: { code: 'too-large', hint },
  })
}

/** A mapping with these keys and no others. Its message for unknown keys lists the known ones: see messages.ts. */
export function mapping<T extends zod.ZodRawShape>(shape: T) {
  const known = Object.keys(shape).join(' ')
  const wrong = expected('a mapping')
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? known : wrong(issue)),
  })
}

function noUrl(input: string, example: string): Parameters<Fail> {
  const withoutScheme = /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/|$)/i.test(input)
  const hint = withoutScheme ? `Write https://${input}.` : `Write it in full, such as ${example}.`
  return ['bad-url', `${quoted(input)} is not an absolute URL`, hint]
}

function flagHint(input: string): Hint {
  if (/^(yes|y|on|1)$/i.test(input)) return write(input, ['true'], { isSure: true })
  return /^(no|n|off|0)$/i.test(input) ? write(input, ['false'], { isSure: true }) : 'Write true or false.'
}

function expected(kind: string) {
  return (issue: { input?: unknown }) => (issue.input === undefined ? 'is missing' : `must be ${kind}`)
}

export const language = fromText((input, fail) =>
  LANGUAGE.test(input)
    ? input
    : fail('bad-language', `${quoted(input)} is not a language tag`, 'Write one such as en or pt-BR.'),
)

const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/
