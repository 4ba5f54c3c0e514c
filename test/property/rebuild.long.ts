// The same as rebuild.test.ts, for longer.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rebuild, steps } from '../support/rebuilds.ts'

const differs = (kept: unknown, clean: unknown) => expect(kept).toEqual(clean)

test('fifty changes, one after the other, make what a build from nothing makes', async () => {
  const property = fc.asyncProperty(steps(50), async (taken) => {
    await rebuild(taken, differs)
  })
  await fc.assert(property, { numRuns: 2, endOnFailure: true })
})
