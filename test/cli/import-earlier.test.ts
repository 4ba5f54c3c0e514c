// galley import once more: over workspaces that an earlier version made of the same source, edited by hand since.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'
import { earlier } from './import-earlier.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-earlier-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

interface Report {
  workspaces: {
    name: string
    posts: { file: string; isDraft: boolean; aliases: string[] }[]
    addresses: { file: string; from?: string; to?: string; status: string; isAlias: boolean; keep: object }[]
    written: string[]
    kept: string[]
    removed: string[]
    gone: string[]
  }[]
  notes: { kind: string; message: string }[]
  errors: { message: string }[]
}

const write = (files: Record<string, string>) => writeFiles(root, files)

const posts = 'content/blog/posts'

/** The file of the post that is called so in any folder. */
function fileOf(name: string): string {
  const found = readdirSync(join(root, posts), { recursive: true, encoding: 'utf8' })
  return join(posts, found.find((path) => path.endsWith(`${name}.md`))!)
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const edit = (path: string, from: string | RegExp, to: string) =>
  write({ [path]: read(path).replace(from, () => to) })

const settings = 'content/blog/workspace.yml'

function all(): Record<string, string> {
  const found = readdirSync(join(root, 'content'), { recursive: true, withFileTypes: true })
  const paths = found
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
  return Object.fromEntries(paths.sort().map((path) => [path, read(path)]))
}

/** Writes a source, and the workspace that an earlier version made of it. */
function setUp(program: string): void {
  const { source, workspace } = earlier[program]!
  write(source)
  write(Object.fromEntries(Object.entries(workspace).map(([path, text]) => [`content/${path}`, text])))
}

const galley = (program: string, ...flags: string[]) => {
  const { from, flags: own } = earlier[program]!
  return ran(['import', join(root, from), '--content', join(root, 'content'), ...own, ...flags])
}

const report = async (program: string, ...flags: string[]): Promise<Report> =>
  JSON.parse((await galley(program, '--json', ...flags)).stdout)

const changes = ({ workspaces }: Report) =>
  workspaces[0]!.addresses.map(
    ({ file, from, to, status, isAlias }) =>
      `${file}: ${from} → ${to ?? status}${isAlias ? ' by an alias' : ''}`,
  )

/** The notes on all posts together, without those on their fields. */
const told = (notes: Report['notes']) =>
  notes.filter(({ kind }) => kind !== 'mapped').map(({ message }) => message)

const site = 'https://reed.example'

/** What changes, if the first post was edited and the second moved to another folder. */
const programs: Record<string, string[]> = {
  jekyll: [
    `posts/2020-01-02-oars.md: ${site}/2020/01/02/oars.html → ${site}/notes/2020/oars/ by an alias`,
    `posts/2020-03-04-reeds.md: ${site}/2020/03/04/reeds.html → ${site}/notes/2020/reeds/ by an alias`,
    `posts/2020-04-05-quiet.md: ${site}/2020/04/05/quiet.html → draft`,
    `posts/mine.md: ${site}/2026/01/02/mine.html → ${site}/notes/2026/mine/`,
    `posts/moved/2020-02-03-tides.md: ${site}/2020/02/03/tides.html → ${site}/notes/2020/tides/ by an alias`,
  ],
  // What was edited leads to the files of posts, which needs the url as it was.
  hugo: [`posts/cn/gone.md: ${site}/en/gone/ → draft`],
  eleventy: [
    `posts/2020-03-04-reeds.md: ${site}/blog/2020-03-04-reeds/ → ${site}/blog/reeds/ by an alias`,
    `posts/2020-04-05-hidden.md: ${site}/blog/2020-04-05-hidden/ → draft`,
  ],
  hexo: [`posts/pass.md: ${site}/2020/04/05/pass/ → draft`],
  wordpress: [],
  ghost: [`posts/members.md: ${site}/members/ → draft`],
}

describe('a second import', () => {
  test.each(Object.entries(programs))(
    'of %s names each public address that changes, and keeps what was edited',
    async (program, addresses) => {
      setUp(program)
      const [oars, tides] = [fileOf('oars'), fileOf('tides')]
      const moved = join(posts, 'moved', tides.split('/').at(-1)!)
      mkdirSync(join(root, posts, 'moved'))
      renameSync(join(root, tides), join(root, moved))
      edit(oars, /(?<=\]\()[^)]*/, relative(dirname(oars), moved))
      const mine = 'content/blog/posts/mine.md'
      write({ [mine]: '---\ntitle: Mine\npublishedAt: 2026-01-02\n---\nOwn.\n' })
      const before = all()
      const dry = await report(program, '--dry-run')
      expect(all()).toEqual(before)
      const done = await report(program)
      expect(changes(done)).toEqual(addresses)
      expect(changes(dry)).toEqual(addresses)
      expect(done.errors).toEqual([])
      const after = all()
      for (const path of [oars, moved, mine]) expect(after[path]).toBe(before[path])
      expect(existsSync(join(root, tides))).toBe(false)
      expect(Object.keys(after)).toEqual(Object.keys(before))
      // All that follows from the source is as it is now, so a third run has nothing to do.
      const again = await report(program)
      expect([changes(again), again.workspaces[0]!.written, all()]).toEqual([[], [], after])
    },
  )

  test('says what changes without anything edited, and what keeps it', async () => {
    setUp('hugo')
    const { stdout, stderr } = await galley('hugo', '--dry-run', '--quiet')
    expect(stdout.replaceAll(root, '')).toContain(
      [
        '/content/blog: 5 public addresses would change',
        '  address   posts/cn/gone.md: https://reed.example/en/gone/ → a draft; status: published keeps it',
        '  address   posts/cn/lakes.md: https://reed.example/en/lakes/ → https://reed.example/cn/2020/lakes/, by an alias',
        '  address   posts/en/oars.md: https://reed.example/en/oars/ → https://reed.example/en/2020/oars/, by an alias',
        '  address   posts/en/reeds.md: https://reed.example/en/reeds/ → https://reed.example/en/2020/reeds/, by an alias',
        '  address   posts/en/tides.md: https://reed.example/en/tides/ → https://reed.example/en/2020/tides/, by an alias',
        '            After the import, url: https://reed.example/en/{slug}/ in /content/blog/workspace.yml keeps 4 addresses.',
        '',
      ].join('\n'),
    )
    expect(stderr).toContain('blog/workspace.yml has no url, since the best pattern')
    const [{ keep } = { keep: {} }, lakes] = (await report('hugo')).workspaces[0]!.addresses
    expect(keep).toEqual({ file: 'posts/cn/gone.md', write: 'status: published' })
    expect(lakes!.keep).toEqual({ file: 'workspace.yml', write: 'url: https://reed.example/en/{slug}/' })
    expect(read(fileOf('lakes'))).toContain('aliases: [/cn/2020/lakes, /en/lakes, /cn/lakes]\n')
    // Following it is an edit, which stays.
    write({ [settings]: `url: https://reed.example/en/{slug}/\n${read(settings)}` })
    expect((await report('hugo')).workspaces[0]).toMatchObject({ kept: ['workspace.yml'] })
    expect(read(fileOf('oars'))).toContain('See [tides](tides.md).')
    const { workspaces, errors } = await report('hugo')
    expect([workspaces[0]!.addresses, workspaces[0]!.written, errors]).toEqual([[], [], []])
  })

  test('names twenty addresses, and how many more there are', async () => {
    setUp('jekyll')
    const names = Array.from({ length: 22 }, (_, i) => `2021-01-02-a-${i}`)
    for (const name of names)
      write({ [`${posts}/${name}.md`]: `---\ntitle: A\npublishedAt: 2021-01-02\n---\nText.\n` })
    const { stdout } = await galley('jekyll', '--dry-run')
    expect(stdout.match(/^ {2}address {3}/gm)).toHaveLength(20)
    expect(stdout).toContain('            6 more, which --verbose names.\n')
    const verbose = await galley('jekyll', '--dry-run', '--verbose')
    expect(verbose.stdout.match(/^ {2}address {3}/gm)).toHaveLength(26)
  })

  test('goes by settings that were edited', async () => {
    setUp('jekyll')
    edit(settings, 'name: Reeds', 'name: My reeds\nslugs: strict')
    write({ 'site/_posts/2020-06-07-Big_Oars.md': '---\ntitle: Big oars\n---\nLong.\n' })
    const { workspaces, errors } = await report('jekyll')
    expect(errors).toEqual([])
    expect(workspaces[0]!.addresses).toMatchObject([{ file: 'posts/2020-04-05-quiet.md', status: 'draft' }])
    expect(read(fileOf('Big_Oars'))).toContain('slug: big-oars\naliases: [/notes/2020/Big_Oars]\n')
  })

  test('adds what is new, and leaves out what was removed: links to it lead to its address', async () => {
    setUp('jekyll')
    rmSync(join(root, fileOf('oars')))
    write({ 'site/_posts/2020-06-07-lakes.md': '---\ntitle: Lakes\n---\nStill.\n' })
    const { workspaces, errors } = await report('jekyll')
    expect(errors).toEqual([])
    expect(workspaces[0]).toMatchObject({ removed: ['posts/2020-01-02-oars.md'], gone: [] })
    expect(workspaces[0]!.written).toContain('posts/2020-06-07-lakes.md')
    expect(read(fileOf('reeds'))).toContain('See [oars](https://reed.example/notes/2020/oars/).\n')
  })

  test('knows a post again that was moved and called otherwise', async () => {
    setUp('hexo')
    renameSync(join(root, fileOf('oars')), join(root, posts, '2020-01-02-on-oars.md'))
    edit(`${posts}/2020-01-02-on-oars.md`, '[tides]', '[the tides]')
    const { workspaces, errors } = await report('hexo')
    expect(errors).toEqual([])
    expect(workspaces[0]).toMatchObject({ kept: ['posts/2020-01-02-on-oars.md'], removed: [] })
    expect(read(fileOf('reeds'))).toContain('See [oars](2020-01-02-on-oars.md).\n')
  })

  test('writes a post that the source calls otherwise to the file that it has', async () => {
    setUp('hugo')
    mkdirSync(join(root, 'site/content/en/oars'))
    renameSync(join(root, 'site/content/en/oars.md'), join(root, 'site/content/en/oars/index.md'))
    const { workspaces, errors } = await report('hugo')
    expect(errors).toEqual([])
    expect(workspaces[0]!.posts.map(({ file }) => file)).toContain('posts/en/oars.md')
    expect(workspaces[0]!.gone).toEqual([])
  })

  test('keeps what edited posts name in lists and settings, and says what edited lists lack', async () => {
    setUp('jekyll')
    edit(fileOf('oars'), 'Oars', 'My oars')
    edit(fileOf('tides'), 'Tides', 'My tides')
    edit('site/_posts/2020-01-02-oars.md', 'tags: [wood]', '')
    edit('site/_posts/2020-01-02-oars.md', 'tags: wood\n', '')
    edit('site/_posts/2020-02-03-tides.md', 'minutes: 4\n', '')
    edit('site/_posts/2020-03-04-reeds.md', 'title: Reeds', 'title: Reeds\ntags: green')
    expect((await report('jekyll')).errors).toEqual([])
    expect(read('content/blog/tags.yml')).toBe('green:\n  name: Green\nwood:\n  name: Wood\n')
    expect(read(settings)).toContain('  minutes: number\n')
    edit('content/blog/tags.yml', 'Wood', 'Timber')
    edit(settings, 'name: Reeds', 'name: My reeds')
    edit('site/_posts/2020-03-04-reeds.md', 'tags: green', 'tags: blue\npages: 3\nvideo: x')
    const { notes, workspaces } = await report('jekyll')
    expect(workspaces[0]!.kept).toEqual(expect.arrayContaining(['workspace.yml', 'tags.yml']))
    expect(told(notes)).toEqual([
      'blog/tags.yml was edited, so it was kept, and lacks what posts need: blue.',
      'blog/workspace.yml was edited, so it was kept, and lacks what posts need: the field pages (type: number), the field video (type: string).',
    ])
  })

  test('tells of drafts that become public, and of old addresses that others have now', async () => {
    setUp('jekyll')
    edit('site/_posts/2020-04-05-quiet.md', 'hidden: true\n', '')
    edit('site/_posts/2020-03-04-reeds.md', 'title: Reeds', 'title: Reeds\nredirect_from: /first')
    await report('jekyll')
    edit('site/_posts/2020-04-05-quiet.md', 'title: Quiet', 'title: Quiet\npublished: false')
    edit('site/_posts/2020-03-04-reeds.md', 'redirect_from: /first', '')
    edit('site/_posts/2020-01-02-oars.md', 'title: Oars', 'title: Oars\nredirect_from: /first')
    expect(changes(await report('jekyll'))).toEqual([
      `posts/2020-03-04-reeds.md: /first → ${site}/notes/2020/oars/`,
      `posts/2020-04-05-quiet.md: ${site}/notes/2020/quiet/ → draft`,
    ])
    edit('site/_posts/2020-04-05-quiet.md', 'published: false', '')
    const { stdout } = await galley('jekyll')
    expect(stdout).toContain(
      '  address   posts/2020-04-05-quiet.md: a draft → https://reed.example/notes/2020/quiet/; status: draft keeps it\n',
    )
  })

  test('says what in a post keeps its address, where that has changed in the source', async () => {
    setUp('jekyll')
    edit(settings, '{year}/{month}/{day}/{slug}.html', '{category}/{year}/{month}/{day}/{slug}/')
    await report('jekyll')
    edit('site/_posts/2020-01-02-oars.md', 'title: Oars', 'title: Oars\nslug: rowing')
    edit('site/_posts/2020-02-03-tides.md', 'title: Tides', 'title: Tides\ndate: 2020-02-04 10:30 UTC')
    edit('site/_posts/2020-03-04-reeds.md', 'title: Reeds', 'title: Reeds\ncategory: green')
    const named = async () =>
      (await report('jekyll')).workspaces[0]!.addresses.map(({ from, to, status, keep }) => [
        from?.slice(site.length),
        to?.slice(site.length) ?? status,
        keep,
      ])
    expect(await named()).toEqual([
      [
        '/posts/2020/01/02/oars/',
        '/posts/2020/01/02/rowing/',
        { file: 'posts/2020-01-02-oars.md', write: 'slug: oars' },
      ],
      [
        '/posts/2020/02/03/tides/',
        '/posts/2020/02/04/tides/',
        { file: 'posts/2020-02-03-tides.md', write: 'publishedAt: 2020-02-03' },
      ],
      [
        '/posts/2020/03/04/reeds/',
        '/green/2020/03/04/reeds/',
        { file: 'posts/2020-03-04-reeds.md', write: 'category: posts' },
      ],
    ])
    edit('site/_posts/2020-02-03-tides.md', '2020-02-04', '2099-02-04')
    edit('site/_posts/2020-03-04-reeds.md', 'category: green', 'category: blue')
    expect(await named()).toEqual([
      [
        '/posts/2020/02/04/tides/',
        'scheduled',
        { file: 'posts/2020-02-03-tides.md', write: 'publishedAt: 2020-02-04T10:30:00Z' },
      ],
      [
        '/green/2020/03/04/reeds/',
        '/blue/2020/03/04/reeds/',
        { file: 'posts/2020-03-04-reeds.md', write: 'category: green' },
      ],
    ])
  })

  test('keeps frames and formulas of edited posts, and says which an edited workspace.yml lacks', async () => {
    setUp('jekyll')
    const tides = 'site/_posts/2020-02-03-tides.md'
    const video =
      '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe>\n\n$$a_1 = b^2$$'
    edit(tides, 'Twice a day.', video)
    await report('jekyll')
    edit(fileOf('tides'), 'Tides', 'My tides')
    edit(tides, video, 'Twice a day.')
    const given = 'embeds: [www.youtube-nocookie.com]\nmath: true\n'
    await report('jekyll')
    expect(read(settings)).toContain(given)
    edit(settings, given, '')
    edit('site/_posts/2020-03-04-reeds.md', 'See', `${video}\n\nSee`)
    const { notes } = await report('jekyll')
    expect(told(notes)).toEqual([
      'blog/workspace.yml was edited, so it was kept, and lacks what posts need: www.youtube-nocookie.com in embeds, math: true.',
    ])
    edit(settings, 'name: Reeds', `name: Reeds\n${given}`)
    expect(told((await report('jekyll')).notes)).toEqual([])
  })

  test('gives a file to one post only, and each post one', async () => {
    setUp('hexo')
    renameSync(join(root, fileOf('oars')), join(root, posts, 'rowing.md'))
    write({
      'site/source/_posts/a.md': '---\ntitle: A\ndate: 2020-05-05\nalias: 2020/01/02/oars/\n---\nA.\n',
    })
    const { workspaces } = await report('hexo')
    expect(workspaces[0]!.posts.map(({ file }) => file).sort()).toEqual(
      ['a', 'pass', 'reeds', 'rowing', 'tides'].map((name) => `posts/${name}.md`),
    )
    expect(workspaces[0]!.removed).toEqual([])
  })

  test.each(['[a](tides.md)', '[a](<tides.md#a>)', '[a]\n\n[a]: tides.md', '<a href="tides.md">a</a>'])(
    'keeps the url for the link of an edited post: %j',
    async (link) => {
      setUp('hugo')
      const oars = fileOf('oars')
      edit(oars, 'See [tides](tides.md).', 'See tides.')
      await report('hugo')
      expect(read(settings)).not.toContain('\nurl')
      rmSync(join(root, 'content'), { recursive: true })
      setUp('hugo')
      edit(oars, 'See [tides](tides.md).', link)
      const { notes } = await report('hugo')
      expect(read(settings)).toContain('\nurl: https://reed.example/en/{slug}/\n')
      expect(told(notes)).toEqual([
        expect.stringContaining(
          'blog/workspace.yml keeps its url, https://reed.example/en/{slug}/, for the links to posts in files that were edited, although',
        ),
      ])
    },
  )

  test('makes no alias of an address on another site', async () => {
    setUp('hexo')
    const { workspaces } = await report('hexo', '--url', 'https://other.example')
    expect(workspaces[0]!.addresses[0]).toMatchObject({
      from: `${site}/2020/01/02/oars/`,
      to: 'https://other.example/2020/01/02/oars/',
      isAlias: false,
    })
  })

  test('names other workspaces that have the same posts, since folders were taken for languages', async () => {
    setUp('jekyll')
    renameSync(join(root, 'content/blog'), join(root, 'content/blog-en'))
    await report('jekyll')
    renameSync(join(root, 'content/blog'), join(root, 'content/blog-cs'))
    edit('content/blog-cs/posts/2020-01-02-oars.md', 'Oars', 'My oars')
    expect(told((await report('jekyll')).notes)).toEqual([
      '4 posts of blog-cs, which is from an earlier import and was kept, are now in blog, too. Remove blog-cs once nobody needs its addresses. Edited there: posts/2020-01-02-oars.md.',
    ])
  })
})
