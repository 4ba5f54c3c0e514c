// Forms of a word: what the stemmer of the post's language considers the same word.
import { afterAll, describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { get } from '../support/reading.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const files = {
  'demo/posts/snapshot.md': postFile({}, 'A snapshot is tested here, now.\n'),
  'demo/posts/snapshots.md': postFile({}, 'Snapshots, and how to test them.\n'),
  'demo/posts/signs.md': postFile({}, 'front-matters and v20x.\n'),
  'demo/posts/haus.md': postFile({ language: 'de-AT' }, 'Das Haus am Hafen.\n'),
  'demo/posts/maisons.md': postFile({ language: 'fr' }, 'Les élections municipales.\n'),
  'demo/posts/uchebnitsi.md': postFile({ language: 'bg' }, 'Учебници и адреси.\n'),
  'demo/posts/japanese.md': postFile({ language: 'ja' }, 'boats サーバー\n'),
}
const now = Date.UTC(2026, 5, 30)
const { app } = site({}, files)

async function found(query: string, parameters = '') {
  const target = `/v1/demo/posts?limit=all&match=all&query=${encodeURIComponent(query)}${parameters}`
  const { json, headers } = await ask(app({ now: () => now }), 'GET', target)
  expect(headers['X-Search-Corrected']).toBeUndefined()
  return slugs(json).sort()
}

describe('a word', () => {
  test.each([
    ['snapshot', ['snapshot', 'snapshots']],
    ['snapshots', ['snapshot', 'snapshots']],
    ['Snapshotting', ['snapshot', 'snapshots']],
    ['testing', ['snapshot', 'snapshots']],
    ['tests snapshots', ['snapshot', 'snapshots']],
    ['Häuser', ['haus']],
    ['hauser', ['haus']],
    ['HÄUSERN', ['haus']],
    ['élection', ['maisons']],
    ['municipal élection', ['maisons']],
    ['"snapshots"', ['snapshots']],
    ['"testing"', []],
    ['"how tests"', []],
    ['учебник', ['uchebnitsi']],
    ['Учебникът', ['uchebnitsi']],
    ['адресите', ['uchebnitsi']],
    ['boating', []],
    ['v20xs', []],
    ['front-mattering', []],
    ['matter', ['signs']],
    ['mattering', ['signs']],
  ])('%s is found in its forms', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  test('counts for more exactly as it is written', async () => {
    const best = async (query: string) => {
      const target = `/v1/demo/posts?limit=1&select=slug&sort=relevance&query=${query}`
      return slugs((await ask(app({ now: () => now }), 'GET', target)).json)
    }
    expect([await best('snapshot'), await best('snapshots')]).toEqual([['snapshot'], ['snapshots']])
  })

  test('is marked in its forms', async () => {
    const target = '/v1/demo/posts?query=tests&highlight=true&select=slug&order=asc'
    const { json } = await ask(app({ now: () => now }), 'GET', target)
    const marked = json.posts.map((post: { highlights: { content: string[] } }) => post.highlights.content[0])
    expect(marked.sort()).toEqual([
      'A snapshot is <mark>tested</mark> here, now.',
      'Snapshots, and how to <mark>test</mark> them.',
    ])
  })
})

describe('a language', () => {
  const places: Workspace[] = []
  afterAll(() => {
    for (const place of places) place.remove()
  })
  async function built(more: Record<string, string>): Promise<Workspace> {
    const place = await workspace(more)
    places.push(place)
    const { problems } = await place.build()
    expect(problems.map(({ code }) => code)).toEqual([])
    return place
  }
  const search = async (place: Workspace, query: string) =>
    slugs(await get(place, `demo/posts?match=all&query=${encodeURIComponent(query)}`))

  test('is that of the workspace if a post names none', async () => {
    const posts = { 'demo/posts/one.md': postFile({}, 'Das Haus.\n') }
    expect(await search(await built(posts), 'Häuser')).toEqual([])
    const german = await built({ ...posts, 'demo/workspace.yml': 'language: de\n' })
    expect(await search(german, 'Häuser')).toEqual(['one'])
    const own = await built({
      'demo/workspace.yml': 'language: de\n',
      'demo/posts/one.md': postFile({ language: 'en' }, 'Das Haus.\n'),
    })
    expect(await search(own, 'Häuser')).toEqual([])
  })

  test('must be a language tag', async () => {
    const place = await workspace({ 'demo/posts/one.md': postFile({ language: 'German' }, 'Haus.\n') })
    places.push(place)
    const { problems } = await place.build()
    expect(problems.map(({ code }) => code)).toEqual(['bad-language'])
  })

  test('of only scheduled posts does not affect what is found', async () => {
    const english = { 'demo/posts/one.md': postFile({}, 'Das Haus.\n') }
    const soon = {
      'demo/posts/soon.md': postFile({ language: 'de', publishedAt: '2026-06-02' }, 'Das Haus.\n'),
      'demo/posts/later.md': postFile({ publishedAt: '2026-06-03' }, 'Hauses, housing\n'),
    }
    const both = await built({ ...english, ...soon })
    const plain = await built(english)
    for (const query of ['Häuser', 'Haus', 'housed', 'hausing', 'hous']) {
      expect(await search(both, query)).toEqual(await search(plain, query))
    }
  })
})
