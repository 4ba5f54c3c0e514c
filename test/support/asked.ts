// One request of every kind, for tests of what must not change a reply.

import { furtherFields } from '../../api/_app/further-fields/fields.ts'

/** What requests name; some of it may not exist, or not yet. */
export interface RequestTerms {
  /** Slugs, ids and aliases. */
  posts: readonly string[]
  categories: readonly string[]
  tags: readonly string[]
  authors: readonly string[]
  /** Queries. */
  words: readonly string[]
}

const representations = [
  '',
  'format=markdown',
  'format=text',
  'select=slug,tags,category',
  'select=content&format=text',
  `select=slug,revision&include=${furtherFields.join()}`,
]

/** Paths with queries, under the path of a workspace. */
export function targetsOf({ posts, categories, tags, authors, words }: RequestTerms): string[] {
  const filters = [
    ...categories.flatMap((slug) => [`category=${slug}`, `excludeCategories=${slug}`]),
    ...tags.flatMap((slug) => [`tags=${slug}`, `excludeTags=${slug}`]),
    ...authors.map((slug) => `author=${slug}`),
    `tags=${tags.join()}&tagsMatch=all`,
    'featured=true',
    'featured=false',
    ...['year=2026', 'month=2026-01', 'publishedAt.lt=2026-01-03', 'updatedAt.gte=2026-01-02T00:00:00Z'],
  ]
  const searches = words.flatMap((word) => {
    const query = `query=${encodeURIComponent(word)}`
    return [
      query,
      `${query}&sort=relevance&highlight=true&facets=category,tags,authors&limit=100`,
      `${query}&highlight=true&format=markdown&select=slug`,
    ]
  })
  const queries = [
    ...representations.flatMap((one) => [one, `${one}&limit=all`, `${one}&limit=2&page=2`]),
    ...['order=asc', 'sort=updatedAt', 'sort=-updatedAt', 'sort=publishedAt&limit=all'],
    ...[
      'facets=category,tags,authors',
      'facets=year,month&limit=1',
      'limit=2&page=99',
      'limit=0',
      'snapshot=none',
    ],
    ...filters.map((filter) => `${filter}&facets=category,tags,authors&select=slug`),
    ...searches,
  ]
  const typed = new Set(words.flatMap((word) => [word, ...beginningsOf(word)]))
  const groups = Object.entries({ categories, tags, authors }).flatMap(([resource, names]) => [
    ...['', '?limit=1', '?limit=1&page=2', '?limit=1&page=9', '?select=slug'].map(
      (query) => resource + query,
    ),
    ...names.map((name) => `${resource}/${encodeURIComponent(name)}`),
  ])
  return [
    ...queries.map((query) => `posts?${query}`),
    ...posts.flatMap((name) => representations.map((one) => `posts/${encodeURIComponent(name)}?${one}`)),
    ...posts.map((name) => `post/${encodeURIComponent(name)}`),
    ...groups,
    ...['code.css', 'code.css?snapshot=none', 'code.css/', 'code.css/a'],
    ...['search-index.json', 'search-index.json?snapshot=none', 'search-index.json/', 'search-index.json/a'],
    ...[...typed].map((one) => `suggest?query=${encodeURIComponent(one)}`),
    ...['search', 'search?query=harbour&limit=2', 'search?query=a&page=99', 'search?query=a&limit=51'],
    ...[...typed].slice(0, 20).map((word) => `search?query=${encodeURIComponent(word)}`),
    ...['suggest', 'suggest?query=!', 'suggest?query=a&snapshot=none', 'suggest/', 'suggest/a'],
    ...[
      'redirects',
      'redirects?limit=2',
      'redirects?limit=2&page=2',
      'redirects?format=netlify',
      'redirects/',
    ],
    ...[
      'sitemap.xml',
      'sitemap.xml?page=1',
      'sitemap.xml?page=2',
      'llms.txt',
      'llms-full.txt',
      'llms-full.txt?limit=2&page=2',
      ...posts.map((name) => `post/${encodeURIComponent(name)}.md`),
      'feed.xml',
      'feed.atom?limit=2',
      'feed.json?limit=100',
      'feed.json?snapshot=none',
      'feed.xml?limit=0',
    ],
    ...Object.entries({ categories, tags, authors }).flatMap(([resource, names]) =>
      names.map((name) => `${resource}/${encodeURIComponent(name)}/feed.atom`),
    ),
    ...posts.flatMap((name) =>
      [name, `/${name}`, `/old/${name}`].map((from) => `redirects?from=${encodeURIComponent(from)}`),
    ),
    ...['posts/', 'nothing', 'posts/never-there'],
  ]
}

/** What has been typed before the last word is complete. */
function beginningsOf(query: string): string[] {
  return [1, 2].map((letters) => query.replace(/[^ ]+$/u, (last) => [...last].slice(0, letters).join('')))
}
