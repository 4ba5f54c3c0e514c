// The front matter of other programs under our keys. What has no key of ours is left for `fields`.
import { parseDate } from '../../snapshot/date.ts'
import type { SourceValue } from '../source.ts'
import { ourDate } from './dates.ts'
import { flagOf, type KeyedData, textsOf } from './keyed.ts'
import { isData } from './languages.ts'

const words = (text: string) => text.trim().split(/\s+/)

/** Keys without case, hyphens and underscores: see `folded`. */
const UPDATES = words(`
  lastmod updated updatedDate updatedAt updatedOn lastModifiedAt lastModified lastUpdated lastUpdate
  lastUpdate.date lastUpdatedAt modified modifiedDate modifiedAt modDatetime dateModified dateUpdated
  editedAt revised extra.updated
`)

const DESCRIPTIONS = words(
  'description excerpt summary spoiler desc abstract intro seo.description meta.description',
)

const COVERS = words(`
  coverImage cover.src cover.image cover.url cover.path cover coverImage.src heroImage.src heroImage
  hero.image hero featuredImage.src featuredImage featureImage featured_img image.src image.url image.path
  image.feature image thumbnail.src thumbnail thumb banner bannerImage header.image header.teaser
  header.overlay_image headerImage teaser img images socialImage ogImage.url ogImage og_image splash
  resources.0.src
`)

/** Something that begins with a year, a month or a day, even if it is no date. */
const DATE_LIKE =
  /^["“]?(\d{4}[-/.年]|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|[a-z]{3,9}\.?,? \w+|\d{1,2} [a-z]{3,9}|\d{10}(\d{3})?$|\d{8}T)/i

/** The key that stands for the date in the name of a file, where that counts before others. */
export const IN_NAME = ':filename'
const NAMED = /(?:^|\/)(\d{4}-\d{2}-\d{2})[^/]*(?:\/index\.\w+)?$/

/** Returns the date of publication, as written, at the keys of its program. */
export function dateOf(data: KeyedData, keys: readonly string[], path: string): string | undefined {
  return firstDate(data, keys, path)?.written
}

export function takeDate(data: KeyedData, keys: readonly string[], path: string): string | undefined {
  return taken(data, firstDate(data, keys, path))
}

/** The keys that say when a post appears, whatever date readers see, and when it ends. */
export const STARTS = words(`
  pubDate pubDatetime publishDate publishedAt publishedDate publishedOn publishedTime datePublished
  publicationDate published publish publishAt publishOn scheduled scheduledAt scheduledFor
`)
export const ENDS = words('expiryDate unpublishDate unpublishAt unpublishOn')

/** The dates at such keys, the latest first. */
export function datesAt(
  data: KeyedData,
  keys: readonly string[],
  timezone: string | undefined,
): { key: string; date: string; instant: number }[] {
  const dates = keys.flatMap((key) => {
    const date = ourDate(textsOf(data.at(key))[0] ?? '', timezone) ?? ''
    const instant = parseDate(date)
    return instant === undefined ? [] : [{ key, date, instant }]
  })
  return dates.sort((a, b) => b.instant - a.instant)
}

export function takeUpdate(data: KeyedData): string | undefined {
  return taken(data, firstDate(data, UPDATES))
}

function taken(data: KeyedData, found: { key: string; written: string } | undefined): string | undefined {
  if (found) data.take(found.key)
  return found?.written
}

function isDateLike(written: string): boolean {
  return DATE_LIKE.test(written.trim()) || ourDate(written) !== undefined
}

function firstDate(
  data: KeyedData,
  keys: readonly string[],
  path = '',
): { key: string; written: string } | undefined {
  for (const key of keys) {
    const written = key === IN_NAME ? NAMED.exec(path)?.[1] : data.at(key)
    if (typeof written === 'string' && flagOf(written) === undefined && isDateLike(written)) {
      return { key, written }
    }
  }
  return undefined
}

/** Keys of dates that its program does not take for that of its publication. */
export function otherDates(data: KeyedData): string[] {
  return Object.entries(data.rest()).flatMap(([key, value]) =>
    textsOf(value).some((text) => /^\d{4}-\d{2}-\d{2}/.test(text)) ? key : [],
  )
}

const POSITIONS = words('menuOrder weight sidebarPosition navOrder eleventyNavigation.order order position')

/** Takes the place among siblings, if it is one that entries can have. */
export function takePosition(data: KeyedData): number | undefined {
  const key = POSITIONS.find((one) => /^0*\d{1,5}$/.test(textsOf(data.at(one))[0] ?? ''))
  return key === undefined ? undefined : Number(data.take(key))
}

export function takeDescription(data: KeyedData): string | undefined {
  return data.takeText(...DESCRIPTIONS)
}

/** Takes the text that says what the cover shows. It is asked for when there is one: other images have texts, too. */
export function takeCoverAlt(data: KeyedData): string | undefined {
  const keys = COVERS.filter((key) => !key.includes('.'))
  return data.takeText(...keys.flatMap((key) => ['.alt', 'Alt', 'AltText'].map((end) => key + end)))
}

/** A path or a URL of a picture; a colour, a flag or a name is none. */
export function takeCover(data: KeyedData): string | undefined {
  for (const key of COVERS) {
    const value = data.at(key)
    const written = typeof value === 'string' ? value : firstOf(value)
    if (written === undefined || !isPicture(written)) continue
    data.take(key)
    return written.trim()
  }
  return undefined
}

function firstOf(value: SourceValue): string | undefined {
  const first = Array.isArray(value) ? value[0] : undefined
  if (typeof first === 'string') return first
  return isData(first) ? textsOf(first.src ?? first.url ?? first.image)[0] : undefined
}

function isPicture(written: string): boolean {
  const path = written.trim().replace(/[?#].*$/, '')
  return /\.(png|jpe?g|webp|avif|gif|svg)$/i.test(path) || /^https?:\/\/[^/]+\/.+/.test(path)
}

/** Categories and tags as names. Only what Jekyll splits at spaces is `spaced`. */
export function takeLabels(data: KeyedData, spaced: boolean): { categories: string[]; tags: string[] } {
  const namesAt = (keys: string) =>
    words(keys).flatMap((key) => namesIn(data.take(key), spaced && !SINGLE.test(key)))
  const categories = namesAt(
    'categories category taxonomies.categories taxonomies.category topics taxonomies.topics',
  )
  const tags = namesAt('tags tag taxonomies.tags taxonomies.tag keywords')
  return { categories: unique(categories), tags: unique(tags) }
}

/** Keys whose value has spaces and is one name. */
const SINGLE = /^(?:category|tag|keywords)$/

function namesIn(value: SourceValue, spaced: boolean): string[] {
  if (typeof value === 'string') {
    const names = value.includes(',') ? value.split(',') : spaced ? value.split(/\s+/) : [value]
    return names.map((name) => name.trim()).filter(Boolean)
  }
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, false))
  if (!isData(value)) return []
  return textsOf(value.name ?? value.label ?? value.title ?? value.slug).slice(0, 1)
}

function unique(names: readonly string[]): string[] {
  const seen = new Map(names.map((name) => [name.toLowerCase(), name]).reverse() as [string, string][])
  const kept = new Set(seen.values())
  return names.filter((name) => kept.delete(name))
}
