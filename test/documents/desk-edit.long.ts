// Writing at the desk in a real browser: `galley dev --edit`, by hand, by keyboard alone, and with others in the same browser.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { type GalleyHere, galleyHere, urlOf } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

const tables = postFile(
  { title: 'On tables', publishedAt: '2026-05-31', tags: '[web]' },
  'Tables are for comparing. See [lists](on-lists.md).\n',
)
const files = {
  'blog/workspace.yml': 'name: The blog\nurl: https://example.org/{slug}\n',
  'blog/tags.yml': 'web: { name: Web }\ntype: { name: Type }\n',
  'blog/posts/on-tables.md': tables,
  'blog/posts/on-lists.md': postFile({ title: 'On lists', status: 'draft' }, 'Lists are for counting.\n'),
  'blog/posts/a quay.png': png(3),
}

describe.skipIf(withoutBrowser)('the writing desk', () => {
  const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  let browser: Browser
  let place: Workspace
  let running: GalleyHere
  let url: string
  let context: BrowserContext
  let page: Page
  const failures: string[] = []

  beforeAll(async () => {
    browser = await launchBrowser()
    place = await workspace(files)
    makePages(place.out)
    running = galleyHere(['dev', '--edit', '--content', place.dir, '--out', place.out, '--port', '0'], {})
    url = await urlOf(running)
    await running.says(/Ctrl-C stops/)
  })
  afterAll(async () => {
    await browser?.close()
    await running?.stop()
    place?.remove()
  })
  beforeEach(async () => {
    context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    page = await context.newPage()
    page.setDefaultTimeout(15_000)
    page.on('pageerror', (error) => failures.push(error.message))
    page.on('console', (message) => {
      // Chromium says that of every reply that is an error.
      const isReply = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isReply) failures.push(message.text())
    })
    await page.exposeFunction('violated', (what: string) => failures.push(what))
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => violated(violatedDirective + ' ' + blockedURI))`,
    )
  })
  afterEach(async () => {
    await context.close()
    place.write(files)
    expect(failures.splice(0)).toEqual([])
  })

  const text = (file: string) => readFileSync(join(place.dir, file), 'utf8')
  const source = () => page.getByRole('textbox', { name: 'Source' })
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const frame = () => page.frameLocator('.frame iframe:last-child')
  const said = (words: string | RegExp) => page.locator('.said').getByText(words).waitFor()
  async function edit(file: string): Promise<void> {
    await page.goto(`${url}/docs/desk/#/edit/blog/${encodeURIComponent(file)}`)
    await source().waitFor()
  }
  /** Behind the first text like that. */
  async function caretAfter(words: string): Promise<void> {
    await source().press('ControlOrMeta+f')
    await page.getByRole('textbox', { name: 'Find' }).pressSequentially(words)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowRight')
  }
  async function complaints(): Promise<string[]> {
    await page.evaluate(axe)
    const run = `axe.run({ resultTypes: ['violations'], preload: false, iframes: false })`
    const { violations } = (await page.evaluate(run)) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)
  }

  test('opens a post with its source beside its page, which follows what is typed', async () => {
    await page.goto(`${url}/docs/desk/#/posts/blog/on-tables`)
    await page.getByRole('link', { name: 'Edit' }).click()
    await frame().getByText('Tables are for comparing').waitFor()
    await caretAfter('comparing')
    await page.keyboard.type(' and for nothing else')
    await frame().getByText('comparing and for nothing else').waitFor()
    expect(text('blog/posts/on-tables.md')).toBe(tables)
    await page.keyboard.press('ControlOrMeta+s')
    await said(/^Saved$/)
    expect(text('blog/posts/on-tables.md')).toBe(
      tables.replace('comparing', 'comparing and for nothing else'),
    )
    await page.keyboard.press('ControlOrMeta+z')
    await said(/^Not saved$/)
    await button('Save').click()
    await said(/^Saved$/)
    expect(text('blog/posts/on-tables.md')).toBe(tables)
  })

  test('underlines what is wrong, says what to write instead, and writes it with one click', async () => {
    await edit('posts/on-tables.md')
    await caretAfter('[we')
    await page.keyboard.type('e')
    const item = page.getByRole('list', { name: 'Problems' }).getByRole('listitem')
    await item.getByText('"web"').waitFor()
    expect(await page.locator('.cm-lintRange-error').innerText()).toBe('weeb')
    await item.getByRole('button', { name: /^Write web/ }).click()
    await page.getByText('1 warning', { exact: true }).first().waitFor()
    expect(await source().innerText()).toContain('tags: [web]')
  })

  test('offers posts and files behind a bracket, and for two brackets a whole link', async () => {
    await edit('posts/on-tables.md')
    await caretAfter('lists.md).')
    await page.keyboard.type(' [here](li')
    await page.getByRole('option', { name: /On lists/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(' ![](qua')
    await page.getByRole('option', { name: /a quay/ }).click()
    await page.keyboard.type(' [[list')
    await page.getByRole('option', { name: /On lists/ }).click()
    await expect
      .poll(() => source().innerText())
      .toContain(' [here](on-lists.md) ![](<a quay.png>) [On lists](on-lists.md)')
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: /^Part of a title/ }).fill('quay')
    await page.keyboard.press('Enter')
    await expect.poll(() => source().innerText()).toContain('(on-lists.md)![](<a quay.png>)')
  })

  test('changes front matter by a form, in the source and so that it can be undone', async () => {
    await edit('posts/on-tables.md')
    await button('Front matter').click()
    const title = page.getByLabel(/^Title/)
    await expect.poll(() => title.inputValue()).toBe('On tables')
    await title.fill('On "tables": two')
    await page.getByLabel('Date', { exact: true }).fill('2026-06-01')
    await page.getByLabel('publishedAt: time', { exact: true }).fill('09:30')
    await page.getByLabel('publishedAt: time zone').selectOption('Z')
    await page.getByLabel('Tags').fill('type')
    await page.getByLabel('Tags').press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await said(/^Saved$/)
    expect(text('blog/posts/on-tables.md')).toBe(
      tables
        .replace('title: On tables', `title: 'On "tables": two'`)
        .replace('2026-05-31', '2026-06-01T09:30:00Z')
        .replace('[web]', '[web, type]'),
    )
    for (let i = 0; i < 12; i++) await source().press('ControlOrMeta+z')
    await expect.poll(() => title.inputValue()).toBe('On tables')
  })

  test('has nothing that axe finds wrong: light, dark, narrow and wide', async () => {
    for (const [colorScheme, width] of [
      ['light', 390],
      ['dark', 1280],
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await edit('posts/on-tables.md')
      await frame().getByText('Tables are').waitFor({ state: 'attached' })
      for (const name of width === 390 ? ['Page', 'Front matter', 'Source'] : ['Front matter']) {
        await button(name).click()
        expect(await complaints()).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      }
    }
  })
})
