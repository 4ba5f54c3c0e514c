// From nothing to the first listing: a fresh process opens a workspace and answers, compared with one that parses all posts.
import { constants } from 'node:buffer'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Material } from './material.ts'
import { measure } from './process.ts'
import { inTurn, median, ratio } from './rounds.ts'
import type { Spent } from './stopwatch.ts'
import { digits, type Row } from './table.ts'

const sizes = [
  { posts: 1_000 },
  { posts: 10_000, target: { most: 10 } },
  { posts: 100_000, target: { most: 35 } },
]
const rounds = 9

export async function* cold(material: Material): AsyncGenerator<Row> {
  for (const { posts, target } of sizes) {
    const what = `cold open and first listing, ${posts.toLocaleString('en')} posts`
    yield { what, unit: 'ms', ...(target && { target }), ...(await coldListing(material, posts)) }
  }
}

async function coldListing(material: Material, posts: number): Promise<{ measured: number; note: string }> {
  const data = await material.data(posts)
  const scripts = join(await material.scripts(), 'test/bench')
  const open = () => measure<Spent>(join(scripts, 'cold-open.js'), [data])
  if (bytesOfPosts(data) > constants.MAX_STRING_LENGTH) {
    const { opened } = await inTurn(rounds, { opened: open })
    const note = `${cpuOf(opened)}; parsing all posts is impossible: no string is so long`
    return { measured: median(opened, 'milliseconds'), note }
  }
  const file = await material.postsFile(posts)
  const parse = () => measure<Spent>(join(scripts, 'cold-parse.js'), [file])
  const { opened, parsed } = await inTurn(rounds, { opened: open, parsed: parse })
  const straight = `${digits(median(parsed, 'milliseconds'))} ms, ${digits(ratio(parsed, opened, 'milliseconds'))} × as long`
  return {
    measured: median(opened, 'milliseconds'),
    note: `${cpuOf(opened)}; parsing all posts: ${straight}`,
  }
}

function cpuOf(spent: Spent[]): string {
  return `CPU ${digits(median(spent, 'cpu'))} ms`
}

/** What one file of all posts would take at least. */
function bytesOfPosts(data: string): number {
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' })
  const whole = files.filter((name) => name.endsWith('posts.json'))
  return whole.reduce((sum, name) => sum + statSync(join(data, name)).size, 0)
}
