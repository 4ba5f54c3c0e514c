// The same posts as Galley serves them after `galley import` and `galley build`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { main } from '../../bin/main.ts'
import { slugOfFile } from '../../build/schema/slug.ts'
import { postUrl } from '../../snapshot/format/address.ts'
import { reader } from '../support/reading.ts'

export interface ImportedBlog {
  /** By the path of their file in the source. */
  posts: Map<string, ImportedPost>
  /** Files that the report names: pages, and what was not imported. */
  named: Set<string>
  /** Of the site's own addresses. */
  hosts: Set<string>
}

export interface ImportedPost {
  file: string
  /** The collection of an entry; a post has none. */
  collection?: string
  isDraft: boolean
  /** Paths at which it is found. */
  addresses: string[]
  /** Whether the report says that its address is not known. */
  isUnknown: boolean
  /** What is served of it; `undefined` for a draft, and before its date. */
  served: { title: string; publishedAt: string; content: string; url?: string } | undefined
}

/** What is served at `BASE_URL` while it is compared. */
export const BASE_URL = 'https://api.example.org'

const UNKNOWN = new Set(['Addresses that only its program can tell', 'Addresses that are queries'])

interface Report {
  workspaces: {
    name: string
    posts: (Pick<ImportedPost, 'file' | 'collection' | 'isDraft'> & {
      from: string
      aliases: string[]
      notes: { about?: string }[]
    })[]
  }[]
  pages: string[]
  notImported: { files: { path: string }[] }[]
}

export async function importBlog(
  blog: string,
  flags: readonly string[],
  work: string,
): Promise<ImportedBlog> {
  const content = join(work, 'content')
  const out = join(work, 'dist')
  const report: Report = JSON.parse(await galley('import', blog, '--content', content, '--json', ...flags))
  await galley('build', '--content', content, '--out', out, '--no-cache', '--quiet')
  const { get, close } = reader({ out }, Date.now())
  const posts = new Map<string, ImportedPost>()
  const hosts = new Set<string>()
  for (const { name, posts: imported } of report.workspaces) {
    const served = new Map<string, NonNullable<ImportedPost['served']> & { category: { slug: string } }>()
    const settings = readFileSync(join(content, name, 'workspace.yml'), 'utf8')
    const { url, collections = {} } = parse(settings)
    for (const list of ['posts', ...Object.keys(collections).map((one) => `entries/${one}`)])
      for (let page: number | null = 1; page !== null; ) {
        const reply = await get(`${name}/${list}?limit=100&page=${page}`)
        for (const post of reply.posts ?? []) served.set(post.slug, post)
        for (const entry of reply.entries ?? []) served.set(`${entry.collection}/${entry.path}`, entry)
        page = reply.pagination.nextPage
      }
    const [, host] = /^(?:# *)?url: *["']?https?:\/\/(?:www\.)?([^/\s"']+)/m.exec(settings) ?? []
    if (host !== undefined) hosts.add(host)
    for (const { file, collection, from, isDraft, aliases, notes } of imported) {
      const isUnknown = notes.some(({ about }) => UNKNOWN.has(about ?? ''))
      if (collection !== undefined) {
        const entry = served.get(file.replace(/\.md$/, '').replace(/(?<=\/.*)\/index$/, ''))
        const own = entry?.url ? [entry.url] : []
        posts.set(from, {
          file,
          collection,
          isDraft,
          isUnknown,
          served: entry,
          addresses: [...own, ...aliases],
        })
        continue
      }
      const [, written = slugOfFile(file.slice('posts/'.length))] =
        /^slug: *(.*)$/m.exec(readFileSync(join(content, name, file), 'utf8').split('\n---')[0]!) ?? []
      const slug = written.replace(/^["']|["']$/g, '')
      const post = served.get(slug)
      const publishedAt = Date.parse(post?.publishedAt ?? '')
      const own =
        url && post ? [postUrl(url, { ...post, publishedAt, slug, category: post.category.slug })] : []
      posts.set(from, { file, isDraft, isUnknown, served: post, addresses: [...own, ...aliases] })
    }
  }
  close()
  const named = [...report.pages, ...report.notImported.flatMap(({ files }) => files.map(({ path }) => path))]
  return { posts, named: new Set(named), hosts }
}

async function galley(...argv: string[]): Promise<string> {
  let [printed, said] = ['', '']
  const stdout = { write: (text: string) => (printed += text) }
  const stderr = { write: (text: string) => (said += text) }
  const code = await main({ argv, env: { BASE_URL }, stdout, stderr })
  if (code !== 0) throw new Error(`galley ${argv[0]} ended with ${code}:\n${(printed + said).slice(-3_000)}`)
  return printed
}
