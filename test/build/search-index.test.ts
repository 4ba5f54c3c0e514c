// What goes into the search index that browsers load, and when.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { afterEach, describe, expect, test } from 'vitest'
import type { BuildOptions } from '../../build/index.ts'
import { headingsIn } from '../../build/search-index/headings.ts'
import { searchIndexOf } from '../../build/search-index/search-index.ts'
import { SerialisableIndex } from '../../build/search-index/serialise.ts'
import { wordsOf } from '../../build/search-index/words.ts'
import { verifySnapshot } from '../../snapshot/read/verify.ts'
import { scanHtml } from '../../snapshot/text/tags.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

const day = 86_400_000
const built = Date.UTC(2026, 5, 1)

async function build(files: Files, options: Partial<BuildOptions> = {}): Promise<void> {
  place = await workspace(files)
  await again({}, options)
}

async function again(files: Files, options: Partial<BuildOptions> = {}): Promise<void> {
  place.write(files)
  const env = { SOURCE_DATE_EPOCH: String(built / 1000) }
  const { problems, written } = await place.build({ env, ...options })
  expect([problems, written]).toEqual([[], true])
}

const data = () => join(place.out, 'data')
const current = () => JSON.parse(readFileSync(join(data(), 'current.json'), 'utf8'))
const entry = (folder = 'demo') => current().workspaces[folder].searchIndex
const indexFiles = () => readdirSync(data()).filter((name) => name.endsWith('.search-index.json'))

function load(folder = 'demo'): MiniSearch {
  const { index, options } = JSON.parse(
    readFileSync(join(data(), `${entry(folder).hash}.search-index.json`), 'utf8'),
  )
  return MiniSearch.loadJS(index, options)
}

const found = (query: string) =>
  load()
    .search(query)
    .map(({ id }) => id)

const files: Files = {
  'demo/tags.yml': 'http: { name: Hypertext transfer }\n',
  'demo/posts/harbour.md': postFile(
    { title: 'The harbour', publishedAt: '2026-05-01', tags: '[http]', description: 'Cranes and quays.' },
    'Plain words here.\n\n## A *light*house &amp; tower\n\nAnd lanterns.\n',
  ),
  'demo/posts/zürich.md': postFile({ title: 'Zürich by boat', publishedAt: '2026-04-01' }, 'Only this.\n'),
}

describe('the index', () => {
  test('finds what stands in titles, descriptions, headings and names of tags, and nothing else', async () => {
    await build(files)
    for (const word of ['harbour', 'HARB', 'crane', 'lighthouse', 'tower', 'hypertext', 'trans'])
      expect(found(word), word).toEqual(['harbour'])
    expect(found('boat')).toEqual(['zürich'])
    // A description that nobody wrote is the beginning of the text.
    expect(found('only')).toEqual(['zürich'])
    for (const word of ['lanterns', 'plain', 'amp', 'news', 'ada']) expect(found(word), word).toEqual([])
  })

  test('has what a list of results shows', async () => {
    await build(files)
    expect(load().search('crane')[0]).toMatchObject({
      id: 'harbour',
      title: 'The harbour',
      description: 'Cranes and quays.',
      category: 'news',
      publishedAt: '2026-05-01T00:00:00.000Z',
    })
  })

  test('has so many bytes of each text as workspace.yml says', async () => {
    const text = 'Ein Kran. Größe aus Übersee.\n'
    await build({
      'demo/workspace.yml': 'searchIndex: { text: 14 }\n',
      'demo/posts/a.md': postFile({ publishedAt: '2026-05-01', description: 'None.' }, text),
    })
    // The ß would need bytes 14 and 15.
    expect(found('kran')).toEqual(['a'])
    const terms = JSON.stringify(load())
    expect(terms).toContain('"grö"')
    expect(terms).not.toContain('übersee')
  })

  test.each(['searchIndex: false', 'searchIndex: False'])('is not made with %s', async (line) => {
    await build({ ...files, 'demo/workspace.yml': `${line}\n` })
    expect(entry()).toEqual({ missing: 'off' })
    expect(indexFiles()).toEqual([])
  })

  test.each([
    ['searchIndex: maybe', 'wrong-type', 14],
    ['searchIndex: { text: -1 }', 'wrong-type', 22],
    ['searchIndex: { text: 100001 }', 'wrong-type', 22],
    ['searchIndex: { text: 1.5 }', 'wrong-type', 22],
    ['searchIndex: { texts: 5 }', 'unknown-key', 16],
    ['searchIndex: [1]', 'wrong-type', 14],
  ])('cannot be asked for by %s', async (line, code, column) => {
    place = await workspace({ ...files, 'demo/workspace.yml': `${line}\n` })
    const { problems } = await place.build()
    expect(problems).toMatchObject([{ code, line: 1, column }])
  })
})

describe('posts', () => {
  const dated: Files = {
    'demo/posts/before.md': postFile({ title: 'Before', publishedAt: '2026-05-31T23:59:59Z' }),
    'demo/posts/then.md': postFile({ title: 'Then', publishedAt: '2026-06-01T00:00:00Z' }),
    'demo/posts/behind.md': postFile({ title: 'Behind', publishedAt: '2026-06-01T00:00:01Z' }),
    'demo/posts/draft.md': postFile({ title: 'Draft', publishedAt: '2026-05-01', status: 'draft' }),
  }
  const slugs = () =>
    load()
      .search(MiniSearch.wildcard)
      .map(({ id }) => id)
      .sort()

  test('are in it that were visible when the content was built', async () => {
    await build(dated)
    expect(slugs()).toEqual(['before', 'then'])
    expect(entry().posts).toBe(2)
  })

  test('are not in it before the clock of the machine, whenever the content says it was built', async () => {
    await build(dated, { now: built - 1 })
    expect(slugs()).toEqual(['before'])
  })

  test('are held to the clock alone where nobody says when it was built', async () => {
    await build(dated, { env: {}, now: built + 1000 })
    expect(slugs()).toEqual(['before', 'behind', 'then'])
  })

  test('are all in it on a preview', async () => {
    await build(dated, { drafts: true, now: built - day })
    expect(slugs()).toEqual(['before', 'behind', 'draft', 'then'])
  })

  test('that come later join with the next build, and the workspace keeps its bytes', async () => {
    await build(dated)
    const { hash } = current().workspaces.demo
    const before = entry().hash
    await again({}, { env: { SOURCE_DATE_EPOCH: String(built / 1000 + 1) } })
    expect(current().workspaces.demo.hash).toBe(hash)
    expect(slugs()).toEqual(['before', 'behind', 'then'])
    expect(entry().hash).not.toBe(before)
  })

  test('that are pushed for later change nothing in it', async () => {
    await build(dated)
    const before = entry()
    await again({ 'demo/posts/more.md': postFile({ title: 'More', publishedAt: '2027-01-01' }) })
    expect(entry()).toEqual(before)
  })

  test('of more than 5,000 there is none, and those that are not visible do not count', () => {
    const of = (count: number, hidden: number) => {
      const demo = bulkWorkspace('demo', count + hidden, () => '')
      const until = demo.posts[hidden]!.publishedAt
      return searchIndexOf(demo, { text: 0 }, until)
    }
    expect(of(5_001, 0)).toEqual({ missing: 'too-many-posts' })
    expect(of(5_000, 20)).toMatchObject({ posts: 5_000 })
  })

  test('with more words than a browser should load make none', { tags: 'nightly' }, () => {
    const made = (words: number) => {
      const text = () => `<p>${'harbour '.repeat(words)}</p>`
      return searchIndexOf(bulkWorkspace('demo', 60, text), { text: 100_000 }, Number.POSITIVE_INFINITY)
    }
    expect(made(10_000)).toEqual({ missing: 'too-large' })
    expect(made(9_000)).toMatchObject({ posts: 60 })
  })
})

describe('the file', () => {
  test('goes with the snapshot that follows the next one', async () => {
    await build(files)
    const [first] = indexFiles()
    await again({ 'demo/posts/b.md': postFile({ title: 'Second', publishedAt: '2026-05-02' }) })
    expect(indexFiles()).toHaveLength(2)
    await again({ 'demo/posts/c.md': postFile({ title: 'Third', publishedAt: '2026-05-03' }) })
    expect(indexFiles()).toHaveLength(2)
    expect(indexFiles()).not.toContain(first)
  })

  test('of a preview is gone when production is built', async () => {
    await build(files, { drafts: true, mixed: true })
    expect(indexFiles()).toHaveLength(1)
    await again({ 'demo/workspace.yml': 'searchIndex: false\n' }, { mixed: true })
    expect(indexFiles()).toEqual([])
  })

  test('is shared by workspaces that have the same in it', async () => {
    await build({
      'one/posts/a.md': postFile({ publishedAt: '2026-05-01' }),
      'two/posts/a.md': postFile({ publishedAt: '2026-05-01' }, 'Hello.\n\n'),
    })
    expect(entry('one')).toEqual(entry('two'))
    expect(verifySnapshot(data())).toEqual([])
  })

  test('is verified with the snapshot, and made anew by a build when it is damaged', async () => {
    await build(files)
    const path = join(data(), indexFiles()[0]!)
    const good = readFileSync(path)
    writeFileSync(path, good.with(40, 0))
    expect(verifySnapshot(data())).toEqual([
      expect.stringMatching(/search-index\.json: its sha256 is wrong$/),
    ])
    await again({})
    expect(readFileSync(path).equals(good)).toBe(true)
    expect(verifySnapshot(data())).toEqual([])
    expect(existsSync(path)).toBe(true)
  })
})

describe('words', () => {
  test.each([
    [
      'split where MiniSearch splits a query',
      "Rock'n'roll, node.js\t(2026)",
      ['Rock', 'n', 'roll', 'node', 'js', '2026'],
    ],
    ['begin at every character where no spaces are written', '認証を', ['認証を', '証を', 'を']],
    ['do not begin with a mark', 'ที่นี่', ['ที่นี่', 'นี่']],
    ['begin where scripts meet', 'JWT認証', ['JWT認証', '認証', '証']],
    ['are composed', 'Zu\u0308rich', ['Zürich']],
    ['are cut between characters', '𐐨'.repeat(70), ['𐐨'.repeat(64)]],
    ['are cut at 64 characters', 'x'.repeat(65), ['x'.repeat(64)]],
    [
      'are cut at 64 characters, too, where they begin a run',
      `日${'x'.repeat(70)}`,
      [`日${'x'.repeat(63)}`, 'x'.repeat(64)],
    ],
    [
      'of a long run have eight characters',
      '日'.repeat(10),
      [10, 8, 8, 7, 6, 5, 4, 3, 2, 1].map((length) => '日'.repeat(length)),
    ],
    ['are none in signs', '!!! …', []],
  ])('%s', (_, text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  test('are found by any part of them that is typed, in scripts without spaces', () => {
    const index = new MiniSearch({ fields: ['t'], tokenize: wordsOf })
    const texts = ['静的サイトの全文検索', 'ระบบค้นหาข้อความ', '한국어로글쓰기', 'ສະບາຍດີ', 'ជំរាបសួរ']
    index.addAll(texts.map((t, id) => ({ id, t })))
    const queries = ['全文検索', 'サイト', '検', 'ค้นหา', 'ข้อความ', '글쓰기', 'ບາຍ', 'សួរ']
    const browser = MiniSearch.loadJSON(JSON.stringify(index), { fields: ['t'] })
    const ids = queries.map((query) => browser.search(query, { prefix: true }).map(({ id }) => id))
    expect(ids).toEqual([[0], [0], [0], [1], [1], [2], [3], [4]])
  })
})

test.each([
  ['<p>a</p>', '<p> a </p>'],
  ['a &lt; b', 'a &lt; b'],
  ['<br/>x<hr>', '<br> x <hr>'],
  ['<a title="x > y" href="&quot;">z</a>', '<a> z </a>'],
  ['<a b=c d="e">z', '<a> z'],
  ['<a\nhref="x">z</a\n>', '<a> z </a>'],
  ['<script>a</b> "<i>"</script>b', '<script> </script> b'],
  [
    '<style>a</style><template><p>x</p></template><iframe>x</iframe>',
    '<style> </style> <template> </template> <iframe> </iframe>',
  ],
  [
    '<noscript>x</noscript><title>y</title>z<script>never closed',
    '<noscript> </noscript> <title> </title> z <script>',
  ],
  ['a<b', 'a'],
  ['a<b c="', 'a'],
  ['a<', 'a'],
  ['', ''],
])('the HTML %j is %s to the index', (html, pieces) => {
  const found = [...scanHtml(html)].map((one) =>
    typeof one === 'string' ? one : `<${one.closes ? '/' : ''}${one.name}>`,
  )
  expect(found.join(' ')).toBe(pieces)
})

test.each([
  ['<h1>One</h1><p>x</p><h2 id="a">Two &amp; <em>three</em></h2>y<h6>Six</h6>', 'One Two & three Six'],
  ['<h2>A<br>b<sup><a href="#x">1</a></sup></h2>', 'A b 1'],
  ['<h7>x</h7><hr><header>y</header><h2>Last', 'Last'],
  ['<h2>A</h2><section class="footnotes"><h2>Footnotes</h2></section>', 'A'],
  ['<h3>A</h3><h3>B</h3>text', 'A B'],
])('the headings of %j are %j', (html, headings) => {
  expect(headingsIn(html).trim().split(/\s+/).join(' ')).toBe(headings)
})

test("the index is serialised as MiniSearch's own", () => {
  const index = new SerialisableIndex<object>({ fields: ['a', 'b'], storeFields: ['a'] })
  index.addAll([
    { id: 'x"', a: 'constructor __proto__ "quoted', b: '\u2028 \ud800 toString' },
    { id: 'y', a: '__proto__ again', b: '' },
    { id: 7, a: 'gone' },
  ])
  index.discard(7)
  expect(JSON.parse(index.json())).toEqual(JSON.parse(JSON.stringify(index)))
  expect(MiniSearch.loadJSON(index.json(), { fields: ['a', 'b'] }).search('again')).toHaveLength(1)
  expect(JSON.parse(new SerialisableIndex({ fields: ['a'] }).json()).index).toEqual([])
})
