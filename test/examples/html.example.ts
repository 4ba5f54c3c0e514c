// examples/html: opened from the disk, by the steps of its README.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { Example } from './example.ts'
import { edited, faultsOf, newPage, scrolling, textsOf, titlesOf } from './pages.ts'
import { type Published, publish } from './published.ts'

describe.skipIf(withoutBrowser)('the page without a framework', () => {
  let api: Published
  let example: Example
  let browser: Browser
  let page: Page
  let address: string
  beforeAll(async () => {
    api = await publish()
    example = new Example('html')
    browser = await launchBrowser()
    page = await newPage(browser)
    for (const step of example.steps) await example.run(step)
    address = pathToFileURL(join(example.folder, 'index.html')).href
    showWorkspace('demo')
  })
  beforeEach(() => {
    api.forget()
  })
  afterAll(async () => {
    await browser?.close()
    await example?.remove()
    await api?.close()
  })

  function showWorkspace(key: string): void {
    const script = join(example.folder, 'blog.js')
    const text = readFileSync(script, 'utf8')
    const changed = text.replace(/^const api = '.*'$/m, `const api = '${api.address(key)}'`)
    expect(changed).toContain(api.address(key))
    writeFileSync(script, changed)
  }

  /** Once it shows something. */
  const open = async (query = '') => {
    await page.goto(address + query)
    await page.locator('h1').first().waitFor()
  }

  test('lists the posts, and shows one', async () => {
    await open()
    const list = await api.list('demo', 'limit=all')
    expect(await textsOf(page, 'article h2')).toEqual(titlesOf(list))
    expect(api.asked).toHaveLength(1)
    await page.getByRole('link', { name: 'Everything markdown can say' }).click()
    await page.locator('h1', { hasText: 'Everything markdown can say' }).first().waitFor()
    const markdown = list.posts.find(({ slug }) => slug === 'markdown')
    const shown = page.locator('main .post')
    const expected = await shown.evaluate((div, html) => {
      const other = div.cloneNode() as typeof div
      other.innerHTML = html
      return other.innerHTML
    }, scrolling(markdown!.content))
    expect(await shown.innerHTML()).toBe(expected)
    expect(await page.title()).toBe('Everything markdown can say')
  })

  test('stays with its post when a footnote is followed', async () => {
    await open('?post=markdown')
    await page.locator('a[data-footnote-ref]').first().click()
    expect(new URL(page.url()).searchParams.get('post')).toBe('markdown')
    expect(page.url()).toContain('#')
    expect(api.asked).toHaveLength(1)
    // Whoever is given this address gets there, too.
    await page.goto('about:blank')
    await open(new URL(page.url()).search)
  })

  test('finds posts while somebody types, with one request', async () => {
    await open()
    api.forget()
    await page.getByRole('searchbox').pressSequentially('rate li')
    await page.locator('output a', { hasText: 'Rate limits' }).waitFor()
    await page.getByRole('searchbox').fill('日本')
    await page.locator('output a', { hasText: '日本語で書く' }).click()
    await page.locator('h1', { hasText: '日本語で書く' }).first().waitFor()
    expect(api.asked.map(({ target }) => target.replace(/.*\//, ''))).toEqual([
      'search-index.json',
      `${encodeURIComponent('日本語で書く')}?include=cover,reading,neighbors`,
    ])
  })

  test('waits when the limit is used up', async () => {
    api.useUpLimit()
    await open('?post=markdown')
    expect([...new Set(api.asked.map(({ status }) => status))]).toEqual([429, 200])
    expect((await textsOf(page, 'h1'))[0]).toBe('Everything markdown can say')
  })

  test.each(['', '?post=markdown', '?post=rate-limits', '?tag=http', '?post=nothing'])(
    'has nothing that axe finds wrong, nothing too wide, and nothing that moves: %s',
    async (query) => {
      expect(await faultsOf(browser, address + query)).toEqual([])
    },
  )

  test('says what is wrong', async () => {
    await page.goto(`${address}?post=nothing`)
    await page.getByText('No published post has this slug').waitFor()
  })

  test('shows what has been changed', async () => {
    await api.save('demo', 'a-first-post.md', edited('Another <title>', 'A last paragraph.'))
    await open()
    await page.getByRole('link', { name: 'Another <title>' }).click()
    await page.getByText('A last paragraph.').waitFor()
  })

  test('lists a large workspace in pages, by tag as well', async () => {
    showWorkspace('big')
    const { posts } = await api.list('big', 'limit=21')
    await open()
    await page.getByRole('link', { name: 'Older posts' }).click()
    await page.locator('h2', { hasText: posts[20]!.title }).waitFor()
    await open(`?post=${posts[0]!.slug}`)
    const [tag] = posts[0]!.tags
    await page.getByRole('link', { name: tag!.name, exact: true }).click()
    await page.locator('h1', { hasText: tag!.slug }).first().waitFor()
    const tagged = await api.list('big', `limit=20&tags=${tag!.slug}`)
    expect(await textsOf(page, 'article h2')).toEqual(titlesOf(tagged))
  })
})
