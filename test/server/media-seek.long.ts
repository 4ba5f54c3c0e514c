// A two-minute recording in a real browser, which has to request a part of it to start anywhere but at the beginning.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bulkWorkspace } from '../support/bulk.ts'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { testServer } from '../support/server.ts'

const seconds = 120
const here = testServer([bulkWorkspace('demo', 1, () => '')], { 'media/talk.mp3': '' })

/** Silence: each frame of MPEG 1 layer III at 320 kbit/s and 44.1 kHz is 1,044 bytes for 1,152 samples. */
function recording(): Buffer {
  const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0xe0, 0xc0]), Buffer.alloc(1_040)])
  return Buffer.concat(Array.from({ length: Math.ceil((seconds * 44_100) / 1_152) }, () => frame))
}

describe.skipIf(withoutBrowser)('a recording', () => {
  let browser: Browser
  beforeAll(async () => {
    writeFileSync(join(here.dist, 'public/media/talk.mp3'), recording())
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  test('starts wherever its listener wants it to', async () => {
    const page = await browser.newPage()
    await page.goto(`${here.running.url}/media/talk.mp3`)
    // biome-ignore lint/suspicious/noExplicitAny: an HTMLMediaElement, of which only a page has the type
    const heard = await page.locator('video').evaluate(async (player: any) => {
      const event = (name: string) => new Promise((resolve) => player.addEventListener(name, resolve))
      if (player.readyState === 0) await event('loadedmetadata')
      const sought = event('seeked')
      player.currentTime = 100
      await sought
      return player.currentTime
    })
    expect(heard).toBeCloseTo(100, 0)
    await page.close()
  })
})
