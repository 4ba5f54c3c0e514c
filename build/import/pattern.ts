// The URL pattern of a workspace, from the addresses that its posts had: the one that gives most of them again.
import { urlPattern } from '../schema/url-pattern.ts'
import { dateParts } from './generators/generator.ts'
import type { PlannedPost } from './plan.ts'

type AddressedPost = Pick<PlannedPost, 'source' | 'slug'> & { date: string | undefined }

/** @param site the address of the site; without it there is no pattern */
export function patternOf(posts: readonly AddressedPost[], site: string | undefined): string | undefined {
  if (site === undefined || posts.length === 0) return undefined
  const counts = new Map<string, number>()
  for (const post of posts) {
    const pattern = generalised(post)
    if (pattern !== undefined) counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
  }
  const [best = '/{slug}'] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
  return [site + best, `${site}/{slug}`].find((pattern) => urlPattern.safeParse(pattern).success)
}

/** `/2015/03/31/hello/` → `/{year}/{month}/{day}/{slug}/` */
function generalised({ source, slug, date }: AddressedPost): string | undefined {
  const [address = ''] = source.addresses
  const { year, month, day } = dateParts(date)
  const rest: [string, string][] = [
    [year, '{year}'],
    [month, '{month}'],
    [day, '{day}'],
  ]
  const parts = address.split('/')
  const name = parts.findLastIndex((part) => part.replace(/\.html?$/, '') === slug)
  if (name < 0) return undefined
  const made = parts.map((part, index) => {
    if (index === name) return part.replace(slug, '{slug}')
    const at = rest.findIndex(([value]) => value !== '' && value === part)
    if (at < 0) return part
    return rest.splice(at, 1)[0]![1]
  })
  return /[{}\s?#]/.test(parts.join('')) ? undefined : made.join('/')
}
