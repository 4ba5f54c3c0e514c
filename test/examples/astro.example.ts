// examples/astro: built by the steps of its README, and opened in a browser.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { packClient } from '../support/packed-client.ts'
import { Example } from './example.ts'
import { edited, faultsOf, newPage, scrolling, textsOf, titlesOf } from './pages.ts'
import { type Published, publish } from './published.ts'

/** Beside the site: what must compile, and what must not. */
const typed = {
  'src/live.config.ts': `
    import { defineLiveCollection } from 'astro:content'
    import { galleyLiveLoader } from 'galley-client/astro'
    const loader = galleyLiveLoader<{ rating: number }>({ baseUrl: 'https://api.example.org', key: 'demo' })
    export const collections = { latest: defineLiveCollection({ loader }) }
  `,
  'src/uses.ts': `
    import { getCollection, getLiveCollection, getLiveEntry } from 'astro:content'
    const [post] = await getCollection('posts')
    export const time: number = post!.data.publishedAt.getTime()
    export const minutes: number | null = post!.data.fields.minutes
    // @ts-expect-error: there is no such field.
    post!.data.fields.hours
    // @ts-expect-error: it changes without the post.
    post!.data.category.count
    export const words: number = post!.data.reading.words
    // @ts-expect-error: it is not included.
    post!.data.aliases
    const { entries = [] } = await getLiveCollection('latest', { limit: 5, tags: ['http'] })
    export const rating: number = entries[0]!.data.fields.rating
    // @ts-expect-error: there is no such parameter.
    await getLiveCollection('latest', { limits: 5 })
    const { entry, error } = await getLiveEntry('latest', 'markdown')
    export const title: string | undefined = entry?.data.title ?? error?.message
  `,
}

describe.skipIf(withoutBrowser)('the Astro site', () => {
  let api: Published
  let site: Example
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    api = await publish()
    site = new Example('astro', { GALLEY_URL: api.address('big') })
    browser = await launchBrowser()
    page = await newPage(browser)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.remove()
    await api?.close()
  })

  /** Besides what the workspace says about itself, and the files that the site has copies of. */
  const postsAsked = () => api.asked.filter(({ target }) => target.startsWith('/v1/big/posts'))
  const further = ['headings', 'revision', 'cover', 'reading', 'descriptionIsExcerpt', 'jsonld']
  const everything = { target: `/v1/big/posts?include=${further.join('%2C')}&limit=all` }
  const pagesOf = (folder: string) => readdirSync(join(site.folder, 'dist', folder))

  test('asks once, however many posts there are', async () => {
    expect(site.steps).toEqual(['npm pack ../../client', 'npm ci', 'npm run build', 'npm run preview'])
    packClient(site.folder)
    await site.run('npm ci')
    await site.run('npm run build')
    expect(postsAsked()).toEqual([{ ...everything, status: 200 }])
    const { posts, pagination } = await api.list('big', 'limit=all&select=slug')
    expect(pagination.totalItems).toBeGreaterThan(700)
    expect(pagesOf('posts').sort()).toEqual(posts.map(({ slug }) => slug).sort())
  })

  test('asks once more for the next build, and gets a 304', async () => {
    api.forget()
    rmSync(join(site.folder, 'dist'), { recursive: true })
    expect(await site.run('npm run build')).toContain('[galley] Nothing has changed.')
    expect(postsAsked()).toEqual([{ ...everything, status: 304 }])
    expect(pagesOf('posts').length).toBeGreaterThan(700)
  })

  test('shows a list in pages, posts and tags', async () => {
    const url = await site.serve('npm run preview -- --port 0')
    const list = await api.list('big', 'limit=21')
    const [newest] = list.posts
    await page.goto(url)
    expect(await textsOf(page, 'article h2')).toEqual(titlesOf(list).slice(0, 20))
    await page.getByRole('link', { name: 'Older posts' }).click()
    await page.waitForURL(/\/2\/?$/)
    expect((await textsOf(page, 'article h2'))[0]).toBe(list.posts[20]!.title)

    await page.goto(url)
    await page.getByRole('link', { name: newest!.title, exact: true }).click()
    await page.waitForURL(`**/posts/${newest!.slug}/`)
    expect((await textsOf(page, 'h1'))[0]).toBe(newest!.title)
    expect(await page.content()).toContain(scrolling(newest!.content))

    const [tag] = newest!.tags
    await page.getByRole('link', { name: tag!.name, exact: true }).click()
    await page.waitForURL(`**/tags/${tag!.slug}/`)
    const tagged = await api.list('big', `limit=all&select=title&tags=${tag!.slug}`)
    expect((await textsOf(page, 'article h2')).sort()).toEqual(titlesOf(tagged).sort())
  })

  test('shows what has been changed, however busy the API is when it asks', async () => {
    const { posts } = await api.list('big', 'limit=1')
    await api.save('big', `${posts[0]!.slug}.md`, edited('Another <title>', 'A last paragraph.'))
    api.forget()
    api.useUpLimit()
    expect(await site.run('npm run build')).toMatch(/\[galley\] 1 of \d+ posts are new/)
    const statuses = api.asked.map(({ status }) => status)
    expect([...new Set(statuses)]).toEqual([429, 200])
    await page.goto(await site.serve('npm run preview -- --port 0'))
    expect((await textsOf(page, 'article h2'))[0]).toBe('Another <title>')
    await page.getByRole('link', { name: 'Another <title>' }).click()
    await page.getByText('A last paragraph.').waitFor()
  })

  test('has the right types, of the workspace and of what is loaded for each request', async () => {
    for (const [path, text] of Object.entries(typed)) writeFileSync(join(site.folder, path), text)
    await site.run('npm run check')
  })

  describe('with the guide', () => {
    let url: string
    beforeAll(async () => {
      await site.run('npm run build -- --force', { GALLEY_URL: api.address('demo') })
      url = await site.serve('npm run preview -- --port 0')
    })

    test('shows another workspace, links in any script, and the language of each post', async () => {
      await page.goto(url)
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
      expect(await page.locator('article', { hasText: '日本語で書く' }).getAttribute('lang')).toBe('ja')
      await page.getByRole('link', { name: '日本語で書く' }).click()
      await page.locator('h1', { hasText: '日本語で書く' }).first().waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe('ja')
    })

    test('shows all that is known of a post, and leads on', async () => {
      await page.goto(`${url}/posts/markdown/`)
      const list = await api.list('demo', 'limit=all')
      const at = list.posts.findIndex(({ slug }) => slug === 'markdown')
      const { authors, category, tags } = list.posts[at]!
      for (const { name } of [...authors, category, ...tags])
        await page.getByRole('link', { name, exact: true }).first().waitFor()
      expect(await page.locator('.around a').allInnerTexts()).toEqual([
        expect.stringContaining(list.posts[at + 1]!.title),
        expect.stringContaining(list.posts[at - 1]!.title),
      ])
      const cover = `document.querySelector('img.cover')`
      expect(await page.evaluate(`${cover}.getAttribute('width')`)).toBe('1200')
      expect(await page.evaluate(`${cover}.decode().then(() => ${cover}.naturalWidth)`)).toBeGreaterThan(0)
      expect(await textsOf(page, '.toc a')).toContain('In a line')
      const colourOf = (selector: string) =>
        page.evaluate(`getComputedStyle(document.querySelector('${selector}')).color`)
      expect(await colourOf('.code-keyword')).not.toBe(await colourOf('pre.code'))
      expect((await textsOf(page, '.related h2')).length).toBeGreaterThan(1)
      const jsonld = JSON.parse((await page.locator('[type="application/ld+json"]').textContent())!)
      expect(jsonld).toMatchObject({ '@type': 'BlogPosting', headline: 'Everything markdown can say' })
      expect(await page.locator('[property="og:image"]').getAttribute('content')).toContain('/media/')
    })

    test('finds posts while somebody types, asks the API for nothing, and has no other script', async () => {
      api.forget()
      const scripts = (path: string) =>
        readFileSync(join(site.folder, 'dist', path), 'utf8').match(/<script(?! type="application)/g)
      expect([scripts('index.html'), scripts('posts/markdown/index.html')]).toEqual([null, null])
      const files = readdirSync(join(site.folder, 'dist/_astro')).filter((name) => name.endsWith('.js'))
      const sizes = files.map((name) => statSync(join(site.folder, 'dist/_astro', name)).size)
      expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(25_000)
      await page.goto(`${url}/search/`)
      await page.getByRole('searchbox').pressSequentially('rate li')
      await page.getByRole('link', { name: 'Rate limits' }).waitFor()
      await page.getByRole('searchbox').fill('zzzzzz')
      await page.getByText('0 results').waitFor()
      await page.reload()
      expect(await page.getByRole('searchbox').inputValue()).toBe('zzzzzz')
      await page.getByRole('searchbox').fill('日本')
      await page.getByRole('link', { name: '日本語で書く' }).click()
      await page.waitForURL('**/posts/**')
      expect(api.asked).toEqual([])
    })

    test('has a feed, a map, and a page for what is not there', async () => {
      await page.goto(url)
      const feed = await page.locator('link[type="application/rss+xml"]').getAttribute('href')
      expect(await (await fetch(url + feed)).text()).toContain('<rss version="2.0"')
      const { pagination } = await api.list('demo', 'limit=1')
      const map = await (await fetch(`${url}/sitemap.xml`)).text()
      expect(map.match(/<loc>https:\/\/blog\.example\.org\/posts\//g)).toHaveLength(pagination.totalItems)
      expect((await page.goto(`${url}/posts/nothing/`))!.status()).toBe(404)
      await page.locator('h1', { hasText: 'no such page' }).waitFor()
    })

    test.each(['', 'posts/markdown/', 'authors/ada/', 'search/', 'posts/nothing/'])(
      'has nothing that axe finds wrong, nothing too wide, and nothing that moves: /%s',
      async (path) => {
        expect(await faultsOf(browser, `${url}/${path}`)).toEqual([])
      },
    )
  })
})
