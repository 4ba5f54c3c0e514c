// Digests of what is visible: equal if that is equal, and different if anything differs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { editionAt } from '../../api/_app/listing/edition.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import type { Cut } from '../../snapshot/types.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace, type WholePost, type WholeWorkspace } from '../support/bulk.ts'
import { contentsIn } from '../support/contents.ts'
import { fixed, tries } from './tries.ts'

const root = mkdtempSync(join(tmpdir(), 'galley-editions-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Seen {
  id: string
  /** Of each visible post, oldest first. */
  html: string[]
  markdown: string[]
  lengths: number[]
}

/** What is visible for each number of hidden posts, from 0 on. */
function seenIn(workspace: WholeWorkspace): Seen[] {
  const dir = mkdtempSync(join(root, 'data-'))
  writeSnapshot(dir, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
  const snapshots = openSnapshots(dir)
  const lease = snapshots.lease(workspace.folder)
  try {
    const instants = [Number.POSITIVE_INFINITY, ...workspace.posts.map(({ publishedAt }) => publishedAt - 1)]
    return instants.map((now) => {
      const { id, first, html, markdown } = editionAt(lease.workspace, now)
      const lengths = Array.from({ length: lease.workspace.posts - first }, (_, i) => html.length(first + i))
      const texts = contentsIn(html, first, lease.workspace.posts)
      expect(lengths).toEqual(texts.map((text) => Buffer.byteLength(JSON.stringify(text))))
      return {
        id,
        html: texts.reverse(),
        markdown: contentsIn(markdown, first, lease.workspace.posts).reverse(),
        lengths: lengths.reverse(),
      }
    })
  } finally {
    lease.release()
    snapshots.close()
    rmSync(dir, { recursive: true })
  }
}

function workspaceOf(change: (post: WholePost, number: number) => Partial<WholePost>): WholeWorkspace {
  const bulk = bulkWorkspace('demo', 4, (number) => `<p>${number}</p>`)
  return { ...bulk, posts: bulk.posts.map((post, number) => ({ ...post, ...change(post, number) })) }
}

describe('an id', () => {
  const plain = seenIn(workspaceOf(() => ({})))

  fixed('differs for each number of visible posts', () => {
    expect(new Set(plain.map(({ id }) => id)).size).toBe(5)
  })

  fixed.each<[string, (post: WholePost) => Partial<WholePost>]>([
    ['title', ({ meta }) => ({ meta: { ...meta, title: 'Other' } })],
    ['author', ({ meta }) => ({ meta: { ...meta, authors: [{ ...meta.authors[0]!, bio: 'Writes.' }] } })],
    ['text', () => ({ html: '<p>other</p>' })],
    ['source', () => ({ markdown: 'other' })],
    ['alias', () => ({ aliases: ['other'] })],
    ['redirect', () => ({ redirects: [{ from: '/old', to: null, slug: 'a' }] })],
    ['language', () => ({ languageTag: 'de' })],
    ['size of the cover', () => ({ coverBytes: 9 })],
  ])('changes with the %s of a visible post, and of no other', (_, change) => {
    const seen = seenIn(workspaceOf((post, number) => (number === 1 ? change(post) : {})))
    const isEqual = seen.map(({ id }, i) => id === plain[i]!.id)
    expect(isEqual).toEqual([false, false, true, true, true])
  })

  fixed('distinguishes links that differ only in order, once both are visible', () => {
    const [a, b] = ['<a href="1">', '<a href="0">']
    const cuts = (untils: [number, number]): Pick<WholePost, 'html' | 'cuts'> => ({
      html: untils[0] === 1 ? a + b : b + a,
      cuts: {
        html: [
          { from: 0, to: a.length, until: untils[0] },
          { from: a.length, to: a.length + b.length, until: untils[1] },
        ],
        markdown: [],
      },
    })
    const [one, other] = [cuts([1, 0]), cuts([0, 1])].map((own) =>
      seenIn(workspaceOf((_, number) => (number === 3 ? own : {}))),
    )
    expect(one!.map(({ id }, i) => id === other![i]!.id)).toEqual([false, true, true, true, true])
    expect(one!.map(({ html }) => html[0])).toEqual([a + b, a, '', '', undefined])
  })
})

/** A text of pieces, some of which wait for posts. */
const content = fc.array(
  fc.record({ text: fc.constantFrom('', 'a', '"', 'ü', '𝒳', '<b>', '\n'), until: fc.option(fc.nat(2)) }),
  { maxLength: 6 },
)
type Content = typeof content extends fc.Arbitrary<infer T> ? T : never

function cutsIn(pieces: Content): Cut[] {
  let from = 0
  return pieces.flatMap(({ text, until }) => {
    from += text.length
    return until === null || text === '' ? [] : [{ from: from - text.length, to: from, until }]
  })
}

const joined = (pieces: Content) => pieces.map(({ text }) => text).join('')
const contents = fc.array(fc.record({ html: content, markdown: content }), { minLength: 4, maxLength: 4 })

test('ids are equal exactly if what is visible is equal', () => {
  const build = (posts: readonly { html: Content; markdown: Content }[]) =>
    workspaceOf((_, number) => {
      // A post waits for newer ones only.
      const [html, markdown] = [posts[number]!.html, posts[number]!.markdown].map((pieces) =>
        pieces.map(({ text, until }) => ({ text, until: until !== null && until < number ? until : null })),
      ) as [Content, Content]
      return {
        html: joined(html),
        markdown: joined(markdown),
        cuts: { html: cutsIn(html), markdown: cutsIn(markdown) },
      }
    })
  fc.assert(
    fc.property(contents, contents, fc.nat(3), (one, other, same) => {
      // Often only some posts differ.
      const mixed = other.map((post, number) => (number >= same ? one[number]! : post))
      const [first, second] = [seenIn(build(one)), seenIn(build(mixed))]
      for (const [i, { id, ...seen }] of first.entries()) {
        const { id: otherId, ...otherSeen } = second[i]!
        expect(id === otherId).toBe(JSON.stringify(seen) === JSON.stringify(otherSeen))
      }
    }),
    { numRuns: tries(200) },
  )
})
