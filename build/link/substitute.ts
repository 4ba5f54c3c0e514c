// A post's content with public URLs, and the parts of it that are left out until other posts appear.
import type { BuiltPost } from '../../snapshot/types.ts'
import type { CompiledPost } from '../compile/compile.ts'
import type { Medium } from '../workspace/media.ts'
import { escapeHtml } from './escape-html.ts'
import type { HtmlLink, Picture } from './html-links.ts'
import type { PublicUrlOf } from './public-urls.ts'
import type { Visibility } from './visibility.ts'
import { lastToAppear, type Range, type Remainder, withhold } from './withhold.ts'

export function publicContent(
  { content, htmlLinks, markdownLinks }: CompiledPost,
  publicUrlOf: PublicUrlOf,
  visible: Visibility,
): Pick<BuiltPost, 'html' | 'markdown' | 'cuts'> {
  const rendered = substituted(content.html, htmlLinks, publicUrlOf, visible)
  const ranges = markdownLinks.flatMap((link) => {
    const visibleFrom = lastToAppear(link.paths.map(visible.ofPath))
    return link.ranges.map((range) => ({ ...range, visibleFrom }))
  })
  const source = withhold(content.markdown, ranges)
  const texts = { html: rendered.text, markdown: source.text }
  if (rendered.cuts.length === 0 && source.cuts.length === 0) return texts
  return { ...texts, cuts: { html: rendered.cuts, markdown: source.cuts } }
}

function substituted(
  html: string,
  links: readonly HtmlLink[],
  publicUrlOf: PublicUrlOf,
  { ofPost }: Visibility,
): Remainder {
  const found = links.map((link) => ({ ...link, publicUrl: publicUrlOf(link.reference) }))
  const edits = found.flatMap(({ address, picture, publicUrl }): Edit[] => [
    ...(address && publicUrl ? [{ ...address, text: escapeHtml(publicUrl.url) }] : []),
    ...(picture && publicUrl?.medium
      ? [{ from: picture.at, to: picture.at, text: addedAttributes(picture, publicUrl.medium) }]
      : []),
  ])
  const { text, moved } = edited(html, edits)
  const ranges = found.flatMap(({ markup, publicUrl }) => {
    if (publicUrl && !publicUrl.post) return []
    const visibleFrom = publicUrl?.post ? ofPost(publicUrl.post) : 'never'
    return markup.map(({ from, to }) => ({ from: moved(from), to: moved(to), visibleFrom }))
  })
  return withhold(text, ranges)
}

interface Edit extends Range {
  text: string
}

/** Applies edits that do not overlap; `moved` maps an offset in the original text to the result. */
function edited(text: string, edits: Edit[]): { text: string; moved: (offset: number) => number } {
  const inOrder = edits.sort((a, b) => a.from - b.from)
  const parts: string[] = []
  /** After each edit, how much longer the text has become so far. */
  const longer: number[] = []
  let at = 0
  for (const { from, to, text: written } of inOrder) {
    parts.push(text.slice(at, from), written)
    longer.push((longer.at(-1) ?? 0) + written.length - (to - from))
    at = to
  }
  const moved = (offset: number) => {
    let [low, high] = [0, inOrder.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (inOrder[middle]!.from < offset) low = middle + 1
      else high = middle
    }
    return offset + (longer[low - 1] ?? 0)
  }
  return { text: parts.join('') + text.slice(at), moved }
}

/** Keeps a page from jumping while images load. The author's attributes win; one side determines the other. */
function addedAttributes({ width, height, loading }: Picture, { size }: Medium): string {
  const own = size ? missingSides({ width, height }, size) : ''
  return loading ? `${own} loading="lazy"` : own
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
