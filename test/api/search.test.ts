// query and search: full-text search as a filter.
import { describe, expect, test } from 'vitest'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { get } = site()

const found = async (query: string) => slugs((await get(`/posts?limit=all&match=all&${query}`)).json)

describe('a query', () => {
  test.each([
    ['a word of a title or of a text', 'harbour', ['welcome', 'zürich']],
    ['another case', 'HarBOUR', ['welcome', 'zürich']],
    ['the beginning of a word', 'harb', ['welcome', 'zürich']],
    ['several words, all of them', 'boat harbour', ['zürich']],
    ['words of title and text together', 'zurich past', ['zürich']],
    ['words that no post has together', 'words boat', []],
    ['a word without its accents', 'cafe', ['zürich']],
    ['a word with its accents', 'CAFÉ', ['zürich']],
    ['a word with accents it does not have', 'Bóat', ['zürich']],
    ['a word of an address', 'zeppelin', []],
    ['a word of the markup', 'strong', []],
    ['a word of a scheduled post', 'lighthouse', []],
    ['a word of a draft', 'secret', []],
    ['a word of a category', 'Élan', []],
    ['C++', 'C++', ['cpp']],
    ['C#', 'c#', ['csharp']],
    ['.NET', '.NET', ['runtime']],
    ['node.js', 'node.js', ['runtime']],
    ['a version', 'v20.1.0', ['runtime']],
    ['a query without a letter or digit', '!!!', []],
    ['a quotation mark', '"', []],
    ['a percent sign', '%', []],
    ['operators that mean nothing here', 'boat AND -harbour', []],
  ])('finds %s', async (_, query, expected) => {
    expect(await found(`query=${encodeURIComponent(query)}`)).toEqual(expected)
    expect(await found(`search=${encodeURIComponent(query)}`)).toEqual(expected)
  })

  test('is decoded as a form: a plus is a blank, a broken escape is itself', async () => {
    expect(await found('query=boat+harbour')).toEqual(['zürich'])
    expect(await found('query=c%2b%2b')).toEqual(['cpp'])
    expect(await found('query=%')).toEqual([])
    expect(await found('query=%FF')).toEqual([])
  })

  test("combines with the other filters and keeps the list's order", async () => {
    expect(await found('query=harbour&category=guides')).toEqual(['zürich'])
    expect(await found('query=harbour&featured=true')).toEqual(['welcome'])
    expect(await found('query=harbour&order=asc')).toEqual(['zürich', 'welcome'])
  })

  test('is paged like any list', async () => {
    const { json } = await get('/posts?query=harbour&limit=1&page=2')
    expect(slugs(json)).toEqual(['zürich'])
    expect(json.pagination).toMatchObject({ totalItems: 2, totalPages: 2, previousPage: 1, nextPage: null })
  })

  test('may have 512 code points, and not one more', async () => {
    const long = (count: number) => encodeURIComponent('😀'.repeat(count))
    expect((await get(`/posts?query=${long(512)}`)).json.posts).toEqual([])
    for (const name of ['query', 'search']) {
      const { status, json } = await get(`/posts?${name}=${long(513)}`)
      expect(status).toBe(400)
      expect(json.details).toMatchObject([{ field: name }])
    }
  })
})
