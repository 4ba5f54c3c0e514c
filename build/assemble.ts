// A workspace as the snapshot takes it: references resolved, lists complete, everything in its order.
import { compareCodePoints } from '../snapshot/order.ts'
import type { Author, BuiltPost, BuiltWorkspace, Instant } from '../snapshot/types.ts'
import { addresses } from './addresses.ts'
import type { Compiled, CompiledPost } from './compile.ts'
import { isoDate } from './date.ts'
import type { Environment } from './environment.ts'
import { fill } from './fill.ts'
import { targetsIn } from './holes.ts'
import { completeLists, type Lists, slugOf } from './lists.ts'
import type { Medium } from './media.ts'
import type { Parts } from './parts.ts'
import type { Problem } from './problem.ts'
import type { Reference } from './references.ts'
import { unlink } from './unlink.ts'

/** A post that goes into the snapshot, dated. */
interface Included {
  from: Compiled
  post: CompiledPost & { publishedAt: Instant }
  category: string
}

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
        html: fill(post.html, post.holes, of),
        markdown: unlink(
          post.markdown,
          targetsIn(post.holes).flatMap((target) => (of(target) ? [] : [target.href])),
        ),
      }),
    ),
  }
  return { ...workspace, media: [...media.keys()].sort(compareCodePoints), files: media }
}

/** A workspace, and the files that its media are copied from. */
export interface Assembled extends BuiltWorkspace {
  files: ReadonlyMap<string, Medium>
}

/** Newest first; equal dates by slug, descending. */
function included(
  { compiled, lists }: Parts,
  { drafts, builtAt }: Pick<Environment, 'drafts' | 'builtAt'>,
): Included[] {
  const posts = compiled.flatMap((from) =>
    from.post && (drafts || from.post.status === 'published') ? [{ from, post: from.post }] : [],
  )
  const newest = posts.reduce(
    (latest, { post }) => Math.max(latest, post.publishedAt ?? latest),
    Number.NEGATIVE_INFINITY,
  )
  const undated = builtAt ?? (Number.isFinite(newest) ? newest : 0)
  return posts
    .map(({ from, post }) => ({
      from,
      post: { ...post, publishedAt: post.publishedAt ?? undated },
      category: slugsOf(from, 'category', lists)[0]!,
    }))
    .sort(({ post: a }, { post: b }) => b.publishedAt - a.publishedAt || compareCodePoints(b.slug, a.slug))
}

function slugsOf({ references }: Compiled, kind: Reference['kind'], lists: Lists): string[] {
  return [...new Set(references.filter((one) => one.kind === kind).map((one) => slugOf(one, lists)))]
}

interface Resolved {
  authors: Author[]
  category: string
  tags: string[]
  coverImage: string
  html: string
  markdown: string
}

function built(post: Included['post'], resolved: Resolved): BuiltPost {
  const { id, slug, title, featured, description, status, attribution, fields } = post
  const { publishedAt, updatedAt = publishedAt, aliases, terms } = post
  const { authors, category, tags, coverImage, html, markdown } = resolved
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
