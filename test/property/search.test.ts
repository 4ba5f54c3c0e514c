// Words, phrases and forgiven slips against the obvious: all texts read from beginning to end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { editionAt } from '../../api/_app/listing/edition.ts'
import { parseSearch } from '../../api/_app/search/parse.ts'
import { search } from '../../api/_app/search/search.ts'
import { termsOf } from '../../snapshot/search/terms.ts'
import { openSnapshots } from '../../snapshot/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write.ts'
import { bulkWorkspace } from '../bulk.ts'
import { tries } from './tries.ts'
import { distance, edits } from './whole.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-search-'))
afterAll(() => rmSync(data, { recursive: true }))

interface Post {
  title: string[]
  content: string[]
}
/** A word, or a phrase. */
type Wanted = string | string[]

const word = fc.constantFrom(
  'a',
  'an',
  'ant',
  'bear',
  'bears',
  'beard',
  'elephant',
  'elephants',
  'hippopotamus',
)
const text = fc.array(word, { maxLength: 9 })
const posts = fc.array(fc.record({ title: text, content: text }), { minLength: 1, maxLength: 9 })
const slip = fc.constantFrom(
  'bexr',
  'bea',
  'aants',
  'elefant',
  'elefahnt',
  'hipopotamos',
  'zzzz',
  'zz',
  'ean',
)
const wanted: fc.Arbitrary<Wanted> = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 2, arbitrary: slip },
  { weight: 3, arbitrary: fc.array(word, { minLength: 1, maxLength: 4 }) },
)

function has(post: Post, one: Wanted, near: (known: string, asked: string) => boolean): boolean {
  const fields = [post.title, post.content]
  if (typeof one === 'string') return fields.flat().some((known) => near(known, one))
  return fields.some((field) => field.some((_, at) => one.every((known, i) => field[at + i] === known)))
}

function expected(list: readonly Post[], query: readonly Wanted[]): number[] {
  const begins = (known: string, asked: string) => known.startsWith(asked)
  const matching = (near: typeof begins) =>
    list.flatMap((post, i) => (query.every((one) => has(post, one, near)) ? [i] : []))
  const exact = matching(begins)
  if (exact.length > 0) return exact
  const missing = query.flatMap((one) =>
    typeof one === 'string' && !list.some((post) => has(post, one, begins)) ? [one] : [],
  )
  const slips = new Set(missing)
  if (slips.size > 4 || missing.some((one) => edits(one) === 0)) return []
  return matching((known, asked) =>
    slips.has(asked) ? distance(known, asked) <= edits(asked) : known.startsWith(asked),
  )
}

test('a search finds what reading finds, and nothing of posts that are scheduled', async () => {
  const asked = fc.array(fc.array(wanted, { minLength: 1, maxLength: 4 }), { minLength: 25, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(posts, fc.nat(3), asked, async (list, scheduled, queries) => {
      const workspace = bulkWorkspace('w', list.length, () => '')
      for (const [i, { title, content }] of list.entries()) {
        workspace.posts[i]!.terms = { title: termsOf(title.join(' ')), content: termsOf(content.join(' ')) }
      }
      writeSnapshot(data, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
      const snapshots = openSnapshots(data)
      const lease = snapshots.lease('w')
      const first = Math.min(scheduled, list.length)
      const now = workspace.posts[first]?.publishedAt ?? 0
      try {
        const edition = editionAt(lease.workspace, now)
        for (const query of queries) {
          const typed = query.map((one) => (typeof one === 'string' ? one : `"${one.join(' ')}"`)).join(' ')
          const found = expected(list.slice(first), query).map((i) => first + i)
          expect([...(await search(edition, parseSearch(typed))).posts], typed).toEqual(found)
        }
      } finally {
        lease.release()
        snapshots.close()
      }
    }),
    { numRuns: tries(30) },
  )
})
