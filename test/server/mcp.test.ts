// The Model Context Protocol at /v1/{key}/mcp, over HTTP.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../server/index.ts'
import * as fixture from '../support/fixture.ts'
import { call, modern, post, use } from '../support/mcp.ts'
import { unlimited } from '../support/server.ts'
import { repliesIn, talk } from '../support/talk.ts'
import { type Workspace, workspace } from '../support/workspace.ts'

const long = [
  `# Part one\n\n${'Words of the first part, and more of them. '.repeat(300)}\n`,
  `## Part two\n\n\`\`\`js\n${'const a = "```"\n'.repeat(2_500)}\`\`\`\n`,
  `Part three\n---\n\n${'𠮷野家で食べる。'.repeat(4_000)}\n\n> ~~~\n> # no heading\n> ~~~\n\nThe end.\n`,
].join('\n')

const files = {
  ...fixture.files,
  'long/posts/long.md': `---\ntitle: Long\npublishedAt: 2026-01-01\ncategory: a\nauthors: [ada]\n---\n${long}`,
}

let place: Workspace
let running: Running
let url: string
const log: string[] = []

beforeAll(async () => {
  place = await workspace(files)
  await place.build({ env: { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' } })
  const folders = { data: `${place.out}/data`, public: `${place.out}/public` }
  const env = { ...unlimited, CDN_MAX_AGE: '60' }
  running = await serve({
    ...folders,
    port: 0,
    host: '127.0.0.1',
    env,
    now: () => fixture.now,
    log: (line) => log.push(line),
  })
  await running.look()
  url = `${running.url}/v1/demo/mcp`
})

afterAll(async () => {
  await running.close()
  place.remove()
})

describe('a client of 2026', () => {
  test('discovers what there is, and each result says how long it may be kept', async () => {
    const { status, headers, json } = await call(url, 'server/discover')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(json.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: [modern, '2025-11-25', '2025-06-18', '2025-03-26'],
      capabilities: { tools: {}, resources: {} },
      ...{ ttlMs: 60_000, cacheScope: 'public' },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'galley' } },
    })
    for (const [method, params] of [
      ['tools/list', {}],
      ['resources/list', {}],
      ['resources/templates/list', {}],
      ['resources/read', { uri: 'galley://posts/welcome' }],
    ] as const) {
      const { json } = await call(url, method, params)
      expect(json.result).toMatchObject({ resultType: 'complete', ttlMs: 60_000, cacheScope: 'public' })
    }
  })

  test.each<[string, Record<string, string>, number, number]>([
    ['Mcp-Method', { 'mcp-method': 'tools/list' }, 400, -32020],
    ['Mcp-Name', { 'mcp-name': 'fetch' }, 400, -32020],
    ['MCP-Protocol-Version', { 'mcp-protocol-version': '2025-11-25' }, 400, -32020],
  ])('is told if the header %s is not as in the body', async (_, wrong, status, code) => {
    const headers = {
      'mcp-protocol-version': modern,
      'mcp-method': 'tools/call',
      'mcp-name': 'search',
      ...wrong,
    }
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': modern,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const body = {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'search', arguments: { query: 'x' }, _meta },
    }
    const answer = await post(url, JSON.stringify(body), headers)
    expect([answer.status, answer.json.id, answer.json.error.code]).toEqual([status, 7, code])
    const missing = await post(url, JSON.stringify(body), {
      ...headers,
      ...Object.fromEntries(Object.keys(wrong).map((name) => [name, ''])),
    })
    expect([missing.status, missing.json.error.code]).toEqual([400, -32020])
  })

  test('is told of a revision that is not there, of what _meta misses, and of an unknown method', async () => {
    const future = await call(url, 'tools/list', {}, '2030-01-01')
    expect([future.status, future.json.error.code]).toEqual([400, -32022])
    expect(future.json.error.data).toEqual({
      supported: [modern, '2025-11-25', '2025-06-18', '2025-03-26'],
      requested: '2030-01-01',
    })
    const bare = await post(url, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', {
      'mcp-protocol-version': modern,
    })
    expect([bare.status, bare.json.error.code]).toEqual([400, -32602])
    const unknown = await call(url, 'subscriptions/listen')
    expect([unknown.status, unknown.json.error.code]).toEqual([404, -32601])
    expect((await call(url, 'initialize')).status).toBe(404)
  })
})

describe.each(['2025-03-26', '2025-06-18', '2025-11-25'])('a client of %s', (revision) => {
  test('initialises, and uses the same tools without what came later', async () => {
    const given = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'a', version: '1' } }
    const { json } = await call(url, 'initialize', given, revision)
    expect(json.result).toMatchObject({ protocolVersion: revision, serverInfo: { name: 'galley' } })
    expect((await post(url, '{"jsonrpc":"2.0","method":"notifications/initialized"}')).status).toBe(202)
    expect((await call(url, 'ping', {}, revision)).json.result).toEqual({})
    const listed = (await call(url, 'tools/list', {}, revision)).json.result
    expect(Object.keys(listed)).toEqual(['tools'])
    const found = (
      await call(url, 'tools/call', { name: 'search', arguments: { query: 'harbour' } }, revision)
    ).json
    expect(found.result.structuredContent.results[0].title).toBe('Welcome to the harbour')
    const unknown = await call(url, 'server/discover', {}, revision)
    expect([unknown.status, unknown.json.error.code]).toEqual([200, -32601])
  })

  test('gets the newest revision before 2026 if it asks for one that is not there', async () => {
    for (const protocolVersion of ['2024-11-05', '2030-01-01', modern, 5]) {
      const { json } = await call(url, 'initialize', { protocolVersion }, revision)
      expect(json.result.protocolVersion).toBe('2025-11-25')
    }
  })
})

test('initialize is negotiated by its body, whatever revision the header names', async () => {
  for (const [asked, header, agreed] of [
    ['2025-06-18', modern, '2025-06-18'],
    ['2025-11-25', '2030-01-01', '2025-11-25'],
    ['2030-01-01', '2030-01-01', '2025-11-25'],
    ['2024-11-05', '2024-11-05', '2025-11-25'],
  ] as const) {
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: asked } }
    const { status, json } = await post(url, JSON.stringify(body), { 'mcp-protocol-version': header })
    expect([status, json.result?.protocolVersion]).toEqual([200, agreed])
  }
})

describe('what is no request', () => {
  test.each([
    ['no JSON', '{', -32700],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), -32700],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
    ['text', '"ping"', -32600],
    ['null', 'null', -32600],
    ['another protocol', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['no method', '{"jsonrpc":"2.0","id":1}', -32600],
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ['an id that is no whole number', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
    ['params in a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32600],
  ])('%s', async (_, body, code) => {
    const { status, json } = await post(url, body)
    expect([status, json.error.code, json.id]).toEqual([200, code, undefined])
  })

  test('names of prototypes are neither methods nor tools', async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect((await call(url, name, {}, '2025-06-18')).json.error.code).toBe(-32601)
      expect((await call(url, 'tools/call', { name, arguments: {} })).json.error.code).toBe(-32602)
      await expect(
        use(url, 'search', { query: 'x', [name === '__proto__' ? '["__proto__"]' : name]: 1 }),
      ).rejects.toThrow(/There is no/)
    }
  })

  test('a response gets no answer', async () => {
    expect((await post(url, '{"jsonrpc":"2.0","id":1,"result":{}}')).status).toBe(202)
  })
})

describe('values of another type than they should have', () => {
  const odd: [what: string, json: string][] = [
    ['an object that cannot become text', '{"toString":1,"valueOf":1}'],
    ['30,000 nested arrays', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['a number', '5'],
    ['a list of a text', '["galley://posts/welcome"]'],
    ['true', 'true'],
  ]
  const bodies: [method: string, params: (value: string) => string][] = [
    ['resources/read', (value) => `{"uri":${value}}`],
    ['resources/list', (value) => `{"cursor":${value}}`],
    ['ping', (value) => `{"_meta":{"io.modelcontextprotocol/protocolVersion":${value}}}`],
    ['tools/call', (value) => `{"name":${value}}`],
    ['tools/call', (value) => `{"name":"fetch","arguments":[${value}]}`],
  ]
  const inMessage = (method: string, params: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`

  test.each(odd)('%s are invalid parameters', async (_, value) => {
    for (const [method, params] of bodies) {
      const { status, json } = await post(url, inMessage(method, params(value)))
      expect([params(''), json.id, json.error?.code]).toEqual([params(''), 1, -32602])
      expect(status).toBe(method === 'ping' ? 400 : 200)
    }
    for (const argument of ['id', 'offset']) {
      if (argument === 'offset' && value === '5') continue
      const given = argument === 'id' ? `"id":${value}` : `"id":"welcome","offset":${value}`
      const { json } = await post(url, inMessage('tools/call', `{"name":"fetch","arguments":{${given}}}`))
      expect([argument, json.result.isError]).toEqual([argument, true])
      expect(json.result.content[0].text).toContain(`${argument} (`)
    }
    expect(log.filter((line) => line.includes('error'))).toEqual([])
  })

  test('null is what an optional one is that is left out, and no required one', async () => {
    const without = (await post(url, inMessage('tools/call', '{"name":"list_posts"}'))).json
    const nulls = '{"category":null,"tags":null,"tagsMatch":null,"featured":null,"limit":null,"page":null}'
    for (const given of [nulls, 'null']) {
      const params = `{"name":"list_posts","arguments":${given},"_meta":null}`
      expect((await post(url, inMessage('tools/call', params))).json).toEqual(without)
    }
    expect((await use(url, 'fetch', { id: 'welcome', offset: null })).id).toBe('post_welcome')
    await expect(use(url, 'fetch', { id: null })).rejects.toThrow('id (string)')
    const listed = (await post(url, inMessage('resources/list', '{}'))).json
    for (const params of ['null', '{"cursor":null}'])
      expect((await post(url, inMessage('resources/list', params))).json).toEqual(listed)
    const meta = '{"_meta":{"io.modelcontextprotocol/protocolVersion":null}}'
    expect((await post(url, inMessage('ping', meta))).json.result).toEqual({})
    expect((await call(url, 'resources/read', { uri: null }, '2025-06-18')).json.error.code).toBe(-32602)
  })
})

describe('bodies', () => {
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

  test('are JSON as it is', async () => {
    for (const type of ['text/plain', 'application/json-seq', 'application/x-www-form-urlencoded']) {
      const { status, json } = await post(url, ping, { 'content-type': type })
      expect([status, json.error]).toEqual([415, 'Unsupported media type'])
    }
    expect((await post(url, ping, { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await post(url, ping, { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200)
  })

  test('have at most 65,536 bytes, whether they say their length or not', async () => {
    const padded = (bytes: number) => ping + ' '.repeat(bytes - ping.length)
    expect((await post(url, padded(65_536))).status).toBe(200)
    expect((await post(url, padded(65_537))).json.error).toBe('Content too large')
    const chunk = `1000\r\n${' '.repeat(4_096)}\r\n`
    const head =
      'POST /v1/demo/mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
    const next = 'GET /status HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const { bytes } = await talk(running.url, [head, ...Array(40).fill(chunk), '0\r\n\r\n', next])
    expect(repliesIn(bytes).map(({ status }) => status)).toEqual([413, 200])
  })

  test.each(['HTTP/1.0', 'HTTP/1.1'])('arrive by %s, in pieces, after an expectation', async (version) => {
    const head = `POST /v1/demo/mcp ${version}\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: ${ping.length}\r\n\r\n`
    const { bytes } = await talk(running.url, [head, ping.slice(0, 9), ping.slice(9)], { pause: 20 })
    const [reply] = repliesIn(bytes)
    expect([reply!.status, JSON.parse(reply!.text)]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }])
  })

  test('of a client that has ended its side are not waited for, but read if they are whole', async () => {
    const head = 'POST /v1/demo/mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
    const whole = `${head}Connection: close\r\nContent-Length: ${ping.length}\r\n\r\n${ping}`
    const { bytes } = await talk(running.url, [whole], { hangUp: true })
    expect(repliesIn(bytes).map(({ status }) => status)).toEqual([200])
  })

  test('arrive within five seconds, or the next request on the connection is answered after a 408', {
    tags: 'nightly',
    timeout: 20_000,
  }, async () => {
    const head =
      'POST /v1/demo/mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n{'
    const next = '  GET /status HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const slow = talk(running.url, [head, next], { pause: 5_500 })
    const gone = talk(running.url, [head], { hangUp: true })
    // Nobody waits for more from a client that has ended its side.
    expect(await Promise.race([slow.then(() => 'slow'), gone.then(() => 'gone')])).toBe('gone')
    const { bytes } = await slow
    expect(repliesIn(bytes).map(({ status }) => status)).toEqual([408, 200])
    expect(running.snapshots.leases).toBe(0)
  })
})

describe('other methods', () => {
  test('are a 405 that names POST', async () => {
    for (const method of ['GET', 'HEAD', 'DELETE', 'PUT']) {
      const response = await fetch(url, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    }
    const response = await fetch(url, { method: 'OPTIONS' })
    expect([response.status, response.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'POST, OPTIONS',
    ])
    expect(response.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version')
  })

  test('of an unknown key come after it', async () => {
    expect((await post(`${running.url}/v1/nobody/mcp`, '{')).json.error).toBe('Invalid workspace')
    expect((await post(`${url}/`, '{')).status).toBe(308)
  })
})

describe('tools', () => {
  test('have schemas that their answers follow', async () => {
    const { tools } = (await call(url, 'tools/list')).json.result
    const given: Record<string, object> = {
      search: { query: 'harbour', tags: ['css'], limit: 3 },
      fetch: { id: 'welcome' },
      list_posts: { limit: 2, sort: '-updatedAt', featured: true },
      list_topics: {},
      related: { id: 'welcome' },
    }
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(Object.keys(given))
    for (const { name, inputSchema, outputSchema, annotations } of tools) {
      const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
      expect(ajv.validate(inputSchema, given[name]), ajv.errorsText()).toBe(true)
      expect(ajv.validate(outputSchema, await use(url, name, { ...given[name] })), ajv.errorsText()).toBe(
        true,
      )
      expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true, openWorldHint: false })
    }
  })

  test('search says what it corrected and left out', async () => {
    const { results, note } = await use(url, 'search', { query: 'harbuor kubernetes' })
    expect(results[0]).toMatchObject({ id: 'post_welcome', title: 'Welcome to the harbour' })
    expect(note).toMatch(/"harbour" was searched for.*"kubernetes" was left out/)
  })

  test('list_posts filters and sorts by fields and dates, says which fields there are, and takes nothing else', async () => {
    const { tools } = (await call(url, 'tools/list')).json.result
    const { description } = tools.find(({ name }: { name: string }) => name === 'list_posts')
    expect(description).toContain('Posts have these fields: minutes (number), course (string).')
    const titles = async (where: string[], given: object = {}) =>
      (await use(url, 'list_posts', { where, ...given })).posts.map(({ id }: { id: string }) => id)
    expect(await titles(['fields.minutes.lte=4', ' fields.course = start '])).toEqual(['post_welcome'])
    expect(await titles(['fields.minutes.gt=4'])).toEqual([])
    expect((await titles([], { sort: '-fields.minutes' }))[0]).toBe('post_welcome')
    expect(await titles(['publishedAt.gte=2026-06-15', 'publishedAt.lt=2026-07-01', 'year=2026'])).toEqual(
      await titles(['month=2026-06', 'publishedAt.gt=2026-06-14']),
    )
    for (const [where, message] of [
      ['limit=all', 'where (array) has "limit=all". Only posts of which all'],
      ['fields.minutes', 'where (array) has "fields.minutes". Only posts of which all'],
      ['fields.minutes=', 'where (array) has "fields.minutes=". Only posts of which all'],
      ['fields.minuts=3', 'the nearest is minutes, and the fields are minutes, course.'],
    ] as const)
      await expect(use(url, 'list_posts', { where: [where] })).rejects.toThrow(message)
    await expect(use(url, 'list_posts', { sort: 'fields.none' })).rejects.toThrow(
      'fields.minutes, -fields.minutes',
    )
  })

  test('fetch takes a slug, an id, and an earlier slug in any normalisation', async () => {
    for (const id of ['renamed', 'post_stable', 'old-name', 'älter', 'a\u0308lter']) {
      expect((await use(url, 'fetch', { id })).text).toBe('It was called something else.\n')
    }
    await expect(use(url, 'fetch', { id: 'next-week' })).rejects.toThrow(
      'No published post has this slug or id',
    )
    await expect(use(url, 'fetch', { id: 'nobody' })).rejects.toThrow('No published post has this slug or id')
  })

  test('a long post comes in pieces of 20,000 units that cut no character and no code block', async () => {
    const own = `${running.url}/v1/long/mcp`
    const pieces: string[] = []
    let next: number | undefined = 0
    let outline: { text: string; offset: number; level: number }[] = []
    while (next !== undefined) {
      const { text, metadata } = await use(own, 'fetch', { id: 'long', offset: next })
      expect(text.length).toBeLessThanOrEqual(20_000)
      expect(text.isWellFormed?.() ?? true).toBe(true)
      expect(text.match(/^```(?:js)?$/gm)?.length ?? 0).toSatisfy((fences: number) => fences % 2 === 0)
      pieces.push(text)
      ;({ nextOffset: next, outline } = metadata)
      expect(metadata.length).toBe(long.length)
    }
    // What is added closes a code block, and opens it again.
    expect(pieces.join('').replaceAll('```\n```js\n', '')).toBe(long)
    expect(outline.map(({ level, text }) => [level, text])).toEqual([
      [1, 'Part one'],
      [2, 'Part two'],
      [2, 'Part three'],
    ])
    for (const { text, offset } of outline) {
      expect((await use(own, 'fetch', { id: 'long', offset })).text).toMatch(new RegExp(`^(?:#+ )?${text}`))
    }
    expect((await use(own, 'fetch', { id: 'long', offset: 10 ** 9 })).text).toMatch(/The end\.\n$/)
  })

  test('arguments that cannot be used are answered with what to write', async () => {
    await expect(use(url, 'search', {})).rejects.toThrow('query (string): What to look for')
    await expect(use(url, 'search', { query: 'a', limit: 21 })).rejects.toThrow(
      'limit (integer): Most posts to find, from 1 to 20',
    )
    await expect(use(url, 'search', { query: 'a', tag: 'css' })).rejects.toThrow(
      'There is no "tag", only query, category, tags',
    )
    await expect(use(url, 'list_posts', { page: 99 })).rejects.toThrow('There is only one page')
    await expect(use(url, 'search', { query: 'x'.repeat(600) })).rejects.toThrow('at most 512 characters')
  })

  test('without a url in workspace.yml, posts have the address of their markdown', async () => {
    const { results } = await use(`${running.url}/v1/long/mcp`, 'search', { query: 'words' })
    expect(results[0].url).toBe('https://api.example.org/v1/long/post/long.md')
    expect(await (await fetch(results[0].url.replace('https://api.example.org', running.url))).text()).toBe(
      long,
    )
  })
})

describe('resources', () => {
  test('are all visible posts, page by page, pinned to a snapshot', async () => {
    const { resources } = (await call(url, 'resources/list')).json.result
    const listed = await fetch(`${running.url}/v1/demo/posts?limit=all&select=id,slug`)
    const { posts } = (await listed.json()) as { posts: { slug: string }[] }
    expect(resources.map(({ name }: { name: string }) => name)).toEqual(posts.map(({ slug }) => slug))
    for (const { uri, name } of resources) {
      const { contents } = (await call(url, 'resources/read', { uri })).json.result
      const markdown = await (
        await fetch(`${running.url}/v1/demo/post/${encodeURIComponent(name)}.md`)
      ).text()
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: markdown }])
    }
    for (const cursor of ['', 'x', 'other 2', 5]) {
      expect((await call(url, 'resources/list', { cursor })).json.error.code).toBe(-32602)
    }
    for (const uri of ['galley://posts/next-week', 'galley://posts/%', 'file:///etc/passwd', 5]) {
      const { status, json } = await call(url, 'resources/read', { uri })
      expect([status, json.error.code]).toEqual([
        typeof uri === 'string' ? 200 : 400,
        typeof uri === 'string' ? -32602 : -32020,
      ])
    }
  })
})

describe.each([
  ['a key of GALLEY_KEYS', { GALLEY_KEYS: 'long=k3y0fAWorkspaceThatIsSecret' }, false],
  ['a preview', {}, true],
])('%s', (_, env, drafts) => {
  test('is named by nothing, and caches that are shared keep nothing', async () => {
    const own = await workspace({ 'long/posts/long.md': files['long/posts/long.md'] })
    const all = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org', ...env }
    await own.build({ env: all, drafts })
    const folders = { data: `${own.out}/data`, public: `${own.out}/public` }
    const serving = await serve({
      ...folders,
      drafts,
      port: 0,
      host: '127.0.0.1',
      env: unlimited,
      log: () => {},
    })
    try {
      await serving.look()
      const key = Object.values(env)[0]?.split('=')[1] ?? 'long'
      const own = `${serving.url}/v1/${key}/mcp`
      const asked: [method: string, params: Record<string, unknown>][] = [
        ['server/discover', {}],
        ['tools/list', {}],
        ['resources/list', {}],
        ['resources/templates/list', {}],
        ['tools/call', { name: 'search', arguments: { query: 'words' } }],
        ['tools/call', { name: 'fetch', arguments: { id: 'long' } }],
        ['tools/call', { name: 'list_posts' }],
        ['tools/call', { name: 'list_topics' }],
        ['tools/call', { name: 'related', arguments: { id: 'long' } }],
      ]
      for (const [method, params] of asked) {
        const { headers, json } = await call(own, method, params)
        expect(json.result).toMatchObject({ ttlMs: 0, cacheScope: 'private' })
        if (key !== 'long') expect(JSON.stringify([headers, json])).not.toContain(key)
      }
      const { results, note } = await use(own, 'search', { query: 'words' })
      expect(results[0].url === '').toBe(key !== 'long')
      expect(note).toBe(
        key === 'long' ? undefined : 'Posts have no address that may be shown: name them by title.',
      )
    } finally {
      await serving.close()
      own.remove()
    }
  })
})

test('messages are counted like any request, whatever they are, and refused like these', async () => {
  const folders = { data: `${place.out}/data`, public: `${place.out}/public` }
  const env = { GALLEY_RATE_LIMIT: '3/1h' }
  const limited = await serve({ ...folders, port: 0, host: '127.0.0.1', env, log: () => {} })
  try {
    await limited.look()
    const own = `${limited.url}/v1/demo/mcp`
    const left = async (answer: Promise<{ headers: Record<string, string> }>) =>
      (await answer).headers['x-ratelimit-remaining']
    expect(await left(call(own, 'tools/list'))).toBe('2')
    expect(await left(post(own, 'no message'))).toBe('1')
    expect((await fetch(`${limited.url}/v1/demo/posts`)).headers.get('x-ratelimit-remaining')).toBe('0')
    const refused = await call(own, 'tools/list')
    expect([refused.status, refused.json.error]).toEqual([429, 'Too many requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  } finally {
    await limited.close()
  }
})
