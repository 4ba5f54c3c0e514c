// Files that are made of lists, and of what posts have besides texts.
import { packColumns } from '../../packages/search/basics/columns.ts'
import { comparisonOf } from '../../packages/search/basics/order.ts'
import { postAddress } from '../format/address.ts'
import * as format from '../format/format.ts'
import type { ListedPost, Site } from '../types.ts'
import type { ListedWorkspace } from '../visibility/editions.ts'
import { packFields } from './fields.ts'
import { startsOf } from './records.ts'

/** Packs the files of lists, by name. */
export function packLists(workspace: ListedWorkspace): Record<string, Uint8Array> {
  const { categories, tags, authors, series, posts, site = noSite } = workspace
  const { aliases, fields, collections, collection } = workspace
  const languages = [...new Set(posts.map(({ languageTag = site.language }) => languageTag))]
  const groups = { categories, tags, authors, series, aliases, fields }
  const lists: format.WorkspaceFile = { ...groups, site, languages, collections, collection }
  const categoryOf = columnOf(categories, posts, ({ category }) => [category ?? []].flat())
  const tagsOf = columnOf(tags, posts, (post) => post.tags)
  const authorsOf = columnOf(authors, posts, (post) => post.authors)
  const list: format.ListFile = {
    publishedAt: Float64Array.from(posts, ({ publishedAt }) => publishedAt),
    category: categoryOf.values,
    tagStarts: tagsOf.starts,
    tags: tagsOf.values,
    categoryPosts: categoryOf.counts,
    tagPosts: tagsOf.counts,
  }
  const selection: format.SelectionFile = {
    updatedAt: Float64Array.from(posts, ({ updatedAt }) => updatedAt),
    featured: Uint32Array.from(posts.flatMap(({ featured }, number) => (featured ? [number] : []))),
    authorStarts: authorsOf.starts,
    authors: authorsOf.values,
    authorPosts: authorsOf.counts,
  }
  return {
    [format.workspaceFile]: Buffer.from(JSON.stringify(lists)),
    [format.listFile]: packColumns(list),
    [format.selectionFile]: packColumns(selection),
    [format.feedsFile]: packColumns(feedsOf(posts, site, languages)),
    [format.namesFile]: Buffer.from(namesOf(posts)),
    ...packFields(workspace),
    ...(series && { [format.seriesFile]: packColumns(seriesOf(posts, series)) }),
  }
}

const noSite: Site = { name: '', description: '', language: 'en', url: null, api: null }

/** Returns a function that gives the address of a post; without a pattern, it is not known. */
export function addressOf({ url }: Site = noSite): (post: ListedPost) => string | null {
  return ({ slug, category, publishedAt }) =>
    url === null ? null : postAddress(url, { slug, category, publishedAt })
}

function feedsOf(posts: readonly ListedPost[], site: Site, languages: string[]): format.FeedsFile {
  const { language } = site
  const indexes = new Map(languages.map((tag, index) => [tag, index]))
  return {
    coverBytes: Float64Array.from(posts, ({ coverBytes = 0 }) => coverBytes),
    language: Uint32Array.from(posts, ({ languageTag = language }) => indexes.get(languageTag)!),
    addressBytes: Uint32Array.from(
      posts.map(addressOf(site)),
      (address) => address?.replaceAll('&', '&amp;').length ?? 0,
    ),
  }
}

function seriesOf(posts: readonly ListedPost[], all: readonly { slug: string }[]): format.SeriesFile {
  const indexOf = indexIn(all)
  return {
    of: Uint32Array.from(posts, ({ series }) => (series ? indexOf(series.slug) : format.noText)),
    parts: Float64Array.from(posts, ({ series }) => series?.part ?? Number.NaN),
  }
}

/** Returns which items of a list posts name, as indexes, and how many posts name each. */
function columnOf(
  list: readonly { slug: string }[],
  posts: readonly ListedPost[],
  slugsOf: (post: ListedPost) => string[],
) {
  const indexOf = indexIn(list)
  const values = posts.map((post) => slugsOf(post).map(indexOf))
  const counts = new Uint32Array(list.length)
  for (const index of values.flat()) counts[index]! += 1
  return {
    starts: Uint32Array.from(startsOf(values.map(({ length }) => length))),
    values: Uint32Array.from(values.flat()),
    counts,
  }
}

/** @returns a function that gives a slug's index in the list; posts name no other slugs */
function indexIn(list: readonly { slug: string }[]): (slug: string) => number {
  const indexes = new Map(list.map(({ slug }, index) => [slug, index]))
  return (slug) => {
    const index = indexes.get(slug)
    if (index === undefined) throw new Error(`a post names ${slug}, which is not in its workspace's lists`)
    return index
  }
}

function namesOf(posts: readonly ListedPost[]): string {
  const kinds = Object.keys(format.nameKinds)
  const names = posts.flatMap(({ slug, id, aliases }, number) => [
    { name: slug, kind: 's', number },
    { name: id, kind: 'i', number },
    ...aliases.map((name) => ({ name, kind: 'a', number })),
  ])
  const compare = comparisonOf(names.map(({ name }) => name))
  names.sort((a, b) => compare(a.name, b.name) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  return names.map(({ name, kind, number }) => `${name}\t${kind}\t${number}\n`).join('')
}
