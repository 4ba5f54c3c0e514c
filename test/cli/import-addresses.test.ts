// Where posts were, and what becomes of `url`, of links and of times.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'
import { post, sites } from './addresses.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-addresses-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

interface Post {
  file: string
  from: string
  aliases: string[]
}

interface Imported {
  posts: (Post & { notes: string[] })[]
  notes: string[]
  /** By their paths in the workspace. */
  text(path: string): string
}

async function imported(files: Record<string, string>, ...flags: string[]): Promise<Imported> {
  const content = join(root, 'content')
  rmSync(content, { recursive: true, force: true })
  rmSync(join(root, 'site'), { recursive: true, force: true })
  writeFiles(join(root, 'site'), files)
  const from = 'export.xml' in files ? join(root, 'site/export.xml') : join(root, 'site')
  const { stdout } = await ran(['import', from, '--content', content, '--json', ...flags])
  const { workspaces, notes } = JSON.parse(stdout)
  const told = (of: { message: string }[]) => of.map(({ message }) => message)
  return {
    posts: workspaces.flatMap((one: { name: string; posts: (Post & { notes: { message: string }[] })[] }) =>
      one.posts.map((post) => ({ ...post, file: `${one.name}/${post.file}`, notes: told(post.notes) })),
    ),
    notes: told(notes),
    text: (path) => readFileSync(join(content, path), 'utf8'),
  }
}

async function checked(): Promise<string> {
  const { stdout, stderr } = await ran(['check', '--content', join(root, 'content')])
  return stdout + stderr
}

test.each(Object.entries(sites))('%s', async (_name, files) => {
  const { posts } = await imported(files)
  const is = Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => {
      const [, all] = /^is: (.*)$/m.exec(text) ?? []
      return all === undefined ? [] : [[path, JSON.parse(all)]]
    }),
  )
  expect(Object.fromEntries(posts.map(({ from, aliases }) => [from, aliases]))).toEqual(is)
  const unknown = posts.filter(({ notes }) => notes.some((note) => note.includes('address is not known')))
  expect(unknown.map(({ from }) => from)).toEqual(Object.keys(is).filter((path) => is[path].length === 0))
})

// The last file shows posts, or none does.
test.each([
  ['astro.config.mjs', 'src/content/blog', '/blog/oars', 'src/pages/blog/[...slug].astro'],
  ['astro.config.mjs', 'src/content/blog', '/blog/oars', 'src/pages/[lang]/about.astro'],
  ['next.config.js', 'posts', '/posts/oars', 'app/(site)/posts/[slug]/page.tsx'],
  ['next.config.js', 'posts', '/posts/oars', 'app/posts/page.tsx'],
  ['nuxt.config.ts', 'content/blog', '/blog/oars', 'app/pages/[...slug].vue'],
  ['nuxt.config.ts', 'content/blog', '/blog/oars', 'pages/blog/[slug]/index.vue'],
  ['nuxt.config.ts', 'content/blog', '/blog/oars', 'pages/notes/[slug].vue'],
  ['.vitepress/config.js', 'blog', '/blog/oars.html', ''],
  ['.vitepress/config.js', 'blog', '/blog/oars.html', 'rewrites'],
  ['astro.config.mjs', 'src/pages/blog', '/blog/oars', ''],
  ['next.config.js', 'pages/blog', '/blog/oars', ''],
])('with %s, that %s is shown at %s is said to be assumed, unless %s says so', async (...site) => {
  const [config, folder, address, route] = site
  const { posts } = await imported({
    [config]: `export default { ${route === 'rewrites' ? "rewrites: { 'blog/:a': ':a' }" : ''} }`,
    [`${folder}/oars.md`]: '---\ntitle: Oars\ndate: 2020-01-02\n---\nText.\n',
    ...(route.includes('/') && { [route]: '' }),
  })
  const isAssumed = /about|app\/posts\/page|notes|rewrites/.test(route)
  expect(posts[0]!.aliases).toEqual([address])
  expect(posts[0]!.notes).toEqual(
    isAssumed
      ? [
          `Its address is assumed to be ${address}, by its folder. If it is another one, correct url in workspace.yml.`,
        ]
      : [],
  )
})

test.each([
  ['docusaurus.config.js', 'blog', 'trailingSlash: *', true, 'https://example.org/blog/{slug}'],
  ['next.config.js', 'posts', 'trailingSlash: *', true, 'https://example.org/posts/{slug}'],
  ['nuxt.config.ts', 'content/blog', 'site: { trailingSlash: * }', true, 'https://example.org/blog/{slug}'],
  ['nuxt.config.js', 'content/blog', 'router: { trailingSlash: * }', true, 'https://example.org/blog/{slug}'],
  ['astro.config.mjs', 'src/content/blog', 'trailingSlash: *', 'always', 'https://example.org/blog/{slug}'],
  ['gatsby-config.js', 'posts', 'trailingSlash: *', 'always', 'https://example.org/posts/{slug}'],
])('%s with %s: %s', async (file, folder, option, on, url) => {
  for (const value of [on, on === 'always' ? 'never' : false]) {
    const config = option.replace('*', JSON.stringify(value))
    const { text } = await imported(
      {
        [file]: `export default { ${config} }`,
        [`${folder}/oars.md`]: post([], 'date: 2021-03-04', '[up](../x)'),
      },
      '--url',
      'https://example.org',
    )
    expect(text('blog/workspace.yml')).toContain(`\nurl: ${url}${value === on ? '/' : ''}\n`)
    expect(text('blog/posts/oars.md')).toContain(
      `[up](${value === on ? new URL(url).pathname.replace('%7Bslug%7D', 'x') : '/x'})`,
    )
  }
})

describe('url', () => {
  const places = [
    '/posts/{slug}/',
    '/{year}/{month}/{slug}.html',
    '/{category}/{year}/{slug}',
    '/n/{category}/{slug}/',
  ]
  const names = Array.from({ length: 20 }, (_, at) => `post-${at}`)
  /** Twenty posts, each with a link to each; so many of them have an address of their own. */
  const site = (place: string, others: number) => {
    const links = names.map((name) => `[${name}]({% post_url 2021-03-04-${name} %})`).join(' ')
    const at = (name: string, index: number) =>
      place
        .replace('{slug}', name)
        .replace('{year}', '2021')
        .replace('{month}', '03')
        .replace('{category}', `c${index % 2}`)
    return {
      '_config.yml': 'url: https://example.org/b\npermalink: none\n',
      '_layouts/x.html': '',
      ...Object.fromEntries(
        names.map((name, index) => {
          const own = index < others ? `/other-${index}/${name}/` : at(name, index)
          const front = `permalink: ${own}\ncategory: c${index % 2}`
          return [`_posts/2021-03-04-${name}.md`, post([], front, links)]
        }),
      ),
    }
  }

  test.each(places)('is %s where nine in ten posts have such an address', async (place) => {
    const { text, notes } = await imported(site(place, 2))
    expect(text('blog/workspace.yml')).toContain(`\nurl: https://example.org/b${place}\n`)
    expect(notes).toEqual([])
    expect(text('blog/posts/2021-03-04-post-0.md')).toContain('[post-19](2021-03-04-post-19.md)')
    expect(await checked()).toMatch(/^Checked \d+ files: 0 errors, 0 warnings\.$/m)
  })

  test.each(places)(
    'is a comment with %s where fewer have one, and links are whole addresses',
    async (place) => {
      const { text, notes } = await imported(site(place, 3))
      const settings = text('blog/workspace.yml')
      expect(settings).toMatch(/^# This gives the addresses of 17 of 20 posts/)
      expect(settings).toContain(`\n# url: https://example.org/b${place}\n`)
      expect(settings).not.toMatch(/^url:/m)
      expect(notes).toEqual([expect.stringContaining('gives the addresses of 17 of 20 posts')])
      expect(text('blog/posts/2021-03-04-post-9.md')).toContain(
        '[post-0](https://example.org/b/other-0/post-0/)',
      )
      expect(await checked()).toMatch(/^Checked \d+ files: 0 errors, 0 warnings\.$/m)
    },
  )

  test('is not told where no address is known; links lead by slugs, which is said', async () => {
    const { text, posts } = await imported(
      {
        ...sites['Eleventy, a filter of its own'],
        'src/blog/2021-03-05-own.md': post([], '', '[a](2021-03-04-oars.md) ![b](/b.png)'),
      },
      '--url',
      'https://example.org',
    )
    expect(text('blog/workspace.yml')).not.toContain('url:')
    expect(text('blog/posts/2021-03-05-own.md')).toContain(
      '[a](https://example.org/oars) ![b](https://example.org/b.png)',
    )
    expect(posts.find(({ from }) => from.includes('own'))!.notes).toContain(
      'A link leads to /oars, since the address of src/blog/2021-03-04-oars.md is not known.',
    )
    expect(await checked()).toMatch(/ 0 errors/)
  })
})

test('entities in names and titles of WordPress are what they stand for', async () => {
  const twice = (text: string) => `<![CDATA[${text}]]>`
  const item = `<item><title>${twice('Salt &amp; Pepper &#8211; a cook&#8217;s <em>&lt;notes&gt;</em> &amp;amp;')}</title>
<link>https://example.org/salt/</link><dc:creator>ada</dc:creator><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>
<wp:post_date_gmt>2020-01-05 15:00:00</wp:post_date_gmt><wp:post_name>salt</wp:post_name>
<excerpt:encoded>${twice('<p>One&hellip;</p><p>&ldquo;Two&rdquo;</p>')}</excerpt:encoded><content:encoded>${twice('Text.')}</content:encoded>
<category domain="category" nicename="food-drink">${twice('Food &amp; Drink')}</category>
<category domain="post_tag" nicename="r-d">${twice('R&amp;D')}</category></item>`
  const { text } = await imported({
    'export.xml': `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>A &amp;amp; B</title><wp:base_blog_url>https://example.org</wp:base_blog_url>
<wp:author><wp:author_login>ada</wp:author_login><wp:author_display_name>${twice('Ada &amp; Co')}</wp:author_display_name></wp:author>${item}</channel></rss>`,
  })
  const front = text('blog/posts/salt.md')
  expect(front).toContain('\ntitle: Salt & Pepper – a cook’s <notes> &amp;\n')
  expect(front).toContain('\ndescription: One… “Two”\n')
  expect(text('blog/categories.yml')).toContain('food-drink:\n  name: Food & Drink\n')
  expect(text('blog/tags.yml')).toContain('r-d:\n  name: R&D\n')
  expect(text('blog/authors/ada.yml')).toContain('name: Ada & Co\n')
  expect(text('blog/workspace.yml')).toContain('name: A & B\n')
})

test('times: unquoted ones without a zone are of UTC in Jekyll only; what is none is told, and its day stays', async () => {
  const times: [written: string, ofJekyll: string, ofHugo: string, told?: RegExp | undefined][] = [
    ['2021-07-05 00:10:00', '2021-07-05T00:10:00Z', '2021-07-05T00:10:00-04:00'],
    ['2021-07-05T00:10:00.5', '2021-07-05T00:10:00Z', '2021-07-05T00:10:00-04:00'],
    ['"2021-07-05 00:10:00"', '2021-07-05T00:10:00-04:00', '2021-07-05T00:10:00-04:00'],
    ['2021-07-05 00:10', '2021-07-05T00:10:00-04:00', '2021-07-05T00:10:00-04:00'],
    ['2021-07-05 00:10:00 +0900', '2021-07-05T00:10:00+09:00', '2021-07-05T00:10:00+09:00'],
    ['2021-07-05 00:10 Asia/Tokyo', '2021-07-05T00:10:00+09:00', '2021-07-05T00:10:00+09:00'],
    ['2021-07-05', '2021-07-05', '2021-07-05'],
    ['2021-07-05 (Monday)', '2021-07-05', '2021-07-05'],
    ...[
      '13:017:00',
      '25:00',
      '13:60',
      '13:00:61',
      '1:2',
      '13:00:000',
      '13:',
      '13:1',
      '10时30分',
      '下午 3：05',
    ].map((time): [string, string, string, (RegExp | undefined)?] => [
      `"2021-07-05 ${time}"`,
      '2021-07-05',
      '2021-07-05',
      time === '13:' ? undefined : /whose time is none: it became 2021-07-05\./,
    ]),
    [
      '2021-07-05 00:10 XYZ',
      '2021-07-05T00:10:00-04:00',
      '2021-07-05T00:10:00-04:00',
      /whose zone is not known/,
    ],
  ]
  const named = (folder: string) =>
    Object.fromEntries(
      times.map(([written], at) => [`${folder}/2021-01-01-n${at}.md`, post([], `date: ${written}`)]),
    )
  for (const [config, folder, column] of [
    [{ '_config.yml': 'timezone: America/New_York\npermalink: pretty\n' }, '_posts', 1],
    [{ 'hugo.yaml': 'timeZone: America/New_York\n' }, 'content/posts', 2],
  ] as const) {
    const { posts, text } = await imported({ ...config, ...named(folder) })
    expect(posts).toHaveLength(times.length)
    for (const { file, from, notes } of posts) {
      const time = times[Number(/n(\d+)\.md/.exec(from)![1])]!
      const told = notes.filter((note) => note.startsWith('A date was written'))
      expect([time[0], /^publishedAt: (.*)$/m.exec(text(file))?.[1]]).toEqual([time[0], time[column]])
      expect([time[0], told]).toEqual([time[0], time[3] ? [expect.stringMatching(time[3])] : []])
    }
  }
})
