// Images that fit: what of posts offers them in several widths, and that nothing else changes.
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { Memo } from '../../build/memo/memo.ts'
import { imageSettings } from '../../build/schema/images.ts'
import { blocksOf } from '../documents/blocks.ts'
import { read } from '../documents/guide.ts'
import { avif, jpeg, png, tiff, webp } from '../support/picture.ts'
import { get, reader } from '../support/reading.ts'
import { parsedSrcset } from '../support/srcset.ts'
import { complaintsAbout } from '../support/validate.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

const api = 'https://api.example.org'
const env = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: `${api}/` }
const ON_VERCEL = '/_vercel/image?url={path}&w={width}&q=75'
const settings = (widths = '[480, 960, 1600]', url = ON_VERCEL, more = '') =>
  `images: { widths: ${widths}, url: '${url}'${more} }\n`

async function built(text: string, files: Files = {}, front: Record<string, string> = {}, variables = env) {
  place = await workspace(
    { 'blog/workspace.yml': settings(), 'blog/posts/hello.md': postFile(front, text), ...files },
    { env: variables },
  )
  const { problems } = await place.build()
  expect(problems).toEqual([])
}

const hello = async (query = '') => (await get(place, `blog/posts/hello${query}`)).post
const nameOf = (start: string) =>
  readdirSync(join(place.out, 'public/media')).find((name) => name.startsWith(start))!
const decoded = (html: string) => html.replaceAll('&amp;', '&')

/** The candidates of each image of the post, as `width path`. */
async function offered(): Promise<string[][]> {
  const { content } = await hello()
  return [...content.matchAll(/<img [^>]*>/g)].map(([tag]) => {
    const [, srcset] = / srcset="([^"]*)"/.exec(tag) ?? []
    return parsedSrcset(decoded(srcset ?? '')).map(({ url, width }) => `${width} ${new URL(url).pathname}`)
  })
}

describe('an image of the workspace', () => {
  test('is offered in the widths that fit, with the addresses of what makes it smaller', async () => {
    await built('![A "quay"](quay.png)\n', { 'blog/posts/quay.png': png(4000, 2) })
    const name = nameOf('quay')
    const at = (width: number) => `${api}/_vercel/image?url=/media/${name}&amp;w=${width}&amp;q=75 ${width}w`
    expect((await hello()).content).toBe(
      `<p><img src="${api}/media/${name}" alt="A &quot;quay&quot;" width="4000" height="2" loading="lazy"` +
        ` srcset="${at(480)}, ${at(960)}, ${at(1600)}" sizes="(min-width: 48rem) 45rem, 100vw" /></p>\n`,
    )
  })

  test('is never asked for wider than it is: then it is the last itself, unless it has one of the widths', async () => {
    const widths = [1, 479, 480, 481, 960, 1599, 1600, 1601]
    const files = Object.fromEntries(widths.map((width) => [`blog/posts/i${width}.png`, png(width, 1)]))
    await built(widths.map((width) => `![](i${width}.png)\n`).join('\n'), files)
    const made = (...all: number[]) => all.map((width) => `${width} /_vercel/image`)
    expect(await offered()).toEqual([
      [],
      [],
      made(480),
      [...made(480), `481 /media/${nameOf('i481')}`],
      made(480, 960),
      [...made(480, 960), `1599 /media/${nameOf('i1599')}`],
      made(480, 960, 1600),
      made(480, 960, 1600),
    ])
  })

  test('may be a PNG, a JPEG, a WebP or an AVIF, and has the width in which it is displayed', async () => {
    const files = {
      'blog/posts/a.png': png(500, 600),
      'blog/posts/b.jpg': jpeg(500, 600, tiff(6)),
      'blog/posts/c.JPEG': jpeg(600, 500, tiff(1)),
      'blog/posts/d.webp': webp(480, 500, tiff(8)),
      'blog/posts/e.avif': avif(500, 600, [['irot', 1]]),
      'blog/posts/f.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="500"></svg>',
      'blog/posts/g.gif': Buffer.from('GIF89a\x58\x02\xf4\x01\0\0\0', 'latin1'),
    }
    const names = Object.keys(files).map((path) => path.slice('blog/posts/'.length))
    await built(names.map((name) => `![](${name})\n`).join('\n'), files)
    const widths = (await offered()).map((all) => all.map((one) => Number.parseInt(one, 10)))
    expect(widths).toEqual([[480, 500], [480, 600], [480, 600], [480], [480, 600], [], []])
  })

  test('is one wherever it stands: in a link, by reference, in HTML and in a table', async () => {
    await built(
      '[![a](quay.png)](https://example.org) ![b][q]\n\n| ![c](quay.png) |\n|---|\n\n<figure><img src="quay.png"></figure>\n\n[q]: quay.png\n',
      { 'blog/posts/quay.png': png(500, 2) },
    )
    expect((await offered()).map((all) => all.length)).toEqual([2, 2, 2, 2])
  })

  test('stays as it is in a <picture>, or with a srcset; its own sizes are kept', async () => {
    const text = [
      '<picture><source srcset="quay.png"><img src="quay.png"></picture>',
      '<picture title="x"><img src="quay.png"></picture>',
      '<picture><picture><img src="quay.png"></picture><img src="quay.png"></picture>',
      '<img src="quay.png" srcset="quay.png 500w" sizes="50vw">',
      '</picture><img src="quay.png" sizes="50vw">',
    ]
    for (const html of ['safe', 'trusted']) {
      await built(text.join('\n\n'), {
        'blog/posts/quay.png': png(500, 2),
        'blog/workspace.yml': `${settings()}html: ${html}\nbroken: warn\n`,
      })
      const { content } = await hello()
      const images: string[] = content.match(/<img [^>]*>/g)
      expect(images.map((tag) => tag.includes('_vercel'))).toEqual([false, false, false, false, false, true])
      expect(images.at(-1)).toMatch(/sizes="50vw" width="500" height="2" loading="lazy" srcset="[^"]*" \/>$/)
      place.remove()
    }
  })

  test('of another site stays as it is', async () => {
    await built('![](https://example.org/a.png) ![](/a.png) <img src="data:image/png;base64,AA">\n', {
      'blog/workspace.yml': `${settings()}url: https://example.org/{slug}\nhtml: trusted\n`,
    })
    expect(await offered()).toEqual([[], [], []])
  })

  test('is shown as wide as the settings say, in widths in any order', async () => {
    await built('![](quay.png)\n', {
      'blog/posts/quay.png': png(500, 2),
      'blog/workspace.yml': settings(
        '[500, 100, 500]',
        ON_VERCEL,
        ', sizes: "(width < 9em) 50vw, min(10rem, 9px)"',
      ),
    })
    expect(await offered()).toEqual([['100 /_vercel/image', '500 /_vercel/image']])
    expect((await hello()).content).toContain(' sizes="(width &lt; 9em) 50vw, min(10rem, 9px)" />')
  })
})

describe('a cover', () => {
  const cover = async () => (await hello('?include=cover')).cover

  test('has a srcset, as the contract describes it', async () => {
    await built(
      'Hello.\n',
      { 'blog/posts/quay.png': png(700, 3) },
      { coverImage: 'quay.png', coverAlt: 'A quay' },
    )
    const name = nameOf('quay')
    const reading = reader(place)
    const reply = await reading.ask('blog/posts/hello?include=cover')
    reading.close()
    const text = await reply.text()
    const observed = { status: 200, headers: Object.fromEntries(reply.headers), text }
    expect(complaintsAbout('GET', '/v1/blog/posts/hello?include=cover', observed)).toEqual([])
    expect(JSON.parse(text).post.cover).toEqual({
      url: `${api}/media/${name}`,
      width: 700,
      height: 3,
      alt: 'A quay',
      srcset: `${api}/_vercel/image?url=/media/${name}&w=480&q=75 480w, ${api}/media/${name} 700w`,
    })
  })

  test('that is the default one has one as well', async () => {
    await built('Hello.\n', {
      'blog/quay.png': png(480, 3),
      'blog/workspace.yml': `${settings()}defaults: { coverImage: quay.png }\n`,
    })
    expect(parsedSrcset((await cover()).srcset)).toHaveLength(1)
  })

  test('that is small, an SVG or elsewhere has none', async () => {
    for (const coverImage of ['small.png', 'a.svg', 'https://example.org/quay.png']) {
      await built(
        '![](small.png) ![](a.svg)\n',
        {
          'blog/posts/small.png': png(479, 2),
          'blog/posts/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="500"></svg>',
        },
        { coverImage },
      )
      expect(Object.keys(await cover())).toEqual(['url', 'width', 'height', 'alt'])
      place.remove()
    }
  })
})

const paths = [
  'blog/posts/hello?format=markdown',
  'blog/posts/hello?format=text',
  'blog/posts/hello?include=reading,headings,jsonld,descriptionIsExcerpt&select=title,description,coverImage,authors',
  'blog/posts?query=quay&highlight=true&select=slug',
  'blog/search-index.json',
]

describe('nothing else changes', () => {
  const files = {
    'blog/posts/quay.png': png(700, 3),
    'blog/authors/ada.yml': 'name: Ada\nimage: ../posts/quay.png\n',
  }
  const text = '# A quay\n\nThe ![quay](quay.png) of <img src="quay.png" alt="the port">.\n'
  const front = { coverImage: 'quay.png' }

  async function replies(first: string, variables = env) {
    await built(
      text,
      { ...files, 'blog/workspace.yml': `${first}url: https://example.org/{slug}\n` },
      front,
      variables,
    )
    const reading = reader(place)
    const all = await Promise.all(paths.map(async (path) => (await reading.ask(path)).text()))
    const [html, feed] = await Promise.all(
      ['blog/posts?include=cover', 'blog/feed.xml'].map(async (path) => (await reading.ask(path)).text()),
    )
    reading.close()
    place.remove()
    return { all, html: html!, feed: feed! }
  }

  test('neither markdown nor text, nor what is searched, nor what search engines read', async () => {
    const [without, fitting] = [await replies(''), await replies(settings())]
    expect(fitting.all).toEqual(without.all)
    expect([without.html.includes('srcset'), fitting.html.includes('srcset')]).toEqual([false, true])
    // Feed readers get whole addresses.
    const [, srcset = ''] = / srcset="([^"]*)"/.exec(fitting.feed.replaceAll('&quot;', '"')) ?? []
    expect(parsedSrcset(decoded(decoded(srcset))).map(({ url }) => new URL(url).origin)).toEqual([api, api])
  })

  test.each([
    ['http://localhost:3000'],
    ['http://127.0.0.1'],
    ['https://api.localhost/x'],
    ['http://[::1]:80'],
  ])('in a build for %s', async (BASE_URL) => {
    const variables = { ...env, BASE_URL }
    expect(await replies(settings(), variables)).toEqual(await replies('', variables))
  })

  test('where the address is that of a development server, and on its desk', async () => {
    place = await workspace({
      'blog/workspace.yml': settings(),
      'blog/posts/hello.md': postFile(front, text),
      ...files,
    })
    await place.build({ baseUrl: 'http://192.168.0.9:3000' })
    expect(await hello('?include=cover')).not.toHaveProperty('cover.srcset')
    place.write({ 'blog/posts/draft.md': postFile({ title: 'Draft', status: 'draft' }) })
    const { desk } = await place.build({ env, desk: true })
    expect((await hello('?include=cover')).cover.srcset).toContain('480w')
    expect(desk!.data).toBe('desk/data')
    const { post } = await get({ out: join(place.out, 'desk') }, 'blog/posts/hello?include=cover')
    expect(JSON.stringify(post)).not.toContain('srcset')
  })
})

test('a later build takes over what does not depend on the widths, and nothing that does', async () => {
  place = await workspace(
    {
      'blog/workspace.yml': settings(),
      'blog/posts/hello.md': postFile({}, '![](quay.png)\n'),
      'blog/posts/cover.md': postFile({ coverImage: 'quay.png' }),
      'blog/posts/plain.md': postFile(),
      'blog/posts/quay.png': png(700, 3),
    },
    { env },
  )
  mkdirSync(join(place.dir, '../cache'))
  const seen = new Set<string>()
  const tags: Record<string, Set<string | null>> = { hello: new Set(), cover: new Set(), plain: new Set() }
  const all = [
    settings('[480]'),
    settings('[320]'),
    settings('[320]', ON_VERCEL, ', sizes: 50vw'),
    settings('[320]', 'https://img.example.org/{width}/{name}', ', sizes: 50vw'),
    '',
  ]
  for (const text of all) {
    place.write({ 'blog/workspace.yml': text })
    const memo = new Memo(join(place.dir, '../cache'))
    const { cached } = await place.build({ memo })
    memo.close()
    if (seen.size > 0) expect(cached!.files).toMatchObject({ taken: 3, compiled: 0 })
    const reading = reader(place)
    for (const [slug, own] of Object.entries(tags)) {
      own.add((await reading.ask(`blog/posts/${slug}?include=cover`)).headers.get('etag'))
    }
    seen.add((await hello()).content)
    reading.close()
  }
  expect(seen.size).toBe(all.length)
  // How wide a page shows a cover is its own affair.
  expect(Object.values(tags).map(({ size }) => size)).toEqual([5, 4, 1])
})

describe('the services in docs/content.md', () => {
  const page = read('docs/content.md')
  const [, section = ''] = page.split('### Images that fit\n')
  const patterns = [...section.matchAll(/^\| \[?([\w ]*\w)[^|]*\| `([^`]*\{width\}[^`]*)` \|/gm)].map(
    ([, service = '', url = '']) => [service, url] as const,
  )
  const EXPECTED: Record<string, (name: string) => string> = {
    Vercel: (name) => `${api}/_vercel/image?url=/media/${name}&w=480&q=75`,
    Cloudflare: (name) =>
      `${api}/cdn-cgi/image/width=480,fit=scale-down,format=auto,onerror=redirect/media/${name}`,
    Netlify: (name) =>
      `https://www.example.org/.netlify/images?url=https%3A%2F%2Fapi.example.org%2Fmedia%2F${name}&w=480`,
    imgproxy: (name) =>
      `https://img.example.org/unsafe/rs:fit:480/plain/https%3A%2F%2Fapi.example.org%2Fmedia%2F${name}`,
    'a service of your own': (name) => `https://img.example.org/480/${name}`,
  }

  test('are all tried here', () => {
    expect(patterns.map(([service]) => service)).toEqual(Object.keys(EXPECTED))
  })

  test.each(patterns)('%s is asked as it documents', async (service, url) => {
    await built('![](quay.png)\n', {
      'blog/workspace.yml': settings('[480]', url),
      'blog/posts/quay.png': png(480, 3),
    })
    const [, srcset = ''] = / srcset="([^"]*)"/.exec((await hello()).content) ?? []
    expect(parsedSrcset(decoded(srcset))).toEqual([{ url: EXPECTED[service]!(nameOf('quay')), width: 480 }])
  })

  test('and the settings above them are those of the first', () => {
    const { text } = blocksOf(page).find(({ file }) => file === 'content/photos/workspace.yml')!
    expect(text).toContain(`url: ${patterns[0]![1]}`)
    expect(section).toContain(
      `default: \`${imageSettings.parse({ widths: ['16'], url: '/{width}{path}' }).sizes}\``,
    )
  })
})
