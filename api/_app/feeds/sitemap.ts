// A sitemap of the posts' addresses, or an index of several: https://www.sitemaps.org/protocol.html

import { inTurns } from '../../../packages/search/basics/pause.ts'
import { UNDATED } from '../../../snapshot/date.ts'
import type { Instant, PostMeta, PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from '../listing/edition.ts'
import { postsAtOnce } from '../listing/matches.ts'
import { urlOf } from '../listing/metadata.ts'
import type { Turn } from '../turns/turn.ts'
import { escapeXml } from './characters.ts'
import { linesOf } from './site.ts'

/** The bounds of the protocol for one file: 50 MB are a little more. */
const most = { addresses: 50_000, bytes: 50_000_000 }

/** The posts from `from` up to, not including, `to`. */
export interface SitemapPage {
  from: PostNumber
  to: PostNumber
  bytes: number
  updatedAt: Instant
}

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const frame = {
  head: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespace}>\n`,
  tail: '</urlset>\n',
}
const frameBytes = frame.head.length + frame.tail.length
const entryBytes = entry('', 0).length

function entry(address: string, updatedAt: Instant): string {
  const time = updatedAt === UNDATED ? '' : `<lastmod>${new Date(updatedAt).toISOString()}</lastmod>`
  return `<url><loc>${escapeXml(address)}</loc>${time}</url>\n`
}

/** Returns at least one page; the first has the oldest posts, so that later ones do not change it once it is full. Takes turns. */
export async function sitemapPages({ workspace, first }: Edition, turn: Turn): Promise<SitemapPage[]> {
  const { posts, feeds, list } = workspace
  const page = (to: PostNumber): SitemapPage => ({ from: to, to, bytes: frameBytes, updatedAt: 0 })
  let last = page(posts)
  const pages = [last]
  await inTurns(turn, posts - first, postsAtOnce, (from, to) => {
    for (let post = posts - 1 - from; post > posts - 1 - to; post--) {
      const bytes = feeds().addressBytes[post]! + entryBytes
      if (last.to - last.from >= most.addresses || last.bytes + bytes > most.bytes) {
        last = page(post + 1)
        pages.push(last)
      }
      last.from = post
      last.bytes += bytes
      last.updatedAt = Math.max(last.updatedAt, list.selection().updatedAt[post]!)
    }
  })
  return pages
}

/** A page, and the edition that it is of: that of posts, or of a declared collection. */
export interface SitemapPart extends SitemapPage {
  edition: Edition
}

/** Puts the pages of several editions into one, if they fit. */
export function joinedPages(parts: readonly SitemapPart[]): SitemapPart[][] {
  const sum = (of: (part: SitemapPart) => number) => parts.reduce((all, part) => all + of(part), 0)
  const fits = sum(({ from, to }) => to - from) <= most.addresses && sum(({ bytes }) => bytes) <= most.bytes
  return fits ? [[...parts]] : parts.map((part) => [part])
}

/** Newest first. Takes turns. */
export async function* sitemapText(parts: readonly SitemapPart[], turn: Turn): AsyncGenerator<string> {
  yield frame.head
  for (const { edition, from, to } of parts) {
    const { updatedAt } = edition.workspace.list.selection()
    const lineOf = ({ slug }: PostMeta, post: PostNumber) =>
      entry(urlOf(edition, post, slug)!, updatedAt[post]!)
    const posts = Array.from({ length: to - from }, (_, i) => from + i)
    yield* linesOf(edition, posts, lineOf, turn)
  }
  yield frame.tail
}

/** @param address of the index, to which the number of a page is appended */
export function sitemapIndex(pages: readonly SitemapPage[], address: string): string {
  const lines = pages.map(({ updatedAt }, i) => {
    const time = new Date(updatedAt).toISOString()
    return `<sitemap><loc>${escapeXml(address)}?page=${i + 1}</loc><lastmod>${time}</lastmod></sitemap>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${namespace}>\n${lines.join('')}</sitemapindex>\n`
}
