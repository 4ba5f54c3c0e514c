// The front matter of one post, under our keys and in their order.

import { absoluteUrl, slugify } from '../build/for-import.ts'
import { parseDate } from '../snapshot/date.ts'
import { dateInPath, readDate } from './frontmatter/dates.ts'
import { reportedIn, takeHidden, takeSecrets } from './frontmatter/hidden.ts'
import { flagOf, KeyedData, keyedConfig, textsOf } from './frontmatter/keyed.ts'
import type { Labels } from './frontmatter/labels.ts'
import { isData } from './frontmatter/languages.ts'
import {
  datesAt,
  ENDS,
  IN_NAME,
  otherDates,
  STARTS,
  takeCover,
  takeCoverAlt,
  takeDate,
  takeDescription,
  takeLabels,
  takePosition,
  takeUpdate,
} from './frontmatter/meta.ts'
import { type People, takeAuthors } from './frontmatter/people.ts'
import type { Generator } from './generators/generator.ts'
import { cut } from './names.ts'
import type { PlannedPost } from './plan.ts'
import { noteOf, type SourceData, type SourcePost, type SourceSite, say } from './source.ts'
import { withoutLocks } from './text/locks.ts'

/** The header as it will stand in the file; `cover` is still as the source has it. */
export interface MappedHeader {
  title: string
  publishedAt: string | undefined
  updatedAt: string | undefined
  isDraft: boolean
  /** True for a draft that readers do not see in the source either. */
  isPrivate: boolean
  description: string | undefined
  isFeatured: boolean
  cover: string | undefined
  coverAlt: string | undefined
  authors: string[]
  category: string | undefined
  tags: string[]
  series: string | undefined
  part: number | undefined
  language: string | undefined
  /** The place of an entry among its siblings. */
  position: number | undefined
  attribution: { author: string; url: string } | undefined
  /** The values without a key of ours, by their own. */
  own: SourceData
}

export interface PostLists {
  people: People
  categories: Labels
  tags: Labels
  /** The slugs and numbers of parts of series: two posts cannot be one part. */
  parts: Set<string>
}

type Say = (...note: Parameters<typeof noteOf>) => unknown

const MAX_TAGS = 100
const MAX_TEXT = 10_000

/** Keys that say where a post was, which addresses already told. */
const ADDRESS_KEYS = ['slug', 'permalink', 'url', 'path', 'aliases', 'alias', 'redirect_from', 'redirectFrom']

/** The source of the parts of a header. */
interface HeaderSource {
  source: SourcePost
  data: KeyedData
  site: SourceSite
  generator: Generator
  /** The time of the import, in milliseconds. */
  now: number
  note: Say
}

export function mapHeader(
  { source }: PlannedPost,
  site: SourceSite,
  lists: PostLists,
  { generator, now }: { generator: Generator; now: number },
): MappedHeader {
  const locks = takeLocks(source)
  const data = new KeyedData(source.data)
  const hidden = takeHidden(data, generator.name)
  const from: HeaderSource = { source, data, site, generator, now, note: (...note) => say(source, ...note) }
  for (const key of ADDRESS_KEYS) data.take(key)
  const title = takeTitle(from)
  const { publishedAt, ended } = takePublication(from)
  const isPrivate = sayHidden(from, [...locks, ...hidden, ...ended], publishedAt)
  const updatedAt = takeUpdateOf(from, publishedAt, isPrivate)
  const description = takeDescription(data)
  const shared = {
    ...{ title, updatedAt, isPrivate },
    description: description === undefined ? undefined : shortened(oneLine(description)),
    language: takeLanguage(data),
  }
  if (source.entryOf) return entryHeader(from, shared, publishedAt)
  const authors = lists.people.add(takeAuthors(data))
  const { category, tags } = takeLabelsOf(from, lists, generator.name === 'jekyll')
  const series = takeSeries(from, lists.parts)
  const featured = flagOf(data.at('featured') ?? data.at('pinned') ?? data.at('sticky'))
  if (featured !== undefined) for (const key of ['featured', 'pinned', 'sticky']) data.take(key)
  const cover = takeCover(data)
  const coverAlt = cover === undefined ? undefined : takeCoverAlt(data)
  const attribution = takeAttribution(data)
  return {
    ...shared,
    publishedAt: publishedAt ?? updatedAt,
    updatedAt: publishedAt === undefined ? undefined : updatedAt,
    isDraft: isPrivate || (publishedAt ?? updatedAt) === undefined,
    isFeatured: featured === true,
    cover,
    coverAlt: coverAlt === undefined ? undefined : shortened(oneLine(coverAlt)),
    authors,
    category,
    tags,
    ...series,
    position: undefined,
    attribution,
    own: restOf(from),
  }
}

/** Entries are in the order of their tree, unless they have a date: only one that is to come stays theirs. */
function entryHeader(
  from: HeaderSource,
  shared: Pick<MappedHeader, 'title' | 'updatedAt' | 'isPrivate' | 'description' | 'language'>,
  date: string | undefined,
): MappedHeader {
  const isComing = instantOf(date) > from.now
  const position = takePosition(from.data)
  return {
    ...{ ...shared, position, isDraft: shared.isPrivate, publishedAt: isComing ? date : undefined },
    ...{ isFeatured: false, cover: undefined, coverAlt: undefined, attribution: undefined },
    ...{ authors: [], category: undefined, tags: [], series: undefined, part: undefined },
    own: { ...(date !== undefined && !isComing && { date }), ...restOf(from) },
  }
}

/** Takes the date of publication, and what says that the post is public no more. */
function takePublication(from: HeaderSource): { publishedAt: string | undefined; ended: string[] } {
  const { data, site, now, note } = from
  const date = publication(from)
  const last = Math.max(now, instantOf(date))
  // Hugo's configuration may name other keys.
  const own = (name: string) =>
    textsOf(keyedConfig(site.config).at(`frontmatter.${name}`)).filter((key) => !key.startsWith(':'))
  const start = datesAt(data, [...STARTS, ...own('publishDate')], site.timezone).find(
    ({ instant }) => instant > last,
  )
  if (start) {
    data.take(start.key)
    const what = `It is not published before ${start.date}, which became its date.`
    note('changed', what, 'Published later than dated')
  }
  const ended: string[] = []
  for (const { key, date, instant } of datesAt(data, [...ENDS, ...own('expiryDate')], site.timezone)) {
    if (instant <= now) ended.push(`${key}: ${date}`)
    else
      note('changed', `It is public until ${date} there, and without an end here.`, 'Public for a time there')
  }
  return { publishedAt: start?.date ?? date, ended }
}

/** Says why readers of the source do not see it, and returns whether that makes it a draft: a date that is to come does not. */
function sayHidden(
  { source, data, generator, now, note }: HeaderSource,
  why: readonly string[],
  publishedAt: string | undefined,
): boolean {
  const isDraft = why.some((reason) => instantOf(publishedAt) <= now || !SCHEDULED.test(reason))
  const marks = [...reportedIn(data, generator.name), ...(source.reported ?? [])].join('; ')
  if (marks !== '') note('changed', `There it is not shown everywhere (${marks}), and here it is.`, marks)
  if (isDraft)
    source.notes.unshift(
      noteOf(
        'draft',
        `It is not public there (${why.join('; ')}): it became a draft.`,
        why.map((one) => one.replace(/: \d{4}-.*/, '')).join('; '),
      ),
    )
  return isDraft
}

function takeUpdateOf(
  { source, data, site, generator, note }: HeaderSource,
  publishedAt: string | undefined,
  isDraft: boolean,
): string | undefined {
  const updated = takeUpdate(data)
  const updatedAt = updated === undefined ? undefined : dateFrom(updated, site.timezone, note)
  if (updated !== undefined && updatedAt === undefined) {
    const what = `The date of the last change, ${updated}: it is no date.`
    note('dropped', what, 'Last changes that are no dates')
  }
  if (publishedAt !== undefined || isDraft || source.entryOf) return updatedAt
  const others = otherDates(data).join(' or ')
  const key = generator.dates(site).find((one) => one !== IN_NAME)
  const hint = others && key ? ` Write ${others} as ${key} if it was published then.` : ''
  if (updatedAt === undefined) {
    const why = 'It has no date, neither in its front matter nor in its name: it became a draft.'
    note('missing', why + hint, why)
  } else {
    const what = `It has no date but that of its last change, ${updatedAt}.`
    note('missing', what + hint, 'No date but that of the last change')
  }
  return updatedAt
}

/** Takes the category and the tags, as slugs. */
function takeLabelsOf(
  { data, note }: HeaderSource,
  lists: PostLists,
  isSplit: boolean,
): Pick<MappedHeader, 'category' | 'tags'> {
  const labels = takeLabels(data, isSplit)
  const [category, ...further] = labels.categories
  if (further.length > 0)
    note('mapped', `Further categories became tags: ${further.join(', ')}.`, 'Further categories became tags')
  const tags = [...new Set([...further, ...labels.tags].map((name) => lists.tags.add(name)))]
  if (tags.length > MAX_TAGS)
    note('dropped', `${tags.length - MAX_TAGS} of its tags: a post has at most 100.`, 'Tags beyond 100')
  return {
    category: category === undefined ? undefined : lists.categories.add(category),
    tags: tags.slice(0, MAX_TAGS),
  }
}

/** Takes the series, and the number in it unless another post has that. */
function takeSeries({ data, note }: HeaderSource, parts: Set<string>): Pick<MappedHeader, 'series' | 'part'> {
  const [series, ...others] = textsOf(data.at('series'))
  if (series === undefined || slugify(series) === '') return { series: undefined, part: undefined }
  data.take('series')
  if (others.length > 0) note('dropped', `Further series: ${others.join(', ')}.`, 'Further series')
  const key = ['part', 'series_order', 'seriesOrder', 'series_weight'].find(
    (one) => data.at(one) !== undefined,
  )
  const number = Number(key && data.at(key))
  const place = `${slugify(series)} ${number}`
  if (!key || !Number.isInteger(number) || number < 1 || number > 100_000 || parts.has(place))
    return { series, part: undefined }
  data.take(key)
  parts.add(place)
  return { series, part: number }
}

function takeLanguage(data: KeyedData): string | undefined {
  const keys = ['lang', 'language', 'locale']
  const language = keys
    .flatMap((key) => textsOf(data.at(key)))
    .find((code) => /^[a-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/i.test(code))
  for (const key of keys) if (language && data.at(key) === language) data.take(key)
  return language?.replaceAll('_', '-')
}

/** Returns what is left: also what stands below `fields`, and beside the front matter. */
function restOf({ data, source }: HeaderSource): SourceData {
  const written = data.at('fields')
  if (isData(written)) data.take('fields')
  return { ...source.meta, ...(isData(written) && written), ...data.rest() }
}

const SCHEDULED = /^status: (?:scheduled|future)$/i

function instantOf(date: string | undefined): number {
  return parseDate(date ?? '') ?? -Infinity
}

/** Says what keeps the post from the public besides keys of its own. Passwords go, and so do those in its text. */
function takeLocks(source: SourcePost): string[] {
  const body = withoutLocks(source.body)
  const why = source.hidden ? [source.hidden] : []
  const { isLocked, keys } = takeSecrets(source.meta ?? {}, takeSecrets(source.data))
  if (isLocked) why.push('a password')
  if (keys.length > 0)
    say(
      source,
      'dropped',
      `Keys that may hold secrets are not carried over: ${keys.join(', ')}.`,
      'Keys that may hold secrets',
    )
  if (body !== source.body) why.push('tags that lock its text')
  source.body = body
  return why
}

function takeAttribution(data: KeyedData): MappedHeader['attribution'] {
  const [[author], [url]] = [textsOf(data.at('attribution.author')), textsOf(data.at('attribution.url'))]
  if (!author || !url || !absoluteUrl(url)) return undefined
  data.take('attribution')
  return { author, url }
}

function publication({ source, data, site, generator, note }: HeaderSource): string | undefined {
  const written = takeDate(data, generator.dates(site), source.path)
  const date = written === undefined ? undefined : dateFrom(written, site.timezone, note)
  if (date !== undefined) return date
  const [named] = [source.path, source.addresses[0] ?? ''].flatMap((path) => dateInPath(path) ?? [])
  if (written !== undefined)
    note(
      'missing',
      `${written} is no date${named ? `: ${named}, from its name, took its place` : ''}.`,
      'Dates that are none',
    )
  return named
}

function dateFrom(written: string, timezone: string | undefined, note: Say): string | undefined {
  const { date, unread } = readDate(written, timezone) ?? {}
  if (unread)
    note(
      'missing',
      `A date was written ${written.trim()}, ${unread}: it became ${date}.`,
      'Dates of which a part was not read',
    )
  return date
}

function takeTitle({ source, data, generator, note }: HeaderSource): string {
  const { title, isHeading, other } = titleOf(source.body, data, source.within)
  const isHidden = other !== undefined && generator.hidesFirstHeading === true && !source.entryOf
  if (isHidden)
    note(
      'dropped',
      `Its first heading, ${other}, is not shown there, since it has a title.`,
      'First headings of posts with a title',
    )
  if (isHeading || isHidden) source.body = withoutHeading(source.body)
  return title
}

/** The title, or the first heading, which then goes from the text; and a heading that says something else. */
function titleOf(
  body: string,
  data: KeyedData,
  within: string,
): { title: string; isHeading: boolean; other?: string | undefined } {
  const [written] = textsOf(data.take('title'))
  const heading = headingOf(body)
  const plain = heading && plainText(heading)
  if (written !== undefined) {
    const isRepeated = plain !== undefined && plain.toLowerCase() === plainText(written).toLowerCase()
    return {
      title: shortened(oneLine(written)),
      isHeading: isRepeated,
      other: isRepeated ? undefined : plain,
    }
  }
  if (plain) return { title: shortened(plain), isHeading: true }
  const name = within
    .replace(/\/?_?index\.[^.]+$/i, '')
    .split('/')
    .at(-1)!
    .replace(/\.[^.]+$/, '')
    .replace(/^\d{4}-\d{1,2}-\d{1,2}-/, '')
  const words = name.replace(/[-_]+/g, ' ').trim()
  return { title: words.charAt(0).toUpperCase() + words.slice(1) || 'Untitled', isHeading: false }
}

/** Returns what the text begins with, if that is a heading: `# Title`, or underlined. */
function headingOf(body: string): string | undefined {
  const [before] = /^\s*(?:<!--[\s\S]*?-->\s*)?/.exec(body)!
  // The text is read by lines: one pattern for all of it would take hours where there are many spaces.
  const [line = '', next = ''] = body.slice(before.length).split('\n', 2)
  const [, text] = /^#[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/.exec(line.slice(0, MAX_TEXT)) ?? []
  return text ?? (/^=+[ \t]*$/.test(next) ? line : undefined)
}

function withoutHeading(body: string): string {
  return body.replace(/^(\s*(?:<!--[\s\S]*?-->\s*)?)(?:#[ \t]+.+|.+\n=+[ \t]*)(?:\n|$)/, '$1')
}

function plainText(markdown: string): string {
  return cut(markdown, MAX_TEXT)
    .replace(/\s*\{#[^}]*\}\s*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]/g, '')
    .replace(/<[^>]*>/g, '')
    .trim()
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function shortened(text: string): string {
  return cut(text, MAX_TEXT)
}
