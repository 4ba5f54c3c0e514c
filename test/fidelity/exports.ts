// The posts that an export shows its readers, with the HTML that it has of them itself.
import { readFileSync } from 'node:fs'
import { Parser } from 'htmlparser2'
import { WORDPRESS_CODE } from '../../import/text/dialects.ts'
import { decoded } from '../../snapshot/format/address.ts'
import type { MadePost, Site } from './site.ts'

type Row = Record<string, unknown>

/** @throws if there are none with HTML in it */
export function postsOfExport(file: string, program: Site['program']): MadePost[] {
  const text = readFileSync(file, 'utf8')
  const posts =
    program === 'WordPress'
      ? postsOfWordPress(text)
      : program === 'Ghost'
        ? postsOfGhost(JSON.parse(text))
        : postsOfHashnode(JSON.parse(text))
  if (!posts.some(({ html }) => html !== ''))
    throw new Error(`${file} has no HTML of posts that ${program} shows.`)
  return posts
}

function postsOfGhost(root: { db?: [{ data: Row }]; data?: Row }): MadePost[] {
  const { posts, settings } = (root.db?.[0].data ?? root.data) as { posts: Row[]; settings?: Row[] }
  const url = settings?.find(({ key }) => key === 'url')?.value ?? ''
  const isPage = (row: Row) => row.type === 'page' || row.page === 1 || row.page === true
  return posts
    .filter((row) => row.status === 'published' && (row.visibility ?? 'public') === 'public')
    .map((row) => ({
      path: `${isPage(row) ? 'pages/' : ''}${row.slug}.html`,
      url: `/${row.slug}/`,
      title: String(row.title),
      date: timeOf(row.published_at),
      // How players are worked; publisher, author and picture of bookmarks; what is in drawings.
      html: String(row.html ?? '')
        .replace(
          /<(div|button|input)\b[^<>]*\bclass="kg-(?:video|audio)-[\w-]*(?:time|duration|rate|icon)[^<>]*>[^<>]*/g,
          '<$1>',
        )
        .replace(
          /<div class="kg-bookmark-metadata">.*?<\/div>|<div class="kg-bookmark-thumbnail">.*?<\/div>/gs,
          '',
        )
        .replaceAll('__GHOST_URL__', String(url)),
    }))
}

function postsOfHashnode(root: Row[] | { posts: Row[] }): MadePost[] {
  return (Array.isArray(root) ? root : root.posts)
    .filter(({ isActive, isDelisted }) => isActive !== false && isDelisted !== true)
    .map((row) => ({
      path: `${row.slug}.md`,
      url: `/${row.slug}`,
      title: String(row.title),
      date: timeOf(row.dateAdded ?? row.createdAt),
      html: String(row.content ?? ''),
    }))
}

/**
 * Paragraphs are blank lines there, which make no difference to what is compared. Shortcodes that stand for an element are left
 * out, as are addresses of players on lines of their own; those around code are that.
 */
function postsOfWordPress(xml: string): MadePost[] {
  return itemsIn(xml)
    .filter((item) => /^(?:post|page)$/.test(item['wp:post_type'] ?? '') && item['wp:status'] === 'publish')
    .filter((item) => !item['wp:post_password'])
    .map((item) => ({
      path: `${item['wp:post_type'] === 'page' ? 'pages/' : ''}${decoded(item['wp:post_name'] ?? '')}.html`,
      url: (item.link ?? '').replace(/^https?:\/\/[^/]*/, ''),
      title: item.title ?? '',
      date: timeOf(item['wp:post_date_gmt']),
      html: (item['content:encoded'] ?? '')
        .replace(CODED, (_whole, _name, code) => `<pre>${code.replace(/<(?=[\w/?!])/g, '&lt;')}</pre>`)
        .replace(/\[caption\b[^\]]*?\bcaption="([^"]*)"[^\]]*\](.*?)\[\/caption\]/gs, '$2\n$1\n')
        .replace(/^[ \t]*https?:\/\/(?:www\.)?(?:youtube\.com|youtu\.be|vimeo\.com)\/\S*[ \t]*$/gm, '')
        .replace(/\[\/?(?:caption|gallery|embed|audio|video|youtube|vimeo)\b[^\]\n]*\]/gi, '\n'),
    }))
}

const CODED = new RegExp(`\\[(${WORDPRESS_CODE})(?![\\w+#-])[^\\]]*\\](.*?)\\[/\\1\\]`, 'gis')

function itemsIn(xml: string): Record<string, string>[] {
  const items: Record<string, string>[] = []
  let text = ''
  const parser = new Parser(
    {
      onopentag(name) {
        text = ''
        if (name === 'item') items.push({})
      },
      ontext: (piece) => (text += piece),
      onclosetag(name) {
        const item = items.at(-1)
        if (item) item[name] ??= text.trim()
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return items
}

/** Writes a date as ISO 8601; empty if it is none. A time without a zone is in UTC. */
function timeOf(value: unknown): string {
  const time = new Date(/^[\d-]+ [\d:]+$/.test(String(value)) ? `${value}Z` : (value as string | number))
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
