// examples/astro: built by the steps of its README, and opened in a browser.
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { packClient } from '../support/packed-client.ts'
import { Example } from './example.ts'
import { edited, newPage, textsOf, titlesOf } from './pages.ts'
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

  /** Besides how the workspace defines its fields. */
  const postsAsked = () => api.asked.filter(({ target }) => target !== '/v1/big?include=fields')
  const everything = { target: '/v1/big/posts?include=headings%2Crevision&limit=all' }
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
    expect(await page.content()).toContain(newest!.content)

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

  test('shows another workspace, and links in any script', async () => {
    await site.run('npm run build -- --force', { GALLEY_URL: api.address('demo') })
    await page.goto(await site.serve('npm run preview -- --port 0'))
    await page.getByRole('link', { name: '日本語で書く' }).click()
    await page.locator('h1', { hasText: '日本語で書く' }).first().waitFor()
  })
})
