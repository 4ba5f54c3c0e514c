// Each row of the tables of what keeps a post from readers, and of what search engines are told, is asked through each
// export and API that can have it. Those of front matter are asked through each program by import-marks.long.ts.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { COLUMNS } from '../../import/exports/columns.ts'
import { PRIVACY, type PrivacyMark } from '../../import/frontmatter/marks.ts'
import { ran } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-columns-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

interface Row {
  path: string
  value: string
}

const date = '2020-01-02T00:00:00Z'

/** `a.b` as an object in an object. */
const nested = ({ path, value }: Row): object =>
  path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object

const itemOf = ({ path, value }: Row, at: number) => {
  const status = path === 'status' ? value : 'publish'
  const meta = `<wp:postmeta><wp:meta_key>${path}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`
  return `<item><link>https://example.org/row-${at}/</link><wp:post_type>post</wp:post_type><wp:post_name>row-${at}</wp:post_name><wp:status>${status}</wp:status><wp:post_date>2020-01-02 00:00:00</wp:post_date><content:encoded>Text.</content:encoded>${meta}</item>`
}
const wordpress = (items: string) =>
  `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>T</title>${items}</channel></rss>`

/** What a program exports where each post has one of the rows. */
const exports: Record<string, (rows: readonly Row[]) => string> = {
  ghost: (rows) => {
    const post = { status: 'published', visibility: 'public', html: '<p>Text.</p>', published_at: date }
    return JSON.stringify({
      data: { posts: rows.map((row, at) => ({ ...post, slug: `row-${at}`, ...nested(row) })) },
    })
  },
  wordpress: (rows) => wordpress(rows.map(itemOf).join('')),
  hashnode: (rows) => {
    const post = { contentMarkdown: 'Text.', dateAdded: date }
    return JSON.stringify(rows.map((row, at) => ({ ...post, slug: `row-${at}`, ...nested(row) })))
  },
  marble: (rows) => {
    const post = { content: '<p>Text.</p>', publishedAt: date }
    return JSON.stringify({ posts: rows.map((row, at) => ({ ...post, slug: `row-${at}`, ...nested(row) })) })
  },
}

const folders = 'any hugo jekyll hexo eleventy docusaurus astro nuxt vitepress zola nikola'.split(' ')

/** A value of each kind that some row has. */
const VALUES = ['1', 'false', 'draft', 'noindex', 'a:1:{s:26:"_um_custom_access_settings";s:1:"1";}']

const rowsOf = (marks: readonly PrivacyMark[] = []): Row[] =>
  marks.flatMap(({ keys, hides }) =>
    keys.split(' ').map((path) => ({ path, value: VALUES.find((one) => hides.test(one))! })),
  )

/** What the report says of each post, by the place of its row, and the files. */
async function imported(program: string, text: string) {
  const server = createServer((_request, response) => response.end(text)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    writeFiles(root, { export: text })
    const from =
      program === 'marble'
        ? `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        : join(root, 'export')
    const flags = ['--content', join(root, 'content'), '--url', 'https://example.org', '--json']
    const { stdout, stderr } = await ran(['import', from, ...flags], { MARBLE_API_KEY: 'key' })
    if (stdout === '') throw new Error(stderr)
    const { posts } = JSON.parse(stdout).workspaces[0] as {
      posts: { file: string; isDraft: boolean; notes: { message: string }[] }[]
    }
    const placeOf = (file: string) => Number(/row-(\d+)\.md$/.exec(file)![1])
    const written = (file: string) => readFileSync(join(root, 'content/blog', file), 'utf8')
    return posts
      .toSorted((a, b) => placeOf(a.file) - placeOf(b.file))
      .map(({ file, isDraft, notes }) => ({
        isDraft,
        said: notes.map((one) => one.message),
        text: written(file),
      }))
  } finally {
    server.close()
  }
}

test('every program of the table is asked, here or through its folders', () => {
  expect([...folders, ...Object.keys(exports)].sort()).toEqual(Object.keys(PRIVACY).sort())
})

test.each(Object.keys(exports))('each row of %s comes through its export', async (program) => {
  const { marks, reported } = PRIVACY[program]!
  const [hiding, telling] = [rowsOf(marks), rowsOf(reported)]
  const columns = Object.entries(COLUMNS[program] ?? {}).flatMap(([ours, names]) =>
    names.split(' ').map((path) => ({ ours, path, value: `https://${ours}.example/${path}` })),
  )
  const rows = [...hiding, ...telling, ...columns]
  const posts = await imported(program, exports[program]!(rows))
  expect(posts.length).toBe(rows.length)
  for (const [at, { path, value }] of rows.entries()) {
    const { isDraft, said, text } = posts[at]!
    const shown = `${path}: ${value.slice(0, 60)}`
    if (at < hiding.length)
      expect([isDraft, said[0]]).toEqual([true, `It is not public there (${shown}): it became a draft.`])
    else if (at < hiding.length + telling.length)
      expect([isDraft, said[0]]).toEqual([
        false,
        `There it is not shown everywhere (${shown}), and here it is.`,
      ])
    else expect(text).toContain(`${columns[at - hiding.length - telling.length]!.ours}: ${value}\n`)
  }
})

test('each row of front matter comes through a backup of Hashnode', async () => {
  const rows = [PRIVACY.any!, PRIVACY.hashnode!].flatMap(({ marks, reported }) => [
    ...rowsOf(marks).map((row) => ({ ...row, isHiding: true })),
    ...rowsOf(reported).map((row) => ({ ...row, isHiding: false })),
  ])
  const name = (at: number) => `c${String(at).padStart(24, '0')}.md`
  for (const [at, row] of rows.entries())
    writeFiles(join(root, 'backup'), {
      [name(at)]:
        `---\n${JSON.stringify({ title: 'T', slug: `row-${at}`, datePublished: date, ...nested(row) })}\n---\nText.\n`,
    })
  const flags = ['--content', join(root, 'content'), '--json']
  const { posts } = JSON.parse((await ran(['import', join(root, 'backup'), ...flags])).stdout).workspaces[0]
  const said = new Map<string, { isDraft: boolean; notes: { message: string }[] }>(
    posts.map((post: { from: string }) => [post.from, post]),
  )
  for (const [at, { path, value, isHiding }] of rows.entries()) {
    const post = said.get(name(at))!
    expect([path, post.isDraft]).toEqual([path, isHiding])
    expect(JSON.stringify(post.notes)).toContain(`${path}: ${value}`)
  }
})

test('a description for search engines stands beside that for readers, and templates are told', async () => {
  const meta = (key: string, value: string) =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`
  const item = itemOf({ path: '_yoast_wpseo_metadesc', value: 'For engines.' }, 0).replace(
    '</item>',
    `<excerpt:encoded>For readers.</excerpt:encoded>${meta('_yoast_wpseo_title', '%%title%% %%sep%% T')}</item>`,
  )
  const [post] = await imported('wordpress', wordpress(item))
  expect(post!.text).toContain('description: For readers.\n')
  expect(post!.text).toContain('\nseoDescription: For engines.\n')
  expect(post!.said).toContain('Its seoTitle for search engines is a template: %%title%% %%sep%% T.')
})

const typed = (type: string, name: string) =>
  itemOf({ path: 'x', value: 'x' }, 0).replace('>post<', `>${type}<`).replace('row-0', name)

test('items of other types are counted, and imported where they are named', async () => {
  const site = wordpress(
    typed('post', 'one') + typed('page', 'two') + typed('portfolio', 'three') + typed('portfolio', 'four'),
  )
  writeFiles(root, { export: site })
  const flags = ['--content', join(root, 'content'), '--url', 'https://example.org', '--dry-run']
  const run = (...more: string[]) => ran(['import', join(root, 'export'), ...flags, ...more])
  expect((await run()).stderr).toContain(
    'Items of other types were not imported: 2 of portfolio. To import some as posts, name them, too: --section post,portfolio.\n',
  )
  const { stderr } = await run('--section', 'post,portfolio')
  expect(stderr).toContain('blog: 3 posts, 1 page of WordPress')
  expect(await run('--section', 'boats')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'The export has no items of the type boats. Write --section with any of post, page, portfolio.',
    ),
  })
})

test('pages of Ghost are entries, or posts where they are named', async () => {
  const posts = ['post', 'page'].map((type) => ({
    ...{ type, slug: type, status: 'published', published_at: date, html: '<p>Text.</p>' },
  }))
  writeFiles(root, { export: JSON.stringify({ data: { posts } }) })
  const run = (...more: string[]) =>
    ran(['import', join(root, 'export'), '--content', join(root, 'content'), '--dry-run', ...more])
  expect((await run()).stderr).toContain('blog: 1 post, 1 page of Ghost')
  expect((await run('--section', 'post,page')).stderr).toContain('blog: 2 posts of Ghost')
})
