// What the desk of `galley dev` reads: drafts, scheduled posts and problems, for this machine alone.
import { renameSync } from 'node:fs'
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../../server/index.ts'
import { type GalleyHere, galleyHere, urlOf } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** With any header, unlike `fetch`. */
function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, text: Buffer.concat(chunks).toString() })
      })
    })
    asked.on('error', reject).end()
  })
}

/** An address of this machine that is not its loopback. */
const outer = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

describe('the desk of galley dev', () => {
  let place: Workspace
  let running: GalleyHere
  let url: string
  let port: string
  const local = (path: string) => `${url}/docs/desk/local/${path}`
  const json = async (path: string) => JSON.parse((await get(local(path))).text)

  beforeAll(async () => {
    place = await workspace({
      'blog/workspace.yml': 'key: a-key-that-is-typed\nname: The blog\nurl: https://example.org/{slug}\n',
      'blog/posts/hello.md': postFile({}, 'See [the draft](draft.md), twice: [here](draft.md).\n'),
      'blog/posts/draft.md': postFile(
        { title: 'Draft', status: 'draft', publishedAt: '', coverImage: 'quay.png' },
        '![A quay](quay.png)\n',
      ),
      'blog/posts/later.md': postFile({ title: 'Later', publishedAt: '2999-01-01', tags: '[web, web]' }),
      'blog/posts/quay.png': png(3),
      'news/workspace.yml': 'url: https://example.org/{slug}\n',
      'news/posts/broken.md': postFile({ title: 'Broken', publishedAt: 'tomorrow' }),
      'news/posts/good.md': postFile({ title: 'Good', aliases: '[fine]' }, '[It](broken.md)\n'),
    })
    makePages(place.out)
    // On all addresses, as for a phone in the same network.
    const flags = ['--content', place.dir, '--out', place.out, '--port', '0', '--host', '0.0.0.0']
    running = galleyHere(['dev', ...flags], {})
    port = new URL(await urlOf(running)).port
    url = `http://127.0.0.1:${port}`
    await running.says(/Requests are answered 503/)
  })
  afterAll(async () => {
    await running?.stop()
    place?.remove()
  })

  test('says what the last build came to, with the keys of its workspaces', async () => {
    expect(await json('state')).toMatchObject({
      failure: null,
      isPublished: false,
      problems: [],
      workspaces: [
        {
          folder: 'blog',
          path: `${place.dir}/blog`,
          name: 'The blog',
          key: 'a-key-that-is-typed',
          isShown: true,
        },
        { folder: 'news', path: `${place.dir}/news`, name: '', key: 'news', isShown: true },
      ],
    })
  })

  test('has drafts, scheduled posts, and what is not broken, while the API has none of it', async () => {
    const titles = async (key: string) =>
      (await json(`v1/${key}/posts?limit=all`)).posts.map(({ title }: { title: string }) => title).sort()
    expect(await titles('a-key-that-is-typed')).toEqual(['Draft', 'Hello', 'Later'])
    expect(await titles('news')).toEqual(['Good'])
    expect((await get(`${url}/v1/news/posts`)).status).toBe(503)
    const { posts } = await json('v1/a-key-that-is-typed/posts?query=draft')
    expect(posts.map(({ slug }: { slug: string }) => slug).sort()).toEqual(['draft', 'hello'])
    const { status, headers } = await get(local('v1/news/posts/fine?select=title'))
    expect([status, headers.location]).toEqual([308, '/docs/desk/local/v1/news/posts/good?select=title'])
  })

  describe("for the author's own agent", () => {
    const ask = async (name: string, given: object, path = 'mcp', headers: Record<string, string> = {}) => {
      const params = { name, arguments: given }
      const response = await fetch(local(path), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      })
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      // biome-ignore lint/suspicious/noExplicitAny: the test looks into it
      return { status: response.status, result: ((await response.json()) as any).result }
    }

    test('finds and shows drafts and scheduled posts, of each workspace', async () => {
      const { result } = await ask('search', { query: 'draft' })
      const titles = result.structuredContent.results.map(({ title }: { title: string }) => title)
      expect(titles.sort()).toEqual(['Draft', 'Hello'])
      const draft = await ask('preview', { id: 'draft' })
      expect(draft.result.structuredContent).toMatchObject({ title: 'Draft', status: 'draft' })
      expect(draft.result.structuredContent.html).toMatch(/<img src="[^"]+\/media\/quay[^"]*" alt="A quay"/)
      expect((await ask('preview', { id: 'good' })).result.isError).toBe(true)
      const good = await ask('preview', { id: 'fine' }, 'mcp?workspace=news')
      expect(good.result.structuredContent.title).toBe('Good')
    })

    test('says what is wrong with all files, where, and what to write', async () => {
      const { build, isPublished, problems } = (await ask('check', {})).result.structuredContent
      expect([isPublished, build]).toEqual([false, (await json('state')).build])
      expect(problems).toContainEqual(
        expect.objectContaining({ file: `${place.dir}/news/posts/broken.md`, line: 3, severity: 'error' }),
      )
      expect(problems).toContainEqual(
        expect.objectContaining({ file: `${place.dir}/blog/posts/later.md`, code: 'named-twice' }),
      )
    })

    test('is for no page, and for no other workspace', async () => {
      expect((await ask('check', {}, 'mcp', { origin: url })).status).toBe(403)
      expect((await ask('check', {}, 'mcp?workspace=none')).status).toBe(404)
      expect((await get(local('mcp'))).status).toBe(405)
      expect((await ask('check', {}, 'mcp', { 'content-type': 'text/plain' })).status).toBe(415)
      expect((await get(local('v1/news/posts'), {}, 'POST')).status).toBe(405)
    })
  })

  test('says which file a post is, what it links to, and what is wrong where', async () => {
    const { posts, problems } = await json('notes/blog')
    expect(posts).toEqual([
      { slug: 'draft', file: 'posts/draft.md', isDated: false, links: [] },
      { slug: 'hello', file: 'posts/hello.md', isDated: true, links: ['draft'] },
      { slug: 'later', file: 'posts/later.md', isDated: true, links: [] },
    ])
    expect(problems.at(-1)).toMatchObject({
      file: 'posts/later.md',
      severity: 'warning',
      code: 'named-twice',
      excerpt: { text: 'tags: [web, web]', from: 12, to: 15 },
    })
    const news = await json('notes/news')
    expect(news.problems[0]).toMatchObject({
      file: 'posts/broken.md',
      line: 3,
      column: 14,
      severity: 'error',
      code: 'bad-date',
      excerpt: { text: 'publishedAt: tomorrow', from: 13, to: 21 },
    })
  })

  test("has a draft's images, which cannot act", async () => {
    const { post } = await json('v1/a-key-that-is-typed/posts/draft')
    const [, name] = /\/media\/([^"]+)"/.exec(post.content)!
    const image = await get(local(`media/${name}`), { 'sec-fetch-site': 'cross-site' })
    expect(image.status).toBe(200)
    expect(image.headers['content-type']).toBe('image/png')
    expect(image.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox$/)
    expect(image.headers['access-control-allow-origin']).toBeUndefined()
    expect((await get(local('media/posts%2Fquay.png'))).status).toBe(404)
    for (const path of ['media/..%2f..%2fpackage.json', 'media/%', 'notes/%', 'notes/%ff', 'notes/']) {
      expect((await get(local(path))).status, path).toBe(404)
    }
    expect((await get(`${url}/media/${name}`)).status).not.toBe(200)
    expect(post.coverImage).toBe(`http://localhost:${port}/docs/desk/local/media/${name}`)
  })

  const paths = ['state', 'notes/blog', 'v1/news/posts', 'v1/none/posts', 'nothing']

  test.each(paths)('shares nothing with other sites: %s', async (path) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const { headers, status } = await get(local(path), {}, method)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
      if (method === 'OPTIONS' || method === 'POST') expect(status).toBe(405)
    }
  })

  const local127 = () => `127.0.0.1:${port}`
  test.each<[string, () => Record<string, string>]>([
    ['its address', () => ({})],
    ['localhost', () => ({ host: `localhost:${port}` })],
    ['LOCALHOST without a port', () => ({ host: 'LOCALHOST' })],
    ['a name below localhost', () => ({ host: `blog.localhost:${port}` })],
    ['IPv6', () => ({ host: `[::1]:${port}` })],
    ['its own page', () => ({ 'sec-fetch-site': 'same-origin', origin: `http://${local127()}` })],
    ['the address bar', () => ({ 'sec-fetch-site': 'none' })],
  ])('answers %s', async (_, headers) => {
    expect((await get(local('state'), headers())).status).toBe(200)
  })

  const only = {
    name: 'The desk is only at localhost; write that instead of another name in the address.',
    machine: 'The desk is only for the machine that it runs on; open it there, without a proxy.',
    page: 'The desk is only for its own page; open that instead.',
  }

  test.each<[string, message: string, () => Record<string, string>]>([
    ['a name that points here', only.name, () => ({ host: `evil.example:${port}` })],
    ['a name that begins like this machine', only.name, () => ({ host: `localhost.evil.example:${port}` })],
    ['a name that begins with its address', only.name, () => ({ host: `127.0.0.1.evil.example:${port}` })],
    ['a name that ends like this machine', only.name, () => ({ host: 'evillocalhost' })],
    ['a name that is all but this machine', only.name, () => ({ host: `.localhost:${port}` })],
    ['an address with credentials', only.name, () => ({ host: 'localhost@evil.example' })],
    ['an address of the network', only.name, () => ({ host: `192.168.1.2:${port}` })],
    ['no address', only.name, () => ({ host: `0.0.0.0:${port}` })],
    ['another site', only.page, () => ({ 'sec-fetch-site': 'cross-site' })],
    ['another port of this machine', only.page, () => ({ 'sec-fetch-site': 'same-site' })],
    ['another origin', only.page, () => ({ origin: 'http://127.0.0.1:1' })],
    ['an opaque origin', only.page, () => ({ origin: 'null' })],
    ['a tunnel', only.machine, () => ({ host: 'localhost', 'x-forwarded-for': '203.0.113.7' })],
    ['a proxy', only.machine, () => ({ host: 'localhost', via: '1.1 proxy' })],
  ])('refuses %s', async (_, message, headers) => {
    for (const path of ['state', 'notes/blog', 'v1/news/posts']) {
      const { status, text, headers: answered } = await get(local(path), headers())
      expect([status, JSON.parse(text)]).toMatchObject([
        403,
        { error: 'Forbidden', message, details: { statusCode: 403 } },
      ])
      expect(answered['access-control-allow-origin']).toBeUndefined()
      expect(text).not.toMatch(/Good|Draft|a-key/)
    }
  })

  test.skipIf(!outer)('refuses everybody else in the network, whatever they say', async () => {
    const away = `http://${outer}:${port}/docs/desk/local/state`
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `${outer}:${port}`]) {
      const { status, text } = await get(away, { host })
      const message = host.startsWith(outer!) ? only.name : only.machine
      expect([status, JSON.parse(text).message]).toEqual([403, message])
    }
  })

  test('says at once that there is another build, and shows it', async () => {
    const { build, workspaces } = await json('state')
    const next = json(`state?after=${build}`)
    // Whoever knows an older one is answered at once.
    const [first] = await Promise.race([
      Promise.all([next, 'next']),
      Promise.all([json('state?after=older'), 'now']),
    ])
    expect(first.build).toBe(build)
    place.write({ 'news/posts/broken.md': postFile({ title: 'Mended' }) })
    const state = await next
    expect(state).toMatchObject({ isPublished: true })
    const versions = (all: { version: string }[]) => all.map(({ version }) => version)
    expect(versions(state.workspaces)[0]).toBe(versions(workspaces)[0])
    expect(versions(state.workspaces)[1]).not.toBe(versions(workspaces)[1])
    const { posts } = await json('v1/news/posts?select=title')
    expect(posts).toContainEqual({ title: 'Mended' })
    expect((await json('notes/news')).problems).toEqual([])
  })

  test('leads browsers from / to it, and programs to nothing new', async () => {
    const page = await get(`${url}/`, { accept: 'text/html' })
    expect([page.status, page.headers.location, page.headers.vary]).toEqual([
      302,
      '/docs/desk/',
      'Accept, Accept-Encoding',
    ])
    expect(JSON.parse((await get(`${url}/`)).text).name).toBe('Galley')
  })

  test('is not there in galley serve', async () => {
    const folders = { data: join(place.out, 'data'), public: join(place.out, 'public') }
    const served = await serve({ ...folders, port: 0, host: '127.0.0.1', env: {}, log: () => {} })
    await served.look()
    for (const path of paths) {
      const { status, text } = await get(`${served.url}/docs/desk/local/${path}`)
      expect([status, JSON.parse(text).error]).toEqual([404, 'Not found'])
    }
    await served.close()
  })

  test('shows what it did, and why there is nothing new, while the folder is gone', async () => {
    const { build, workspaces } = await json('state')
    renameSync(place.dir, `${place.dir}-away`)
    const state = await json(`state?after=${build}`)
    expect(state).toMatchObject({ isPublished: false, problems: [], workspaces })
    expect(state.failure).toMatch(/ENOENT|There is no|does not exist/)
    expect((await get(local('v1/news/posts'))).status).toBe(200)
  })
})
