// An empty text where there may be none counts as not given, and a text where a list has to be is a list of one.
import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { check } from '../../build/index.ts'
import { type Files, type Workspace, workspace } from '../support/workspace.ts'

let places: Workspace[] = []
afterEach(() => {
  for (const place of places) place.remove()
  places = []
})

/** What a build makes. */
async function built(files: Files) {
  const place = await workspace(files)
  places.push(place)
  const { problems } = await place.build({ env: { BASE_URL: 'https://api.example.org' } })
  expect(problems).toEqual([])
  // It has the hash of everything else, and the keys.
  return readFileSync(`${place.out}/data/current.json`, 'utf8')
}

const POST = ['title: A', 'publishedAt: 2026-01-01']
const post = (...lines: string[]) => `---\n${[...POST, ...lines].join('\n')}\n---\nText.\n`
const SETTINGS = 'defaults: { authors: [ada], category: news, coverImage: https://example.org/a.png }\n'
const FIELDS = 'number boolean date url select list'.split(' ')
const fields = `fields:\n  ${FIELDS.map((type) => `${type}: { type: ${type}${type === 'select' ? ', options: [a]' : ''} }`).join('\n  ')}\n`

const NOT_GIVEN =
  `slug id updatedAt status featured authors category tags attribution aliases language`.split(' ')

test.each(['', '# A comment leaves it to the parser: *\n'])(
  'an empty text counts as not given: %j',
  async (comment) => {
    const all = (quotes: string) => [
      ...NOT_GIVEN.map((key) => `${key}: ${quotes}`),
      `fields:\n${FIELDS.map((key) => `  ${key}: ${quotes}`).join('\n')}`,
    ]
    const files = (lines: string[], settings: string, author: string, label: string): Files => ({
      'blog/workspace.yml': SETTINGS + fields + settings,
      'blog/authors/ada.yml': `name: Ada\n${author}`,
      'blog/categories.yml': `news: { name: News${label} }\n`,
      'blog/posts/a.md': post(...lines).replace('---\n', `---\n${comment}`),
    })
    const without = await built(files([], '', '', ''))
    const keys = 'name description url key keys language html slugs broken math embeds searchIndex'.split(' ')
    const settings = keys.map((key) => `${key}: ''\n`).join('')
    for (const quotes of ['""', "'  '"]) {
      expect(await built(files(all(quotes), settings, "id: ''\nsocials: ''\n", ', id: ""'))).toEqual(without)
    }
  },
)

test('an empty description and an empty cover keep their meaning', async () => {
  const told = async (line: string) =>
    built({ 'blog/workspace.yml': SETTINGS, 'blog/posts/a.md': post(line) })
  const plain = await told('featured: false')
  expect(await told('description: ""')).not.toEqual(plain)
  expect(await told('coverImage: ""')).not.toEqual(plain)
})

test('a text is a list of one', async () => {
  const files = (one: (item: string) => string): Files => ({
    'blog/workspace.yml': `keys: ${one('own')}\ndefaults: { authors: ${one('ada')} }\nembeds: ${one('www.youtube-nocookie.com')}\nfields: { sources: { type: list, options: ${one('a')} } }\n`,
    'blog/posts/a.md': post(
      `authors: ${one('me')}`,
      `tags: ${one('2026')}`,
      `aliases: ${one('/x')}`,
      'category: c',
      `fields: { sources: ${one('a')} }`,
    ),
    'blog/posts/b.md': post('category: c'),
  })
  expect(await built(files((item) => item))).toEqual(await built(files((item) => `[${item}]`)))
})

test('what is wrong with the only item is told at its place, and several texts are no list', async () => {
  const place = await workspace({
    'blog/posts/a.md': post(
      'authors: me',
      'category: c',
      'aliases: "/a?b"',
      'tags: a, b',
      'attribution: { author: A, url: "" }',
    ),
  })
  places.push(place)
  const { problems } = await check({ content: place.dir, env: {} })
  expect(problems.map(({ line, column, length, message }) => [line, column, length, message])).toEqual([
    [6, 10, 6, 'aliases[0] "/a?b" does not end with its path.'],
    [7, 7, 4, 'tags must be a list.'],
    [8, 32, 2, 'attribution.url "" is not an absolute URL.'],
  ])
})
