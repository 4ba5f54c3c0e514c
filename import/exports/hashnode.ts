// Hashnode's export: JSON with posts in markdown, as its dashboard gave it, or as its API did.
import { absoluteUrl } from '../../build/for-import.ts'
import { isData, plain } from '../frontmatter/languages.ts'
import { type SourceContent, type SourceData, type SourcePost, type SourceValue, say } from '../source.ts'
import { readColumns } from './columns.ts'
import { exported, exportedPost, listOf, slugsOf, textOf } from './export.ts'
import { fromHashnode } from './hashnode-text.ts'

/** Tells whether this is an export of Hashnode. */
export function isHashnode(value: unknown): boolean {
  return postsIn(plain(value)).some((post) => textOf(post.contentMarkdown) ?? at(post, 'content.markdown'))
}

/**
 * @param value an export: see isHashnode
 * @param site the address of the site, if it was given
 */
export function readHashnode(value: unknown, site: string | undefined): SourceContent {
  const root = plain(value)
  const posts = postsIn(root)
  const publications = [root, ...posts].flatMap((one) => [
    at(one, 'publication'),
    at(one, 'data.publication'),
  ])
  const publication = publications.find(isData) ?? {}
  const url = site ?? addressOf(publication) ?? originOf(posts)
  const drafts = new Set(listOf(at(root, 'drafts')))
  const pages = ['pages', 'staticPages'].flatMap((key) =>
    listOf(at(root, key)).map((page) => textAt(page, 'slug') ?? textAt(page, 'title') ?? 'a page'),
  )
  const facts = {
    title: textAt(publication, 'title') ?? textAt(publication, 'displayTitle'),
    url,
    author: textAt(publication, 'author.name'),
    labelSlugs: slugsOf(posts.flatMap(({ tags }) => listOf(tags))),
  }
  const all = posts.map((post) => postOf(post, publication, drafts.has(post)))
  return exported(facts, all, { pages })
}

/** A list, or below `posts`, which the API gives as edges; drafts may be beside it. */
function postsIn(root: SourceValue): SourceData[] {
  if (Array.isArray(root)) return root.filter(isData)
  const lists = ['posts', 'articles', 'drafts', 'data.posts', 'publication.posts', 'data.publication.posts']
  return lists.flatMap((path) => {
    const list = at(root, path)
    return (Array.isArray(list) ? list : listOf(at(list, 'edges')).map((edge) => at(edge, 'node'))).filter(
      isData,
    )
  })
}

function postOf(post: SourceData, publication: SourceData, isDraft: boolean): SourcePost {
  const text = (path: string) => textAt(post, path)
  const first = (...paths: string[]) => paths.map(text).find((one) => one !== undefined)
  const cuid = text('cuid')
  const slug = text('slug') ?? cuid ?? text('_id') ?? text('id') ?? 'post'
  const tags = listOf(post.tags).map((tag) => textAt(tag, 'name') ?? textAt(tag, 'slug') ?? tag)
  const named = tags.filter((tag) => typeof tag === 'string' && !/^[\da-f]{24}$/.test(tag))
  const data: SourceData = {
    title: text('title') ?? slug,
    date: first('dateAdded', 'publishedAt', 'createdAt'),
    updated: first('dateUpdated', 'updatedAt'),
    description: first('metaTags.description', 'metaDescription', 'seo.description', 'seoDescription'),
    subtitle: text('subtitle'),
    seoTitle: first('metaTags.title', 'metaTitle', 'seo.title', 'seoTitle'),
    coverImage: first('coverImage', 'coverImage.url'),
    tags: named,
    series: first('series.name', 'series', 'seriesSlug'),
    canonicalUrl: first('canonicalUrl', 'isRepublished.originalArticleURL', 'originalArticleURL'),
    featured: first('isFeatured', 'pinnedToBlog'),
    authors: [post.author, ...listOf(post.coAuthors)].filter(isData).map(authorOf),
  }
  const written = text('contentMarkdown') ?? text('content.markdown')
  const converted = fromHashnode(written ?? '')
  const [body, kind] =
    written === undefined
      ? ([text('content') ?? text('content.html') ?? '', 'html'] as const)
      : ([converted.markdown, 'markdown'] as const)
  const imported = exportedPost(slug, '', data, body, kind)
  imported.addresses = addressesOf(
    slug,
    cuid,
    text('url') ?? text('canonicalPath'),
    textAt(publication, 'urlPattern'),
  )
  imported.id = cuid ?? text('_id') ?? text('id')
  if (isDraft) imported.hidden = 'a draft'
  readColumns(imported, 'hashnode', post)
  sayWidgets(imported, converted.widgets)
  if (named.length < tags.length)
    say(
      imported,
      'dropped',
      `${tags.length - named.length} of its tags, of which the export has no names.`,
      'Tags without names',
    )
  return imported
}

/** Newer blogs have only the slug in addresses, older ones the id as well. */
export function addressesOf(
  slug: string,
  cuid: string | undefined,
  url?: string,
  pattern?: string,
): string[] {
  const both = [`/${slug}`, ...(cuid ? [`/${slug}-${cuid}`] : [])]
  const known = url && URL.canParse(url) ? [new URL(url).pathname] : []
  return [...new Set([...known, ...(pattern === 'DEFAULT' ? both.toReversed() : both)])]
}

export function sayWidgets(post: SourcePost, widgets: readonly string[]): void {
  for (const name of new Set(widgets)) {
    const what = `Stands in the text as it was: %%[${name}], a widget whose code is not in the export`
    say(post, 'left', what, '%%[…], a widget')
  }
}

function authorOf(author: SourceData): SourceData {
  return {
    id: textAt(author, 'username'),
    name: textAt(author, 'name'),
    bio: textAt(author, 'tagline') ?? textAt(author, 'bio.text'),
    image: textAt(author, 'photo') ?? textAt(author, 'profilePicture'),
    twitter: textAt(author, 'socialMedia.twitter') ?? textAt(author, 'socialMediaLinks.twitter'),
    website: textAt(author, 'socialMedia.website') ?? textAt(author, 'socialMediaLinks.website'),
  }
}

function addressOf(publication: SourceData): string | undefined {
  const [host, name] = [textAt(publication, 'domain'), textAt(publication, 'username')]
  const url =
    textAt(publication, 'url') ?? (host && `https://${host}`) ?? (name && `https://${name}.hashnode.dev`)
  return url && absoluteUrl(url)
}

function originOf(posts: readonly SourceData[]): string | undefined {
  const url = posts.map((post) => textAt(post, 'url')).find((one) => one && URL.canParse(one))
  return url && new URL(url).origin
}

function at(value: SourceValue, path: string): SourceValue {
  return path.split('.').reduce((inner: SourceValue, key) => (isData(inner) ? inner[key] : undefined), value)
}

function textAt(value: SourceValue, path: string): string | undefined {
  return textOf(at(value, path))
}
