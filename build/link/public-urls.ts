// The public URLs of what a workspace's files refer to, once it is known which posts are published.
import { postUrl } from '../../snapshot/format/address.ts'
import type { Instant } from '../../snapshot/types.ts'
import { type Brief, load } from '../compile/brief.ts'
import { updatedRest } from '../compile/html/anchors.ts'
import type { UrlReference } from '../extract/url-reference.ts'
import { type Problem, problemAt } from '../problems/problem.ts'
import type { Medium } from '../workspace/media.ts'
import { slugsOf } from '../workspace/taxonomies.ts'
import type { LinkedWorkspace, Links } from './resolve.ts'
import { widthsOf } from './widths.ts'

export interface PublicUrl {
  url: string
  /** The medium or the post at that URL. */
  medium?: Medium
  post?: Brief
  /** The widths among which browsers may choose the image. */
  widths?: ReturnType<typeof widthsOf>
}

/** `undefined` for what is left out. */
export type PublicUrlOf = (reference: UrlReference) => PublicUrl | undefined

/**
 * @param published gives those posts, of all collections, that are not left out
 * @param base of media URLs
 * @param isHere whether that is this machine
 */
export function publicUrls(
  { settings, links }: LinkedWorkspace,
  published: (post: Brief) => { publishedAt: Instant } | undefined,
  base: string | undefined,
  isHere: boolean,
): PublicUrlOf {
  return (reference) => {
    const { href } = reference
    const destination = links.destinationOf(reference)
    switch (destination.kind) {
      case 'url':
        return { url: destination.url }
      case 'medium': {
        const { medium, rest } = destination
        const widths = isHere ? undefined : widthsOf(medium, `${base}`, settings.images)
        return { url: `${base}/media/${medium.name}${rest}`, medium, widths }
      }
      case 'post': {
        const { to, rest } = destination
        const post = published(to)
        // A post is neither an image nor a video: see `broken` in settings.ts.
        const isShown = reference.kind === 'medium' || reference.kind === 'cover'
        if (!post || isShown) return undefined
        const home = links.homeOf(to)
        // A mention alone does not require a URL pattern.
        if (home.settings.url === undefined) return { url: href, post: to }
        const shown = rest.includes('#') ? updatedRest(rest, load(to).post!.anchors.prefixed) : rest
        return { url: addressOf(home, to, post.publishedAt)! + shown, post: to }
      }
      case 'unknown-site':
        return { url: href }
      // A reference that leads nowhere is left out, where that is not an error.
      default:
        return undefined
    }
  }
}

/** Returns the address of a post, if that is known. @param home the workspace or the collection that has it */
export function addressOf(
  { settings: { url, collection }, lists }: Pick<LinkedWorkspace, 'settings' | 'lists'>,
  post: Brief,
  publishedAt: Instant,
): string | undefined {
  const category = collection ? undefined : (slugsOf(load(post), 'category', lists)[0] ?? '')
  return url === undefined ? undefined : postUrl(url, { slug: post.post!.slug, publishedAt, category })
}

/** The media that references resolve to, by name, each with the first reference to it. */
export function mediaOf(
  references: readonly UrlReference[],
  { destinationOf }: Links,
): Map<string, { medium: Medium; from: UrlReference }> {
  const media = new Map<string, { medium: Medium; from: UrlReference }>()
  for (const from of references) {
    const destination = destinationOf(from)
    if (destination.kind !== 'medium') continue
    const { medium } = destination
    if (!media.has(medium.name)) media.set(medium.name, { medium, from })
  }
  return media
}

const SHELL = 'BASE_URL=https://api.example.org npm run build'
const POWER_SHELL = "$env:BASE_URL='https://api.example.org'; npm run build"

/** The problem if there are media, but no base URL. */
export function withoutBaseUrl({ file, location }: UrlReference): Problem {
  return problemAt(file, location, {
    code: 'no-base-url',
    message: 'The address at which this and other media will be served is not known.',
    hint: `Set BASE_URL to the address of the API: ${SHELL}, or in PowerShell ${POWER_SHELL}.`,
  })
}
