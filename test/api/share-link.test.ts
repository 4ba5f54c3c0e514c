// What a link to one draft opens: which links in it stay, whatever the addresses of posts look like. Tokens are made by the function that
// `galley share` calls, since the command goes by the clock.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Admission } from '../../api/_app/admission/admission.ts'
import { type AppOptions, createApp } from '../../api/_app/app.ts'
import { tokenFor } from '../../api/_app/http/share-token.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { contractLimits } from '../../api/_app/limit/limits.ts'
import { type Scheduler, unscheduled } from '../../api/_app/turns/turn.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { ask } from '../support/ask.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { postFile, workspace } from '../support/workspace.ts'

const shareSecret = 'Xr4TqENsRjCkV8vxnLqbB2'
const now = Date.UTC(2026, 0, 1)

const others = {
  'blog/posts/draft.md': postFile({ status: 'draft', publishedAt: '2025-03-04', aliases: '[earlier]' }),
  'blog/posts/zürich.md': postFile({ status: 'draft', publishedAt: '2025-03-04' }),
  'blog/posts/soon.md': postFile({ publishedAt: '2026-01-02' }),
  'blog/posts/shown.md': postFile({ publishedAt: '2025-12-31' }),
}

/** The HTML of a post of that text, as a link opens it. */
async function opened(settings: string, text: string): Promise<string> {
  const place = await workspace({
    'blog/workspace.yml': settings,
    'blog/posts/a.md': postFile({ status: 'draft', id: 'a' }, text),
    ...others,
  })
  onTestFinished(() => place.remove())
  const { problems } = await place.build({ drafts: true })
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  const snapshots = openSnapshots(`${place.out}/data`)
  onTestFinished(() => snapshots.close())
  const limiter = createLimiter({ limits: contractLimits, now: () => now })
  const app = createApp({ snapshots, limiter, now: () => now, log: () => {}, shareSecrets: [shareSecret] })
  const token = tokenFor('blog', 'a', now / 1_000 + 60, shareSecret)
  const { status, json } = await ask(app, 'GET', '/shared', { 'galley-share': token })
  expect(status).toBe(200)
  return json.post.content
}

test.each([
  ['https://example.org/{slug}', 'https://example.org/shown'],
  ['https://example.org', 'https://example.org/shown'],
  [
    'https://example.org/{category}/{year}/{month}/{day}/{slug}/',
    'https://example.org/news/2025/12/31/shown/',
  ],
  ['https://example.org/{year}{month}-{slug}.html', 'https://example.org/202512-shown.html'],
  ['https://example.org/?a=1&p={slug}', 'https://example.org/?a=1&amp;p=shown'],
  ['https://example.org/#/posts/{slug}', 'https://example.org/#/posts/shown'],
  ['https://example.org/blog+(new)/{slug}', 'https://example.org/blog+(new)/shown'],
  ['https://example.org/böll/{slug}', 'https://example.org/b%C3%B6ll/shown'],
])('by %s, links to what readers see stay, and all others are text', async (url, address) => {
  const text = `[one](draft.md), [two](soon.md#x), [three](zürich.md?y), [**four**](draft.md "Titled"), [five](shown.md).\n`
  expect(await opened(`url: ${JSON.stringify(url)}\n`, text)).toBe(
    `<p>one, two, three, <strong>four</strong>, <a href="${address}">five</a>.</p>\n`,
  )
})

test('addresses that somebody has written are known as well, and pages that are no posts are left alone', async () => {
  const stay = [
    'https://example.org/',
    'https://example.org/about',
    'https://example.org/draft/more',
    'https://a.example/draft',
  ]
  const go = ['draft', 'draft/', 'draft?x=1', 'draft#y', 'earlier', 'z%C3%BCrich', 'soon'].map(
    (end) => `https://example.org/${end}`,
  )
  const html = await opened(
    'url: https://example.org/{slug}\n',
    [...stay, ...go].map((one) => `[at](${one})`).join(' '),
  )
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(stay)
  expect(html.match(/<\/a>/g)).toHaveLength(stay.length)
  expect(html.match(/at/g)!.length).toBeGreaterThanOrEqual(stay.length + go.length)
})

test('so it is in trusted HTML, with what is inside of links and what looks like tags', async () => {
  const html = `<div><a name="x">named</a> <a title="a > b" href="https://example.org/draft" class="c"><img src="https://a.example/i.png"></a>
<a href="https://example.org/shown">shown <b>in</b></a><a>bare</a> <a href="https://example.org/soon">soon</a>
<map name="m"><area shape="rect" coords="0,0,1,1" href="https://example.org/draft"></map>
<svg><a xlink:href="https://example.org/draft"><text>drawn</text></a></svg></div>`
  const content = await opened('url: https://example.org/{slug}\nhtml: trusted\n', html)
  expect(content).not.toMatch(/example\.org\/(?:draft|soon)/)
  expect(content).toContain('<a href="https://example.org/shown">shown <b>in</b></a><a>bare</a> soon')
  expect(content.match(/<a[ >]/g)!.length).toBe(content.match(/<\/a>/g)!.length)
})

const soon = now / 1_000 + 60

/** On a preview of forty workspaces, each of which has one long post. */
function appOfMany(own: Pick<AppOptions, 'scheduler' | 'admission'>) {
  const data = mkdtempSync(join(tmpdir(), 'galley-shared-'))
  const html = () => `<p>${'Long. '.repeat(60_000)}</p>`
  const workspaces = Array.from({ length: 40 }, (_, i) => bulkWorkspace(`w${i}`, 1, html))
  writeSnapshot(data, { workspaces, builtAt: null, preview: 'main', keepPrevious: false })
  const snapshots = openSnapshots(data)
  onTestFinished(() => {
    expect(snapshots.leases).toBe(0)
    snapshots.close()
    rmSync(data, { recursive: true, force: true })
  })
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  return createApp({ snapshots, limiter, now: () => now, log: () => {}, shareSecrets: [shareSecret], ...own })
}

test('others get their turn after each workspace, as often for whatever token', async () => {
  let asked = 0
  const turn = () => {
    asked++
    return undefined
  }
  const scheduler: Scheduler = {
    ...unscheduled,
    turnFor: (client) => Object.assign(turn, unscheduled.turnFor(client)),
  }
  const app = appOfMany({ scheduler })
  const asks = async (token: string) => {
    asked = 0
    const { status } = await ask(app, 'GET', '/shared', { 'galley-share': token })
    return [status, asked]
  }
  const tokens = [
    tokenFor('w3', 'gone', soon, shareSecret),
    tokenFor('w39', 'gone', soon, shareSecret),
    tokenFor('w3', 'post_0', soon - 120, shareSecret),
    tokenFor('w3', 'post_0', soon, `${shareSecret}x`),
    tokenFor('nowhere', 'post_0', soon, shareSecret),
    ...['', '~', 'A'.repeat(10_000)],
  ]
  for (const token of tokens) expect(await asks(token)).toEqual([404, 40])
  const [status, count] = await asks(tokenFor('w3', 'post_0', soon, shareSecret))
  expect([status, count! >= 40]).toEqual([200, true])
})

test('a long draft waits for a slot, and what opens nothing does not', async () => {
  const admission = new Admission({ slots: 1, waiting: { client: 0, all: 0 } })
  const app = appOfMany({ admission })
  let release = () => {}
  const other = { method: 'GET', target: '/', header: () => undefined, address: undefined }
  const taken = admission.run(other, () => new Promise<void>((resolve) => (release = resolve)))
  const statusOf = async (id: string) => {
    const headers = { 'galley-share': tokenFor('w3', id, soon, shareSecret) }
    return (await ask(app, 'GET', '/shared', headers)).status
  }
  expect([await statusOf('post_0'), await statusOf('gone')]).toEqual([503, 404])
  release()
  await taken
  expect(await statusOf('post_0')).toBe(200)
})
