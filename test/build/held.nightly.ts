// How much a build holds of each post until all are written: of a hundred thousand, a kilobyte is a hundred megabytes.
import { join } from 'node:path'
import { queryObjects } from 'node:v8'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Memo } from '../../build/memo/memo.ts'
import type { Progress } from '../../build/stages.ts'
import { postFile, workspace } from '../support/workspace.ts'

test('few objects, however many links and tags a post has', async () => {
  // Says that to count objects is experimental.
  const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  onTestFinished(() => warnings.mockRestore())
  const parts = Array.from({ length: 8 }, (_, i) => `## Part ${i}\n\n[A page](https://example.org/${i})\n`)
  const tags = `[${parts.map((_, i) => `tag-${i}`).join(', ')}]`
  /** When the texts of all posts have been written. */
  const heldOf = async (posts: number): Promise<number> => {
    const names = Array.from({ length: posts }, (_, i) => `blog/posts/${i}.md`)
    const place = await workspace(
      Object.fromEntries(names.map((name) => [name, postFile({ tags }, parts.join('\n'))])),
    )
    const cache = new Memo(join(place.dir, '..'))
    let held = 0
    const onProgress = ({ stage, done }: Progress) => {
      if (stage === 'writing' && done === posts) held ||= queryObjects(Object, { format: 'count' })
    }
    const { written } = await place.build({ memo: cache, onProgress })
    cache.close()
    place.remove()
    expect(written).toBe(true)
    return held
  }
  const few = await heldOf(8)
  const many = await heldOf(8 + 64)
  // Sixty if all that a post became stays in memory.
  expect((many - few) / 64).toBeLessThan(24)
})
