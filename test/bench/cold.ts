// From nothing to the first listing: a fresh process opens a workspace and answers, against one that parses all posts.
import { constants } from 'node:buffer'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Material } from './material.ts'
import { measure } from './process.ts'
import { inTurn, median, ratio } from './rounds.ts'
import { digits, fastest, type Row } from './table.ts'

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
  const open = () => answerOf(join(scripts, 'cold-open.js'), data)
  if (bytesOfPosts(data) > constants.MAX_STRING_LENGTH) {
    const { opened } = await inTurn(rounds, { opened: open })
    return {
      measured: median(opened),
      note: `${fastest(opened)}; parsing all posts is impossible: no string is so long`,
    }
  }
  const file = await material.postsFile(posts)
  const parse = () => answerOf(join(scripts, 'cold-parse.js'), file)
  const { opened, parsed } = await inTurn(rounds, { opened: open, parsed: parse })
  const straight = `parsing all posts: ${digits(median(parsed))} ms, ${digits(ratio(parsed, opened))} × as long`
  return { measured: median(opened), note: `${fastest(opened)}; ${straight}` }
}

/** From the end of the imports to the last byte of the reply, in ms. */
async function answerOf(script: string, argument: string): Promise<number> {
  return (await measure<{ answer: number }>(script, [argument])).answer
}

/** What one file of all posts would take at least. */
function bytesOfPosts(data: string): number {
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' })
  const whole = files.filter((name) => name.endsWith('posts.json') || name.endsWith('content.html.json'))
  return whole.reduce((sum, name) => sum + statSync(join(data, name)).size, 0)
}
