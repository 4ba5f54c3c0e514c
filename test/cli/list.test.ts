// galley list and galley stats: what is in content/, as people and as programs read it.
import { afterEach, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

async function galley(...argv: string[]) {
  const { stdout, ...others } = await ran([...argv, '--content', place.dir])
  return { ...others, stdout: stdout.replaceAll(`${place.dir}/`, '') }
}

const files = {
  'blog/categories.yml': 'news: { name: News }\nessays: { name: Essays }\n',
  'blog/posts/2025-03-01-hello.md': postFile({
    publishedAt: '2025-03-01',
    tags: '[web, Machine Learning]',
    aliases: '[hi, /old]',
  }),
  'blog/posts/日本語.md': postFile({
    title: '日本語で書く',
    publishedAt: '2026-01-02',
    authors: '[bo, ada]',
  }),
  'blog/posts/later.md': postFile({ title: 'Later', publishedAt: '2999-01-01' }),
  'blog/posts/draft.md': postFile({ title: '"Not\\u001b[31m yet"', status: 'draft', tags: '[web]' }),
  'blog/posts/a.png': png(1),
}

test('galley list shows all posts, newest first, in columns', async () => {
  place = await workspace(files)
  expect(await galley('list')).toEqual({
    code: 0,
    stdout: `2999-01-01  scheduled  later   Later
2026-05-31  draft      draft   Not\\x1b[31m yet
2026-01-02  published  日本語  日本語で書く
2025-03-01  published  hello   Hello
`,
    stderr: '',
  })
})

test('galley list takes a status, an author, a category and a tag', async () => {
  place = await workspace(files)
  const slugs = async (...argv: string[]) => {
    const { stdout } = await galley('list', ...argv, '--json')
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).slug)
  }
  expect(await slugs('--status', 'draft')).toEqual(['draft'])
  expect(await slugs('--tag', 'web')).toEqual(['draft', 'hello'])
  expect(await slugs('--tag', 'machine-learning', '--author', 'ada')).toEqual(['hello'])
  expect(await slugs('--author', 'bo', '--category', 'news')).toEqual(['日本語'])
  expect(await slugs('--category', 'essays')).toEqual([])
})

test('galley list gives programs an object for each', async () => {
  place = await workspace(files)
  const { stdout } = await galley('list', '--tag', 'machine-learning', '--json')
  expect(JSON.parse(stdout)).toEqual({
    workspace: 'blog',
    slug: 'hello',
    title: 'Hello',
    publishedAt: '2025-03-01T00:00:00.000Z',
    file: 'blog/posts/2025-03-01-hello.md',
    status: 'published',
    authors: ['ada'],
    category: 'news',
    tags: ['web', 'machine-learning'],
    aliases: ['hi', '/old'],
  })
})

test('galley list shows what posts name, and each workspace by its folder', async () => {
  place = await workspace({ ...files, 'other/posts/a.md': postFile() })
  expect((await galley('list', 'categories', '--workspace', 'blog')).stdout).toBe(
    'essays  0 posts  Essays\nnews    4 posts  News\n',
  )
  expect((await galley('list', 'tags', '--workspace', 'blog')).stdout).toBe(
    'machine-learning  1 post\nweb               2 posts\n',
  )
  expect((await galley('list', 'authors')).stdout).toBe(
    'blog\n  ada  4 posts\n  bo   1 post\nother\n  ada  1 post\n',
  )
})

test('what cannot be read is said to be left out', async () => {
  place = await workspace(files)
  const [list, stats] = [(await galley('list')).stdout, (await galley('stats')).stdout]
  place.write({ 'blog/posts/broken.md': 'No front matter.\n' })
  for (const command of ['list', 'stats']) {
    expect((await galley(command)).stderr).toBe('1 file is left out: galley check says what is wrong.\n')
    expect((await galley(command, '--quiet')).stderr).toBe('')
  }
  // A post that no build publishes has no status.
  place.write({
    'blog/posts/undated.md': postFile({ publishedAt: '', tags: '[more]' }),
    'blog/posts/never.md': postFile({ publishedAt: 'soon', aliases: '[x]' }),
  })
  const stderr = '3 files are left out: galley check says what is wrong.\n'
  expect(await galley('list')).toEqual({ code: 0, stdout: list, stderr })
  expect(await galley('stats')).toEqual({ code: 0, stdout: stats, stderr })
})

test.each([
  [['list', 'pots'], 'There is no list "pots". Did you mean "posts"?'],
  [['list', '--status', 'new'], 'There is no --status "new". Write one of published, scheduled, draft.'],
  [
    ['list', 'tags', '--status', 'draft'],
    '--status selects posts, and this lists tags. Write galley list posts --status draft.',
  ],
  [
    ['list', 'authors', '--tag', 'web'],
    '--tag selects posts, and this lists authors. Write galley list posts --tag web.',
  ],
  [['list', '--workspace', 'blgo'], 'There is no workspace blgo. Did you mean "blog"?'],
  [['stats', '--workspace', 'x'], 'There is no workspace x. Workspaces: blog.'],
])('given %j, it says what is wrong', async (argv, message) => {
  place = await workspace(files)
  expect(await galley(...argv)).toEqual({ code: 2, stdout: '', stderr: `galley: ${message}\n` })
})

test('galley stats counts', async () => {
  place = await workspace(files)
  expect((await galley('stats')).stdout).toBe(`blog
  posts       2 published, 1 scheduled, 1 draft
  dates       2025-03-01 to 2999-01-01
  years       2025 1, 2026 1, 2999 1
  authors     ada 4, bo 1
  categories  news 4, essays 0
  tags        web 2, machine-learning 1
  aliases     2
  files       1, 0.0 MB
`)
  const { files: media, ...counts } = JSON.parse((await galley('stats', '--json')).stdout)
  expect(media.count).toBe(1)
  expect(counts).toMatchObject({
    workspace: 'blog',
    posts: { published: 2, scheduled: 1, drafts: 1 },
    aliases: 2,
  })
})

test('what is as old as another, and what there is as much of, is in the order of its name', async () => {
  const drafts = { title: 'Draft', status: 'draft', publishedAt: '' }
  const tags = Array.from({ length: 12 }, (_, i) => `t${i}`).reverse()
  place = await workspace({
    'blog/posts/b.md': postFile({ publishedAt: '2026-01-02', tags: `[${tags.join(', ')}]` }),
    'blog/posts/a.md': postFile({ publishedAt: '2026-01-02', slug: 'z' }),
    'blog/posts/c.md': postFile({ publishedAt: '2026-01-02T00:00:01Z' }),
    'blog/posts/e.md': postFile(drafts),
    'blog/posts/d.md': postFile(drafts),
    'blog/posts/big.mp4': Buffer.alloc(1_250_000, '\0\0\0\x18ftypmp42'),
    'empty/posts/d.md': postFile(drafts),
  })
  const { stdout } = await galley('list', '--json', '--workspace', 'blog')
  const listed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(listed.map(({ slug, publishedAt }) => `${slug} ${publishedAt}`)).toEqual([
    'e null',
    'd null',
    'c 2026-01-02T00:00:01.000Z',
    'z 2026-01-02T00:00:00.000Z',
    'b 2026-01-02T00:00:00.000Z',
  ])
  expect((await galley('list', '--workspace', 'blog')).stdout).toMatch(/^– +draft +e +Draft\n/)
  expect((await galley('stats')).stdout).toBe(`blog
  posts       3 published, 0 scheduled, 2 drafts
  dates       2026-01-02 to 2026-01-02
  years       2026 3
  authors     ada 5
  categories  news 5
  tags        t0 1, t1 1, t10 1, t11 1, t2 1, t3 1, t4 1, t5 1, t6 1, t7 1, and 2 more
  files       1, 1.3 MB
empty
  posts       0 published, 0 scheduled, 1 draft
  authors     ada 1
  categories  news 1
`)
  expect(JSON.parse((await galley('stats', '--json', '--workspace', 'empty')).stdout)).toMatchObject({
    first: null,
    last: null,
    years: {},
    files: { count: 0, bytes: 0 },
  })
})
