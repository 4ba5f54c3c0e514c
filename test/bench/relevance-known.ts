// A process that searches for known posts by some of their words. Arguments: a folder of content, the workspace in
// it, and an output folder. Prints `KnownItems`.
import { join } from 'node:path'
import { build } from '../../build/index.ts'
import { ask, openApp } from './app.ts'
import { slugsOf } from './relevance-engines.ts'
import { between, oneOf, type Random, seeded } from './words.ts'

export interface KnownItems {
  posts: number
  /** How many of the posts were among the first, with correct queries and with misspelt ones. */
  right: { asked: number; found: number }
  misspelt: { asked: number; found: number }
}

/** How many results a reader looks at, how many posts are searched for, and that one query in so many is misspelt. */
const first = 5
const drawn = 300
const misspellEvery = 3
/** The words to draw: their letters, and the share of posts that may have them; misspelt ones are longer. */
const minLetters = 4
const maxShare = 0.1
const minMisspelt = 5

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
  misspelt: { asked: 0, found: 0 },
}
for (const [i, { slug, words }] of draw(posts, random).entries()) {
  const isMisspelt = i % misspellEvery === 0
  const query = queryOf(words, isMisspelt, random)
  const counts = isMisspelt ? result.misspelt : result.right
  counts.asked++
  if ((await find(query)).slice(0, first).includes(slug)) counts.found++
  else if (process.env.TEST_BENCH_MISSED) console.error(`${slug} is not found by ${query}`)
}
console.log(JSON.stringify(result))

/** All posts, with the words that they may be searched for by: those rare enough to distinguish posts. */
async function read(): Promise<Post[]> {
  const body = await ask(
    openApp(data),
    `/v1/${workspace}/posts?limit=all&format=text&select=slug,title,content`,
  )
  const all: { slug: string; title: string; content: string }[] = JSON.parse(
    Buffer.concat(body).toString(),
  ).posts
  const letters = new RegExp(`(?<![\\p{L}\\p{N}_.'-])\\p{L}{${minLetters},}(?![\\p{L}\\p{N}_.'-])`, 'gu')
  const texts = all.map(({ slug, title, content }) => {
    const words = `${title} ${content}`.toLowerCase().match(letters) ?? []
    return { slug, words: [...new Set(words)] }
  })
  const counts = new Map<string, number>()
  for (const { words } of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const isRare = (word: string) => counts.get(word)! <= maxShare * texts.length
  return texts.map(({ slug, words }) => ({ slug, words: words.filter(isRare) }))
}

/** Random posts with enough words, one of them long. */
function draw(posts: readonly Post[], random: Random): Post[] {
  const left = posts.filter(
    ({ words }) => words.length >= 5 && words.some(({ length }) => length >= minMisspelt),
  )
  return Array.from({ length: Math.min(drawn, left.length) }, () => {
    const [post] = left.splice(Math.floor(random() * left.length), 1)
    return post!
  })
}

function queryOf(words: readonly string[], isMisspelt: boolean, random: Random): string {
  const left = [...words]
  const count = between(random, 3, 5)
  const chosen = Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0]!)
  if (!isMisspelt) return chosen.join(' ')
  const isLong = ({ length }: string) => length >= minMisspelt
  if (!chosen.some(isLong)) chosen[0] = left.find(isLong) ?? words.find(isLong)!
  const place = chosen.indexOf(oneOf(random, chosen.filter(isLong)))
  return chosen.with(place, misspell(chosen[place]!, random)).join(' ')
}

/** One letter added, removed or replaced, or two swapped. */
function misspell(word: string, random: Random): string {
  for (;;) {
    const at = Math.floor(random() * word.length)
    const letter = oneOf(random, [...'abcdefghijklmnopqrstuvwxyz'])
    const [before, here, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)]
    const changed = oneOf(random, [
      before + after,
      before + letter + after,
      before + letter + here + after,
      before + (after[0] ?? '') + here + after.slice(1),
    ])
    if (changed !== word) return changed
  }
}
