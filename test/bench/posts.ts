// Synthetic posts of some 900 words (6.5 KB of markdown, 7.8 KB of HTML), the same on every machine, as values for
// the snapshot's writer.
import { stemmer } from '@orama/stemmers/english'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import type { PostMeta, PostNumber } from '../../snapshot/types.ts'
import { type CountedPost, type CountedWorkspace, whole } from '../support/bulk.ts'
import { authors, categories, plain, tags } from './groups.ts'
import { type Prose, prose } from './prose.ts'
import { between, oneOf, seeded, sentence } from './words.ts'

const markdownBytes = 6_400
/** The newest post's date; each further one is 37 minutes older, so that 100,000 of them take seven years. */
const newest = Date.UTC(2026, 0, 1)
const interval = 37 * 60_000

/**
 * All published, no two at the same time. A post's texts are generated on access and not kept, so that
 * 100,000 posts need no gigabyte.
 */
export function syntheticWorkspace(folder: string, count: number): CountedWorkspace {
  const posts = Array.from({ length: count }, (_, number) => syntheticPost(number))
  const stemmers = new Map([['en', stemmer]])
  return { folder, keys: [folder], drafts: false, categories, tags, authors, stemmers, posts }
}

/** @param number its place in list order, 0 being the newest */
export function syntheticPost(number: PostNumber): CountedPost {
  const random = seeded(number)
  const title = sentence(random, 3, 9)
  const publishedAt = newest - number * interval
  const author = oneOf(random, authors)
  const meta: PostMeta = {
    id: `post_${number.toString(36).padStart(20, '0')}`,
    slug: `${plain(title).replace(/[^a-z]+/g, '-')}-${number}`,
    title,
    featured: random() < 0.05,
    description: `${sentence(random, 12, 24)}.`,
    coverImage: `https://example.org/images/${number}.webp`,
    publishedAt: new Date(publishedAt).toISOString(),
    updatedAt: new Date(publishedAt).toISOString(),
    status: 'published',
    authors: [author],
    attribution: null,
    fields: {},
  }
  const texts = () => prose(seeded(-1 - number), markdownBytes)
  return {
    ...whole,
    slug: meta.slug,
    meta,
    publishedAt,
    updatedAt: publishedAt,
    aliases: [],
    category: oneOf(random, categories).slug,
    tags: someTags(random),
    authors: [author.slug],
    language: 'en',
    get html() {
      return texts().html
    },
    get markdown() {
      return texts().markdown
    },
    get terms() {
      return termsOfPost(title, texts())
    },
  }
}

function someTags(random: () => number): string[] {
  const slugs = Array.from({ length: between(random, 1, 5) }, () => oneOf(random, tags).slug)
  return [...new Set(slugs)]
}

function termsOfPost(title: string, { text }: Prose) {
  return { title: termsOf(title), content: termsOf(text) }
}
