// A browser in which Sveltia edits files. They are where its backend test-repo has them: in the browser's own file system.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { launchBrowser } from '../support/chromium.ts'

const SITE = 'http://localhost'

/** Its files, which the address in a page has as well. */
export const packaged = fileURLToPath(new URL('node_modules/@sveltia/cms', import.meta.url))

export interface Editor {
  page: Page
  /** Hosts that were asked for anything. */
  hosts: ReadonlySet<string>
  /** The form of a file, or of a new one: `new`. */
  open(collection: string, entry: string): Promise<void>
  /** The files beside a collection's: `content/blog/posts`. */
  assets(folder: string): Promise<void>
  /** A field of the form that is open: `fields.level`. */
  field(path: string): Locator
  save(): Promise<void>
  /** All files, by path. */
  files(): Promise<Map<string, Buffer>>
  close(): Promise<void>
}

/**
 * @param site a folder with admin/
 * @param files by path in the repository
 */
export async function openEditor(site: string, files: ReadonlyMap<string, Buffer>): Promise<Editor> {
  const browser = await launchBrowser()
  // Where it is another day than in UTC for a quarter of the time.
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 4000 },
  })
  const hosts = new Set<string>()
  await answerRequests(context, site, hosts)
  const page = await context.newPage()
  await page.goto(`${SITE}/blank`)
  const texts = [...files].map(([path, bytes]) => [path, bytes.toString('base64')])
  await page.evaluate(`(${WRITE})(${JSON.stringify(texts)})`)
  await page.goto(`${SITE}/admin/`)
  await page.getByRole('button', { name: 'Work with Test Repository' }).click()
  await page.waitForURL(/#\/collections\//)
  const field = (path: string) => page.locator(`[data-key-path="${path}"]`)
  return {
    page,
    hosts,
    field,
    async open(collection, entry) {
      await page.goto(
        `${SITE}/admin/#/collections/${collection}/${entry === 'new' ? entry : `entries/${entry}`}`,
      )
      await page.getByRole('button', { name: 'Save' }).waitFor()
    },
    async assets(folder) {
      await page.goto(`${SITE}/admin/#/assets/${folder}`)
      await page.getByRole('button', { name: 'Upload' }).first().waitFor()
    },
    async save() {
      await page.getByRole('button', { name: 'Save' }).click()
      await page.waitForURL(/#\/collections\/\w+$/)
      await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    },
    async files() {
      const found: [string, string][] = await page.evaluate(`(${READ})()`)
      return new Map(found.map(([path, text]) => [path, Buffer.from(text, 'base64')]))
    },
    close: () => browser.close(),
  }
}

/** No request leaves the machine: the site is a folder, and the script is that of the package. */
function answerRequests(context: BrowserContext, site: string, hosts: Set<string>): Promise<unknown> {
  return context.route(/^https?:/, (route) => {
    const { origin, pathname, host } = new URL(route.request().url())
    if (origin !== SITE) hosts.add(host)
    const [, path] = /^\/@sveltia\/cms@[\d.]+\/(.+)/.exec(pathname) ?? []
    if (path !== undefined) {
      const headers = { 'access-control-allow-origin': '*' }
      return route.fulfill({ path: join(packaged, path), headers, contentType: 'text/javascript' })
    }
    if (origin !== SITE) return route.abort()
    if (pathname === '/blank') return route.fulfill({ contentType: 'text/html', body: '' })
    const name = pathname === '/admin/' ? 'index.html' : 'config.yml'
    return route.fulfill({
      body: readFileSync(join(site, 'admin', name)),
      contentType: name.endsWith('html') ? 'text/html' : 'text/yaml',
    })
  })
}

// As text: what is compiled here has names that the page lacks.
const WRITE = `async (files) => {
  const top = await (await navigator.storage.getDirectory()).getDirectoryHandle('sveltia-cms-test', { create: true })
  for (const [path, text] of files) {
    const names = path.split('/')
    const name = names.pop()
    let folder = top
    for (const one of names) folder = await folder.getDirectoryHandle(one, { create: true })
    const file = await (await folder.getFileHandle(name, { create: true })).createWritable()
    await file.write(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)))
    await file.close()
  }
}`

const READ = `async () => {
  const found = []
  const read = async (folder, path) => {
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === 'directory') await read(handle, path + name + '/')
      else {
        const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer())
        found.push([path + name, btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(''))])
      }
    }
  }
  await read(await (await navigator.storage.getDirectory()).getDirectoryHandle('sveltia-cms-test'), '')
  return found
}`
