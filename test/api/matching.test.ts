// What finds what: words and beginnings of words, compounds, CJK, quoted words.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { reader } from '../support/reading.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'
import { postFile, workspace } from '../support/workspace.ts'
import { library, now } from './library.ts'

const { app } = site({}, library(true))

async function found(query: string): Promise<string[]> {
  const target = `/v1/demo/posts?limit=all&match=all&query=${encodeURIComponent(query)}`
  const { json, headers } = await ask(app({ now: () => now }), 'GET', target)
  expect(headers['X-Search-Corrected']).toBeUndefined()
  return slugs(json)
}

describe('markup', () => {
  test.each('walrus pelican toucan osprey albatross heron badger condor span class'.split(' '))(
    'is not searched for %s',
    async (word) => expect(await found(word)).toEqual([]),
  )

  test.each([
    ['what a tag surrounds', 'word'],
    ['what a link shows', 'link'],
    ['an address that is shown', 'wombat'],
    ['code', 'lemur'],
    ['a string in code', 'tapir'],
    ['a remark in code', 'ibex'],
  ])('leaves %s to be found', async (_, word) => expect(await found(word)).toContain('markup'))
})

describe('a compound', () => {
  test.each([
    ['C++', ['languages']],
    ['c#', ['languages']],
    ['F#', ['languages']],
    ['.net', ['languages']],
    ['net', ['languages']],
    ['node.js', ['runtimes']],
    ['NODE.J', ['runtimes']],
    ['node', ['runtimes']],
    ['js', ['runtimes']],
    ['v20.1.0', ['runtimes']],
    ['v20', ['runtimes']],
    ['v20.1', ['runtimes']],
    ['CVE-2019-5737', ['runtimes']],
    ['cve', ['runtimes']],
    ['5737', ['runtimes']],
    ['@scope/name', ['runtimes']],
    ['@scope', ['runtimes']],
    ['scope', ['runtimes']],
    ['name', ['runtimes']],
    ['snake_case', ['runtimes']],
    ['snake', ['runtimes']],
    ['(node.js)', ['runtimes']],
    ['ｎｏｄｅ．ｊｓ', ['runtimes']],
    ['v20.1.1', []],
    ['F++', []],
    ['scope/name', ['runtimes']],
  ])('%s finds what it says', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })
})

describe('Chinese, Japanese and Korean', () => {
  test.each([
    ['认证', ['chinese']],
    ['证方', ['chinese']],
    ['认证方式', ['chinese']],
    ['JWT认证', ['chinese']],
    ['认证 jwt', ['chinese']],
    ['认', ['chinese']],
    ['式', ['chinese']],
    ['方认', []],
    ['服务', ['chinese']],
    ['サーバー', ['japanese']],
    ['ｻｰﾊﾞｰ', ['japanese']],
    ['認証', ['japanese']],
    ['인증', ['korean']],
    ['인증'.normalize('NFD'), ['korean']],
    ['한국', ['korean']],
    ['"认证方式"', ['chinese']],
    ['"认证式"', []],
    ['"JWT 认"', ['chinese']],
    ['"认 证"', ['chinese']],
    ['"认 方"', []],
    ['"x 山"', ['pairs']],
    ['"y 山"', ['pairs']],
    ['"z 山"', []],
    ['"z 水"', ['pairs']],
    ['"w 水"', ['pairs']],
    ['"x 水"', []],
  ])('%s is found by adjacent characters', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })
})

describe('letters', () => {
  test.each([
    ['creme BRULEE', 'accents'],
    ['Crème'.normalize('NFD'), 'accents'],
    ['nãive', 'accents'],
    ['strasse', 'accents'],
    ['STRAẞE', 'accents'],
    ['angstrom', 'accents'],
    ['fine full', 'accents'],
    ['ﬁne ＦＵＬＬ', 'accents'],
    ["don't", 'accents'],
    ['donʼt', 'accents'],
  ])('%s are compared without accents, case and width', async (query, slug) => {
    expect(await found(query)).toEqual([slug])
  })
})

describe('letters that some texts write differently', () => {
  const written = ['L’œuvre d’Encyclopædia', 'Łódź, Đà Nẵng, København', 'שָׁלוֹם עֲלֵיכֶם', 'ٱلْعَرَبِيَّة كـــتاب أحمد']
  const posts = written.map((text, i) => [`demo/posts/p${i}.md`, postFile({ title: `No ${i}` }, `${text}\n`)])
  const { get } = site({}, Object.fromEntries(posts))
  test.each([
    ['oeuvre', 0],
    ['ŒUVRE', 0],
    ['encyclopaedia', 0],
    ['encyclop', 0],
    ['lodz', 1],
    ['ŁÓDŹ', 1],
    ['danang', undefined],
    ['da nang', 1],
    ['kobenhavn', 1],
    ['שלום', 2],
    ['שלום עליכם', 2],
    ['"שָׁלוֹם עליכם"', 2],
    ['العربية', 3],
    ['العَر', 3],
    ['كتاب', 3],
    ['احمد', 3],
  ])('%s finds them', async (query, place) => {
    const { json } = await get(`/posts?match=all&query=${encodeURIComponent(query)}`)
    expect(slugs(json)).toEqual(place === undefined ? [] : [`p${place}`])
  })
})

describe('words in quotes', () => {
  test.each([
    ['without quotes', 'mice and men', ['quotes', 'men']],
    ['that stand so', '"mice and men"', ['quotes']],
    ['in another order', '"men and mice"', []],
    ['that another word parts', '"mice men"', []],
    ['in other cases and accents', '"MÍCE and men"', ['quotes']],
    ['over a comma', '"men like mice and mice"', ['men']],
    ['of a title', '"grid layout"', ['grids']],
    ['of title and text', '"men men"', []],
    ['that are beginnings', '"grid lay"', []],
    ['that are beginnings, one alone', '"harb"', []],
    ['one alone', '"harbour"', ['recipe']],
    ['and others without', '"mice and" scheme', ['quotes']],
    ['and others without, between them', 'awry"mice and"best', ['quotes']],
    ['twice', '"like mice" "like men"', ['men']],
    ['typographic', '“mice and men”', ['quotes']],
    ['German', '„mice and men“', ['quotes']],
    ['full-width', '＂mice and men＂', ['quotes']],
    ['that are not closed', '"men and mice', ['quotes', 'men']],
    ['the last of which is not closed', '"mice and" "men lay', ['men']],
    ['a compound', '"to node.js v20.1.0"', ['runtimes']],
    ['parts of a compound', '"js v20"', ['runtimes']],
    ['nothing', '""', []],
    ['nothing, and a word', '"" soup', ['recipe']],
    ['signs only', '"!?"', []],
    ['the same word again', '"mice and mice"', ['men']],
  ])('%s', async (_, query, expected) => expect(await found(query)).toEqual(expected))
})

test.each([
  ['Chinese', `node ${'漢字'.repeat(70_000)} 漢文`, '"node 漢" "漢字 漢"'],
  ['English', `here ${'again '.repeat(150_000)}here`, '"again again again here" "here again again again"'],
])('quoted words are found in a very repetitive text: %s', { tags: 'nightly' }, async (_, text, query) => {
  const place = await workspace({ 'demo/posts/a.md': postFile({}, `${text}\n`) })
  await place.build()
  const api = reader(place)
  const { pagination } = await api.get(`demo/posts?query=${encodeURIComponent(query)}`)
  expect(pagination?.totalItems).toBe(1)
  api.close()
  place.remove()
})
