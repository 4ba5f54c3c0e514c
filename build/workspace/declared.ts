// The collections that workspace.yml declares: what it says of each.
import type * as zod from 'zod'
import { filterableFields } from '../../snapshot/format/filterable.ts'
import { isObject } from '../../snapshot/objects.ts'
import type { FieldDefinition } from '../../snapshot/types.ts'
import type { Path } from '../parse/yaml/positions.ts'
import { type Mistake, quoted } from '../problems/problem.ts'
import { didYouMean, suggest } from '../problems/suggest.ts'
import { collectionNameMistake, declaredNames } from '../schema/collection-name.ts'
import { type definitionsSchema, type Field, fieldsIn, nameMistakes } from '../schema/fields.ts'
import { entrySchema } from '../schema/schemas.ts'
import { entryUrlPattern } from '../schema/url-pattern.ts'
import { bounded, flag, mapping, text, z } from '../schema/values.ts'

export interface DeclaredCollection {
  name: string
  /** It has one entry, in a file of that name. */
  single: boolean
  /** The pattern of addresses on the site, with `{path}` in it unless there is one entry. */
  url: string | undefined
  /** The field that gives entries without a title theirs. */
  title: string | undefined
  /** The order of lists that ask for none. */
  sort: string | undefined
  /** Its entries are in feeds. */
  feed: boolean
  /** Missing if the definitions are invalid. */
  fields: Field[] | undefined
}

const MAX_COLLECTIONS = 64
const KEYS_OF_ENTRIES: ReadonlySet<string> = new Set(
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
    const { single = false, url, title, sort, feed = false } = valid[name] ?? {}
    const { fields = {} } = Object(valuesOf(settings)[name]) as { fields?: unknown }
    const pattern =
      url === undefined || single || url.includes('{path}') ? url : `${url.replace(/\/$/, '')}/{path}`
    return {
      name,
      single,
      url: pattern,
      title,
      sort,
      feed,
      fields: fieldsIn(fields, KEYS_OF_ENTRIES, definitions),
    }
  })
}

function valuesOf(settings: unknown): Record<string, unknown> {
  const written = Object(settings).collections
  return isObject(written) ? written : {}
}

/** Finds mistakes that the schema cannot find, each with its path; `isKey` if it is in the key there. */
export function declarationMistakes(
  settings: unknown,
  declared: readonly DeclaredCollection[],
): { path: Path; mistake: Mistake; isKey: boolean }[] {
  const written = valuesOf(settings)
  const names = Object.keys(written).flatMap((name) => {
    const mistake = collectionNameMistake(name)
    return mistake ? [{ path: ['collections', name], mistake, isKey: true }] : []
  })
  const within = declared.flatMap((collection) => {
    const path = ['collections', collection.name]
    const ofEntries = (name: string) =>
      KEYS_OF_ENTRIES.has(name) ? 'is a key that every entry may have.' : undefined
    const { fields } = Object(written[collection.name]) as { fields?: unknown }
    const inFields = nameMistakes(fields, [...path, 'fields'], ofEntries)
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

function valueMistakes({ title, sort, fields }: DeclaredCollection) {
  if (!fields) return []
  const texts = fields
    .filter(({ type }) => ['string', 'select', 'unknown'].includes(type))
    .map(({ name }) => name)
  const isUnknown = fields.some(({ type }) => type === 'unknown')
  const ordered = filterableFields(fields as FieldDefinition[]).filter(({ isList }) => !isList)
  const orders = ['publishedAt', 'updatedAt', ...ordered.map(({ name }) => `fields.${name}`)]
  const mistakes: { key: string; mistake: Mistake }[] = []
  if (title !== undefined && !texts.includes(title)) {
    const message = `title ${quoted(title)} is not a field of text.`
    const hint = suggest(title, texts, 'Define it under fields, or leave title out.')
    mistakes.push({ key: 'title', mistake: { code: 'bad-choice', message, hint } })
  }
  if (sort !== undefined && !isUnknown && !orders.includes(sort.replace(/^-/, ''))) {
    const message = `sort ${quoted(sort)} is not an order.`
    const known = orders.map((one) => (sort.startsWith('-') ? `-${one}` : one))
    const hint = didYouMean(sort, known, `Write one of ${orders.join(', ')}, or with - in front.`)
    mistakes.push({ key: 'sort', mistake: { code: 'bad-choice', message, hint } })
  }
  return mistakes
}
