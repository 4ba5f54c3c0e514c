// The desk in a real browser: in `galley dev`, with drafts and mistakes that come and go, and on a preview.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../server/index.ts'
import { type GalleyHere, galleyHere, urlOf } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

const evil = `<img src=x onerror="window.fired = 1"><script>window.fired = 1</script>`
const yaml = (text: string) => JSON.stringify(text)

/** Of a workspace whose HTML is not cleaned. */
const attack = `<script>window.fired = 1; top.fired = 1; top.document.title = 'fired'</script>
<p onclick="top.fired = 1">Attack</p><img src="https://evil.example/pixel.png" onerror="top.fired = 1">
<iframe src="https://evil.example/" srcdoc="<script>top.fired = 1</script>"></iframe>
<form action="https://evil.example/" target="_top"><button autofocus>Send</button></form>
<style>@import url(https://evil.example/style.css); body { background: url(https://evil.example/b.png) }</style>
<meta http-equiv="refresh" content="0; url=https://evil.example/"><base href="https://evil.example/">
<link rel="stylesheet" href="https://evil.example/style.css"><a href="javascript:top.fired=1" target="_top">Click</a>
`

const widthOf = (image: unknown) => (image as { naturalWidth: number }).naturalWidth

const long = Array.from({ length: 80 }, (_, i) => `Paragraph ${i} of a long post.\n\n`)

const files = {
  'blog/workspace.yml': `name: ${yaml(`The ${evil} blog`)}\nhtml: trusted\nurl: https://example.org/{slug}\n`,
  'blog/posts/evil.md': postFile(
    { title: yaml(evil), tags: yaml([evil] as never), publishedAt: '2026-05-01' },
    attack,
  ),
  'blog/posts/quay.png': png(3),
  'blog/posts/a.md': postFile(
    { title: 'Alpha', coverImage: 'quay.png', featured: 'true', publishedAt: '2026-05-03' },
    `# Part\n\nSee [beta](b.md), [part](#part) and <https://elsewhere.example/a?b=c&d>.\n\n![A quay](quay.png)\n`,
  ),
  'blog/posts/b.md': postFile(
    { title: 'Beta', status: 'draft', category: 'other', authors: '[bob]' },
    'Lighthouses at the harbour.\n',
  ),
  'blog/posts/c.md': postFile(
    { title: 'Gamma', publishedAt: '2999-01-01', tags: '[web, web]' },
    long.join(''),
  ),
  'news/posts/n.md': postFile({ title: 'News' }, 'A harbour, too, and a zeppelin.\n'),
}

/** Tests of both, for a suite that launches a browser for all its pages. */
export function desk(browser: () => Browser): void {
  const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  let context: BrowserContext
  let page: Page
  let requested: URL[] = []
  let failures: string[] = []

  async function newPage(): Promise<void> {
    context = await browser().newContext()
    page = await context.newPage()
    requested = []
    failures = []
    page.on('request', (request) => requested.push(new URL(request.url())))
    page.on('pageerror', (error) => failures.push(error.message))
  }
  const go = async (hash: string, size = { width: 1280, height: 860 }) => {
    await page.setViewportSize(size)
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
  }
  const titles = () => page.locator('.entry h2').allInnerTexts()
  const entry = (title: string) =>
    page.locator('.entry').filter({ has: page.getByRole('link', { name: title, exact: true }) })
  const frame = () => page.frameLocator('.frame iframe:last-child')
  async function complaints(): Promise<string[]> {
    await page.evaluate(axe)
    const run = `axe.run({ resultTypes: ['violations'], preload: false, iframes: false })`
    const { violations } = (await page.evaluate(run)) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)
  }
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth')

  describe('in galley dev', () => {
    let place: Workspace
    let running: GalleyHere
    let url: string

    beforeAll(async () => {
      place = await workspace(files)
      makePages(place.out)
      running = galleyHere(['dev', '--content', place.dir, '--out', place.out, '--port', '0'], {})
      url = await urlOf(running)
      await running.says(/Ctrl-C stops/)
      await newPage()
      await page.goto(`${url}/`, { waitUntil: 'commit' })
      await page.locator('.entry').first().waitFor()
    })
    afterAll(async () => {
      await context?.close()
      await running?.stop()
      place?.remove()
    })
    afterEach(() => {
      expect(failures.splice(0)).toEqual([])
      const hosts = new Set(
        requested.splice(0).map(({ protocol, host }) => (protocol === 'blob:' ? 'here' : host)),
      )
      hosts.delete('here')
      hosts.delete('')
      expect([...hosts].filter((host) => host !== new URL(url).host && host !== 'evil.example')).toEqual([])
    })

    /** Until the page shows what was built then. */
    async function save(changed: Record<string, string>): Promise<void> {
      const before = await page.locator('#main').getAttribute('data-build')
      place.write(changed)
      await page.locator(`#main:not([data-build="${before}"])`).waitFor()
    }

    test('is where / leads, and lists the posts of all workspaces, drafts and scheduled ones among them', async () => {
      expect(new URL(page.url()).pathname).toBe('/docs/desk/')
      expect(await titles()).toEqual(['Gamma', 'Beta', 'News', 'Alpha', evil])
      expect(await entry('Gamma').locator('.badge').allInnerTexts()).toEqual(['scheduled', '1 warning'])
      expect(await entry('Beta').locator('.badge').allInnerTexts()).toEqual(['draft'])
      expect(await entry('Alpha').locator('.badge').allInnerTexts()).toContain('featured')
    })

    test('leads to the reference, and that leads back', async () => {
      await page.getByRole('link', { name: 'API reference' }).click()
      await page.getByRole('link', { name: 'Desk' }).click()
      await page.locator('.entry').first().waitFor()
    })

    test('says how one may write here, once, and loads nothing of what that takes', async () => {
      expect(await page.getByText('To write here, start galley dev --edit').count()).toBe(1)
      expect(await page.getByRole('button', { name: 'New post' }).count()).toBe(0)
      expect((await fetch(`${url}/docs/desk/edit/codemirror.js`)).status).toBe(404)
      expect(requested.filter(({ pathname }) => pathname.includes('/edit/'))).toEqual([])
    })

    test('filters by workspace, status, problem, category, tag and author', async () => {
      const choose = (label: string, value: string) => page.getByLabel(label).selectOption(value)
      await choose('Workspace', 'news')
      expect(await titles()).toEqual(['News'])
      await choose('Workspace', '')
      for (const [status, expected] of [
        ['draft', ['Beta']],
        ['scheduled', ['Gamma']],
        ['featured', ['Alpha']],
        ['', ['Gamma', 'Beta', 'News', 'Alpha', evil]],
      ] as const) {
        await choose('Status', status)
        expect(await titles()).toEqual(expected)
      }
      await choose('Problems', 'warning')
      expect(await titles()).toContain('Gamma')
      expect(await titles()).not.toContain('News')
      await choose('Problems', '')
      await choose('Tag', 'web')
      await expect.poll(titles).toEqual(['Gamma'])
      await choose('Tag', '')
      await choose('Category', 'other')
      await expect.poll(titles).toEqual(['Beta'])
      await choose('Category', '')
      await choose('Author', 'bob')
      await expect.poll(titles).toEqual(['Beta'])
      await choose('Author', '')
      await expect.poll(titles).toContain('Alpha')
    })

    test('shows cards with covers', async () => {
      await page.getByRole('button', { name: 'Cards' }).click()
      const cover = entry('Alpha').locator('img')
      await expect.poll(() => cover.evaluate(widthOf)).toBe(3)
      await page.getByRole('button', { name: 'List' }).click()
    })

    test('shows a post in a frame that belongs to no site, with its images, facts and links', async () => {
      await page.getByRole('link', { name: 'Alpha' }).click()
      await frame().getByText('See beta').waitFor()
      const sandbox = await page.locator('.frame iframe').getAttribute('sandbox')
      expect(sandbox).toBe('allow-popups allow-popups-to-escape-sandbox')
      const image = frame().getByAltText('A quay')
      await expect.poll(() => image.evaluate(widthOf)).toBe(3)
      expect(await page.locator('.post header').innerText()).toMatch(/May 3, 2026.* words, 1 minute/s)
      const facts = await page.locator('.facts').innerText()
      for (const text of ['/blog/posts/a.md', '/media/quay.', 'Ada']) expect(facts).toContain(text)
      expect(await page.locator('.links-lists section').allInnerTexts()).toEqual([
        'Links to posts (1)\nBeta',
        'Linked from (0)',
        'Links elsewhere (2)\nexample.org\nelsewhere.example',
      ])
      await page.getByText('elsewhere.example', { exact: true }).click()
      await page.getByRole('link', { name: 'https://elsewhere.example/a?b=c&d' }).waitFor()
      await page.locator('.links-lists a', { hasText: 'Beta' }).click()
      await page.locator('.page h1', { hasText: 'Beta' }).waitFor()
      expect(await page.locator('.links-lists section').nth(1).innerText()).toBe('Linked from (1)\nAlpha')
    })

    test('opens links beside itself, and those within a post in place', async () => {
      await go('#/posts/blog/a')
      await frame().getByText('part', { exact: true }).click()
      await expect.poll(() => frame().locator('body').evaluate('location.hash')).toBe('#part')
      await context.route('https://elsewhere.example/**', (route) => route.fulfill({ body: 'Elsewhere' }))
      const [opened] = await Promise.all([
        context.waitForEvent('page'),
        frame().locator('a[href^="https://elsewhere"]').click(),
      ])
      await opened.waitForLoadState()
      expect(await opened.evaluate('[document.referrer, String(window.opener), location.origin]')).toEqual([
        '',
        'null',
        'https://elsewhere.example',
      ])
      await opened.close()
      // What links to another post leads to this desk, and not to the site, which may not have it yet.
      const link = frame().getByText('beta', { exact: true })
      const [post] = await Promise.all([context.waitForEvent('page'), link.click()])
      await post.locator('.page h1', { hasText: 'Beta' }).waitFor()
      expect(new URL(post.url()).pathname).toBe('/docs/desk/')
      await post.close()
    })

    test('lets nothing act that content brings along', async () => {
      await go('#/posts/blog/evil')
      await frame().getByText('Attack').click()
      await frame().getByText('Click').click()
      expect(await page.locator('.page h1').innerText()).toBe(evil)
      expect(await page.evaluate('[window.fired, document.title]')).toEqual([undefined, `${evil} · Desk`])
      expect(new URL(page.url()).pathname).toBe('/docs/desk/')
      expect(await page.locator('main :is(script, img[onerror])').count()).toBe(0)
      expect(context.pages()).toHaveLength(1)
      expect(await frame().locator('body').evaluate('self.origin')).toBe('null')
      expect(await page.locator('.absent').innerText()).toContain('evil.example')
    })

    test('searches while one types, in one request for what is typed in one go', async () => {
      await go('#/')
      await page.getByLabel('Workspace').selectOption('blog')
      const queries = () => requested.map(({ searchParams }) => searchParams.get('query')).filter(Boolean)
      await page.getByRole('searchbox').evaluate((input) => {
        const field = input as unknown as { value: string; dispatchEvent(event: Event): void }
        for (const letter of 'harbuor zeppelin') {
          field.value += letter
          field.dispatchEvent(new Event('input'))
        }
      })
      await page.getByText('Passed over').waitFor()
      expect(queries()).toEqual(['harbuor zeppelin'])
      expect(await page.locator('.found mark').allInnerTexts()).toEqual(['harbour'])
      expect(await page.locator('.remarks p').allInnerTexts()).toEqual([
        'Searched for “harbour” instead of what was typed.',
        'Passed over: “zeppelin”.',
      ])
      await page.getByLabel('Workspace').selectOption('')
      await page.getByText(' blog: Passed over').waitFor()
      expect(await page.locator('.remarks p').allInnerTexts()).toEqual([
        'Searched for “harbour” instead of what was typed.',
        `The ${evil} blog: Passed over: “zeppelin”.`,
      ])
      await page.getByRole('searchbox').fill('')
      await page.getByText('5 posts', { exact: true }).waitFor()
    })

    test('shows what was saved by itself, in place, and asks for no more than has changed', async () => {
      await go('#/posts/blog/c', { width: 360, height: 740 })
      await frame().getByText('Paragraph 0 ').waitFor()
      await page.evaluate('window.stays = 1; scrollTo(0, 200)')
      const frameTop = async () => Math.round((await page.locator('.frame').boundingBox())!.y)
      const before = await frameTop()
      requested.splice(0)
      const text = [...long.slice(0, 40), 'What is new.\n\n', ...long.slice(40)].join('')
      const front = { title: 'Gamma two', publishedAt: '2999-01-01', tags: '[web, web]' }
      await save({ 'blog/posts/c.md': postFile(front, text) })
      await frame().getByText('What is new.').waitFor()
      expect(await page.locator('.page h1').innerText()).toBe('Gamma two')
      expect(await page.evaluate('[window.stays, location.hash]')).toEqual([1, '#/posts/blog/c'])
      expect(Math.abs((await frameTop()) - before)).toBeLessThan(3)
      // What has changed is in view.
      const top = () =>
        frame()
          .getByText('What is new.')
          .evaluate((one) => one.getBoundingClientRect().top)
      await expect.poll(top).toBeGreaterThan(0)
      expect(await top()).toBeLessThan(555)
      const asked = requested.map(({ pathname }) => pathname).filter((path) => /\/(?:v1|notes)\//.test(path))
      expect(asked.sort()).toEqual([
        '/docs/desk/local/notes/blog',
        '/docs/desk/local/v1/blog/posts',
        '/docs/desk/local/v1/blog/posts/c',
      ])
    })

    test('shows what is wrong with a save beside what was there before, until it is mended', async () => {
      await go('#/posts/blog/c')
      await save({
        'blog/posts/c.md': postFile({ title: 'Gamma three', publishedAt: 'tomorrow' }, 'Short.\n'),
      })
      await page.getByText('This is how it was before.').waitFor()
      expect(await page.locator('.notice').innerText()).toContain('readers see the version before')
      expect(await page.locator('.problems').innerText()).toContain('publishedAt "tomorrow" is not a date.')
      expect(await page.locator('.excerpt mark').innerText()).toBe('tomorrow')
      expect(await page.locator('#build').innerText()).toMatch(
        /^1 error, \d+ warnings?\. Until that is fixed/,
      )
      expect(await frame().getByText('Paragraph 0 ').count()).toBe(1)
      expect((await titles())[0]).toBe('posts/c.md')
      // What refers to nothing is a post all the same, at its place and with its text.
      const front = { title: 'Gamma three', publishedAt: '2999-01-01' }
      await save({ 'blog/posts/c.md': postFile(front, 'Leads [nowhere](none.md).\n') })
      await page.getByText(/before, if there was one\.$/).waitFor()
      await frame().getByText('Leads').waitFor()
      expect(await titles()).toContain('Gamma three')
      expect(await titles()).not.toContain('posts/c.md')
      expect(await page.locator('.excerpt mark').innerText()).toBe('none.md')
      await save({ 'blog/posts/c.md': postFile({ title: 'Gamma four', slug: 'delta' }, 'Short.\n') })
      await page.locator('.page h1', { hasText: 'Gamma four' }).waitFor()
      expect(new URL(page.url()).hash).toBe('#/posts/blog/delta')
      expect(await page.locator('.page .problems').count()).toBe(0)
      await frame().getByText('Short.').waitFor()
    })

    test('shows mistakes in files that are no posts', async () => {
      const name = '<img src=x onerror=fired=1>.md'
      await save({ 'news/authors.yml': 'x', [`news/posts/${name}`]: '---\ntitle: [\n---\n' })
      await go(`#/files/news/${encodeURIComponent(`posts/${name}`)}`)
      await page.locator('.page h1', { hasText: name }).waitFor()
      expect(await page.locator('.problems > li').count()).toBeGreaterThan(0)
      expect(await titles()).toContain('authors.yml')
      await save({ [`news/posts/${name}`]: postFile({ title: 'Named', slug: 'named' }) })
    })

    test('shows a post in its language, in the direction of its script', async () => {
      await save({
        'blog/posts/r.md': postFile({ title: 'Right', language: 'ar' }, 'النص من اليمين إلى اليسار.\n'),
      })
      await go('#/posts/blog/r')
      await frame().getByText('النص').waitFor()
      expect(await frame().locator('html').getAttribute('lang')).toBe('ar')
      expect(
        await frame()
          .locator('p')
          .evaluate((p) => p.matches(':dir(rtl)')),
      ).toBe(true)
    })

    test('has as many entries in the page as one can look at, however many posts there are', async () => {
      const posts = Array.from({ length: 10_000 }, (_, i) => ({
        ...{ slug: `p${i}`, title: `Post ${i}`, description: '', status: 'published', featured: false },
        ...{ publishedAt: '2026-01-01T00:00:00.000Z', coverImage: '' },
      }))
      const every = /\/v1\/blog\/posts\?limit=all/
      await page.route(every, (route) => route.fulfill({ json: { posts } }))
      await go('#/')
      await page.reload()
      await page.getByText(/^10,00\d posts/).waitFor()
      expect(await page.locator('.counts ~ .entries .entry').count()).toBe(48)
      await page.getByRole('button', { name: 'Older' }).click()
      expect(await page.locator('.counts ~ .entries .entry').count()).toBe(48)
      expect(await page.locator('.pages').innerText()).toMatch(/49–96 of 10,00\d/)
      await go('#/posts/blog/p40')
      await page.reload()
      const isSeen = `(() => {
        const { top, bottom } = document.querySelector('.entries [aria-current]')?.getBoundingClientRect() ?? {}
        return top > 0 && bottom < innerHeight
      })()`
      await expect.poll(() => page.evaluate(isSeen)).toBe(true)
      await page.unroute(every)
      await page.reload()
      await page.locator('.entry').first().waitFor()
    })

    test('works by keyboard', async () => {
      await go('#/')
      await page.getByRole('searchbox').focus()
      for (let i = 0; i < 9; i++) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate('document.activeElement.localName')).toBe('h1')
    })

    test('has nothing that axe finds wrong: light, dark, narrow and wide', async () => {
      for (const hash of ['#/', '#/posts/blog/a', '#/files/news/authors.yml']) {
        for (const [colorScheme, width] of [
          ['light', 360],
          ['dark', 1000],
        ] as const) {
          await page.emulateMedia({ colorScheme })
          await go(hash, { width, height: 740 })
          await page
            .locator(hash === '#/' ? '.entry' : '.page h1')
            .first()
            .waitFor()
          expect(await complaints()).toEqual([])
          expect(await overflow()).toBe(0)
        }
      }
    })
  })

  describe('on a preview', () => {
    const key = 'a-key-that-is-typed'
    let place: Workspace
    let running: Running

    beforeAll(async () => {
      const images = 'images: { widths: [64], url: "https://img.example.org/{width}/{name}" }\n'
      place = await workspace({
        ...files,
        'news/workspace.yml': `key: ${key}\nname: News\n${images}`,
        'news/posts/n.md': postFile({ title: 'News' }, '![](wide.png) `<img srcset="x 2w">` <br>\n'),
        'news/posts/wide.png': png(200, 2),
      })
      const env = { GALLEY_BRANCH: 'spring', BASE_URL: 'https://elsewhere.example' }
      expect((await place.build({ drafts: true, env })).written).toBe(true)
      const folders = { data: join(place.out, 'data'), public: join(place.out, 'public') }
      running = await serve({ ...folders, drafts: true, port: 0, host: '127.0.0.1', env: {}, log: () => {} })
      await running.look()
      await newPage()
      await page.goto(`${running.url}/`)
    })
    afterAll(async () => {
      await context?.close()
      await running?.close()
      place?.remove()
    })

    const type = async (text: string) => {
      await page.getByLabel('Key of a workspace').fill(text)
      await page.getByRole('button', { name: 'Open' }).click()
    }

    test('asks for a key, and says if no workspace has it', async () => {
      expect(new URL(page.url()).pathname).toBe('/docs/desk/')
      await type('guessed')
      await page.getByText('No workspace of this preview has that key.').waitFor()
      expect(await complaints()).toEqual([])
    })

    test('shows the posts of each workspace whose key is typed, with the warnings of the build', async () => {
      await type('blog')
      await page.locator('.entry').first().waitFor()
      expect(await titles()).toEqual(['Gamma', 'Beta', 'Alpha', evil])
      expect(await page.locator('#build').innerText()).toBe('Preview of spring')
      await page.getByRole('link', { name: 'Gamma' }).click()
      await page.locator('.excerpt mark', { hasText: 'web' }).waitFor()
      await go('#/')
      await type(key)
      await entry('News').waitFor()
      // The images of a build for another address are here, too.
      const cover = entry('Alpha').locator('img')
      await expect.poll(() => cover.evaluate(widthOf)).toBe(3)
      expect(requested.filter(({ host }) => host === 'elsewhere.example')).toEqual([])
    })

    test('shows images as they are, not what something elsewhere makes of them', async () => {
      await go('#/posts/2/n')
      const image = frame().locator('img')
      await expect.poll(() => image.evaluate(widthOf)).toBe(200)
      expect(await frame().locator('code').innerText()).toBe('<img srcset="x 2w">')
      expect(requested.filter(({ host }) => host !== new URL(running.url).host)).toEqual([])
    })

    test('keeps keys in its memory only', async () => {
      await go('#/posts/2/n')
      await page.locator('.page h1', { hasText: 'News' }).waitFor()
      const kept =
        '[location.href, document.cookie, JSON.stringify({ ...localStorage, ...sessionStorage, ...history.state })]'
      expect(JSON.stringify(await page.evaluate(kept))).not.toContain(key)
      await page.reload()
      await page.getByLabel('Key of a workspace').waitFor()
    })
  })
}
