// docs/search.md on suggestions: its tables say what is suggested in the guide, and a browser runs the lines for a page, which
// examples/html/README.md has.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { withoutBrowser } from '../support/chromium.ts'
import type { Site } from '../support/site.ts'
import { blocksOf } from './blocks.ts'
import { now, read } from './guide.ts'
import { newPage, type OpenedPage, visit } from './page.ts'

const [, section = ''] = /^## Suggestions\n(.*?)^## /ms.exec(read('docs/search.md')) ?? []

function rowsOf(column: string) {
  const [, table = ''] = new RegExp(`^\\| typed \\| ${column} \\|\\n(.*?)\\n\\n`, 'ms').exec(section) ?? []
  return [...table.matchAll(/^\| `([^`]+)` \| (nothing|`.+`) \|$/gm)].map(([, typed, found]) => ({
    typed: typed!,
    found: [...found!.matchAll(/`([^`]+)`/g)].map(([, one]) => one!),
  }))
}
const [words, posts] = [rowsOf('words'), rowsOf('posts')]

/** Tests of the section, for a suite that has built the guide, and launches a browser for all its pages. */
export function suggestions(guide: Site, browser: () => Browser): void {
  const suggested = async (typed: string) => {
    const target = `/v1/demo/suggest?query=${encodeURIComponent(typed)}`
    const { json } = await ask(guide.app({ now: () => now }), 'GET', target)
    return json.suggestions as { kind: string; text: string; slug?: string }[]
  }

  test('has examples of suggestions', () => expect([words.length, posts.length]).toEqual([4, 2]))

  test.each(words)('$typed suggests the words $found', async ({ typed, found }) => {
    const all = await suggested(typed)
    expect(all.filter(({ kind }) => kind === 'word').map(({ text }) => text)).toEqual(found)
  })

  test.each(posts)('$typed suggests the posts $found', async ({ typed, found }) => {
    const all = await suggested(typed)
    expect(all.filter(({ kind }) => kind === 'post').map(({ slug }) => slug)).toEqual(found)
  })

  describe.skipIf(withoutBrowser)('the lines for a page that suggests', () => {
    let opened: OpenedPage
    beforeAll(async () => {
      const [, lines] = read('examples/html/README.md').split('\n## Suggestions from the API\n')
      const script = blocksOf(lines!).find(({ language }) => language === 'js')!.text
      const html = `<!doctype html><meta charset="utf-8"><input><ul></ul><script type="module">${script}\ndocument.title = 'ready'</script>`
      opened = await newPage(browser(), guide.app({ now: () => now }), html)
      const { page } = opened
      // Its timers wait for the test.
      await page.clock.install({ time: 0 })
      await visit(page)
      await page.clock.pauseAt(3_600_000)
    })
    afterAll(() => opened?.page.close())

    test('ask once for what was typed in one go, and link to searches and posts', async () => {
      const { page, asked, failures } = opened
      const queries = () => asked.map(({ searchParams }) => searchParams.get('query'))
      await page.locator('input').pressSequentially('rate lim')
      await page.clock.runFor(199)
      expect(queries()).toEqual([])
      await page.clock.runFor(1)
      await page.locator('li a >> text="Rate limits"').waitFor()
      expect(queries()).toEqual(['rate lim'])
      const links = await page
        .locator('li a')
        .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
      expect(links).toEqual([
        ['rate limits', '/search?query=rate+limits'],
        ['rate limit', '/search?query=rate+limit'],
        ['Rate limits', '/blog/rate-limits'],
      ])
      expect(failures).toEqual([])
    })
  })
}
