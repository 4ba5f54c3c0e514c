// A workspace as the snapshot takes it: references resolved, lists complete, everything in its order.
import { compareCodePoints } from '../snapshot/format/order.ts'
import type { Author, BuiltPost, BuiltWorkspace } from '../snapshot/types.ts'
import type { CompiledPost } from './compile.ts'
import { isoDate } from './date.ts'
import type { Environment } from './environment.ts'
import { type Included, included, slugsOf } from './included.ts'
import type { HtmlLink } from './link/html-links.ts'
import { type Addresses, addresses } from './link/public-urls.ts'
import { fill, type Resolved as ResolvedLink } from './link/substitute.ts'
import { type Timetable, timetable } from './link/visibility.ts'
import { lastSeen, withhold } from './link/withhold.ts'
import { completeLists } from './lists.ts'
import type { Medium } from './media.ts'
import type { Parts } from './parts.ts'
import type { Problem } from './problem.ts'

/**
 * Makes a workspace of parts that have no errors. Without `drafts`, nothing of a draft comes in; with them, one
 * without a date takes the build's, else that of the newest post.
 */
export function assemble(
  parts: Parts,
  keys: ReadonlyMap<string, string[]>,
  environment: Pick<Environment, 'drafts' | 'builtAt' | 'baseUrl'>,
  problems: Problem[],
): Assembled {
  const posts = included(parts, environment)
  const shown = new Map(posts.map(({ from, post, category }) => [from, { ...post, category }]))
  const { of, ofImage, media } = addresses(parts, shown, environment.baseUrl, problems)
  const seenFrom = timetable(parts, posts, environment)
  const oldestFirst = posts.toReversed().flatMap(({ from }) => from.references)
  const lists = completeLists(parts.lists, oldestFirst, parts.settings, ofImage)
  const authors = new Map(lists.authors.map((author) => [author.slug, author]))
  const workspace = {
    folder: parts.settings.folder,
    keys: keys.get(parts.settings.folder)!,
    drafts: environment.drafts,
    ...lists,
    posts: posts.map(({ from, post, category }) =>
      built(post, {
        authors: slugsOf(from, 'author', parts.lists).map((slug) => authors.get(slug)!),
        category,
        tags: slugsOf(from, 'tag', parts.lists),
        coverImage: ofImage(post.coverImage),
        ...contentOf(post, of, seenFrom(post)),
      }),
    ),
  }
  return { ...workspace, media: [...media.keys()].sort(compareCodePoints), files: media }
}

/** A workspace, and the files that its media are copied from. */
export interface Assembled extends BuiltWorkspace {
  files: ReadonlyMap<string, Medium>
}

function contentOf(
  { html, htmlLinks, markdown, sourceLinks }: CompiledPost,
  addressOf: Addresses['of'],
  { ofPost, ofPath }: Timetable,
): Pick<BuiltPost, 'html' | 'markdown' | 'cuts'> {
  const resolve = ({ target }: HtmlLink): ResolvedLink => {
    const address = addressOf(target)
    if (!address) return { url: undefined, medium: undefined, seen: 'never' }
    const { url, medium, post } = address
    return { url, medium, seen: post ? ofPost(post) : 'always' }
  }
  const shown = fill(html, htmlLinks, resolve)
  const ranges = sourceLinks.flatMap((link) => {
    const seen = lastSeen(link.paths.map(ofPath))
    return link.ranges.map((range) => ({ ...range, seen }))
  })
  const source = withhold(markdown, ranges)
  const content = { html: shown.text, markdown: source.text }
  if (shown.cuts.length === 0 && source.cuts.length === 0) return content
  return { ...content, cuts: { html: shown.cuts, markdown: source.cuts } }
}

interface Resolved extends Pick<BuiltPost, 'html' | 'markdown' | 'cuts'> {
  authors: Author[]
  category: string
  tags: string[]
  coverImage: string
}

function built(post: Included['post'], resolved: Resolved): BuiltPost {
  const { id, slug, title, featured, description, status, attribution, fields } = post
  const { publishedAt, updatedAt = publishedAt, aliases, terms } = post
  const { authors, category, tags, coverImage, ...content } = resolved
  return {
    meta: {
      id,
      slug,
      title,
      featured,
      description,
      coverImage,
      publishedAt: isoDate(publishedAt),
      updatedAt: isoDate(updatedAt),
      status,
      authors,
      attribution,
      fields,
    },
    publishedAt,
    updatedAt,
    aliases,
    category,
    tags,
    authors: authors.map((author) => author.slug),
    ...content,
    terms,
  }
}
