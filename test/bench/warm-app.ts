// A process that requests listings from the app until it is warm, and then measures CPU; run with the folder of data and
// the number of its posts. Prints milliseconds per listing, including assembling the body.
import { ask, openApp } from './app.ts'
import { differentPages, firstPage } from './targets.ts'

export interface Warm {
  /** The first page again and again. */
  page: number
  /** 500 different pages and filters in turn. */
  pages: number
}

const listings = 10_000

const [data, posts] = process.argv.slice(2)
const app = openApp(data!)
const asked = { limit: 10, posts: Number(posts) }

async function cpuOf(targets: string[]): Promise<number> {
  for (let i = 0; i < listings / 5; i++) await ask(app, targets[i % targets.length]!)
  const before = process.cpuUsage()
  for (let i = 0; i < listings; i++) await ask(app, targets[i % targets.length]!)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / listings
}

const warm: Warm = { page: await cpuOf([firstPage(asked)]), pages: await cpuOf(differentPages(asked, 500)) }
console.log(JSON.stringify(warm))
