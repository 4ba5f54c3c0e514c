// The token of `galley dev --edit` in a real browser: which tabs have it, where it is seen, and what a page without it does.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { endWith, type Galley, galley } from '../support/command.ts'
import { freePort } from '../support/redis.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

describe.skipIf(withoutBrowser)('a page of galley dev --edit', () => {
  let browser: Browser
  let place: Workspace
  /** A process of its own: one that ends leaves no lock that is held. */
  let running: Galley
  let context: BrowserContext
  let url: string
  /** The address as it is printed. */
  let address: string
  /** One that no connection out of this machine takes between two starts. */
  let port: number

  async function start(): Promise<void> {
    running = galley(['dev', '--edit', '--content', place.dir, '--out', place.out, '--port', `${port}`])
    ;[, address = '', url = ''] = await running.says(/: ((http:\/\/127\.0\.0\.1:\d+)\/\S+#token=\S+) /)
  }
  beforeAll(async () => {
    browser = await launchBrowser()
    port = await freePort()
    place = await workspace({
      'blog/workspace.yml': 'url: https://example.org/{slug}\n',
      'blog/posts/one.md': postFile({ title: 'One' }, 'See [the other](two.md).\n'),
      'blog/posts/two.md': postFile({ title: 'Two' }, 'Here it is.\n'),
    })
    makePages(place.out)
    await start()
  })
  afterAll(async () => {
    await browser?.close()
    running?.process.kill()
    await running?.ended
    place?.remove()
  })
  beforeEach(async () => {
    context = await browser.newContext()
    context.setDefaultTimeout(60_000)
  })
  afterEach(() => context.close())

  const text = (file: string) => readFileSync(join(place.dir, 'blog/posts', file), 'utf8')
  const source = (page: Page) => page.getByRole('textbox', { name: 'Source' })
  const said = (page: Page, words: RegExp) => page.locator('.said').getByText(words).waitFor()
  const writes = (page: Page) => page.getByRole('button', { name: 'New post' }).waitFor()
  async function opened(to: string): Promise<Page> {
    const page = await context.newPage()
    await page.goto(to)
    return page
  }
  async function typed(page: Page, words: string): Promise<void> {
    await source(page).press('ControlOrMeta+End')
    await page.keyboard.type(words)
    await page.keyboard.press('ControlOrMeta+s')
  }

  test('takes the token out of its address and its history, and sends it in one header only', async () => {
    const page = await context.newPage()
    const token = new URL(address).hash.slice('#token='.length)
    const seen: string[] = []
    page.on('request', (request) => {
      const { 'galley-desk': own, ...headers } = request.headers()
      if (own !== undefined)
        expect([own, request.url()]).toEqual([token, expect.stringContaining('/local/edit/')])
      seen.push(`${own !== undefined} ${request.url()} ${request.postData()} ${JSON.stringify(headers)}`)
    })
    await page.goto(address)
    await writes(page)
    expect(page.url()).toBe(`${url}/docs/desk/`)
    await page.getByRole('link', { name: 'One' }).click()
    await page.getByRole('link', { name: 'Edit' }).click()
    await typed(page, 'More.\n')
    await said(page, /^Saved$/)
    expect(text('one.md')).toContain('More.')
    expect(seen.filter((one) => one.startsWith('true'))).not.toEqual([])
    expect(seen.filter((one) => one.includes(token))).toEqual([])
    expect(await page.content()).not.toContain(token)
    for (let i = 0; i < 2; i++) await page.goBack()
    expect(page.url()).toBe(`${url}/docs/desk/`)
    expect(await page.evaluate('[document.cookie, localStorage.length]')).toEqual(['', 0])
  })

  test('writes in a tab that a link of a post opens, in a new one beside it, and once these are loaded again', async () => {
    const page = await opened(address)
    await writes(page)
    await page.goto(`${url}/docs/desk/#/posts/blog/one`)
    const link = page.frameLocator('.frame iframe:last-child').getByRole('link', { name: 'the other' })
    const [beside] = await Promise.all([context.waitForEvent('page'), link.click()])
    await beside.getByRole('link', { name: 'Edit' }).click()
    await source(beside).waitFor()
    const behind = await opened(`${url}/docs/desk/`)
    await writes(behind)
    for (const one of [page, beside, behind]) {
      for (const other of context.pages()) if (other !== one) await other.goto('about:blank')
      await one.goto(`${url}/docs/desk/#/edit/blog/posts%2Ftwo.md`)
      await one.reload()
      await typed(one, 'Typed.\n')
      await said(one, /^Saved$/)
    }
    expect(text('two.md').match(/Typed\./g)).toHaveLength(3)
  })

  test('reads without the token, and says what to do to write', async () => {
    const page = await opened(`${url}/docs/desk/#/edit/blog/posts%2Fone.md`)
    await page.getByText('To write here, open the address that galley dev --edit prints.').waitFor()
    expect(await page.getByRole('button', { name: 'New post' }).count()).toBe(0)
    await page.getByRole('link', { name: 'One' }).click()
    await page.frameLocator('.frame iframe:last-child').getByText('See').waitFor()
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
    // An open page whose address is typed over loads nothing.
    await page.evaluate(`location.hash = '${new URL(address).hash}'`)
    await writes(page)
    expect(page.url()).toBe(`${url}/docs/desk/`)
  })

  test('goes on after a restart, and with another token once its address is opened in any tab', async () => {
    const page = await opened(address)
    await page.goto(`${url}/docs/desk/#/edit/blog/posts%2Fone.md`)
    await source(page).waitFor()
    await endWith(running, 'SIGTERM')
    await start()
    await typed(page, 'After a restart.\n')
    await said(page, /^Saved$/)
    await endWith(running, 'SIGTERM')
    rmSync(join(place.out, 'desk-token'))
    await start()
    await typed(page, 'With another token.\n')
    // The preview is refused as the save is, and says so before or after it.
    await said(page, /^(?:Not saved\. )?Open the address that galley dev --edit prints/)
    expect(text('one.md')).not.toContain('With another')
    await writes(await opened(address))
    await page.keyboard.press('ControlOrMeta+s')
    await said(page, /^Saved$/)
    expect(text('one.md')).toContain('After a restart.\nWith another token.\n')
  })

  test('reads where the browser keeps nothing', async () => {
    const page = await context.newPage()
    await page.addInitScript(`
      for (const name of ['sessionStorage', 'BroadcastChannel'])
        Object.defineProperty(window, name, { get() { throw new DOMException('Denied', 'SecurityError') } })`)
    await page.goto(address)
    await page.getByText(/^To write here, open the address/).waitFor()
    await page.getByRole('link', { name: 'One' }).waitFor()
    expect(page.url()).toBe(`${url}/docs/desk/`)
  })
})
