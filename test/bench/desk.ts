// How soon the desk shows its list in a browser, and how soon a filter, with 10,000 posts and with 1,000.
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import type { Material } from './material.ts'
import { printed, start, stop } from './process.ts'
import { digits, type Row } from './table.ts'

const rounds = 7
/** By the label of a choice: whose posts it leaves is asked, but for the first. */
const filters = ['Status', 'Category', 'Tag', 'Author']

export async function* desk(material: Material): AsyncGenerator<Row> {
  if (withoutBrowser) return
  const browser = await launchBrowser()
  const few = await measured(browser, material, 1_000)
  const many = await measured(browser, material, 10_000)
  await browser.close()
  yield {
    what: 'the list of the desk with 10,000 posts',
    target: { most: 1_000 },
    measured: many.list,
    unit: 'ms',
    note: `with 1,000 posts ${digits(few.list)} ms: ${digits(many.list / few.list)} times as long`,
  }
  for (const [i, filter] of filters.entries()) {
    yield {
      what: `a filter of 10,000 posts at the desk: ${filter.toLowerCase()}`,
      target: { most: 100 },
      measured: many.filters[i]!,
      unit: 'ms',
      note: `with 1,000 posts ${digits(few.filters[i]!)} ms: ${digits(many.filters[i]! / few.filters[i]!)} times as long`,
    }
  }
}

/** The medians, in ms. */
async function measured(browser: Browser, material: Material, posts: number) {
  const out = join(material.folder, `desk-${posts}`)
  const flags = ['--content', material.content(posts), '--out', out, '--port', '0']
  const dev = start('bin/galley.mjs', ['dev', ...flags], { env: { GALLEY_CACHE: 'off' }, quiet: true })
  const [, url] = await printed(dev, /answers at (\S+)/)
  const page = await browser.newPage()
  const lists: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto('about:blank')
    const began = performance.now()
    await page.goto(`${url}/docs/desk/`, { waitUntil: 'commit' })
    await page.locator('.entry').first().waitFor()
    lists.push(performance.now() - began)
  }
  const times: number[] = []
  for (const filter of filters) times.push(await filtered(page, filter))
  await page.close()
  await stop(dev)
  return { list: median(lists), filters: times }
}

/** From a choice to the list that it leaves, in the page itself. */
async function filtered(page: Page, label: string): Promise<number> {
  const times = await page.evaluate(`(async () => {
    const box = document.querySelector('select[aria-label="${label}"]')
    const list = document.querySelector('.entries')

    const times = []
    for (let i = 0; i < ${2 * rounds}; i++) {
      const drawn = new Promise((resolve) => {
        const seen = new MutationObserver(() => (seen.disconnect(), requestAnimationFrame(() => resolve(performance.now()))))
        seen.observe(list, { childList: true })
      })
      const began = performance.now()
      box.selectedIndex = i % 2 === 0 ? 1 : 0
      box.dispatchEvent(new Event('change'))
      const ended = await drawn
      if (i % 2 === 0) times.push(ended - began)
    }
    return times
  })()`)
  return median(times as number[])
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}
