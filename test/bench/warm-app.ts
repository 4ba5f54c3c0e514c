// A process that requests listings from the app until it is warm, and then measures CPU; run with the folder of data, the number of its posts,
// and `cached` if replies are to be cached as the function and the server do. Prints milliseconds per listing, including assembling the body.
import { cacheBytes, ReplyCache } from '../../api/_app/gzip/bodies.ts'
import { ask, openApp } from './app.ts'
import { differentPages, firstPage } from './targets.ts'

export interface Warm {
  /** The first page again and again. */
  page: number
  /** 500 different pages and filters in turn. */
  pages: number
  /** The same for a client that accepts gzip. */
  gzipPage: number
  gzipPages: number
}

const listings = 10_000

const [data, posts, cached] = process.argv.slice(2)
const app = openApp(data!, cached ? new ReplyCache(cacheBytes) : undefined)
const asked = { limit: 10, posts: Number(posts) }

async function cpuOf(targets: string[], accepted: string): Promise<number> {
  for (let i = 0; i < listings / 5; i++) await ask(app, targets[i % targets.length]!, accepted)
  const before = process.cpuUsage()
  for (let i = 0; i < listings; i++) await ask(app, targets[i % targets.length]!, accepted)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / listings
}

const [page, pages] = [[firstPage(asked)], differentPages(asked, 500)]
const warm: Warm = {
  page: await cpuOf(page, 'identity'),
  pages: await cpuOf(pages, 'identity'),
  gzipPage: await cpuOf(page, 'gzip'),
  gzipPages: await cpuOf(pages, 'gzip'),
}
console.log(JSON.stringify(warm))
