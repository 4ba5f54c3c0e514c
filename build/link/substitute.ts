// A post's content with public URLs, and the parts of it that are left out until other posts appear.
import { hashOf } from '../../snapshot/format/format.ts'
import type { PostTexts } from '../../snapshot/types.ts'
import { type Brief, load } from '../compile/brief.ts'
import { escapeHtml } from '../compile/html/escape-html.ts'
import type { TextLinks } from '../compile/text.ts'
import type { HtmlLink, Picture } from '../extract/html-links.ts'
import { type Edit, edited } from '../extract/range.ts'
import type { Medium } from '../workspace/media.ts'
import type { PublicUrl, PublicUrlOf } from './public-urls.ts'
import type { Visibility } from './visibility.ts'
import { ALWAYS, NEVER, type Remainder, type VisibleFrom, withhold } from './withhold.ts'

export interface PublicContent {
  /** Stands for all that the texts depend on; `undefined` if that is not known. */
  key: string | undefined
  /** True if anything is left out until later. */
  hasCuts: boolean
  /** Made each time, since those of all posts together take much memory. */
  texts: () => PostTexts
}

export function publicContent(brief: Brief, publicUrlOf: PublicUrlOf, visible: Visibility): PublicContent {
  const { key } = brief
  const { found, all, shown } = linked(load(brief).post!, publicUrlOf, visible)
  return {
    key: key && contentKey(brief, key, found, all),
    hasCuts: all.some((from) => from !== ALWAYS && from !== NEVER),
    texts: () => {
      const { html, markdown } = shown(brief.source.texts())
      return { html: html.text, markdown: markdown.text, cuts: { html: html.cuts, markdown: markdown.cuts } }
    },
  }
}

/** Decides what is shown of a text. */
export function linked(
  { htmlLinks, markdownLinks }: TextLinks,
  publicUrlOf: PublicUrlOf,
  visible: Visibility,
) {
  const found = htmlLinks.map((link): PublicLink => {
    const publicUrl = publicUrlOf(link.reference)
    const shown = publicUrl?.post ? visible.ofPost(publicUrl.post) : ALWAYS
    const visibleFrom = publicUrl ? shown : NEVER
    return { ...link, publicUrl, visibleFrom }
  })
  const sources = markdownLinks.map(({ ranges, paths }) => ({
    ranges,
    // The last of them to appear: it has the lowest number.
    visibleFrom: Math.min(...paths.map(visible.ofPath)),
  }))
  const all = [...found, ...sources].map(({ visibleFrom }) => visibleFrom)
  return {
    ...{ found, all },
    shown: ({ html, markdown }: PostTexts) => {
      const ranges = sources.flatMap(({ ranges, visibleFrom }) =>
        ranges.map((range) => ({ ...range, until: visibleFrom })),
      )
      return { html: substituted(html, found), markdown: withhold(markdown, ranges) }
    },
  }
}

function contentKey(
  { isSelfContained }: Brief,
  key: string,
  links: readonly PublicLink[],
  visible: readonly VisibleFrom[],
): string {
  if (visible.length === 0 || isSelfContained) return key
  const urls = links.map(({ publicUrl }) => [publicUrl?.url, publicUrl?.medium?.size, publicUrl?.widths])
  return hashOf(JSON.stringify([key, urls, visible]))
}

interface PublicLink extends HtmlLink {
  publicUrl: PublicUrl | undefined
  visibleFrom: VisibleFrom
}

function substituted(html: string, found: readonly PublicLink[]): Remainder {
  const edits = found.flatMap(({ address, picture, publicUrl }): Edit[] => [
    ...(address && publicUrl ? [{ ...address, text: escapeHtml(publicUrl.url) }] : []),
    ...(picture && publicUrl?.medium
      ? [{ from: picture.at, to: picture.at, text: addedAttributes(picture, publicUrl) }]
      : []),
  ])
  const { text, moved } = edited(html, edits)
  const ranges = found.flatMap(({ markup, visibleFrom: until }) =>
    until === ALWAYS ? [] : markup.map(({ from, to }) => ({ from: moved(from), to: moved(to), until })),
  )
  return withhold(text, ranges)
}

/** Keeps a page from jumping while images load. The author's attributes win; one side determines the other. */
function addedAttributes({ width, height, loading, ...is }: Picture, { medium, widths }: PublicUrl): string {
  const own = medium?.size ? missingSides({ width, height }, medium.size) : ''
  const lazy = loading ? `${own} loading="lazy"` : own
  if (!widths || !is.fitting) return lazy
  const shown = is.sized ? '' : ` sizes="${escapeHtml(widths.sizes)}"`
  return `${lazy} srcset="${escapeHtml(widths.srcset)}"${shown}`
}

function missingSides(
  { width, height }: Pick<Picture, 'width' | 'height'>,
  size: NonNullable<Medium['size']>,
): string {
  if (width === undefined && height === undefined) return ` width="${size.width}" height="${size.height}"`
  const [written, of, other, name] =
    height === undefined
      ? [width, size.width, size.height, 'height']
      : [height, size.height, size.width, 'width']
  // A share of the page, such as 50%, is no number of pixels.
  const pixels = Number(/^\s*(\d{1,5})(?:px)?\s*$/.exec(written ?? '')?.[1] ?? 0)
  if ((width !== undefined && height !== undefined) || pixels === 0) return ''
  return ` ${name}="${Math.max(1, Math.round((pixels * other) / of))}"`
}
