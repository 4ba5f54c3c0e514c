// Sites in a real browser, which asks nothing of other machines.
import type { Browser, Page } from 'playwright-core'
import type { List } from './published.ts'

export async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await page.route(
    (url) => url.protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(url.hostname),
    (route) => route.abort(),
  )
  return page
}

/** @returns the text of what matches, in order */
export function textsOf(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).allInnerTexts()
}

/** Puts another title and a last paragraph into a post. */
export function edited(title: string, paragraph: string): (text: string) => string {
  return (text) => `${text.replace(/^title: .*$/m, `title: ${JSON.stringify(title)}`)}\n\n${paragraph}\n`
}

/** As a browser shows them. */
export function titlesOf({ posts }: List): string[] {
  return posts.map(({ title }) => title.replace(/\s+/g, ' ').trim())
}
