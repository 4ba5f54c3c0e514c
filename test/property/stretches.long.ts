// All requests share one thread. Whatever is asked for, there is little work between two places where it looks whether it
// is somebody else's turn: with the 10 ms that a turn may last, the event loop is given back within 30 ms.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltWorkspace } from '../../snapshot/types.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { seeded } from '../bench/words.ts'
import { bulkWorkspace, exampleSite } from '../support/bulk.ts'
import { corpus, textOf } from '../support/costly/corpora.ts'
import { costlySearches } from '../support/costly/queries.ts'
import { type Asked, expectShort, type Stretch, stretchesOf } from '../support/stretches.ts'
import { lists, wideWorkspace } from '../support/wide.ts'

const dir = mkdtempSync(join(tmpdir(), 'galley-stretches-'))
const data = join(dir, 'data')
const next = join(dir, 'next')
const markup = '<p>Some <b>words</b> &amp; more</p>'
const first = (target: string): Asked => ({ target, isFirst: true })

const all = '/v1/long/posts?limit=all'

let stretches: Record<'opening' | 'lists' | 'searches' | 'whole' | 'text', Record<string, Stretch>>

beforeAll(() => {
  const write = (folder: string, workspaces: BuiltWorkspace[]) =>
    writeSnapshot(folder, { workspaces, builtAt: null, preview: null, keepPrevious: false })
  write(data, [bulkWorkspace('few', 3, () => markup)])
  const textOfLong = (number: number) => markup.repeat(number === 3 ? 30_000 : 1_500)
  const long = bulkWorkspace('long', 12, textOfLong)
  for (const [number, post] of long.posts.entries()) Object.assign(post, { markdown: textOfLong(number) })
  write(next, [
    wideWorkspace('wide', 5_000, 5_000, 10),
    { ...long, site: exampleSite },
    corpus('mixed', 20, 'mixed'),
  ])
})
beforeAll(() => {
  stretches = stretchesOf(data, {
    opening: {
      'a few posts': first('/v1/few/posts'),
      'a new snapshot': { target: next },
      'by updatedAt': first('/v1/wide/posts?sort=updatedAt'),
      tags: first('/v1/wide/tags'),
      authors: first('/v1/wide/authors'),
      suggestions: first('/v1/wide/suggest?query=t'),
      'a sitemap': first('/v1/wide/sitemap.xml'),
      redirects: first('/v1/wide/redirects?from=/old/9'),
      search: first('/v1/mixed/posts?query=a&sort=relevance&highlight=true&facets=tags'),
    },
    lists: lists('/v1/wide'),
    searches: costly(),
    whole: {
      'as they are': { target: all },
      compressed: { target: all, gzip: true },
      'some fields': { target: `${all}&select=slug,content,tags`, gzip: true },
      'beside what can be included': { target: `${all}&include=headings,neighbors,revision`, gzip: true },
      'a long post': { target: '/v1/long/posts/post-3', gzip: true },
      'a feed, compressed': { target: '/v1/long/feed.atom?limit=100', gzip: true, inTurns: true },
      'a feed of an author': { target: '/v1/long/authors/ada/feed.json?limit=100', inTurns: true },
      'a long post as markdown': { target: '/v1/long/post/post-3.md' },
      'texts for language models': { target: '/v1/long/llms-full.txt', gzip: true, inTurns: true },
      'a page of them with a long post': { target: '/v1/long/llms-full.txt?limit=1&page=4', inTurns: true },
    },
    text: {
      'a long post': { target: '/v1/long/posts/post-3?format=text', inTurns: true },
      all: { target: `${all}&format=text`, gzip: true, inTurns: true },
    },
  })
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function costly(): Record<string, Asked> {
  const ways = '&sort=relevance&highlight=true&limit=3&facets=category,tags,authors'
  const asked = Object.entries(costlySearches(seeded(1), textOf('mixed', 7))).flatMap(
    ([kind, { query }]): [string, Asked][] => {
      const encoded = encodeURIComponent(query)
      return [
        [kind, { target: `/v1/mixed/posts?query=${encoded}${ways}` }],
        [`suggestions for ${kind}`, { target: `/v1/mixed/suggest?query=${encoded}` }],
      ]
    },
  )
  const related = {
    'related posts': { target: '/v1/mixed/posts?limit=100&include=related&select=slug', inTurns: true },
    'posts related to a long one': { target: '/v1/long/posts/post-3?include=related' },
    'posts related by tags': { target: '/v1/wide/posts?limit=3&include=related' },
  }
  return { ...Object.fromEntries(asked), ...related }
}

test('lists of five thousand posts, tags and authors', () => {
  expectShort('lists', stretches.lists)
  // It is counted at all.
  expect(stretches.lists['by updatedAt']!.steps).toBeGreaterThan(10_000)
})

test('the first request after a workspace was opened, whatever it is, and a new snapshot', () => {
  expectShort('opening', stretches.opening)
  expect(stretches.opening['a new snapshot']!.bytes).toBeGreaterThan(10_000)
})

test('long posts, as they are, as text and compressed', () => {
  const { whole, text } = stretches
  expectShort('lists', whole)
  expectShort('texts', text)
  // None of these is missing, which would take no work.
  for (const [name, { status }] of Object.entries(whole)) expect(status, name).toBe(200)
})

test('searches that are meant to hurt, in every script', () => {
  expectShort('searches', stretches.searches)
})
