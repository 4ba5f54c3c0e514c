// Writing at the desk in a real browser: `galley dev --edit`, by hand, by keyboard alone, and with others in the same browser.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { derivedId } from '../../build/schema/id.ts'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { type GalleyHere, galleyHere, urlOf } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

const tables = postFile(
  { title: 'On tables', publishedAt: '2026-05-31', tags: '[web]' },
  'Tables are for comparing. See [lists](on-lists.md).\n',
)
const evil = `<img src=x onerror="top.fired = 1"><script>top.fired = 1</script>'"`
const hostileName = `<img src=x onerror=top.fired=1>'\u202e.md`
const attack = `<p>Here it is.</p><script>top.fired = 1; top.document.title = 'fired'</script>
<img src="https://evil.example/pixel.png" onerror="top.fired = 1"><svg onload="top.fired = 1"></svg>
<iframe src="https://evil.example/" srcdoc="<script>top.fired = 1</script>"></iframe>
<form action="https://evil.example/" target="_top"><button autofocus id="main" name="body">Send</button></form>
<style>* { position: fixed; inset: 0 } @import url(https://evil.example/style.css);</style>
<meta http-equiv="refresh" content="0; url=https://evil.example/"><base href="https://evil.example/" target="_top">
<link rel="stylesheet" href="https://evil.example/style.css"><img name="getElementById"><a id="location"></a>
<a href="javascript:top.fired=1" target="_top">Click</a> <a href="https://evil.example/" target="_top">Leave</a>
<div style="position: fixed; inset: -9999px; z-index: 9999; background: red">Over all</div>
`
const files = {
  'blog/workspace.yml':
    'name: The blog\nurl: https://example.org/{slug}\nfields: { level: { type: select, options: [easy, hard] } }\n',
  'blog/tags.yml': 'web: { name: Web }\ntype: { name: Type }\n',
  'blog/posts/on-tables.md': tables,
  'blog/posts/on-lists.md': postFile({ title: 'On lists', status: 'draft' }, 'Lists are for counting.\n'),
  'blog/posts/odd.md': postFile({ title: 'Odd', tags: '&odd\n  - web\n  # Why not?\n  - type' }, 'Odd.\n'),
  'blog/posts/a quay.png': png(3),
  [`blog/posts/${hostileName}`]: postFile({ title: JSON.stringify(evil), slug: 'hostile' }, attack),
  'trusted/workspace.yml': 'name: Trusted\nhtml: trusted\n',
  'trusted/posts/evil.md': postFile({ title: JSON.stringify(`\u202e${evil}${'long '.repeat(200)}`) }, attack),
}

describe.skipIf(withoutBrowser)('the writing desk', () => {
  const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  let browser: Browser
  let place: Workspace
  let running: GalleyHere
  let url: string
  /** The address at which it can write, with the token. */
  let address: string
  let context: BrowserContext
  let page: Page
  const failures: string[] = []

  beforeAll(async () => {
    browser = await launchBrowser('--host-resolver-rules=MAP rebound.example 127.0.0.1')
    place = await workspace(files)
    makePages(place.out)
    running = galleyHere(['dev', '--edit', '--content', place.dir, '--out', place.out, '--port', '0'], {})
    url = await urlOf(running)
    ;[, address = ''] = await running.says(/: (\S+#token=\S+) /)
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
    // A machine that runs all suites is slow.
    page.setDefaultTimeout(60_000)
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
    await page.goto(address)
    await page.goto('about:blank')
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

  test('takes an address that is not encoded correctly as it is: for what is nowhere', async () => {
    await page.goto(`${url}/docs/desk/#/edit/%/on-tables.md`)
    await page.getByRole('link', { name: 'On tables' }).waitFor()
    await page.goto(`${url}/docs/desk/#/edit/blog/50%.md`)
    await page.getByRole('alert').getByText('50%.md').waitFor()
  })

  test('underlines what is wrong, says what to write instead, and writes it with one click', async () => {
    await edit('posts/on-tables.md')
    await caretAfter('[we')
    await page.keyboard.type('e')
    const item = page.getByRole('list', { name: 'Problems' }).getByRole('listitem')
    await item.getByText('"web"').waitFor()
    expect(await page.locator('.cm-lintRange-error').innerText()).toBe('weeb')
    await item.getByRole('button', { name: /^Write web/ }).click()
    await page.locator('.writing .count', { hasText: /^1 warning$/ }).waitFor()
    expect(await source().innerText()).toContain('tags: [web]')
  })

  test('offers posts and files behind a bracket, and for two brackets a whole link', async () => {
    await edit('posts/on-tables.md')
    await caretAfter('lists.md).')
    await page.keyboard.type(' [here](li')
    await page.getByRole('option', { name: /On lists/ }).waitFor()
    // For 75 ms after a list appears, CodeMirror takes Enter for a line's end: somebody types on and has not seen it.
    await page.waitForTimeout(300)
    await page.keyboard.press('Enter')
    await page.keyboard.type(' ![](qua')
    await page.getByRole('option', { name: /a quay/ }).click()
    await page.keyboard.type(' [[list')
    await page.getByRole('option', { name: /On lists/ }).click()
    await expect
      .poll(() => source().innerText())
      .toContain(' [here](on-lists.md) ![](a%20quay.png) [On lists](on-lists.md)')
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: /^Part of a title/ }).fill('quay')
    await page.keyboard.press('Enter')
    await expect.poll(() => source().innerText()).toContain('(on-lists.md)![](a%20quay.png)')
  })

  test('changes front matter by a form, in the source and so that it can be undone', async () => {
    await edit('posts/on-tables.md')
    await button('Front matter').click()
    const title = page.getByLabel(/^Title/)
    await expect.poll(() => title.inputValue()).toBe('On tables')
    await title.fill('On "tables": two')
    const date = page.getByRole('group', { name: 'Date', exact: true })
    await date.locator('[type=date]').fill('2026-06-01')
    await date.getByLabel('Time', { exact: true }).fill('09:30')
    await date.getByLabel('Time zone').selectOption('Z')
    await page.getByLabel('Tags').fill('type')
    await page.getByLabel('Tags').press('Enter')
    await page.getByLabel('Level').selectOption('hard')
    await page.keyboard.press('ControlOrMeta+s')
    await said(/^Saved$/)
    expect(text('blog/posts/on-tables.md')).toBe(
      tables
        .replace('title: On tables', `title: 'On "tables": two'`)
        .replace('2026-05-31', '2026-06-01T09:30:00Z')
        .replace('[web]', '[web, type]\nlevel: hard'),
    )
    for (let i = 0; i < 12; i++) await source().press('ControlOrMeta+z')
    await expect.poll(() => title.inputValue()).toBe('On tables')
    await button('Save').click()
    await said(/^Saved$/)
    await edit('posts/odd.md')
    await button('Front matter').click()
    await page.locator('.field', { hasText: 'Tags' }).getByText('change it in the source').waitFor()
    expect(await page.getByLabel('Tags').isDisabled()).toBe(true)
    expect(await title.isDisabled()).toBe(false)
  })

  test('keeps what is chosen in the form while a preview of an earlier change comes', async () => {
    await edit('posts/on-tables.md')
    await button('Front matter').click()
    const title = page.getByLabel(/^Title/)
    await expect.poll(() => title.inputValue()).toBe('On tables')
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route(/\/edit\/front-matter$/, (route) => held.then(() => route.continue()))
    await title.fill('On two tables')
    await page.getByLabel('Level').selectOption('hard')
    await caretAfter('comparing')
    await page.keyboard.type(' twice')
    await frame().getByText('comparing twice').waitFor()
    goOn()
    await page.keyboard.press('ControlOrMeta+s')
    await said(/^Saved$/)
    expect(text('blog/posts/on-tables.md')).toContain('title: On two tables')
    expect(text('blog/posts/on-tables.md')).toContain('\nlevel: hard\n')
  })

  test('adds images that are pasted, dropped or chosen beside the post, and shows them', async () => {
    await edit('posts/on-tables.md')
    await caretAfter('lists.md).')
    const dropped = (event: string) =>
      page.evaluate(`{
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array([${[...png(5)]}])], 'the pier.png', { type: 'image/png' }))
        const how = { clipboardData: data, dataTransfer: data, bubbles: true, cancelable: true }
        document.querySelector('.source').shadowRoot.querySelector('.cm-content').dispatchEvent(${event})
      }`)
    await dropped(`new ClipboardEvent('paste', how)`)
    await said(/^Added/)
    expect(await source().innerText()).toContain('lists.md).![](the%20pier.png)')
    await expect
      .poll(() =>
        frame()
          .locator('img')
          .evaluate((one) => (one as { naturalWidth: number } & typeof one).naturalWidth),
      )
      .toBe(5)
    await page
      .getByLabel('Insert image')
      .setInputFiles({ name: 'x.html', mimeType: 'text/html', buffer: Buffer.from('<p>') })
    await said(/^x\.html was not added\. \S/)
    await source().press('ControlOrMeta+z')
    await button('Save').click()
  })

  test('shows both versions if the file was changed elsewhere, and writes the one that is chosen', async () => {
    await edit('posts/on-tables.md')
    const theirs = tables.replace('comparing', 'eating at')
    for (const [choice, expected] of [
      ['Keep mine', tables.replace('On tables', 'On tables!')],
      ['Take the file’s', theirs],
    ] as const) {
      await caretAfter('title: On tables')
      await page.keyboard.type('!')
      place.write({ 'blog/posts/on-tables.md': theirs })
      await button('Save').click()
      const dialog = page.getByRole('dialog')
      expect(await dialog.getByLabel('Yours', { exact: true }).innerText()).toContain('On tables!')
      expect(await dialog.getByLabel('The file’s', { exact: true }).innerText()).toContain('eating at')
      expect(await complaints()).toEqual([])
      expect(text('blog/posts/on-tables.md')).toBe(theirs)
      await button(choice).click()
      await said(/^(?:Saved$|This is the file)/)
      expect(text('blog/posts/on-tables.md')).toBe(expected)
    }
    expect(await source().innerText()).toContain('eating at')
    // What nobody has touched here follows the file.
    place.write({ 'blog/posts/on-tables.md': tables })
    await frame().getByText('comparing').waitFor()
  })

  test('asks before what is not saved is left', async () => {
    await edit('posts/on-tables.md')
    await caretAfter('comparing')
    await page.keyboard.type(' a lot')
    const here = page.url()
    await page.getByRole('link', { name: 'All posts' }).click()
    await button('Cancel').click()
    expect(page.url()).toBe(here)
    expect(await source().innerText()).toContain('comparing a lot')
    const asked = page.waitForEvent('dialog')
    const left = page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await left
    await page.getByRole('link', { name: 'All posts' }).click()
    await button('Save').last().click()
    await page.locator('.entry').first().waitFor()
    expect(text('blog/posts/on-tables.md')).toContain('comparing a lot')
    await edit('posts/on-tables.md')
    await caretAfter('a lot')
    await page.keyboard.type('!')
    await page.goBack()
    await button('Discard changes').click()
    await source().waitFor({ state: 'detached' })
    expect(text('blog/posts/on-tables.md')).toContain('comparing a lot.')
  })

  test('renames a post with the links to it, and says where a deleted one has gone', async () => {
    await edit('posts/on-lists.md')
    await frame().getByText('counting').waitFor()
    await button('Rename').click()
    await page.getByRole('textbox', { name: /^Slug/ }).fill('about-lists')
    await page.keyboard.press('Enter')
    await page.getByText('/blog/posts/about-lists.md').waitFor()
    expect(text('blog/posts/on-tables.md')).toContain('[lists](about-lists.md)')
    expect(text('blog/posts/about-lists.md')).toContain(`\nid: ${derivedId('post', 'blog', 'on-lists')}\n`)
    await source().waitFor()
    await button('Delete').click()
    await button('Delete').last().click()
    const where = await page.getByRole('dialog', { name: 'The post is deleted' }).locator('code').innerText()
    await button('OK').click()
    expect(where).toContain('about-lists')
    expect(existsSync(join(place.dir, 'blog/posts/about-lists.md'))).toBe(false)
    expect(existsSync(join(place.dir, where.replace(/^.*?content\//, '')))).toBe(true)
    expect(new URL(page.url()).hash).toBe('#/')
  })

  test('works by keyboard alone: a new post, a mistake and its fix, and readers have it', async () => {
    const { keyboard } = page
    /** By Tab, to what has that role and name in the accessibility tree. */
    async function reach(role: Parameters<Page['getByRole']>[0], name: string | RegExp): Promise<void> {
      const wanted = page.getByRole(role, { name }).first()
      await wanted.waitFor()
      for (let i = 0; i < 60; i++) {
        if (await wanted.evaluate((one) => one.matches(':focus') || one.getRootNode().activeElement === one))
          return
        await keyboard.press('Tab')
      }
      throw new Error(`Tab does not lead to the ${role} ${name}.`)
    }
    await page.goto(`${url}/docs/desk/`)
    await reach('button', 'New post')
    await keyboard.press('Enter')
    await reach('textbox', 'Title')
    await keyboard.type('By keyboard')
    await reach('combobox', 'Category')
    await keyboard.type('news')
    await reach('combobox', 'Authors')
    await keyboard.type('ada')
    await keyboard.press('Enter')
    await reach('button', 'Create draft')
    await keyboard.press('Enter')
    await source().waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('source')
    await page.getByRole('heading', { name: 'By keyboard' }).waitFor()
    await button('Publish…').waitFor()
    await page.locator('.frame iframe').waitFor()
    const session = await context.newCDPSession(page)
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    const told = new Set(nodes.map(({ role, name }) => `${role?.value} ${name?.value}`))
    for (const one of [
      ...['heading By keyboard', 'textbox Source', 'button Save', 'button Publish…', 'button Front matter'],
      ...[
        'group Post',
        'region Source',
        'region As readers will see it',
        'Iframe The post as its readers see it',
      ],
    ])
      expect([...told]).toContain(one)
    await keyboard.press('ControlOrMeta+End')
    await keyboard.type('\nIt has [a link](on-tabels.md).\n')
    await reach('button', /^Write on-tables\.md/)
    await keyboard.press('Enter')
    await page.locator('.writing .count', { hasText: 'No problems' }).waitFor()
    await reach('button', 'Publish…')
    await keyboard.press('Enter')
    await reach('button', /^Publish$/)
    await keyboard.press('Enter')
    await said(/^Saved$/)
    const written = text('blog/posts/by-keyboard.md')
    expect(written).toContain('[a link](on-tables.md)')
    expect(written).not.toContain('status')
    await expect.poll(async () => (await fetch(`${url}/v1/blog/posts/by-keyboard`)).status).toBe(200)
    rmSync(join(place.dir, 'blog/posts/by-keyboard.md'))
  })

  test('lets nothing act that a post, its title or the name of its file brings along', async () => {
    const requested: Request[] = []
    page.on('request', (request) => requested.push(request))
    for (const [workspace, file] of [
      ['blog', `posts/${hostileName}`],
      ['trusted', 'posts/evil.md'],
    ] as const) {
      await page.goto('about:blank')
      await page.goto(`${url}/docs/desk/#/edit/${workspace}/${encodeURIComponent(file)}`)
      await frame().getByText('Here it is.').waitFor()
      await caretAfter('Here it is')
      await page.keyboard.type(', typed')
      await frame().getByText('Here it is, typed').waitFor()
      for (const link of ['Click', 'Leave'])
        for (const one of await frame().getByText(link, { exact: true }).all())
          await one.evaluate((a) => (a as { click(): void } & typeof a).click())
      await button('Front matter').click()
      expect(await page.evaluate('[window.fired, document.title.includes("fired = 1")]')).toEqual([
        undefined,
        false,
      ])
      expect(new URL(page.url()).pathname).toBe('/docs/desk/')
      expect(await page.locator('main :is(script, img[onerror], svg[onload])').count()).toBe(0)
      expect(await page.locator('.frame iframe').last().getAttribute('sandbox')).not.toMatch(
        /script|same-origin|top/,
      )
      expect(await frame().locator('body').evaluate('self.origin')).toBe('null')
      expect(await page.evaluate('document.activeElement.localName')).toBe('button')
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      await button('Delete').click()
      expect(await page.getByRole('dialog').innerText()).toContain(file.split('/').at(-1))
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'All posts' }).click()
      await button('Discard changes').click()
      expect(await page.locator('.entry h2').allInnerTexts()).toContain(evil)
    }
    // What the policy forbids is a request that is never sent.
    const sent = requested.filter((one) => !/csp|BLOCKED_BY_CSP/.test(one.failure()?.errorText ?? ''))
    const elsewhere = sent
      .map((one) => one.url())
      .filter((one) => !/^(?:about|blob|data):/.test(one) && !one.startsWith(url))
    expect(elsewhere).toEqual([])
    // What the frame is not let load is said in the console, and is no failure.
    failures.splice(0)
  })

  test('tells pages of others nothing, and does nothing that they ask for', async () => {
    const before = contentOf(place.dir)
    const tries = `
      const address = '${url}/docs/desk/local/'
      const body = JSON.stringify({ workspace: 'blog', title: 'Evil', file: 'posts/on-tables.md', edits: [{ from: 0, to: 9, text: '' }] })
      const ask = (route, how) => fetch(address + route, how).then(async (reply) => (await reply.text()) || reply.type, () => 'refused')
      const source = 'edit/source?workspace=blog&file=posts/on-tables.md'
      window.done = Promise.all([
        ask('state'), ask(source), ask('edit/form?workspace=blog'), ask(source, { mode: 'no-cors' }),
        ...['text/plain', 'application/json'].flatMap((type) => [
          ask('edit/posts', { method: 'POST', body, headers: { 'Content-Type': type } }),
          ask('edit/preview', { method: 'POST', body, headers: { 'Content-Type': type } }),
          ask('edit/delete', { method: 'POST', body, headers: { 'Content-Type': type, 'If-Match': '*' } }),
          ask(source, { method: 'PUT', body, headers: { 'Content-Type': type, 'If-Match': '*' } }),
        ]),
        ask('edit/posts', { method: 'POST', body, mode: 'no-cors' }),
        new Promise((resolve) => { const image = new Image(); image.onload = () => resolve('shown'); image.onerror = () => resolve('refused'); image.src = address + source }),
        new Promise((resolve) => { const script = document.createElement('script'); script.onload = () => resolve('run'); script.onerror = () => resolve('refused'); script.src = address + source; document.head.append(script) }),
      ])
      window.sent = new Promise((resolve) => {
        const frame = document.createElement('iframe')
        frame.name = 'reply'
        document.body.append(frame)
        const form = document.createElement('form')
        Object.assign(form, { method: 'post', action: address + 'edit/posts', enctype: 'text/plain', target: 'reply' })
        const field = document.createElement('input')
        Object.assign(field, { name: body.slice(0, -1) + ',"a":"', value: '"}' })
        form.append(field)
        document.body.append(form)
        frame.onload = () => resolve()
        form.submit()
      })`
    const html = `<!doctype html><body><iframe id="desk" src="${url}/docs/desk/#/edit/blog/posts%2Fon-tables.md"></iframe><script>${tries}</script>`
    const other = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const file = join(place.out, '../attack.html')
    writeFileSync(file, html)
    try {
      for (const address of [
        `http://127.0.0.1:${port}/`,
        `http://localhost:${port}/`,
        pathToFileURL(file).href,
        `data:text/html;base64,${Buffer.from(html).toString('base64')}`,
      ]) {
        await page.goto(address)
        const replies = (await page.evaluate('window.done')) as string[]
        expect(
          replies.filter((one) => one !== 'refused'),
          address,
        ).toEqual([])
        await page.evaluate('window.sent')
        const desk = page
          .frames()
          .find((one) => one.url().includes('/docs/desk/') && one !== page.mainFrame())
        expect(
          (await desk
            ?.locator('.writing, .entry')
            .count()
            .catch(() => 0)) ?? 0,
        ).toBe(0)
      }
      // A name that leads here: its pages are of the same origin as what they ask for.
      await page.goto(`${url.replace('127.0.0.1', 'rebound.example')}/docs/desk/`)
      const status = await page.evaluate(`(async () => {
        const how = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"workspace":"blog","title":"Evil"}' }
        const ask = async (route, how) => (await fetch('/docs/desk/' + route, how)).status
        return [await ask('local/state'), await ask('local/edit/form?workspace=blog'), await ask('local/edit/posts', how)]
      })()`)
      expect(status).toEqual([403, 403, 403])
    } finally {
      other.close()
      rmSync(file)
    }
    expect(contentOf(place.dir)).toEqual(before)
    failures.splice(0)
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

function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(join(folder, name)).isFile())
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'base64')]))
}
