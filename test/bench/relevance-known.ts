// A process that looks for posts that it knows, by some of their words. Arguments: a folder of content, the workspace in
// it, and a folder for what is built. Prints `KnownItems`.
import { join } from 'node:path'
import { build } from '../../build/index.ts'
import { ask, openApp } from './app.ts'
import { slugsOf } from './relevance-engines.ts'
import { between, oneOf, type Random, seeded } from './words.ts'

export interface KnownItems {
  posts: number
  /** How many of the posts were among the first, by queries as they should be and by those with a slip. */
  right: { asked: number; found: number }
  slipped: { asked: number; found: number }
}

/** Among how many a reader looks, how many posts are asked for, and how many queries have one with a slip. */
const first = 5
const drawn = 300
const slipEvery = 3
/** What is drawn: words of so many letters, that at most such a share of the posts has; slips in longer ones. */
const leastLetters = 4
const mostShare = 0.1
const leastSlipped = 5

interface Post {
  slug: string
  words: string[]
}

const [content, workspace, out] = process.argv.slice(2)
await build({ content: content!, out: out!, drafts: false, strict: false, env: {} })
const data = join(out!, 'data')
const posts = await read()
const random = seeded(13)
const find = slugsOf(data, workspace!)
const result: KnownItems = {
  posts: posts.length,
  right: { asked: 0, found: 0 },
  slipped: { asked: 0, found: 0 },
}
for (const [i, { slug, words }] of draw(posts, random).entries()) {
  const isSlipped = i % slipEvery === 0
  const query = queryOf(words, isSlipped, random)
  const counts = isSlipped ? result.slipped : result.right
  counts.asked++
  if ((await find(query)).slice(0, first).includes(slug)) counts.found++
  else if (process.env.GALLEY_BENCH_MISSED) console.error(`${slug} is not found by ${query}`)
}
console.log(JSON.stringify(result))

/** All posts, with the words that they may be asked for by: those that tell them apart a little. */
async function read(): Promise<Post[]> {
  const body = await ask(
    openApp(data),
    `/v1/${workspace}/posts?limit=all&format=text&select=slug,title,content`,
  )
  const all: { slug: string; title: string; content: string }[] = JSON.parse(
    Buffer.concat(body).toString(),
  ).posts
  const letters = new RegExp(`(?<![\\p{L}\\p{N}_.'-])\\p{L}{${leastLetters},}(?![\\p{L}\\p{N}_.'-])`, 'gu')
  const texts = all.map(({ slug, title, content }) => {
    const words = `${title} ${content}`.toLowerCase().match(letters) ?? []
    return { slug, words: [...new Set(words)] }
  })
  const counts = new Map<string, number>()
  for (const { words } of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const tells = (word: string) => counts.get(word)! <= mostShare * texts.length
  return texts.map(({ slug, words }) => ({ slug, words: words.filter(tells) }))
}

/** Posts with words enough, one of them long. */
function draw(posts: readonly Post[], random: Random): Post[] {
  const left = posts.filter(
    ({ words }) => words.length >= 5 && words.some(({ length }) => length >= leastSlipped),
  )
  return Array.from({ length: Math.min(drawn, left.length) }, () => {
    const [post] = left.splice(Math.floor(random() * left.length), 1)
    return post!
  })
}

function queryOf(words: readonly string[], isSlipped: boolean, random: Random): string {
  const left = [...words]
  const count = between(random, 3, 5)
  const chosen = Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0]!)
  if (!isSlipped) return chosen.join(' ')
  const isLong = ({ length }: string) => length >= leastSlipped
  if (!chosen.some(isLong)) chosen[0] = left.find(isLong) ?? words.find(isLong)!
  const place = chosen.indexOf(oneOf(random, chosen.filter(isLong)))
  return chosen.with(place, slip(chosen[place]!, random)).join(' ')
}

/** One letter more, less, another, or two that have changed places. */
function slip(word: string, random: Random): string {
  for (;;) {
    const at = Math.floor(random() * word.length)
    const letter = oneOf(random, [...'abcdefghijklmnopqrstuvwxyz'])
    const [before, here, behind] = [word.slice(0, at), word[at]!, word.slice(at + 1)]
    const slipped = oneOf(random, [
      before + behind,
      before + letter + behind,
      before + letter + here + behind,
      before + (behind[0] ?? '') + here + behind.slice(1),
    ])
    if (slipped !== word) return slipped
  }
}
