// How much a build holds of each post until all are written: of a hundred thousand posts, a kilobyte is a hundred megabytes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v8 from 'node:v8'
import { afterEach, expect, test, vi } from 'vitest'
import { BuildCache } from '../../build/cache/cache.ts'
import { postFile, workspace } from '../support/workspace.ts'

afterEach(() => vi.restoreAllMocks())

/** Missing in Node 20.12 and earlier. */
const { queryObjects } = v8 as { queryObjects?: (kind: typeof Object, as: { format: 'count' }) => number }

const links = Array.from({ length: 8 }, (_, i) => `## Part ${i}\n\n[A page](https://example.org/${i})\n`)
const tags = `[${Array.from({ length: 6 }, (_, i) => `tag-${i}`).join(', ')}]`

/** How many objects there are when all posts have been compiled, and when they are about to be written. */
async function heldOf(posts: number): Promise<number[]> {
  const files = Array.from({ length: posts }, (_, i): [string, string] => [
    `blog/posts/${i}.md`,
    postFile({ tags }, `Post ${i}.\n\n${links.join('\n')}`),
  ])
  const place = await workspace(Object.fromEntries(files))
  const folder = mkdtempSync(join(tmpdir(), 'galley-test-'))
  const cache = new BuildCache(folder)
  try {
    const held = new Map<string, number>()
    const { written } = await place.build({
      cache,
      onProgress({ stage, done }) {
        if (stage === 'linking' || (stage === 'writing' && done === posts)) {
          held.set(stage, queryObjects!(Object, { format: 'count' }))
        }
      },
    })
    expect(written).toBe(true)
    return [...held.values()]
  } finally {
    cache.close()
    place.remove()
    rmSync(folder, { recursive: true })
  }
}

test.skipIf(!queryObjects)('few objects of each post, however many links and tags it has', async () => {
  // Says that to count objects is experimental.
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const few = await heldOf(16)
  const many = await heldOf(16 + 64)
  // More than forty if all that a post became stays in memory.
  for (const [stage, count] of many.entries()) expect((count - few[stage]!) / 64).toBeLessThan(24)
})
