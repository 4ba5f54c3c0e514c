// GET …/suggest.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { editionAt } from '../../api/_app/listing/edition.ts'
import type { Place, WordList } from '../../packages/search/index/word-list.ts'
import { type Searched, suggestionsFor, Work } from '../../packages/search/index.ts'
import { occurringWith } from '../../packages/search/suggest/together.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import { ask } from '../support/ask.ts'
import { overwrite } from '../support/sealed.ts'
import { noTurn } from '../support/turn.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

const day = 86_400_000
const epoch = Date.UTC(2026, 0, 1)
const later = epoch + 1_000 * day

/** Posts with these texts, a day apart, the oldest first. */
function posts(folder: string, texts: readonly (string | { title: string; text: string })[]): Files {
  return Object.fromEntries(
    texts.map((one, i) => {
      const { title, text } = typeof one === 'string' ? { title: `No. ${i}`, text: one } : one
      const publishedAt = new Date(epoch + i * day).toISOString()
      const lines = { title: JSON.stringify(title), publishedAt }
      return [`${folder}/posts/p${i}.md`, postFile(lines, `${text}\n`)]
    }),
  )
}

const letters = (number: number) =>
  String.fromCharCode(97 + Math.floor(number / 26)) + String.fromCharCode(97 + (number % 26))

/** Each is written otherwise than the one before, or than most before. */
const spellings = ['Api', 'API', 'API', 'api', 'api', 'api', 'API', 'ApI', 'API', 'api'].map(
  (word) => `An ${word} of ours is the ${word} here.`,
)

const files: Files = {
  ...posts('spelt', spellings),
  ...Object.assign({}, ...spellings.map((_, i) => posts(`spelt-${i}`, spellings.slice(0, i + 1)))),
  ...posts('words', [
    'Snapshots are immutable. Testing comes first.',
    'A snapshot is on GitHub, and github.com has C++ and node.js.',
    'We like testing with GitHub Actions in a café, not a cafe.',
    'Das Haus in Zürich, das Häuschen, Straße 7.',
    'v20.19.0 and ES2015, deadbeef12, 1a2b3c4d5e and utf8.',
  ]),
  'words/posts/later.md': postFile(
    { title: 'Snapdragons', publishedAt: new Date(later).toISOString() },
    'GITHUB snaps snaps.\n',
  ),
  'words/posts/draft.md': postFile({ title: 'Snappers', status: 'draft' }, 'snapping\n'),
  ...posts('starts', ['NASA knows: Rockets burn.', 'NASA knew: Rockets burn.', 'The nasa has rockets.']),
  ...posts('together', [
    ...Array.from({ length: 6 }, (_, i) => `The rate limit of client ${i} is kept.`),
    ...Array.from({ length: 9 }, (_, i) => `A library of lists, and little else, line ${i}.`),
    'A rate may be like another.',
  ]),
  ...posts('often', [
    ...Array.from({ length: 24 }, (_, i) => `there tape${i < 8 ? ' table' : ''}${i < 3 ? ' tangle' : ''}`),
    'tablet',
  ]),
  ...posts('shares', [
    ...Array.from({ length: 9 }, () => 'nothing soap soup'),
    ...Array.from({ length: 12 }, (_, i) => `harbour ${i === 0 ? 'soap' : 'soup'}`),
    ...Array.from({ length: 9 }, () => 'nothing'),
  ]),
  ...posts(
    'titles',
    [
      'Rate limits',
      'A preview for every branch',
      'Limits of rates',
      '日本語で書く',
      'การตั้งค่า',
      'Rate limiting',
      'Un été',
    ].map((title) => ({ title, text: 'nothing' })),
  ),
  ...posts(
    'many',
    Array.from({ length: 20 }, (_, i) => ({
      title: `Title ${i}`,
      text: 'title titled titles titling titular titmouse titanic titan',
    })),
  ),
  ...posts(
    'few',
    Array.from({ length: 20 }, (_, i) => ({ title: `Title ${i}`, text: 'word' })),
  ),
  ...posts('four', [
    'A comet and computers.',
    'Some computers.',
    'An in\u00adter\u00adna\u00adtional one.',
    'Nothing.',
  ]),
  ...posts('dozen', [
    'zebra',
    ...'zab zac zad zaf zag zah zaj zak zal zam zan zap zar zas'
      .split(' ')
      .map((_, i, all) => [...all.slice(i), 'zax', i < 5 ? 'zay' : ''].join(' ')),
  ]),
  // More words than are looked at.
  ...posts('fifty', [`other ${Array.from({ length: 60 }, (_, i) => `w${letters(i)}`).join(' ')}`]),
  'empty/workspace.yml': 'name: Empty\n',
}

let place: Workspace
let snapshots: Snapshots
const clock = { now: later - 1 }
const appOf = (snapshots: Snapshots): App => {
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  return createApp({ snapshots, limiter, now: () => clock.now, log: (line) => expect.fail(line) })
}
let app: App

beforeAll(async () => {
  place = await workspace(files)
  const { problems } = await place.build()
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  snapshots = openSnapshots(`${place.out}/data`)
  app = appOf(snapshots)
})
afterAll(() => {
  snapshots?.close()
  place?.remove()
})

const targetOf = (folder: string, query: string) => `/v1/${folder}/suggest?query=${encodeURIComponent(query)}`
const get = async (folder: string, query: string, one = app) =>
  (await ask(one, 'GET', targetOf(folder, query))).json.suggestions
const words = async (folder: string, query: string) => {
  const all: { kind: string; text: string }[] = await get(folder, query)
  return all.filter(({ kind }) => kind === 'word').map(({ text }) => text)
}
const titles = async (query: string) => {
  const all: { kind: string; text: string }[] = await get('titles', query)
  return all.filter(({ kind }) => kind === 'post').map(({ text }) => text)
}

describe('words', () => {
  test.each([
    ['gith', ['GitHub', 'github.com']],
    ['GITH', ['GitHub', 'github.com']],
    ['c+', ['C++']],
    ['caf', ['café']],
    ['CAFÉ', ['café']],
    ['hau', ['Haus', 'Häuschen']],
    ['häusc', ['Häuschen']],
    ['zur', ['Zürich']],
    ['stras', ['Straße']],
    ['node.', ['node.js']],
    ['(gith', ['(GitHub', '(github.com']],
    ['"gith', ['"GitHub', '"github.com']],
  ])('%s is completed as posts write it: %j', async (query, expected) => {
    expect(await words('words', query)).toEqual(expected)
  })

  test('that tell posts apart as well as each other begin with the more frequent one', async () => {
    expect(await words('four', 'com')).toEqual(['computers', 'comet'])
  })

  test('are written without hyphenation and the like', async () => {
    expect(await words('four', 'int')).toEqual(['international'])
  })

  test('are written as within a sentence if a visible post has them there', async () => {
    expect(await words('words', 'test')).toEqual(['testing'])
    expect(await words('words', 'imm')).toEqual(['immutable'])
    expect(await words('starts', 'rock')).toEqual(['rockets'])
    // No sentence gives a word more than one capital.
    expect(await words('starts', 'nas')).toEqual(['NASA'])
    expect(await words('words', 'act')).toEqual(['Actions'])
    clock.now = epoch
    expect(await words('words', 'test')).toEqual(['Testing'])
    clock.now = later - 1
  })

  test('are written at any time as if there were no later posts', async () => {
    const written = new Set<string>()
    for (const i of spellings.keys()) {
      clock.now = epoch + i * day
      const [word = ''] = await words('spelt', 'ap')
      expect([word]).toEqual(await words(`spelt-${i}`, 'ap'))
      written.add(word)
    }
    clock.now = later - 1
    expect([...written].sort()).toEqual(['API', 'Api', 'api'])
  })

  test('that have been typed already are not suggested', async () => {
    expect(await words('words', 'snapshot')).toEqual(['Snapshots'])
    expect(await words('words', 'GitHub')).toEqual(['github.com'])
    expect(await words('words', 'github')).toEqual(['GitHub', 'github.com'])
  })

  test.each(['deadb', '1a2', '7', '20', 'x', 'a'])(
    'are not numbers, checksums or single letters: %s',
    async (query) => {
      for (const word of await words('words', query)) expect(word).toMatch(/^(?!deadbeef|1a2b)\p{L}.+/u)
    },
  )

  test.each([
    ['v2', ['v20', 'v20.19.0']],
    ['es', ['ES2015']],
    ['utf', ['utf8']],
  ])('may have digits: %s', async (query, expected) => expect(await words('words', query)).toEqual(expected))

  test('are ten at most, those that tell posts apart best', async () => {
    const best = 'zah zaj zaf zag zay zak zal zam zan zad'.split(' ')
    expect(await words('dozen', 'za')).toEqual(best)
  })

  test('that a third of the posts have come first, and those that all have last', async () => {
    expect(await words('often', 'ta')).toEqual(['table', 'tangle', 'tablet', 'tape'])
  })

  test.each([
    ['typed to its end and quoted', '"gith"'],
    ['typed to its end', 'gith!'],
    ['without a letter', '!!!'],
    ['in Chinese', '日'],
    ['that no post has', 'zzz'],
    ['longer than any', 'g'.repeat(500)],
  ])('are not suggested for a word %s', async (_, query) => expect(await words('words', query)).toEqual([]))

  test('after others are those of the same posts, first those that are more frequent there', async () => {
    expect(await words('together', 'rate li')).toEqual(['rate limit', 'rate like'])
    expect(await words('together', 'Library,  l')).toEqual([
      'Library,  line',
      'Library,  lists',
      'Library,  little',
    ])
    expect(await words('together', 'a b c d e f g library l')).toContain('a b c d e f g library lists')
  })

  test('after others that no post has together are completed as if alone', async () => {
    const alone = (await words('together', 'li')).filter((word) => !['limit', 'library'].includes(word))
    expect(await words('together', 'limit library li')).toEqual(alone.map((word) => `limit library ${word}`))
    // Of the posts about a harbour, most have soup, though soap tells posts apart better.
    expect(await words('shares', 'so')).toEqual(['soap', 'soup'])
    expect(await words('shares', 'harbour so')).toEqual(['harbour soup', 'harbour soap'])
    expect(await words('together', 'zzzz lim')).toEqual(['zzzz limit'])
  })

  test('after a beginning are those of posts with words that begin with it', async () => {
    expect(await words('together', 'libr lis')).toEqual(['libr lists'])
  })

  test.each(['g', 's', 'c+', 'ca', 'h', 'no', 'v2', 't', 'a'])('found for %s find a post', async (query) => {
    const found = await words('words', query)
    expect(found.length).toBeGreaterThan(0)
    for (const word of found) {
      const { json, headers } = await ask(
        app,
        'GET',
        `/v1/words/posts?match=all&query=${encodeURIComponent(word)}`,
      )
      expect(json.posts.length, word).toBeGreaterThan(0)
      expect(headers['X-Search-Corrected']).toBeUndefined()
    }
  })
})

describe('posts', () => {
  test.each([
    ['rate', ['Rate limiting', 'Limits of rates', 'Rate limits']],
    ['rate limit', ['Rate limiting', 'Limits of rates', 'Rate limits']],
    ['limit rate', ['Rate limiting', 'Limits of rates', 'Rate limits']],
    ['rate limits', ['Limits of rates', 'Rate limits']],
    ['"rate limits"', ['Limits of rates', 'Rate limits']],
    ['prev', ['A preview for every branch']],
    ['review', []],
    ['ete', ['Un été']],
    ['日本', ['日本語で書く']],
    ['書', ['日本語で書く']],
    ['การ', ['การตั้งค่า']],
    ['!', []],
  ])('whose titles have the words of %s, newest first: %j', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  test('have their slugs', async () => {
    expect(await get('titles', 'prev')).toEqual([
      { kind: 'word', text: 'preview' },
      { kind: 'post', text: 'A preview for every branch', slug: 'p1' },
    ])
  })
})

describe('suggestions', () => {
  test('are at most ten: up to six words, then posts', async () => {
    const kinds = async (folder: string, query: string) => {
      const all: { kind: string }[] = await get(folder, query)
      return all.map(({ kind }) => kind).join(' ')
    }
    expect(await kinds('many', 'tit')).toBe(`${'word '.repeat(6)}post post post post`)
    expect(await kinds('few', 'ti')).toBe(`word${' post'.repeat(9)}`)
    expect(await kinds('words', 'sna')).toBe('word word')
  })

  test.each(['', '?query=', '?query=%20', '?query=%21', '?x=1'])('are none for %s', async (query) => {
    for (const folder of ['words', 'empty'])
      expect((await ask(app, 'GET', `/v1/${folder}/suggest${query}`)).json).toEqual({ suggestions: [] })
  })

  test('of a workspace without posts are none', async () => expect(await get('empty', 'a b')).toEqual([]))

  test('ignore blanks around the query', async () => {
    expect(await get('together', ' rate li ')).toEqual(await get('together', 'rate li'))
  })

  test('know a post from its date on', async () => {
    const before = await ask(app, 'GET', targetOf('words', 'snap'))
    clock.now = later
    const after = await ask(app, 'GET', targetOf('words', 'snap'), { 'if-none-match': before.headers.ETag! })
    clock.now = later - 1
    expect(before.text).not.toMatch(/snaps"|Snapdragons/)
    expect(after.text).toMatch(/snaps".*Snapdragons/)
    expect(after.status).toBe(200)
  })

  test('of a preview know drafts and scheduled posts', { tags: 'nightly' }, async () => {
    await place.build({ drafts: true, out: `${place.out}/preview` })
    const preview = openSnapshots(`${place.out}/preview/data`)
    const found: { text: string }[] = await get('words', 'snap', appOf(preview))
    preview.close()
    expect(found.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['snaps', 'snapping', 'Snappers', 'Snapdragons']),
    )
  })

  test('have a tag, which a client may send back, and the same headers without a body', async () => {
    const target = targetOf('words', 'gi')
    const { headers, text } = await ask(app, 'GET', target)
    expect(headers['X-Snapshot-Id']).toMatch(/\.5$/)
    expect((await ask(app, 'GET', target, { 'if-none-match': headers.ETag! })).status).toBe(304)
    const head = await ask(appOf(snapshots), 'HEAD', target)
    expect(head).toEqual({ status: 200, headers, text: '', json: undefined })
    expect(text).not.toBe('')
  })

  test('take so many steps, fewer if the words before are known', async () => {
    const opened = openSnapshots(`${place.out}/data`)
    const lines: string[] = []
    for (const [folder, query] of [
      ['few', 'ti'],
      ['many', 'tit'],
      ['together', 'rate li'],
      ['together', 'rate lim'],
      ['together', 'a rate li'],
      ['together', 'zzzz li'],
      ['fifty', 'w'],
      ['fifty', 'other w'],
    ] as const) {
      const lease = opened.lease(folder)
      const edition = editionAt(lease.workspace, clock.now)
      const work = new Work(edition.workspace.posts, noTurn)
      await suggestionsFor(edition.search, query, work)
      lease.release()
      lines.push(`${folder} ${query}: ${work.steps}`)
    }
    opened.close()
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "few ti: 5020
      many tit: 8520
      together rate li: 10767
      together rate lim: 4536
      together a rate li: 11779
      together zzzz li: 8000
      fifty w: 6500
      fifty other w: 50291"
    `)
  })

  test('of which only posts without the words before have been looked at come last', async () => {
    // Of sixteen posts, the newer eight have the word before.
    const looked = [
      { posts: 4, shared: 0, end: 8 },
      { posts: 4, shared: 0, end: 16 },
      { posts: 8, shared: 4, end: 16 },
      { posts: 4, shared: 4, end: 12 },
    ]
    const asked: unknown[] = []
    const index = {
      bits: () => Uint8Array.of(0, 255),
      term: (line: number) => line,
      shared: (line: number, others: object) => {
        asked.push(others)
        return looked[line]
      },
    }
    const searched = { index, posts: 20, visible: 16 } as unknown as Searched
    const words = { line: (place: number) => place } as unknown as WordList
    const work = new Work(16, noTurn)
    const compared = { before: ['other'], words, candidates: [0, 1, 2, 3] as unknown as Place[] }
    expect(await occurringWith(searched, compared, work)).toEqual([3, 2, 0])
    expect(asked).toEqual(looked.map(() => ({ bits: Uint8Array.of(0, 255), visible: 16, most: 6_144 })))
    expect(work.steps).toBe(5 * 500 + 2 + 6 * 20)
  })

  test('can be pinned to a snapshot', async () => {
    const { headers, text } = await ask(app, 'GET', targetOf('words', 'gi'))
    const pinned = `${targetOf('words', 'gi')}&snapshot=${headers['X-Snapshot-Id']}`
    expect((await ask(app, 'GET', pinned)).text).toBe(text)
  })

  test.each([
    ['GET', `/v1/words/suggest?query=${'x'.repeat(513)}`, 400, 'Invalid query parameters'],
    ['GET', '/v1/words/suggest?query=a&query=b', 400, 'Invalid query parameters'],
    ['GET', '/v1/words/suggest?query=a&snapshot=other', 409, 'Snapshot changed'],
    ['POST', '/v1/words/suggest?query=a', 405, 'Method not allowed'],
    ['GET', '/v1/words/suggest/a', 404, 'Not found'],
    ['GET', '/v1/none/suggest?query=a', 404, 'Invalid workspace'],
    ['GET', '/suggest?query=a', 404, 'Not found'],
  ])('%s %s is %i, %s', async (method, path, status, error) => {
    const answer = await ask(app, method, path)
    expect([answer.status, answer.json.error]).toEqual([status, error])
  })

  test.each(['/v1/words/suggest/', '/words/suggest', '/words/v1/suggest/'])(
    '%s leads to their address',
    async (path) => {
      const { status, headers } = await ask(app, 'GET', `${path}?query=a`)
      expect([status, headers.Location]).toEqual([308, '/v1/words/suggest?query=a'])
    },
  )

  test('read nothing of their file before the first one', async () => {
    const { hash } = snapshots.current().workspaces.get('few')!
    const opened = openSnapshots(`${place.out}/data`)
    const one = createApp({
      snapshots: opened,
      limiter: createLimiter({ limits: { workspace: null, fallback: null } }),
      now: () => clock.now,
      log: () => {},
    })
    expect((await ask(one, 'GET', '/v1/few/posts?query=word')).status).toBe(200)
    overwrite(`${place.out}/data/${hash}`, 'suggestions.bin', (bytes) => void bytes.fill(1))
    expect((await ask(one, 'GET', '/v1/few/posts?query=wor')).status).toBe(200)
    expect((await ask(one, 'GET', targetOf('few', 'wor'))).status).toBe(503)
    opened.close()
  })
})
