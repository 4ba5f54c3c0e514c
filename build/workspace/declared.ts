// The collections that workspace.yml declares: what it says of each.
import type * as zod from 'zod'
import { filterableFields } from '../../snapshot/format/filterable.ts'
import type { CollectionInfo, FieldDefinition } from '../../snapshot/types.ts'
import type { Path } from '../parse/yaml/positions.ts'
import { type Mistake, quoted } from '../problems/problem.ts'
import { didYouMean } from '../problems/suggest.ts'
import { collectionNameMistake, declaredNames } from '../schema/collection-name.ts'
import { type definitionsSchema, type Field, fieldsIn, nameMistakes } from '../schema/fields.ts'
import { entrySchema } from '../schema/schemas.ts'
import { entryUrlPattern } from '../schema/url-pattern.ts'
import { bounded, flag, mapping, text, z } from '../schema/values.ts'

export interface DeclaredCollection extends Omit<CollectionInfo, 'fields'> {
  /** Missing if the definitions are invalid. */
  fields: Field[] | undefined
}

const MAX_COLLECTIONS = 64
export const KEYS_OF_ENTRIES: ReadonlySet<string> = new Set(
  Object.keys(entrySchema({ fields: [], slugs: 'strict' }).shape),
)

/** @param definitions of fields, as `definitionsSchema` makes it */
export function declarationsSchema(definitions: ReturnType<typeof definitionsSchema>) {
  const one = mapping({
    single: flag.default(false),
    url: bounded(entryUrlPattern).optional(),
    title: text.optional(),
    sort: text.optional(),
    feed: flag.default(false),
    fields: definitions.optional(),
  })
  const isFew = (all: object) => Object.keys(all).length <= MAX_COLLECTIONS
  const hint = 'Declare fewer: entries of one kind can be in folders.'
  return z.record(z.string(), one.optional(), { error: 'must be a mapping' }).refine(isFew, {
    message: `has more than ${MAX_COLLECTIONS} collections`,
    params: { code: 'too-large', hint },
  })
}

type Declarations = zod.output<ReturnType<typeof declarationsSchema>>

/** @param settings as written @param valid the part of the declarations that is */
export function declaredIn(
  settings: unknown,
  valid: Partial<Declarations> = {},
  definitions: ReturnType<typeof definitionsSchema>,
): DeclaredCollection[] {
  return declaredNames(settings).map((name) => {
    const { single = false, url = null, title = null, sort = null, feed = false } = valid[name] ?? {}
    const isWhole = url === null || single || url.includes('{path}')
    const fields = fieldsIn(definedIn(settings, name), KEYS_OF_ENTRIES, definitions)
    const pattern = isWhole ? url : `${url.replace(/\/$/, '')}/{path}`
    return { ...{ name, single, url: pattern, title, sort, feed }, fields }
  })
}

/** Returns the definitions of the fields of a collection, as written. */
function definedIn(settings: unknown, name: string): unknown {
  return Object(Object(settings).collections[name]).fields ?? {}
}

/** Finds mistakes that the schema cannot find, each with its path; `isKey` if it is in the key there. */
export function declarationMistakes(
  settings: unknown,
  declared: readonly DeclaredCollection[],
): { path: Path; mistake: Mistake; isKey: boolean }[] {
  const names = Object.keys(Object(Object(settings).collections)).flatMap((name) => {
    const mistake = collectionNameMistake(name)
    return mistake ? [{ path: ['collections', name], mistake, isKey: true }] : []
  })
  const within = declared.flatMap((collection) => {
    const path = ['collections', collection.name]
    const ofEntries = (name: string) =>
      KEYS_OF_ENTRIES.has(name) ? 'is a key that every entry may have.' : undefined
    const inFields = nameMistakes(definedIn(settings, collection.name), [...path, 'fields'], ofEntries)
    return [
      ...inFields.map((one) => ({ ...one, isKey: true })),
      ...valueMistakes(collection).map(({ key, mistake }) => ({
        path: [...path, key],
        mistake,
        isKey: false,
      })),
    ]
  })
  return [...names, ...within]
}

/** Finds values that name what there is not. */
function valueMistakes({ title, sort, fields }: DeclaredCollection): { key: string; mistake: Mistake }[] {
  // A field of an unknown type may be anything.
  if (!fields || fields.some(({ type }) => type === 'unknown')) return []
  const texts = fields.filter(({ type }) => type === 'string' || type === 'select').map(({ name }) => name)
  const ordered = filterableFields(fields as FieldDefinition[]).filter(({ isList }) => !isList)
  const orders = ['publishedAt', 'updatedAt', ...ordered.map(({ name }) => `fields.${name}`)]
  const mistakeIn = (key: string, value: string | null, known: readonly string[], what: string) => {
    if (value === null || known.includes(value)) return []
    const hint = didYouMean(value, known, `There are: ${known.join(', ') || 'none'}.`)
    return [
      {
        key,
        mistake: { code: 'bad-choice' as const, message: `${key} ${quoted(value)} is not ${what}.`, hint },
      },
    ]
  }
  return [
    ...mistakeIn('title', title, texts, 'a field of text'),
    ...mistakeIn(
      'sort',
      sort,
      orders.flatMap((one) => [one, `-${one}`]),
      'an order',
    ),
  ]
}
