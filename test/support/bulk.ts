// Workspaces made without a build, for tests that need many posts or large ones.

import type { Terms } from '../../packages/search/basics/post-terms.ts'
import type { PackedTerms, PostTerms } from '../../packages/search/index.ts'
import type { BuiltPost, BuiltWorkspace, LoadedPost, PostTexts, Site } from '../../snapshot/types.ts'

/** All of it in memory. */
export interface WholePost extends BuiltPost, LoadedPost, PostTexts {
  terms: PostTerms | PackedTerms
}

export interface WholeWorkspace extends BuiltWorkspace {
  posts: WholePost[]
}

/** One whose posts say which words they have. */
export interface CountedWorkspace extends BuiltWorkspace {
  posts: CountedPost[]
}

export type CountedPost = WholePost & { terms: PostTerms }

/** The methods of a whole post, which give what it has when they are called. */
export const whole = {
  load(this: WholePost): LoadedPost {
    const { publishedAt, updatedAt, aliases, redirects, category, tags, authors } = this
    const { languageTag, coverBytes, meta, details } = this
    return {
      ...{
        publishedAt,
        updatedAt,
        aliases,
        redirects,
        category,
        tags,
        authors,
        languageTag,
        coverBytes,
        meta,
      },
      ...(details === undefined ? {} : { details }),
    }
  },
  texts(this: WholePost): PostTexts {
    const { html, markdown, cuts } = this
    return { html, markdown, ...(cuts && { cuts }) }
  },
  words(this: WholePost) {
    return this.terms
  },
}

const none: Terms = { terms: [], frequencies: new Uint32Array(0), positions: new Uint32Array(0) }
const day = 86_400_000
const newest = Date.UTC(2026, 0, 1)

export const exampleSite: Site = {
  name: 'Example',
  description: 'About examples.',
  language: 'en',
  url: 'https://example.org/{slug}',
  api: 'https://api.example.org',
}

/**
 * Posts `post-0` (the newest), `post-1` and so on, a day apart; no search finds them.
 * @param html the content of a post by its number; called when the post is written, and not kept
 */
export function bulkWorkspace(
  folder: string,
  count: number,
  html: (number: number) => string,
): CountedWorkspace {
  const author = { id: 'author_ada', name: 'Ada', slug: 'ada', image: '', bio: '', role: '', socials: [] }
  const category = { id: 'category_news', name: 'News', slug: 'news', description: '', declared: true }
  const posts = Array.from({ length: count }, (_, number): CountedPost => {
    const publishedAt = newest - number * day
    const date = new Date(publishedAt).toISOString()
    const slug = `post-${number}`
    return {
      ...whole,
      slug,
      meta: {
        id: `post_${number}`,
        slug,
        title: `Post ${number} of ${folder}`,
        featured: false,
        description: '',
        coverImage: '',
        publishedAt: date,
        updatedAt: date,
        status: 'published',
        authors: [author],
        attribution: null,
        fields: {},
      },
      publishedAt,
      updatedAt: publishedAt,
      aliases: [],
      category: 'news',
      tags: [],
      authors: ['ada'],
      get html() {
        return html(number)
      },
      markdown: '',
      terms: { title: none, content: none },
    }
  })
  return { folder, keys: [folder], drafts: false, categories: [category], tags: [], authors: [author], posts }
}
