// galley import: pages of other programs become entries, at their addresses, below those above them, and linked with posts.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'
import { png } from '../support/picture.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-pages-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

type Files = Parameters<typeof writeFiles>[1]

async function imported(files: Files, ...flags: string[]) {
  const content = join(root, 'content')
  writeFiles(join(root, 'site'), files)
  const [file] = Object.keys(files).filter((name) => name.startsWith('export.'))
  const from = join(root, 'site', file ?? '')
  const { code, stderr } = await ran(['import', from, '--content', content, ...flags])
  return { code, stderr, text: (path: string) => readFileSync(join(content, 'blog', path), 'utf8') }
}

/** All texts of entries, by the paths of their files, without what stands for each alike. */
function entries(): Record<string, string> {
  const blog = join(root, 'content/blog')
  const names = readdirSync(blog, { recursive: true }).map(String)
  const found = names.filter((name) => /^(?!posts\/).*\.md$/.test(name)).sort()
  return Object.fromEntries(found.map((name) => [name, readFileSync(join(blog, name), 'utf8')]))
}

async function problems(): Promise<string> {
  const { stdout } = await ran(['check', '--content', join(root, 'content'), '--json'])
  return stdout
}

/** The address of each entry, as a build gives it. */
async function addresses(collection = 'pages'): Promise<Record<string, string | null>> {
  const out = join(root, 'dist')
  const flags = ['--content', join(root, 'content'), '--out', out, '--no-cache', '--quiet']
  await ran(['build', ...flags], { BASE_URL: 'https://api.example.org' })
  const { reader } = await import('../support/reading.ts')
  const { get, close } = reader({ out }, Date.now())
  const { entries } = await get(`blog/entries/${collection}?limit=all`)
  close()
  return Object.fromEntries(entries.map((one: { path: string; url: string }) => [one.path, one.url]))
}

const post = (date = '2020-01-02') => `---\ntitle: Oars\ndate: ${date}\n---\nSee [us](/about/).\n`

test('Hugo: sections are folders, weights positions, and links lead to entries', async () => {
  const { stderr, text } = await imported({
    'hugo.toml': 'baseURL = "https://example.org/"\ntitle = "A site"\n',
    'content/posts/oars.md': post(),
    'content/posts/_index.md': '---\ntitle: Posts\n---\n',
    'content/_index.md': '---\ntitle: Home\n---\nWelcome.\n',
    'content/about/index.md':
      '---\ntitle: Us\nweight: 3\ndate: 2019-01-01\naliases: [/us]\n---\n[Oars](/posts/oars/) ![a](a.png)\n',
    'content/about/a.png': png(),
    'content/docs/_index.md': '---\ntitle: Docs\n---\nAll of them.\n',
    'content/docs/Start.md':
      '---\ntitle: Start\ncolor: red\ndraft: true\n---\nBack [up]({{< ref "/docs" >}}).\n',
  })
  expect(stderr).toContain('Not imported from content/posts/: _index.md (no text of its own).')
  expect(stderr).toContain('blog: 1 post, 4 pages of Hugo, 1 draft')
  expect(entries()).toEqual({
    'pages/index.md': '---\ntitle: Home\n---\nWelcome.\n',
    'pages/about/index.md':
      '---\ntitle: Us\nposition: 3\naliases: [/about, /us]\ndate: 2019-01-01\n---\n[Oars](../../posts/oars.md) ![a](a.png)\n',
    'pages/docs/index.md': '---\ntitle: Docs\naliases: [/docs]\n---\nAll of them.\n',
    'pages/docs/start.md':
      '---\ntitle: Start\nstatus: draft\naliases: [/docs/start]\ncolor: red\n---\nBack [up](index.md).\n',
  })
  expect(text('posts/oars.md')).toContain('See [us](../pages/about/index.md).')
  expect(text('workspace.yml')).toContain(
    'collections:\n  pages:\n    url: https://example.org/{path}/\n    fields:\n      date: date\n      color: string\n',
  )
  expect(await problems()).toBe('')
  const site = 'https://example.org'
  expect(await addresses()).toEqual({ index: `${site}/`, about: `${site}/about/`, docs: `${site}/docs/` })
})

test('Jekyll: permalinks, defaults by type, and collections with output; templates are left out', async () => {
  const { stderr, text } = await imported({
    '_config.yml':
      'url: https://example.org\npermalink: /:title/\ncollections:\n  recipes: { output: true }\n  data: {}\ndefaults:\n  - { scope: { path: legal, type: pages }, values: { permalink: "/law/:basename/" } }\n',
    '_posts/2020-01-02-oars.md': `${post()}{% link _recipes/soup.md %}#hot {% link about.md %}\n`,
    'about.md': '---\ntitle: Us\nnav_order: 2\npublished: false\n---\nUs.\n',
    'legal/terms.md': '---\ntitle: Terms\n---\nTerms.\n',
    'plain.md': 'No front matter.\n',
    'index.html':
      '---\ntitle: Home\n---\n<h1>Posts</h1>{% for post in site.posts %}{{ post.title }}{% endfor %}\n',
    'team.html': '---\ntitle: Team\n---\n<p>We <b>row</b>.</p>\n',
    '_recipes/soup.md': '---\ntitle: Soup\n---\nHot.\n',
    '_data/x.md': '---\ntitle: X\n---\nX.\n',
  })
  expect(stderr).toContain('index.html (only a list of others)')
  expect(stderr).toContain('blog: 1 post, 3 pages, 1 entry of recipes of Jekyll, 1 draft')
  expect(Object.keys(entries())).toEqual([
    'pages/about.md',
    'pages/law/terms.md',
    'pages/team.md',
    'recipes/soup.md',
  ])
  expect(text('pages/about.md')).toContain('status: draft\nposition: 2\n')
  expect(text('pages/team.md')).toContain('We **row**.')
  expect(text('posts/2020-01-02-oars.md')).toContain('../recipes/soup.md#hot ../pages/about.md')
  expect(await addresses('recipes')).toEqual({ soup: 'https://example.org/recipes/soup/' })
})

test('Eleventy: templates in markdown, wherever their permalinks put them', async () => {
  const { text } = await imported({
    'eleventy.config.js': 'export default () => ({ dir: { input: "src" }, url: "https://example.org" })\n',
    'src/blog/oars.md': post(),
    'src/about.md': '---\ntitle: Us\npermalink: /who/we-are/\neleventyNavigation: { order: 4 }\n---\nUs.\n',
    'src/_includes/x.md': 'A piece.\n',
    'src/list.md': '---\ntitle: L\npagination: { data: x }\n---\nA list.\n',
  })
  expect(Object.keys(entries())).toEqual(['pages/who/we-are.md'])
  expect(text('pages/who/we-are.md')).toContain('title: Us\nposition: 4\naliases: [/who/we-are]\n')
  expect(text('workspace.yml')).toContain('pages:\n    url: https://example.org/{path}/\n')
})

test('Docusaurus: documents with numbers, ids and slugs, of the latest version, and pages', async () => {
  const files = {
    'docusaurus.config.js':
      "export default { url: 'https://example.org', baseUrl: '/', presets: [['classic', { docs: { routeBasePath: 'manual' } }]] }\n",
    'docs/README.md': '# Manual\n\nSee [start](01-guide/02-start.mdx).\n',
    'docs/01-guide/index.md': '---\nsidebar_position: 7\n---\n# Guide\n\nText.\n',
    'docs/01-guide/02-start.mdx': '---\nid: begin\n---\n# Start\n\nSee [us](/about).\n',
    'docs/slug.md': '---\nslug: /deep/er\ntitle: Deep\n---\n# Shown\n',
    'src/pages/about.md': '# Us\n\nBack to [the manual](/manual).\n',
    'src/pages/index.mdx': "import A from '@site/a'\n\n<A />\n",
  }
  const { stderr, text } = await imported(files)
  expect(stderr).toContain('src/pages/: index.mdx (no text of its own)')
  expect(stderr).toContain('blog: 4 entries of docs, 1 page of Docusaurus, 0 drafts')
  expect(text('docs/index.md')).toContain('See [start](guide/begin.md).')
  expect(text('docs/guide/begin.md')).toContain('title: Start\nposition: 2\n')
  expect(text('docs/deep/er.md')).toMatch(/---\n# Shown\n$/)
  expect(text('pages/about.md')).toContain('Back to [the manual](../docs/index.md).')
  expect(await addresses('docs')).toEqual({
    index: 'https://example.org/manual/',
    guide: 'https://example.org/manual/guide',
    'guide/begin': 'https://example.org/manual/guide/begin',
    'deep/er': 'https://example.org/manual/deep/er',
  })
  rmSync(join(root, 'content'), { recursive: true })
  await imported({
    ...{ 'versions.json': '["2", "1"]', 'versioned_docs/version-2/two.md': '# Two\n\nText.\n' },
    ...{ 'versioned_docs/version-1/one.md': '# One\n\nText.\n' },
  })
  expect(Object.keys(entries())).toEqual(['docs/two.md', 'pages/about.md'])
})

test('WordPress: pages below pages, in the order of their menu; drafts and the front page as well', async () => {
  const item = (id: number, name: string, link: string, more: string) =>
    `<item><title>${name}</title><link>https://example.org${link}</link><content:encoded><![CDATA[<p>Text, <a href="https://example.org/a/b/">b</a>.</p>]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_name>${name}</wp:post_name><wp:post_date_gmt>2020-01-02 10:00:00</wp:post_date_gmt><wp:post_type>page</wp:post_type>${more}</item>`
  const status = (one: string) => `<wp:status>${one}</wp:status>`
  const { stderr, text } = await imported({
    'export.xml': `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://example.org</link>${[
      item(1, 'home', '/', status('publish')),
      item(2, 'a', '/a/', `${status('publish')}<wp:menu_order>1</wp:menu_order>`),
      item(3, 'b', '/a/b/', `${status('publish')}<wp:post_parent>2</wp:post_parent>`),
      item(4, 'c', '/?page_id=4', `${status('draft')}<wp:post_parent>3</wp:post_parent>`),
    ].join('')}</channel></rss>`,
  })
  expect(stderr).toContain('blog: 4 pages of WordPress, 1 draft')
  expect(Object.keys(entries())).toEqual(['pages/a.md', 'pages/a/b.md', 'pages/a/b/c.md', 'pages/index.md'])
  expect(text('pages/a.md')).toContain('position: 1\n')
  expect(text('pages/a/b/c.md')).toContain('status: draft\n')
  expect(text('pages/index.md')).toContain('Text, [b](a/b.md).')
})

const ghost = {
  'export.json': JSON.stringify({
    data: {
      posts: [
        {
          slug: 'oars',
          status: 'published',
          published_at: '2020-01-02',
          html: '<p>To <a href="/about/">us</a>.</p>',
        },
        { slug: 'about', type: 'page', status: 'published', html: '<p>To <a href="/oars/">oars</a>.</p>' },
        { slug: 'club', type: 'page', status: 'published', visibility: 'paid', html: '<p>Club.</p>' },
      ],
      settings: [{ key: 'url', value: 'https://example.org' }],
    },
  }),
}

test('Ghost: pages are entries, those for members drafts; a second import finds nothing to write', async () => {
  const { stderr } = await imported(ghost)
  expect(stderr).toContain('blog: 1 post, 2 pages of Ghost, 1 draft')
  expect(entries()).toEqual({
    'pages/about.md': '---\ntitle: about\naliases: [/about]\n---\nTo [oars](../posts/oars.md).\n',
    'pages/club.md': expect.stringContaining('status: draft'),
  })
  expect((await imported(ghost)).stderr).toContain('0 files written')
  expect(await problems()).toBe('')
})

test('a collection that the workspace declares is used; of one that it lacks, the lines are said', async () => {
  const defaults = 'defaults: { authors: [example-org], category: posts }\nurl: https://example.org/{slug}/\n'
  writeFiles(join(root, 'content/blog'), { 'workspace.yml': defaults })
  const { stderr, text } = await imported(ghost)
  expect(stderr).toContain(
    '2 pages were not imported, since blog/workspace.yml was edited and declares no collection for them. Add collections: {"pages":{"url":"https://example.org/{path}/"}} and run it again.',
  )
  expect(stderr).not.toContain('stops')
  expect(text('posts/oars.md')).toContain('[us](/about/)')
  rmSync(join(root, 'content'), { recursive: true })
  writeFiles(join(root, 'content/blog'), {
    'workspace.yml': `${defaults}collections: { pages: { url: "https://example.org/{path}" } }\n`,
  })
  const used = await imported(ghost)
  expect(used.stderr).not.toContain('lacks')
  expect(used.text('posts/oars.md')).toContain('[us](../pages/about.md)')
})
