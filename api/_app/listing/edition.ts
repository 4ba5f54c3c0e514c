// An edition: one workspace's snapshot at one number of visible posts, and of entries elsewhere that they wait for. It owns the
// values that are computed once for it: the number of posts of each category, tag, author and series, and their JSON.

import { lazy } from '../../../packages/search/basics/lazy.ts'
import type { Searched } from '../../../packages/search/index.ts'
import type { Contents, OpenWorkspace } from '../../../snapshot/read/snapshots.ts'
import type {
  Author,
  Category,
  Declared,
  GroupAliases,
  Instant,
  Moment,
  PostNumber,
  Series,
  Tag,
} from '../../../snapshot/types.ts'
import { visibleContents } from '../../../snapshot/visibility/cuts.ts'
import type { Counted } from '../wire.ts'
import { partsIn, type SeriesParts } from './series.ts'

export interface Edition {
  workspace: OpenWorkspace
  /** `<digest of the visible content>.<number of visible posts>`: posts that are not visible do not affect it. */
  id: string
  /** A key that also identifies the bytes that are read. It is only for caches: it would reveal that a post has been scheduled. */
  key: string
  readonly search: Searched
  /** The newest visible post: everything before it is in the future. */
  first: PostNumber
  /** The number of posts, and of entries of other collections that they wait for, that are in the future. */
  hidden: Moment
  /** The names of these entries. */
  readonly waiting: ReadonlySet<string>
  /** The contents as readers may see them now. */
  readonly html: Contents
  readonly markdown: Contents
  /** Returns the JSON of a group, in UTF-8, as it is included in posts, by the group's index. */
  categoryJson(index: number): Buffer
  tagJson(index: number): Buffer
  /** The groups as they are listed, in list order. */
  readonly categories: readonly Counted<Category>[]
  readonly tags: readonly Counted<Tag>[]
  readonly authors: readonly Counted<Author>[]
  readonly series: readonly Counted<Series>[]
  readonly parts: SeriesParts
  /** Returns the present slug of a listed group, by an earlier one. */
  presentSlug(kind: keyof GroupAliases, earlier: string): string | undefined
}

const newest = new WeakMap<OpenWorkspace, Edition>()

/** The edition of a workspace at `now`; made once, until something scheduled appears. */
export function editionAt(workspace: OpenWorkspace, now: Instant): Edition {
  const { drafts, list, outside } = workspace
  const first = drafts ? 0 : firstVisible(list.publishedAt, now)
  const hidden = first + firstVisible(outside.publishedAt, now)
  const known = newest.get(workspace)
  if (known?.hidden === hidden) return known
  const edition = makeEdition(workspace, first, hidden)
  newest.set(workspace, edition)
  return edition
}

/** Dates descend, and few are after `now`: the first number whose date is not. */
function firstVisible(publishedAt: Float64Array, now: Instant): PostNumber {
  const first = publishedAt.findIndex((time) => time <= now)
  return first === -1 ? publishedAt.length : first
}

function makeEdition(workspace: OpenWorkspace, first: PostNumber, hidden: Moment): Edition {
  const { list, hash, posts } = workspace
  const categoryPosts = subtract(list.category.subarray(0, first), list.categoryPosts)
  const tagPosts = subtract(list.tags.values.subarray(0, list.tags.starts[first]), list.tagPosts)
  // The lists are lazy: the first request may need only a few of ten thousand tags.
  const categories = lazy(() => listed(workspace.categories, categoryPosts))
  const tags = lazy(() => listed(workspace.tags, tagPosts))
  const authors = lazy(() => {
    const { authors, authorPosts } = list.selection()
    const hidden = authors.values.subarray(0, authors.starts[first])
    return listed(workspace.authors, subtract(hidden, authorPosts))
  })
  const parts = lazy(() => partsIn(workspace, first))
  const series = lazy(() =>
    listed(
      workspace.series ?? [],
      Uint32Array.from(parts().posts, ({ length }) => length),
    ),
  )
  const slugsIn = (groups: readonly { slug: string }[]) => new Set(groups.map(({ slug }) => slug))
  const slugs = lazy(() => ({
    categories: slugsIn(categories()),
    tags: slugsIn(tags()),
    authors: slugsIn(authors()),
    series: slugsIn(series()),
  }))
  const waiting = lazy(() => new Set(workspace.outside.names().slice(0, hidden - first)))
  const html = lazy(() => visible(workspace, 'html', hidden))
  const markdown = lazy(() => visible(workspace, 'markdown', hidden))
  return {
    workspace,
    first,
    hidden,
    get waiting() {
      return waiting()
    },
    id: `${workspace.digest(hidden)}.${posts - first}`,
    key: `${hash}.${hidden}`,
    search: {
      posts,
      visible: posts - first,
      get index() {
        return workspace.search()
      },
    },
    get html() {
      return html()
    },
    get markdown() {
      return markdown()
    },
    categoryJson: jsonOf(workspace.categories, categoryPosts),
    tagJson: jsonOf(workspace.tags, tagPosts),
    get categories() {
      return categories()
    },
    get tags() {
      return tags()
    },
    get authors() {
      return authors()
    },
    get series() {
      return series()
    },
    get parts() {
      return parts()
    },
    presentSlug(kind, earlier) {
      const { [kind]: aliases = {} } = workspace.aliases ?? {}
      const slug = Object.hasOwn(aliases, earlier) ? aliases[earlier] : undefined
      return slug !== undefined && slugs()[kind].has(slug) ? slug : undefined
    },
  }
}

/** Returns the contents as readers may see them: if all is visible, nothing is left out, and the cuts need not be read. */
function visible(workspace: OpenWorkspace, content: 'html' | 'markdown', hidden: Moment): Contents {
  return hidden === 0
    ? workspace[content]
    : visibleContents(workspace[content], workspace.cuts()[content], hidden)
}

/** @param hidden the indexes that hidden posts have, usually few or none */
function subtract(hidden: Uint32Array, counts: Uint32Array): Uint32Array {
  const left = counts.slice()
  for (const index of hidden) left[index]! -= 1
  return left
}

type MaybeDeclared<T> = T & Partial<Pick<Declared<Tag>, 'declared'>>

function counted<T>({ declared: _, ...group }: MaybeDeclared<T>, posts: number): Counted<T> {
  return { ...(group as T), count: { posts } }
}

/** Declared groups are listed even with 0 posts, inferred ones and authors only while a visible post names them. */
function listed<T>(groups: readonly MaybeDeclared<T>[], posts: Uint32Array): Counted<T>[] {
  return groups.flatMap((group, i) => (group.declared || posts[i]! > 0 ? counted(group, posts[i]!) : []))
}

/** The JSON of each group, made on first use. */
function jsonOf(groups: readonly Declared<Category | Tag>[], posts: Uint32Array) {
  const known: Buffer[] = []
  return (index: number): Buffer => {
    known[index] ??= Buffer.from(JSON.stringify(counted(groups[index]!, posts[index]!)))
    return known[index]
  }
}
