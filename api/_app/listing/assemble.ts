// Turns post numbers into JSON: joins fragments of the snapshot, and inserts the parts that change over time.
// A shortcut is in it: `joinPost` (docs/design/shortcuts.md).
import type { Highlighter } from '../../../packages/search/index.ts'
import { jsonTextParts } from '../../../snapshot/text/html-text.ts'
import type { PostMeta, PostNumber } from '../../../snapshot/types.ts'
import type { Turn } from '../turns/turn.ts'
import type { Format, FurtherField, Post } from '../wire.ts'
import type { Edition } from './edition.ts'
import { growthIn, hasTexts, type ReferenceField, referenceFields, shownBy } from './fields.ts'
import { postTextOf } from './stored-html.ts'

/** A post's top-level fields in the order replies have them. */
export const postFields = [
  'id',
  'slug',
  'title',
  'featured',
  'description',
  'coverImage',
  'publishedAt',
  'updatedAt',
  'status',
  'authors',
  'attribution',
  'fields',
  'content',
  'category',
  'tags',
] as const satisfies (keyof Post)[]
export type PostField = (typeof postFields)[number]

/** The items of lists: what they are called, their fields, and which they never have of those that posts have only if asked to. */
const posts = {
  ...{ one: 'post', list: 'posts' },
  fields: postFields as readonly PostField[],
  without: [] as readonly FurtherField[],
}
const entries: typeof posts = {
  ...{ one: 'entry', list: 'entries' },
  // They are read from records of another form, by name.
  fields: 'id collection path title description publishedAt updatedAt status url fields content'.split(
    ' ',
  ) as PostField[],
  without: ['url', 'cover', 'related', 'series', 'neighbors'],
}

export function itemOf({ workspace }: Edition): typeof posts {
  return workspace.collection ? entries : posts
}

/** The form in which a reply represents each post; without `select`, with every field. */
export interface Representation {
  format: Format
  select?: readonly PostField[] | undefined
  /** The fields that have entries in place of summaries. */
  expanded?: readonly ReferenceField[] | undefined
  /** The editions of other collections that these lead to. */
  others?: readonly Edition[] | undefined
  /** If set, each post also gets these fields. */
  further?: FurtherFields | undefined
  /** If set, each post gets the `highlights` that this finds. */
  highlight?: Highlighter | undefined
}

/** `select` may name the revision, though posts have it only if they are asked to. */
export function selectableFields(edition: Edition) {
  return [...itemOf(edition).fields, 'revision'] as const
}

/** Returns what `include` may name. @param further the fields that posts have only if asked to, of which entries have some */
export function includable(
  edition: Edition,
  further: readonly FurtherField[],
): (FurtherField | ReferenceField)[] {
  const { without } = itemOf(edition)
  const own = edition.workspace.fields ? referenceFields(edition) : []
  return [...further.filter((name) => !without.includes(name)), ...own]
}

/** @param include in the order replies have them, the revision last */
export function fieldsAsked<F extends string>({
  select,
  include = [],
}: {
  select?: readonly (PostField | 'revision')[] | undefined
  include?: readonly (F | 'revision' | ReferenceField)[] | undefined
}): {
  select: PostField[] | undefined
  include: (F | 'revision')[] | undefined
  expanded: ReferenceField[] | undefined
} {
  const isReference = (name: string): name is ReferenceField => name.startsWith('fields.')
  const named = include.filter((name): name is F | 'revision' => !isReference(name))
  const isSelected = select?.includes('revision') && !named.includes('revision')
  const further = isSelected ? [...named, 'revision' as const] : named
  const expanded = include.filter(isReference)
  return {
    select: select?.filter((name) => name !== 'revision'),
    include: further.length > 0 ? further : undefined,
    expanded: expanded.length > 0 ? expanded : undefined,
  }
}

/** Fields in addition to those that posts always have. */
export interface FurtherFields {
  /** An estimate of their length, in bytes. */
  length(post: PostNumber): number
  /** Returns the JSON of each post from `from` up to, not including, `to`, without braces. Takes turns. */
  read(from: PostNumber, to: PostNumber): Promise<string[]>
}

const contentKey = Buffer.from(',"content":')
const categoryKey = Buffer.from(',"category":')
const tagsKey = Buffer.from(',"tags":[')
const comma = Buffer.from(',')
const end = Buffer.from(']}')
const quote = Buffer.from('"')

/** The JSON of each post, in the order of the numbers, as pieces to be concatenated. Takes turns. */
export async function postPieces(
  edition: Edition,
  posts: readonly PostNumber[],
  representation: Representation,
  turn: Turn,
): Promise<Uint8Array[][]> {
  const all: Uint8Array[][] = []
  const runs = runsOf(posts)
  const numbers = runs.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i))
  const contents = await contentsOf(edition, representation)?.read(numbers)
  const searched = await shortHtml(edition, numbers, representation)
  // Workspaces without fields have their records as they are.
  const shown = edition.workspace.fields && shownBy(edition, turn, representation)
  let place = 0
  for (const { from, to, descending } of runs) {
    const run: Uint8Array[][] = []
    const further = await representation.further?.read(from, to)
    for (const [i, meta] of edition.workspace.meta.read(from, to).entries()) {
      const others = turn()
      if (others) await others
      const html = searched?.get(from + i)
      const record = {
        meta: shown ? await shown(meta) : meta,
        content: contents?.[place++],
        further: further?.[i],
        html,
      }
      run.push(await postJson(edition, from + i, record, representation, turn))
    }
    all.push(...(descending ? run.reverse() : run))
  }
  return all
}

/** The length in bytes up to which posts are inflated together. */
const shortLength = 8 * 1024

/** Reads the HTML of short posts together for highlights; `undefined` if it is read anyway, or no highlights are wanted. */
async function shortHtml(
  { html }: Edition,
  posts: readonly PostNumber[],
  { format, select, highlight }: Representation,
): Promise<ReadonlyMap<PostNumber, Buffer> | undefined> {
  const isRead = format !== 'markdown' && (!select || select.includes('content'))
  if (highlight === undefined || isRead) return undefined
  const short = posts.filter((post) => html.length(post) <= shortLength)
  const read = await html.read(short)
  return new Map(short.map((post, i) => [post, read[i]!]))
}

/** The parts of a post that are read, as far as the representation needs them. */
interface PostRecord<Content> {
  meta: Buffer
  content: Content | undefined
  further: string | undefined
  /** The HTML, if it was read for highlights only. */
  html?: Buffer | undefined
}

async function postJson(
  edition: Edition,
  post: PostNumber,
  { meta, content, further, html: searched }: PostRecord<Buffer>,
  { format, select, highlight }: Representation,
  turn: Turn,
): Promise<Uint8Array[]> {
  const represented = content && (format === 'text' ? await textJson(content, turn) : [content])
  const pieces = joinPost(edition, post, { meta, content: represented, further }, select)
  if (highlight === undefined) return pieces
  const { html } = edition
  const known = searched ?? (format === 'markdown' ? undefined : content)
  const beginning = (most: number) => known ?? html.beginning(post, most)
  const { title }: PostMeta = JSON.parse(meta.toString())
  const highlights = await highlight(title, postTextOf({ length: html.length(post), beginning }))
  const end = Buffer.from(`,"highlights":${JSON.stringify(highlights)}}`)
  return [...pieces.slice(0, -1), pieces.at(-1)!.subarray(0, -1), end]
}

/**
 * A post's text, made from its HTML in parts, since that may have megabytes and other requests are waiting.
 * @param html a JSON string in UTF-8
 * @returns another JSON string, in pieces
 */
async function textJson(html: Buffer, turn: Turn): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [quote]
  for (const part of jsonTextParts(html)) {
    pieces.push(part)
    await turn()
  }
  return [...pieces, quote]
}

/** Tells whether plain text is derived from HTML, or entries are put in place of summaries. */
export function derives(
  { workspace }: Edition,
  { format, select, expanded, highlight }: Representation,
): boolean {
  const isText = select === undefined || select.includes('content') || workspace.fields?.some(hasTexts)
  return highlight !== undefined || expanded !== undefined || (format === 'text' && isText === true)
}

/** Makes the function that estimates the length of a post's JSON, in bytes. */
export function lengthIn(edition: Edition, representation: Representation): (post: PostNumber) => number {
  const growthOf = edition.workspace.fields && growthIn(edition, representation)
  return (post) => postLength(edition, post, representation) + (growthOf?.(post) ?? 0)
}

function postLength(edition: Edition, post: PostNumber, representation: Representation): number {
  const content = contentsOf(edition, representation)
  const read = representation.highlight ? edition.html.length(post) : 0
  const stored = content === undefined ? 0 : content.length(post)
  const further = representation.further?.length(post) ?? 0
  return (
    edition.workspace.meta.length(post) +
    stored +
    groupsLength(edition, post, representation) +
    further +
    read
  )
}

/** The JSON of a post with something short in place of its contents. Takes turns. */
export async function outlineOf(
  edition: Edition,
  post: PostNumber,
  { select, further, ...form }: Representation,
  content: string,
  turn: Turn,
): Promise<string> {
  const [meta] = edition.workspace.meta.read(post, post + 1)
  const more = await further?.read(post, post + 1)
  const shown = shownBy(edition, turn, form)
  const record = {
    meta: shown ? await shown(meta!) : meta!,
    content: [Buffer.from(content)],
    further: more?.[0],
  }
  return Buffer.concat(joinPost(edition, post, record, select)).toString()
}

/** A hundred tags with long descriptions are longer than most posts. */
function groupsLength(edition: Edition, post: PostNumber, { select }: Representation): number {
  const { collection, list } = edition.workspace
  const { category, tags } = list
  let length = 0
  if (collection) return length
  if (!select || select.includes('category')) length += edition.categoryJson(category[post]!).length
  if (select && !select.includes('tags')) return length
  for (let i = tags.starts[post]!; i < tags.starts[post + 1]!; i++)
    length += edition.tagJson(tags.values[i]!).length + 1
  return length
}

/** Numbers from `from` up to, not including, `to`. */
export interface PostRun {
  from: PostNumber
  to: PostNumber
  descending: boolean
}

/** Consecutive numbers, in either direction, become one read. */
export function runsOf(posts: readonly PostNumber[]): PostRun[] {
  const runs: PostRun[] = []
  for (const post of posts) {
    const run = runs.at(-1)
    const single = run && run.to - run.from === 1
    if (run && post === run.to && (single || !run.descending)) {
      run.to++
      run.descending = false
    } else if (run && post === run.from - 1 && (single || run.descending)) {
      run.from--
      run.descending = true
    } else runs.push({ from: post, to: post + 1, descending: false })
  }
  return runs
}

export function contentsOf(edition: Edition, { format, select }: Pick<Representation, 'format' | 'select'>) {
  if (select && !select.includes('content')) return undefined
  return format === 'markdown' ? edition.markdown : edition.html
}

function joinPost(
  edition: Edition,
  post: PostNumber,
  { meta, content, further }: PostRecord<readonly Uint8Array[]>,
  select: readonly PostField[] | undefined,
): Uint8Array[] {
  const { workspace, categoryJson, tagJson } = edition
  const { category, tags } = workspace.list
  if (select) return selected(edition, post, { meta, content, further }, select)
  if (workspace.collection) return joinEntry({ meta, content, further })
  const parts: Uint8Array[] = [meta.subarray(0, -1), contentKey]
  for (const part of content!) parts.push(part)
  parts.push(categoryKey, categoryJson(category[post]!), tagsKey)
  const first = tags.starts[post]!
  for (let i = first; i < tags.starts[post + 1]!; i++) {
    if (i > first) parts.push(comma)
    parts.push(tagJson(tags.values[i]!))
  }
  parts.push(further === undefined ? end : Buffer.from(`],${further}}`))
  return parts
}

/** The end of the record of an entry with a text. */
const textEnd = Buffer.from(',"content":null}')

function joinEntry({ meta, content, further }: PostRecord<readonly Uint8Array[]>): Uint8Array[] {
  const hasText = meta.subarray(-textEnd.length).equals(textEnd)
  const text = hasText ? [contentKey, ...content!] : []
  const end = Buffer.from(further === undefined ? '}' : `,${further}}`)
  return [meta.subarray(0, hasText ? -textEnd.length : -1), ...text, end]
}

function selected(
  { workspace, categoryJson, tagJson }: Edition,
  post: PostNumber,
  { meta, content, further }: PostRecord<readonly Uint8Array[]>,
  named: readonly PostField[],
): Uint8Array[] {
  const known: PostMeta = JSON.parse(meta.toString())
  const hasText = !workspace.collection || 'content' in known
  const select = hasText ? named : named.filter((field) => field !== 'content')
  const { category, tags } = workspace.list
  const pieces: Uint8Array[] = []
  let text = '{'
  for (const [i, field] of select.entries()) {
    text += `${i > 0 ? ',' : ''}"${field}":`
    if (field === 'content') {
      pieces.push(Buffer.from(text), ...content!)
      text = ''
    } else if (field === 'category') text += categoryJson(category[post]!).toString()
    else if (field === 'tags') {
      const own = tags.values.subarray(tags.starts[post], tags.starts[post + 1])
      text += `[${Array.from(own, tagJson).join()}]`
    } else text += JSON.stringify(known[field])
  }
  if (further !== undefined) text += `${select.length > 0 ? ',' : ''}${further}`
  return [...pieces, Buffer.from(`${text}}`)]
}
