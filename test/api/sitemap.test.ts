// GET …/sitemap.xml, …/llms.txt and …/post/{slug}.md.
import { describe, expect, test } from 'vitest'
import { homeOf } from '../../api/_app/feeds/site.ts'
import { sitemapIndex, sitemapPages } from '../../api/_app/feeds/sitemap.ts'
import type { Edition } from '../../api/_app/listing/edition.ts'
import type { WorkspaceExchange } from '../../api/_app/listing/exchange.ts'
import { sitemap } from '../../api/_app/routes/sitemap.ts'
import { ask } from '../support/ask.ts'
import { xmlOf } from '../support/feeds.ts'
import { scheduled } from '../support/fixture.ts'
import { site } from '../support/site.ts'
import { noTurn } from '../support/turn.ts'
import { postFile } from '../support/workspace.ts'

const now = scheduled - 1_000
/** Of a workspace that keeps it to itself. */
const key = 'g6G8a14PMeYmoWPV2mW393'
const env = {
  SOURCE_DATE_EPOCH: String(now / 1_000),
  BASE_URL: 'https://api.example.org',
  GALLEY_KEYS: `secret=${key},bare=${key}-2`,
}
const soon = new Date(scheduled).toISOString()
const source = '# Part\n\nText with [a link](#part), 𝒳 and "quotes" \\ \u0001.\r\n'
const files = {
  'blog/workspace.yml':
    'name: The\u00a0 blog\nurl: https://example.org/{year}/{slug}?a=1&b=2\ndescription: "What\\n it is [about]."\nslugs: relaxed\n',
  'blog/posts/first.md': postFile(
    {
      title: '"The [first] \\\\ of\\n many"',
      publishedAt: '2026-01-01',
      updatedAt: '2026-01-02',
      aliases: '[earlier, old.md]',
      id: 'post-1',
    },
    source,
  ),
  'blog/posts/größe.md': postFile({
    title: 'Größe',
    publishedAt: '2026-02-01',
    description: 'How\n  large.',
  }),
  'blog/posts/second.md': postFile({ title: 'Second', publishedAt: '2026-03-01' }, 'The second.\n'),
  'blog/posts/second.md.md': postFile({ title: 'Documented', slug: 'second.md', publishedAt: '2026-03-02' }),
  'blog/posts/later.md': postFile({ title: 'Later', slug: 'größe.md', publishedAt: soon }),
  'none/posts/a.md': postFile({ title: 'Nowhere' }),
  'empty/workspace.yml': 'url: https://example.org\n',
  'plain/workspace.yml': 'name: Plain\nurl: https://example.org\n',
  'plain/posts/a.md': postFile({ title: '" A\\t [b](c) "', description: '""' }, '![](/none)\n'),
  'secret/workspace.yml': 'url: https://example.org/(a)/{slug}\n',
  'secret/posts/a.md': postFile({ title: 'A' }),
  'bare/posts/b.md': postFile({ title: 'B' }),
  'grouped/categories.yml':
    'old: { name: "Notes # of\\n old" }\nz: { name: Zebras }\ne: { name: Élan }\nnone: { name: None }\n',
  'grouped/posts/a.md': postFile({ title: 'A', category: 'old', publishedAt: '2026-01-01' }),
  'grouped/posts/b.md': postFile({ title: 'B', category: 'z', publishedAt: '2026-01-02' }),
  'grouped/posts/c.md': postFile({ title: 'C', category: 'old', publishedAt: '2026-01-03' }),
  'grouped/posts/d.md': postFile({ title: 'D', category: 'e', publishedAt: soon }),
}
const blog = site({ env }, files)
const get = (path: string, headers = {}, time = now) =>
  ask(blog.app({ now: () => time }), 'GET', `/v1/${path}`, headers)
const addresses = async (path: string, time = now) =>
  xmlOf((await get(path, {}, time)).text).texts('/sitemap:urlset/sitemap:url/sitemap:loc')

describe('a sitemap', () => {
  test('has the address of each visible post and the time of its last change, newest first', async () => {
    const { text, headers } = await get('blog/sitemap.xml')
    expect(headers['Content-Type']).toBe('application/xml; charset=utf-8')
    const { texts } = xmlOf(text)
    expect(texts('//sitemap:loc')).toEqual([
      'https://example.org/2026/second.md?a=1&b=2',
      'https://example.org/2026/second?a=1&b=2',
      'https://example.org/2026/gr%C3%B6%C3%9Fe?a=1&b=2',
      'https://example.org/2026/first?a=1&b=2',
    ])
    expect(texts('//sitemap:lastmod').at(-1)).toBe('2026-01-02T00:00:00.000Z')
    expect(await addresses('empty/sitemap.xml')).toEqual([])
  })

  test('has the same addresses as its only page, and no other page', async () => {
    expect(await addresses('blog/sitemap.xml?page=1')).toEqual(await addresses('blog/sitemap.xml'))
    expect((await get('blog/sitemap.xml?page=2')).json.error).toBe('Invalid page number')
  })

  test('tells of a scheduled post from its second on', async () => {
    const before = await get('blog/sitemap.xml')
    const tag = { 'if-none-match': before.headers.ETag }
    expect((await get('blog/sitemap.xml', tag, scheduled - 1)).status).toBe(304)
    expect((await get('blog/sitemap.xml', tag, scheduled)).status).toBe(200)
    expect((await addresses('blog/sitemap.xml', scheduled))[0]).toContain('gr%C3%B6%C3%9Fe.md')
  })

  test('needs a url in workspace.yml', async () => {
    const { status, json } = await get('none/sitemap.xml')
    expect([status, json.error]).toEqual([404, 'Addresses unknown'])
    expect(json.message).toContain('write url: https://example.org/{slug}')
  })
})

describe('llms.txt', () => {
  test('lists posts with links to their markdown', async () => {
    const { text, headers } = await get('blog/llms.txt')
    expect(headers['Content-Type']).toBe('text/plain; charset=utf-8')
    const base = 'https://api.example.org/v1/blog/post'
    expect(text).toBe(`# The blog

> What it is [about].

## News

- [Documented](${base}/second.md.md): Hello.
- [Second](${base}/${(await get('blog/posts/second')).json.post.id}.md): The second.
- [Größe](${base}/gr%C3%B6%C3%9Fe.md): How large.
- [The \\[first\\] \\\\ of many](${base}/first.md): Text with a link, 𝒳 and "quotes" \\ .
`)
    for (const [, url] of text.matchAll(/\]\(([^)]+)\)/g)) {
      const { headers } = await get(url!.slice('https://api.example.org/v1/'.length))
      expect(headers['Content-Type']).toBe('text/markdown; charset=utf-8')
    }
  })

  test('needs no url, and keeps a secret key to itself', async () => {
    expect((await get('none/llms.txt')).text).toBe(
      '# Posts\n\n## News\n\n- [Nowhere](https://api.example.org/v1/none/post/a.md): Hello.\n',
    )
    const { text } = await get(`${key}/llms.txt`)
    expect(text).toBe('# example.org\n\n## News\n\n- [A](https://example.org/%28a%29/a): Hello.\n')
  })

  test('has a title alone where a post has no description', async () => {
    expect((await get('plain/llms.txt')).text).toBe(
      '# Plain\n\n## News\n\n- [A \\[b\\](c)](https://api.example.org/v1/plain/post/a.md)\n',
    )
  })

  test('needs nothing but posts', async () => {
    const { text } = await get(`${key}-2/llms.txt`)
    expect(text).toBe('# Posts\n\n## News\n\n- [B](post/b.md): Hello.\n')
  })

  test('is the same until a scheduled post appears', async () => {
    const { headers } = await get('blog/llms.txt')
    const tag = { 'if-none-match': headers.ETag }
    expect((await get('blog/llms.txt', tag, scheduled - 1)).status).toBe(304)
    expect((await get('blog/llms.txt', tag, scheduled)).text).toContain('- [Later](')
  })
})

describe('llms.txt with categories', () => {
  test('has a heading for each that has a visible post, by name, and its posts newest first', async () => {
    const headings = async (time: number) => {
      const { text } = await get('grouped/llms.txt', {}, time)
      return text.match(/^## .*|(?<=^- \[).*?(?=\])/gm)
    }
    expect(await headings(now)).toEqual(['## Notes # of old', 'C', 'A', '## Zebras', 'B'])
    expect(await headings(scheduled)).toEqual([
      '## Élan',
      'D',
      '## Notes # of old',
      'C',
      'A',
      '## Zebras',
      'B',
    ])
  })
})

describe('llms-full.txt', () => {
  test('has the markdown of each post, newest first, below its title, address and date', async () => {
    const { text, headers } = await get('blog/llms-full.txt')
    expect(headers['Content-Type']).toBe('text/plain; charset=utf-8')
    const base = 'https://api.example.org/v1/blog/post'
    const { id } = (await get('blog/posts/second')).json.post
    const posts = [
      ['Documented', 'second.md.md', '2026-03-02', 'Hello.\n'],
      ['Second', `${id}.md`, '2026-03-01', 'The second.\n'],
      ['Größe', 'gr%C3%B6%C3%9Fe.md', '2026-02-01', 'Hello.\n'],
      ['The [first] \\ of many', 'first.md', '2026-01-01', source],
    ].map(
      ([title, name, date, markdown]) =>
        `\n# ${title}\n\nSource: ${base}/${name}\nPublished: ${date}T00:00:00.000Z\n\n${markdown}\n`,
    )
    expect(text).toBe(`# The blog\n\n> What it is [about].\n${posts.join('')}`)
    const list = await get('blog/llms.txt')
    for (const [, url] of text.matchAll(/^Source: (.*)/gm)) expect(list.text).toContain(`](${url})`)
  })

  test('has pages, whose links name no key', async () => {
    const page = async (query: string) => {
      const { text, headers } = await get(`blog/llms-full.txt?${query}`)
      return [...(text.match(/(?<=\n# ).*(?=\n\nSource)/g) ?? []), headers.Link]
    }
    const link = (to: number, rel: string) => `<llms-full.txt?limit=3&page=${to}>; rel="${rel}"`
    expect(await page('limit=3')).toEqual([
      ...['Documented', 'Second', 'Größe'],
      [link(1, 'first'), link(2, 'next'), link(2, 'last')].join(', '),
    ])
    expect(await page('limit=3&page=2')).toEqual([
      'The [first] \\ of many',
      [link(1, 'first'), link(1, 'prev'), link(2, 'last')].join(', '),
    ])
    expect((await get('blog/llms-full.txt?limit=3&page=3')).json).toMatchObject({
      error: 'Invalid page number',
      details: { totalPages: 2 },
    })
    expect((await get('blog/llms-full.txt?page=2')).status).toBe(400)
    expect((await get('empty/llms-full.txt')).text).toBe('# example.org\n')
  })

  test('keeps a secret key to itself, and a scheduled post until its time', async () => {
    const secret = await get(`${key}/llms-full.txt`)
    expect(secret.text).toContain('\nSource: https://example.org/(a)/a\n')
    expect(JSON.stringify([secret.text, secret.headers])).not.toContain(key)
    expect((await get(`${key}-2/llms-full.txt`)).text).toContain('\nSource: post/b.md\n')
    const tag = { 'if-none-match': (await get('blog/llms-full.txt')).headers.ETag }
    expect((await get('blog/llms-full.txt', tag, scheduled - 1)).status).toBe(304)
    expect((await get('blog/llms-full.txt', tag, scheduled)).text).toContain('\n# Later\n')
  })
})

describe('the markdown of a post', () => {
  test('leads to the list of all posts, without naming the key', async () => {
    const { headers } = await get('blog/posts/first.md')
    expect(headers.Link).toBe('<../llms.txt>; rel="index"')
    const again = await get('blog/posts/first.md', { 'if-none-match': headers.ETag })
    expect([again.status, again.headers.Link]).toEqual([304, headers.Link])
  })

  test('is its source, by slug or id, under both words', async () => {
    const { content } = (await get('blog/posts/first?format=markdown')).json.post
    expect(content).toBe(source)
    for (const path of ['post/first.md', 'posts/first.md', 'post/post-1.md']) {
      const { status, text, headers } = await get(`blog/${path}`)
      expect([status, text, headers['Content-Type']], path).toEqual([
        200,
        source,
        'text/markdown; charset=utf-8',
      ])
    }
  })

  test('is not what a name that some post has is answered with', async () => {
    expect((await get('blog/post/second.md')).json.post.title).toBe('Documented')
    expect((await get('blog/post/second.md.md')).text).toBe('Hello.\n')
    const renamed = await get('blog/post/old.md')
    expect([renamed.status, renamed.headers.Location]).toEqual([308, '/v1/blog/post/first'])
  })

  test('is what a scheduled post of that name is hidden by', async () => {
    expect((await get('blog/post/gr%C3%B6%C3%9Fe.md')).text).toBe('Hello.\n')
    expect((await get('blog/post/gr%C3%B6%C3%9Fe.md', {}, scheduled)).json.post.title).toBe('Later')
  })

  test.each([
    ['post/earlier.md', 308, '/v1/blog/post/first.md'],
    ['posts/earlier.md?snapshot=x', 308, '/v1/blog/posts/first.md?snapshot=x'],
    ['post/first.md/', 308, '/v1/blog/post/first.md'],
    ['post/none.md', 404, undefined],
    ['post/.md', 404, undefined],
    ['post/first.md?snapshot=x', 409, undefined],
    ['categories/news.md', 404, undefined],
  ])('%s is a %i', async (path, status, location) => {
    const reply = await get(`blog/${path}`)
    expect([reply.status, reply.headers.Location]).toEqual([status, location])
  })

  test('has a tag, and ignores what a post in JSON has parameters for', async () => {
    const { headers } = await get('blog/post/first.md?format=html&select=title')
    expect(headers['X-Ignored-Parameters']).toBe('format,select')
    expect((await get('blog/post/first.md', { 'if-none-match': headers.ETag })).status).toBe(304)
    expect((await get('blog/post/first', { 'if-none-match': headers.ETag })).status).toBe(200)
  })
})

test('an index names its pages from the first, each with its last change', () => {
  const pages = [1, 2, 3].map((day) => ({ from: 0, to: 0, bytes: 0, updatedAt: Date.UTC(2026, 0, day) }))
  const index = sitemapIndex(pages, 'https://api.example.org/v1/a&b/sitemap.xml')
  const entries = [...index.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g)]
  expect(entries.map(([, address, time]) => [address, time])).toEqual(
    [1, 2, 3].map((day) => [
      `https://api.example.org/v1/a&amp;b/sitemap.xml?page=${day}`,
      `2026-01-0${day}T00:00:00.000Z`,
    ]),
  )
})

test('a page has 50,000 addresses or 50,000,000 bytes at most, the oldest posts first', async () => {
  const pagesOf = async (posts: number, hidden: number, bytes: (post: number) => number) => {
    const addressBytes = Uint32Array.from({ length: posts }, (_, post) => bytes(post))
    const updatedAt = Float64Array.from({ length: posts }, (_, post) => 1_000 + (post % 7 === 3 ? post : 0))
    const workspace = { posts, feeds: () => ({ addressBytes }), list: { selection: () => ({ updatedAt }) } }
    const pages = await sitemapPages({ workspace, first: hidden } as unknown as Edition, noTurn)
    return pages.map(({ from, to, bytes, updatedAt }) => [from, to, bytes, updatedAt])
  }
  const [frame] = (await pagesOf(0, 0, () => 0))[0]!.slice(2) as [number]
  const [, , one] = (await pagesOf(1, 0, () => 0))[0]! as [number, number, number]
  const entry = one - frame
  expect(entry).toBe('<url><loc></loc><lastmod>2026-01-01T00:00:00.000Z</lastmod></url>\n'.length)
  expect(await pagesOf(0, 0, () => 0)).toEqual([[0, 0, frame, 0]])
  expect(await pagesOf(100_010, 7, (post) => post % 2)).toEqual([
    [50_010, 100_010, frame + 50_000 * entry + 25_000, 1_000 + 100_005],
    [10, 50_010, frame + 50_000 * entry + 25_000, 1_000 + 50_004],
    [7, 10, frame + 3 * entry + 2, 1_000],
  ])
  const half = (50_000_000 - frame) / 2 - entry
  expect((await pagesOf(3, 0, () => Math.floor(half))).map(([from, to]) => [from, to])).toEqual([
    [1, 3],
    [0, 1],
  ])
  expect(await pagesOf(3, 0, () => Math.floor(half) + 1)).toHaveLength(3)
})

describe('a sitemap of more than one page', () => {
  const posts = 101
  const workspace = {
    posts,
    feeds: () => ({ addressBytes: new Uint32Array(posts).fill(500_000) }),
    list: {
      selection: () => ({
        updatedAt: Float64Array.from({ length: posts }, (_, post) => Date.UTC(2026, 0, 1) - post),
      }),
    },
    hash: 'h',
  }
  const asked = (query: string, api: string | null = 'https://api.example.org') => {
    const site = { name: '', description: '', language: 'en', url: 'https://example.org/{slug}', api }
    const edition = { workspace: { ...workspace, site }, first: 0, id: 'i', key: 'k' }
    const request = { header: () => undefined }
    const exchange = { edition, path: '/v1/a&b/sitemap.xml', query, headers: {}, request, turn: noTurn }
    return sitemap(exchange as unknown as WorkspaceExchange)
  }

  test('is an index of them', async () => {
    const { headers, body } = await asked('')
    const text = Buffer.concat(body as Uint8Array[]).toString()
    const { texts } = xmlOf(text)
    const address = 'https://api.example.org/v1/a&b/sitemap.xml?page='
    expect(texts('/sitemap:sitemapindex/sitemap:sitemap/sitemap:loc')).toEqual([`${address}1`, `${address}2`])
    expect(texts('//sitemap:lastmod')).toEqual(['2025-12-31T23:59:59.998Z', '2026-01-01T00:00:00.000Z'])
    expect([headers['Content-Type'], Number(headers['Content-Length'])]).toEqual([
      'application/xml; charset=utf-8',
      text.length,
    ])
    await expect(asked('page=3')).rejects.toMatchObject({ status: 400, details: { totalPages: 2 } })
  })

  test('needs the address of the API', async () => {
    await expect(asked('', null)).rejects.toMatchObject({
      status: 404,
      label: 'Addresses unknown',
      message: expect.stringMatching(/set BASE_URL and build again, or ask for page=1 and so on\.$/),
    })
  })
})

test.each([
  ['https://example.org', 'https://example.org/'],
  ['https://example.org/blog', 'https://example.org/blog/'],
  ['https://example.org/blog/', 'https://example.org/blog/'],
  ['https://example.org/blog/{year}/{slug}', 'https://example.org/blog/'],
  ['https://example.org/blog-{slug}/x', 'https://example.org/'],
  ['https://example.org/a/b?c=/d/{slug}', 'https://example.org/a/'],
  ['https://example.org/a/b#/c/{slug}', 'https://example.org/a/'],
  ['https://EXAMPLE.org/ä/{slug}', 'https://example.org/%C3%A4/'],
])('a site with posts at %s is at %s', (url, home) => {
  expect(homeOf(url)).toBe(home)
})
