// Engines that rank the texts of a collection for a query: Galley, through its API, and others, each configured as its
// documentation says for English texts, to find any of the words, with titles counting twice.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../../build/index.ts'
import { ask, openApp } from './app.ts'
import { load, type Text } from './search-engines.ts'

/** @returns ids, best first: at most a hundred */
export type Rank = (query: string) => Promise<number[]>

const most = 100
const fields = ['title', 'content']

export const rankers = {
  galley: (texts, folder) => galley(texts, folder, ''),
  'galley with match=any': (texts, folder) => galley(texts, folder, '&match=any'),
  async lunr(texts) {
    const { default: lunr } = await load('lunr')
    // biome-ignore lint/suspicious/noExplicitAny: lunr's builder
    const index = lunr((builder: any) => {
      builder.field('title', { boost: 2 })
      builder.field('content')
      for (const text of texts) builder.add(text)
    })
    return async (query) =>
      index
        .search(query)
        .slice(0, most)
        .map(({ ref }: { ref: string }) => Number(ref))
  },
  async minisearch(texts) {
    const { default: MiniSearch } = await load('minisearch')
    const index = new MiniSearch({ fields, searchOptions: { boost: { title: 2 } } })
    index.addAll(texts)
    return async (query) =>
      index
        .search(query)
        .slice(0, most)
        .map(({ id }: { id: number }) => id)
  },
  async flexsearch(texts) {
    const { Document, Charset, Encoder } = await load('flexsearch')
    const { default: english } = await load('flexsearch/lang/en')
    const encoder = new Encoder(Charset.LatinBalance, english)
    const index = new Document({
      document: { id: 'id', index: fields.map((field) => ({ field, encoder })) },
    })
    for (const text of texts) index.add(text)
    return async (query) =>
      index
        .search(query, { suggest: true, limit: most, merge: true })
        .slice(0, most)
        .map(({ id }: { id: number }) => id)
  },
  async orama(texts) {
    const { create, insertMultiple, search } = await load('@orama/orama')
    const { stemmer } = await load('@orama/stemmers/english')
    const index = create({
      schema: { title: 'string', content: 'string' },
      components: { tokenizer: { language: 'english', stemming: true, stemmer } },
    })
    await insertMultiple(
      index,
      texts.map(({ id, title, content }) => ({ id: String(id), title, content })),
    )
    return async (term) => {
      const { hits } = await search(index, { term, threshold: 1, boost: { title: 2 }, limit: most })
      return hits.map(({ id }: { id: string }) => Number(id))
    }
  },
} satisfies Record<string, (texts: readonly Text[], folder: string) => Promise<Rank>>

export type RankerName = keyof typeof rankers

/** @param parameters the rest of the query string, starting with `&` */
async function galley(texts: readonly Text[], folder: string, parameters: string): Promise<Rank> {
  const posts = join(folder, 'content/demo/posts')
  mkdirSync(posts, { recursive: true })
  for (const { id, title, content } of texts) writeFileSync(join(posts, `${id}.md`), postFile(title, content))
  const out = join(folder, 'dist')
  const content = join(folder, 'content')
  const { problems, written } = await build({ content, out, drafts: false, strict: false, env: {} })
  if (!written) throw new Error(problems[0]!.message)
  return asked(join(out, 'data'), 'demo', parameters)
}

/** Ranks with Galley; the slugs are the ids. */
function asked(data: string, key: string, parameters: string): Rank {
  const slugs = slugsOf(data, key, parameters)
  return async (query) => (await slugs(query)).map(Number)
}

/** @param data a folder like dist/data */
export function slugsOf(data: string, key: string, parameters = ''): (query: string) => Promise<string[]> {
  const app = openApp(data)
  return async (query) => {
    const target = `/v1/${key}/posts?select=slug&sort=relevance&limit=${most}${parameters}`
    const body = await ask(app, `${target}&query=${encodeURIComponent(query.slice(0, 512))}`)
    const { posts } = JSON.parse(Buffer.concat(body).toString())
    return posts.map(({ slug }: { slug: string }) => slug)
  }
}

/** Symbols are escaped; all posts have the same date. */
function postFile(title: string, text: string): string {
  const front = { title: title.trim() || '-', description: '-', publishedAt: '2026-01-01', category: 'news' }
  const lines = Object.entries(front).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
  const body = text.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`).replace(/[\0-\x1f]/g, ' ')
  return `---\n${lines.join('')}authors: [ada]\n---\n${body}\n`
}
