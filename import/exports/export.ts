// The common parts of the importers of exports, which have no folder of files and no template tags.
import { decoded } from '../../snapshot/format/address.ts'
import { displayable } from '../frontmatter/languages.ts'
import type { Generator } from '../generators/generator.ts'
import {
  type Note,
  noteOf,
  type SourceContent,
  type SourceData,
  type SourcePost,
  type SourceSite,
} from '../source.ts'
import { SourceTree } from '../tree.ts'

/** The largest export. More would not fit into a string of JavaScript. */
export const MAX_EXPORT_BYTES = 400 * 1024 * 1024

export function exportOf(name: string, title: string): Generator {
  return {
    ...{ name, title, markers: [], config: [], statics: [], dialect: 'none' },
    content: () => [],
    dates: () => ['date'],
    addresses: () => [],
  }
}

/** The posts of a site, of which little else is known. */
export function exported(
  facts: Partial<SourceSite>,
  posts: SourcePost[],
  more: Partial<SourceContent> = {},
): SourceContent {
  const site = {
    ...{ tree: new SourceTree('', '', []), config: {}, authors: {}, author: undefined, title: undefined },
    ...{ url: undefined, language: undefined, timezone: undefined, ...facts },
  }
  return { site, posts, pages: [], left: [], notes: [], ...more }
}

/**
 * Notes on items of other types, which the site may take for posts.
 * @param others the type of each
 * @param types the types of posts
 */
export function notPosts(others: readonly string[], types: ReadonlySet<string>): Note[] {
  const counts = new Map<string, number>()
  for (const type of others) counts.set(type, (counts.get(type) ?? 0) + 1)
  if (counts.size === 0) return []
  const listed = [...counts].map(([type, count]) => `${count} of ${type}`).join(', ')
  const how = `To import some as posts, name them, too: --section ${[...types, ...counts.keys()].join(',')}.`
  return [noteOf('dropped', `Items of other types were not imported: ${listed}. ${how}`)]
}

/** The slugs of categories and tags by their names. */
export function slugsOf(labels: readonly unknown[]): Map<string, string> {
  const pairs = labels.map((label) => {
    const { name, slug } = (label ?? {}) as Record<string, unknown>
    return [textOf(name), textOf(slug)]
  })
  return new Map(pairs.filter((pair): pair is [string, string] => pair.every((one) => one !== undefined)))
}

export function listOf<One>(value: One | One[] | undefined): One[] {
  return Array.isArray(value) ? value : []
}

/** A post of an export. `address` is its path on the site. */
export function exportedPost(
  slug: string,
  address: string,
  data: SourceData,
  body: string,
  text: 'html' | 'markdown' = 'html',
): SourcePost {
  const path = `${decoded(slug).replace(/[\\/]/g, '-') || 'post'}.${text === 'html' ? text : 'md'}`
  return { path, within: path, collection: 'posts', data, body, text, addresses: [address], notes: [] }
}

/** A page of an export: its author, and whether it comes first, are of no use to a page. */
export function asPage(post: SourcePost): SourcePost {
  const { authors, featured, ...data } = post.data
  return {
    ...post,
    data,
    path: `pages/${post.path}`,
    collection: 'pages',
    entryOf: { collection: 'pages', base: '' },
  }
}

/** Returns the image as HTML, with a caption in HTML if there is one. */
export function figureOf(image: string, caption: string | undefined): string {
  return caption ? `<figure>${image}<figcaption>${caption}</figcaption></figure>` : `<p>${image}</p>`
}

/** Text of an export, or `undefined` for what is none. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? displayable(value) : undefined
}
