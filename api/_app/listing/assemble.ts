// From post numbers to JSON: fragments of the snapshot joined together, with what changes over time put between.
import { textOf } from '../../../snapshot/text.ts'
import type { PostMeta, PostNumber } from '../../../snapshot/types.ts'
import type { Highlighter } from '../search/highlight.ts'
import type { Edition } from './edition.ts'
import type { Format } from './parameters.ts'

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
] as const satisfies (keyof PostMeta | 'content' | 'category' | 'tags')[]
export type PostField = (typeof postFields)[number]

/** How a reply shows each post; `select` undefined is every field. */
export interface Representation {
  format: Format
  select?: readonly PostField[] | undefined
  /** What finds the `highlights` that each post then has. */
  highlight?: Highlighter | undefined
}

const contentKey = Buffer.from(',"content":')

/** The JSON of each post, in the order of the numbers; the pieces of one post are to be joined. */
export function postPieces(
  edition: Edition,
  posts: readonly PostNumber[],
  shown: Representation,
): Uint8Array[][] {
  return runsOf(posts).flatMap(({ from, to, descending }) => {
    const metas = edition.workspace.meta.read(from, to)
    const contents = readContents(edition, from, to, shown)
    const htmls = shown.highlight && edition.html.read(from, to)
    const pieces = metas.map((meta, i) => {
      const post = joinPost(edition, from + i, meta, contents?.[i], shown.select)
      return htmls ? withHighlights(post, meta, htmls[i]!, shown.highlight!) : post
    })
    return descending ? pieces.reverse() : pieces
  })
}

/** An estimate of what a post's JSON takes, in bytes. */
export function postLength(edition: Edition, post: PostNumber, shown: Representation): number {
  const content = contentFragments(edition, shown)
  const read = shown.highlight ? edition.html.length(post) : 0
  return edition.workspace.meta.length(post) + (content === undefined ? 0 : content.length(post)) + read
}

/** Numbers that follow each other, in either direction, are one read. */
function runsOf(posts: readonly PostNumber[]): { from: PostNumber; to: PostNumber; descending: boolean }[] {
  const runs: { from: PostNumber; to: PostNumber; descending: boolean }[] = []
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

function contentFragments(edition: Edition, { format, select }: Representation) {
  if (select && !select.includes('content')) return undefined
  return format === 'markdown' ? edition.markdown : edition.html
}

function readContents(edition: Edition, from: PostNumber, to: PostNumber, shown: Representation) {
  const contents = contentFragments(edition, shown)?.read(from, to)
  if (shown.format !== 'text') return contents
  return contents?.map((html) => Buffer.from(JSON.stringify(textOf(JSON.parse(utf8(html))))))
}

/**
 * @param post the pieces of its JSON
 * @param html a JSON string
 */
function withHighlights(
  post: Uint8Array[],
  meta: Uint8Array,
  html: Uint8Array,
  highlight: Highlighter,
): Uint8Array[] {
  const { title }: PostMeta = JSON.parse(utf8(meta))
  const highlights = JSON.stringify(highlight(title, html))
  return [...post.slice(0, -1), post.at(-1)!.subarray(0, -1), Buffer.from(`,"highlights":${highlights}}`)]
}

function joinPost(
  edition: Edition,
  post: PostNumber,
  meta: Uint8Array,
  content: Uint8Array | undefined,
  select: readonly PostField[] | undefined,
): Uint8Array[] {
  const category = edition.categoryJson[edition.workspace.list.category[post]!]!
  const tags = `[${tagsOf(edition, post)}]`
  if (select) return [selected(meta, { content: content && utf8(content), category, tags }, select)]
  const open = meta.subarray(0, -1)
  return [open, contentKey, content!, Buffer.from(`,"category":${category},"tags":${tags}}`)]
}

function tagsOf({ workspace, tagJson }: Edition, post: PostNumber): string {
  const { starts, values } = workspace.list.tags
  const first = starts[post]!
  let tags = ''
  for (let i = first; i < starts[post + 1]!; i++) tags += `${i > first ? ',' : ''}${tagJson[values[i]!]}`
  return tags
}

/** @param computed JSON of the fields that are not part of the metadata */
function selected(
  meta: Uint8Array,
  computed: { [K in Exclude<PostField, keyof PostMeta>]: string | undefined },
  select: readonly PostField[],
): Uint8Array {
  const known: PostMeta = JSON.parse(utf8(meta))
  const jsonOf = (field: PostField) =>
    field === 'content' || field === 'category' || field === 'tags'
      ? computed[field]
      : JSON.stringify(known[field])
  return Buffer.from(`{${select.map((field) => `"${field}":${jsonOf(field)}`).join()}}`)
}

function utf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}
