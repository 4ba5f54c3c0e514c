// What is published while the server runs: generation after generation of one workspace.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { png } from '../support/picture.ts'
import { postFile } from '../support/workspace.ts'

/** Posts of each generation, besides one that is new in it and one that goes live while it is served. */
export const postCount = 240
/** When that one goes live, in ms after the build has begun. */
const goesLiveAfter = 4_000

const words = 'harbour crane quay lantern rope anchor ferry gull tide barge pilot mast'.split(' ')
const day = 86_400_000
const newest = Date.UTC(2026, 4, 1)

/** Every title has the generation, so a reply that mixes two says so. */
export function titleOf(generation: number, post: number | string): string {
  return `Generation ${generation}, post ${post}`
}

export function writeGeneration(content: string, generation: number): void {
  const folder = join(content, 'blog/posts')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(content, 'blog/workspace.yml'), 'name: Soak\nurl: "https://example.org/{slug}"\n')
  writeFileSync(join(folder, 'cover.png'), png(300, 200, generation % 256))
  for (let post = 0; post < postCount; post++) {
    const publishedAt = new Date(newest - post * day).toISOString()
    writeFileSync(join(folder, `post-${post}.md`), textOf(generation, post, publishedAt))
  }
  const now = Date.now()
  writeFileSync(join(folder, 'new.md'), textOf(generation, 'new', new Date(now - day).toISOString()))
  const soon = new Date(now + goesLiveAfter).toISOString()
  writeFileSync(join(folder, 'soon.md'), textOf(generation, 'soon', soon))
}

function textOf(generation: number, post: number | string, publishedAt: string): string {
  const number = Number(post) || 0
  const at = (offset: number) => words[(number * 7 + offset * 5 + generation) % words.length]!
  const paragraph = (index: number) =>
    Array.from({ length: 60 }, (_, word) => at(index + word * (1 + (index % 3)))).join(' ')
  const front = {
    title: titleOf(generation, post),
    publishedAt,
    category: ['news', 'notes', 'guides'][number % 3]!,
    tags: `[${at(0)}, ${at(1)}]`,
    authors: number % 2 ? '[ada]' : '[ada, bo]',
    aliases: `[was-${post}]`,
    featured: String(number % 9 === 0),
    ...(number % 5 === 0 && { coverImage: 'cover.png' }),
  }
  const paragraphs = Array.from({ length: 3 + (number % 5) }, (_, index) => paragraph(index))
  return postFile(front, `${paragraphs.join('\n\n')}\n\n[Another](post-${(number + 1) % postCount}.md)\n`)
}
