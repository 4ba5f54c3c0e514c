// What a real browser runs, one for all: the page at /docs/ on a real server, which is made from the OpenAPI document alone,
// the desk, and the lines for a page in docs/search.md.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../client/index.ts'
import { type Running, serve } from '../../server/index.ts'
import { referenceFiles } from '../../snapshot/format/pages.ts'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { document } from '../support/document.ts'
import { isInstalled } from '../support/program.ts'
import { site } from '../support/site.ts'
import { type Workspace, workspace } from '../support/workspace.ts'
import { desk } from './desk.ts'
import { describeWithGuide, env, guideFiles, root } from './guide.ts'
import { postStyle } from './post-style.ts'
import { searchIndex } from './search-index.ts'
import { suggestions } from './suggest.ts'

interface Described {
  operationId: string
  'x-same-as'?: string
  requestBody?: object
  parameters?: { $ref: string }[]
}

/** Each once, however many addresses it has. */
const operations = Object.values<{ get?: Described; post?: Described }>(document.paths)
  .map(({ get, post }) => (get ?? post)!)
  .filter((operation) => !operation['x-same-as'])
const parameterOf = ({ $ref }: { $ref: string }) => document.components.parameters[$ref.split('/').at(-1)!]

test('all that /docs/ loads is at most 40 KB compressed', () => {
  const sizes = referenceFiles.map(
    (name) => gzipSync(readFileSync(join(root, 'docs/reference', name))).length,
  )
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(40_000)
})

let browser: Browser
beforeAll(async () => {
  if (!withoutBrowser) browser = await launchBrowser()
})
afterAll(() => browser?.close())

describeWithGuide('docs/search.md', () => {
  const guide = site({ env }, guideFiles())
  searchIndex(guide, () => browser)
  suggestions(guide, () => browser)
})

describeWithGuide('the reference', () => {
  describe.skipIf(withoutBrowser)('in a browser', () => {
    const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
    let place: Workspace
    let running: Running
    let context: BrowserContext
    let page: Page
    const requested: URL[] = []
    /** Of scripts, and what the policy forbids. */
    const failures: string[] = []

    beforeAll(async () => {
      place = await workspace(guideFiles(), { env })
      const building = place.build()
      context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
      page = await context.newPage()
      page.on('request', (request) => requested.push(new URL(request.url())))
      page.on('pageerror', (error) => failures.push(error.message))
      page.on('console', (message) => {
        // Chromium says that of every reply that is an error.
        const isReply = message.text().startsWith('Failed to load resource')
        if (message.type() === 'error' && !isReply) failures.push(message.text())
      })
      await building
      const folders = { data: join(place.out, 'data'), public: join(place.out, 'public') }
      running = await serve({ ...folders, port: 0, host: '127.0.0.1', env: {}, log: () => {} })
      await running.look()
    })
    afterAll(async () => {
      await context?.close()
      await running?.close()
      place?.remove()
    })
    afterEach(() => {
      expect(failures.splice(0)).toEqual([])
      expect(requested.splice(0).filter(({ host }) => host !== new URL(running.url).host)).toEqual([])
    })

    const wide = { width: 1360, height: 900 }
    const narrow = { width: 360, height: 740 }

    /** Opens the page anew. @param hash names a route */
    async function open(hash = '', size = wide): Promise<void> {
      await page.goto('about:blank')
      await page.setViewportSize(size)
      await page.goto(`${running.url}/docs/${hash}`)
      await page.locator('main h1').waitFor()
    }

    const show = async (id: string) => {
      await page.evaluate(`location.hash = ${JSON.stringify(id)}`)
      await page.locator(`nav [aria-current][href="#${id}"]`).waitFor()
    }
    const field = (name: string) =>
      page.locator(['path', 'query', 'header', 'body'].map((place) => `#field-${place}-${name}`).join())
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    /** The status of the reply to what a click sends. */
    async function statusAfter(name: string): Promise<string> {
      const status = page.locator('.status .code')
      await page.locator('.status').evaluate((one) => one.replaceChildren())
      await button(name).click()
      await status.waitFor()
      return status.innerText()
    }
    const body = async () => JSON.parse(await page.locator('pre.body').innerText())
    const snippet = (title: string) =>
      page.locator('.snippet', { hasText: title }).locator('code').innerText()
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth')
    /** What axe finds wrong with the page as it is. */
    async function complaints(options = '{}'): Promise<string[]> {
      await page.evaluate(axe)
      const run = `axe.run({ resultTypes: ['violations'], preload: false, iframes: false, ...${options} })`
      const { violations } = (await page.evaluate(run)) as {
        violations: { id: string; nodes: { html: string }[] }[]
      }
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)
    }

    test('has every route of the document, with a field for each parameter, and is never too wide', async () => {
      await open('', narrow)
      expect(await page.locator('nav li').count()).toBe(operations.length)
      expect(await overflow()).toBe(0)
      const found = await page.evaluate(`(async () => {
        const found = []
        for (const { hash } of document.querySelectorAll('nav a')) {
          const isShown = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
          location.hash = hash
          await isShown
          const names = [...document.querySelectorAll('.field > :is(label, legend) > code')]
          const overflow = document.documentElement.scrollWidth - innerWidth
          found.push([decodeURIComponent(hash.slice(1)), names.map((name) => name.textContent).sort(), overflow])
        }
        return found
      })()`)
      const declared = operations.map(({ operationId, parameters = [], requestBody }) => {
        const body = requestBody ? ['body'] : []
        return [operationId, [...parameters.map((one) => parameterOf(one).name), ...body].sort(), 0]
      })
      expect((found as unknown[]).sort()).toEqual(declared.sort())
    })

    test('begins with a post, and what its fields are; without a desk it leads to none', async () => {
      await open()
      const example = page.locator('.example')
      expect(JSON.parse(await example.locator('pre').innerText()).post.slug).toBe('hello-world')
      expect(await example.locator('.properties > li', { hasText: /^slug/ }).first().innerText()).toContain(
        'The name in addresses.',
      )
      expect(await page.getByRole('link', { name: 'Desk' }).count()).toBe(0)
    })

    test('shows once what is the same at two addresses, and finds it by the name of either', async () => {
      await open('#getPostByContractPath')
      expect(await page.locator('nav [aria-current]').getAttribute('href')).toBe('#getPost')
      expect(await page.locator('.also').innerText()).toContain('/v1/{workspace_key}/post/{slug}')
    })

    test('sends what the form says, at once with the guide, and follows links and tags', async () => {
      await open('#listPosts')
      await page.getByText('Also order').click()
      await field('limit').fill('3')
      await field('order').selectOption('asc')
      await page.getByLabel('slug', { exact: true }).check()
      expect(await statusAfter('Send')).toBe('200 OK')
      const first = await body()
      expect(first.posts).toHaveLength(3)
      expect(requested.at(-1)!.search).toBe('?limit=3&order=asc&select=slug')
      expect(await page.getByRole('meter').getAttribute('aria-valuetext')).toBe('199 of 200')

      expect(await statusAfter('next')).toBe('200 OK')
      expect(await field('page').inputValue()).toBe('2')
      expect(requested.at(-1)!.searchParams.get('page')).toBe('2')
      expect((await body()).posts).not.toEqual(first.posts)

      expect(await statusAfter('Send with If-None-Match')).toBe('304 Not modified')
      expect(await field('If-None-Match').inputValue()).toMatch(/^(W\/)?".+"$/)
      await page.getByText(/^All \d+ headers$/).click()
      expect(await page.locator('.headers').innerText()).toContain('x-snapshot-id')
    })

    const typed = `it's "a" \\ $(x) \`y\` {1,2} [3] é 日本 & + % #`
    const tags = `"it's", "b\\c"`

    /** The reply to a request that is hard to write down. */
    async function typeAndSend(): Promise<unknown> {
      await open('#listPosts')
      await field('query').fill(typed)
      await field('If-None-Match').fill(tags)
      expect(await statusAfter('Send')).toBe('200 OK')
      return body()
    }

    test('writes the same request for fetch, whatever is typed', async () => {
      const reply = await typeAndSend()
      expect(requested.at(-1)!.searchParams.get('query')).toBe(typed)
      const asked = async (url: string, { headers }: RequestInit) => {
        expect([url, headers]).toEqual([requested.at(-1)!.href, { 'If-None-Match': tags }])
        return fetch(url, { headers: headers! })
      }
      expect(await new AsyncFunction('fetch', `${await snippet('fetch')}\nreturn body`)(asked)).toEqual(reply)
    })

    test.skipIf(!isInstalled('curl'))('writes the same request for curl, whatever is typed', async () => {
      const reply = await typeAndSend()
      const command = await snippet('curl')
      const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `${command} -s`])
      expect(JSON.parse(stdout)).toEqual(reply)
    })

    test('writes the same request for galley-client, whatever is typed', async () => {
      await open('#listPosts')
      await page.locator('.rare summary').evaluateAll((all) => {
        for (const one of all) one.click()
      })
      for (const [name, value] of Object.entries({
        limit: '3',
        tags: 'git, http',
        exclude: 'running',
        excludeCategories: 'writing',
        search: typed,
      }))
        await field(name).fill(value)
      await field('featured').selectOption('false')
      await page.getByLabel('slug', { exact: true }).check()
      expect(await statusAfter('Send')).toBe('200 OK')
      const text = (await snippet('galley-client')).replace(/^import .*$/m, '')
      const asked = await new AsyncFunction('createClient', `${text}\nreturn reply`)(createClient)
      expect(asked).toEqual(await body())
      expect(text).toContain("excludeCategories: ['writing', 'running'],")

      await open('#getTag')
      expect(await snippet('galley-client')).toContain("await galley.tags.get('git')")
      await open('#getEntry')
      await field('collection').fill('talks')
      await field('path').fill('2026/maps')
      await field('format').selectOption('text')
      expect(await snippet('galley-client')).toContain(
        "await galley.entries('talks').get('2026/maps', { format: 'text' })",
      )
      await open('#listEntries')
      expect(await snippet('galley-client')).toContain("await galley.entries('pages').list()")
      await open('#getSitemap')
      expect(await page.locator('.snippet h3').allInnerTexts()).toEqual(['curl', 'fetch'])
    })

    test('sends a body, and writes it for fetch', async () => {
      await open('#callMcp')
      const sent = '{ "jsonrpc": "2.0", "id": "it\'s\\n1", "method": "ping" }'
      await field('body').fill(sent)
      expect(await statusAfter('Send')).toBe('200 OK')
      const reply = { jsonrpc: '2.0', id: "it's\n1", result: {} }
      expect(await body()).toEqual(reply)
      expect(await new AsyncFunction(`${await snippet('fetch')}\nreturn body`)(undefined)).toEqual(reply)
    })

    test('copies what it shows', async () => {
      await open('#getPost')
      await button('Copy curl').click()
      await page.getByText('curl copied').waitFor()
      const copied = await page.evaluate('navigator.clipboard.readText()')
      expect(copied).toBe(`curl '${running.url}/v1/demo/posts/what-galley-is'`)
    })

    test('keeps a key in its memory only, for all routes', async () => {
      await open('#listTags')
      await field('workspace_key').fill('secret-key')
      expect(await statusAfter('Send')).toBe('404 Not found')
      await show('getPost')
      expect(await field('workspace_key').inputValue()).toBe('secret-key')
      await page.goBack()
      await page.locator('nav [aria-current][href="#listTags"]').waitFor()
      const kept =
        '[location.href, document.cookie, JSON.stringify({ ...localStorage, ...sessionStorage, ...history.state })]'
      expect(JSON.stringify(await page.evaluate(kept))).not.toContain('secret-key')
      expect(await page.evaluate('indexedDB.databases()')).toEqual([])
      await page.reload()
      await field('workspace_key').waitFor()
      expect(await field('workspace_key').inputValue()).toBe('demo')
    })

    test('shows what a limit refuses, and when it admits the next', async () => {
      await open('#welcome')
      expect(await statusAfter('Send')).toBe('200 OK')
      const { href } = requested.at(-1)!
      for (let i = 0; i < 40 && (await fetch(href)).ok; i++);
      expect(await statusAfter('Send')).toBe('429 Too many requests')
      expect(await page.locator('.limit-text').innerText()).toMatch(
        /^0 of 10 requests left; the next is admitted in \d+ s$/,
      )
      expect((await body()).error).toBe('Too many requests')
    })

    test('works by keyboard, from the link over the page to the reply', async () => {
      await open('#listCategories')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      expect(await page.evaluate('[document.activeElement.id, location.hash]')).toEqual([
        'main',
        '#listCategories',
      ])
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.name')).toBe('workspace_key')
      await page.keyboard.press('Enter')
      await page.locator('.status .code').waitFor()
      await page.locator('nav a').first().focus()
      await page.keyboard.press('Enter')
      await page.locator('nav [aria-current]').waitFor()
      await expect.poll(() => page.evaluate('document.activeElement.localName')).toBe('h1')
    })

    test('has nothing that axe finds wrong: light, dark, 360 pixels wide, and in the document', async () => {
      await open('#getTag')
      expect(await statusAfter('Send')).toBe('200 OK')
      await page.locator('summary').evaluateAll((all) => {
        for (const one of all) one.click()
      })
      expect(await complaints()).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await complaints('{ runOnly: "color-contrast" }')).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(narrow)
      await button('Routes').click()
      // Colours are the same, and take the longest.
      const others = '{ rules: { "color-contrast": { enabled: false } } }'
      expect(await complaints(others)).toEqual([])
      expect(await overflow()).toBe(0)
      await page.goto(`${running.url}/docs/api.html`)
      expect(await complaints(others)).toEqual([])
      expect(await overflow()).toBe(0)
    })

    test('has the fields of a long form in groups, and offers what the workspace has', async () => {
      await open('#listPosts')
      expect(await page.locator('.fields h2').allInnerTexts()).toEqual([
        'Path',
        'Page',
        'Filter',
        'Search',
        'Fields',
        'Request headers',
      ])
      expect(await field('excludeTags').isVisible()).toBe(false)
      await field('tags').fill('git,ma')
      const offered = page.locator('#field-query-tags-list option[value="git,markdown"]')
      await offered.waitFor({ state: 'attached' })
      expect(await offered.textContent()).toBe('Markdown')
      for (const [name, value] of [
        ['category', 'basics'],
        ['author', 'ada'],
      ]) {
        await field(name!).focus()
        await page.locator(`datalist option[value="${value}"]`).first().waitFor({ state: 'attached' })
      }
    })

    test('makes text of all it is told, and knows no route by name', async () => {
      const evil = '<img src=x onerror="window.fired = 1"><script>window.fired = 1</script>'
      const link = '[here](javascript:window.fired=1) [there](//evil.example/) `<b>`'
      const parameters = [
        {
          name: `a"'<b>`,
          in: 'query',
          description: evil + link,
          schema: { type: 'array', items: { enum: [evil, 'x'] } },
        },
        { name: 'kind', in: 'path', required: true, schema: { enum: ['one', 'two'] } },
        { name: 'deep', in: 'header', schema: { $ref: '#/components/schemas/Circle' } },
      ]
      const replies = {
        200: {
          description: evil,
          headers: { [evil]: { description: evil } },
          content: { 'application/xml': {}, 'text/markdown': {} },
        },
      }
      const get = {
        operationId: `odd ${evil}`,
        summary: evil,
        description: evil + link,
        parameters,
        responses: replies,
      }
      const strange = {
        openapi: '3.1.0',
        info: { title: evil, description: evil },
        paths: { '/odd/{kind}.x': { get } },
        components: { schemas: { Circle: { $ref: '#/components/schemas/Circle' } } },
      }
      const xml = `<?xml version="1.0"?>\n<a onload="window.fired = 1">${evil}</a>\n`
      await page.route('**/openapi.json', (route) => route.fulfill({ json: strange }))
      await page.route('**/odd/**', (route) =>
        route.fulfill({
          contentType: 'application/xml',
          body: xml,
          headers: {
            ETag: evil,
            Link: `<javascript:alert(1)>; rel="next", </odd/two.x?${'a%22%27%3Cb%3E'}=x>; rel=prev; title="a, <b>"`,
          },
        }),
      )
      await open()
      await page.locator('nav a').click()
      await page.locator('form').waitFor()
      await page.locator('select').selectOption('one')
      expect(await statusAfter('Send')).toBe('200 OK')
      expect(requested.at(-1)!.pathname).toBe('/odd/one.x')
      expect(await page.locator('pre.body').innerText()).toBe(xml)
      expect(await page.locator('.links button').allInnerTexts()).toEqual(['prev'])
      expect(await statusAfter('prev')).toBe('200 OK')
      expect(requested.at(-1)!.href).toBe(`${running.url}/odd/two.x?a%22%27%3Cb%3E=x`)
      expect(await snippet('fetch')).toContain('.text()')
      expect(await page.locator('main h1').innerText()).toBe(evil)
      expect(await page.locator('main :is(a, img, script, b)').count()).toBe(0)
      expect(await page.evaluate('window.fired')).toBeUndefined()
      // Nor could it make anything else of it.
      await page.evaluate('try { document.body.innerHTML = "<p>" } catch {}')
      expect(failures.splice(0)).toEqual([expect.stringContaining('TrustedHTML')])
    })
  })
})

describe.skipIf(withoutBrowser)('the desk', () => desk(() => browser))

describeWithGuide('the style sheet for posts', () => {
  describe.skipIf(withoutBrowser)('in a browser', () => postStyle(() => browser))
})

const AsyncFunction = (async () => {}).constructor as new (
  ...parts: string[]
) => (fetch: unknown) => Promise<unknown>
