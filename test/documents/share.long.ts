// A link to one draft in a real browser: what it shows, and where its token does not get.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../server/index.ts'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { ran } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { unlimited } from '../support/server.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const env = { GALLEY_SHARE_SECRET: 'Xr4TqENsRjCkV8vxnLqbB2' }
const text = `Of lists, [other drafts](other.md), and <https://elsewhere.example/a>.\n\n![A quay](quay.png)\n`
const files = {
  'blog/workspace.yml': 'url: https://example.org/{slug}\n',
  'blog/posts/on-tables.md': postFile(
    { title: 'On tables', status: 'draft', publishedAt: '2026-05-03', coverImage: 'quay.png' },
    text,
  ),
  'blog/posts/other.md': postFile({ title: 'Another one', status: 'draft' }),
  'blog/posts/quay.png': png(3),
}

describe.skipIf(withoutBrowser)('a link to one draft', () => {
  const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let place: Workspace
  let running: Running
  let link: string
  let requests: Request[] = []
  /** Of scripts, and what the policy forbids. */
  let failures: string[] = []

  const started = async (drafts: boolean) => {
    const BASE_URL = 'https://elsewhere.example'
    expect((await place.build({ drafts, env: { BASE_URL } })).written).toBe(true)
    const folders = { data: join(place.out, 'data'), public: join(place.out, 'public') }
    const address = { port: 0, host: '127.0.0.1' }
    running = await serve({ ...folders, ...address, drafts, env: { ...unlimited, ...env }, log: () => {} })
    await running.look()
    const { stdout } = await ran(
      ['share', 'blog/on-tables', '--url', running.url, '--content', place.dir, '--quiet'],
      env,
    )
    link = stdout.trim()
  }

  beforeAll(async () => {
    browser = await launchBrowser()
    place = await workspace(files)
    await started(true)
  })
  afterAll(async () => {
    await browser?.close()
    await running?.close()
    place?.remove()
  })
  beforeEach(async () => {
    context = await browser.newContext()
    page = await context.newPage()
    requests = []
    failures = []
    page.on('request', (request) => requests.push(request))
    page.on('pageerror', (error) => failures.push(error.message))
    page.on('console', (message) => {
      // Chromium says that of every reply that is an error.
      const isReply = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isReply) failures.push(message.text())
    })
  })
  afterEach(async () => {
    expect(failures).toEqual([])
    await context.close()
  })

  const token = () => link.split('/').at(-1)!
  const frame = () => page.frameLocator('.frame iframe:last-child')
  const opened = async () => {
    await page.goto(link)
    await page.locator('h1', { hasText: 'On tables' }).waitFor()
    await frame().getByText('Of lists').waitFor()
  }
  async function complaints(): Promise<string[]> {
    await page.evaluate(axe)
    const run = `axe.run({ resultTypes: ['violations'], preload: false, iframes: false })`
    const { violations } = (await page.evaluate(run)) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)
  }

  test('shows that post, with its images, and nothing of the others', async () => {
    await opened()
    expect(await page.locator('.post header').innerText()).toMatch(
      /^On tables\s+May 3, 2026 · Ada · 1 minute to read\s+draft$/i,
    )
    expect(await frame().locator('p').first().innerText()).toMatch(/^Of lists, other drafts, and/)
    expect(await frame().getByRole('link').allInnerTexts()).toEqual(['https://elsewhere.example/a'])
    for (const image of await frame().locator('img').all()) {
      const width = () => image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth)
      await expect.poll(width).toBe(3)
    }
    expect(await page.locator('.shelf').isVisible()).toBe(false)
    expect(await page.locator('.entry, .keys, .facts, .links-lists').count()).toBe(0)
    expect(await page.content()).not.toContain('Another one')
  })

  test('keeps its token out of every address, referrer, title and storage', async () => {
    await opened()
    await context.route('https://elsewhere.example/**', (route) => route.fulfill({ body: 'Elsewhere' }))
    const [other] = await Promise.all([context.waitForEvent('page'), frame().getByRole('link').click()])
    await other.waitForLoadState()
    expect(await other.evaluate('[document.referrer, String(window.opener)]')).toEqual(['', 'null'])
    const asked = requests.map((request) => new URL(request.url()))
    expect(asked.map(({ pathname }) => pathname)).toContain('/shared')
    for (const { host, pathname, search } of asked) {
      expect(host).toBe(new URL(link).host)
      expect(pathname + search).not.toContain(token())
      expect(pathname).not.toMatch(/^\/v1|\.json$/)
    }
    for (const request of requests) {
      const headers = await request.allHeaders()
      expect(headers.referer).toBeUndefined()
      expect(headers['galley-share']).toBe(
        new URL(request.url()).pathname === '/shared' ? token() : undefined,
      )
    }
    const kept =
      '[document.title, document.cookie, JSON.stringify({ ...localStorage, ...sessionStorage, ...history.state }), document.documentElement.outerHTML]'
    expect(JSON.stringify(await page.evaluate(kept))).not.toContain(token())
    expect(await page.evaluate('indexedDB.databases()')).toEqual([])
    expect(await page.evaluate('caches.keys()')).toEqual([])
  })

  test('says that it opens nothing if it is changed, and is the desk elsewhere', async () => {
    await page.goto(`${link}x`)
    await page.getByText('This link opens no post').waitFor()
    expect(await complaints()).toEqual([])
    await page.evaluate(`location.hash = ${JSON.stringify(new URL(link).hash)}`)
    await page.locator('h1', { hasText: 'On tables' }).waitFor()
    await page.getByRole('link', { name: 'Galley' }).click()
    await page.getByLabel('Key of a workspace').waitFor()
    await page.goBack()
    await page.locator('h1', { hasText: 'On tables' }).waitFor()
  })

  test('has nothing that axe finds wrong: light, dark, narrow and wide', async () => {
    for (const [colorScheme, width] of [
      ['light', 360],
      ['dark', 1000],
      ['light', 1360],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 740 })
      await opened()
      expect(await complaints()).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    }
  })

  test('says in production that there are no drafts', async () => {
    await running.close()
    await started(false)
    await page.goto(link)
    expect(await page.locator('body').innerText()).toContain('There are no drafts here')
    const asked = requests.map((request) => new URL(request.url()))
    expect(asked.some(({ pathname, search }) => (pathname + search).includes(token()))).toBe(false)
  })
})
