// The URL pattern of a workspace, from the addresses that its posts had: the one that gives most of them again.
import { encodedPath, pathKey, postUrl } from '../../snapshot/format/address.ts'
import { parseDate } from '../schema/date.ts'
import { urlPattern } from '../schema/url-pattern.ts'
import { dateParts } from './generators/generator.ts'
import type { PlannedPost } from './plan.ts'
import { noteOf } from './source.ts'

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

/** Removes from posts what by the pattern is the address of another: two posts of the source had the same. */
export function removeTaken(
  posts: readonly (PlannedPost & { date: string | undefined })[],
  pattern: string,
): void {
  const present = new Map<string, string>()
  for (const { slug, date, file } of posts) {
    const publishedAt = parseDate(date ?? '')
    if (publishedAt === undefined) continue
    const key = pathKey(new URL(postUrl(pattern, { slug, publishedAt, category: '' })).pathname)
    if (!present.has(key)) present.set(key, file)
  }
  for (const { source, file, aliases } of posts) {
    for (const alias of [...aliases]) {
      const holder = present.get(pathKey(encodedPath(alias))) ?? file
      if (holder === file) continue
      aliases.splice(aliases.indexOf(alias), 1)
      source.notes.push(
        noteOf('changed', `Its old address ${alias} is that of ${holder}.`, 'Old addresses of other posts'),
      )
    }
  }
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
