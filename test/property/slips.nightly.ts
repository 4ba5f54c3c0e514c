// A single word that is misspelt finds what its corrections find when they are typed: 2,000 slips, whatever is asked besides.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { targetOf } from '../../api/_app/http/request.ts'
import { oneOf, seeded } from '../bench/words.ts'
import { readBody } from '../support/body.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'
import { slipsOf } from '../support/slips.ts'
import { postFile } from '../support/workspace.ts'

/** Words with their forms, what else begins with them, and others that are alike. */
const words =
  `train trains trained training trainers trail trails trial trials tried plan plans planned planning planet
  planets plant plants test tests tested testing tester text texts snapshot snapshots snapshotting deploy deployed deployment
  deployments connect connected connection connections connecting collect collection harbour harbours harbor house houses
  housed horse horses station stations stationary statement organ organise organised organisation node node.js nodes mode
  models don't dont release released releases releasing please café cafés straße`.split(/\s+/)

const random = seeded(37)
const sentence = (length: number) => Array.from({ length }, () => oneOf(random, words)).join(' ')
const files = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [
    `demo/posts/p${i}.md`,
    postFile(
      { title: sentence(1 + (i % 3)), publishedAt: `2026-01-${10 + (i % 9)}`, category: 'abc'[i % 3]! },
      `${sentence(2 + (i % 11))}. Written on ${sentence(3)}.\n`,
    ),
  ]),
)
const { app } = site({}, files)

const slip = fc.tuple(fc.constantFrom(...words), fc.nat(), fc.nat()).map(([word, once, twice]) => {
  const at = (slips: string[], place: number) => slips[place % slips.length]!
  const typed = at(slipsOf(word), once)
  return word.length >= 8 && twice % 2 === 0 ? at(slipsOf(typed), twice) : typed
})
const parameters = fc.constantFrom(
  '',
  '&order=asc',
  '&sort=relevance',
  '&match=all&sort=relevance&category=a,b',
  '&match=any',
  '&highlight=true&facets=category',
  '&sort=relevance&highlight=true&excludeCategories=c',
)

test('2,000 slips find what their corrections find, in the same order', async () => {
  const one = app({ limits: { workspace: null, fallback: null } })
  const typed = new Map<string, ReturnType<typeof answer>>()
  const answer = async (query: string, rest: string) => {
    const target = targetOf(`/v1/demo/posts?limit=all&select=slug&query=${encodeURIComponent(query)}${rest}`)
    const reply = await one({ method: 'GET', target, header: () => undefined, address: undefined })
    return { headers: reply.headers, json: JSON.parse((await readBody(reply)).toString()) }
  }
  const known = (query: string, rest: string) => {
    const reply = typed.get(query + rest) ?? answer(query, rest)
    typed.set(query + rest, reply)
    return reply
  }
  const inListOrder = slugs((await answer('', '')).json)
  const counts = { corrected: 0, several: 0 }
  await fc.assert(
    fc.asyncProperty(slip, parameters, async (query, rest) => {
      const { json, headers } = await answer(query, rest)
      const corrections = headers['X-Search-Corrected']?.split(',').map(decodeURIComponent) ?? []
      if (corrections.length === 0) return
      counts.corrected++
      const expected = await Promise.all(corrections.map(async (word) => (await known(word, rest)).json))
      if (expected.length === 1) expect({ ...json, search: undefined }).toEqual(expected[0])
      counts.several += Number(expected.length > 1)
      const found = [...new Set(expected.flatMap(slugs))]
      const isByDate = rest === '' || rest.startsWith('&highlight')
      const byDate = inListOrder.filter((slug) => found.includes(slug))
      if (rest === '&order=asc') byDate.reverse()
      expect(slugs(json)).toEqual(isByDate || rest === '&order=asc' ? byDate : found)
    }),
    { numRuns: 2_000 },
  )
  expect(counts.corrected).toBeGreaterThan(1_000)
  expect(counts.several).toBeGreaterThan(200)
})
