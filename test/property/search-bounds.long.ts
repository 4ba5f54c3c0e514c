// The worst queries of the allowed length: answered correctly, with bounded work and memory.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { type Edition, editionAt } from '../../api/_app/listing/edition.ts'
import { MatchCache } from '../../api/_app/listing/matches.ts'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import type { TermRange } from '../../packages/search/index/open.ts'
import { parseSearch, search, Work } from '../../packages/search/index.ts'
import { weightedWords } from '../../packages/search/query/weighted-words.ts'
import { type Lease, openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { vocabulary } from '../bench/words.ts'
import { ask } from '../support/ask.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { noTurn, workIn } from '../support/turn.ts'
import { invented } from './invented.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-bounds-'))
const { workspace, texts, now } = invented(1_200, 60)
let snapshots: Snapshots
let lease: Lease

beforeAll(() => {
  writeSnapshot(data, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
  snapshots = openSnapshots(data)
  lease = snapshots.lease('demo')
})
afterAll(() => {
  lease.release()
  snapshots.close()
  rmSync(data, { recursive: true })
})

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789']
const pairs = letters.flatMap((a) => [...'aeioulrnst'].map((b) => a + b))
const cut = (words: readonly string[], length = 512) => {
  const text = words.join(' ').slice(0, length)
  return text.slice(0, text.lastIndexOf(' ') + 1 || undefined)
}
const long = texts[0]!.content

const worst: Record<string, string> = {
  'one letter': 'p',
  'every letter': letters.join(' '),
  'beginnings of two letters': cut(pairs),
  'beginnings of beginnings': cut(
    vocabulary.slice(0, 60).flatMap((word) => [word, word[0]!, word.slice(0, 2)]),
  ),
  'a letter in every script': Array.from({ length: 250 }, (_, i) => String.fromCodePoint(0x3b1 + 7 * i)).join(
    ' ',
  ),
  'the most frequent words': cut(vocabulary.slice(0, 200)),
  'a hundred words': cut(vocabulary.slice(500, 600)),
  'the same word 250 times': 'p '.repeat(250),
  'a word of 500 letters': 'x'.repeat(500),
  'a compound of 250 parts': 'a.'.repeat(250),
  'a text': cut(long.split(/\s+/)),
  'a text in quotes': `"${cut(long.split(/\s+/), 500)}"`,
  'frequent words in quotes': `"${cut(vocabulary.slice(0, 99), 500)}"`,
  'the same word in quotes': `"${`${vocabulary[0]} `.repeat(150).slice(0, 500)}"`,
  'many phrases': cut(vocabulary.slice(0, 60).map((word, i) => `"${word} ${vocabulary[i + 1]}"`)),
  'four misspelt words': 'qatriqat qetriqet qitriqit qotriqot',
  'fifty misspelt words': cut(vocabulary.slice(900, 960).map((word) => `${word}qx`)),
  'quotation marks': '"'.repeat(512),
  'regular expressions': '(a+)+$ .* [a-z]{1,9} \\d+ ^(?:x|y)*? \\',
  SQL: `'; DROP TABLE posts; -- " OR 1=1 %27 UNION SELECT * FROM x`,
  'names of an object': '__proto__ constructor toString hasOwnProperty valueOf',
  'from right to left': 'مرحبا بالعالم שלום עולם \u202e\u2066abc\u2069',
  emoji: '👩‍💻👨‍👩‍👧‍👦🏳️‍🌈 ❤️ 🇨🇭'.repeat(12),
  'combining signs': `e${'\u0301'.repeat(500)}`,
  'ideographs in quotes, apart': `"${[...'认证方式与会话日本語の全文検索'].join(' ')}"`,
  ideographs: '认证方式与会话日本語の全文検索'.repeat(30).slice(0, 512),
  'control characters': '\u0000\u0001\t\n\u007f a\u0000b',
  'what folding makes longer': '\ufdfa'.repeat(256),
}

describe('the worst queries', () => {
  const app = () => {
    const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
    return createApp({ snapshots, limiter, now: () => now, log: (line) => expect.fail(line) })
  }

  test.each(Object.entries(worst))('%s: answered, in either order with the same posts', async (_, query) => {
    const one = app()
    const answers = ['', '&sort=relevance'].map((sort) =>
      ask(one, 'GET', `/v1/demo/posts?limit=all&select=slug&query=${encodeURIComponent(query)}${sort}`),
    )
    const [byDate, best] = await Promise.all(answers)
    expect([byDate!.status, best!.status]).toEqual([200, 200])
    const slugs = (json: { posts: { slug: string }[] }) => json.posts.map(({ slug }) => slug).sort()
    expect(slugs(best!.json)).toEqual(slugs(byDate!.json))
  })

  test.each(['%ED%A0%80', '%ud800', '\\ud800', '%F0%9F%98', '%C0%AF', '%00'])(
    '%s: broken characters are not an error',
    async (query) => {
      const { status } = await ask(app(), 'GET', `/v1/demo/posts?query=${query}&sort=relevance`)
      expect(status).toBe(200)
    },
  )

  test('find what they say', async () => {
    const edition = editionAt(lease.workspace, now)
    const own = texts[0]!.id
    const found = async (query: string) => [
      ...(await search(edition.search, parseSearch(query), 'auto', workIn(edition))).posts,
    ]
    expect(await found(worst['a text']!)).toContain(own)
    expect(await found(worst['a text in quotes']!)).toEqual([own])
    const beginsWithP = texts.filter(({ title, content }) =>
      /(?<![\p{L}\p{N}])p/iu.test(`${title} ${content}`),
    )
    expect(await found('p')).toEqual(beginsWithP.map(({ id }) => id))
    expect(await found(worst['the same word 250 times']!)).toEqual(await found('p'))
  })
})

describe('work', () => {
  /** The edition with an index that counts the bytes of lists that are read, and records the terms whose positions are. */
  function counting(): { edition: Edition; read: { postings: number }; places: string[] } {
    const edition = editionAt(lease.workspace, now)
    const index = lease.workspace.search()
    const read = { postings: 0 }
    const places: string[] = []
    function* lists(range: TermRange) {
      for (const piece of index.lists(range)) {
        read.postings += piece.length
        yield piece
      }
    }
    const counted = {
      ...index,
      lists,
      places(...asked: Parameters<typeof index.places>) {
        places.push(`${asked[0].from} to ${asked[0].to}`)
        return index.places(...asked)
      },
    }
    const own = Object.defineProperties(Object.create(lease.workspace), { search: { value: () => counted } })
    return { edition: { ...edition, workspace: own }, read, places }
  }

  const all = () => lease.workspace.search().bytes(lease.workspace.search().beginning(''))

  test.each(Object.entries(worst))(
    '%s: no list is read more than twice, no position more than once',
    async (_, query) => {
      const { edition, read, places } = counting()
      const { isPartial } = await search(edition.search, parseSearch(query), 'auto', workIn(edition))
      expect(isPartial).toBe(false)
      expect(read.postings).toBeLessThanOrEqual(2 * all())
      expect(places.length).toBe(new Set(places).size)
    },
  )

  test.each(Object.entries(worst))('%s: scoring stays within the bound', async (_, query) => {
    const { edition, read } = counting()
    const { words } = await search(edition.search, parseSearch(query), 'auto', workIn(edition))
    read.postings = 0
    const weighted = await weightedWords(edition.search, words, new Work(1_200, noTurn))
    const posts = weighted.reduce((sum, word) => sum + word.posts, 0)
    expect(posts).toBeLessThanOrEqual(200_000)
    // Counting the posts of a word reads its lists, if they are short.
    expect(read.postings).toBeLessThanOrEqual(all())
  })

  test('a character that begins 3,000 pairs is found beside a word in quotes, wherever both are', async () => {
    const pairs = bulkWorkspace('pairs', 2, () => '')
    const all = Array.from({ length: 3_000 }, (_, i) => `认${String.fromCodePoint(0x4e00 + i)}`)
    for (const [i, text] of [all.join(' '), 'node 认证'].entries())
      pairs.posts[i]!.terms.content = termsOf(text)
    const folder = join(data, 'pairs')
    writeSnapshot(folder, { workspaces: [pairs], builtAt: null, preview: null, keepPrevious: false })
    const opened = openSnapshots(folder)
    const { workspace, release } = opened.lease('pairs')
    const edition = editionAt(workspace, pairs.posts[0]!.publishedAt)
    const { posts, isPartial } = await search(
      edition.search,
      parseSearch('"node 认"'),
      'auto',
      workIn(edition),
    )
    expect([isPartial, ...posts]).toEqual([false, 1])
    release()
    opened.close()
  })

  test('a word that every post has is scored, too', async () => {
    const full = bulkWorkspace('full', 2_001, () => '')
    for (const [i, post] of full.posts.entries()) {
      // The oldest has the fewest other words.
      const others = i === 2_000 ? '' : 'and something else'
      post.terms.content = termsOf(`all ${i > 0 ? 'few' : ''} ${others}`)
    }
    const folder = join(data, 'full')
    writeSnapshot(folder, { workspaces: [full], builtAt: null, preview: null, keepPrevious: false })
    const opened = openSnapshots(folder)
    const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
    const one = createApp({
      snapshots: opened,
      limiter,
      now: () => full.posts[0]!.publishedAt,
      log: (line) => expect.fail(line),
    })
    const best = async (query: string) => {
      const { json } = await ask(
        one,
        'GET',
        `/v1/full/posts?limit=1&select=slug&sort=relevance&query=${query}`,
      )
      return json.posts[0].slug
    }
    expect([await best('few'), await best('all')]).toEqual(['post-2000', 'post-2000'])
    opened.close()
  })

  test('empty lists are not cached for ever', async () => {
    const cache = new MatchCache()
    const edition = editionAt(lease.workspace, now)
    for (let i = 0; i < 20_000; i++) {
      const wanted = {
        filter: { query: '!', author: `nobody-${i}` },
        sort: { by: 'relevance', order: 'desc' } as const,
      }
      await cache.find(edition, wanted, (work) => work(), noTurn)
    }
    expect(cache.size).toBeLessThan(10_000)
  })
  test('the reply to a target is looked up for the next request, and not kept for ever', async () => {
    const { workspace } = lease
    let looked = 0
    const find = (name: string) => {
      looked++
      return workspace.find(name)
    }
    const own = Object.defineProperty(Object.create(workspace), 'find', { value: find })
    const counted = { current: () => snapshots.current(), lease: () => ({ workspace: own, release() {} }) }
    const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
    const one = createApp({ snapshots: counted as unknown as Snapshots, limiter, now: () => now, log() {} })
    /** How often posts are looked up to answer a number of targets of some length. */
    const lookedFor = async (from: number, to: number, length = 1) => {
      const before = looked
      for (let i = from; i < to; i++) {
        const target = `/v1/demo/posts/post-30?${i}=${'x'.repeat(length)}`
        const reply = await one({ method: 'GET', target, header: () => '*', address: undefined })
        expect(reply.status).toBe(304)
      }
      return looked - before
    }
    const each = await lookedFor(0, 1)
    expect(each).toBeGreaterThan(0)
    expect(await lookedFor(1, 500)).toBe(499 * each)
    expect(await lookedFor(0, 500)).toBe(0)
    expect(await lookedFor(500, 4_000, 900)).toBe(3_500 * each)
    expect(await lookedFor(0, 500)).toBe(500 * each)
    expect(await lookedFor(0, 2, 4_000)).toBe(2 * each)
    expect(await lookedFor(0, 2, 4_000)).toBe(2 * each)
  })
})
