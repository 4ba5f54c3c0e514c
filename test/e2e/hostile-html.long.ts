// Scripts that a post tries to bring into the page that shows it, in a real browser: as the page is parsed, and as a
// script puts the content in; loaded, clicked, pointed at and focused.
import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markdownRenderer } from '../../build/markdown.ts'
import { type Files, postFile, type Workspace, workspace } from '../workspace.ts'
import { reader } from './reading.ts'
import { urlVectors, vectors } from './vectors.ts'

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
if (!executablePath && process.env.CI) throw new Error('There is no chromium. Install the package chromium.')

/** As the only user of a container may be root, which chromium's own sandbox refuses. */
const args =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

const here = `vectors${executablePath ? '' : ' (skipped: there is no chromium)'}`
describe.skipIf(!executablePath)(`${vectors.length} ${here}`, () => {
  let browser: Browser
  let page: Page
  let place: Workspace
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath!, args: args.split(' ') })
    page = await browser.newPage()
    // No request leaves the machine; each still loads or fails.
    await page.route(/^https?:/, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }),
    )
    await page.goto('http://blog.example/')
  })
  afterAll(async () => {
    await browser?.close()
    place?.remove()
  })

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
    place = await workspace(
      Object.fromEntries(
        vectors.map((markdown, index) => [`blog/posts/v${index}.md`, postFile({}, markdown)]),
      ),
    )
    const { problems } = await place.build()
    const errors = problems.filter(({ severity }) => severity === 'error')
    const refused = new Set(errors.map(({ file }) => /v(\d+)\.md$/.exec(file)?.[1]))
    expect(refused.size).toBeLessThan(10)
    place.remove()
    const kept = vectors.map((_, index) => index).filter((index) => !refused.has(String(index)))
    const files: Files = Object.fromEntries(
      kept.map((index) => [
        `blog/posts/v${index}.md`,
        postFile(
          { title: JSON.stringify(vectors[index]), description: JSON.stringify(vectors[index]) },
          vectors[index],
        ),
      ]),
    )
    place = await workspace(files)
    const again = await place.build()
    expect(again.written).toBe(true)
    const api = reader(place)
    const { posts } = await api.get('blog/posts?limit=all')
    api.close()
    expect(posts).toHaveLength(kept.length)
    const contents = posts.map(({ content }: { content: string }) => content)
    expect(await firedBy(page, contents)).toEqual([])
  }, 300_000)

  test('run nothing by a URL where a workspace is trusted with all other markup', async () => {
    place?.remove()
    const posts = urlVectors.map((markdown, index) => [`blog/posts/v${index}.md`, postFile({}, markdown)])
    place = await workspace({ ...Object.fromEntries(posts), 'blog/workspace.yml': 'html: trusted\n' })
    expect((await place.build()).problems).toEqual([])
    const api = reader(place)
    const { posts: all } = await api.get('blog/posts?limit=all')
    api.close()
    expect(all).toHaveLength(urlVectors.length)
    const fired = await firedBy(
      page,
      all.map(({ content }: { content: string }) => content),
    )
    expect(fired).toEqual([])
  }, 300_000)
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
