// The examples in docs/search.md find in the guide what they say.
import { expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'
import { stemmers } from '../support/stemmers.ts'
import { describeWithGuide, env, guideFiles, now, read } from './guide.ts'

const rows = [...read('docs/search.md').matchAll(/^\| `([^`]+)` \| (nothing|`.+`) \| (.*) \|$/gm)].map(
  ([, query, found, because]) => ({
    query: query!,
    found: [...found!.matchAll(/`([^`]+)`/g)].map(([, slug]) => slug!),
    corrected: /^corrected to "(.+)"$/.exec(because!)?.[1],
    omitted: /^left out: "(.+)"$/.exec(because!)?.[1]?.replaceAll('", "', ','),
  }),
)

test('docs/search.md names the languages whose words are found in other forms', () => {
  const codes = [...stemmers.keys()]
  expect(codes.join(' ')).toBe(
    'ar bg da de el en es fi fr ga hi hu hy id it lt nb ne nl nn no pt ro ru sr sv ta tr uk',
  )
  const english = new Intl.DisplayNames('en', { type: 'language' })
  const names = new Set(codes.map((code) => english.of(code)!.split(' ')[0]!))
  const [, listed = ''] = /There are stemmers for ([^.]+)\./.exec(read('docs/search.md'))!
  expect(listed.split(/,\s+|\s+and\s+/)).toEqual([...names].sort())
})

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
