// The categories, tags and authors that the synthetic posts name.
import type { Author, Category, Declared, Tag } from '../../snapshot/types.ts'
import { seeded, sentence, vocabulary } from './words.ts'

/** Rarer words of the made-up language, so that names sort and read like names. */
const names = vocabulary.slice(500, 600).map((word) => word[0]!.toUpperCase() + word.slice(1))

export const categories: Declared<Category>[] = named(0, 12).map(({ name, slug, description }) => ({
  id: `category_${slug}`,
  name,
  slug,
  description,
  declared: true,
}))

export const tags: Declared<Tag>[] = named(12, 72).map(({ name, slug, description }) => ({
  id: `tag_${slug}`,
  name,
  slug,
  description,
  declared: true,
}))

export const authors: Author[] = named(72, 80).map(({ name, slug, description }) => ({
  id: `author_${slug}`,
  name,
  slug,
  image: `https://example.org/people/${slug}.webp`,
  bio: description,
  role: 'Editor',
  socials: [{ url: `https://github.com/${slug}`, platform: 'github' }],
}))

/** In list order. */
function named(from: number, to: number) {
  const random = seeded(from)
  const groups = names.slice(from, to).map((name) => ({
    name,
    slug: plain(name),
    description: `${sentence(random, 8, 12)}.`,
  }))
  return groups.sort((a, b) => (a.slug < b.slug ? -1 : 1))
}

/** Without accents and capitals: a slug of one word, or of several with blanks between. */
export function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}
