// WordPress's export, WXR: an RSS feed with parts of its own, of any number of posts, pages and files.

import { type Handler, Parser } from 'htmlparser2'
import { absoluteUrl, ConfigurationError, isImage, slugify } from '../../build/for-import.ts'
import { parsedUrl } from '../../snapshot/format/address.ts'
import { tried } from '../../snapshot/tried.ts'
import { textsOf } from '../frontmatter/keyed.ts'
import { addToList } from '../lists.ts'
import { noteOf, type SourceContent, type SourceData, type SourcePost, say } from '../source.ts'
import { tagKind } from '../summary.ts'
import { withoutLocks } from '../text/locks.ts'
import { readColumns } from './columns.ts'
import { asPage, exported, exportedPost, listOf, notPosts, slugsOf } from './export.ts'
import { ReusedBlocks } from './reused-blocks.ts'
import { htmlOfWordPress } from './wordpress-html.ts'

/** An item of an export. Its texts are HTML, names and titles as well. */
interface Item {
  /** The texts by element: `title`, `wp:post_id`. */
  texts: Record<string, string>
  categories: { domain: string; name: string; slug: string }[]
  meta: SourceData
}

interface Channel {
  texts: Record<string, string>
  authors: Record<string, string>[]
  items: Item[]
}

/** Tells whether a text begins like an export of WordPress. */
export function isWordPress(text: string): boolean {
  const head = text.slice(0, 20_000)
  return /<rss[\s>]/.test(head) && /wordpress\.org\/export\//.test(head)
}

/**
 * @param url the address of the site, if it was given
 * @param sections the types of items that are posts, if they were named
 */
export function readWordPress(
  xml: string,
  url: string | undefined,
  sections: readonly string[],
): SourceContent {
  const { texts, authors, items } = parse(xml)
  const site = absoluteUrl(url ?? texts['wp:base_blog_url'] ?? texts.link ?? '')
  const media = items
    .filter((item) => typeOf(item) === 'attachment')
    .map(({ texts }) => ({ ...texts, url: texts['wp:attachment_url'] ?? texts.guid }) as Item['texts'])
  const files = new Map(media.map((one) => [one['wp:post_id'], one.url]))
  const attached = attachedTo(items)
  const captions = new Map(media.map((one) => [one.url ?? '', one['excerpt:encoded']?.trim() ?? '']))
  const people = Object.fromEntries(
    authors.map((one) => [
      one['wp:author_login'] ?? '',
      { name: plainText(one['wp:author_display_name'] ?? '') || one['wp:author_login'] },
    ]),
  )
  const isThrown = ({ texts }: Item) => /^(trash|auto-draft|inherit)$/.test(texts['wp:status'] ?? '')
  const types = new Set(sections.length > 0 ? sections : ['post'])
  requireTypes(types, items)
  const isPost = (item: Item) => types.has(typeOf(item)) || typeOf(item) === 'page'
  const posts = items.filter((item) => isPost(item) && !isThrown(item))
  const blocks = new ReusedBlocks(
    new Map(
      items
        .filter((item) => typeOf(item) === 'wp_block' && item.texts['wp:status'] === 'publish')
        .map(({ texts }) => [texts['wp:post_id'] ?? '', texts['content:encoded'] ?? '']),
    ),
  )
  const pathOfPage = pathsOfPages(items)
  const isOrdered = items.some((item) => typeOf(item) === 'page' && Number(item.texts['wp:menu_order']) > 0)
  const all = posts.map((item) => {
    const post = postOf(item, { files, attached, captions, blocks, pathOfPage }, site)
    if (types.has(typeOf(item))) return post
    if (isOrdered) post.data.menu_order = item.texts['wp:menu_order']
    return asPage(post)
  })
  const isShown = (item: Item) =>
    typeOf(item) === 'wp_block' && blocks.shown.has(item.texts['wp:post_id'] ?? '')
  const left = items
    .filter((item) => (isPost(item) ? isThrown(item) : !NO_TEXTS.test(typeOf(item)) && !isShown(item)))
    .map((item) => ({
      path: `${typeOf(item)}/${nameOf(item)}`,
      reason: isPost(item) ? `status: ${item.texts['wp:status']}` : 'not of the type post',
    }))
  const labels = posts.flatMap(({ categories }) => categories)
  const labelSlugs = slugsOf(labels.filter(({ domain }) => /^(?:category|post_tag)$/.test(domain)))
  const others = items
    .filter((item) => !isPost(item) && !isShown(item))
    .map(typeOf)
    .filter((type) => !NO_TEXTS.test(type))
  const title = plainText(texts.title ?? '')
  return exported({ title, url: site, language: texts.language, authors: people, labelSlugs }, all, {
    left,
    notes: [...notPosts(others, types), ...commentsIn(xml)],
  })
}

/** Returns the text on one line, without tags and with entities as what they stand for. */
function plainText(html: string): string {
  let text = ''
  const handler: Partial<Handler> = {
    ontext(piece) {
      text += piece
    },
    onclosetag(name) {
      if (/^(?:p|br|div|li)$/.test(name)) text += ' '
    },
  }
  new Parser(handler, { decodeEntities: true }).end(html)
  return text.replace(/\s+/g, ' ').trim()
}

/** Types of what is listed elsewhere, or has no text of its own. */
const NO_TEXTS =
  /^(?:attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_(?!block$).*)$/

/** The addresses of images by the post that they were added to. */
function attachedTo(items: readonly Item[]): Map<string, string[]> {
  const attached = new Map<string, string[]>()
  for (const { texts } of items) {
    const [parent = '', url = ''] = [texts['wp:post_parent'], texts['wp:attachment_url']]
    if (isImage(url)) addToList(attached, parent, url)
  }
  return attached
}

function nameOf({ texts }: Item): string | undefined {
  return texts['wp:post_name'] || plainText(texts.title ?? '') || texts['wp:post_id']
}

function typeOf({ texts }: Item): string {
  return texts['wp:post_type'] || 'items'
}

function requireTypes(types: ReadonlySet<string>, items: readonly Item[]): void {
  const there = new Set(items.map(typeOf))
  const missing = [...types].filter((type) => type !== 'post' && !there.has(type))
  if (missing.length > 0)
    throw new ConfigurationError(
      `The export has no items of the type ${missing.join(', ')}. Write --section with any of ${[...there].join(', ')}.`,
    )
}

function commentsIn(xml: string) {
  const count = xml.split('<wp:comment>').length - 1
  return count > 0 ? [noteOf('dropped', `${count} comments were not imported: posts have none.`)] : []
}

const NO_BLOCKS = 'Reusable blocks that are not in the export'

/** The parts of other items that posts show. */
interface SharedItems {
  /** The addresses of files by their numbers, and by the post that they were added to. */
  files: ReadonlyMap<string | undefined, string | undefined>
  attached: ReadonlyMap<string, string[]>
  captions: ReadonlyMap<string, string>
  blocks: ReusedBlocks
  /** Returns the path of a page below those above it, which the address of a draft does not tell. */
  pathOfPage: (id: string) => string | undefined
}

function pathsOfPages(items: readonly Item[]): SharedItems['pathOfPage'] {
  const pages = new Map(
    items.filter((item) => typeOf(item) === 'page').map((item) => [item.texts['wp:post_id'] ?? '', item]),
  )
  return (id) => {
    const { pathname, search } = parsedUrl(pages.get(id)?.texts.link ?? '') ?? {}
    if (pathname === '/' && search === '') return pathname
    const names: string[] = []
    const seen = new Set<string>()
    for (let at = id; pages.has(at) && !seen.has(at); at = pages.get(at)!.texts['wp:post_parent'] ?? '') {
      seen.add(at)
      names.unshift(
        pages.get(at)!.texts['wp:post_name'] || slugify(plainText(pages.get(at)!.texts.title ?? '')) || at,
      )
    }
    return names.length > 0 ? `/${names.join('/')}/` : undefined
  }
}

function postOf(
  { texts, categories, meta }: Item,
  { files, attached, captions, blocks, pathOfPage }: SharedItems,
  site: string | undefined,
): SourcePost {
  const id = texts['wp:post_id'] ?? ''
  const { _thumbnail_id: cover, _wp_old_slug: old, footnotes, ...own } = meta
  const linked = pathOf(texts.link, site)?.replace(/\/$/, '').split('/').at(-1)
  const title = plainText(texts.title ?? '')
  const slug = texts['wp:post_name'] || linked || slugify(title) || `post-${id}`
  const status = texts['wp:status'] ?? 'publish'
  const named = (domain: string) => categories.filter((one) => one.domain === domain).map(({ name }) => name)
  const data: SourceData = {
    ...taxonomiesOf(categories),
    title: title || slug,
    date: dateOf(texts['wp:post_date_gmt']) ?? texts['wp:post_date'],
    updated: dateOf(texts['wp:post_modified_gmt']),
    status: status === 'future' ? status : undefined,
    featured: String(texts['wp:is_sticky'] === '1'),
    description: plainText(texts['excerpt:encoded'] ?? '') || undefined,
    coverImage: files.get(textsOf(cover).at(-1)),
    categories: named('category').filter((name) => name !== 'Uncategorized'),
    tags: named('post_tag'),
    language: categories.find(({ domain }) => domain === 'language')?.slug,
    authors: texts['dc:creator'],
  }
  // A gallery without ids shows the files that were added to the post.
  const gallery = (ids: readonly string[]) =>
    (ids.some(Boolean) ? ids.flatMap((one) => files.get(one) ?? []) : (attached.get(id) ?? [])).map(
      (src) => ({ src, caption: captions.get(src) ?? '' }),
    )
  const missing = new Set<string>()
  const written = blocks.filled(texts['content:encoded'] ?? '', (number) => missing.add(number))
  const open = withoutLocks(written)
  const body = htmlOfWordPress(open, gallery, notesIn(textsOf(footnotes).at(-1)))
  const path = pathOf(texts.link, site)
  const post = exportedPost(slug, path ?? pathOfPage(id) ?? `/${slug}/`, data, body.html)
  post.query = `?p=${id}`
  post.meta = own
  if (status === 'publish') checkAddress(post, texts.link)
  const [address] = post.addresses
  for (const one of textsOf(old)) if (address) post.addresses.push(address.replace(slug, one))
  for (const number of missing)
    say(
      post,
      'missing',
      `It shows the reusable block ${number}, of which the export has no published text.`,
      NO_BLOCKS,
    )
  for (const tag of body.left) say(post, 'left', `Stands in the text as it was: ${tag}`, tagKind(tag))
  if (texts['wp:post_password']) post.hidden = 'a password'
  readColumns(post, 'wordpress', { ...meta, status }, written)
  if (open !== written) post.hidden ??= 'parts of it are for some only'
  return post
}

function checkAddress(post: SourcePost, link: string | undefined): void {
  if (!link) {
    const what = `The export has no address of it: ${post.addresses[0]} is assumed.`
    say(post, 'missing', what, 'Addresses that the export lacks')
  } else if (parsedUrl(link)?.search) {
    post.addresses = []
    say(post, 'changed', `Its address was ${link}, and an alias has no query.`, 'Addresses that are queries')
  }
}

/** Labels of other kinds, which themes and plugins have, by kind. */
function taxonomiesOf(categories: Item['categories']): Record<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { domain, name } of categories) if (!OWN_DOMAINS.test(domain)) addToList(found, domain, name)
  return Object.fromEntries(found)
}

/** The domains that are mapped, that of menus, and that of Polylang which relates translations by their ids. */
const OWN_DOMAINS = /^(?:category|post_tag|language|post_translations|nav_menu|wp_.*|)$/

/** The texts of notes are beside the post. */
function notesIn(json: string | undefined): { id: string; content: string }[] {
  const isNote = ({ id, content }: SourceData) => typeof id === 'string' && typeof content === 'string'
  return tried(() => listOf(JSON.parse(json ?? '[]')).filter(isNote)) ?? []
}

/** The times of drafts are zeros. */
function dateOf(written: string | undefined): string | undefined {
  return written && !written.startsWith('0000') ? `${written} UTC` : undefined
}

/** `?p=12` is no path. */
function pathOf(link: string | undefined, site: string | undefined): string | undefined {
  const { pathname = '/', search = '' } = parsedUrl(link ?? '') ?? {}
  if (search !== '' || pathname === '/') return undefined
  const base = site ? new URL(site).pathname.replace(/\/$/, '') : ''
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
}

function parse(xml: string): Channel {
  const channel: Channel = { texts: Object.create(null), authors: [], items: [] }
  const open: string[] = []
  let item = emptyItem()
  let author: Item['texts'] = {}
  let attributes: Item['texts'] = {}
  let key = ''
  let text = ''
  const handler: Partial<Handler> = {
    onopentag(name, given) {
      open.push(name)
      attributes = given
      text = ''
      if (name === 'item') item = emptyItem()
      else if (name === 'wp:author') author = Object.create(null)
    },
    ontext(piece) {
      text += piece
    },
    onclosetag(name) {
      open.pop()
      // Files that a browser or an editor has indented have white space around each text.
      text = text.trim()
      const parent = open.at(-1)
      if (name === 'item') channel.items.push(item)
      else if (name === 'wp:author') channel.authors.push(author)
      else if (name === 'wp:meta_key') key = text
      else if (name === 'wp:meta_value' && parent === 'wp:postmeta')
        item.meta[key] = key in item.meta ? [item.meta[key], text].flat() : text
      else if (name === 'category' && parent === 'item') {
        const { domain = '', nicename = '' } = attributes
        const label = plainText(text)
        if (label !== '') item.categories.push({ domain, slug: nicename, name: label })
      } else if (parent === 'item') item.texts[name] ??= text
      else if (parent === 'wp:author') author[name] = text
      else if (parent === 'channel') channel.texts[name] ??= text
    },
  }
  const parser = new Parser(handler, { xmlMode: true, decodeEntities: true })
  parser.end(xml)
  return channel
}

function emptyItem(): Item {
  return { texts: Object.create(null), categories: [], meta: Object.create(null) }
}
