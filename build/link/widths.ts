// The widths in which browsers may choose an image, from what makes it smaller.
import { endingOf } from '../discover/media-type.ts'
import type { ImageSettings } from '../schema/images.ts'
import type { Medium } from '../workspace/media.ts'

/** An SVG has any size, and a GIF would lose its movement. */
const RASTER = /^(?:avif|jpe?g|png|webp)$/

/**
 * `undefined` of an image that is narrower than all widths. None is wider than the image: where they go beyond it, its own is last.
 * @param base of media URLs
 */
export function widthsOf({ name, size }: Medium, base: string, images: ImageSettings | undefined) {
  const own = size && RASTER.test(endingOf(name)) ? size.width : 0
  const { widths, url, sizes } = images ?? { widths: [], url: '', sizes: '' }
  const fitting = widths.filter((width) => width <= own)
  if (fitting.length === 0) return undefined
  const path = `/media/${name}`
  const values: Record<string, unknown> = { path, name, url: encodeURIComponent(base + path) }
  const pattern = url.startsWith('/') ? base + url : url
  const made = fitting.map((width) => {
    const address = pattern.replace(/\{(\w+)\}/g, (_, one: string) => String({ ...values, width }[one]))
    return `${address} ${width}w`
  })
  if (widths.at(-1)! > own && !fitting.includes(own)) made.push(`${base}${path} ${own}w`)
  return { srcset: made.join(', '), sizes }
}
