// Reads the front matter of a post.

import { parseDate } from '../../snapshot/date.ts'
import { isObject } from '../../snapshot/objects.ts'
import type { Attribution, FieldValue, Instant, PostStatus } from '../../snapshot/types.ts'
import { imageReference, type UrlReference } from '../extract/url-reference.ts'
import type { FilePaths } from '../parse/file.ts'
import type { Data } from '../parse/yaml/positions.ts'
import { WHOLE_FILE } from '../problems/location.ts'
import { type Checked, type Problem, problemAt } from '../problems/problem.ts'
import { type Field, fieldValues } from '../schema/fields.ts'
import { derivedId } from '../schema/id.ts'
import { intendedKey } from '../schema/messages.ts'
import { OTHER_KEYS_OF_POSTS as others } from '../schema/other-keys.ts'
import { entrySchema, postSchema } from '../schema/schemas.ts'
import { orRelaxed, type SlugStyle, slugMistake, slugOfFile } from '../schema/slug.ts'
import { validate } from '../schema/validate.ts'
import type { DeclaredCollection } from '../workspace/declared.ts'
import { isUnset, type Reference, referencesOf } from '../workspace/references.ts'
import type { CompilerSettings } from '../workspace/settings.ts'
import { type Name, namesOf } from '../workspace/unique.ts'
import { type FieldText, readFields } from './fields.ts'

export interface Header {
  slug: string
  id: string
  title: string
  featured: boolean
  /** Missing if the author wrote none. */
  description: string | undefined
  /** Missing if the author wrote none; null if it is empty. */
  coverImage: UrlReference | null | undefined
  /** The alternative text of the cover; `''` if the author gives none. */
  coverAlt: string
  /** Missing in drafts only. */
  publishedAt: Instant | undefined
  /** Missing if it equals publishedAt. */
  updatedAt: Instant | undefined
  status: PostStatus
  attribution: Attribution | null
  fields: Record<string, FieldValue>
  aliases: string[]
  /** A language tag: the workspace's if the author wrote none. */
  language: string
  /** The place of an entry among its siblings, if its author gives it one. */
  position?: number | undefined
}

export interface ReadHeader {
  header: Header
  /** The slug, the id and the aliases with their locations. */
  names: Name[]
  references: Reference[]
  /** The post's own cover, if it has one, and what its fields refer to. */
  urls: UrlReference[]
  texts: FieldText[]
}

/** Makes the function that reads the front matter of a workspace's posts. Invalid values are replaced by defaults. */
export function headerReader(settings: CompilerSettings) {
  const { fields = [], collection } = settings
  // The keys that only posts have are not there.
  const schema = collection
    ? (entrySchema(settings) as unknown as ReturnType<typeof postSchema>)
    : postSchema(settings)
  const known = Object.keys(schema.shape)
  const kind = collection?.name ?? 'post'
  // Fields of entries may be called as what only posts have.
  const ofPost = <T extends object>(value: T): Partial<T> => (collection ? {} : value)
  return (written: Data, file: FilePaths): Checked<ReadHeader> => {
    const { value, data, problems } = validate(schema, written, file.displayPath, others)
    const slug = collection ? pathOf(collection, file, value) : (value.slug ?? slugOfFile(file.relativePath))
    const id = value.id ?? derivedId(kind, settings.folder, slug)
    const { status = 'published', aliases = [] } = value
    const under: unknown = Object(data.value).fields
    const within = { ...data, value: isObject(under) ? under : {} }
    const entries = [...Object.entries(data.value ?? {}), ...Object.entries(within.value)]
    const isMisspelt = (key: string) =>
      entries.some(
        ([other, value]) => !known.includes(other) && intendedKey(other, value, known, others) === key,
      )
    const missingFields = fields.filter(({ name, required }) => required && isUnset(within, name))
    const keys = [
      ...required(status, settings, file),
      ...missingFields.map(({ name }) => [name, `Write ${name}: …`, ...(isObject(under) ? ['fields'] : [])]),
    ]
    const values = fieldValues(fields, { ...(value.fields ?? {}), ...(value as object) })
    const own = ofPost(value)
    const cover = imageReference(own.coverImage, data, ['coverImage'], file)
    const header = {
      slug,
      id,
      title: titleOf(value, values, collection) ?? slug,
      featured: own.featured ?? false,
      description: value.description,
      coverImage: own.coverImage === undefined ? undefined : (cover ?? null),
      coverAlt: own.coverAlt ?? '',
      publishedAt: value.publishedAt,
      updatedAt: value.updatedAt,
      status,
      attribution: own.attribution ?? null,
      fields: values,
      aliases,
      language: value.language ?? settings.language,
      position: (value as { position?: number }).position,
    }
    const inFields = readFields(fields, header.fields, data, file)
    const references = referencesOf(own, data, settings.defaults, file.displayPath)
    const names = namesOf(header, { owner: file.displayPath, file: file.displayPath }, (path) => {
      const derived = isUnset(data, String(path[0]))
      return { derived, location: derived ? WHOLE_FILE : data.locationOf(path) }
    })
    const parts = slug.split('/').slice(0, value.slug === undefined ? undefined : -1)
    const misnamed = parts.flatMap((part) => slugMistakes(part, settings.slugs, file))
    return {
      value: {
        header,
        names,
        references,
        urls: [...(cover ? [cover] : []), ...inFields.urls],
        texts: inFields.texts,
      },
      problems: [
        ...problems,
        ...misnamed,
        ...missing(keys, isMisspelt, data, file),
        ...writtenTwice(fields, within, data, file),
      ],
    }
  }
}

function missing(
  keys: readonly string[][],
  isMisspelt: (key: string) => boolean,
  data: Data,
  file: FilePaths,
): Problem[] {
  return keys.flatMap(([key = '', hint = '', ...around]): Problem[] => {
    if (!isUnset(data, key) || isMisspelt(key)) return []
    const path = [...around, key]
    const mistake = { code: 'missing-field', message: `${path.join('.')} is missing.`, hint } as const
    return [problemAt(file.displayPath, data.keyLocationOf(path), mistake)]
  })
}

/** The path of an entry: that of its file below the collection's folder, and for `index.md` that of its own folder. */
export function pathOf(
  { name, single }: DeclaredCollection,
  { relativePath }: Pick<FilePaths, 'relativePath'>,
  { slug }: { slug?: string | undefined } = {},
): string {
  const [, ...parts] = relativePath.replace(/\.[^./]*$/, '').split('/')
  if (single) return name
  if (slug !== undefined) parts.splice(-1, 1, slug)
  else if (parts.at(-1) === 'index' && parts.length > 1) parts.pop()
  return parts.join('/')
}

/** An entry has `''` if neither a key nor a field gives it one. */
function titleOf(
  { title }: { title?: string | undefined },
  values: Header['fields'],
  collection: DeclaredCollection | undefined,
): string | undefined {
  if (title !== undefined || !collection) return title
  return String(values[collection.title ?? ''] ?? '').trim()
}

/** @param within what stands under `fields` */
function writtenTwice(fields: readonly Field[], within: Data, data: Data, file: FilePaths): Problem[] {
  const twice = fields.filter(({ name }) => !isUnset(data, name) && !isUnset(within, name))
  return twice.map(({ name }) =>
    problemAt(file.displayPath, data.keyLocationOf([name]), {
      code: 'duplicate-key',
      message: `The field "${name}" is written twice: here, and under fields.`,
      hint: 'Keep one of them.',
    }),
  )
}

/** The keys that only some posts must have, with hints on what to write. */
function required(
  status: PostStatus,
  { defaults, unread, collection }: CompilerSettings,
  file: FilePaths,
): [key: string, hint: string][] {
  if (collection) return []
  const keys: [string, string][] = []
  if (status === 'published') keys.push(['publishedAt', dateHintFor(file)])
  if (!unread.has('defaults') && defaults.authors.length === 0)
    keys.push(['authors', 'Write authors: [name], or set a default in workspace.yml.'])
  if (!unread.has('defaults') && defaults.category.length === 0)
    keys.push(['category', 'Write category: name, or set a default in workspace.yml.'])
  return keys
}

/** The date that a file's name or path begins with, or the form of one. */
function dateHintFor({ relativePath }: FilePaths): string {
  const [, year, month, day] = /\/(\d{4})[-/](\d{2})[-/](\d{2})[-/.]/.exec(relativePath) ?? []
  const date = `${year}-${month}-${day}`
  if (parseDate(date) === undefined) return 'Write publishedAt: YYYY-MM-DD, or status: draft.'
  return `Write publishedAt: ${date}, as in the file's path, or status: draft.`
}

/** A name that is not a slug is never fixed silently: two systems could fix it in two ways. */
function slugMistakes(slug: string, style: SlugStyle, file: FilePaths): Problem[] {
  const hintFor = (fixed: string) => {
    const otherwise = orRelaxed(slug, style)
    return `Rename the file${otherwise === '' ? ', or' : ','} write slug: ${fixed}${otherwise}.`
  }
  const mistake = slugMistake(slug, style, hintFor)
  if (!mistake) return []
  return [problemAt(file.displayPath, WHOLE_FILE, { ...mistake, message: `The name ${mistake.message}.` })]
}
