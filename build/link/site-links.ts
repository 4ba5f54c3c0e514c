// Links to addresses on the site, by the workspace's `url` pattern, that no post has. All else on the site is up to the site.

import { lazy } from '../../packages/search/basics/lazy.ts'
import { decoded, parsedUrl, pathKey, withSlug } from '../../snapshot/format/address.ts'
import { nearest } from '../../snapshot/nearest.ts'
import { isOnSite, isTemplate } from '../extract/url-reference.ts'
import { suggestionBudget } from '../problems/cap.ts'
import { literal } from '../problems/literal.ts'
import { type Problem, problemAt, quoted } from '../problems/problem.ts'
import { isSlug } from '../schema/slug.ts'
import { uniqueReferences } from '../workspace/references.ts'
import type { Settings } from '../workspace/settings.ts'
import { pathsToPosts } from './addresses.ts'
import type { CheckedWorkspace } from './checked.ts'

/** Warnings, since the site may have a page there. */
export function deadAddresses(workspace: CheckedWorkspace): Problem[] {
  const { posts, settings } = workspace
  const site = addressesOf(settings)
  if (!site) return []
  const maySuggest = suggestionBudget()
  const paths = lazy(() => pathsToPosts(workspace, settings.url!))
  const slugs = lazy(() => posts.flatMap(({ post }) => (post ? [post.slug] : [])))
  // Posts without a date may not have an address yet.
  const undated = lazy(() => new Set(posts.map(({ post }) => post?.publishedAt === undefined && post?.slug)))
  const links = posts.flatMap(({ urls }) =>
    urls.flatMap((reference) => {
      const address = reference.kind === 'link' ? site.addressIn(reference.href) : undefined
      return address ? [{ ...reference, ...address }] : []
    }),
  )
  return uniqueReferences(links, ({ href }) => href).flatMap(({ href, file, location, path, slug }) => {
    if (isTemplate(href) || paths().has(path) || undated().has(slug)) return []
    const near = maySuggest(file) ? nearest(slug, slugs()) : undefined
    const isLikely = site.isForPosts && isSlug(slug, 'relaxed') && /^[^.]*[^.\d][^.]*$/.test(slug)
    if (near === undefined && !isLikely) return []
    const message = `The link ${quoted(decoded(href))} leads to no post.`
    const hint =
      near === undefined
        ? 'Link to the file of a post.'
        : `Did you mean the post ${quoted(near)}? Link to its file.`
    return [problemAt(file, location, { code: 'dangling-link', severity: 'warning', message, hint })]
  })
}

const FORMS: Record<string, string> = {
  slug: '([^/]+?)',
  category: '[^/]+',
  year: '\\d{4}',
  month: '\\d\\d',
  day: '\\d\\d',
}

/** `undefined` if posts have no paths of their own. */
function addressesOf({ url, site, collection }: Settings) {
  // The form of a path could be anything on the site.
  if (collection || url === undefined || site === undefined) return undefined
  const pattern = withSlug(url).slice(site.length).split(/[?#]/)[0]!
  const [before = '', ...rest] = pattern.split('{slug}')
  if (rest.length === 0) return undefined
  const form = literal(pathKey(pattern)).replace(/%7B(\w+)%7D/g, (_, name: string) => FORMS[name]!)
  const posts = new RegExp(`^${form}(?:\\.html?)?$`)
  const addressIn = (href: string) => {
    if (!href.trim().startsWith('/') && !isOnSite(href, site)) return undefined
    const target = parsedUrl(href.trim(), new URL(site))
    const path = target?.origin === site ? pathKey(target.pathname) : ''
    const slug = posts.exec(path)?.[1]
    return slug === undefined ? undefined : { slug: decoded(slug), path }
  }
  /** True if nothing but posts is likely to be there: it has a name or a date in front of slugs. */
  const isForPosts = /\{(?:year|month|day)\}|[^/]/.test(before.replaceAll('{category}', ''))
  return { addressIn, isForPosts }
}
