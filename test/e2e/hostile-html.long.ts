// Scripts that a post tries to bring into the page that shows it, in a real browser: as the page is parsed, and as a
// script puts the content in; loaded, clicked, pointed at and focused.
import { basename } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markdownRenderer } from '../../build/markdown.ts'
import { launchBrowser, withoutBrowser } from '../chromium.ts'
import { type Files, postFile, workspace } from '../workspace.ts'
import { reader } from './reading.ts'
import { urlVectors, vectors } from './vectors.ts'

const image = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAAC', 'base64')
const env = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'http://blog.example' }

describe.skipIf(withoutBrowser)(`${vectors.length} vectors`, () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await launchBrowser()
    page = await browser.newPage()
    // No request leaves the machine; each still loads or fails.
    await page.route(/^https?:/, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }),
    )
    await page.goto('http://blog.example/')
  })
  afterAll(() => browser?.close())

  test('are many, and of most kinds a browser would run', async () => {
    expect(vectors.length).toBeGreaterThanOrEqual(300)
    const render = markdownRenderer()
    const fired = await firedBy(
      page,
      vectors.map((markdown) => render(markdown).html),
    )
    expect(fired.length).toBeGreaterThan(vectors.length / 3)
  })

  test('run nothing of what was built', async () => {
    const post = (markdown: string) => {
      const text = JSON.stringify(markdown)
      return postFile({ title: text, description: text }, markdown)
    }
    const contents = await builtOf(vectors.map(post))
    expect(contents.length).toBeGreaterThan(vectors.length - 20)
    expect(await firedBy(page, contents)).toEqual([])
  }, 300_000)

  test('run nothing by a URL where a workspace is trusted with all other markup', async () => {
    const posts = urlVectors.map((markdown) => postFile({}, markdown))
    const contents = await builtOf(posts, { 'blog/workspace.yml': 'html: trusted\n' })
    expect(contents.length).toBeGreaterThan(urlVectors.length - 20)
    expect(await firedBy(page, contents)).toEqual([])
  }, 300_000)

  /** What is served of `posts`. Those whose URL is a path to us, and leads to no file, are never published. */
  async function builtOf(posts: readonly string[], more: Files = {}): Promise<string[]> {
    const files = Object.fromEntries(posts.map((post, index) => [`blog/posts/v${index}.md`, post]))
    const whole = await workspace({ ...files, ...more, 'blog/posts/x.gif': image })
    const errors = (await whole.build({ env })).problems.filter(({ severity }) => severity === 'error')
    whole.remove()
    for (const { file, code } of errors) {
      expect(['missing-file', 'dangling-link']).toContain(code)
      delete files[`blog/posts/${basename(file)}`]
    }
    const place = await workspace({ ...files, ...more, 'blog/posts/x.gif': image })
    expect((await place.build({ env })).written).toBe(true)
    const api = reader(place)
    const { posts: served } = await api.get('blog/posts?limit=all')
    api.close()
    place.remove()
    expect(served).toHaveLength(Object.keys(files).length)
    return served.map(({ content }: { content: string }) => content)
  }
})

/** Those of `contents` that ran a script, shown in either way. */
async function firedBy(page: Page, contents: readonly string[]): Promise<string[]> {
  const fired: string[] = []
  for (let from = 0; from < contents.length; from += 20) {
    const some = contents.slice(from, from + 20)
    for (const index of await page.evaluate(show, some)) fired.push(some[index]!)
  }
  return fired
}

/** In the browser. Each content has a frame for each way, and is told which one calls `fire`. */
async function show(contents: string[]): Promise<number[]> {
  // biome-ignore lint/suspicious/noExplicitAny: the types of a browser are not among ours.
  type Dom = any
  const { document } = globalThis as unknown as { document: Dom }
  const fired = new Set<number>()
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const frames = contents.flatMap((content, index) =>
    [true, false].map((parsed) => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const inside = frame.contentDocument
      frame.contentWindow.fire = () => fired.add(index)
      inside.open()
      // `open` keeps the window and what it holds.
      frame.contentWindow.fire = () => fired.add(index)
      inside.write(`<!doctype html><body><article id="post">${parsed ? content : ''}</article>`)
      inside.close()
      if (!parsed) inside.querySelector('#post').innerHTML = content
      return frame
    }),
  )
  await wait(120)
  const types = 'mouseover mouseenter mouseout mousedown pointerenter pointerdown focus animationstart toggle'
  for (const frame of frames) {
    const inside = frame.contentDocument
    if (!inside?.body) continue
    // A link elsewhere would take the frame away.
    inside.addEventListener('click', (event: Dom) => {
      const link = event.target.closest?.('a')
      if (link && /^(https?|mailto|ftp):/.test(String(link.href))) event.preventDefault()
    })
    for (const element of [...inside.querySelectorAll('*')].slice(0, 40)) {
      for (const type of types.split(' ')) {
        element.dispatchEvent(new frame.contentWindow.Event(type, { bubbles: true, cancelable: true }))
      }
      element.focus?.()
      if (element.click) element.click()
      else
        element.dispatchEvent(
          new frame.contentWindow.MouseEvent('click', { bubbles: true, cancelable: true }),
        )
    }
  }
  await wait(120)
  for (const frame of frames) frame.remove()
  return [...fired]
}
