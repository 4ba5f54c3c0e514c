// Links between files, to the site, and to posts that readers do not have; and what is left of these in a build.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { Memo } from '../../build/memo/memo.ts'
import { png } from '../support/picture.ts'
import { get, reader } from '../support/reading.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

const env = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' }

async function content(text: string, url: string | undefined, files: Files = {}, drafts = false) {
  place = await workspace(
    {
      'blog/workspace.yml': url === undefined ? 'name: Blog\n' : `url: "${url}"\n`,
      'blog/posts/hello.md': postFile({}, text),
      'blog/posts/old/größe.md': postFile(
        { publishedAt: '2025-01-02T23:30:00-05:00', category: 'essays' },
        '# b\n',
      ),
      ...files,
    },
    { env },
  )
  const { problems } = await place.build({ drafts })
  const codes = problems.map(({ code }) => code)
  const { post } = await get(place, 'blog/posts/hello?format=html').catch(() => ({ post: undefined }))
  return { codes, html: post?.content }
}

describe('a link to an address on the site', () => {
  /** What is told of links in a post, by the address in each. */
  async function told(url: string, addresses: readonly string[], files: Files = {}) {
    place = await workspace(
      {
        'blog/workspace.yml': `url: "${url}"\n`,
        'blog/posts/hello.md': postFile(
          { publishedAt: '2025-03-31' },
          '[a](https://a.org/) and [b](#b)\n\n# b\n',
        ),
        'blog/posts/größe.md': postFile({ publishedAt: '2100-02-01', aliases: '[earlier, /Old/Path.html]' }),
        'blog/posts/draft.md': postFile({ status: 'draft' }).replace(/publishedAt:.*\n/, ''),
        'blog/posts/links.md': postFile({}, addresses.map((address) => `[x](${address})\n`).join('\n')),
        ...files,
      },
      { env },
    )
    const { problems } = await place.build()
    expect(problems.every(({ code, severity }) => `${code} ${severity}` === 'dangling-link warning')).toBe(
      true,
    )
    return problems.map(({ message, hint }) => [
      /"(.*)" leads to no post/.exec(message)![1],
      /mean the post "(.*)"/.exec(hint)?.[1],
    ])
  }

  test.each([
    ['https://example.org/posts/{slug}', '/posts/'],
    ['https://example.org/posts/', '/posts/'],
    ['https://example.org/en/{category}/{slug}/', '/en/news/'],
    ['https://example.org/{year}/{month}/{slug}', '/2025/03/'],
    ['https://example.org/{year}-{month}-{day}-{slug}.html', '/2025-03-31-'],
  ])('is a warning by %s if no post or alias has it', async (url, start) => {
    const end = url.endsWith('.html') ? '.html' : ''
    const at = (slug: string) => `${start}${slug}${end}`
    expect(
      await told(url, [
        ...['hello', 'draft'].map(at),
        ...[`${at('hello')}?a=1#b`, `https://example.org${at('hello')}/`, '/Old/Path.html', '/about', '/'],
        ...[
          at('nothing'),
          `https://EXAMPLE.org${at('nothing')}#a`,
          `//example.org${at('none')}/`,
          at('helo'),
        ],
        ...[
          `https://example.com${at('nothing')}`,
          `http://[x${at('nothing')}`,
          `${at('a/b')}`,
          at('2'),
          at('feed.xml'),
        ],
        ...['/posts', '/2025/03', '/2025/03/', '/en/news'],
      ]),
    ).toEqual([
      [at('nothing'), undefined],
      [`https://EXAMPLE.org${at('nothing')}#a`, undefined],
      [at('helo'), 'hello'],
    ])
  })

  test('is a warning if only its date or its category is that of no post', async () => {
    expect(
      await told('https://example.org/{year}/{slug}', ['/2025/hello', '/2026/hello', '/2100/earlier']),
    ).toEqual([['/2026/hello', 'hello']])
    place.remove()
    expect(
      await told('https://example.org/{category}/{slug}', [
        '/news/gr%C3%B6%C3%9Fe',
        '/essays/größe',
        '/shop/cart',
      ]),
    ).toEqual([['/essays/größe', 'größe']])
  })

  test('is a warning without anything in front of slugs if it is close to one', async () => {
    expect(
      await told('https://example.org/{slug}', [
        '/about',
        '/helo',
        '/HELLO',
        '/größe/',
        '/große',
        '/earlier',
        '/x/helo',
      ]),
    ).toEqual([
      ['/helo', 'hello'],
      ['/HELLO', 'hello'],
      ['/große', 'größe'],
    ])
  })

  test('is none where posts have no paths of their own, or no known ones', async () => {
    expect(await told('https://example.org/posts?p={slug}', ['/posts?p=helo', '/posts/helo'])).toEqual([])
    place.remove()
    expect(await told('', ['/posts/helo'], { 'blog/workspace.yml': 'name: Blog\n' })).toEqual([])
  })

  test('is told in the same way by builds that know the posts', async () => {
    const files = { 'blog/posts/links.md': postFile({}, '[x](https://example.org/posts/other)\n') }
    await told('https://example.org/posts/{slug}', [], files)
    const codes = async () => {
      const cache = new Memo(join(place.out, 'cache'))
      try {
        return (await place.build({ memo: cache })).problems.map(({ code }) => code)
      } finally {
        cache.close()
      }
    }
    expect([await codes(), await codes()]).toEqual([['dangling-link'], ['dangling-link']])
    place.write({ 'blog/posts/other.md': postFile() })
    expect(await codes()).toEqual([])
  })
})

describe('a link to the file of another post', () => {
  test.each([
    ['https://example.org/blog/{slug}', 'https://example.org/blog/gr%C3%B6%C3%9Fe'],
    ['https://example.org/blog/', 'https://example.org/blog/gr%C3%B6%C3%9Fe'],
    [
      'https://example.org/{category}/{year}/{month}/{day}/{slug}.html',
      'https://example.org/essays/2025/01/03/gr%C3%B6%C3%9Fe.html',
    ],
  ])('becomes its address by %s', async (url, address) => {
    const { codes, html } = await content('[*x*](old/größe.md?a=1#b "t")\n', url)
    expect(codes).toEqual([])
    expect(html).toBe(`<p><a href="${address}?a=1#b" title="t"><em>x</em></a></p>\n`)
  })

  test('keeps HTML characters after its path, escaped', async () => {
    const { html } = await content(`<a href='old/größe.md?a="<&amp;>#b'>x</a>\n`, 'https://x.org')
    expect(html).toBe('<p><a href="https://x.org/gr%C3%B6%C3%9Fe?a=&quot;&lt;&amp;&gt;#b">x</a></p>\n')
  })

  test('or to a page is as written, if readers do not follow it', async () => {
    const { codes, html } = await content(
      '<q cite="/a">a</q> <q cite="../../../b">b</q> <a href=" /c?d ">c</a> <img width="15" src="flat,1.png">\n',
      'https://x.org/{slug}',
      { 'blog/posts/flat,1.png': png(1_000, 1) },
    )
    expect(codes).toEqual([])
    expect(html!.replace(/flat[^"]*\.png/, 'flat.png')).toBe(
      '<p><q cite="/a">a</q> <q cite="../../../b">b</q> <a href="https://x.org/c?d">c</a> ' +
        '<img width="15" src="https://api.example.org/media/flat.png" height="1" loading="lazy" /></p>\n',
    )
  })

  test('leads to the anchor that is meant', async () => {
    const { html } = await content(
      '[a](other.md#here) [b](other.md?x#there) [c](hello.md#here)\n',
      'https://x.org',
      {
        'blog/posts/other.md': postFile({}, '# There\n\n<p id="here">x</p><p id="there">x</p>\n'),
      },
    )
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'https://x.org/other#user-content-here',
      'https://x.org/other?x#there',
      'https://x.org/hello#here',
    ])
  })

  test.each([
    ['old/a-great-size.md', 'posts/2025-06-01-size-of-a-great-thing.md'],
    ['../archive/thing-of-great-sise.md', 'posts/2025-06-01-size-of-a-great-thing.md'],
    ['old/thing-that-is-small.md', undefined],
    ['old/thing-of-great-size.png', undefined],
    ['old/2025-06-01-1234567890.md', undefined],
    [`old/${'size'.repeat(20_000)}.md`, undefined],
  ])('%s that leads nowhere was meant to be %s', async (href, meant) => {
    const files = { 'blog/posts/2025-06-01-size-of-a-great-thing.md': postFile({ title: 'Other' }) }
    await content(`[x](${href})\n`, 'https://example.org', files)
    const { problems } = await place.build()
    const hints = problems.map(({ hint }) => hint)
    expect(hints).toEqual([
      meant ? `Did you mean the file ${meant}?` : expect.not.stringMatching(/Did you mean/),
    ])
  })

  test.each([
    ['oars', 'Did you mean "2026-10-01-oars.md"?'],
    ['../oars/', 'Did you mean "2026-10-01-oars.md"?'],
    ['oars.html', 'Did you mean "2026-10-01-oars.md"?'],
    ['old-oars.md', 'Did you mean "2026-10-01-oars.md"?'],
    ['sub/oars.md', 'Did you mean "2026-10-01-oars.md"?'],
    ['www.example.org', 'Write https://www.example.org.'],
    ['example.org/a', 'Write https://example.org/a.'],
    ['{{page.url}}', 'Write the address itself.'],
    ['../../other/posts/a.md', 'Write its full URL, such as https://example.org/page.'],
    ['.\\in\\no.md', 'Write / between folders.'],
    ['..\\posts\\no.md#a', 'Write / between folders.'],
    ['in%5Cno.md', 'Write / between folders.'],
  ])('%s that leads nowhere gets the hint: %s', async (href, hint) => {
    const files = { 'blog/posts/2026-10-01-oars.md': postFile({ aliases: '[old-oars]' }) }
    await content(`[x](${href})\n`, 'https://example.org', files)
    const { problems } = await place.build()
    expect(problems.map((problem) => problem.hint)).toEqual([hint])
  })

  test('is an error if there is no such file, or no URL pattern', async () => {
    expect((await content('[x](old/none.md)\n', 'https://example.org')).codes).toEqual(['dangling-link'])
    place.remove()
    expect((await content('[x](old/größe.md)\n', undefined)).codes).toEqual(['no-url'])
  })

  test('without a URL pattern names the file that has to have one, and says if that is missing', async () => {
    const told = async () => {
      const { problems } = await place.build()
      return problems.map(({ message, hint }) => `${message.replace(`${place.dir}/`, '')} ${hint}`)
    }
    await content('[x](old/größe.md)\n', undefined)
    const message = 'blog/workspace.yml does not say where posts are shown.'
    const line = 'url: https://example.org/blog/{slug}'
    place.write({ 'blog/workspace.yml': 'name: Blog\n' })
    expect(await told()).toEqual([`${message} Add ${line} to it.`])
    rmSync(join(place.dir, 'blog/workspace.yml'))
    expect(await told()).toEqual([`${message} There is no such file yet: create it with ${line}.`])
  })
})

describe('a path from the root', () => {
  test('belongs to the site, if its URL is known', async () => {
    const text = '[x](/about) ![y](/img/y.png)\n'
    expect((await content(text, 'https://example.org/blog/{slug}')).html).toBe(
      '<p><a href="https://example.org/about">x</a> <img src="https://example.org/img/y.png" alt="y" /></p>\n',
    )
    place.remove()
    expect((await content(text, undefined)).html).toBe(
      '<p><a href="/about">x</a> <img src="/img/y.png" alt="y" /></p>\n',
    )
  })

  test('cannot be a cover if the URL of the site is not known', async () => {
    const cover = { 'blog/posts/c.md': postFile({ coverImage: '/c.png' }) }
    expect((await content('x\n', undefined, cover)).codes).toEqual(['no-url'])
    place.remove()
    expect((await content('x\n', 'https://example.org', cover)).codes).toEqual([])
    const { post } = await get(place, 'blog/posts/c')
    expect(post.coverImage).toBe('https://example.org/c.png')
  })
})

describe('what leads nowhere, with broken: warn', () => {
  const text =
    '[*a*](none.md) <a href="none.md" title="t"><b>b</b></a> ![c](none.png "t") [d](../../../x.md) [e](good.md)\n\n' +
    '<img src="later.md" srcset="none.png 1x, map.png 2x" alt="f"><video src="none.mp4" poster="map.png"></video> ![g](draft.md)\n'
  const files = {
    'blog/workspace.yml': 'url: https://example.org\nbroken: warn\n',
    'blog/posts/hello.md': postFile({ coverImage: 'none.jpg' }, text),
    'blog/posts/good.md': postFile(),
    'blog/posts/later.md': postFile({ publishedAt: '2035-01-01' }),
    'blog/posts/draft.md': postFile({ status: 'draft' }),
    'blog/posts/map.png': png(),
  }

  test('is a warning, and left out of the HTML', async () => {
    const { codes, html } = await content('', undefined, files)
    expect([...new Set(codes)].sort()).toEqual(['dangling-link', 'missing-file', 'outside-path'])
    expect(html).toContain(
      '<p><em>a</em> <b>b</b> <img alt="c" title="t" /> d <a href="https://example.org/good">e</a></p>',
    )
    expect(html).toMatch(/<img alt="f" \/><video poster="https:[^"]*"><\/video> <img alt="g" \/>/)
    const { post } = await get(place, 'blog/posts/hello')
    expect(post.coverImage).toBe('')
  })

  test('reveals neither drafts nor what appears later', async () => {
    await content('', undefined, files)
    const { get, close } = reader(place, Date.UTC(2030, 0))
    const { post } = await get('blog/posts/hello?format=markdown')
    close()
    expect(post.content).toContain('[*a*](none.md)')
    expect(post.content).not.toMatch(/later|draft/)
  })

  test('is an error without it', async () => {
    await content('', undefined, { ...files, 'blog/workspace.yml': 'url: https://example.org\n' })
    const { problems, written } = await place.build()
    expect(written).toBe(false)
    expect(problems.filter(({ severity }) => severity === 'warning')).toEqual([])
  })
})

describe('a link to a draft', () => {
  const text =
    'Before [the *words*](zanzibar-draft.md "zanzibar-title") and [more][m].\n\n[m]: <zanzibar-draft.md#x>\n'
  const files = {
    'blog/posts/zanzibar-draft.md': postFile({ status: 'draft' }, '![x](zanzibar.png)\n'),
    'blog/posts/zanzibar.png': png(),
  }

  test('is text if drafts are left out, and nothing reveals the draft or its images', async () => {
    const { codes, html } = await content(text, 'https://example.org', files)
    expect(codes).toEqual(['draft-link', 'draft-link'])
    expect(html).toBe('<p>Before the <em>words</em> and more.</p>\n')
    for (const name of readdirSync(place.out, { recursive: true, encoding: 'utf8' })) {
      const path = join(place.out, name)
      expect(name).not.toContain('zanzibar')
      if (statSync(path).isFile()) expect(readFileSync(path, 'latin1')).not.toContain('zanzibar')
    }
  })

  test('leads to it if drafts are shown', async () => {
    const { html } = await content(text, 'https://example.org', files, true)
    expect(html).toContain('<a href="https://example.org/zanzibar-draft" title="zanzibar-title">')
    expect(readdirSync(join(place.out, 'public/media'))).toHaveLength(1)
  })
})

describe('a link to a post that appears later', () => {
  const later = Date.UTC(2026, 5, 8)
  const next = Date.UTC(2026, 5, 9, 8, 30)
  const files = {
    'blog/posts/hello.md': postFile(
      {},
      '# A [walrus *here*](zanzibar.md "zebra")\n\nMore [of it][z] and [next](zulu.md#x) and `[z](zanzibar.md)`.\n\n' +
        '> <q cite="zulu.md">Said</q> <a href="zanzibar.md"><b>who</b></a>\n\n[z]: zanzibar.md\n',
    ),
    'blog/posts/zanzibar.md': postFile({ publishedAt: '2026-06-08', category: 'zeal' }, '[back](hello.md)\n'),
    'blog/posts/zulu.md': postFile({ publishedAt: '2026-06-09T08:30:00Z' }, '# x\n\n[same](zig.md)\n'),
    'blog/posts/zig.md': postFile({ publishedAt: '2026-06-09T08:30:00Z' }, '[same](zulu.md)\n'),
  }
  const site = 'https://example.org/{category}/{year}/{slug}'
  const at = async (now: number, path: string) => {
    const { get, close } = reader(place, now)
    const { post } = await get(`blog/posts/${path}`)
    close()
    return post.content
  }

  test('is not revealed by what stands behind the language of a fence', async () => {
    const text =
      '```js from="zanzibar.md" {1}\nx\n```\n\nx[^1]\n\n[^1]: [y](zanzibar.md)\n  and [z](zulu.md)\n'
    await content('', site, { ...files, 'blog/posts/hello.md': postFile({}, text) })
    const early = await at(later - 1, 'hello')
    expect(early).toContain('<code class="language-js">')
    expect(early + (await at(later - 1, 'hello?format=markdown'))).not.toMatch(/zanzibar|zulu/)
    expect(await at(next, 'hello')).toContain('data-meta="from=&quot;zanzibar.md&quot; {1}"')
  })

  test('is a warning', async () => {
    const { codes } = await content('', site, files)
    expect(codes).toEqual(Array(5).fill('later-link'))
  })

  test('is plain text until then, in every format', async () => {
    await content('', site, files)
    const html = await at(later - 1, 'hello')
    expect(html).toBe(
      '<h1 id="a-walrus-here">A walrus <em>here</em></h1>\n' +
        '<p>More of it and next and <code>[z](zanzibar.md)</code>.</p>\n' +
        '<blockquote>\n<p><q>Said</q> <b>who</b></p>\n</blockquote>\n',
    )
    expect(await at(later - 1, 'hello?format=markdown')).toBe(
      '# A walrus *here*\n\nMore of it and next and `[z](zanzibar.md)`.\n\n> <q>Said</q> <b>who</b>\n\n',
    )
    const text = await at(later - 1, 'hello?format=text')
    expect(text).toBe('A walrus here\n\nMore of it and next and [z](zanzibar.md).\n\nSaid who')
    expect(await at(next, 'hello?format=text')).toBe(text)
  })

  test('is a link from its second on, each on its own', async () => {
    await content('', site, files)
    const first = await at(later, 'hello')
    expect(first).toContain(
      'A <a href="https://example.org/zeal/2026/zanzibar" title="zebra">walrus <em>here</em></a>',
    )
    expect(first).toContain('<a href="https://example.org/zeal/2026/zanzibar"><b>who</b></a>')
    expect(first).not.toContain('zulu')
    expect(await at(later, 'hello?format=markdown')).toBe(
      files['blog/posts/hello.md']
        .split('---\n')[2]!
        .replace('[next](zulu.md#x)', 'next')
        .replace(' cite="zulu.md"', ''),
    )
    const all = await at(next, 'hello')
    expect(all).toContain('<a href="https://example.org/news/2026/zulu#x">next</a>')
    expect(all).toContain('<q cite="https://example.org/news/2026/zulu">Said</q>')
    expect(await at(next, 'hello?format=markdown')).toBe(files['blog/posts/hello.md'].split('---\n')[2])
  })

  test('of the same second is a link, as is every one in a build with drafts', async () => {
    await content('', site, files)
    expect(await at(next, 'zulu')).toContain('<a href="https://example.org/news/2026/zig">same</a>')
    place.remove()
    await content('', site, files, true)
    expect(await at(later - 1, 'hello')).toContain('<a href="https://example.org/news/2026/zulu#x">next</a>')
  })
})

test('whatever names the file of a draft is left out', async () => {
  const text =
    '<q cite="zanzibar.md" lang="en">a</q> <img src="x.png" longdesc="zanzibar.md" alt="b">\n\n' +
    '<map><area href=\'zanzibar.md\'></map>\n\n[unused]: zanzibar.md "zebra"\n'
  const files = { 'blog/posts/zanzibar.md': postFile({ status: 'draft' }), 'blog/posts/x.png': png() }
  for (const html of ['safe', 'trusted']) {
    const settings = { 'blog/workspace.yml': `url: https://example.org\nhtml: ${html}\n` }
    await content(text, undefined, { ...files, ...settings })
    for (const path of ['hello', 'hello?format=markdown'])
      expect(JSON.stringify(await get(place, `blog/posts/${path}`))).not.toMatch(/zanzibar|zebra/)
    place.remove()
  }
})
