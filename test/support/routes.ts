// Every route under a key, with an item of the fixture's `demo` for single ones.

export const lists = ['/posts', '/categories', '/tags', '/authors']

export const singles = ['/posts/welcome', '/post/welcome', '/categories/news', '/tags/css', '/authors/ada']

/** Those that show items, of which `select` takes fields. */
export const selectable = [...lists, ...singles]

const feeds = ['', '/categories/news', '/tags/css', '/authors/ada'].flatMap((path) =>
  ['xml', 'atom', 'json'].map((ending) => `${path}/feed.${ending}`),
)

const texts = [
  '/code.css',
  '/sitemap.xml',
  '/llms.txt',
  '/llms-full.txt',
  '/post/welcome.md',
  '/posts/welcome.md',
]

export const routes = [
  '',
  ...selectable,
  '/search-index.json',
  '/search?query=har',
  '/suggest?query=har',
  '/redirects',
  ...feeds,
  ...texts,
]

/** `?name=value`, or `&name=value` where the path has a query already. */
export function withParameter(path: string, parameter: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${parameter}`
}

/** The slugs of the items a list answered with. */
export function slugs(json: Record<string, unknown>): string[] {
  const items = Object.values(json).find(Array.isArray) as { slug: string }[]
  return items.map(({ slug }) => slug)
}
