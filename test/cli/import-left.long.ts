// No file of a folder of posts vanishes, whatever it is called: each is imported, shown by a post, or named with a reason.
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-left-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const programs: Record<string, [folder: string, marker: string, text?: string]> = {
  hugo: ['content/posts', 'hugo.toml', "baseURL = 'https://example.org'"],
  jekyll: ['_posts', '_config.yml', 'plugins: []'],
  hexo: ['source/_posts', 'scaffolds/post.md'],
  zola: ['content/blog', 'config.toml', "base_url = 'https://example.org'"],
  eleventy: ['src/posts', '.eleventy.js'],
  docusaurus: ['blog', 'docusaurus.config.js'],
  astro: ['src/content/blog', 'astro.config.mjs'],
  next: ['posts', 'next.config.js'],
  nuxt: ['content/blog', 'nuxt.config.ts'],
  vitepress: ['posts', '.vitepress/config.js'],
  markdown: ['posts', 'notes.txt'],
  'folder of posts': ['.', 'about/me.md'],
}

const documents =
  'readme license licence contributing changelog security code_of_conduct notice agents claude'
const templates = 'themes components templates layouts archetypes scaffolds partials _includes _layouts _sass'
const tools = 'vendor dist _site node_modules bower_components __pycache__ .obsidian 主题'

/** Paths below the folder of posts that are called like something else. */
const names = [
  ...documents
    .split(' ')
    .flatMap((one) => [
      `2020-01-02-${one}.md`,
      ...['', '-of-may', '_2', '.zh-cn', '安全'].flatMap((end) => [
        `${one}${end}.md`,
        `${one.toUpperCase()}${end}.md`,
      ]),
    ]),
  ...`${templates} ${tools} ${documents}`
    .split(' ')
    .flatMap((one) => [
      `${one}/2020-01-02-dark.md`,
      `deep/${one}/vendor/index.md`,
      `${one}.md`,
      `${one}.mdx`,
    ]),
  ...[
    'MD',
    'markdown',
    'mdown',
    'mkd',
    'mdx',
    'htm',
    'html',
    'org',
    'rst',
    'adoc',
    'txt',
    'njk',
    'textile',
  ].map((ending) => `other.${ending}`),
  ...['_draft.md', '#draft.md', '~draft.md', '.draft.md', 'draft.md~', 'a.draft.md', '_index.md', 'index.md'],
  ...['image.png', 'data.json', 'bundle/index.md', 'bundle/more.md', 'bundle/unseen.png', '日记/安全.md'],
]

interface Report {
  workspaces: { posts: { from: string }[] }[]
  pages: string[]
  notImported: { folder: string; files: { path: string; reason: string }[] }[]
}

test.each(Object.entries(programs))('of %s, no file vanishes', async (name, [folder, marker, text = '']) => {
  const site = join(root, 'site')
  const write = (path: string, text: string) => writeFiles(site, { [path]: text })
  const post = '---\ntitle: T\ndate: 2020-01-02\n---\nText.\n'
  const bare = 'Text without front matter.\n'
  const below = (name: string) => join(folder, name)
  for (const [index, name] of names.entries()) write(below(name), index % 7 === 0 ? bare : post)
  for (let day = 1; day < 20; day++) write(below(`2020-02-${String(day).padStart(2, '0')}-wet.md`), post)
  write(below('latin.md'), '')
  writeFileSync(join(site, below('latin.md')), Buffer.from([0xff, 0xfe]))
  symlinkSync('/etc/hostname', join(site, below('link.md')))
  symlinkSync('nowhere.md', join(site, below('dangling.md')))
  write(marker, text)
  const flags = [site, '--content', join(root, 'content'), '--url', 'https://example.org', '--json']
  // Folders in it are called like those of programs.
  if (name === 'folder of posts') flags.push('--as', 'markdown', '--section', '.')
  const { workspaces, pages, notImported } = JSON.parse((await ran(['import', ...flags])).stdout) as Report
  const told = notImported.flatMap(({ files }) => files)
  const posts = workspaces.flatMap(({ posts }) => posts.map(({ from }) => from))
  const known = [...posts, ...told.map(({ path }) => path)]
  expect(known.toSorted()).toEqual([...new Set(known)].sort())
  expect(told.filter(({ reason }) => !/^.{9,}[^.]$/.test(reason))).toEqual([])
  const isKnown = (path: string) =>
    known.some((one) => path === one || (one.endsWith('/') && path.startsWith(one)))
  // What surrounds posts in the folder of the site belongs to it.
  const isOfSite = (path: string) =>
    folder === '.' && !/\.(?:md|MD|mdown|mkd|mdx|markdown|html?|org|rst|adoc|txt|njk|textile)$/.test(path)
  const files = readdirSync(join(site, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(site.length + 1)
        .normalize(),
    )
  expect(files.filter((path) => !isKnown(path) && !isOfSite(path))).toEqual([])
  expect(files.length).toBeGreaterThan(names.length)
  // A post is imported whatever a program's own files are called.
  const wanted = ['security-of-may.md', 'NOTICE_2.md', 'themes/2020-01-02-dark.md', '主题/2020-01-02-dark.md']
  if (folder !== '_posts') expect(posts).toEqual(expect.arrayContaining(wanted.map(below)))
  expect(pages.filter((path) => isKnown(path))).toEqual([])
})
