// Words looked up in a dictionary of thousands, against a scan of all posts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openSnapshots } from '../../snapshot/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write.ts'
import { syntheticWorkspace } from '../bench/posts.ts'
import { seeded, vocabulary } from '../bench/words.ts'
import { postsBeginning } from '../found.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-search-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

test('a word or its beginning finds the posts that have it', () => {
  const workspace = syntheticWorkspace('demo', 80)
  writeSnapshot(data, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
  const words = workspace.posts.map(({ terms: { title, content } }) => [...title.terms, ...content.terms])
  const known = [...new Set(words.flat())]
  expect(known.length).toBeGreaterThan(5_000)

  const random = seeded(1)
  const asked = new Set(['', 'zzzz', '\u{10ffff}', ...'abcdefghijklmnopqrstuvwxyz0123456789'])
  for (const word of [...known, ...vocabulary]) {
    if (random() < 0.02) asked.add(word.slice(0, 1 + Math.floor(random() * word.length)))
  }
  const snapshots = openSnapshots(data)
  const lease = snapshots.lease('demo')
  for (const term of asked) {
    const expected = words.flatMap((list, post) => (list.some((word) => word.startsWith(term)) ? [post] : []))
    expect(postsBeginning(lease.workspace, term), term).toEqual(expected)
  }
  lease.release()
  snapshots.close()
})
