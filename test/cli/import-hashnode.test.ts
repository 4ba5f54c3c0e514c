// Hashnode's export and its backup on GitHub, with the markdown of its editor.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-hashnode-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (files: Record<string, string>) => writeFiles(root, files)

async function importFrom(path: string, ...flags: string[]) {
  const content = join(root, 'content')
  const { code, stdout, stderr } = await ran([
    'import',
    join(root, path),
    '--content',
    content,
    '--json',
    ...flags,
  ])
  if (code !== 0) throw new Error(stderr)
  const report = JSON.parse(stdout)
  const names = readdirSync(content, { recursive: true, encoding: 'utf8' })
  const files = Object.fromEntries(
    names
      .filter((name) => /\.(?:md|yml)$/.test(name))
      .map((name) => [name.slice('blog/'.length), readFileSync(join(content, name), 'utf8')]),
  )
  const posts: { file: string; isDraft: boolean; notes: { message: string }[] }[] = report.workspaces[0].posts
  return { generator: report.generator, notImported: report.notImported, posts, files }
}

const CUID = 'cl2fk5w1w028hhtnvafck7mj7'

const post = {
  _id: '60da02e0703d372ea06c89f6',
  cuid: CUID,
  slug: 'on-oars',
  title: 'On "oars": 桨',
  type: 'story',
  views: 12,
  partOfPublication: true,
  isActive: true,
  dateAdded: '2024-01-15T10:30:00.000Z',
  dateUpdated: '2024-01-16T12:00:00.000Z',
  brief: 'Oars are…',
  subtitle: 'A wet piece',
  coverImage: 'https://cdn.example.org/cover.png',
  contentMarkdown: 'Oars.\n\n[Tides](https://oars.hashnode.dev/tides)\n',
  content: '<p>Oars.</p>',
  tags: [{ name: 'Rowing', slug: 'row' }, '56744721958ef13879b94c7e', 'boats'],
  author: { name: 'Ada Ferrer', username: 'ada', tagline: 'Rows.' },
  series: { name: 'Water', slug: 'water' },
  publication: { title: 'Oars', username: 'oars' },
}
const tides = { ...post, _id: 'a', cuid: undefined, slug: 'tides', title: 'Tides', contentMarkdown: 'High.' }

const asEdge = ({ contentMarkdown, coverImage, dateAdded, dateUpdated, ...rest }: typeof post) => ({
  node: {
    ...rest,
    ...{ content: { markdown: contentMarkdown, html: '' }, coverImage: { url: coverImage } },
    ...{ publishedAt: dateAdded, updatedAt: dateUpdated },
  },
})

describe('galley import of Hashnode', () => {
  test.each<[string, unknown]>([
    ['a list', [post, tides]],
    ['an object', { posts: [post, tides] }],
    ['an object with data', { data: { posts: [post, tides] } }],
    [
      'edges',
      {
        data: {
          publication: {
            title: 'Oars',
            url: 'https://oars.hashnode.dev/',
            posts: { edges: [post, tides].map((one) => asEdge(one as typeof post)) },
          },
        },
      },
    ],
  ])('reads an export that is %s', async (_name, value) => {
    write({ 'export.json': JSON.stringify(value) })
    const { generator, posts, files } = await importFrom('export.json')
    expect(generator).toBe('Hashnode')
    expect(posts.map(({ file }) => file)).toEqual(['posts/on-oars.md', 'posts/tides.md'])
    expect(files['posts/on-oars.md']).toBe(
      [
        '---\ntitle: \'On "oars": 桨\'\npublishedAt: 2024-01-15T10:30:00Z\nupdatedAt: 2024-01-16T12:00:00Z',
        `id: ${CUID}\ncoverImage: https://cdn.example.org/cover.png\nauthors: [ada]\ntags: [row, boats]\nseries: Water`,
        `aliases: [/on-oars, /on-oars-${CUID}]\nsubtitle: A wet piece\n---\nOars.\n\n[Tides](tides.md)\n`,
      ].join('\n'),
    )
    expect(posts[0]!.notes.map(({ message }) => message)).toEqual([
      '1 of its tags, of which the export has no names.',
    ])
    expect(files['workspace.yml']).toContain('name: Oars\nurl: https://oars.hashnode.dev/{slug}\n')
    expect(files['authors/ada.yml']).toBe('name: Ada Ferrer\nbio: Rows.\n')
    expect(files['tags.yml']).toBe('boats:\n  name: Boats\nrow:\n  name: Rowing\n')
    const check = await ran(['check', '--content', join(root, 'content')])
    expect([check.code, check.stderr]).toEqual([0, expect.stringContaining('0 errors, 0 warnings')])
  })

  test('keeps what is delisted, inactive or a draft from the public', async () => {
    const hidden = [
      { isDelisted: true },
      { isActive: false },
      { preferences: { isDelisted: true } },
      { saveAsDraft: true },
    ]
    const posts = [post, ...hidden.map((how, at) => ({ ...tides, ...how, slug: `hidden-${at}` }))]
    write({ 'export.json': JSON.stringify({ posts, drafts: [{ ...tides, slug: 'hidden-draft' }] }) })
    const imported = (await importFrom('export.json')).posts
    expect(imported.map(({ file, isDraft }) => `${file} ${isDraft}`)).toEqual([
      ...[...hidden.keys()].map((at) => `posts/hidden-${at}.md true`),
      'posts/hidden-draft.md true',
      'posts/on-oars.md false',
    ])
  })

  test('has addresses with ids first where the blog has', async () => {
    const publication = { ...post.publication, urlPattern: 'DEFAULT' }
    write({ 'export.json': JSON.stringify([{ ...post, publication }]) })
    const { files } = await importFrom('export.json')
    expect(files[`posts/on-oars.md`]).toContain(`aliases: [/on-oars-${CUID}, /on-oars]`)
  })

  test('keeps what the post tells search engines', async () => {
    write({
      'export.json': JSON.stringify([{ ...post, metaTitle: 'All oars', metaDescription: 'Of wood.' }]),
    })
    const { files } = await importFrom('export.json')
    expect(files['posts/on-oars.md']).toContain('description: Of wood.\n')
    expect(files['posts/on-oars.md']).toContain('seoTitle: All oars\n')
  })

  test('reads posts whose only text is HTML', async () => {
    const html = { ...tides, contentMarkdown: undefined, content: '<p>High <strong>water</strong>.</p>' }
    write({ 'export.json': JSON.stringify([post, html]) })
    expect((await importFrom('export.json')).files['posts/tides.md']).toMatch(/---\nHigh \*\*water\*\*\.\n$/)
  })

  test('reads the backup on GitHub, with front matter and without', async () => {
    write({
      [`backup/${CUID}.md`]: [
        '---\ntitle: "Say "oars""\nseoTitle: "Oars"\nseoDescription: "All of "oars", 桨"',
        'datePublished: Mon Jan 13 2025 02:15:05 GMT+0000 (Coordinated Universal Time)',
        `cuid: ${CUID}\nslug: say-oars\ncover: https://cdn.example.org/cover.png`,
        'tags: row, wet-land\n\n---\n\nOars.\n\n[Tides](https://oars.example.org/tides)\n',
      ].join('\n'),
      'backup/clexh7g0d000709ktfj4ogghy.md':
        '---\ntitle: "Tides"\ndatePublished: Thu Jun 15 2023 18:30:12 GMT+0530 (India Standard Time)\ncuid: clexh7g0d000709ktfj4ogghy\nslug: tides\n\n---\n\nHigh.\n',
      'backup/ckold0000000000000000old1.md': '## An old post\n\nLow.\n',
      'backup/draft-0123456789abcdef01234567.md': '---\ntitle: "Not yet"\nslug: not-yet\n\n---\n\nDry.\n',
      'backup/README.md': '# Backup\n',
    })
    const { generator, posts, files, notImported } = await importFrom(
      'backup',
      '--url',
      'https://oars.example.org',
    )
    expect(generator).toBe('Hashnode')
    expect(posts.map(({ file, isDraft }) => `${file} ${isDraft}`)).toEqual([
      'posts/ckold0000000000000000old1.md true',
      'posts/draft-0123456789abcdef01234567.md true',
      `posts/${CUID}.md false`,
      'posts/clexh7g0d000709ktfj4ogghy.md false',
    ])
    expect(files[`posts/${CUID}.md`]).toBe(
      [
        `---\ntitle: Say "oars"\npublishedAt: 2025-01-13T02:15:05Z\nslug: say-oars\nid: ${CUID}\ndescription: All of "oars", 桨`,
        'coverImage: https://cdn.example.org/cover.png\ntags: [row, wet-land]',
        `aliases: [/say-oars, /say-oars-${CUID}]\nseoTitle: Oars\n---\nOars.\n\n[Tides](clexh7g0d000709ktfj4ogghy.md)\n`,
      ].join('\n'),
    )
    expect(files['posts/clexh7g0d000709ktfj4ogghy.md']).toContain('publishedAt: 2023-06-15T18:30:12+05:30\n')
    expect(files['posts/ckold0000000000000000old1.md']).toMatch(
      /^---\ntitle: An old post\nstatus: draft\nslug: an-old-post\n[^#]*aliases: \[\/an-old-post, \/an-old-post-ckold0000000000000000old1\]\n---\nLow\.\n$/,
    )
    expect(posts[0]!.notes.map(({ message }) => message)).toContain(
      'The backup has no slug of it: its address is taken from its title, and may be another.',
    )
    expect(posts[1]!.notes[0]!.message).toMatch(/^It is not public there \(by its folder or its name\)/)
    const remedy = 'give it a title in front matter'
    expect(notImported).toEqual([
      { folder: '.', files: [{ path: 'README.md', reason: 'about the repository', remedy }] },
    ])
  })

  test('of which most posts have a date drafts the others', async () => {
    const old = `backup/cl9c${'0'.repeat(16)}aaaac.md`
    const dated = Array.from('abcdefghij', (name) => [
      `backup/clte${'0'.repeat(16)}aaaa${name}.md`,
      `---\ntitle: ${name}\ndatePublished: Mon Mar 04 2024 10:00:00 GMT+0000\nslug: ${name}\n---\n\nWet.\n`,
    ])
    write({ ...Object.fromEntries(dated), [old]: '# On oars\n\nDry.\n' })
    const { posts, notImported } = await importFrom('backup')
    expect(notImported).toEqual([])
    expect(posts.filter(({ isDraft }) => isDraft).map(({ notes }) => notes.at(-1)!.message)).toEqual([
      'It has no date, neither in its front matter nor in its name: it became a draft.',
    ])
    expect(posts).toHaveLength(11)
  })

  test('takes no other folder for a backup', async () => {
    write({
      [`notes/${CUID}.md`]: '---\ntitle: A\ndate: 2020-01-02\n---\nA.\n',
      'notes/other.md': '---\ntitle: B\ndate: 2020-01-02\n---\nB.\n',
    })
    expect((await importFrom('notes')).generator).toBe('plain markdown')
  })
})

const callout = (sign: string, text: string, indent = '') =>
  `<div data-node-type="callout">\n<div data-node-type="callout-emoji">${sign}</div>\n<div data-node-type="callout-text">${text}</div>\n</div>`.replace(
    /^/gm,
    indent,
  )

test.each([
  ['![](https://cdn.example.org/a.png align="center")', '![](https://cdn.example.org/a.png)'],
  [
    '![Oars, "wet"](https://cdn.example.org/a.png align="left" width="300")',
    '![Oars, "wet"](https://cdn.example.org/a.png)',
  ],
  ['![a](https://cdn.example.org/a.png) align="right"', '![a](https://cdn.example.org/a.png)'],
  [
    '![桨](https://cdn.example.org/a.png align="center" "Title")',
    '![桨](https://cdn.example.org/a.png "Title")',
  ],
  [
    '[![a](https://cdn.example.org/a.png align="center")](https://example.com)',
    '[![a](https://cdn.example.org/a.png)](https://example.com)',
  ],
  ['`![](a.png align="center")`', '`![](a.png align="center")`'],
  [
    '```md\n![](a.png align="center")\n%[https://youtu.be/xOfJukfKM3U]\n```',
    '```md\n![](a.png align="center")\n%[https://youtu.be/xOfJukfKM3U]\n```',
  ],
  ['The word align="center" stays.', 'The word align="center" stays.'],
  [
    '%[https://youtu.be/xOfJukfKM3U] ',
    '<iframe src="https://www.youtube-nocookie.com/embed/xOfJukfKM3U" title="Video on YouTube" allowfullscreen></iframe>',
  ],
  [
    '%[https://www.youtube.com/watch?v=xOfJukfKM3U&t=3s]',
    '<iframe src="https://www.youtube-nocookie.com/embed/xOfJukfKM3U" title="Video on YouTube" allowfullscreen></iframe>',
  ],
  [
    '%[https://www.youtube.com/playlist?list=PLE]',
    '[Video on YouTube](https://www.youtube.com/playlist?list=PLE)',
  ],
  [
    '%[https://twitter.com/ada/status/1858286704618250321]',
    '[Post on X](https://twitter.com/ada/status/1858286704618250321)',
  ],
  ['%[https://gist.github.com/ada/123]', '[Gist](https://gist.github.com/ada/123)'],
  ['%[https://codepen.io/ada/pen/yLd]', '[CodePen](https://codepen.io/ada/pen/yLd)'],
  ['%[https://example.com/a_b_c?d=e#f]', '<https://example.com/a_b_c?d=e#f>'],
  ['* See\n    \n    %[https://example.com/a]', '* See\n    \n    <https://example.com/a>'],
  [callout('💡', 'Row <strong>well</strong>.'), '> [!TIP]\n> 💡 Row <strong>well</strong>.'],
  [callout('⚠️', 'Wet.'), '> [!WARNING]\n> ⚠️ Wet.'],
  [callout('🛑', 'Deep.\nVery.'), '> [!CAUTION]\n> 🛑 Deep.\n> Very.'],
  [callout('🐟', 'Fish: 鱼.'), '> [!NOTE]\n> 🐟 Fish: 鱼.'],
  [`1. One\n    \n${callout('💡', 'In it.', '    ')}`, '1. One\n    \n    > 💡 In it.'],
  ['<div data-node-type="code-block" data-language="js">if (a &lt; b) {}</div>', '```js\nif (a < b) {}\n```'],
  ['By [Ada, Oars](@ada), `[a](@ada)`', 'By [Ada, Oars](https://hashnode.com/@ada), `[a](@ada)`'],
  ['> **Oars: **wood', '> **Oars:** wood'],
  ['**Oars  \n**Wood.', '**Oars**  \nWood.'],
  ['Two ** 3 **4, **a** b **c', 'Two ** 3 **4, **a** b **c'],
  ['%%[my-widget]', '%%[my-widget]'],
  ['50 %[a](https://example.com)', '50 %[a](https://example.com)'],
])('%j of Hashnode becomes %j', async (source, becomes) => {
  write({ 'export.json': JSON.stringify([{ ...tides, contentMarkdown: source }]) })
  const { files, posts } = await importFrom('export.json')
  expect(files['posts/tides.md']!.split('\n---\n')[1]).toBe(`${becomes}\n`)
  const told = posts[0]!.notes.map(({ message }) => message).join()
  expect(told.includes('a widget whose code is not in the export')).toBe(source.startsWith('%%'))
})

test('a text full of beginnings takes linear time', { tags: 'nightly' }, async () => {
  const parts = [
    '<div data-node-type="callout">',
    '%[https://a',
    '](a align="',
    '![',
    '%%[',
    '](@',
    '**a ',
    'a  \n**',
    '<div data-node-type="code-block">',
  ]
  const posts = parts.map((part, at) => ({ ...tides, slug: `p${at}`, contentMarkdown: part.repeat(50_000) }))
  write({ 'export.json': JSON.stringify(posts) })
  const flags = ['--content', join(root, 'content'), '--dry-run']
  expect((await ran(['import', join(root, 'export.json'), ...flags])).code).toBe(0)
})
