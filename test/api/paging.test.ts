// Pages: limit, page, what the reply says about its neighbours, and the Link header.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { visible } from '../support/fixture.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app, get } = site()

const none = { currentPage: 1, previousPage: null, nextPage: null, totalPages: 0, totalItems: 0 }

describe('pagination', () => {
  test.each([
    [
      '/posts?limit=8',
      { limit: 8, currentPage: 1, previousPage: null, nextPage: 2, totalPages: 3, totalItems: 20 },
    ],
    [
      '/posts?limit=8&page=2',
      { limit: 8, currentPage: 2, previousPage: 1, nextPage: 3, totalPages: 3, totalItems: 20 },
    ],
    [
      '/posts?limit=8&page=3',
      { limit: 8, currentPage: 3, previousPage: 2, nextPage: null, totalPages: 3, totalItems: 20 },
    ],
    [
      '/posts?page=2',
      { limit: 10, currentPage: 2, previousPage: 1, nextPage: null, totalPages: 2, totalItems: 20 },
    ],
    [
      '/posts?limit=20',
      { limit: 20, currentPage: 1, previousPage: null, nextPage: null, totalPages: 1, totalItems: 20 },
    ],
    [
      '/posts?limit=999999999999999',
      {
        limit: 999999999999999,
        currentPage: 1,
        previousPage: null,
        nextPage: null,
        totalPages: 1,
        totalItems: 20,
      },
    ],
    [
      '/posts?limit=all',
      { limit: 20, currentPage: 1, previousPage: null, nextPage: null, totalPages: 1, totalItems: 20 },
    ],
    ['/posts?tags=unused', { limit: 10, ...none }],
    ['/posts?tags=unused&page=1', { limit: 10, ...none }],
    ['/posts?tags=unused&limit=all', { limit: 0, ...none }],
    [
      '/categories',
      { limit: 4, currentPage: 1, previousPage: null, nextPage: null, totalPages: 1, totalItems: 4 },
    ],
    [
      '/categories?limit=all',
      { limit: 4, currentPage: 1, previousPage: null, nextPage: null, totalPages: 1, totalItems: 4 },
    ],
    [
      '/tags?limit=2&page=2',
      { limit: 2, currentPage: 2, previousPage: 1, nextPage: 3, totalPages: 3, totalItems: 5 },
    ],
    [
      '/authors?limit=1',
      { limit: 1, currentPage: 1, previousPage: null, nextPage: 2, totalPages: 2, totalItems: 2 },
    ],
  ])('of %s', async (path, pagination) => {
    expect((await get(path)).json.pagination).toEqual(pagination)
  })

  test.each(['posts', 'tags', 'authors'])('of an empty list of %s', async (resource) => {
    const { json } = await ask(app(), 'GET', `/v1/empty/${resource}?limit=5`)
    expect(json).toEqual({ [resource]: [], pagination: { limit: 5, ...none } })
    const all = await ask(app(), 'GET', `/v1/empty/${resource}?limit=all`)
    expect(all.json).toEqual({ [resource]: [], pagination: { limit: 0, ...none } })
  })

  test.each(['/posts', '/categories', '/tags', '/authors'])(
    'splits %s and leaves nothing out',
    async (path) => {
      const whole = slugs((await get(`${path}?limit=all`)).json)
      for (const limit of [1, 2, 3, 7, 50]) {
        const pages: string[] = []
        for (let page: number | null = 1; page !== null; ) {
          const { json } = await get(`${path}?limit=${limit}&page=${page}`)
          pages.push(...slugs(json))
          page = json.pagination.nextPage
        }
        expect(pages).toEqual(whole)
      }
    },
  )

  test.each([
    ['/posts?limit=all&page=7'],
    ['/posts?limit=all&page=0'],
    ['/posts?limit=all&page=x'],
    ['/posts?limit=all&page=1&page=2'],
    ['/posts?page=7&limit=all'],
  ])('does not look at the page of %s', async (path) => {
    const { status, json } = await get(path)
    expect(status).toBe(200)
    expect(slugs(json)).toEqual(visible)
  })

  test('ignores page if limit is left out and all is the default', async () => {
    for (const page of ['7', '0', 'x']) {
      expect((await get(`/tags?page=${page}`)).text).toBe((await get('/tags')).text)
    }
  })
})

describe('a page past the end', () => {
  test('is literally what the contract has', async () => {
    const { status, json } = await get('/posts?page=9')
    expect(status).toBe(400)
    expect(json).toEqual({
      error: 'Invalid page number',
      message: expect.any(String),
      details: { message: 'Page 9 does not exist.', statusCode: 400, totalPages: 2, requestedPage: 9 },
    })
  })

  test.each([
    ['/posts?limit=20&page=2', { totalPages: 1, requestedPage: 2 }],
    ['/posts?tags=unused&page=2', { totalPages: 0, requestedPage: 2 }],
    ['/posts?page=999999999999999', { totalPages: 2, requestedPage: 999999999999999 }],
    ['/posts?limit=999999999999999&page=999999999999999', { totalPages: 1, requestedPage: 999999999999999 }],
    ['/categories?limit=2&page=3', { totalPages: 2, requestedPage: 3 }],
    ['/tags?limit=5&page=2', { totalPages: 1, requestedPage: 2 }],
    ['/authors?limit=1&page=3', { totalPages: 2, requestedPage: 3 }],
  ])('of %s says how many there are', async (path, details) => {
    const { status, json } = await get(path)
    expect([status, json.error]).toEqual([400, 'Invalid page number'])
    expect(json.details).toMatchObject(details)
  })
})
