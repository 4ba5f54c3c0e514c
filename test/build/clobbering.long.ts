// DOM clobbering: posts that try to shadow what the page's scripts look up by name, in a real browser.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Anchors } from '../../build/compile/html/anchors.ts'
import { sanitise } from '../../build/compile/html/sanitise.ts'
import { markdownRenderer } from '../../build/compile/markdown.ts'
import { launchBrowser, openSite, withoutBrowser } from '../support/chromium.ts'

const render = markdownRenderer()

function safe(markdown: string): string {
  const { html, anchors } = render(markdown)
  return sanitise(html, new Anchors(anchors))
}

/** Ways to give an element a name, and to make one of several. */
const ways: ((name: string) => string)[] = [
  (name) => `<p id="${name}">x</p>`,
  (name) => `<a id="${name}" href="https://evil.example/">x</a>`,
  (name) => `<a name="${name}" href="https://evil.example/">x</a>`,
  (name) => `<a id="${name}">x</a><a id="${name}" name="url" href="https://evil.example/">x</a>`,
  (name) => `<img src="x.gif" id="${name}" name="${name}">`,
  (name) => `<img name="${name}" src="x.gif">`,
  (name) => `<form id="${name}"><input name="url" type="checkbox" disabled></form>`,
  (name) => `<form name="${name}"><input name="attributes"></form>`,
  (name) => `<object id="${name}"></object><embed name="${name}">`,
  (name) => `<iframe name="${name}" srcdoc="x"></iframe>`,
  (name) => `<svg><a id="${name}"></a></svg><math id="${name}"></math>`,
  (name) => `<input type="checkbox" disabled id="${name}" name="${name}">`,
  (name) => `<img src="x.gif" title=\n\n# ${name}`,
  (name) => `<a href="https://evil.example/" title=\n\n# ${name}`,
  (name) => `<p id=\n\n# ${name}\n\n>`,
  (name) => `[^1]\n\n[^1]: <a id="${name}" name=${name}>x</a>`,
]

/** What scripts look up, even if the page does not define it. */
const looked = ['config', 'settings', 'app', 'user', 'isadmin', 'csrftoken', 'x', 'constructor', '__proto__']

describe.skipIf(withoutBrowser)('ids and names in a post', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await launchBrowser()
    page = await openSite(browser, '<!doctype html><body><article></article>')
  })
  afterAll(() => browser?.close())

  test('would shadow globals of scripts, if they stayed', async () => {
    expect(
      await page.evaluate(
        shadowed,
        ways.slice(0, 2).map((way) => [way('config'), 'config']),
      ),
    ).toHaveLength(2)
    expect(await page.evaluate(shadowed, [[ways[4]!('cookie'), 'cookie']])).toHaveLength(1)
  })

  test('shadow nothing of the window or the document', async () => {
    const names: string[] = await page.evaluate(namesInPage)
    expect(names.length).toBeGreaterThan(1_000)
    const all = [...looked, ...names].flatMap((name) => ways.map((way) => [safe(way(name)), name]))
    // A heading keeps the id it has on GitHub, as with every markdown renderer.
    const others = all.filter(([html]) => !/<h1 id/.test(html!))
    expect(others.length).toBeGreaterThan(10_000)
    expect(await page.evaluate(shadowed, others)).toEqual([])
  })

  test('still work as targets of links', async () => {
    const html = safe(
      '# Größe\n\n[a](#größe) [b](#raw) [c](#r%C3%A4w) [d](#named) A[^1]\n\n<p id="raw">x</p><p id="räw">x</p><a name="named">x</a>\n\n[^1]: b',
    )
    expect(await page.evaluate(reached, html)).toEqual([
      ...['größe', 'user-content-raw', 'user-content-räw', 'user-content-named'],
      ...['footnote-1', 'footnote-ref-1'],
    ])
  })
})

// biome-ignore lint/suspicious/noExplicitAny: browser types are not available here.
type Dom = any

/** In the browser. */
function namesInPage(): string[] {
  const { document } = globalThis as Dom
  const names = new Set<string>()
  for (let one: object | null = globalThis; one; one = Object.getPrototypeOf(one))
    for (const name of Object.getOwnPropertyNames(one)) names.add(name)
  for (let one: object | null = document; one; one = Object.getPrototypeOf(one))
    for (const name of Object.getOwnPropertyNames(one)) names.add(name)
  return [...names].filter((name) => /^[a-z_]\w*$/i.test(name))
}

/** In the browser: which of the contents inserted into the page change what a name means. */
function shadowed(contents: string[][]): string[] {
  const page = globalThis as Dom
  const article = page.document.querySelector('article')
  return contents.flatMap(([html = '', name = '']) => {
    const of = () => [page[name], page.document[name], name in page, name in page.document]
    article.innerHTML = ''
    const before = of()
    article.innerHTML = html
    const after = of()
    article.innerHTML = ''
    // Some have a different value each time; what belonged to the post is no longer in any page.
    const isOurs = (value: Dom) =>
      value instanceof page.HTMLCollection
        ? value.length === 0
        : value instanceof page.Element && !value.isConnected
    return after.some((value, i) => value !== before[i] && isOurs(value)) || after[2] !== before[2]
      ? [html]
      : []
  })
}

/** In the browser: where each link within a content leads, by the target's name. */
function reached(html: string): string[] {
  const { document, location } = globalThis as Dom
  const article = document.querySelector('article')
  article.innerHTML = html
  const links = [...article.querySelectorAll('a[href^="#"]')]
  return links.map((link: Dom) => {
    link.click()
    const target = document.querySelector(':target')
    return target?.id || target?.name || `nothing at ${location.hash}`
  })
}
