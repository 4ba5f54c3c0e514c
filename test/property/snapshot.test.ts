// The reader returns what the writer was given.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { verifySnapshot } from '../../snapshot/read/verify.ts'
import type { BuiltWorkspace } from '../../snapshot/types.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { syntheticWorkspace } from '../bench/posts.ts'
import { seeded } from '../bench/words.ts'
import { type CountedPost, type CountedWorkspace, whole } from '../support/bulk.ts'
import { contentsIn } from '../support/contents.ts'
import { postsBeginning } from '../support/found.ts'
import { tries } from './tries.ts'

const root = mkdtempSync(join(tmpdir(), 'galley-roundtrip-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const author = { id: 'author_1', name: 'Ada', slug: 'ada', image: '', bio: '', role: '', socials: [] }
const tags = ['js', 'css', 'ünï'].map((slug) => ({
  id: slug,
  name: slug,
  slug,
  description: null,
  declared: true,
}))
const categories = ['news', 'notes'].map((slug) => ({
  id: slug,
  name: slug,
  slug,
  description: '',
  declared: false,
}))

/** Any text that can be in a file: no unpaired surrogates. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(fc.constantFrom('node', 'node.js', 'no', 'Zürich', '認証', 'x'), { maxLength: 12 })
    .map((list) => list.join(' ')),
)

const post = fc.record({
  title: text,
  body: text,
  markdown: fc.string({ unit: 'grapheme', maxLength: 60 }),
  publishedAt: fc.integer({ min: -62_135_596_800_000, max: 4_102_444_800_000 }),
  updatedAfter: fc.integer({ min: -1e10, max: 1e10 }),
  featured: fc.boolean(),
  category: fc.constantFrom('news', 'notes'),
  tags: fc.subarray(['js', 'css', 'ünï']),
  aliases: fc.nat(2),
})

const workspace: fc.Arbitrary<CountedWorkspace> = fc
  .array(post, { maxLength: 12 })
  .map((list) => list.sort((a, b) => b.publishedAt - a.publishedAt))
  .map((list) => ({
    folder: 'w',
    keys: ['w'],
    drafts: false,
    categories,
    tags,
    authors: [author],
    posts: list.map((one, i): CountedPost => {
      const slug = `${['ö', '𝒳', 'z', '\ufffd'][i % 4]}-${i}`
      return {
        ...{ ...whole, slug },
        meta: {
          id: i % 3 === 0 ? slug : `id-${i}`,
          slug,
          title: one.title,
          featured: one.featured,
          description: [...one.body].slice(0, 5).join(''),
          coverImage: '',
          publishedAt: new Date(one.publishedAt).toISOString(),
          updatedAt: new Date(one.publishedAt + one.updatedAfter).toISOString(),
          status: 'published',
          authors: [author],
          attribution: null,
          fields: {},
        },
        publishedAt: one.publishedAt,
        updatedAt: one.publishedAt + one.updatedAfter,
        aliases: Array.from({ length: one.aliases }, (_, k) => `was-${i}-${k}`),
        category: one.category,
        tags: one.tags,
        authors: ['ada'],
        html: `<p>${one.body}</p>`,
        markdown: one.markdown,
        terms: { title: termsOf(one.title), content: termsOf(one.body) },
      }
    }),
  }))

let runs = 0
function written<T>(
  built: BuiltWorkspace,
  look: (open: ReturnType<ReturnType<typeof openSnapshots>['lease']>['workspace']) => T,
): T {
  const dir = join(root, String(++runs))
  writeSnapshot(dir, { workspaces: [built], builtAt: null, preview: null, keepPrevious: false })
  const snapshots = openSnapshots(dir)
  expect(verifySnapshot(dir)).toEqual([])
  const lease = snapshots.lease('w')
  try {
    return look(lease.workspace)
  } finally {
    lease.release()
    snapshots.close()
    rmSync(dir, { recursive: true })
  }
}

const parsed = (records: Uint8Array[]) => records.map((record) => JSON.parse(Buffer.from(record).toString()))

describe('a workspace that was written', () => {
  test('has every record, column and name that it was given', () => {
    fc.assert(
      fc.property(workspace, (built) => {
        const { posts } = built
        written(built, (open) => {
          const { list, meta, html, markdown } = open
          expect(open.posts).toBe(posts.length)
          expect({ categories: open.categories, tags: open.tags, authors: open.authors }).toEqual({
            categories,
            tags,
            authors: [author],
          })
          expect(parsed(meta.read(0, posts.length))).toEqual(posts.map((one) => one.meta))
          expect(contentsIn(html, 0, posts.length)).toEqual(posts.map((one) => one.html))
          for (const [i, one] of posts.entries()) {
            expect(contentsIn(markdown, i, i + 1)).toEqual([one.markdown])
            expect([list.publishedAt[i], list.selection().updatedAt[i]]).toEqual([
              one.publishedAt,
              one.updatedAt,
            ])
            expect(list.selection().featured.includes(i)).toBe(one.meta.featured)
            expect(open.categories[list.category[i]!]!.slug).toBe(one.category)
            const own = list.tags.values.subarray(list.tags.starts[i], list.tags.starts[i + 1])
            expect(Array.from(own, (tag) => open.tags[tag]!.slug)).toEqual(one.tags)
            expect(open.find(one.meta.slug)).toEqual({ kind: 'slug', number: i })
            expect(open.find(one.meta.id)?.number).toBe(i)
            for (const alias of one.aliases) expect(open.find(alias)).toEqual({ kind: 'alias', number: i })
          }
          for (const name of ['', 'absent', '\u0000', '\u{10ffff}', 'id', 'was-'])
            expect(open.find(name)).toBeUndefined()
        })
      }),
      { numRuns: tries(60) },
    )
  })

  test('begins each of its contents with what it gives as their beginning, however well they deflate', () => {
    const random = seeded(2)
    const noise = Array.from({ length: 60_000 }, () =>
      String.fromCodePoint(0x4e00 + Math.floor(20_000 * random())),
    )
    const built = syntheticWorkspace('w', 10)
    const htmls = [
      ...['', 'a', 'a'.repeat(1_000_000), noise.join(''), noise.join('') + 'a'.repeat(500_000)],
      ...['a'.repeat(500_000) + noise.join(''), built.posts.map(({ html }) => html).join('')],
    ]
    const posts = htmls.map((html, i) => ({ ...built.posts[i]!, html }))
    written({ ...built, posts }, ({ html }) => {
      for (const [i, text] of htmls.entries()) {
        const whole = Buffer.from(JSON.stringify(text))
        for (const most of [0, 1, 100, 1_503, 20_003, 200_003, 2_000_000]) {
          const beginning = html.beginning(i, most)
          expect(beginning.length).toBeGreaterThanOrEqual(Math.min(most, whole.length))
          expect(whole.subarray(0, beginning.length).equals(beginning)).toBe(true)
        }
      }
    })
  })

  test('finds for any word or beginning what a scan of all posts finds', { tags: 'nightly' }, () => {
    const compare = (built: CountedWorkspace, beginningsOf: (word: string) => string[]) => {
      const words = built.posts.map(({ terms: { title, content } }) => [...title.terms, ...content.terms])
      const asked = new Set(['', 'n', 'zz', '\u{10ffff}', ...words.flat().flatMap(beginningsOf)])
      written(built, (opened) => {
        for (const term of asked) {
          const expected = words.flatMap((list, i) => (list.some((word) => word.startsWith(term)) ? [i] : []))
          expect(postsBeginning(opened, term), term).toEqual(expected)
        }
      })
      return words.flat().length
    }
    const small = fc.property(workspace, (built) => {
      compare(built, (word) => [word, [...word][0]!])
    })
    fc.assert(small, { numRuns: tries(60) })
    const random = seeded(1)
    const some = (word: string) => {
      return random() < 0.02 ? [word[0]!, word.slice(0, 1 + Math.floor(random() * word.length))] : []
    }
    expect(compare(syntheticWorkspace('w', 80), some)).toBeGreaterThan(5_000)
  })
})
