// Sites in a real browser, which asks nothing of other machines.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What is wrong with a page as it is seen on a wide screen and on a phone, light and dark: by axe; what is wider than it, and what
 * has moved after it was shown.
 */
export async function faultsOf(browser: Browser, url: string): Promise<string[]> {
  const found: string[] = []
  const ways = [1280, 390].flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const])
  for (const [width, colorScheme] of ways) {
    const page = await newPage(browser)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.addInitScript(`globalThis.moved = []
      new PerformanceObserver((list) => moved.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })`)
    await page.goto(url)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.evaluate(axe)
    const { violations } = (await page.evaluate(
      `axe.run({ resultTypes: ['violations'], preload: false, iframes: false })`,
    )) as { violations: { id: string; nodes: { html: string }[] }[] }
    found.push(...violations.map(({ id, nodes }) => `${width} px, ${colorScheme}: ${id}: ${nodes[0]!.html}`))
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    if (overflow !== 0) found.push(`${width} px: too wide by ${overflow}`)
    const moved = (await page.evaluate('moved.length')) as number
    if (moved > 0) found.push(`${width} px: the page moves`)
    await page.close()
  }
  return found
}

/** HTML of a post as the sites show it: whoever uses a keyboard can scroll what is too wide. */
export function scrolling(html: string): string {
  return html.replace(/<(?:pre|table)\b/g, '$& tabindex="0"')
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
