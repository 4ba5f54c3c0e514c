// What the desk of `galley dev --edit` reads and writes, who may, and that what is shown while somebody types is what is there
// once that is saved.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { type Editing, editing } from '../support/editing.ts'
import { png } from '../support/picture.ts'
import { postFile } from '../support/workspace.ts'

const body =
  '\ufeff' +
  postFile({ tags: '\n  - web\n  - "desk"' }, 'One.\r\n\r\nTwo.\rThree.\n').replaceAll('---\n', '---\r\n')

describe('the desk of galley dev --edit', () => {
  let desk: Editing
  const bytes = (file: string) => readFileSync(join(desk.place.dir, 'blog', file))

  beforeAll(async () => {
    desk = await editing({
      'blog/workspace.yml': 'url: https://example.org/{category}/{slug}\n',
      'blog/posts/hello.md': postFile({}, 'See [the other](other.md).\n'),
      'blog/posts/other.md': postFile({ title: 'Other', category: 'tech' }),
      'blog/posts/mixed.md': body,
      'blog/posts/quay.png': png(3),
      'blog/posts/draft.md': postFile({ title: 'Draft', status: 'draft' }),
      'blog/posts/latin.md': Buffer.from('---\ntitle: caf\xe9\n---\n', 'latin1'),
    })
  })
  afterAll(() => desk?.close())

  test('says in its state and at the start that it writes', async () => {
    expect((await desk.ask('GET', 'state')).json.isEditable).toBe(true)
    expect(desk.running.stderr()).toMatch(/Your posts, .*where you can write/)
  })

  test('gives the text of a post with one kind of line end, and the tag of its bytes', async () => {
    const { text, tag, status } = await desk.source('posts/mixed.md')
    expect(status).toBe(200)
    expect(text).toBe(body.slice(1).replace(/\r\n?/g, '\n'))
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/)
  })

  test('changes what is meant, with the line ends that are there, and keeps every other byte', async () => {
    const { text, tag } = await desk.source('posts/mixed.md')
    const [two, three] = [text.indexOf('Two'), text.indexOf('Three')]
    const edits = [
      { from: two, to: two + 3, text: 'Zwei\nhalbe' },
      { from: three - 1, to: three, text: '\r\n\n' },
      { from: text.length, to: text.length, text: 'End\n' },
    ]
    const { status, json, headers } = await desk.put('posts/mixed.md', edits, tag)
    expect([status, json]).toEqual([200, {}])
    const expected = body.replace('Two.\rThree.\n', 'Zwei\r\nhalbe.\r\n\r\nThree.\nEnd\n')
    expect(bytes('posts/mixed.md').toString()).toBe(expected)
    expect(headers.etag).toBe((await desk.source('posts/mixed.md')).tag)
  })

  test('refuses edits that are outside the text, overlap, are out of order, or cut characters', async () => {
    writeFileSync(join(desk.place.dir, 'blog/posts/other.md'), postFile({ title: 'Other' }, 'A 😀 face.\n'))
    const { text, tag } = await desk.source('posts/other.md')
    const face = text.indexOf('😀')
    const before = bytes('posts/other.md')
    const one = { from: 1, to: 3, text: '' }
    for (const edits of [
      undefined,
      {},
      [null],
      [{ from: -1, to: 0, text: '' }],
      [{ from: 0, to: text.length + 1, text: '' }],
      [{ from: 0.5, to: 1, text: '' }],
      [{ from: '0', to: 1, text: '' }],
      [{ from: 2, to: 1, text: '' }],
      [{ from: 0, to: 1 }],
      [one, { from: 2, to: 4, text: '' }],
      [{ from: 5, to: 6, text: '' }, one],
    ]) {
      expect((await desk.put('posts/other.md', edits, tag)).status, JSON.stringify(edits)).toBe(400)
    }
    for (const edit of [
      { from: face, to: face + 1, text: '' },
      { from: 5, to: 5, text: '\ud83d' },
    ])
      expect((await desk.put('posts/other.md', [edit], tag)).status).toBe(422)
    const many = Array.from({ length: 80_000 }, () => ({ from: text.length, to: text.length, text: 'x' }))
    const large = [{ from: 0, to: 0, text: 'x'.repeat(5 * 1024 * 1024) }]
    expect((await desk.put('posts/other.md', large, tag)).status).toBe(422)
    expect(bytes('posts/other.md')).toEqual(before)
    const { status, headers } = await desk.put('posts/other.md', many, tag)
    expect([status, bytes('posts/other.md').length]).toEqual([200, before.length + many.length])
    const end = text.length + many.length
    await desk.put('posts/other.md', [{ from: text.length, to: end, text: '' }], headers.etag)
    expect(bytes('posts/other.md')).toEqual(before)
  })

  test('overwrites nothing that has changed since it was read, and gives what is there', async () => {
    const { tag } = await desk.source('posts/other.md')
    const edits = [{ from: 0, to: 0, text: '' }]
    expect((await desk.put('posts/other.md', edits)).status).toBe(428)
    desk.place.write({ 'blog/posts/other.md': postFile({ title: 'By somebody else' }) })
    const { status, json, headers } = await desk.put('posts/other.md', edits, tag)
    expect(status).toBe(412)
    expect(json).toMatchObject({ error: 'Changed', text: bytes('posts/other.md').toString() })
    expect(headers.etag).toBe((await desk.source('posts/other.md')).tag)
    for (const route of ['rename', 'delete']) {
      const given = { workspace: 'blog', file: 'posts/other.md', slug: 'x' }
      expect((await desk.post(route, given)).status).toBe(428)
      expect((await desk.post(route, given, tag)).status).toBe(412)
    }
    expect(bytes('posts/other.md').toString()).toContain('By somebody else')
  })

  test('says what to do with a file that is no text', async () => {
    const { status, json } = await desk.ask('GET', 'edit/source?workspace=blog&file=posts/latin.md')
    expect([status, json.message]).toEqual([422, expect.stringMatching(/Save it as UTF-8/)])
  })

  const given = {
    workspace: 'blog',
    file: 'posts/hello.md',
    text: postFile(),
    title: 'New',
    slug: 'x',
    edits: [],
    name: 'x.png',
    data: '',
    changes: {},
  }
  const routes: [method: string, path: string][] = [
    ['PUT', 'edit/source?workspace=blog&file=posts/hello.md'],
    ...['preview', 'front-matter', 'posts', 'rename', 'delete', 'media'].map((name): [string, string] => [
      'POST',
      `edit/${name}`,
    ]),
  ]

  test.each(routes)('refuses what is not from its own page: %s %s', async (method, path) => {
    const tag = { 'if-match': (await desk.source('posts/hello.md')).tag }
    const port = Number(new URL(desk.url).port)
    for (const [status, headers] of [
      [403, { origin: undefined }],
      [403, { origin: 'https://example.org' }],
      [403, { origin: `http://127.0.0.1:${port + 1}` }],
      [403, { origin: 'null' }],
      [403, { 'sec-fetch-site': undefined }],
      [403, { 'sec-fetch-site': 'cross-site' }],
      [403, { 'sec-fetch-site': 'same-site' }],
      [403, { 'sec-fetch-site': 'none' }],
      [403, { 'galley-desk': undefined }],
      [403, { host: `desk.example.org:${port}` }],
      [403, { 'x-forwarded-for': '127.0.0.1' }],
      [403, { via: '1.1 proxy' }],
      [415, { 'content-type': 'text/plain' }],
      [415, { 'content-type': 'application/x-www-form-urlencoded' }],
      [415, { 'content-type': 'multipart/form-data; boundary=x' }],
      [415, { 'content-type': undefined }],
      [415, { 'content-encoding': 'gzip' }],
    ] as const) {
      const reply = await desk.ask(method, path, given, { ...tag, ...headers })
      expect(reply.status, JSON.stringify(headers)).toBe(status)
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    for (const text of ['', '[]', 'null', '{', '"x"'])
      expect((await desk.ask(method, path, text, tag)).status, text).toBe(400)
    for (const other of [
      'DELETE',
      'PATCH',
      'OPTIONS',
      method === 'PUT' ? 'POST' : 'PUT',
      ...(method === 'PUT' ? [] : ['GET', 'HEAD']),
    ]) {
      const reply = await desk.ask(other, path, undefined, tag)
      expect([reply.status, reply.headers.allow], other).toEqual([
        405,
        method === 'PUT' ? 'GET, HEAD, PUT' : method,
      ])
    }
    const large = `{"x":"${' '.repeat(6 * 1024 * 1024)}"}`
    expect((await desk.ask(method, path, large, tag)).status).toBe(413)
    const wrongFile = { ...given, file: 7 }
    if (method === 'POST') expect((await desk.ask(method, path, wrongFile, tag)).status).toBe(400)
  })

  test('answers below edit/ only who has the whole token, whatever else is asked', async () => {
    const { token = '' } = desk
    const before = bytes('posts/hello.md')
    const changed = token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
    for (const [method, path] of [
      ...routes,
      ['GET', 'edit/source?workspace=blog&file=posts/hello.md'],
      ['HEAD', 'edit/source?workspace=blog&file=posts/hello.md'],
      ['GET', 'edit/form?workspace=blog'],
      ['DELETE', 'edit/source'],
      ['GET', 'edit/none'],
      ['GET', 'edit'],
    ] as const) {
      const tag = { 'if-match': (await desk.source('posts/hello.md')).tag }
      for (const wrong of [
        ...[undefined, '', changed, token.slice(0, -1), `${token}A`, `${token}=`, token.toLowerCase()],
        ...[`Bearer ${token}`, `${token}, ${token}`, '\xff'.repeat(43)],
      ]) {
        const sent = /GET|HEAD/.test(method) ? undefined : given
        const { status, json } = await desk.ask(method, path, sent, { ...tag, 'galley-desk': wrong })
        expect(status, `${method} ${path} ${wrong}`).toBe(403)
        if (method === 'HEAD') continue
        expect(json.message).toMatch(/^Open the address that galley dev --edit prints: /)
      }
      // It counts in no other place than its header.
      const query = `${path}${path.includes('?') ? '&' : '?'}token=${token}`
      const elsewhere = {
        ...tag,
        'galley-desk': undefined,
        cookie: `galley-desk=${token}`,
        authorization: token,
      }
      expect((await desk.ask(method, query, undefined, elsewhere)).status).toBe(403)
    }
    expect(bytes('posts/hello.md')).toEqual(before)
  })

  test('reads, and answers the agent of the author, without a token', async () => {
    const none = { 'galley-desk': undefined }
    for (const path of ['state', 'notes/blog', 'v1/blog/posts/hello', '/docs/desk/edit/main.js'])
      expect((await desk.ask('GET', path, undefined, none)).status, path).toBe(200)
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const { json } = await desk.ask('POST', 'mcp', call, { ...none, origin: undefined })
    expect(json.result.tools.map(({ name }: { name: string }) => name)).toContain('preview')
  })

  test('has none of it without --edit, and none of it for other machines', async () => {
    const plain = await editing({ 'blog/posts/hello.md': postFile() }, [])
    try {
      expect([plain.token, existsSync(join(plain.place.out, 'desk-token'))]).toEqual([undefined, false])
      expect((await plain.ask('GET', 'state')).json.isEditable).toBe(false)
      expect(plain.running.stderr()).toMatch(/Your posts, .*--edit lets you write/)
      for (const [method, path] of [
        ...routes,
        ['GET', 'edit/source?workspace=blog&file=posts/hello.md'],
        ['GET', 'edit/form?workspace=blog'],
        ['GET', '/docs/desk/edit/main.js'],
      ] as const) {
        const { status } = await plain.ask(method, path, method === 'GET' ? undefined : given, {
          'if-match': '"x"',
        })
        expect(status, path).toBe(method === 'GET' ? 404 : 405)
      }
    } finally {
      await plain.close()
    }
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.org']) {
      const { code, stderr } = await ran(['dev', '--edit', '--content', desk.place.dir, '--host', host])
      expect([code, stderr]).toEqual([2, expect.stringMatching(/--edit is for this machine alone/)])
    }
  })

  test('has files of its page that no build publishes, with the headers of the desk', async () => {
    expect((await desk.ask('GET', '/docs/desk/edit/..%2fmain.js')).status).toBe(404)
    expect((await desk.ask('GET', '/docs/desk/edit/')).status).toBe(404)
    const { status, headers } = await desk.ask('GET', '/docs/desk/edit/none.js')
    expect([status, headers['x-content-type-options']]).toEqual([404, 'nosniff'])
  })

  test('gives a form what front matter may have', async () => {
    const { json } = await desk.ask('GET', 'edit/form?workspace=blog')
    expect(json).toMatchObject({
      entries: {
        authors: [{ slug: 'ada', name: 'Ada' }],
        categories: expect.arrayContaining([{ slug: 'news', name: 'News' }]),
      },
      media: ['posts/quay.png'],
    })
    expect(json.schema.properties.title).toBeDefined()
    expect((await desk.ask('GET', 'edit/form?workspace=none')).status).toBe(503)
  })

  test('shows a text as it will be once it is saved', { tags: 'nightly' }, async () => {
    const shown = (content: string) => content.replaceAll(/https?:[^"<> ]*\/media\//g, '/media/')
    for (const text of [
      postFile(
        {},
        '# A *b*\n\nSee [the other](other.md), [it](mixed.md#nothing), ![A quay](quay.png) and `code`.\n',
      ),
      postFile(
        { coverImage: 'quay.png', aliases: '[hi]' },
        '![x](quay.png)\n\n<script>alert(1)</script>\n\n- a\n  - b\n',
      ),
      postFile({ status: 'draft' }, '[here](hello.md#one)\n\n## One\n\n## One\n\n[^1]\n\n[^1]: A note.\n'),
      postFile({ publishedAt: '2999-01-01', tags: '[a, b]' }, '|a|b|\n|-|-|\n|1|2|\n'),
      postFile(
        { description: '"Own: words"', updatedAt: '2026-06-01', category: 'other' },
        'Text with [a link](https://example.com).\n',
      ),
    ]) {
      const { json } = await desk.post('preview', { ...given, text })
      const { text: before, tag } = await desk.source('posts/hello.md')
      const build = await desk.build()
      await desk.put('posts/hello.md', [{ from: 0, to: before.length, text }], tag)
      await desk.built(build)
      const include = 'include=reading,descriptionIsExcerpt,cover,url,aliases'
      const { post } = (await desk.ask('GET', `v1/blog/posts/hello?${include}`)).json
      const withoutCounts = ({ count: _, ...entry }: { count: unknown }) => entry
      const saved = { ...post, category: withoutCounts(post.category), tags: post.tags.map(withoutCounts) }
      expect(shown(JSON.stringify(json.post.content))).toBe(shown(JSON.stringify(post.content)))
      expect(JSON.parse(shown(JSON.stringify(json.post)))).toEqual(JSON.parse(shown(JSON.stringify(saved))))
      const { problems } = (await desk.ask('GET', 'notes/blog')).json
      const own = problems.filter(({ file }: { file: string }) => file === 'posts/hello.md')
      const placed = json.problems.map(
        ({ from: _, to: __, ...problem }: { from: number; to: number }) => problem,
      )
      expect(placed).toEqual(own)
    }
  })

  test('says where problems are, in the text that was sent, and what to write instead', async () => {
    const text = postFile({ tittle: 'x' }, 'A [link](othr.md).\r\n')
    const { json } = await desk.post('preview', { ...given, text })
    expect(json.post).toBeNull()
    const written = text.replaceAll('\r\n', '\n')
    const meant = json.problems.map(({ from, to }: { from: number; to: number }) => written.slice(from, to))
    expect(meant).toEqual(['tittle', 'othr.md'])
    const { from, to, text: instead } = json.problems[1].fix
    expect([written.slice(from, to), instead]).toEqual(['othr.md', 'other.md'])
    expect(json.values).toMatchObject({ title: 'Hello', authors: ['ada'] })
  })

  test('keeps previews from files that it does not know', async () => {
    for (const file of ['posts/none.md', '../x.md', 'workspace.yml', 'posts/quay.png'])
      expect((await desk.post('preview', { ...given, file })).status, file).toBe(404)
  })
})
