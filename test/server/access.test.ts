// The recipes of docs/access.md, each as it stands there.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get as getByTls } from 'node:https'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Running, serve } from '../../server/index.ts'
import { inFolder, ran } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { isInstalled } from '../support/program.ts'
import { exampleNginx, type Listening, replaced, temporaryFolder } from '../support/proxy.ts'
import { unlimited } from '../support/server.ts'
import { postFile, workspace } from '../support/workspace.ts'

const page = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8')
const keysIn = (nth: number) => [...page.matchAll(/^GALLEY_KEYS=(\S+) /gm)][nth]![1]!
const secret = 'g6G8a14PMeYmoWPV2mW393'

const files = {
  'blog/posts/a.md': postFile({ title: 'Public' }),
  'handbook/workspace.yml': 'url: https://example.org/{slug}\n',
  'handbook/posts/b.md': postFile({ title: 'Confidential' }, '![A quay](quay.png)\n'),
  'handbook/posts/c.md': postFile({ title: 'Draft', status: 'draft' }),
  'handbook/posts/quay.png': png(3),
}

/** Builds with these keys, and serves it. */
async function serving(GALLEY_KEYS: string, drafts = false, more: NodeJS.ProcessEnv = {}) {
  const place = await workspace(files)
  onTestFinished(() => place.remove())
  const env = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org', GALLEY_KEYS }
  const { problems } = await place.build({ env, drafts })
  expect(problems).toEqual([])
  const folders = { data: join(place.out, 'data'), public: join(place.out, 'public') }
  const running = await serve({
    ...folders,
    drafts,
    port: 0,
    host: '127.0.0.1',
    env: { ...unlimited, ...more },
    log: () => {},
  })
  onTestFinished(() => running.close())
  await running.look()
  return { running, out: place.out }
}

const titles = async ({ url }: Running, key: string) => {
  const response = await fetch(`${url}/v1/${key}/posts?select=title`)
  const body = (await response.json()) as { posts?: { title: string }[]; error?: string }
  return body.posts?.map(({ title }) => title) ?? body.error
}

test('a key that nobody guesses replaces the name of the folder, and nothing names it', async () => {
  const { running, out } = await serving(keysIn(0))
  expect(await titles(running, secret)).toEqual(['Confidential'])
  expect(await titles(running, 'handbook')).toBe('Invalid workspace')
  for (const path of [
    '',
    '/feed.xml',
    '/llms.txt',
    '/posts?limit=all&include=url',
    '/sitemap.xml',
    '/redirects',
  ]) {
    const response = await fetch(`${running.url}/v1/${secret}${path}`)
    expect([path, response.status]).toEqual([path, 200])
    const said = path === '' ? '' : await response.text()
    expect(said + JSON.stringify([...response.headers])).not.toContain(secret)
  }
  expect(await (await fetch(`${running.url}/status`)).text()).not.toMatch(/handbook|g6G8/)
  const published = readdirSync(join(out, 'public'), { recursive: true, withFileTypes: true })
  for (const file of published.filter((one) => one.isFile()))
    expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain(secret)
})

test('a preview may have another key, and drafts', async () => {
  const { running } = await serving(`handbook=${secret}x`, true)
  expect(await titles(running, `${secret}x`)).toEqual(['Draft', 'Confidential'])
  expect(await titles(running, secret)).toBe('Invalid workspace')
})

test('while a key is replaced, both open the same workspace', async () => {
  const { running } = await serving(keysIn(1))
  expect(await titles(running, secret)).toEqual(['Confidential'])
  expect(await titles(running, 'Xr4TqENsRjCkV8vxnLqbB2')).toEqual(['Confidential'])
  expect(await titles(running, 'handbook')).toBe('Invalid workspace')
})

test('a secret workspace beside a public one shares nothing with it but /media', async () => {
  const { running } = await serving(keysIn(0))
  expect(await titles(running, 'blog')).toEqual(['Public'])
  const found = await fetch(`${running.url}/v1/blog/posts?query=confidential`)
  expect(((await found.json()) as { posts: object[] }).posts).toEqual([])
  const { post } = (await (await fetch(`${running.url}/v1/${secret}/posts/b`)).json()) as {
    post: { content: string }
  }
  const [, name] = /\/media\/(quay\.[0-9a-f]{16}\.png)/.exec(post.content)!
  expect((await fetch(`${running.url}/media/${name}`)).status).toBe(200)
  expect((await fetch(`${running.url}/media/quay.png`)).status).toBe(404)
})

test('a link opens one draft on a preview that has the same secret, and nothing else', async () => {
  const [, GALLEY_SHARE_SECRET = '', line = ''] = /^GALLEY_SHARE_SECRET=(\S+) npx galley (.*)$/m.exec(page)!
  const { running, out } = await serving(keysIn(0), true, { GALLEY_SHARE_SECRET })
  const printed = await inFolder(join(out, '../content'), () => ran(line.split(' '), { GALLEY_SHARE_SECRET }))
  const [, token = ''] = /^https:\/\/preview\.example\.org\/docs\/desk\/#\/shared\/(.*)\n$/.exec(
    printed.stdout,
  )!
  const opened = async ({ url }: Running) => {
    const response = await fetch(`${url}/shared`, { headers: { 'Galley-Share': token } })
    return (await response.json()) as { post?: { title: string }; error?: string; message?: string }
  }
  expect((await opened(running)).post?.title).toBe('Draft')
  expect(await titles(running, token)).toBe('Invalid workspace')
  const other = await serving(keysIn(0), true, { GALLEY_SHARE_SECRET: `${GALLEY_SHARE_SECRET}x` })
  const none = await serving(keysIn(0), true)
  for (const { running } of [other, none]) expect((await opened(running)).error).toBe('Post not found')
  const production = await serving(keysIn(0), false, { GALLEY_SHARE_SECRET })
  expect((await opened(production.running)).message).toMatch(/^There are no drafts here/)
})

describe.skipIf(!isInstalled('nginx') || !isInstalled('openssl'))('with nginx in front', () => {
  const [map, location] = [...page.matchAll(/^```nginx\n(.*?)^```$/gms)].map(([, lines]) => lines!)

  const status = ({ port, name, ca }: Listening, path: string, auth?: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        host: name,
        ...(auth && { authorization: `Basic ${Buffer.from(auth).toString('base64')}` }),
      }
      getByTls({ port, host: '127.0.0.1', servername: name, ca, path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode!)
      }).on('error', reject)
    })

  test('a password protects what it names, in any spelling, and nothing else', async () => {
    const { running } = await serving('')
    const port = Number(new URL(running.url).port)
    const passwords = join(temporaryFolder(), 'htpasswd')
    writeFileSync(passwords, 'ada:{PLAIN}secret\n')
    const site = replaced(exampleNginx.lines, {
      'location / {\n    proxy_pass': `location / {\n${location}    proxy_pass`,
    })
    const own = replaced(site, { '/etc/nginx/galley.htpasswd': passwords })
    const listening = await exampleNginx.start(`${map}\n${own}`, [port, port])
    for (const path of ['', '/posts', '/posts/b?select=title', '/feed.xml']) {
      for (const spelt of [
        `/v1/handbook${path}`,
        `/v1/%68andbook${path}`,
        `/handbook${path}`,
        `/v1/./handbook${path}`,
      ]) {
        expect([spelt, await status(listening, spelt)]).toEqual([spelt, 401])
        expect([spelt, await status(listening, spelt, 'ada:wrong')]).toEqual([spelt, 401])
      }
      expect(await status(listening, `/v1/handbook${path}`, 'ada:secret')).toBe(200)
    }
    expect(await status(listening, '/v1/blog/posts')).toBe(200)
    expect(await status(listening, '/v1/handbooks/posts')).toBe(404)
    expect(await status(listening, '/status')).toBe(200)
  })
})
