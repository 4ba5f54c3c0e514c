// What earlier builds have kept changes no build, whatever happens to the content in between.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rebuild, steps } from '../support/rebuilds.ts'

const differs = (kept: unknown, clean: unknown) => expect(kept).toEqual(clean)

test('a build with what earlier ones have kept makes the same bytes and reports the same problems as one from nothing', async () => {
  const property = fc.asyncProperty(steps(14), async (taken) => {
    const { taken: known, compiled, read } = await rebuild(taken, differs)
    // Most files are as they were, and the system says so.
    expect(known).toBeGreaterThan(compiled)
    expect(read).toBeLessThan(known)
  })
  await fc.assert(property, { numRuns: 1, endOnFailure: true })
})
