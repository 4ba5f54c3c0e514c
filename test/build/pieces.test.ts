// What becomes of a text, in all three forms: each kind of markdown, of raw HTML and of link, in safe and in trusted
// workspaces, and before and after the post that it links to appears. CONTRIBUTING.md says how to write pieces.txt anew.
import { expect, test } from 'vitest'
import { seeded } from '../bench/words.ts'
import { blocks } from '../compare/pieces.ts'
import { type Files, writeWorkspace } from '../compare/workspaces.ts'
import { ask } from '../support/ask.ts'
import { site } from '../support/site.ts'

const kinds = ['safe', 'trusted']
const targets = ['early', 'same', 'later', 'draft']
const before = Date.UTC(2030, 0)
const after = Date.UTC(2036, 0)

const files: Files = new Map()
for (const [number, kind] of kinds.entries()) {
  writeWorkspace(files, kind, number, 0)
  const write = (name: string, front: string, body: string) =>
    files.set(`${kind}/posts/${name}.md`, `---\ntitle: ${name}\n${front}\n---\n${body}\n`)
  write('early', 'publishedAt: 2020-01-01', 'Early.')
  write('same', 'publishedAt: 2025-01-01', 'Same.')
  write('later', 'publishedAt: 2035-01-01', 'Later.')
  write('draft', 'status: draft', 'Draft.')
  for (const [index, block] of blocks.entries()) {
    const bodies = targets.map((target) => {
      const setting = { others: [`posts/${target}.md`], canLink: true, random: seeded(index) }
      return block({ inside: `posts/a/p-${index}.md`, ...setting })
    })
    for (const [at, body] of bodies.entries()) {
      const name = bodies[1] === bodies[0] ? `a/p-${index}` : `a/p-${index}-${targets[at]}`
      write(name, 'publishedAt: 2025-01-01', body)
    }
  }
}

const { app } = site(
  { env: { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' } },
  Object.fromEntries(files),
)

interface Post {
  slug: string
  content: string
  description: string
}

test('texts become what is written down', async () => {
  const at = async (now: number, kind: string, format: string) => {
    const target = `/v1/${kind}/posts?limit=all&select=slug,content,description&format=${format}`
    const { json } = await ask(app({ now: () => now }), 'GET', target)
    return new Map((json.posts as Post[]).map((post) => [post.slug, post]))
  }
  let all = ''
  for (const kind of kinds) {
    for (const format of ['html', 'markdown', 'text']) {
      const [first, last] = [await at(before, kind, format), await at(after, kind, format)]
      for (const [slug, { content, description }] of first) {
        const source = String(files.get(`${kind}/posts/a/${slug}.md`) ?? '')
        const isAsWritten = format === 'markdown' && source.endsWith(`---\n${content}`)
        const later = last.get(slug)!.content
        all += `=== ${kind} ${slug} ${format}\n`
        all += isAsWritten ? 'as written\n' : `${content}\n`
        if (format === 'text') all += `--- description\n${description}\n`
        if (later !== content) all += `--- once all are published\n${later}\n`
      }
    }
  }
  await expect(
    all.replaceAll('\r', '<CR>').replace(/-[\w-]{8,}(?=\.(?:png|jpg|svg|mp4|vtt|pdf|mp3)\b)/g, '-…'),
  ).toMatchFileSnapshot('pieces.txt')
})
