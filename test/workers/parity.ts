// The Worker and `galley serve` are one app: the same requests in the same order get the same answers, once they are decoded.
import assert from 'node:assert/strict'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { seeded } from '../bench/words.ts'
import { invented } from '../property/invented.ts'
import { queriesFrom } from '../property/queries.ts'
import type { Checks } from '../support/checks.ts'
import { writeFiles } from '../support/files.ts'
import type { Running } from '../vercel/function.ts'
import { same } from '../vercel/parity.ts'
import { requests } from '../vercel/requests.ts'
import { type Answer, ask, type RawRequest } from '../vercel/wire.ts'

/** Of the workspace with these posts, given by `GALLEY_KEYS`. */
export const foundKey = 'a-key-that-nobody-guesses'

/** Adds posts that are hard to find. @returns queries for them, as people and machines type them */
export function writeFound(content: string): string[] {
  const { texts } = invented(120, 60)
  const posts = texts.map(({ id, title, content }) => [
    `found/posts/post-${id}.md`,
    `---\ntitle: ${JSON.stringify(title)}\npublishedAt: 2024-01-01\nauthors: [ada]\ncategory: news\n---\n\n${content}\n`,
  ])
  writeFiles(content, { ...Object.fromEntries(posts), 'found/workspace.yml': 'name: Found\nlanguage: en\n' })
  return queriesFrom(texts, seeded(5), 200)
}

/** Of other forms than paths, what is in front of a Worker takes care. */
export async function checkSame(
  { check }: Checks,
  worker: Running,
  served: Running,
  queries: readonly string[],
): Promise<void> {
  const both = (exchange: RawRequest) =>
    Promise.all([worker, served].map(({ port }) => ask(port, exchange))) as Promise<[Answer, Answer]>
  const [first] = await both({ name: 'first', target: '/v1/small/posts' })
  const [post] = JSON.parse(first.body.toString()).posts
  const known = { etag: first.headers.etag!, snapshot: first.headers['x-snapshot-id']!, postId: post.id }
  for (const exchange of requests(known).filter(({ target }) => target.startsWith('/'))) {
    await check(`the same answer: ${exchange.name}`, async () => {
      const [one, other] = await both(exchange)
      same(one, exchange.target.startsWith('/docs/') ? withoutHeadersOfFiles(other) : other)
    })
  }
  await check('the same posts are found, in the same order', async () => {
    for (const query of queries) {
      const target = `/v1/${foundKey}/posts?limit=100&select=slug&sort=relevance&highlight=true&query=${encodeURIComponent(query)}`
      const [one, other] = await both({ name: query, target })
      assert.equal(one.status, 200, query)
      assert.equal(one.body.toString(), other.body.toString(), query)
    }
  })
  await check('a key of GALLEY_KEYS is in the Worker, and the name of its folder opens nothing', async () => {
    const statuses = [foundKey, 'found'].map(async (key) => {
      return (await ask(worker.port, { name: key, target: `/v1/${key}/posts` })).status
    })
    assert.deepEqual(await Promise.all(statuses), [200, 404])
  })
  await check('the platform compresses, and what that decodes to is the same', async () => {
    for (const target of ['/v1/large/posts?limit=all', '/v1/large/posts', '/v1/small/feed.xml']) {
      const encodings = { 'Accept-Encoding': 'gzip, br' }
      const [one, other] = await both({ name: target, target, headers: encodings })
      assert.match(one.headers['content-encoding'] ?? '', /^(?:gzip|br)$/)
      assert.ok(decoded(one).equals(decoded(other)), target)
    }
  })
  await check('those who leave keep nobody waiting', async () => {
    const leaving = Array.from({ length: 8 }, async () => {
      const url = `http://127.0.0.1:${worker.port}/v1/large/posts?limit=all`
      const { body } = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } })
      const reader = body!.getReader()
      await reader.read()
      await reader.cancel()
    })
    const staying = Array.from({ length: 4 }, (_, n) =>
      both({ name: `${n}`, target: `/v1/large/posts?limit=all&page=1&order=${n % 2 ? 'asc' : 'desc'}` }),
    )
    await Promise.all(leaving)
    for (const [one, other] of await Promise.all(staying)) same(one, other)
  })
}

/** What `galley serve` adds to whatever it answers below `/docs`. */
function withoutHeadersOfFiles({ headers, ...answer }: Answer): Answer {
  const kept = Object.entries(headers).filter(
    ([name]) => !/^(?:content-security-policy|referrer-policy|x-content-type-options)$/.test(name),
  )
  return { ...answer, headers: Object.fromEntries(kept) }
}

function decoded({ headers, body }: Answer): Buffer {
  const encoding = headers['content-encoding']
  return encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
}
