// Marble's API, page by page: the only source that is read over the network, with a key from the environment.

import { setTimeout } from 'node:timers/promises'
import { ConfigurationError } from '../../build/for-import.ts'
import { tried } from '../../snapshot/tried.ts'
import { plain } from '../frontmatter/languages.ts'
import type { SourceContent, SourceData, SourcePost } from '../source.ts'
import { readColumns } from './columns.ts'
import { exported, exportedPost, listOf, slugsOf, textOf } from './export.ts'

const PAGE = 100
const MAX_PAGES = 10_000
const MAX_BYTES = 200 * 1024 * 1024
const MAX_TRIES = 5
const PATIENCE_MS = 30_000

/** A post as the API describes it; anything may be missing. */
type MarblePost = Record<string, unknown>

/** @throws {ConfigurationError} if there is no key, or the API does not answer as it should */
export async function readMarble(
  address: string,
  env: NodeJS.ProcessEnv,
  site: string | undefined,
): Promise<SourceContent> {
  const key = env.MARBLE_API_KEY
  if (!key)
    throw new ConfigurationError('MARBLE_API_KEY is not set. It is the key of your workspace at Marble.')
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ConfigurationError('MARBLE_API_KEY is not a key: it has spaces or other characters.')
  const base = baseOf(address)
  const posts: MarblePost[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const reply = await ask(`${base}/posts?limit=${PAGE}&page=${page}&format=html`, key)
    const list = (reply as { posts?: unknown }).posts
    if (!Array.isArray(list))
      throw new ConfigurationError(`${base} does not answer as Marble does: there are no posts in its reply.`)
    posts.push(...list.filter((post) => typeof post === 'object' && post !== null))
    const { nextPage } = (reply as { pagination?: { nextPage?: unknown } }).pagination ?? {}
    if (typeof nextPage !== 'number' || nextPage <= page) break
  }
  const labels = posts.flatMap(({ category, tags }) => [category, ...listOf(tags)])
  return exported({ url: site, labelSlugs: slugsOf(labels) }, posts.map(postOf))
}

/** Anything but this machine must be asked over HTTPS, since the key goes along. */
function baseOf(address: string): string {
  const url = new URL(address)
  const isLocal = /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) {
    throw new ConfigurationError(`${address} would send your key unencrypted. Write https://.`)
  }
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${/(^|\/)v1(\/|$)/.test(path) ? path : `${path}/v1`}`
}

/** A redirect would take the key elsewhere, so none is followed. */
async function ask(url: string, key: string): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const response = await answer(url, key)
    if (response.status === 429 && attempt < MAX_TRIES) {
      const seconds = Number(response.headers.get('retry-after')) || 1
      await response.body?.cancel()
      await setTimeout(Math.min(seconds * 1000, PATIENCE_MS))
      continue
    }
    if (response.status === 401 || response.status === 403)
      throw new ConfigurationError('Marble does not accept the key in MARBLE_API_KEY.')
    if (!response.ok) throw new ConfigurationError(`Marble answered ${response.status} to ${url}.`)
    const text = await textWithin(response)
    const reply: unknown = tried(() => JSON.parse(text))
    if (reply !== undefined) return reply
    const what = `What ${new URL(url).origin} answers is not JSON. Is this the address of Marble's API?`
    throw new ConfigurationError(what)
  }
}

async function answer(url: string, key: string): Promise<Response> {
  try {
    return await fetch(url, {
      headers: { Authorization: key, Accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
  } catch (error) {
    const { cause, message } = error as Error
    throw new ConfigurationError(
      `${new URL(url).origin} cannot be reached: ${cause instanceof Error ? cause.message : message}.`,
    )
  }
}

async function textWithin({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > MAX_BYTES) throw new ConfigurationError('A page of posts has more than 200 MB.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

function postOf(post: MarblePost): SourcePost {
  const slug = textOf(post.slug) ?? textOf(post.id) ?? 'post'
  const category = (post.category ?? {}) as Record<string, unknown>
  const data: SourceData = {
    title: textOf(post.title) ?? slug,
    date: textOf(post.publishedAt),
    updatedAt: textOf(post.updatedAt),
    featured: String(post.featured === true),
    description: textOf(post.description),
    coverImage: textOf(post.coverImage),
    category: textOf(category.name),
    tags: listOf(post.tags).map((tag) => plain(tag)),
    authors: listOf(post.authors).map((author) =>
      plain({ ...(author as object), id: (author as { slug?: unknown } | null)?.slug }),
    ),
    attribution: plain(post.attribution),
    fields: plain(post.fields),
  }
  const imported = {
    ...exportedPost(slug, `/${slug}`, data, textOf(post.content) ?? ''),
    id: textOf(post.id),
  }
  readColumns(imported, 'marble', { status: textOf(post.status ?? 'published') ?? 'none' })
  return imported
}
