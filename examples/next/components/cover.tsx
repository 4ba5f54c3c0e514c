import type { Summary } from '../lib/galley'

interface Props {
  cover: Summary['cover']
  /** What it shows is beside it in words, too. */
  isDecoration?: boolean
}

export function Cover({ cover, isDecoration = false }: Props) {
  if (!cover) return null
  const { url, alt, width, height, srcset } = cover
  const loading = isDecoration ? 'lazy' : 'eager'
  const size = { width: width ?? 1200, height: height ?? 630 }
  return (
    <img
      className="cover"
      src={url}
      srcSet={srcset}
      alt={isDecoration ? '' : alt}
      {...size}
      loading={loading}
    />
  )
}
