// docs/search.md, in the browser: a real one runs the lines for a page, with the guide behind the API.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import MiniSearch from 'minisearch'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { targetOf } from '../../api/_app/http/request.ts'
import { ask } from '../support/ask.ts'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { site } from '../support/site.ts'
import { blocksOf } from './blocks.ts'
import { describeWithGuide, env, guideFiles, now, read } from './guide.ts'

const [, section = ''] = /^## In the browser\n(.*?)^## /ms.exec(read('docs/search.md')) ?? []
const rows = [...section.matchAll(/^\| [^|]+ \| `([^`]+)` \| (nothing|`.+`) \|$/gm)].map(
  ([, typed, found]) => ({
    typed: typed!,
    found: [...found!.matchAll(/`([^`]+)`/g)].map(([, slug]) => slug!),
  }),
)
const library = readFileSync(fileURLToPath(import.meta.resolve('minisearch')), 'utf8')

/** The page of a site, whose script stands in the document. */
function pageWith(script: string): string {
  const imports = JSON.stringify({ imports: { minisearch: '/minisearch.js' } })
  return `<!doctype html><meta charset="utf-8"><script type="importmap">${imports}</script>
<input><output></output><script type="module">${script}
document.title = 'ready'</script>`
}

describeWithGuide('docs/search.md', () => {
  const guide = site({ env }, guideFiles())

  test('has examples of what is found in the browser', () => expect(rows.length).toBeGreaterThan(4))

  test.each(rows)('in the browser $typed finds $found', async ({ typed, found }) => {
    const { json } = await ask(guide.app({ now: () => now }), 'GET', '/v1/demo/search-index.json')
    const index = MiniSearch.loadJS(json.index, json.options)
    expect(index.search(typed).map(({ id }) => id)).toEqual(found)
  })

  describe.skipIf(withoutBrowser)('the lines for a page', () => {
    let browser: Browser
    let page: Page
    const asked: string[] = []
    const failures: string[] = []
    beforeAll(async () => {
      browser = await launchBrowser()
      page = await browser.newPage()
      page.on('pageerror', (error) => failures.push(error.message))
      const app = guide.app({ now: () => now })
      const script = blocksOf(section).find(({ language }) => language === 'js')!.text
      await page.route(/^https?:/, async (route) => {
        const url = new URL(route.request().url())
        if (url.origin === 'https://api.example.org') {
          asked.push(url.pathname)
          const { status, headers, text } = await ask(app, 'GET', targetOf(url.href))
          return route.fulfill({ status, headers, body: text })
        }
        const isLibrary = url.pathname === '/minisearch.js'
        const contentType = isLibrary ? 'text/javascript' : 'text/html'
        return route.fulfill({ contentType, body: isLibrary ? library : pageWith(script) })
      })
      await page.goto('http://blog.example/')
      await page.waitForFunction('document.title === "ready"')
    })
    afterAll(() => browser?.close())

    test.each(rows)('show $found while $typed is typed, and ask for nothing', async ({ typed, found }) => {
      await page.locator('input').fill('')
      await page.locator('input').pressSequentially(typed)
      const links = await page
        .locator('output a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(links).toEqual(found.map((slug) => `/blog/${slug}`))
      expect(asked).toEqual(['/v1/demo/search-index.json'])
      expect(failures).toEqual([])
    })

    test('find characters that are pasted in parts', async () => {
      const parts = 'で書'.normalize('NFD')
      expect(parts).toHaveLength(3)
      await page.locator('input').fill(parts)
      expect(await page.locator('output a').count()).toBe(1)
    })
  })
})
