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
import { type Asked, expectShort, stretchesOf } from '../support/stretches.ts'
import { lists, wideWorkspace } from '../support/wide.ts'

const dir = mkdtempSync(join(tmpdir(), 'galley-stretches-'))
const data = join(dir, 'data')
const next = join(dir, 'next')
const markup = '<p>Some <b>words</b> &amp; more</p>'

beforeAll(() => {
  const write = (folder: string, workspaces: BuiltWorkspace[]) =>
    writeSnapshot(folder, { workspaces, builtAt: null, preview: null, keepPrevious: false })
  const wide = wideWorkspace('wide', 10_000, 10_000, 10)
  const long = bulkWorkspace('long', 30, (number) => markup.repeat(number === 3 ? 60_000 : 1_500))
  write(data, [wide, { ...long, site: exampleSite }, corpus('mixed', 30, 'mixed')])
  write(next, [wideWorkspace('wide', 9_000, 10_000, 10)])
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('lists of ten thousand posts, tags and authors', () => {
  const stretches = stretchesOf(data, lists('/v1/wide'))
  expectShort('lists', stretches)
  // It is counted at all.
  expect(stretches['by updatedAt']!.steps).toBeGreaterThan(10_000)
})

test('the first request after a workspace was opened, whatever it is, and a new snapshot', () => {
  const targets = {
    'by updatedAt': '/v1/wide/posts?sort=updatedAt',
    tags: '/v1/wide/tags',
    authors: '/v1/wide/authors',
    suggestions: '/v1/wide/suggest?query=t',
    'a sitemap': '/v1/wide/sitemap.xml',
    redirects: '/v1/wide/redirects?from=/old/9',
    search: '/v1/mixed/posts?query=a&sort=relevance&highlight=true&facets=tags',
  }
  const asked = Object.entries(targets).map(([name, target]): [string, Asked] => [
    name,
    { target, isFirst: true },
  ])
  expectShort(
    'opening',
    stretchesOf(data, { ...Object.fromEntries(asked), 'a new snapshot': { target: next } }),
  )
})

test('long posts, as they are, as text and compressed', () => {
  const all = '/v1/long/posts?limit=all'
  expectShort(
    'lists',
    stretchesOf(data, {
      'as they are': { target: all },
      compressed: { target: all, gzip: true },
      'as text': { target: `${all}&format=text` },
      'as text, compressed': { target: `${all}&format=text`, gzip: true },
      'some fields': { target: `${all}&select=slug,content,tags`, gzip: true },
      'beside what can be included': { target: `${all}&include=headings,neighbors,revision`, gzip: true },
      'a long post': { target: '/v1/long/posts/post-3', gzip: true },
      'a feed': { target: '/v1/long/feed.xml?limit=100' },
      'a feed, compressed': { target: '/v1/long/feed.atom?limit=100', gzip: true },
      'a feed of an author': { target: '/v1/long/authors/ada/feed.json?limit=100' },
      'a long post as markdown': { target: '/v1/long/post/post-3.md' },
      'a long post as text': { target: '/v1/long/posts/post-3?format=text' },
    }),
  )
})

test('searches that are meant to hurt, in every script', () => {
  const searches = Object.entries(costlySearches(seeded(1), textOf('mixed', 7)))
  const ways = '&sort=relevance&highlight=true&limit=3&facets=category,tags,authors'
  const asked = searches.flatMap(([kind, { query }]): [string, Asked][] => {
    const encoded = encodeURIComponent(query)
    return [
      [kind, { target: `/v1/mixed/posts?query=${encoded}${ways}` }],
      [`suggestions for ${kind}`, { target: `/v1/mixed/suggest?query=${encoded}` }],
    ]
  })
  const related: Record<string, Asked> = {
    'related posts': { target: '/v1/mixed/posts?limit=100&include=related&select=slug' },
    'posts related to a long one': { target: '/v1/long/posts/post-3?include=related' },
    'posts related by tags': { target: '/v1/wide/posts?limit=3&include=related' },
  }
  expectShort('searches', stretchesOf(data, { ...Object.fromEntries(asked), ...related }))
})
