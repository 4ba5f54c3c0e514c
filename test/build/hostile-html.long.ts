// Scripts that a post tries to inject into the page that shows it, in a real browser.
import { basename } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markdownRenderer } from '../../build/compile/markdown.ts'
import { launchBrowser, openSite, withoutBrowser } from '../support/chromium.ts'
import { someOf } from '../support/nightly.ts'
import { reader } from '../support/reading.ts'
import { type Files, workspace } from '../support/workspace.ts'
import { firedBy } from './fired.ts'
import { urlVectors, vectors } from './vectors.ts'

const image = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAAC', 'base64')
/** Each takes a page of the browser. */
const tried = someOf(vectors, 3)
const share = tried.length / vectors.length

const env = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'http://blog.example' }

const fields = [
  'defaults: { authors: [ada], category: news }',
  'fields: &fields { bio: markdown, more: { type: list, fields: { note: markdown } } }',
  'collections: { pages: { fields: *fields } }\n',
].join('\n')
/** A post or an entry of a collection. */
const fileOf = (front: Record<string, string>, markdown: string) =>
  `---\n${Object.entries({ publishedAt: '2026-05-31', ...front })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')}---\n${markdown}`

/** Every other one is of a collection. */
const pathOf = (index: number) => `blog/${index % 2 === 0 ? 'posts' : 'pages'}/v${index}.md`

interface Served {
  content: string
  fields: { bio: string | null; more: { note: string }[] | null }
}

/** Within what is in colours: as code of different languages, as a title, and as raw HTML of the form that fences have. */
const asCode = (markdown: string, index: number) => {
  const language = ['html', 'js', 'markdown', 'php', 'vue', 'diff'][index % 6]
  const title = markdown.replace(/[`\n"]/g, ' ')
  const raw = `<pre><code class="language-html" data-meta='title="${title}"'>${markdown}</code></pre>`
  return `~~~~~${language} title="${title}" {1-9}\n${markdown}\n~~~~~\n\n${raw}\n`
}

describe.skipIf(withoutBrowser)(`${vectors.length} vectors`, () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await launchBrowser()
    page = await openSite(browser, '<!doctype html><body>')
  })
  afterAll(() => browser?.close())

  test.each([
    ['calls a function of the page', 'fire()'],
    ['opens a dialog', 'alert(1)'],
    ['leaves something in the window', 'left=1'],
    ['leads elsewhere', "location='/elsewhere'"],
    ['makes a request', "fetch('/there')"],
    ['sends something', "navigator.sendBeacon('/there')"],
  ])('are noticed by a script that %s', async (_, script) => {
    const runs = `<img src="x.none" onerror="${script}">`
    expect(await firedBy(page, ['<p>Text.</p>', runs])).toEqual([runs])
  })

  test('are many, most of which a browser would run', async () => {
    expect(vectors.length).toBeGreaterThanOrEqual(300)
    const render = markdownRenderer()
    const some = vectors.filter((_, index) => index % 5 === 0)
    const fired = await firedBy(
      page,
      some.map((markdown) => render(markdown).html),
    )
    expect(fired.length).toBeGreaterThan(some.length / 3)
  })

  test.each([
    ['', ''],
    [' with code in colours', 'code: { light: github-light, dark: github-dark }\n'],
  ])(
    'run nothing once they are built%s',
    async (_, more) => {
      const post = (markdown: string) => {
        const text = JSON.stringify(markdown)
        return fileOf({ title: text, description: text, bio: text, more: `[{ note: ${text} }]` }, markdown)
      }
      // Half as they are, and half as code: each takes a page of the browser.
      const posts = more === '' ? tried : tried.map((one, i) => (i % 2 ? one : asCode(one, i)))
      const contents = await builtOf(posts.map(post), {
        'blog/workspace.yml': `embeds: [player.example]\n${fields}${more}`,
      })
      expect(contents.some((content) => content.includes('<span class="code-tag">'))).toBe(more !== '')
      expect(
        contents.filter((content) => content.includes('<iframe src="https://player.example/')).length,
      ).toBeGreaterThan(20 * share)
      expect(contents.filter((content) => content.includes('<video src="')).length).toBeGreaterThan(5 * share)
      expect(contents.length).toBeGreaterThan(posts.length - 20)
      expect(await firedBy(page, contents)).toEqual([])
    },
    300_000,
  )

  test('run nothing from URLs in a workspace with trusted markup', async () => {
    const posts = someOf(urlVectors, 3).map((markdown) =>
      fileOf({ title: 'Hello', bio: JSON.stringify(markdown) }, markdown),
    )
    const contents = await builtOf(posts, { 'blog/workspace.yml': `html: trusted\n${fields}` })
    expect(contents.length).toBeGreaterThan(posts.length - 20)
    expect(await firedBy(page, contents)).toEqual([])
  }, 300_000)

  /** The HTML served for what is `written`. Texts whose URL looks like a path to us that leads to no file are never published. */
  async function builtOf(written: readonly string[], more: Files = {}): Promise<string[]> {
    const files = Object.fromEntries(written.map((text, index) => [pathOf(index), text]))
    const whole = await workspace({ ...files, ...more, 'blog/posts/x.gif': image })
    const errors = (await whole.build({ env })).problems.filter(({ severity }) => severity === 'error')
    whole.remove()
    for (const { file, code } of errors) {
      expect(['missing-file', 'dangling-link']).toContain(code)
      delete files[pathOf(Number(/\d+/.exec(basename(file))))]
    }
    const place = await workspace({ ...files, ...more, 'blog/posts/x.gif': image })
    expect((await place.build({ env })).written).toBe(true)
    const api = reader(place)
    const { posts } = await api.get('blog/posts?limit=all')
    const { entries } = await api.get('blog/entries/pages?limit=all')
    const served = [...posts, ...entries]
    api.close()
    place.remove()
    expect(served).toHaveLength(Object.keys(files).length)
    return served.map(({ content, fields: { bio, more } }: Served) =>
      [content, bio, ...(more ?? []).map(({ note }) => note)].join('\n'),
    )
  }
})
