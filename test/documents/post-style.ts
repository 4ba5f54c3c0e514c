// The style sheet for posts in a real browser on a page of another site that shows every kind of text.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, serve } from '../../server/index.ts'
import { type Workspace, workspace } from '../support/workspace.ts'
import { env, guideFiles } from './guide.ts'

const sentence = 'The proof is read by the author, who marks in the margin what is to be changed. '
/** What the guide's post about markdown has none of. */
const more = `<table><thead><tr>${'<th>A column</th>'.repeat(12)}</tr></thead>
<tbody><tr>${'<td>some words</td>'.repeat(12)}</tr></tbody></table>
<dl><dt>Galley</dt><dd>A tray for type that has been set.</dd></dl>
<pre><code>${'one_very_long_line = '.repeat(20)}</code></pre>
<p>${'Averylongwordwithoutspaces'.repeat(9)}</p><p id="measured">${sentence.repeat(12)}</p>
<video controls width="1920" height="1080"></video><audio controls></audio>
<iframe title="A player" width="560" height="315" srcdoc="<title>A player</title>"></iframe>`

/** Tests, for a suite that launches a browser for all its pages. */
export function postStyle(browser: () => Browser): void {
  const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  let place: Workspace
  let running: Running
  let context: BrowserContext
  let page: Page
  let content: string

  beforeAll(async () => {
    place = await workspace(guideFiles(), { env })
    await place.build()
    const folders = { data: join(place.out, 'data'), public: join(place.out, 'public') }
    running = await serve({ ...folders, port: 0, host: '127.0.0.1', env: {}, log: () => {} })
    await running.look()
    const { post } = (await (await fetch(`${running.url}/v1/demo/posts/markdown`)).json()) as {
      post: { content: string }
    }
    // As docs/content.md says.
    content = `${post.content.replace('<details>', '<details open>')}${more}`.replace(
      /<(?:pre|table)\b/g,
      '$& tabindex="0"',
    )
    context = await browser().newContext()
    page = await context.newPage()
  })
  afterAll(async () => {
    await context?.close()
    await running?.close()
    place?.remove()
  })

  async function open(width: number, colorScheme: 'light' | 'dark' = 'light', dir = 'ltr'): Promise<void> {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.route('http://blog.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en" dir="${dir}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>A post</title><style>html { background: light-dark(#fff, #14171a); color: light-dark(#1d2124, #e5e3dd) }</style>
<link rel="stylesheet" href="/docs/post.css">
<main class="post"><h1>Everything</h1>${content}</main>`,
      }),
    )
    // Chromium lets no page of a name that it cannot look up load from this machine, so this one has a copy.
    const css = await (await fetch(`${running.url}/docs/post.css`)).text()
    await page.route('**/post.css', (route) => route.fulfill({ contentType: 'text/css', body: css }))
    await page.route('https://api.example.org/**', (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('http://blog.example/')
  }
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth')
  const complaints = async () => {
    await page.evaluate(axe)
    const run = `axe.run({ resultTypes: ['violations'], preload: false, iframes: false })`
    const { violations } = (await page.evaluate(run)) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)
  }
  const styleOf = (selector: string, name: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${name}`)

  test('fits a phone, where long tables and lines of code scroll by themselves, in both directions', async () => {
    for (const dir of ['ltr', 'rtl']) {
      await open(390, 'light', dir)
      expect(await overflow()).toBe(0)
      const wider = `[...document.querySelectorAll('table, pre')].filter((one) => one.scrollWidth > one.clientWidth).length`
      expect(await page.evaluate(wider)).toBeGreaterThan(1)
      const side = dir === 'rtl' ? 'Right' : 'Left'
      expect(await styleOf('.markdown-alert', `border${side}Width`)).toBe('3px')
      expect(await styleOf('pre', 'direction')).toBe('ltr')
    }
  })

  test.each(['light', 'dark'] as const)(
    'has nothing that axe finds wrong, contrast included: %s',
    async (scheme) => {
      await open(390, scheme)
      expect(await complaints()).toEqual([])
    },
  )

  test('has lines of 60 to 75 characters, where there is room', async () => {
    await open(1280)
    const perLine = await page.evaluate(`(() => {
      const range = document.createRange()
      const [text] = document.getElementById('measured').childNodes
      range.selectNodeContents(text)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      return text.length / lines
    })()`)
    expect(perLine).toBeGreaterThan(58)
    expect(perLine).toBeLessThan(75)
  })

  test('prints whole lines of code, and where links lead', async () => {
    await open(800)
    await page.emulateMedia({ media: 'print' })
    expect(await styleOf('pre', 'whiteSpace')).toContain('wrap')
    const shown = `getComputedStyle(document.querySelector('a[href^="https"]'), '::after').content`
    expect(await page.evaluate(shown)).toContain('https://example.org/')
    await page.emulateMedia({ media: null })
  })
}
