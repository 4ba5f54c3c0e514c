// Fields: their definitions, which are checked here, and the schemas of what is written in them, at any depth.
import type * as zod from 'zod'
import { isoDate } from '../../snapshot/date.ts'
import { numberPattern, operators } from '../../snapshot/format/filterable.ts'
import { itemShape } from '../../snapshot/item-shape.ts'
import { isObject } from '../../snapshot/objects.ts'
import type { FieldDefinition, FieldShape, FieldType, FieldValue } from '../../snapshot/types.ts'
import type { Path } from '../parse/yaml/positions.ts'
import { type Mistake, quoted } from '../problems/problem.ts'
import {
  atMost,
  bounded,
  choice,
  date,
  fileOf,
  flag,
  fromText,
  image,
  link,
  list,
  mapping,
  nonEmpty,
  orShort,
  text,
  texts,
  z,
} from './values.ts'

/** A definition that has a mistake is `unknown`: then nothing is wrong with any value. */
export type Field = Omit<FieldDefinition, 'type'> & { type: FieldType | 'unknown' }

const TYPES = [
  ...(['string', 'number', 'boolean', 'date', 'url', 'select', 'list'] as const),
  ...(['markdown', 'image', 'file', 'reference', 'object'] as const),
] satisfies FieldType[]

/** The number of definitions in each other, the outermost included. */
const MAX_DEPTH = 4
export const MAX_FIELDS = 200
const MAX_INNER_FIELDS = 64
const MAX_ITEMS = 1_000
const MAX_CHARACTERS = 100_000

/** The types that further keys of a definition belong to. */
export const TYPES_WITH = {
  options: ['select', 'list'],
  of: ['list'],
  fields: ['object', 'list'],
  to: ['reference'],
  alt: ['image'],
} satisfies Record<string, FieldType[]>

const NEEDED = [
  ['select', 'options', 'has no options to choose from', 'Write options: [one, two].'],
  ['object', 'fields', 'has no fields', 'Write fields: { name: string }.'],
  ['reference', 'to', 'does not say what it refers to', 'Write to: posts.'],
] as const

type FieldRule = [isKept: (shape: FieldShape) => boolean, message: string, hint: string]

const RULES: FieldRule[] = [
  ...NEEDED.map(([needing, key, ...words]): FieldRule => {
    const isKept = (shape: FieldShape) => (shape[key] ? shape[key].length !== 0 : shape.type !== needing)
    return [isKept, ...words]
  }),
  ...Object.entries<FieldType[]>(TYPES_WITH).map(([key, types]): FieldRule => {
    const others = TYPES.filter((type) => !types.includes(type))
    const isKept = (shape: FieldShape) =>
      shape[key as keyof FieldShape] === undefined || !others.includes(shape.type)
    const words = types.map((type) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`).join(' or ')
    const hint = `Write type: ${types[0]}, or remove ${key === 'options' ? 'the options' : key}.`
    return [isKept, `has ${key}, which only ${words} can have`, hint]
  }),
  [
    ({ type, options, of, fields }) => type !== 'list' || [options, of, fields].filter(Boolean).length < 2,
    'says more than once what its items are',
    'Keep one of options, of and fields.',
  ],
]

const bad = (message: string, hint: string) => ({ message, params: { code: 'bad-field', hint } as const })

/** Returns the schema of `fields` in a file of settings. @param collections that a reference may lead to */
export function definitionsSchema(collections: readonly string[]) {
  let inner: zod.ZodType<FieldShape> = z
    .unknown()
    .refine(() => false, bad(`is in more than ${MAX_DEPTH - 1} others`, 'Define it further up.'))
    .transform(() => z.NEVER)
  for (let depth = 1; depth < MAX_DEPTH; depth++) inner = definitionSchema(collections, inner)
  return named(definitionSchema(collections, inner), MAX_FIELDS, 'Remove some: every post has each of them.')
}

/** @param inner the schema of definitions in this one */
function definitionSchema(
  collections: readonly string[],
  inner: zod.ZodType<FieldShape>,
): zod.ZodType<FieldShape> {
  const whole = mapping({
    type: choice(...TYPES),
    required: flag.default(false),
    options: texts(text).optional(),
    of: inner.optional(),
    fields: named(inner, MAX_INNER_FIELDS, 'Put some of them in an object of their own.').optional(),
    to: texts(collectionOf(collections), 1).optional(),
    alt: choice('required').optional(),
  })
  const ruled = RULES.reduce(
    // A value that has another mistake is checked, too.
    (schema, [isKept, ...words]) =>
      schema.refine(isKept, { ...bad(...words), when: ({ value }) => isObject(value) }),
    whole,
  )
  return orShort(ruled, (type) => ({ type }), { enum: TYPES })
}

/** Editors do not know which collections a workspace declares. */
function collectionOf(collections: readonly string[]) {
  const one = choice(...collections)
  return fromText((input, fail) => {
    const { error } = one.safeParse(input)
    const [issue] = error?.issues ?? []
    return issue?.code === 'custom' ? fail(issue.params!.code, issue.message, issue.params!.hint) : input
  })
}

/** The schema of a mapping of names to definitions, which become a list. */
function named(definition: zod.ZodType<FieldShape>, max: number, hint: string) {
  return z
    .record(z.string(), definition, { error: 'must be a mapping' })
    .refine((fields) => Object.keys(fields).length <= max, bad(`has more than ${max} fields`, hint))
    .transform((fields) =>
      Object.entries(fields).map(([name, shape]): FieldDefinition => ({ name, ...shape })),
    )
}

/** Rejects names that every JavaScript object has: a client would find them on posts without such a field. */
export function isFieldName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(text) && !(text in {})
}

/**
 * Finds mistakes in names, at any depth.
 * @param written the value of `fields` @param path where that is @param taken the names that fields cannot have there
 */
export function nameMistakes(
  written: unknown,
  path: Path,
  taken: (name: string) => string | undefined,
): { path: Path; mistake: Mistake }[] {
  const names = isObject(written) ? Object.keys(written) : []
  const seen = new Map<string, string>()
  return names.flatMap((name) => {
    const other = seen.get(name.toLowerCase())
    seen.set(name.toLowerCase(), name)
    const [message, hint = 'Choose another name.'] = !isFieldName(name)
      ? ['is not a valid field name.', 'Use letters, digits, _ and -, with a letter first.']
      : other !== undefined
        ? [`differs from ${quoted(other)} in case only.`]
        : [taken(name)]
    const mistake = { code: 'bad-field', message: `${quoted(name)} ${message}`, hint } as const
    return [
      ...(message === undefined ? [] : [{ path: [...path, name], mistake }]),
      ...namesWithin((written as Record<string, unknown>)[name], [...path, name]),
    ]
  })
}

function namesWithin(definition: unknown, path: Path): ReturnType<typeof nameMistakes> {
  if (!isObject(definition) || path.length > 2 * MAX_DEPTH + 2) return []
  const isOperator = (name: string) =>
    operators.includes(name)
      ? 'is an operator of filters, which no field in an object may be called.'
      : undefined
  return [
    ...nameMistakes(definition.fields, [...path, 'fields'], isOperator),
    ...namesWithin(definition.of, [...path, 'of']),
  ]
}

/**
 * Returns the fields that a mapping of definitions defines; `undefined` if that is not known.
 * @param taken the names that no field can have @param definitions as `definitionsSchema` makes it
 */
export function fieldsIn(
  written: unknown,
  taken: ReadonlySet<string>,
  definitions: ReturnType<typeof definitionsSchema>,
): Field[] | undefined {
  if (!isObject(written)) return undefined
  const names = Object.keys(written).filter((name) => isFieldName(name) && !taken.has(name))
  return names.map((name): Field => {
    const one = { [name]: written[name] }
    const [valid] =
      nameMistakes(one, [], () => undefined).length > 0 ? [] : (definitions.safeParse(one).data ?? [])
    return valid ?? { name, type: 'unknown', required: false }
  })
}

type ValueSchema = zod.ZodType<FieldValue>

/** Returns the schemas of fields by name. Whether a file has those that are required is another question. */
export function fieldSchemas(fields: readonly Field[]): Record<string, zod.ZodType<FieldValue | undefined>> {
  return Object.fromEntries(fields.map((field) => [field.name, valueSchema(field).optional()]))
}

/** Returns every defined field in order of definition, null if none is set. */
export function fieldValues(
  fields: readonly Field[],
  set: Readonly<Record<string, FieldValue | undefined>>,
): Record<string, FieldValue> {
  return Object.fromEntries(fields.map(({ name }) => [name, set[name] ?? null]))
}

/** @returns another value in its place */
type Visit = (shape: Omit<Field, 'name'>, value: FieldValue, path: Path) => FieldValue

/** Returns a copy of values with others in place of those that are neither null nor an object, inner ones before lists of them. */
export function mappedValues(
  fields: readonly Field[],
  values: Readonly<Record<string, FieldValue>>,
  visit: Visit,
  path: Path = [],
): Record<string, FieldValue> {
  const mapped = fields.map((field) => {
    const value = values[field.name] ?? null
    return [field.name, mappedValue(field, value, visit, [...path, field.name])]
  })
  return Object.fromEntries(mapped)
}

function mappedValue(shape: Omit<Field, 'name'>, value: FieldValue, visit: Visit, path: Path): FieldValue {
  // A reference is written in one form whether or not there is one.
  if (value === null) return shape.type === 'reference' ? visit(shape, null, path) : null
  const { type, fields } = shape
  if (Array.isArray(value)) {
    const of = itemShape(shape)
    const items = value.map((one, i) => mappedValue(of, one, visit, [...path, i]))
    return visit({ ...shape, of }, items, path)
  }
  return type === 'object'
    ? mappedValues(fields ?? [], value as Record<string, FieldValue>, visit, path)
    : visit(shape, value, path)
}

/** Tells whether values of a field may have values of one of these types in them. */
export function hasType(
  { type, of, fields = [] }: Omit<Field, 'name'>,
  types: readonly FieldType[],
): boolean {
  const isOne = types.some((one) => one === type)
  return isOne || (of ? hasType(of, types) : fields.some((field) => hasType(field, types)))
}

/** The types of values that may lead to files or entries. */
export const LEADING = ['markdown', 'image', 'file', 'reference'] as const

/** Compiles a definition into the schema of the values that may be written there. */
export function valueSchema(shape: Omit<Field, 'name'>): ValueSchema {
  return SCHEMAS[shape.type](shape)
}

const number = fromText((input, fail) => {
  const value = Number(input)
  if (!numberPattern.test(input)) {
    const fixed = input.replace(/^(\d+),(\d+)$/, '$1.$2')
    const hint = `Write ${numberPattern.test(fixed) ? fixed : '5 or 2.5'}.`
    return fail('wrong-type', `${quoted(input)} is not a number`, hint)
  }
  // JSON would turn 12345678901234567890 into 12345678901234567000, and has no number for 1e999.
  const isKept = Number.isFinite(value) && (Number.isSafeInteger(value) || !/^[-+]?\d+$/.test(input))
  return isKept
    ? value
    : fail('wrong-type', `${quoted(input)} is too large for a number`, 'Define the field as a string.')
})

/** Text that each list of posts repeats. */
const string = ({ required }: Pick<Field, 'required'>) =>
  bounded(required ? nonEmpty : text, 'Shorten it: each list of posts repeats it.', MAX_CHARACTERS)

const SCHEMAS: Record<Field['type'], (shape: Omit<Field, 'name'>) => ValueSchema> = {
  unknown: () => z.unknown().transform(() => null),
  string,
  markdown: string,
  number: () => number,
  boolean: () => flag,
  date: () => date.transform(isoDate),
  url: () => link,
  select: ({ options = [] }) => choice(...options),
  image: ({ alt }) =>
    orShort(
      mapping({ file: bounded(image), alt: bounded(text).default('') }).refine(
        (value) => alt === undefined || value.alt.trim() !== '',
        {
          message: 'says nothing to those who cannot see it',
          params: { code: 'missing-field', hint: 'Write { file: …, alt: … }.' },
        },
      ),
      (file) => ({ file }),
    ),
  file: () => bounded(fileOf),
  reference: () => bounded(nonEmpty, 'Write its slug or its path.'),
  object: ({ fields = [] }) => objectSchema(fields),
  list: ({ required, ...shape }) => {
    const item = itemShape(shape)
    const one = valueSchema(item)
    const isText = !['object', 'list'].includes(item.type)
    const items = atMost(
      isText ? texts(one) : list(one),
      MAX_ITEMS,
      'items',
      'Remove some: each list of posts repeats them.',
    )
    return required ? items.refine(({ length }) => length > 0, EMPTY) : items
  },
}

function objectSchema(fields: readonly FieldDefinition[]): ValueSchema {
  const required = fields.filter((field) => field.required).map((field) => [field.name, valueSchema(field)])
  const schemas: ReturnType<typeof fieldSchemas> = {
    ...fieldSchemas(fields),
    ...Object.fromEntries(required),
  }
  return mapping(schemas).transform((value) => fieldValues(fields, value))
}

const EMPTY = { message: 'is empty', params: { code: 'missing-field' } }
