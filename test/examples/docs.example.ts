// npm run docs: the documents as a site, with every document and no broken link, opened in a browser.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documents, read, root } from '../documents/guide.ts'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { environmentFor } from './example.ts'
import { faultsOf, newPage } from './pages.ts'

const temporary = mkdtempSync(join(tmpdir(), 'galley-docs-'))
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

const site = 'https://docs.example.org'
const folder = join(root, 'dist/docs/site')
const types: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}

/** Returns the file that any host sends for a path. */
function fileOf(path: string): string {
  const file = join(folder, decodeURIComponent(path))
  return path.endsWith('/') ? join(file, 'index.html') : file
}

/** A page that an old address of a document leads to says nothing else. */
const moved = ['docs/hooks.md', 'docs/indexnow.md', 'docs/workers.md']

describe.skipIf(withoutBrowser)('the documents as a site', () => {
  let server: Server
  let url: string
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    const env = { ...environmentFor(join(root, 'examples/astro'), temporary), SITE_URL: site }
    execFileSync('npm', ['run', 'docs'], { cwd: root, env, stdio: 'pipe' })
    server = createServer(({ url = '' }, response) => {
      const file = fileOf(new URL(url, site).pathname)
      const found = existsSync(file) ? file : join(folder, '404.html')
      response.setHeader('Content-Type', types[extname(found)] ?? 'text/plain').end(readFileSync(found))
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launchBrowser()
    page = await newPage(browser)
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  /** All pages but those of `/docs/`, which are Galley's own, and the one that no link leads to. */
  const htmlFiles = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^(?!docs\/|404).*\.html$/.test(name),
    )
  const htmlOf = (name: string) => readFileSync(join(folder, name), 'utf8')

  const design = readdirSync(join(root, 'docs/design')).map((name) => `docs/design/${name}`)
  const everything = [...documents(), ...design].filter(
    (path) => path.startsWith('docs/') && !moved.includes(path),
  )

  test('have a page each, with a link to edit them', () => {
    const edited = htmlFiles().map((name) => /\/edit\/main\/([^"]+)"/.exec(htmlOf(name))?.[1])
    expect(edited).toEqual(expect.arrayContaining(everything))
  })

  test('lead nowhere but to what is there', () => {
    const ids = new Map<string, Set<string>>()
    const idsIn = (file: string) => {
      if (!ids.has(file))
        ids.set(
          file,
          new Set([...readFileSync(file, 'utf8').matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)),
        )
      return ids.get(file)!
    }
    const broken = htmlFiles().flatMap((name) =>
      [...htmlOf(name).matchAll(/ (?:href|src)="([^"]*)"/g)].flatMap(([, written = '']) => {
        const target = new URL(
          written.replaceAll('&#38;', '&').replaceAll('&amp;', '&'),
          `${site}/${name.replace(/index\.html$/, '')}`,
        )
        if (target.origin !== site) return []
        const file = fileOf(target.pathname)
        const anchor = decodeURIComponent(target.hash.slice(1))
        const isThere = existsSync(file) && (anchor === '' || idsIn(file).has(anchor))
        return isThere ? [] : [`${name}: ${written}`]
      }),
    )
    expect(broken).toEqual([])
  })

  test('are searched, and have contents, on a phone and on a wide screen', async () => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${url}/`)
      await page.getByRole('link', { name: 'Search' }).click()
      await page.getByRole('searchbox').fill('tabels')
      await page.getByRole('status').getByText('results').waitFor()
      await page.getByRole('searchbox').fill('nginx and caddy')
      await page.getByRole('link', { name: 'Behind a proxy' }).click()
      await page.waitForURL('**/run/proxies/')
      if (width === 390) await page.getByText('All pages').click()
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Read' }).click()
      await page.waitForURL('**/read/')
      await page.getByRole('article').getByRole('link', { name: 'API reference', exact: true }).click()
      await page.waitForURL('**/read/api/')
      if (width === 390) await page.getByText('Contents', { exact: true }).click()
      await page.locator('.contents').getByRole('link', { name: 'Facets' }).click()
      expect(await page.evaluate('scrollY > 900 && location.hash')).toBe('#facets')
      const edit = await page.getByRole('link', { name: 'Edit this page' }).getAttribute('href')
      expect(edit).toMatch(/^https:\/\/github\.com\/.+\/edit\/main\/docs\/api\.md$/)
    }
  })

  test('are listed in llms.txt, each with its markdown', () => {
    const list = readFileSync(join(folder, 'llms.txt'), 'utf8')
    const texts = [...list.matchAll(/^- \[(.+)\]\(https:\/\/docs\.example\.org(\S+)\)/gm)]
    for (const [, , path = ''] of texts) expect(existsSync(fileOf(path)), path).toBe(true)
    const titles = everything.map((path) => /^# (.+)/m.exec(read(path))![1])
    expect(texts.map(([, title]) => title)).toEqual(expect.arrayContaining(titles))
  })

  test.each(['', 'reference/commands/', 'read/', 'glossary/', 'posts/', 'search/'])(
    'have nothing that axe finds wrong, nothing too wide, and nothing that moves: /%s',
    async (path) => {
      expect(await faultsOf(browser, `${url}/${path}`)).toEqual([])
    },
  )
})
