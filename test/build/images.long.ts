// Images that fit in a real browser, which chooses one from a service on this machine; and in a post with very many.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { png } from '../support/picture.ts'
import { get } from '../support/reading.ts'
import { parsedSrcset } from '../support/srcset.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

describe.skipIf(withoutBrowser)('a browser', () => {
  let browser: Browser
  let server: Server
  let origin: string
  let html = ''
  const requested: string[] = []

  beforeAll(async () => {
    browser = await launchBrowser('--host-resolver-rules=MAP *.test 127.0.0.1')
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://api.test')
      if (pathname === '/') {
        response.writeHead(200, { 'Content-Type': 'text/html' })
        response.end(html)
        return
      }
      const source = /^\/media\/([\w.-]+)$/.exec(searchParams.get('url') ?? pathname)?.[1]
      if (source === undefined) {
        response.writeHead(404).end()
        return
      }
      requested.push(request.url!)
      const width = Number(searchParams.get('w') ?? 0)
      response.writeHead(200, { 'Content-Type': 'image/png' })
      response.end(width > 0 ? png(width, 2) : readFileSync(join(place.out, 'public/media', source)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://api.test:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  /** What a page loads and shows of the post: the requests, and the width of each image. */
  async function shown(
    page: Page,
    style = 'article { max-width: 45rem } img { max-width: 100%; height: auto }',
  ) {
    requested.length = 0
    const { post } = await get(place, 'blog/posts/hello')
    html = `<!doctype html><meta name="viewport" content="width=device-width"><style>body { margin: 0 } ${style}</style><article>${post.content}</article>`
    await page.goto(origin)
    await page.waitForFunction(
      '[...document.images].every((image) => image.complete && image.naturalWidth > 0)',
    )
    const widths: number[] = await page.evaluate(
      '[...document.images].map((image) => image.getBoundingClientRect().width)',
    )
    return { widths, paths: requested.map((path) => path.replace(/[\w-]+\.[0-9a-f]{16}\./g, '')).sort() }
  }

  async function built(sizes: readonly number[]) {
    const files = sizes.map((width, i) => [`blog/posts/i${i}.png`, png(width, 4, i)])
    place = await workspace(
      {
        'blog/workspace.yml':
          "images: { widths: [480, 960, 1600], url: '/_vercel/image?url={path}&w={width}&q=75' }\n",
        'blog/posts/hello.md': postFile({}, sizes.map((_, i) => `![](i${i}.png)\n\n`).join('')),
        ...Object.fromEntries(files),
      },
      { env: { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: origin } },
    )
    expect((await place.build()).problems).toEqual([])
  }

  const made = (width: number) => `/_vercel/image?url=/media/png&w=${width}&q=75`

  test.each([
    [390, 1, 480],
    [390, 2, 960],
    [390, 3, 1600],
    [1280, 1, 960],
    [1280, 2, 1600],
    [1920, 1, 960],
  ])(
    'of %i pixels with density %i loads a photograph that is %i wide',
    async (width, deviceScaleFactor, chosen) => {
      await built([4000])
      const page = await browser.newPage({ viewport: { width, height: 800 }, deviceScaleFactor })
      expect(await shown(page)).toEqual({ widths: [Math.min(width, 720)], paths: [made(chosen)] })
      await page.close()
    },
  )

  test('shows none larger than it is, and loads what is small as it is', async () => {
    await built([30, 480, 500, 700])
    for (const [width, paths] of [
      [390, [made(480), made(480), made(480), '/media/png']],
      [1280, [made(480), '/media/png', '/media/png', '/media/png']],
    ] as const) {
      const page = await browser.newPage({ viewport: { width, height: 800 } })
      expect(await shown(page)).toEqual({
        widths: [30, 480, 500, 700].map((own) => Math.min(own, width)),
        paths,
      })
      await page.close()
    }
  })

  test('does not move the page when an image comes', async () => {
    await built([4000, 700])
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } })
    await page.addInitScript(
      'window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value }).observe({ type: "layout-shift", buffered: true })',
    )
    await shown(page)
    expect(await page.evaluate('shift')).toBe(0)
    await page.close()
  })
})

test('behind ten thousand links and images, further ones stay as they are', async () => {
  place = await workspace(
    {
      'blog/workspace.yml': 'images: { widths: [480], url: "/{width}{path}" }\n',
      'blog/posts/hello.md': postFile({}, '![](quay.png)\n\n'.repeat(10_001)),
      'blog/posts/quay.png': png(500, 2),
    },
    { env: { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' } },
  )
  expect((await place.build()).problems).toEqual([])
  const { post } = await get(place, 'blog/posts/hello')
  const images: string[] = post.content.match(/<img [^>]*>/g)
  const offered = images.map((tag) => parsedSrcset(/ srcset="([^"]*)"/.exec(tag)?.[1] ?? '').length)
  expect(offered).toEqual([...Array(10_000).fill(1), 0])
  expect(readdirSync(join(place.out, 'public/media'))).toHaveLength(1)
})
