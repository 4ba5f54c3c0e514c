// The examples in docs/search.md find in the guide what they say.
import { expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'
import { describeWithGuide, env, guideFiles, now, read } from './guide.ts'

const rows = [...read('docs/search.md').matchAll(/^\| `([^`]+)` \| (nothing|`.+`) \| (.*) \|$/gm)].map(
  ([, query, found, because]) => ({
    query: query!,
    found: [...found!.matchAll(/`([^`]+)`/g)].map(([, slug]) => slug!),
    corrected: /^corrected to "(.+)"$/.exec(because!)?.[1],
    omitted: /^left out: "(.+)"$/.exec(because!)?.[1]?.replaceAll('", "', ','),
  }),
)

test('docs/search.md has examples', () => expect(rows.length).toBeGreaterThan(20))

describeWithGuide('docs/search.md', () => {
  const guide = site({ env }, guideFiles())

  test.each(rows)('$query finds $found', async ({ query, found, corrected, omitted }) => {
    const target = `/v1/demo/posts?limit=all&query=${encodeURIComponent(query)}`
    const { headers, json } = await ask(guide.app({ now: () => now }), 'GET', target)
    expect(slugs(json)).toEqual(found)
    expect(headers['X-Search-Corrected']).toBe(corrected)
    expect(headers['X-Search-Omitted']).toBe(omitted)
  })
})
