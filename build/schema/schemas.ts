// The schemas of a post, an author, a category and a tag: the tables of docs/content.md as code.

import type * as zod from 'zod'
import { normalise } from '../../packages/search/basics/normalise.ts'
import { quoted } from '../problems/problem.ts'
import { write } from '../problems/suggest.ts'
import { alias, groupAlias, isPath } from './alias.ts'
import { type Field, fieldSchemas } from './fields.ts'
import type { SlugStyle } from './slug.ts'
import { absoluteUrl } from './url.ts'
import {
  atMost,
  bounded,
  choice,
  date,
  flag,
  fromText,
  id,
  image,
  language,
  link,
  list,
  mapping,
  nonEmpty,
  slug,
  text,
  texts,
  wholeNumber,
  z,
} from './values.ts'

/** Every post repeats its authors, and one file must not fill a disk. */
const MAX_AUTHORS = 100
const MAX_PROFILES = 100
const MAX_TAGS = 100
const MAX_ALIASES = 100

/** The number of a post in its series. */
const MAX_PART = 100_000

/** A slug or, if the workspace declares no list, a name. */
export const reference = bounded(nonEmpty, 'Write its slug, or a short name.').transform((input) =>
  normalise(input.trim()),
)

export const references = texts(reference)

export const authorReferences = atMost(
  references,
  MAX_AUTHORS,
  'authors',
  'Name those who wrote most of it.',
).refine((slugs) => slugs.length > 0, {
  message: 'is empty',
  params: { code: 'missing-field', hint: 'Name at least one author.' },
})

function aliasesOf(alias: zod.ZodType<string>) {
  return atMost(texts(alias), MAX_ALIASES, 'aliases', 'Keep those that are still linked to.').default([])
}

/** The settings of a workspace that concern its posts. */
interface PostSettings {
  fields: readonly Field[] | undefined
  slugs: SlugStyle
}

/** A post in a workspace with these settings. Its fields stand beside our keys, or under `fields`. */
export function postSchema({ fields, slugs }: PostSettings) {
  const own: object = fieldSchemas(fields ?? [])
  const schema = mapping({
    ...own,
    title: bounded(nonEmpty, 'Shorten it: every list of posts repeats it.'),
    publishedAt: date.optional(),
    description: text.optional(),
    slug: bounded(slug(slugs), 'Shorten it: it is part of an address.').optional(),
    id: id.optional(),
    updatedAt: date.optional(),
    status: choice('published', 'draft').default('published'),
    featured: flag.default(false),
    coverImage: image.optional(),
    coverAlt: bounded(text).optional(),
    authors: authorReferences.optional(),
    category: reference.optional(),
    tags: atMost(references, MAX_TAGS, 'tags', 'Keep those that readers look for.').default([]),
    series: reference.optional(),
    part: wholeNumber(1, MAX_PART, 'a part').optional(),
    attribution: mapping({ author: nonEmpty, url: link }).optional(),
    aliases: aliasesOf(alias(slugs)),
    language: language.optional(),
    fields: fields ? mapping({ ...own }).optional() : z.unknown().optional(),
  })
  // Any key may be a field that cannot be read.
  return fields ? schema : (schema.loose() as unknown as typeof schema)
}

export const MAX_POSITION = 99_999

/** An entry of a declared collection: what posts have, but for what only posts have. */
export function entrySchema(settings: PostSettings) {
  const { authors, category, tags, series, part, featured, coverImage, ...most } = postSchema(settings).shape
  const { coverAlt, attribution, ...shared } = most
  const own: object = fieldSchemas(settings.fields ?? [])
  const { title, ...rest } = shared
  const schema = mapping({
    ...own,
    ...rest,
    title: title.optional(),
    aliases: aliasesOf(alias(settings.slugs, isPath)),
    position: wholeNumber(0, MAX_POSITION, 'a position').optional(),
  })
  return settings.fields ? schema : (schema.loose() as unknown as typeof schema)
}

const platform = fromText((input, fail) => {
  if (input === 'twitter') return 'x'
  if (PLATFORM.test(input)) return input
  const fixed = input.trim().toLowerCase()
  const hint = PLATFORM.test(fixed)
    ? write(input, [fixed], { isSure: false })
    : 'Write a name such as github.'
  return fail('bad-platform', `${quoted(input)} is not a short lower-case name`, hint)
})

const PLATFORM = /^[a-z][a-z0-9-]{0,31}$/

const profile = fromText(
  (input, fail) =>
    absoluteUrl(input, ['http:', 'https:', 'mailto:']) ??
    fail('bad-url', `${quoted(input)} is not an absolute URL`, 'Write https://example.org/name.'),
)

export const authorSchema = mapping({
  name: bounded(nonEmpty),
  id: id.optional(),
  aliases: aliasesOf(groupAlias),
  image: bounded(image).optional(),
  bio: bounded(text).default(''),
  role: bounded(text).default(''),
  socials: atMost(
    list(mapping({ platform, url: bounded(profile) })),
    MAX_PROFILES,
    'profiles',
    'Remove some: every post by the author repeats them.',
  ).default([]),
})

const label = {
  name: bounded(nonEmpty),
  id: id.optional(),
  aliases: aliasesOf(groupAlias),
  description: bounded(text).optional(),
}

/** A category or a tag. */
export const labelSchema = mapping(label)

export const seriesSchema = mapping({ ...label, complete: flag.default(false) })
