// Debian's browser, for suites that check what a real one does.
import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { isThere } from './program.ts'

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))

/** For `describe.skipIf`. */
export const withoutBrowser = !isThere('chromium', executablePath !== undefined)
if (withoutBrowser) console.warn('Nothing is tried in a real browser, since chromium is not installed.')

/** The only user of a container may be root, which the browser's own sandbox refuses. */
const args =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

/** @param more arguments */
export function launchBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: executablePath!, args: [...args.split(' '), ...more] })
}

/** A page on a site. No request leaves the machine: each is answered with `html`. */
export async function openSite(browser: Browser, html: string): Promise<Page> {
  const page = await browser.newPage()
  await page.route(/^https?:/, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto('http://blog.example/')
  return page
}
