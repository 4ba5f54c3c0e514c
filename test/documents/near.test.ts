// The suites that npm run test:near runs first after a change. This suite asks inside, since the whole command takes as long as the suites that it runs.
import { expect, test } from 'vitest'
import { nearest } from '../support/near.ts'

test.each([
  ['bin/commands/list.ts', 'cli/list.test.ts'],
  ['api/_app/routes/sitemap.ts', 'api/sitemap.test.ts'],
  ['test/cli/transcript.txt', 'cli/transcript.test.ts'],
])('after a change of %s it is %s', (changed, suite) => {
  expect(nearest([changed]).slice(0, 3)).toContain(suite)
})

test('a change of an importer reaches suites of import before all others', () => {
  const names = nearest(['import/generators/hugo.ts']).map((path) => /^\w+\/import\b/.test(path))
  expect(names.slice(0, 6)).toEqual(Array(6).fill(true))
})

test('a change reaches suites through what they import, and no others', () => {
  const reached = nearest(['snapshot/text/html-text.ts'])
  expect(reached).toContain('snapshot/text.test.ts')
  expect(reached).not.toContain('api/limit/limit.test.ts')
})
