// A page in a real browser, with an app as the API of the documents behind it.
import type { Browser, Page } from 'playwright-core'
import type { App } from '../../api/_app/app.ts'
import { targetOf } from '../../api/_app/http/request.ts'
import { ask } from '../support/ask.ts'

export interface OpenedPage {
  page: Page
  /** What was requested of the API. */
  asked: URL[]
  /** What scripts threw. */
  failures: string[]
}

/** @param files of the site, by path; every other path is its page, `html` */
export async function newPage(
  browser: Browser,
  app: App,
  html: string,
  files: Record<string, { contentType: string; body: string }> = {},
): Promise<OpenedPage> {
  // In a context of its own, which is closed with it.
  const page = await browser.newPage()
  const asked: URL[] = []
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  await page.route(/^https?:/, async (route) => {
    const url = new URL(route.request().url())
    if (url.origin !== 'https://api.example.org')
      return route.fulfill(files[url.pathname] ?? { contentType: 'text/html', body: html })
    asked.push(url)
    const { status, headers, text } = await ask(app, 'GET', targetOf(url.href))
    return route.fulfill({ status, headers, body: text })
  })
  return { page, asked, failures }
}

/** Once its script, which sets the title to `ready` at its end, has run. */
export async function visit(page: Page): Promise<void> {
  await page.goto('http://blog.example/')
  await page.waitForFunction('document.title === "ready"')
}
