// Every kind of request that there is, chosen at random: what is asked, and which statuses may come back.
import { postCount } from './content.ts'

export interface Kind {
  name: string
  method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST'
  /** @param any a whole number below the one it is given, at random */
  target(any: Any): string
  headers?: Record<string, string>
  /** Besides 200, and 304 for those who have the reply. */
  statuses?: readonly number[]
}

export type Any = (below: number) => number

const v1 = '/v1/blog'
const posts = `${v1}/posts`
const words = ['harbour', 'quay', 'har', 'crane anchor', 'lantern quay mast', 'h', 'xylophone']
const misspelt = ['harbuor', 'lantren', 'anchro ferry', 'pillot']
const phrases = ['"crane rope"', '"gull tide"', 'quay "rope anchor"']
const of = <T>(list: readonly T[], any: Any): T => list[any(list.length)]!
const query = (text: string) => encodeURIComponent(text)

export const kinds: readonly Kind[] = [
  { name: 'list', target: (any) => `${posts}?limit=10&page=${1 + any(24)}` },
  { name: 'list', target: (any) => `${posts}?limit=${1 + any(40)}&select=slug,title` },
  { name: 'list by filter', target: (any) => `${posts}?category=${of(['news', 'notes', 'none'], any)}` },
  { name: 'list by filter', target: () => `${posts}?tags=quay,crane&tagsMatch=all&excludeTags=rope` },
  { name: 'list by filter', target: () => `${posts}?author=bo&sort=updatedAt&facets=tags,category,authors` },
  { name: 'list by filter', target: (any) => `${posts}?featured=true&order=asc&limit=${1 + any(9)}` },
  { name: 'list as text', target: (any) => `${posts}?format=text&page=${1 + any(20)}` },
  { name: 'list as markdown', target: (any) => `${posts}?format=markdown&limit=${1 + any(20)}` },
  { name: 'everything', target: () => `${posts}?limit=all`, statuses: [503] },
  { name: 'everything', target: () => `${posts}?limit=all&format=text`, statuses: [503] },
  { name: 'everything', target: () => `${posts}?limit=all&select=slug,title`, statuses: [503] },
  { name: 'search', target: (any) => `${posts}?query=${query(of(words, any))}`, statuses: [503] },
  {
    name: 'search',
    target: (any) => `${posts}?query=${query(of(words, any))}&sort=relevance&limit=5`,
    statuses: [503],
  },
  { name: 'search misspelt', target: (any) => `${posts}?query=${query(of(misspelt, any))}`, statuses: [503] },
  { name: 'search a phrase', target: (any) => `${posts}?query=${query(of(phrases, any))}`, statuses: [503] },
  {
    name: 'search with highlights',
    target: (any) => `${posts}?query=${query(of(words, any))}&highlight=true&facets=tags`,
    statuses: [503],
  },
  {
    name: 'further fields',
    target: (any) =>
      `${posts}?limit=5&page=${1 + any(40)}&include=related,neighbors,reading,headings,jsonld,revision`,
    statuses: [503],
  },
  { name: 'post', target: (any) => `${posts}/post-${any(postCount)}` },
  { name: 'post', target: (any) => `${v1}/post/post-${any(postCount)}?format=text` },
  { name: 'post', target: (any) => `${posts}/post-${any(postCount)}?include=related`, statuses: [503] },
  { name: 'post that goes live', target: () => `${posts}/soon`, statuses: [404] },
  { name: 'markdown', target: (any) => `${posts}/post-${any(postCount)}.md` },
  { name: 'earlier slug', target: (any) => `${posts}/was-${any(postCount)}`, statuses: [308] },
  { name: 'older path', target: () => '/blog/v1/posts/', statuses: [308] },
  { name: 'groups', target: (any) => `${v1}/${of(['categories', 'tags', 'authors'], any)}` },
  { name: 'groups', target: () => `${v1}/authors/ada` },
  {
    name: 'suggestions',
    target: (any) => `${v1}/suggest?query=${of(['h', 'qu', 'generation 1', 'an'], any)}`,
  },
  { name: 'search index', target: () => `${v1}/search-index.json` },
  { name: 'redirects', target: (any) => `${v1}/redirects?limit=${1 + any(99)}` },
  { name: 'redirects', target: () => `${v1}/redirects?format=netlify&limit=all` },
  { name: 'feeds', target: (any) => `${v1}/feed.${of(['xml', 'atom', 'json'], any)}` },
  { name: 'feeds', target: (any) => `${v1}/tags/quay/feed.${of(['xml', 'atom', 'json'], any)}` },
  { name: 'sitemap', target: () => `${v1}/sitemap.xml` },
  { name: 'llms.txt', target: () => `${v1}/llms.txt` },
  { name: 'llms-full.txt', target: () => `${v1}/llms-full.txt` },
  { name: 'workspace', target: () => v1 },
  { name: 'status', target: () => '/status' },
  { name: 'root', target: () => '/' },
  { name: 'root', target: () => '/', headers: { Accept: 'text/html' }, statuses: [302] },
  { name: 'pages', target: (any) => of(['/openapi.json', '/docs/', '/docs/api.html'], any) },
  { name: 'HEAD', method: 'HEAD', target: (any) => `${posts}?page=${1 + any(20)}` },
  { name: 'OPTIONS', method: 'OPTIONS', target: () => posts, statuses: [204] },
  { name: 'refused', method: 'POST', target: () => posts, statuses: [405] },
  { name: 'refused', target: () => `${posts}?limit=0&order=up`, statuses: [400] },
  { name: 'refused', target: () => `${posts}?snapshot=${'0'.repeat(32)}.1`, statuses: [409] },
  { name: 'refused', target: () => `${posts}?x=${'x'.repeat(8_192)}`, statuses: [414] },
  {
    name: 'missing',
    target: (any) => of([`${posts}/none`, '/v1/none/posts', '/none', '/media/x.png'], any),
    statuses: [404],
  },
]
