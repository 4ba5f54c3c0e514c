// A workspace as the snapshot takes it: references resolved, lists complete, everything in its order.
import { compareCodePoints } from '../snapshot/order.ts'
import type { Author, BuiltPost, BuiltWorkspace, Instant } from '../snapshot/types.ts'
import type { CompiledPost } from './compile.ts'
import { isoDate } from './date.ts'
import type { Environment } from './environment.ts'
import { completeLists, slugOf } from './lists.ts'
import type { Parts } from './parts.ts'
import type { Reference } from './references.ts'

/** A post that goes into the snapshot, dated. */
export interface Included {
  post: CompiledPost & { publishedAt: Instant }
  references: Reference[]
}

/**
 * Makes a workspace of parts that have no errors. Without `drafts`, nothing of a draft comes in; with them, one
 * without a date takes the build's, else that of the newest post.
 */
export function assemble(
  parts: Parts,
  keys: ReadonlyMap<string, string[]>,
  environment: Pick<Environment, 'drafts' | 'builtAt'>,
): BuiltWorkspace {
  const posts = included(parts, environment)
  const oldestFirst = posts.toReversed().flatMap(({ references }) => references)
  const lists = completeLists(parts.lists, oldestFirst, parts.settings)
  const authors = new Map(lists.authors.map((author) => [author.slug, author]))
  const slugs = (references: readonly Reference[], kind: Reference['kind']) => [
    ...new Set(references.filter((one) => one.kind === kind).map((one) => slugOf(one, parts.lists))),
  ]
  return {
    folder: parts.settings.folder,
    keys: keys.get(parts.settings.folder)!,
    drafts: environment.drafts,
    ...lists,
    posts: posts.map(({ post, references }) =>
      built(post, {
        authors: slugs(references, 'author').map((slug) => authors.get(slug)!),
        category: slugs(references, 'category')[0]!,
        tags: slugs(references, 'tag'),
      }),
    ),
  }
}

/** Newest first; equal dates by slug, descending. */
function included(
  { compiled }: Parts,
  { drafts, builtAt }: Pick<Environment, 'drafts' | 'builtAt'>,
): Included[] {
  const posts = compiled.flatMap(({ post, references }) =>
    post && (drafts || post.status === 'published') ? [{ post, references }] : [],
  )
  const newest = posts.reduce(
    (latest, { post }) => Math.max(latest, post.publishedAt ?? latest),
    Number.NEGATIVE_INFINITY,
  )
  const undated = builtAt ?? (Number.isFinite(newest) ? newest : 0)
  return posts
    .map(({ post, references }) => ({
      post: { ...post, publishedAt: post.publishedAt ?? undated },
      references,
    }))
    .sort(({ post: a }, { post: b }) => b.publishedAt - a.publishedAt || compareCodePoints(b.slug, a.slug))
}

interface Resolved {
  authors: Author[]
  category: string
  tags: string[]
}

function built(post: Included['post'], { authors, category, tags }: Resolved): BuiltPost {
  const { id, slug, title, featured, description, coverImage, status, attribution, fields } = post
  const { publishedAt, updatedAt = publishedAt, aliases, html, markdown, terms } = post
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
    html,
    markdown,
    terms,
  }
}
