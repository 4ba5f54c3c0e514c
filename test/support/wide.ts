// A workspace of many small posts with as many tags, authors and categories as allowed.
import { termsOf } from '../../packages/search/build/words/terms.ts'
import type { BuiltWorkspace } from '../../snapshot/types.ts'
import { bulkWorkspace, exampleSite } from './bulk.ts'
import type { Asked } from './stretches-server.ts'

const day = 86_400_000
/** Cycles through the items in a scattered order. */
const scattered = (number: number, count: number) => (number * 7_919) % count

/**
 * @param posts how many there are
 * @param groups how many tags and authors; a tenth as many categories
 * @param tags of each post
 */
export function wideWorkspace(folder: string, posts: number, groups: number, tags: number): BuiltWorkspace {
  const workspace = bulkWorkspace(folder, posts, (number) => `<p>${textOf(number)}</p>`)
  const named = <T>(kind: string, count: number, make: (slug: string) => T) =>
    Array.from({ length: count }, (_, i) => make(`${kind}-${String(i).padStart(5, '0')}`))
  const group = (slug: string) => ({ id: slug, slug, name: slug, description: slug, declared: true })
  const [author] = workspace.authors
  workspace.site = exampleSite
  workspace.tags = named('tag', groups, group)
  workspace.authors = named('author', groups, (slug) => ({ ...author!, id: slug, slug, name: slug }))
  workspace.categories = named('category', groups / 10, group)
  for (const [number, post] of workspace.posts.entries()) {
    const own = workspace.authors[scattered(number, groups)]!
    post.meta.authors = [own]
    post.authors = [own.slug]
    post.category = workspace.categories[scattered(number, groups / 10)]!.slug
    post.tags = Array.from({ length: tags }, (_, i) => workspace.tags[scattered(number + i, groups)]!.slug)
    post.updatedAt = post.publishedAt + scattered(number, 1_000) * day
    post.meta.updatedAt = new Date(post.updatedAt).toISOString()
    post.aliases = [`old-${number}`]
    post.redirects = [{ from: `/old/${number}`, to: `/${post.meta.slug}`, slug: post.meta.slug }]
    post.terms = { title: termsOf(post.meta.title), content: termsOf(textOf(number)) }
  }
  return workspace
}

/** Of different lengths, so that scores differ, and not in the order of the posts. */
function textOf(number: number): string {
  return `Text ${number}${' and more'.repeat(scattered(number, 9))}`
}

/** Every kind of list, and other replies. */
export function lists(workspace: string): Record<string, Asked> {
  const posts = `${workspace}/posts`
  return {
    newest: { target: posts },
    oldest: { target: `${posts}?order=asc&limit=100` },
    'a page far behind': { target: `${posts}?limit=1&page=4000` },
    'by updatedAt': { target: `${posts}?sort=updatedAt` },
    'by updatedAt, some': { target: `${posts}?sort=updatedAt&excludeTags=tag-00001` },
    filtered: {
      target: `${posts}?featured=false&excludeCategories=a,b&tags=tag-00001,tag-00002&excludeTags=tag-00003&author=author-00007`,
    },
    'with facets': { target: `${posts}?facets=category,tags,authors&limit=1`, gzip: true, inTurns: true },
    'with facets of some': {
      target: `${posts}?facets=category,tags,authors&excludeTags=tag-00001&limit=1`,
      inTurns: true,
    },
    'a feed': { target: `${workspace}/feed.xml?limit=100` },
    'a feed of a tag': { target: `${workspace}/tags/tag-00001/feed.xml?limit=100` },
    'a sitemap': { target: `${workspace}/sitemap.xml` },
    'texts for language models': { target: `${workspace}/llms-full.txt`, gzip: true, inTurns: true },
    'a page of texts for language models': {
      target: `${workspace}/llms-full.txt?limit=1&page=4999`,
      inTurns: true,
    },
    'a list for language models': { target: `${workspace}/llms.txt`, gzip: true, inTurns: true },
    tags: { target: `${workspace}/tags` },
    'tags, compressed': { target: `${workspace}/tags?select=slug,name,count`, gzip: true },
    'some tags': { target: `${workspace}/tags?limit=10&page=9` },
    authors: { target: `${workspace}/authors` },
    categories: { target: `${workspace}/categories` },
    'one tag': { target: `${workspace}/tags/tag-04999` },
    'a post': { target: `${posts}/post-4999` },
    'an earlier name': { target: `${posts}/old-4999` },
    redirects: { target: `${workspace}/redirects` },
    'redirects as lines': { target: `${workspace}/redirects?format=netlify`, gzip: true },
    'one redirect': { target: `${workspace}/redirects?from=/old/4999` },
    'no post': { target: `${posts}/nothing` },
    'another form of the address': { target: '/wide/posts' },
    status: { target: '/status' },
    'a file': { target: '/docs' },
    'an image': { target: '/media/nothing.png' },
  }
}

/** Searches that find every post, and order all of them. */
export function searches(workspace: string): Record<string, { target: string }> {
  const posts = `${workspace}/posts`
  return {
    'found in all posts': { target: `${posts}?query=text&limit=1` },
    'found in all posts, best first': { target: `${posts}?query=text&sort=relevance&limit=1` },
    'found in all collections': { target: `${workspace}/search?query=text&limit=50` },
    'found in all collections, on a far page': { target: `${workspace}/search?query=text&limit=1&page=900` },
    'found by a beginning, best first': { target: `${posts}?query=t+1&sort=relevance&limit=1` },
    'suggested after a word that all posts have': { target: `${workspace}/suggest?query=text+m` },
    'suggested for a letter': { target: `${workspace}/suggest?query=t` },
    'found by most words, best first': { target: `${posts}?query=text+nothing+12&sort=relevance&limit=1` },
  }
}
