// highlight=true: what was found in each post.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, test } from 'vitest'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'
import { postFile } from '../support/workspace.ts'

const posts: Record<string, [title: string, text: string]> = {
  harbour: ['The harbour', 'A [walk](https://example.org/x) by the **harbour**, `<b>` & more.'],
  elsewhere: ['Elsewhere', 'Far from any harbour.\n\n```html\n<mark>harbour</mark>\n```'],
  titled: ['Harbour & sons', 'Nothing of it here.'],
  phrase: ['Boats', 'Rate of limits. The rate limit of boats.'],
}

const { get } = site(
  {},
  Object.fromEntries(
    Object.entries(posts).map(([slug, [title, text]], i) => [
      `demo/posts/${slug}.md`,
      postFile({ title, publishedAt: `2026-01-${20 - i}` }, `${text}\n`),
    ]),
  ),
)

const highlights = async (query: string) => {
  const { json } = await get(`/posts?highlight=true&select=slug&query=${encodeURIComponent(query)}`)
  return Object.fromEntries(
    json.posts.map(({ slug, highlights }: { slug: string; highlights: object }) => [slug, highlights]),
  )
}

describe('highlight=true', () => {
  test('marks what was found in title and text, not in markup', async () => {
    expect(await highlights('harbour')).toEqual({
      harbour: {
        title: 'The <mark>harbour</mark>',
        content: ['A walk by the <mark>harbour</mark>, &lt;b&gt; &amp; more.'],
      },
      elsewhere: {
        title: 'Elsewhere',
        content: ['Far from any <mark>harbour</mark>.\n\n&lt;mark&gt;<mark>harbour</mark>&lt;/mark&gt;'],
      },
      titled: { title: '<mark>Harbour</mark> &amp; sons', content: [] },
    })
  })

  test('marks the correction of a misspelt word', async () => {
    expect(await highlights('harboor sons')).toEqual({
      titled: { title: '<mark>Harbour</mark> &amp; <mark>sons</mark>', content: [] },
    })
  })

  test('marks the words of a phrase where they are adjacent', async () => {
    expect(await highlights('"rate limit"')).toEqual({
      phrase: {
        title: 'Boats',
        content: ['Rate of limits. The <mark>rate</mark> <mark>limit</mark> of boats.'],
      },
    })
  })

  test.each(['', '&select=title,content', '&select=id', '&format=text', '&format=markdown&select=content'])(
    'adds one field to what %s gives',
    async (parameters) => {
      const path = `/posts?query=harbour&sort=relevance${parameters}`
      const { json: plain } = await get(path)
      const { json } = await get(`${path}&highlight=true`)
      for (const post of json.posts) {
        expect(Object.keys(post).at(-1)).toBe('highlights')
        delete post.highlights
      }
      expect(json).toEqual(plain)
    },
  )

  test('changes nothing without a query', async () => {
    const plain = await get('/posts')
    const asked = await get('/posts?highlight=true')
    expect(asked.text).toBe(plain.text)
    expect(asked.headers.ETag).toBe(plain.headers.ETag)
    expect((await get('/posts?highlight=true&query=%20')).text).toBe(plain.text)
  })

  test('is an answer of its own', async () => {
    const [plain, asked] = await Promise.all([
      get('/posts?query=harbour'),
      get('/posts?query=harbour&highlight=true'),
    ])
    expect(asked.headers.ETag).not.toBe(plain.headers.ETag)
  })

  test('is nothing where nothing is found', async () => {
    expect((await get('/posts?highlight=true&query=!!!')).json.posts).toEqual([])
  })

  test.each(['101', 'all', '999999'])('refuses a limit of %s, with or without a query', async (limit) => {
    for (const query of ['', '&query=harbour']) {
      const { status, json } = await get(`/posts?highlight=true&limit=${limit}${query}`)
      expect(status).toBe(400)
      expect(json.details).toEqual([
        { field: 'limit', message: `limit must be at most 100 with highlight=true, but is "${limit}".` },
      ])
    }
  })

  test('takes a limit of 100', async () => {
    const { json } = await get('/posts?highlight=true&limit=100&query=harbour')
    expect(slugs(json)).toEqual(['harbour', 'elsewhere', 'titled'])
  })

  test('takes no other value, and reports only that', async () => {
    for (const value of ['false', 'yes', '1']) {
      const { status, json } = await get(`/posts?limit=all&highlight=${value}`)
      expect(status).toBe(400)
      expect(json.details).toEqual([
        { field: 'highlight', message: `highlight must be true or left out, but is "${value}".` },
      ])
    }
  })

  test('reads no text twice that is part of the reply anyway', async () => {
    const bytesRead = async (rest: string) => {
      const { readSync } = fs
      let bytes = 0
      const ask = () => get(`/posts?query=harbour&select=slug,content${rest}`)
      // What is read only once.
      await ask()
      fs.readSync = ((...given: Parameters<typeof readSync>) => {
        const read = readSync(...given)
        bytes += read
        return read
      }) as typeof readSync
      syncBuiltinESMExports()
      try {
        await ask()
        return bytes
      } finally {
        fs.readSync = readSync
        syncBuiltinESMExports()
      }
    }
    const plain = await bytesRead('')
    expect(plain).toBeGreaterThan(0)
    expect(await bytesRead('&highlight=true')).toBe(plain)
    expect(await bytesRead('&highlight=true&format=text')).toBe(plain)
  })
})
