// The form of front matter at the desk, in a real browser: fields of every type, with the keyboard, and on a phone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { type Editing, editing } from '../support/editing.ts'
import { png } from '../support/picture.ts'
import { postFile } from '../support/workspace.ts'

const all = `---
title: All
publishedAt: 2026-05-31
authors: [me]
category: news
# Where it is.
venue:
  city: Genoa # in Italy
  size: 300
steps:
  # The first.
  - title: One
    at: 2026-01-01
  - title: "Two" # quoted
    pics: [a.png]
speakers: [ada, grace]
kept: &k [x]
notes: *k
---
Text.
`

const files = {
  'blog/workspace.yml': `fields:
  venue: { type: object, fields: { city: { type: string, required: true }, size: number, at: date } }
  steps: { type: list, fields: { title: string, at: date, pics: { type: list, of: image } } }
  speakers: { type: list, of: { type: reference, to: authors } }
  talk: { type: reference, to: posts }
  hero: { type: image, alt: required }
  audio: file
  days: { type: list, of: date }
  minutes: number
  open: boolean
  link: url
  level: { type: select, options: [easy, hard] }
  kept: { type: list }
  notes: { type: list }
`,
  'blog/authors/ada.yml': 'name: Ada Ferrer\n',
  'blog/authors/grace.yml': 'name: Grace Hopper\n',
  'blog/authors/me.yml': 'name: Me\n',
  'blog/posts/all.md': all,
  'blog/posts/on-tables.md': postFile({ title: 'Everything about tables', authors: '[me]' }),
  'blog/posts/a.png': png(3),
  'blog/posts/talk.mp3': Buffer.from('ID3'),
}

describe.skipIf(withoutBrowser)('the form of front matter', () => {
  const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  let browser: Browser
  let desk: Editing
  let page: Page
  const failures: string[] = []

  beforeAll(async () => {
    browser = await launchBrowser()
    desk = await editing(files)
  })
  afterAll(async () => {
    await browser?.close()
    await desk?.close()
  })
  beforeEach(async () => {
    page = await browser.newPage()
    page.setDefaultTimeout(60_000)
    page.on('pageerror', (error) => failures.push(error.message))
    await page.goto(`${desk.url}/docs/desk/#token=${desk.token}`)
    await page.goto('about:blank')
    await page.goto(`${desk.url}/docs/desk/#/edit/blog/posts%2Fall.md`)
    await button('Front matter').click()
    await page.locator('summary').click()
    await expect.poll(() => group('Venue').getByLabel(/^City/).inputValue()).toBe('Genoa')
  })
  afterEach(async () => {
    await page.close()
    desk.place.write(files)
    expect(failures.splice(0)).toEqual([])
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const group = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('group', { name, exact: true })
  const focused = () =>
    page.evaluate(`document.activeElement.getAttribute('aria-label') ?? document.activeElement.id`)
  async function expectSaved(expected: string): Promise<void> {
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(() => readFileSync(join(desk.place.dir, 'blog/posts/all.md'), 'utf8')).toBe(expected)
  }
  async function choose(within: Locator, name: string): Promise<void> {
    const asked = page.waitForEvent('filechooser')
    await within.locator('label', { hasText: 'Choose file' }).click()
    await (await asked).setFiles({ name, mimeType: 'image/png', buffer: png(4, 2, 7) })
  }

  test('changes a value of each type, and nothing else', async () => {
    await group('Venue').getByLabel(/^City/).fill('Turin')
    await group('At', group('Venue')).locator('[type=date]').fill('2026-06-01')
    await group('Steps 2').getByLabel('Title').fill('Two, again')
    await page.getByRole('combobox', { name: 'Talk' }).fill('about tables')
    await page.getByRole('combobox', { name: 'Talk' }).press('Tab')
    await page.getByRole('status').getByText('Everything about tables', { exact: true }).waitFor()
    await group('Hero').getByRole('combobox').fill('a.png')
    await group('Hero').getByLabel('What it shows').fill('A quay')
    await page.getByRole('combobox', { name: 'Audio' }).fill('talk.mp3')
    await button('Add to Days').click()
    await group('Days 1').locator('[type=date]').fill('2026-07-01')
    await page.getByLabel('Minutes').fill('2.5')
    await page.getByLabel('Link').fill('https://example.org/a')
    await page.getByLabel('Open', { exact: true }).selectOption('true')
    await page.getByLabel('Level').selectOption('hard')
    await expectSaved(
      all
        .replace('city: Genoa', 'city: Turin')
        .replace('size: 300\n', 'size: 300\n  at: 2026-06-01\n')
        .replace('"Two"', 'Two, again')
        .replace(
          'notes: *k\n',
          `notes: *k
talk: on-tables
hero:
  file: a.png
  alt: A quay
audio: talk.mp3
days: [2026-07-01]
minutes: 2.5
open: true
level: hard
link: https://example.org/a
`,
        ),
    )
  })

  test('adds, moves and removes items by keyboard, with the focus on what was moved', async () => {
    const { keyboard } = page
    await button('Move Steps 1 down').focus()
    await keyboard.press('Enter')
    await expect.poll(focused).toBe('Move Steps 2 up')
    await expectSaved(
      all.replace(
        /steps:.*?speakers/s,
        `steps:
  # The first.
  - title: "Two" # quoted
    pics: [a.png]
  - title: One
    at: 2026-01-01
speakers`,
      ),
    )
    await keyboard.press('Enter')
    await expect.poll(focused).toBe('Move Steps 1 down')
    await expectSaved(all)
    await button('Move Grace Hopper up').focus()
    await keyboard.press('Enter')
    await expect.poll(focused).toBe('Move Grace Hopper down')
    await button('Remove Ada Ferrer').focus()
    await keyboard.press('Enter')
    await expect.poll(focused).toBe('Remove Grace Hopper')
    await button('Add to Steps').focus()
    await keyboard.press('Enter')
    await keyboard.type('Three')
    await expectSaved(
      all.replace('[ada, grace]', '[grace]').replace('pics: [a.png]\n', 'pics: [a.png]\n  - title: Three\n'),
    )
    await button('Remove Steps 3').focus()
    await keyboard.press('Enter')
    await expect.poll(focused).toBe('Remove Steps 2')
    await expectSaved(all.replace('[ada, grace]', '[grace]'))
  })

  test('takes images that are chosen or dropped, in lists too', async () => {
    await choose(group('Hero'), 'the pier.png')
    await expect.poll(() => group('Hero').getByRole('combobox').inputValue()).toBe('the%20pier.png')
    await button('Add to Pics').first().click()
    const pic = group('Pics 1', group('Steps 1'))
    await page.evaluate(`{
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array([${[...png(5)]}])], 'dropped.png', { type: 'image/png' }))
      const box = document.querySelector('.rows .rows .file-field')
      box.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }`)
    await expect.poll(() => pic.getByRole('combobox').inputValue()).toBe('dropped.png')
    await expectSaved(
      all
        .replace('at: 2026-01-01\n', 'at: 2026-01-01\n    pics: [dropped.png]\n')
        .replace('notes: *k\n', 'notes: *k\nhero: the%20pier.png\n'),
    )
    await choose(group('Hero'), 'x.html')
    await page
      .locator('.said')
      .getByText(/^x\.html was not added\. \S/)
      .waitFor()
  })

  test('says what it cannot change, and shows it in the source', async () => {
    const box = page.locator('.field', { has: page.getByRole('textbox', { name: 'Kept' }) })
    await box.getByText(/^It has an anchor.*change it in the source\.$/).waitFor()
    expect(await page.getByRole('textbox', { name: 'Kept' }).isDisabled()).toBe(true)
    await box.getByRole('button', { name: 'Show in the source' }).click()
    expect(await page.evaluate('getSelection() && document.activeElement.className')).toBe('source')
    await page.keyboard.type('x')
    expect(await page.getByRole('textbox', { name: 'Source' }).innerText()).toContain('\nxkept: &k')
    await page.keyboard.press('Backspace')
  })

  test('loses no keystroke while earlier changes are on their way', async () => {
    await page.route(/\/edit\/(?:front-matter|preview)$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 40))
      await route.continue()
    })
    await group('Venue').getByLabel(/^City/).fill('')
    await button('Add to Steps').click()
    for (let i = 0; i < 8; i++) {
      await page.keyboard.type(`${i} of eight, `)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('End')
    }
    const typed = [...Array(8).keys()].map((i) => `${i} of eight,`).join(' ')
    await expectSaved(
      all.replace('city: Genoa #', '#').replace('pics: [a.png]\n', `pics: [a.png]\n  - title: ${typed}\n`),
    )
  })

  test('has nothing that axe finds wrong, and fits a phone', async () => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.evaluate(axe)
      const run = `axe.run({ resultTypes: ['violations'], preload: false, iframes: false })`
      const { violations } = (await page.evaluate(run)) as {
        violations: { id: string; nodes: { html: string }[] }[]
      }
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    }
  })
})
