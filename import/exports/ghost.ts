// Ghost's JSON export: Settings → Import/Export. Posts have HTML; older and newer ones may have only their editor's format.
import { plain } from '../frontmatter/languages.ts'
import { addToList } from '../lists.ts'
import { type SourceContent, type SourceData, type SourcePost, say } from '../source.ts'
import { readColumns } from './columns.ts'
import { htmlOfLexical, htmlOfMobiledoc } from './editors.ts'
import { asPage, exported, exportedPost, listOf, slugsOf, textOf } from './export.ts'

type GhostRow = Record<string, unknown>

/** Tells whether this is an export of Ghost. */
export function isGhost(value: unknown): boolean {
  return dataIn(value) !== undefined
}

function dataIn(value: unknown): Record<string, GhostRow[]> | undefined {
  const root = value as { db?: { data?: unknown }[]; data?: unknown } | null
  const data = (root?.db?.[0]?.data ?? root?.data) as Record<string, GhostRow[]> | undefined
  return Array.isArray(data?.posts) ? data : undefined
}

/**
 * @param value an export: see isGhost
 * @param site the address of the site, if it was given
 * @param sections `page` if pages are posts
 */
export function readGhost(
  value: unknown,
  site: string | undefined,
  sections: readonly string[],
): SourceContent {
  const data = dataIn(value)!
  const rows = (name: string) => listOf(data[name]).filter((row) => typeof row === 'object' && row !== null)
  const settings = new Map(rows('settings').map(({ key, value }) => [key, textOf(value)]))
  const url = site ?? settings.get('url')
  const tags = new Map<unknown, GhostRow>(rows('tags').map((row) => [row.id, row]))
  const users = new Map<unknown, GhostRow>(rows('users').map((row) => [row.id, row]))
  const of = (table: string, key: string) => {
    const found = new Map<unknown, unknown[]>()
    const orderOf = (row: GhostRow) => Number(textOf(row.sort_order) ?? 0)
    const sorted = rows(table).toSorted((a, b) => orderOf(a) - orderOf(b))
    for (const row of sorted) addToList(found, row.post_id, row[key])
    return found
  }
  const [tagsOf, authorsOf] = [of('posts_tags', 'tag_id'), of('posts_authors', 'author_id')]
  const metadata = new Map<unknown, GhostRow>(rows('posts_meta').map((row) => [row.post_id, row]))
  const hasPages = sections.some((one) => /^pages?$/.test(one))
  const isPage = (row: GhostRow) => !hasPages && (row.type === 'page' || row.page === 1 || row.page === true)
  const posts = rows('posts').map((row) => {
    const post = postOf(row, {
      ...{ url, meta: metadata.get(row.id) ?? {} },
      tags: (tagsOf.get(row.id) ?? []).flatMap<GhostRow>((id) => tags.get(id) ?? []),
      users: (authorsOf.get(row.id) ?? [row.author_id]).flatMap<GhostRow>((id) => users.get(id) ?? []),
    })
    return isPage(row) ? asPage(post) : post
  })
  if (settings.get('is_private') === 'true')
    for (const post of posts) post.hidden ??= 'the whole site is private'
  const language = settings.get('locale') ?? settings.get('lang')
  const timezone = settings.get('timezone') ?? settings.get('active_timezone')
  const labelSlugs = slugsOf(rows('tags'))
  return exported({ title: settings.get('title'), url, language, timezone, labelSlugs }, posts)
}

function postOf(
  own: GhostRow,
  parts: { url: string | undefined; meta: GhostRow; tags: GhostRow[]; users: GhostRow[] },
): SourcePost {
  const { url, meta, tags, users } = parts
  const row = { ...meta, ...own }
  const slug = textOf(row.slug) ?? textOf(row.id) ?? 'post'
  // Names that begin with # are internal.
  const names = tags.flatMap(({ name }) => textOf(name) ?? []).filter((name) => !name.startsWith('#'))
  const data: SourceData = {
    title: textOf(row.title) ?? slug,
    date: timeOf(row.published_at) ?? timeOf(row.created_at),
    updated: timeOf(row.updated_at),
    status: row.status === 'scheduled' ? 'scheduled' : undefined,
    featured: String(row.featured === 1 || row.featured === true),
    description: textOf(row.custom_excerpt),
    coverImage: withUrl(textOf(row.feature_image) ?? textOf(row.image), url),
    coverAlt: textOf(row.feature_image_alt),
    coverCaption: textOf(row.feature_image_caption),
    categories: names.slice(0, 1),
    tags: names.slice(1),
    language: textOf(row.locale),
    authors: users.map(authorOf),
  }
  const further = Object.entries(meta).filter(([key]) => !READ.test(key))
  const body = bodyOf(row)
  const post = exportedPost(slug, `/${slug}/`, data, withUrl(body.html, url) ?? '')
  post.meta = Object.fromEntries(further.map(([key, value]) => [key, withUrl(textOf(value), url)]))
  if (body.isGuessed)
    say(post, 'mapped', 'Its text is from the format of the editor, since the export has no HTML of it.')
  if (body.lost !== undefined) say(post, 'missing', body.lost)
  const [status, visibility] = [row.status, row.visibility ?? 'public'].map((one) => textOf(one) ?? 'none')
  const columns = { ...(plain(row) as SourceData), status, visibility }
  readColumns(post, 'ghost', columns, body.html + (body.isGuessed ? textOf(row.lexical) : ''))
  return post
}

/** Columns of `posts_meta` that are read as those of a post. */
const READ = /^(?:id|post_id|slug|feature_image_(?:alt|caption))$/

function bodyOf(row: GhostRow): { html: string; isGuessed: boolean; lost?: string | undefined } {
  const html = textOf(row.html)
  if (html !== undefined) return { html, isGuessed: false }
  const [lexical, mobiledoc] = [textOf(row.lexical), textOf(row.mobiledoc)]
  let lost: string | undefined
  try {
    const guessed = htmlOfLexical(lexical, () => (lost = TOO_DEEP)) ?? htmlOfMobiledoc(mobiledoc)
    if (guessed !== undefined || !(lexical ?? mobiledoc))
      return { html: guessed ?? '', isGuessed: Boolean(guessed), lost }
  } catch {
    // The text is not what these editors write.
  }
  return { html: '', isGuessed: false, lost: UNREAD }
}

const UNREAD = 'The export has no HTML of its text, and what its editor wrote could not be read.'
const TOO_DEEP = 'What is in more than 64 levels of lists, quotations and the like is not in its text.'

function authorOf(user: GhostRow): SourceData {
  return {
    id: textOf(user.slug),
    name: textOf(user.name),
    bio: textOf(user.bio),
    image: textOf(user.profile_image) ?? textOf(user.image),
    website: textOf(user.website),
    twitter: textOf(user.twitter),
    facebook: textOf(user.facebook),
  }
}

/** Returns a time as UTC, like all times in Ghost's database: exports of some versions do not say so. */
function timeOf(value: unknown): string | undefined {
  return textOf(value)?.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?$/, '$& UTC')
}

/** The export writes this in place of the address of the site. */
function withUrl(text: string | undefined, url: string | undefined): string | undefined {
  return text?.replaceAll('__GHOST_URL__', url ?? '')
}
