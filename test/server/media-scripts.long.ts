// A drawing that contains scripts, opened in a real browser: the way it is served, none of them runs.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bulkWorkspace } from '../support/bulk.ts'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { testServer } from '../support/server.ts'

const mark = "document.documentElement.setAttribute('data-ran', 'yes')"
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" onload="${mark}"><script>${mark}</script>
<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x:" onerror="${mark}"/></body></foreignObject></svg>`
const here = testServer([bulkWorkspace('demo', 1, () => '')], { 'media/drawing.svg': drawing })

describe.skipIf(withoutBrowser)('a drawing with scripts in it', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  async function ranAt(url: string): Promise<boolean> {
    const page = await browser.newPage()
    await page.goto(url)
    const root = page.locator(':root')
    const ran = (await root.getAttribute('data-ran')) === 'yes'
    await page.close()
    return ran
  }

  test('runs none of them when it is opened where we serve it', async () => {
    expect(await ranAt(`${here.running.url}/media/drawing.svg`)).toBe(false)
  })

  test('would run them anywhere else', async () => {
    const careless = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(drawing)
    })
    await new Promise<void>((resolve) => careless.listen(0, '127.0.0.1', resolve))
    const { port } = careless.address() as AddressInfo
    expect(await ranAt(`http://127.0.0.1:${port}/`)).toBe(true)
    careless.closeAllConnections()
    careless.close()
  })
})
