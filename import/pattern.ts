// The URL pattern of a workspace: the one that gives most of the addresses that its posts had.

import { urlPattern } from '../build/for-import.ts'
import { parseDate } from '../snapshot/date.ts'
import { encodedPath, pathKey, postUrl } from '../snapshot/format/address.ts'
import type { PlannedPost } from './plan.ts'
import { publicAddress, say } from './source.ts'

export interface AddressedPost extends PlannedPost {
  date: string | undefined
  isDraft: boolean
  /** The slug of the category; an entry has none. */
  category: string | undefined
}

export interface FoundPattern {
  /** The pattern with the address of the site: `https://example.org/{year}/{slug}/`. */
  pattern: string
  /** The number of public posts, out of `posts`, that it gives the address of. */
  right: number
  posts: number
}

/** The least share of addresses that a pattern has to give. */
const ENOUGH = 0.9

/** The number of patterns that are tried on all posts: those that most posts suggest. */
const MAX_TRIED = 10

/** @returns `undefined` if there is no pattern: without the address of the site, or where no address is known */
export function patternOf(
  posts: readonly AddressedPost[],
  site: string | undefined,
): FoundPattern | undefined {
  if (site === undefined) return undefined
  const shown = posts.filter(({ isDraft }) => !isDraft)
  const counted = shown.length > 0 ? shown : posts
  const counts = new Map<string, number>()
  for (const post of counted)
    for (const pattern of generalised(post)) counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
  const tried = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_TRIED)
    .map(([path]) => site + path)
    .filter((pattern) => pattern.includes('{path}') || urlPattern.safeParse(pattern).success)
  const base = new URL(site).pathname.replace(/\/$/, '')
  const keys = counted.map(({ source }) => {
    const address = publicAddress(source)
    return address === undefined ? undefined : pathKey(encodedPath(base + address))
  })
  let best: FoundPattern | undefined
  for (const pattern of tried) {
    const hits = counted.filter((post, at) => keys[at] !== undefined && keyBy(pattern, post) === keys[at])
    if (hits.length > (best?.right ?? 0)) best = { pattern, right: hits.length, posts: counted.length }
    if (best && isEnough(best)) break
  }
  return best
}

export function isEnough({ right, posts }: FoundPattern): boolean {
  return right >= ENOUGH * posts
}

function keyBy(pattern: string, { slug, date, category }: AddressedPost): string | undefined {
  const publishedAt = parseDate(date ?? '') ?? (/\{(?:year|month|day)\}/.test(pattern) ? undefined : 0)
  if (publishedAt === undefined) return undefined
  return pathKey(new URL(postUrl(pattern, { slug, publishedAt, category })).pathname)
}

/** Removes from posts what by the pattern is the address of another: two posts of the source had the same. */
export function removeTaken(posts: readonly AddressedPost[], pattern: string): void {
  const present = new Map<string, string>()
  for (const post of posts) {
    const key = post.date === undefined ? undefined : keyBy(pattern, post)
    if (key !== undefined && !present.has(key)) present.set(key, post.file)
  }
  for (const { source, file, aliases } of posts) {
    for (const alias of [...aliases]) {
      const holder = present.get(pathKey(encodedPath(alias))) ?? file
      if (holder === file) continue
      aliases.splice(aliases.indexOf(alias), 1)
      say(source, 'changed', `Its old address ${alias} is that of ${holder}.`, 'Old addresses of other posts')
    }
  }
}

/** `/2015/03/31/hello/` → `/{year}/{month}/{day}/{slug}/`; with a category, also without it. An entry's is of its path. */
function generalised({ source, slug, date, category }: AddressedPost): string[] {
  if (source.entryOf) {
    const [end = ''] = /\/$|\.html?$/.exec(publicAddress(source) ?? '') ?? []
    return slug === 'index' ? [] : [`${source.entryOf.base}/{path}${end}`]
  }
  const parts = (publicAddress(source) ?? '').split('/')
  const name = parts.findLastIndex((part) => part.replace(/\.html?$/, '') === slug)
  if (name < 0 || /[{}\s?#]/.test(parts.join(''))) return []
  const [year = '', month = '', day = ''] = new Date(parseDate(date ?? '') ?? 0).toISOString().match(/\d+/g)!
  const dates = { year, month, day }
  const filled = (values: Record<string, string>) => {
    const rest = Object.entries(values)
    return parts
      .map((part, index) => {
        if (index === name) return part.replace(slug, () => '{slug}')
        const at = rest.findIndex(([, value]) => value === part)
        return at < 0 ? part : `{${rest.splice(at, 1)[0]![0]}}`
      })
      .join('/')
  }
  return [...new Set([filled(dates), filled({ ...dates, category: category! })])]
}
