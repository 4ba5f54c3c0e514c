// examples/next: built by the steps of its README, and opened in a browser.
import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf } from '../documents/blocks.ts'
import { read } from '../documents/guide.ts'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { Example } from './example.ts'
import { edited, faultsOf, newPage, scrolling, textsOf, titlesOf } from './pages.ts'
import { type Published, publish } from './published.ts'

const hookSecret = `whsec_${randomBytes(32).toString('base64')}`

describe.skipIf(withoutBrowser)('the Next site', () => {
  let api: Published
  let site: Example
  let browser: Browser
  let page: Page
  let url: string
  beforeAll(async () => {
    api = await publish()
    site = new Example('next', {
      GALLEY_URL: api.address('big'),
      SITE_URL: 'https://blog.example',
      GALLEY_HOOK_SECRET: hookSecret,
    })
    browser = await launchBrowser()
    page = await newPage(browser)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.remove()
    await api?.close()
  })

  /** The README's request to forget what is cached, to the running site. */
  const revalidate = (secret: string) => {
    const [, step] = blocksOf(read('examples/next/README.md')).filter(({ language }) => language === 'sh')
    const line = step!.text.trim().replace('http://localhost:3001', url).replace('choose-your-own', secret)
    return site.run(`${line.replace('curl', 'curl -sS')} -w ' %{http_code}'`)
  }
  const statusOf = async (path: string) => (await fetch(url + path, { redirect: 'manual' })).status
  const textAt = async (path: string) => (await fetch(url + path)).text()

  test('is built while others use up the limit, with no reply too large for its cache', async () => {
    const [install, build, start] = site.steps
    expect([install, build]).toEqual(['npm ci', 'npm run build'])
    await site.run('npm ci')
    api.useUpLimit()
    const said = await site.run('npm run build')
    expect(said).not.toContain('over 2MB')
    const statuses = api.asked.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([429, 200]))
    // The newest posts, and the lists.
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(40)
    url = await site.serve(`${start} -- --port 0`)
  })

  test('shows a list in pages, posts and tags', async () => {
    const list = await api.list('big', 'limit=21')
    const oldest = list.posts[20]!
    await page.goto(url)
    expect(await textsOf(page, 'article h2')).toEqual(titlesOf(list).slice(0, 20))
    await page.getByRole('link', { name: 'Older posts' }).click()
    await page.locator('h2', { hasText: oldest.title }).waitFor()

    await page.getByRole('link', { name: oldest.title, exact: true }).click()
    await page.locator('h1', { hasText: oldest.title }).first().waitFor()
    expect(await textAt(`/posts/${oldest.slug}`)).toContain(scrolling(oldest.content))
    const [tag] = oldest.tags
    await page.getByRole('link', { name: tag!.name, exact: true }).click()
    await page.locator('h1', { hasText: tag!.name }).first().waitFor()
    const tagged = await api.list('big', `limit=all&select=title&tags=${tag!.slug}`)
    expect(await textsOf(page, 'article h2')).toEqual(titlesOf(tagged))
  })

  test('has a feed, and a sitemap with every post', async () => {
    await page.goto(url)
    const feed = await page.locator('link[type="application/rss+xml"]').getAttribute('href')
    expect(new URL(feed!).pathname).toBe('/feed.xml')
    expect(await textAt('/feed.xml')).toContain('<rss version="2.0"')
    const { pagination } = await api.list('big', 'limit=1')
    const entries = (await textAt('/sitemap.xml')).match(/<loc>https:\/\/blog\.example\/posts\/[^<]+<\/loc>/g)
    expect(entries).toHaveLength(pagination.totalItems)
  })

  test('asks for nothing that it has', async () => {
    const paths = ['/', '/page/2', '/sitemap.xml', '/feed.xml']
    for (const path of paths) await textAt(path)
    api.forget()
    for (const path of paths) expect(await statusOf(path)).toBe(200)
    expect(api.asked).toEqual([])
  })

  test('does not know what does not exist', async () => {
    expect(await statusOf('/posts/nothing')).toBe(404)
    expect(await statusOf('/posts/brand-new')).toBe(404)
    expect(await statusOf('/tags/nothing')).toBe(404)
    expect(await statusOf('/page/9999')).toBe(404)
    expect(await statusOf('/page/0x1')).toBe(404)
  })

  test('shows what has been published once it is told so by who knows the secret', async () => {
    const { posts } = await api.list('big', 'limit=1')
    const { slug, title, tags, authors, category } = posts[0]!
    const places = [`/posts/${slug}`, '/', `/tags/${tags[0]!.slug}`, '/feed.xml']
    const isShown = async () =>
      (await Promise.all(places.map(textAt))).map((text) => text.includes('Another name'))
    await Promise.all(places.map(textAt))
    await api.save('big', `${slug}.md`, edited('Another name', 'A last paragraph.'))
    const front = `title: Brand new\npublishedAt: 2020-02-02\nauthors: [${authors[0]!.slug}]\ncategory: ${category.slug}`
    await api.save('big', 'brand-new.md', () => `---\n${front}\n---\nText.\n`)

    expect(await isShown()).toEqual([false, false, false, false])
    expect(await revalidate('guessed')).toMatch(/ 401$/)
    expect(await statusOf('/api/revalidate')).toBe(405)
    expect(await isShown()).toEqual([false, false, false, false])
    await page.goto(`${url}/posts/${slug}`)
    expect((await textsOf(page, 'h1'))[0]).toBe(title)

    expect(await revalidate('choose-your-own')).toMatch(/ 200$/)
    await page.reload()
    expect((await textsOf(page, 'h1'))[0]).toBe('Another name')
    await page.getByText('A last paragraph.').waitFor()
    expect(await isShown()).toEqual([true, true, true, true])
    expect(await statusOf('/posts/brand-new')).toBe(200)
    expect(await textAt('/sitemap.xml')).toContain('https://blog.example/posts/brand-new')
  })

  test('shows what has been published once Galley tells it, and believes nobody else', async () => {
    const told = `${url}/api/published`
    expect(await textAt('/posts/brand-new')).toContain('Brand new')
    const forged = { 'webhook-id': 'msg_1', 'webhook-signature': `v1,${randomBytes(32).toString('base64')}` }
    const seconds = String(Math.floor(Date.now() / 1_000))
    for (const headers of [{}, { ...forged, 'webhook-timestamp': seconds }]) {
      const body = JSON.stringify({ type: 'workspace.changed' })
      expect((await fetch(told, { method: 'POST', headers, body })).status).toBe(401)
    }
    expect((await fetch(told)).status).toBe(405)
    await api.tell('big', told, hookSecret)
    await api.save('big', 'brand-new.md', (text) => text.replace('Brand new', 'Told of'))
    await expect.poll(() => textAt('/posts/brand-new'), { timeout: 60_000 }).toContain('Told of')
  })

  test('waits when the limit is used up while somebody visits', async () => {
    api.forget()
    api.useUpLimit()
    const { posts } = await api.list('big', 'limit=1&page=300')
    await page.goto(`${url}/posts/${posts[0]!.slug}`)
    expect((await textsOf(page, 'h1'))[0]).toBe(posts[0]!.title)
    expect([...new Set(api.asked.map(({ status }) => status))]).toEqual([429, 200])
  })

  test('shows another workspace, slugs in any script, and earlier ones', async () => {
    const demo = { GALLEY_URL: api.address('demo') }
    await site.stop()
    await site.run('npm run build', demo)
    url = await site.serve(`GALLEY_URL=${demo.GALLEY_URL} npm start -- --port 0`)
    await page.goto(url)
    await page.getByRole('link', { name: '日本語で書く' }).click()
    await page.locator('h1', { hasText: '日本語で書く' }).first().waitFor()
    await page.reload()
    await page.locator('h1', { hasText: '日本語で書く' }).first().waitFor()
    await page.goto(`${url}/posts/writing-a-post`)
    await page.waitForURL('**/posts/the-content-format')
  })

  test.each(['', 'posts/markdown', 'posts/rate-limits', 'tags/http', 'posts/nothing'])(
    'has nothing that axe finds wrong, nothing too wide, and nothing that moves: /%s',
    async (path) => {
      expect(await faultsOf(browser, `${url}/${path}`)).toEqual([])
    },
  )
})
