// What `include` adds to posts, and what tells whether a post has changed.
import { describe, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { furtherFields, furtherFieldsOf } from '../../api/_app/further-fields/fields.ts'
import { findAllRelated, relatedTo } from '../../api/_app/further-fields/related.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { lengthIn, type Representation } from '../../api/_app/listing/assemble.ts'
import type { Edition } from '../../api/_app/listing/edition.ts'
import { scriptText } from '../../client/jsonld.ts'
import { SharedWork } from '../../packages/search/basics/shared-work.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { type Answer, ask } from '../support/ask.ts'
import { now, scheduled } from '../support/fixture.ts'
import { png } from '../support/picture.ts'
import { site } from '../support/site.ts'
import { noTurn } from '../support/turn.ts'
import { postFile, workspace } from '../support/workspace.ts'
import { relatedFiles, relatedRules } from './related.ts'

const day = (number: number) => `2026-05-${String(number).padStart(2, '0')}`
const body = (text: string, front: Record<string, string>) =>
  postFile({ authors: '[bo]', ...front }, `${text}\n`)

const files = {
  'blog/workspace.yml': `
name: Harbour
description: Boats and what they carry.
language: de-AT
url: https://example.org/{year}/{slug}
`,
  'blog/authors/ada.yml': 'name: Ada\n',
  'blog/authors/bo.yml': 'name: Bo\n',
  'blog/posts/boats.md': body(
    `# Boats & *ships*

See [the quay](quay.md) and [what comes](later.md)[^1].

<h2>Raw <a href="later.md">ends</a></h2>

<h2>Raw ends</h2>

## Boats &amp; ships

<h3 id="own">Own</h3>

### ![](none)

<h3></h3>

[^1]: # Noted

    A note.`.replace('![](none)', '🚢'),
    {
      publishedAt: day(20),
      authors: '[ada]',
      aliases: '[ships, /old/Boats.html]',
      coverImage: 'boat.png',
      coverAlt: '"A boat, with \\"oars\\""',
      tags: '[boats]',
    },
  ),
  'blog/posts/boat.png': png(30, 20),
  'blog/posts/quay.md': body('A quay of stone.', {
    publishedAt: day(10),
    description: '""',
    coverImage: 'https://example.org/quay.jpg',
    tags: '[stone]',
    category: 'stone',
  }),
  'blog/posts/first.md': body('港に船が着いた。Zwei Wörter', {
    publishedAt: day(1),
    description: 'Written.',
  }),
  'blog/posts/later.md': body('Later.', {
    publishedAt: new Date(scheduled).toISOString(),
    authors: '[ada]',
    tags: '[stone]',
  }),
  'bare/posts/only.md': body('Nothing else.', { aliases: '[once]' }),
}
const env = { BASE_URL: 'https://api.example.org', SOURCE_DATE_EPOCH: '1767225600' }
const { app, edition } = site({ env }, files)
const edited = site(
  { env },
  {
    ...files,
    'blog/posts/quay.md': files['blog/posts/quay.md'].replace('stone.', 'granite.'),
    'blog/posts/new.md': body('New.', { publishedAt: day(15), category: 'stone' }),
  },
)
const renamed = site({ env }, { ...files, 'blog/authors/ada.yml': 'name: Ada\nbio: Rows.\n' })

const get = (path: string, headers = {}, one = app()) => ask(one, 'GET', `/v1/${path}`, headers)
const all = `include=${furtherFields.join()}`
const keysOf = (post: object) => Object.keys(post)
/** Lists have these of a hundred posts at most. */
const costly: string[] = ['related', 'series']

describe('include', () => {
  test('adds its fields behind the others, and nothing else', async () => {
    for (const path of ['blog/posts/boats', 'blog/posts/boats?select=slug,content', 'bare/posts/only']) {
      const plain = (await get(path)).json.post
      const { post } = (await get(`${path}${path.includes('?') ? '&' : '?'}${all}`)).json
      expect(keysOf(post)).toEqual([...keysOf(plain), ...furtherFields])
      expect(post).toMatchObject(plain)
    }
  })

  test.each(furtherFields)('adds %s alone, on a post and on lists alike', async (name) => {
    const { post } = (await get(`blog/posts/quay?include=${name}&select=slug`)).json
    expect(keysOf(post)).toEqual(['slug', name])
    const everything = costly.includes(name) ? 'limit=100' : 'limit=all'
    for (const query of [everything, 'limit=2&order=asc', 'query=quay+stone', 'tags=stone,boats']) {
      const { posts } = (await get(`blog/posts?${query}&include=${name}&select=slug`)).json
      expect(posts).toContainEqual(post)
    }
  })

  test('says what a post is', async () => {
    const { post } = (await get(`blog/posts/boats?${all}&select=slug`)).json
    expect(post).toMatchObject({
      descriptionIsExcerpt: true,
      url: 'https://example.org/2026/boats',
      aliases: ['/2026/ships', '/old/Boats.html'],
      cover: {
        url: expect.stringMatching(/^https:\/\/api\.example\.org\/media\/boat\.\w{16}\.png$/),
        width: 30,
        height: 20,
        alt: 'A boat, with "oars"',
      },
      headings: [
        { level: 1, id: 'boats--ships', text: 'Boats & ships' },
        { level: 2, id: 'raw-ends', text: 'Raw ends' },
        { level: 2, id: 'raw-ends-1', text: 'Raw ends' },
        { level: 2, id: 'boats--ships-1', text: 'Boats & ships' },
        { level: 3, id: 'user-content-own', text: 'Own' },
        { level: 3, id: '-1', text: '🚢' },
        { level: 1, id: 'noted', text: 'Noted' },
      ],
    })
    const { content } = (await get('blog/posts/boats')).json.post
    for (const { level, id } of post.headings) expect(content).toContain(`<h${level} id="${id}">`)
  })

  test('says what is not known', async () => {
    const { posts } = (await get(`blog/posts?select=slug&${all}`)).json
    const [, quay, first] = posts
    expect([quay.descriptionIsExcerpt, quay.cover, quay.aliases, quay.headings]).toEqual([
      false,
      { url: 'https://example.org/quay.jpg', width: null, height: null, alt: '' },
      [],
      [],
    ])
    expect([first.cover, first.descriptionIsExcerpt]).toEqual([null, false])
    const { post } = (await get(`bare/posts/only?select=slug&${all}`)).json
    expect([post.url, post.aliases, post.neighbors]).toEqual([null, ['once'], { previous: null, next: null }])
  })

  test('counts the words of any script', async () => {
    const { reading } = (await get('blog/posts/first?include=reading')).json.post
    expect(reading).toEqual({ minutes: 1, words: 9 })
  })

  test('gives the posts published before and after, and none that is not visible', async () => {
    const neighbors = async (slug: string, at = now) => {
      const { json } = await get(`blog/posts/${slug}?include=neighbors`, {}, app({ now: () => at }))
      const { previous, next } = json.post.neighbors
      return [previous?.slug, next?.slug]
    }
    expect(await neighbors('boats')).toEqual(['quay', undefined])
    expect(await neighbors('quay')).toEqual(['first', 'boats'])
    expect(await neighbors('first')).toEqual([undefined, 'quay'])
    expect(await neighbors('boats', scheduled)).toEqual(['quay', 'later'])
    const { json } = await get('blog/posts/quay?include=neighbors')
    expect(json.post.neighbors.next).toEqual({
      ...(await get('blog/posts/boats?select=id,slug,title,description,coverImage,publishedAt')).json.post,
      url: 'https://example.org/2026/boats',
    })
  })

  test.each(['nothing', 'Url', 'url,title', '__proto__'])(
    'is a 400 that names the known fields for %s',
    async (value) => {
      for (const path of ['posts', 'posts/boats']) {
        const { status, json } = await get(`blog/${path}?include=${value}`)
        expect([status, json.details[0].field]).toEqual([400, 'include'])
        for (const name of furtherFields) expect(json.details[0].message).toContain(name)
      }
    },
  )

  test('is in the same reply as gzip, HEAD and limit=all', async () => {
    const most = `include=${furtherFields.filter((name) => !costly.includes(name)).join()}`
    for (const path of [`posts/boats?${all}`, `posts?${all}`, `posts?limit=all&${most}&select=content`]) {
      const plain = await get(`blog/${path}`)
      const packed = await get(`blog/${path}`, { 'accept-encoding': 'gzip' })
      expect(packed.text).toBe(plain.text)
      const head = await ask(app(), 'HEAD', `/v1/blog/${path}`)
      expect([head.text, head.headers.ETag]).toEqual(['', plain.headers.ETag])
      expect((await get(`blog/${path}`, { 'if-none-match': plain.headers.ETag })).status).toBe(304)
    }
  })
})

describe('jsonld', () => {
  const person = `
name: '</script><!-- Ada \u2028 -->'
socials:
  - { platform: email, url: "mailto:ada@example.org" }
  - { platform: github, url: "https://github.com/ada" }
  - { platform: website, url: "https://ada.example/" }
  - { platform: mastodon, url: "https://mastodon.social/@ada" }
`
  const described = site(
    { env },
    {
      ...files,
      'blog/authors/ada.yml': person,
      'blog/posts/only.md': body('Ein Satz mit fünf Wörtern.', {
        publishedAt: day(2),
        authors: '[ada, bo]',
        language: 'fr-CA',
        tags: '[Zweite Dinge, Boats]',
      }),
    },
  )
  const posting = async (slug: string) =>
    (await get(`${slug}?select=slug&include=jsonld`, {}, described.app())).json.post.jsonld
  const bo = { '@type': 'Person', name: 'Bo', sameAs: [] }

  test('describes a post as schema.org does', async () => {
    expect(await posting('blog/posts/boats')).toEqual({
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: 'Hello',
      description: expect.stringContaining('See the quay'),
      datePublished: '2026-05-20T00:00:00.000Z',
      dateModified: '2026-05-20T00:00:00.000Z',
      author: [
        {
          '@type': 'Person',
          name: '</script><!-- Ada \u2028 -->',
          url: 'https://ada.example/',
          sameAs: ['https://github.com/ada', 'https://mastodon.social/@ada'],
        },
      ],
      image: {
        '@type': 'ImageObject',
        url: expect.stringMatching(/^https:.*\.png$/),
        width: 30,
        height: 20,
      },
      inLanguage: 'de-AT',
      wordCount: (await get('blog/posts/boats?include=reading')).json.post.reading.words,
      mainEntityOfPage: 'https://example.org/2026/boats',
      keywords: ['Boats'],
    })
    const { author, inLanguage, keywords, wordCount, image } = await posting('blog/posts/only')
    expect([author[1], inLanguage, keywords, wordCount, image]).toEqual([
      bo,
      'fr-CA',
      ['Zweite Dinge', 'Boats'],
      5,
      undefined,
    ])
    expect((await posting('blog/posts/quay')).image).toEqual({
      '@type': 'ImageObject',
      url: 'https://example.org/quay.jpg',
    })
  })

  test('is null where the address of a post is not known', async () => {
    expect(await posting('bare/posts/only')).toBe(null)
  })

  test('is written by the client so that nothing ends the element that it is in', async () => {
    const jsonld = await posting('blog/posts/boats')
    const text = scriptText(jsonld)
    expect(JSON.parse(text)).toEqual(jsonld)
    expect(text).toContain('\\u003c/script\\u003e\\u003c!-- Ada \\u2028 --\\u003e')
    expect(text).not.toMatch(/[<>&\u2028\u2029]/)
  })

  test('has a revision with it that tells of another language', async () => {
    const revision = async (language: string) => {
      const one = { ...files, 'bare/posts/only.md': body('Nothing else.', { language }) }
      const place = await workspace(one)
      try {
        await place.build({ env })
        const snapshots = openSnapshots(`${place.out}/data`)
        const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
        const own = createApp({ snapshots, limiter, now: () => now, log: () => {} })
        const { json } = await get('bare/posts/only?include=revision', {}, own)
        snapshots.close()
        return json.post.revision
      } finally {
        place.remove()
      }
    }
    expect(await revision('de')).not.toBe(await revision('fr'))
    expect(await revision('de')).toBe(await revision('de'))
  })
})

describe('how long a post is', () => {
  /** The estimated and the real length of the JSON of each post, in bytes. */
  async function lengthsOf(query: string, representation: Representation) {
    const { posts } = (await get(`blog/posts?limit=3&${query}`)).json
    const own = edition('blog')
    return posts.map((post: object, i: number) => {
      const length = lengthIn(own, representation)(own.first + i)
      return `${length} ${Buffer.byteLength(JSON.stringify(post))}`
    })
  }

  test('is estimated by what is read', async () => {
    const highlight = async () => ({ title: '', content: [] })
    const rows: [string, Representation][] = [
      ['format=html', { format: 'html' }],
      ['format=markdown', { format: 'markdown' }],
      ['format=text', { format: 'text' }],
      ['select=slug', { format: 'html', select: ['slug'] }],
      ['select=category', { format: 'html', select: ['category'] }],
      ['select=tags', { format: 'html', select: ['tags'] }],
      ['select=content', { format: 'html', select: ['content'] }],
      ['query=o&sort=-publishedAt&match=any&highlight=true', { format: 'html', highlight }],
    ]
    const lines: string[] = []
    for (const [query, representation] of rows)
      lines.push(`${query}: ${(await lengthsOf(query, representation)).join(', ')}`)
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "format=html: 1433 1465, 625 657, 521 554
      format=markdown: 872 904, 618 650, 514 547
      format=text: 1433 827, 625 648, 521 545
      select=slug: 448 16, 390 15, 371 16
      select=category: 551 116, 495 118, 474 116
      select=tags: 551 113, 493 113, 371 11
      select=content: 1227 791, 417 39, 418 59
      query=o&sort=-publishedAt&match=any&highlight=true: 2212 1671, 652 732"
    `)
  })

  test('is estimated for each further field', async () => {
    const own = edition('blog')
    const lines: string[] = []
    for (const name of furtherFields) {
      const further = await furtherFieldsOf(own, [name], noTurn)
      const json = await further.read(own.first, own.first + 3)
      lines.push(
        `${name}: ${json.map((text, i) => `${further.length(own.first + i)} ${text.length}`).join(', ')}`,
      )
    }
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "descriptionIsExcerpt: 535 27, 161 28, 91 28
      url: 400 38, 400 37, 400 38
      aliases: 120 43, 0 12, 0 12
      cover: 535 126, 161 82, 91 12
      reading: 535 34, 161 33, 91 33
      headings: 535 341, 161 13, 91 13
      related: 4000 403, 4000 460, 4000 478
      series: 4 13, 4 13, 4 13
      neighbors: 790 241, 1619 480, 790 241
      jsonld: 1383 496, 951 415, 862 348
      revision: 34 45, 34 45, 34 45"
    `)
    let loaded = 0
    const loading = { workspace: { loadRedirects: async () => void loaded++ } } as unknown as Edition
    await furtherFieldsOf(loading, ['url', 'revision'], noTurn)
    expect(loaded).toBe(0)
    await furtherFieldsOf(loading, ['aliases'], noTurn)
    expect(loaded).toBe(1)
    const two = await furtherFieldsOf(own, ['url', 'revision'], noTurn)
    expect(two.length(own.first)).toBe(434)
  })
})

describe('related posts', () => {
  const about = (words: string, front: Record<string, string> = {}) =>
    postFile({ publishedAt: day(2), tags: '["2026", year-2026]', ...front }, `${words} ${words}\n`)
  const fillers = Array.from({ length: 30 }, (_, i) => [
    `w/posts/filler-${i}.md`,
    about(`Filler${i} of the everything.`, { tags: '["2026", year-2026, common]' }),
  ])
  const { get: ask100 } = site(
    {},
    {
      ...Object.fromEntries(fillers),
      'w/posts/lighthouse.md': about('The lighthouse keeper lights a lantern.', { tags: '[rare, common]' }),
      'w/posts/lantern.md': about('A lantern, and a keeper of it.'),
      'w/posts/keeper.md': about('The keeper.'),
      'w/posts/tagged.md': about('Nothing alike.', { tags: '[rare]' }),
      'w/posts/later.md': about('The lighthouse keeper lights a lantern.', { publishedAt: '2026-12-01' }),
      'w/posts/port.md': about('港の灯台について書く。', { publishedAt: day(3) }),
      'w/posts/haven.md': about('灯台の守り人。', { publishedAt: day(4) }),
      ...relatedFiles,
    },
  )
  const related = async (slug: string, folder = 'w') => {
    const { json } = await ask100(`/../${folder}/posts/${slug}?include=related&select=slug`)
    return json.post.related.map((post: { slug: string }) => post.slug)
  }

  test('share rare words and rare tags, the best first; years and what many have is no kinship', async () => {
    const found = await related('lighthouse')
    expect(found).toEqual(['lantern', 'keeper', 'tagged'])
    expect([...found].sort()).toEqual(['keeper', 'lantern', 'tagged'])
    expect(await related('tagged')).toEqual(['lighthouse'])
    expect(await related('filler-1')).toEqual([])
  })

  test.each(relatedRules)('are found by %s: %s', async (_, slug, expected) => {
    const { json } = await ask100('/../rules/posts?limit=1&select=slug')
    expect(json.pagination.totalItems).toBe(100)
    expect(await related(slug, 'rules')).toEqual(expected)
  })

  test('of few are found by what eight have', async () => {
    expect(await related('eight-0', 'eight')).toHaveLength(5)
    expect(await related('nine-0', 'nine')).toEqual([])
  })

  test('are found in any script', async () => {
    expect(await related('haven')).toEqual(['port'])
  })

  test('are looked for again if that failed, and not if they were found', async () => {
    let reads = 0
    const read = () => {
      reads++
      throw new Error('damaged')
    }
    const edition = { workspace: { posts: 1, meta: { read } }, search: {} } as unknown as Edition
    for (const times of [1, 2]) {
      await expect(relatedTo(edition, 0, noTurn)).rejects.toThrow('damaged')
      expect(reads).toBe(times)
    }
  })

  test('may fail once nobody waits for them any more', async () => {
    let fail = () => {}
    const made = new SharedWork(
      () => new Promise<void>((_, reject) => (fail = () => reject(new Error('damaged')))),
    )
    const gone = Object.assign(() => undefined, { until: () => Promise.reject(new Error('has left')) })
    await expect(made.get(gone)).rejects.toThrow('has left')
    // Vitest fails for a rejection that nobody handles.
    fail()
    await new Promise(setImmediate)
    expect(made.isBegun).toBe(false)
  })

  test('of many are looked for in turn', async () => {
    const read = () => {
      throw new Error('damaged')
    }
    const edition = { workspace: { posts: 9, meta: { read } }, search: {} } as unknown as Edition
    let admitted = 0
    const admit = <T>(work: () => Promise<T>) => {
      admitted++
      return work()
    }
    for (const [posts, times] of [
      [[0, 1, 2], 0],
      [[0, 1, 2, 3], 1],
    ] as const) {
      await expect(findAllRelated(edition, posts, admit, noTurn)).rejects.toThrow('damaged')
      expect(admitted).toBe(times)
    }
  })

  test('are kept of 20,000 posts', () => {
    let reads = 0
    const damaged = new Error('damaged')
    const read = () => {
      reads++
      throw damaged
    }
    const edition = { workspace: { posts: 20_001, meta: { read } }, search: {} } as unknown as Edition
    const readsAfter = (post: number) => {
      relatedTo(edition, post, noTurn).catch(() => {})
      return reads
    }
    for (let post = 0; post < 20_000; post++) readsAfter(post)
    expect([0, 19_999, 20_000, 20_000, 0].map(readsAfter)).toEqual([20_000, 20_000, 20_001, 20_001, 20_002])
  })

  test('are a 400 for more than a hundred posts', async () => {
    for (const limit of ['101', 'all']) {
      const { status, json } = await get(`blog/posts?limit=${limit}&include=url,related`)
      expect([status, json.details[0].field]).toEqual([400, 'limit'])
      expect(json.details[0].message).toContain('include=related')
    }
    const { json } = await ask100('/../w/posts?limit=100&include=related&select=slug')
    const post = json.posts.find(({ slug }: { slug: string }) => slug === 'haven')
    expect(post.related).toEqual((await ask100('/../w/posts/haven?include=related')).json.post.related)
  })
})

describe('a revision', () => {
  const revisions = async (one = app()): Promise<Record<string, string>> => {
    const { json } = await get('blog/posts?limit=all&select=slug,revision', {}, one)
    return Object.fromEntries(json.posts.map((post: Record<string, string>) => [post.slug, post.revision]))
  }

  test('is selected like any field, and included beside all of them', async () => {
    const { post } = (await get('blog/posts/boats?select=revision')).json
    expect(keysOf(post)).toEqual(['revision'])
    for (const query of ['include=revision', 'include=revision&select=title,revision']) {
      const { text, json } = await get(`blog/posts/boats?${query}`)
      expect(json.post.revision).toBe(post.revision)
      expect(text.match(/"revision"/g)).toHaveLength(1)
    }
  })

  test('tells what has changed between two builds', async () => {
    const [before, after] = [await revisions(), await revisions(edited.app())]
    const changed = Object.keys(after).filter((slug) => after[slug] !== before[slug])
    expect(changed.sort()).toEqual(['new', 'quay'])
    const other = await revisions(renamed.app())
    expect(Object.keys(other).filter((slug) => other[slug] !== before[slug])).toEqual(['boats'])
  })

  test('changes when a link in the post appears, and at no other time', async () => {
    const at = (time: number) => revisions(app({ now: () => time }))
    const [before, early, after] = [await at(now), await at(scheduled - 1), await at(scheduled)]
    expect(early).toEqual(before)
    expect(after.boats).not.toBe(before.boats)
    expect([after.quay, after.first]).toEqual([before.quay, before.first])
  })
})

describe('the entity tag of a single post', () => {
  const tagsOf = async (path: string) => {
    const tags = (one: Answer) => one.headers.ETag
    const at = async (time: number) => tags(await get(path, {}, app({ now: () => time })))
    return [await at(now), await at(scheduled), tags(await get(path, {}, edited.app()))]
  }

  test('stays while other posts appear and change', async () => {
    const [before, after, rebuilt] = await tagsOf('blog/posts/first?select=title,content')
    expect([after, rebuilt]).toEqual([before, before])
    const known = { 'if-none-match': before! }
    const { status } = await get('blog/posts/first?select=title,content', known, edited.app())
    expect(status).toBe(304)
  })

  test('stays for its markdown unless that changes', async () => {
    const [before, after, rebuilt] = await tagsOf('blog/post/quay.md')
    expect([after, rebuilt === before]).toEqual([before, false])
    // It links to the scheduled post.
    const [hidden, shown, same] = await tagsOf('blog/post/boats.md')
    expect([shown === hidden, same]).toEqual([false, hidden])
  })

  test('changes with counts and neighbors in the reply', async () => {
    const [before, after, rebuilt] = await tagsOf('blog/posts/quay')
    expect(new Set([before, after, rebuilt]).size).toBe(3)
    const [alone, still, other] = await tagsOf('blog/posts/boats?include=neighbors&select=slug')
    expect(new Set([alone, still, other]).size).toBe(3)
  })

  test('differs wherever a byte differs', async () => {
    const texts = new Map<string, string>()
    const names = furtherFields.map((name) => `include=${name}`)
    for (const slug of ['boats', 'quay', 'first']) {
      const queries = ['', 'format=text', 'select=slug', 'select=slug,revision', all, ...names]
      for (const path of [...queries.map((query) => `${slug}?${query}`), `${slug}.md`]) {
        for (const one of [app(), app({ now: () => scheduled }), edited.app()]) {
          const { headers, text } = await get(`blog/posts/${path}`, {}, one)
          expect(texts.get(headers.ETag!) ?? text).toBe(text)
          texts.set(headers.ETag!, text)
        }
      }
    }
    expect(new Set(texts.values()).size).toBe(texts.size)
  })
})

describe('the workspace', () => {
  test('says what its settings say, and counts what can be listed', async () => {
    const { json } = await get('blog')
    expect(json.workspace).toEqual({
      key: 'blog',
      name: 'Harbour',
      url: 'https://example.org/',
      language: 'de-AT',
      description: 'Boats and what they carry.',
      counts: { posts: 3, categories: 2, tags: 2, authors: 2 },
    })
    for (const list of ['posts', 'categories', 'tags', 'authors']) {
      const { pagination } = (await get(`blog/${list}`)).json
      expect(pagination.totalItems, list).toBe(json.workspace.counts[list])
    }
    const bare = { key: 'bare', name: '', url: null, language: 'en', description: '' }
    expect((await get('bare')).json.workspace).toMatchObject(bare)
  })

  test('changes when a post appears, and not before', async () => {
    const at = async (time: number) => {
      const { headers, json } = await get('blog', {}, app({ now: () => time }))
      return [headers.ETag, json.workspace.counts.posts]
    }
    const before = await at(now)
    expect(await at(scheduled - 1)).toEqual(before)
    const [tag, posts] = await at(scheduled)
    expect([tag !== before[0], posts]).toEqual([true, 4])
  })
})
