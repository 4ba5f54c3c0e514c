// examples/html/README.md, its search box: a real browser runs the lines for a page, with the guide behind the API.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import MiniSearch from 'minisearch'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { withoutBrowser } from '../support/chromium.ts'
import type { Site } from '../support/site.ts'
import { blocksOf } from './blocks.ts'
import { now, read } from './guide.ts'
import { newPage, type OpenedPage, visit } from './page.ts'

const [, section = ''] = /^## A search box\n(.*?)^## /ms.exec(read('examples/html/README.md')) ?? []
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

/** Tests of the section, for a suite that has built the guide, and launches a browser for all its pages. */
export function searchIndex(guide: Site, browser: () => Browser): void {
  test('has examples of what is found in the browser', () => expect(rows.length).toBeGreaterThan(4))

  test.each(rows)('in the browser $typed finds $found', async ({ typed, found }) => {
    const { json } = await ask(guide.app({ now: () => now }), 'GET', '/v1/demo/search-index.json')
    const index = MiniSearch.loadJS(json.index, json.options)
    expect(index.search(typed).map(({ id }) => id)).toEqual(found)
  })

  describe.skipIf(withoutBrowser)('the lines for a page', () => {
    let opened: OpenedPage
    beforeAll(async () => {
      const script = blocksOf(section).find(({ language }) => language === 'js')!.text
      opened = await newPage(browser(), guide.app({ now: () => now }), pageWith(script), {
        '/minisearch.js': { contentType: 'text/javascript', body: library },
      })
      await visit(opened.page)
    })
    afterAll(() => opened?.page.close())

    test.each(rows)('show $found while $typed is typed, and ask for nothing', async ({ typed, found }) => {
      const { page, asked, failures } = opened
      await page.locator('input').fill('')
      await page.locator('input').pressSequentially(typed)
      const links = await page
        .locator('output a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(links).toEqual(found.map((slug) => `/blog/${slug}`))
      expect(asked.map(({ pathname }) => pathname)).toEqual(['/v1/demo/search-index.json'])
      expect(failures).toEqual([])
    })

    test('find characters that are pasted in parts', async () => {
      const { page } = opened
      const parts = 'で書'.normalize('NFD')
      expect(parts).toHaveLength(3)
      await page.locator('input').fill(parts)
      expect(await page.locator('output a').count()).toBe(1)
    })
  })
}
