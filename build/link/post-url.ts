// Where a site shows a post: the workspace's pattern, filled.
import type { Instant } from '../../snapshot/types.ts'
import { isoDate } from '../date.ts'

export interface ShownPost {
  slug: string
  category: string
  publishedAt: Instant
}

/** A pattern without `{slug}` ends in it. Dates are those of UTC. */
export function postUrl(pattern: string, { slug, category, publishedAt }: ShownPost): string {
  const [year = '', month = '', day = ''] = isoDate(publishedAt).slice(0, 10).split('-')
  const values: Record<string, string> = { slug, category, year, month, day }
  const whole = pattern.includes('{slug}') ? pattern : `${pattern.replace(/\/$/, '')}/{slug}`
  return whole.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!))
}
