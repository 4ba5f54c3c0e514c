// GET …/feed.xml, …/feed.atom and …/feed.json.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJsonFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { ask } from '../support/ask.ts'
import { bulkWorkspace, exampleSite } from '../support/bulk.ts'
import { atomComplaint, type FeedKind, readers, rssComplaints, xmlOf } from '../support/feeds.ts'
import { scheduled } from '../support/fixture.ts'
import { png } from '../support/picture.ts'
import { site } from '../support/site.ts'
import { postFile } from '../support/workspace.ts'

const kinds: FeedKind[] = ['feed.xml', 'feed.atom', 'feed.json']
const now = scheduled - 1_000
/** Of a workspace that keeps it to itself. */
const key = 'g6G8a14PMeYmoWPV2mW393'
const env = {
  SOURCE_DATE_EPOCH: String(now / 1_000),
  BASE_URL: 'https://api.example.org',
  GALLEY_KEYS: `secret=${key}`,
}
const soon = new Date(scheduled).toISOString()

const hostile = ']]> <b>x</b> &amp; "q" \'s\' 😀 \u202eabc\u202c \u{1f1e8}\u{1f1ed} <![CDATA[ y --> \u0085 z'
const cover = png(3)
const files = {
  'blog/workspace.yml':
    'name: The <b>blog</b> & more\nurl: https://example.org/{year}/{slug}\ndescription: About <i> & ]]>.\nlanguage: en-GB\nhtml: trusted\nbroken: warn\n',
  'blog/authors/ada.yml': `name: Ada & Löv
bio: Writes.
image: https://example.org/ada.jpg
socials:
  - { platform: email, url: "mailto:ada@example.org" }
  - { platform: website, url: "https://ada.example/?a=1&b=2" }
`,
  'blog/authors/bo.yml': 'name: Bo\nsocials: [{ platform: website, url: "mailto:bo@example.org" }]\n',
  'blog/authors/cy.yml': 'name: Cy\nsocials: [{ platform: website, url: "HTTP://cy.example" }]\n',
  'blog/categories.yml':
    'news: { name: News & <views>, description: What happened. }\nempty: { name: Empty }\n',
  'blog/tags.yml':
    'css: { name: CSS }\nviews: { name: News & <views> }\nquoted: { name: "A \\"quoted\\"\\n\\ttag\\r" }\n',
  'blog/posts/hostile.md': postFile(
    {
      title: JSON.stringify(`${hostile} \u0001\u000b\ufffe\uffff!`),
      description: JSON.stringify(`1 < 2 & ${hostile} \u0008`),
      publishedAt: '2026-06-03',
      updatedAt: '2026-06-04T10:00:00Z',
      authors: '[ada, bo, cy]',
      tags: '[css, views]',
      coverImage: 'cover.png',
      id: 'hostile-1',
    },
    `Text ${hostile} \u0001\u000b\u001f\ufffe\uffff end\n\nA line\u2028and more.\n`,
  ),
  'blog/posts/cover.png': cover,
  'blog/posts/links.md': postFile(
    {
      publishedAt: '2026-06-02',
      coverImage: 'https://elsewhere.example/a.png',
      language: 'de-AT',
      tags: '[quoted]',
    },
    `# Part

[part](#part) [mail](mailto:a@b.example) [there](https://elsewhere.example/x?a=1&b=2) [query](?page=2) [cdn](//cdn.example/x)

<p><A HREF='/a"b'>root</A> <a href=#part>bare</a> <a href="">empty</a> <a href="?a=1&amp;b=%C3%A9">amp</a>
<img src="//cdn.example/a.png" srcset="/a.png 1x, //cdn.example/b,c.png 2x,data:image/png;base64,AA== 3x" alt="a > b <a href='#no'>">
<video poster="/p.jpg" src="/v.mp4"></video> <a href="tel:1"> <a href="http://[">bad</a> <a title="href=#no" href = "#yes">spaced</a>
<svg><use href="#drawn"/><a href="#svg"></a></svg> <form action="/send"></form> a < b <3 </p>

<script>const a = '<a href="#script">'</script><a href="#after">x</a>

<style>a[href="#style"]{}</style>

\`<a href="#code">\`

<textarea><a href="#text"></textarea>

<a href=" /padded ">padded</a> <a href=" ">blank</a> <a href="//[">broken</a> <a href="//a b/">spaced</a> <a href="x y?z=ä">part</a>
<img srcset="/a.png, /b.png 2x,/c.png"> <scripty href="#s"></scripty> <styles href="#t"></styles> <area href="#area"> <q cite="#q">q</q>
<use xlink:href="/drawn.svg"/> <input formaction="/f"> <object data="/o"></object>
`,
  ),
  'blog/posts/later.md': postFile({ title: 'Sooner or later', publishedAt: soon, tags: '[css]' }),
  'blog/posts/secret.md': postFile({ title: 'Nobody knows', status: 'draft' }),
  ...Object.fromEntries(
    Array.from({ length: 25 }, (_, i) => [
      `many/posts/p${i}.md`,
      postFile({ title: `Post ${i}`, publishedAt: `2026-01-${String(i + 1).padStart(2, '0')}` }),
    ]),
  ),
  'many/workspace.yml': 'url: https://example.org/blog?post={slug}\nhub: https://hub.example/?topic=a&b=2\n',
  'none/posts/a.md': postFile(),
  'empty/workspace.yml': 'url: https://example.org/blog\n',
  'secret/workspace.yml': 'url: https://example.org\n',
  'secret/posts/a.md': postFile(),
}
const blog = site({ env }, files)
const preview = site({ env, drafts: true }, files)
const homeless = site(
  { env: { SOURCE_DATE_EPOCH: env.SOURCE_DATE_EPOCH } },
  {
    'blog/workspace.yml': 'url: https://example.org\n',
    'blog/posts/a.md': postFile(),
  },
)
const get = (path: string, headers = {}, time = now) =>
  ask(blog.app({ now: () => time }), 'GET', `/v1/${path}`, headers)

/** What is left of it in XML and JSON. */
const allowed = (text: string) => text.replace(/[\u0001\u0008\u000b\u001f\ufffe\uffff]/g, '')

describe('a feed', () => {
  test('is what its format demands, of every workspace and group', async () => {
    const groups = ['', 'categories/news/', 'categories/empty/', 'tags/css/', 'authors/ada/']
    for (const path of [...groups.map((group) => `blog/${group}`), 'many/', 'empty/']) {
      const rss = await get(`${path}feed.xml`)
      expect([rss.status, rss.headers['Content-Type']], path).toEqual([
        200,
        'application/rss+xml; charset=utf-8',
      ])
      expect(rssComplaints(rss.text), path).toEqual([])
      const atom = await get(`${path}feed.atom`)
      expect(atom.headers['Content-Type']).toBe('application/atom+xml; charset=utf-8')
      expect(atomComplaint(atom.text), path).toBeUndefined()
      const json = await get(`${path}feed.json`)
      expect(json.headers['Content-Type']).toBe('application/feed+json; charset=utf-8')
    }
  })

  test.each(Object.keys(readers))('is read by %s without a loss, whatever it contains', async (reader) => {
    const { json } = await get('blog/posts?select=id,title')
    const titles = json.posts.map(({ title }: { title: string }) => allowed(title))
    for (const kind of kinds) {
      const { text } = await get(`blog/${kind}`)
      const read = readers[reader]!(kind, text)
      expect(read.title, kind).toBe('The <b>blog</b> & more')
      // One of them takes white space in titles for HTML's, and, but in RSS, their entities as well.
      const asRead = (title = '') => {
        if (reader === 'feedsmith') return title
        return (kind === 'feed.xml' ? title : title.replaceAll('&amp;', '&')).replace(/\s+/g, ' ')
      }
      expect(
        read.items.map(({ title }) => asRead(title)),
        kind,
      ).toEqual(titles.map(asRead))
      expect(read.items.map(({ url }) => url)).toEqual([
        'https://example.org/2026/hostile',
        'https://example.org/2026/links',
      ])
      if (kind !== 'feed.atom') expect(read.items[0]!.id).toBe('hostile-1')
      expect(read.items[0]!.html).toContain('😀 \u202eabc\u202c 🇨🇭')
      expect(read.items[0]!.html).not.toMatch(/[\u0001\u000b\u001f\ufffe\uffff]/)
    }
  })

  test('has the HTML of each post, as the API has it, but for what XML forbids and relative URLs', async () => {
    const { json } = await get('blog/posts/hostile')
    const html = allowed(json.post.content)
    expect(html).toContain(']]&gt;')
    const [rss, atom, feed] = await Promise.all(kinds.map((kind) => get(`blog/${kind}`)))
    expect(xmlOf(rss!.text).texts('//content:encoded')[0]).toBe(html)
    expect(xmlOf(atom!.text).texts('//atom:content')[0]).toBe(html)
    expect(feed!.json.items[0].content_html).toBe(html)
    for (const { text } of [rss!, atom!]) expect(text).not.toContain('CDATA[<')
  })

  test('has descriptions as text, which are HTML in RSS', async () => {
    const { json } = await get('blog/posts/hostile?select=description')
    const description = allowed(json.post.description)
    const { texts } = xmlOf((await get('blog/feed.xml')).text)
    const escaped = description.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    expect(texts('//item/description')[0]).toBe(escaped)
    expect(texts('/rss/channel/description')).toEqual(['About <i> & ]]>.'])
    expect(xmlOf((await get('blog/feed.atom')).text).texts('//atom:summary')[0]).toBe(description)
    expect((await get('blog/feed.json')).json.items[0].summary).toBe(description)
  })

  test('names authors, never by an e-mail address', async () => {
    for (const kind of kinds)
      expect((await get(`blog/${kind}`)).text).not.toMatch(/(ada|bo)@|mailto:(ada|bo)/)
    const { items } = (await get('blog/feed.json')).json
    expect(items[0].authors).toEqual([
      { name: 'Ada & Löv', url: 'https://ada.example/?a=1&b=2', avatar: 'https://example.org/ada.jpg' },
      { name: 'Bo' },
      { name: 'Cy', url: 'HTTP://cy.example' },
    ])
    expect(xmlOf((await get('blog/feed.atom')).text).texts('//atom:author/atom:uri')[0]).toBe(
      items[0].authors[0].url,
    )
    expect(xmlOf((await get('blog/feed.xml')).text).texts('//item[1]/dc:creator')).toEqual([
      'Ada & Löv',
      'Bo',
      'Cy',
    ])
  })

  test('names each category once, and times, and languages', async () => {
    const { json } = await get('blog/feed.json')
    expect(json.items[0]).toMatchObject({
      tags: ['News & <views>', 'CSS'],
      date_published: '2026-06-03T00:00:00.000Z',
      date_modified: '2026-06-04T10:00:00.000Z',
    })
    expect([json.language, json.items[0].language, json.items[1].language]).toEqual([
      'en-GB',
      undefined,
      'de-AT',
    ])
    const rss = xmlOf((await get('blog/feed.xml')).text)
    expect(rss.texts('//item[1]/category').sort()).toEqual(['CSS', 'News & <views>'])
    expect(rss.texts('//lastBuildDate | //item[1]/pubDate')).toEqual([
      'Thu, 04 Jun 2026 10:00:00 GMT',
      'Wed, 03 Jun 2026 00:00:00 GMT',
    ])
    const atom = xmlOf((await get('blog/feed.atom')).text)
    const quoted = (await get('blog/tags/quoted')).json.tag.name
    expect(json.items[1].tags).toEqual(['News & <views>', quoted])
    expect(atom.attributes('//atom:entry[2]/atom:category', 'label')).toEqual(['News & <views>', quoted])
    expect(rss.texts('//item[2]/category')).toEqual(['News & <views>', quoted])
    expect(atom.texts('//atom:updated').slice(0, 2)).toEqual(Array(2).fill('2026-06-04T10:00:00.000Z'))
  })

  test('has covers that are files of the workspace as enclosures', async () => {
    const { json } = await get('blog/feed.json')
    const { coverImage } = (await get('blog/posts/hostile')).json.post
    expect(json.items[0]).toMatchObject({
      image: coverImage,
      attachments: [{ url: coverImage, mime_type: 'image/png', size_in_bytes: cover.length }],
    })
    expect(json.items[1].image).toBe('https://elsewhere.example/a.png')
    expect(json.items[1].attachments).toBeUndefined()
    const { attributes } = xmlOf((await get('blog/feed.xml')).text)
    expect(['url', 'type', 'length'].map((name) => attributes('//enclosure', name))).toEqual([
      [coverImage],
      ['image/png'],
      [String(cover.length)],
    ])
    const atom = xmlOf((await get('blog/feed.atom')).text)
    expect(atom.attributes('//atom:link[@rel="enclosure"]', 'href')).toEqual([coverImage])
  })

  test('without a name is called after its host, whose home is above the addresses of posts', async () => {
    const { json } = await get('many/feed.json')
    expect([json.title, json.home_page_url, 'description' in json]).toEqual([
      'example.org',
      'https://example.org/',
      false,
    ])
    const { texts } = xmlOf((await get('many/feed.xml')).text)
    expect(texts('/rss/channel/title | /rss/channel/description')).toEqual(['example.org', 'example.org'])
    expect((await get('many/feed.atom')).text).not.toContain('subtitle')
    expect((await get('empty/feed.json')).json.home_page_url).toBe('https://example.org/blog/')
  })

  test('names its own address by BASE_URL, whatever host it is asked at', async () => {
    const { json } = await get('blog/feed.json', { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    expect(json.feed_url).toBe('https://api.example.org/v1/blog/feed.json')
    expect(json.home_page_url).toBe('https://example.org/')
    const asked = await get('blog/tags/css/feed.atom?limit=3')
    expect(xmlOf(asked.text).attributes('//atom:link[@rel="self"]', 'href')).toEqual([
      'https://api.example.org/v1/blog/tags/css/feed.atom?limit=3',
    ])
  })

  test('names the hub of the workspace, as programs of others find it', async () => {
    const hub = 'https://hub.example/?topic=a&b=2'
    const atom = xmlOf((await get('many/feed.atom')).text)
    expect(atom.attributes('/atom:feed/atom:link[@rel="hub"]', 'href')).toEqual([hub])
    const rss = xmlOf((await get('many/feed.xml')).text)
    expect(rss.attributes('/rss/channel/atom:link[@rel="hub"]', 'href')).toEqual([hub])
    const { text } = await get('many/feed.json')
    expect(parseJsonFeed(text).hubs).toEqual([{ type: 'WebSub', url: hub }])
    for (const kind of kinds) expect((await get(`blog/${kind}`)).text).not.toMatch(/"hubs?"/)
  })

  test('does not name its address where that is not known, or has a key that nobody else should know', async () => {
    for (const [one, own] of [
      [homeless, 'blog'],
      [blog, key],
    ] as const) {
      for (const kind of kinds) {
        const { status, text } = await ask(one.app({ now: () => now }), 'GET', `/v1/${own}/${kind}`)
        expect(status).toBe(200)
        expect(text).not.toMatch(/api\.example|g6G8a14|feed_url|rel="self"/)
        if (kind === 'feed.xml') expect(rssComplaints(text)).toEqual([])
        if (kind === 'feed.atom') expect(atomComplaint(text)).toBeUndefined()
      }
    }
  })

  test('is of the newest 20 posts, or as many as asked for', async () => {
    const titles = async (query: string) =>
      (await get(`many/feed.json${query}`)).json.items.map(({ title }: { title: string }) => title)
    expect(await titles('')).toEqual(Array.from({ length: 20 }, (_, i) => `Post ${24 - i}`))
    expect(await titles('?limit=2')).toEqual(['Post 24', 'Post 23'])
    expect(await titles('?limit=100')).toHaveLength(25)
    expect((await get('many/feed.xml?limit=101&snapshot=other')).json.details).toEqual([
      { field: 'limit', message: 'limit must be a whole number from 1 to 100, but is "101".' },
    ])
    expect((await get('many/feed.xml?limit=all')).status).toBe(400)
  })

  test('of a group has its posts and its name; by slug or id', async () => {
    const { json } = await get('blog/categories/news/feed.json')
    expect(json.title).toBe('The <b>blog</b> & more: News & <views>')
    expect(json.description).toBe('What happened.')
    expect(json.items).toHaveLength(2)
    expect((await get('blog/tags/css/feed.json')).json.items).toHaveLength(1)
    expect((await get('blog/authors/bo/feed.json')).json.items).toHaveLength(1)
    const { id } = (await get('blog/authors/bo')).json.author
    expect((await get(`blog/authors/${id}/feed.json`)).json.items).toHaveLength(1)
    expect((await get('blog/categories/empty/feed.json')).json.items).toEqual([])
  })

  test.each([
    ['none/feed.xml', 404, 'Addresses unknown'],
    ['none/categories/news/feed.atom', 404, 'Addresses unknown'],
    ['blog/categories/nothing/feed.xml', 404, 'Category not found'],
    ['blog/tags/nothing/feed.atom', 404, 'Tag not found'],
    ['blog/authors/nobody/feed.json', 404, 'Author not found'],
    ['blog/feed.rss', 404, 'Not found'],
    ['blog/posts/hostile/feed.xml', 404, 'Not found'],
    ['blog/post/hostile/feed.xml', 404, 'Not found'],
    ['blog/tags/css/feed.xml/x', 404, 'Not found'],
    ['blog/tags//feed.xml', 404, 'Not found'],
    ['blog/feed.xml/x', 404, 'Not found'],
    ['blog/feed.xml?snapshot=other', 409, 'Snapshot changed'],
    ['blog/feed.xml?limit=0', 400, 'Invalid query parameters'],
  ])('%s is a %i, %s', async (path, status, error) => {
    const reply = await get(path)
    expect([reply.status, reply.json.error]).toEqual([status, error])
  })

  test('says what to write where addresses are not known', async () => {
    expect((await get('none/feed.xml')).json.message).toContain('write url: https://example.org/{slug}')
  })

  test('is at its path without a version, too', async () => {
    for (const path of ['/blog/tags/css/feed.xml?limit=3', '/blog/v1/tags/css/feed.xml/?limit=3']) {
      const { status, headers } = await ask(blog.app(), 'GET', path)
      expect([status, headers.Location]).toEqual([308, '/v1/blog/tags/css/feed.xml?limit=3'])
    }
  })

  test('changes with its tag when a scheduled post appears, and not before', async () => {
    for (const path of kinds.flatMap((kind) => [`blog/${kind}`, `blog/tags/css/${kind}`])) {
      const before = await get(path)
      expect(before.text).not.toMatch(/Sooner|Nobody/)
      const same = await get(path, { 'if-none-match': before.headers.ETag }, scheduled - 1)
      expect(same.status, path).toBe(304)
      const after = await get(path, { 'if-none-match': before.headers.ETag }, scheduled)
      expect(after.status, path).toBe(200)
      expect(after.text).toContain('Sooner or later')
    }
  })

  test('shows drafts and scheduled posts on a preview', async () => {
    const { json, headers } = await ask(preview.app({ now: () => now }), 'GET', '/v1/blog/feed.json')
    const titles = json.items.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(expect.arrayContaining(['Sooner or later', 'Nobody knows']))
    expect(headers['X-Robots-Tag']).toBe('noindex, nofollow')
  })

  test('has ids that are the same for ever, or readers would be shown everything again', async () => {
    const idsIn = async (path: string) =>
      xmlOf((await get(path)).text)
        .texts('//atom:id')
        .slice(0, 2)
    expect([...(await idsIn('blog/feed.atom')), ...(await idsIn('blog/tags/css/feed.atom'))]).toEqual([
      'urn:uuid:0d3325c5-56d3-8722-8759-507b2cdd339e',
      'urn:uuid:97bb8d4e-2592-8ab1-bb70-55efd4ee3895',
      'urn:uuid:ba11244c-6ae3-8ad8-9fe8-9fdb028208b1',
      'urn:uuid:97bb8d4e-2592-8ab1-bb70-55efd4ee3895',
    ])
  })

  test('has a tag of its own for each path, limit and format, and is compressed', async () => {
    const paths = [
      'feed.xml',
      'feed.atom',
      'feed.json',
      'feed.xml?limit=5',
      'tags/css/feed.xml',
      'authors/ada/feed.xml',
    ]
    const tags = await Promise.all(paths.map(async (path) => (await get(`blog/${path}`)).headers.ETag))
    expect(new Set(tags).size).toBe(paths.length)
    const plain = await get('blog/feed.xml')
    const packed = await get('blog/feed.xml', { 'accept-encoding': 'gzip' })
    expect(packed.headers).toMatchObject({
      'Content-Encoding': 'gzip',
      ETag: `W/${plain.headers.ETag}`,
      Vary: 'Accept-Encoding',
    })
    expect(packed.text).toBe(plain.text)
  })
})

describe('URLs in the HTML of a feed', () => {
  const base = 'https://example.org/2026/links'
  const html = async () => (await get('blog/feed.json')).json.items[1].content_html as string

  test.each([
    ['a heading', `<a href="${base}#part">part</a>`],
    ['a query', `<a href="${base}?page=2">query</a>`],
    ['a host', '<a href="https://cdn.example/x">cdn</a>'],
    ['an address', '<a href="https://elsewhere.example/x?a=1&amp;b=2">there</a>'],
    ['a mail address', '<a href="mailto:a@b.example">mail</a>'],
    ['a path with a quote', '<a href="https://example.org/a&quot;b">root</a>'],
    ['one without quotes', `<a href="${base}#part">bare</a>`],
    ['one with references', `<a href="${base}?a=1&amp;b=%C3%A9">amp</a>`],
    ['an image', '<img src="https://cdn.example/a.png"'],
    [
      'candidates',
      'srcset="https://example.org/a.png 1x, https://cdn.example/b,c.png 2x, data:image/png;base64,AA== 3x"',
    ],
    ['a value that looks like a tag', `alt="a &gt; b &lt;a href='#no'&gt;"`],
    ['a video', '<video poster="https://example.org/p.jpg" src="https://example.org/v.mp4">'],
    ['a telephone number', '<a href="tel:1">'],
    ['no URL', '<a href="http://[">bad</a>'],
    ['a title', `<a title="href=#no" href="${base}#yes">`],
    ['what is drawn', `<use href="#drawn"></use><a href="${base}#svg">`],
    ['a form', '<form action="https://example.org/send">'],
    ['text with quotes', '<code>&lt;a href="#code"&gt;</code>'],
    ['a script', `const a = '<a href="#script">'</script><a href="${base}#after">`],
    ['a style', `<style>a[href="#style"]{}</style>`],
    ['a text field', '<textarea>&lt;a href="#text"&gt;</textarea>'],
  ])('are absolute or as they were: %s', async (_, expected) => {
    expect(await html()).toContain(expected)
  })
})

describe('a feed of long posts', () => {
  const dir = mkdtempSync(join(tmpdir(), 'galley-feeds-'))
  const block = 'Ж𝒳\\"\u0001\ud800\n<a href="#x">é</a> &amp; <img src="data:'.concat(
    'A'.repeat(70_000),
    '" alt="x">',
  )
  /** Characters and escapes of several bytes, wherever a part begins. */
  const wide = '認'.repeat(30_000) + '\u0001x'.repeat(10_000)
  const html = (number: number) => `${number}${block.repeat(2)}${'\\'.repeat(70_000)}${wide}`
  /** Longer than what is held back until it ends. */
  const longTag = `<a href="#a">a</a><img src="data:${'A'.repeat(300_000)}"><a href="#b">b</a>`
  let snapshots: Snapshots
  beforeAll(() => {
    const workspaces = [
      { ...bulkWorkspace('long', 4, html), site: exampleSite },
      { ...bulkWorkspace('middle', 4, () => '<p>x</p>'.repeat(12_000)), site: exampleSite },
      { ...bulkWorkspace('tag', 1, () => longTag), site: exampleSite },
    ]
    writeSnapshot(dir, { workspaces, builtAt: null, preview: null, keepPrevious: false })
    snapshots = openSnapshots(dir)
  })
  afterAll(() => {
    snapshots.close()
    rmSync(dir, { recursive: true })
  })

  const openApp = () => {
    const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
    return createApp({ snapshots, limiter, now: () => now, log: (line) => expect.fail(line) })
  }

  test('that are not too long comes in one piece, and a tag without an end in sight is left as it is', async () => {
    const app = openApp()
    const { headers, json } = await ask(app, 'GET', '/v1/middle/feed.json')
    expect(Number(headers['Content-Length'])).toBeGreaterThan(380_000)
    expect(json.items.map((item: { content_html: string }) => item.content_html.length)).toEqual(
      Array(4).fill(96_000),
    )
    const { headers: again } = await ask(app, 'GET', '/v1/middle/feed.json')
    expect(again).toEqual(headers)
    const [item] = (await ask(app, 'GET', '/v1/tag/feed.json')).json.items
    const here = 'https://example.org/post-0'
    expect(item.content_html === longTag.replace('#a', `${here}#a`).replace('#b', `${here}#b`)).toBe(true)
  })

  test('has posts whose contents alone come as a stream that is complete', async () => {
    const { headers, json } = await ask(openApp(), 'GET', '/v1/long/posts?limit=all&select=content')
    expect(headers).not.toHaveProperty('Content-Length')
    const contents = json.posts.map(({ content }: { content: string }) => content)
    expect([0, 1, 2, 3].every((number) => contents[number] === html(number))).toBe(true)
  })

  test.each(['', 'gzip'])('comes as a stream (%s) that is complete', async (encoding) => {
    const app = openApp()
    for (const kind of kinds) {
      const { text, headers, json } = await ask(app, 'GET', `/v1/long/${kind}`, {
        'accept-encoding': encoding,
      })
      expect(headers['Content-Length']).toBeUndefined()
      const read: string[] =
        kind === 'feed.json'
          ? json.items.map(({ content_html }: { content_html: string }) => content_html)
          : xmlOf(text).texts('//content:encoded | //atom:content')
      const expected = [0, 1, 2, 3].map((number) =>
        html(number)
          .replaceAll('\u0001\ud800', '')
          .replaceAll('\u0001', '')
          .replaceAll('"#x"', `"https://example.org/post-${number}#x"`),
      )
      expect(read.map((text) => text.length)).toEqual(expected.map((text) => text.length))
      expect(read.every((text, i) => text === expected[i])).toBe(true)
    }
  })
})
