// The report of an import is read in a minute: by kind, with three examples of each. No caption is lost, and what stops a
// build is named.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-report-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (files: Record<string, string>) => writeFiles(root, files)

const importSite = (...flags: string[]) =>
  ran([
    'import',
    join(root, 'site'),
    '--content',
    join(root, 'content'),
    '--url',
    'https://example.org',
    ...flags,
  ])

const texts = () =>
  readdirSync(join(root, 'content/blog/posts'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(root, 'content/blog/posts', name), 'utf8'))

const jekyll = { 'site/_config.yml': 'plugins: []\n' }
const path = (at: number) => `site/_posts/2020-01-02-p${String(at).padStart(3, '0')}.md`
const post = (text: string, front = '') => `---\ntitle: T\n${front}---\n${text}\n`

describe('the report', () => {
  test('says by kind what became of many posts, and names three of each', { tags: 'nightly' }, async () => {
    const figures = '{% figure src="https://cdn.example.com/a.png" caption="Oars, 桨" %}\n\n'
    for (let at = 0; at < 120; at++)
      write({
        [path(at)]: post(
          `${figures.repeat(at % 2 === 0 ? 2 : 1)}{% strange thing %}`,
          at < 5 ? 'draft: true\n' : '',
        ),
      })
    write({ ...jekyll, [path(120)]: post('Text.', 'password: hunter2\n') })
    const { stdout, stderr } = await importSite()
    expect(stdout.replaceAll(root, '').split('\n')).toEqual([
      '/content/blog',
      '  draft     draft: true: 5 posts',
      '            posts/2020-01-02-p000.md, posts/2020-01-02-p001.md, posts/2020-01-02-p002.md',
      '  draft     a password: 1 post',
      '            posts/2020-01-02-p120.md',
      '  left      {% strange %}: 120 posts',
      '            posts/2020-01-02-p000.md, posts/2020-01-02-p001.md, posts/2020-01-02-p002.md',
      '  mapped    {% figure %}: 180 times in 120 posts, captions kept',
      '            posts/2020-01-02-p000.md, posts/2020-01-02-p001.md, posts/2020-01-02-p002.md',
      '  mapped    Images on other sites: 120 posts',
      '            posts/2020-01-02-p000.md, posts/2020-01-02-p001.md, posts/2020-01-02-p002.md',
      '',
    ])
    expect(stderr).toContain('blog: 121 posts of Jekyll, 6 drafts, 121 with something to look at')
    expect(texts().join('').split('Oars, 桨').length - 1).toBeGreaterThanOrEqual(180)
    const quiet = await importSite('--quiet')
    expect(quiet.stdout).not.toContain('mapped')
    const verbose = (await importSite('--verbose')).stdout
    expect(verbose.split('\n').filter((line) => / from _posts\//.test(line))).toHaveLength(121)
    expect(verbose).toContain('  mapped    {% figure %} became what it means, 2 times, captions kept.\n')
    const { workspaces } = JSON.parse((await importSite('--json')).stdout)
    expect(workspaces[0].posts).toHaveLength(121)
    expect(workspaces[0].posts[7].notes).toContainEqual({
      kind: 'mapped',
      message: '{% figure %} became what it means, 2 times, captions kept.',
      about: '{% figure %}',
      times: 2,
      hasCaption: true,
    })
  })

  test('is short, however many things are said of however many posts', async () => {
    for (let at = 0; at < 60; at++) {
      const tags = Array.from(
        { length: 30 },
        (_, tag) => `{% tag${tag + at} a="${at}" %} ![x](/img/${at}-${tag}.png)`,
      )
      write({ [path(at)]: post(tags.join('\n'), `date: 2020-01-${at}x\nsticky: { a: [ { b: c } ] }\n`) })
    }
    write(jekyll)
    const { stdout } = await importSite()
    expect(stdout.split('\n').length).toBeLessThan(80)
    expect(stdout).toContain('79 further kinds, which --verbose names.')
    expect(stdout).toContain(
      'missing   Images and files that are not in the source: 1800 times in 60 posts\n',
    )
  })

  test('names a message for each example where they differ', async () => {
    write({ ...jekyll, [path(0)]: post('![a](/none.png)'), [path(1)]: post('![b](/no.png)') })
    const { stdout } = await importSite()
    expect(stdout).toContain(
      [
        '  missing   Images and files that are not in the source: 2 posts',
        '            posts/2020-01-02-p000.md: /none.png is not in the source: it stays an address of the site.',
        '            posts/2020-01-02-p001.md: /no.png is not in the source: it stays an address of the site.',
      ].join('\n'),
    )
  })

  test('begins with posts that would stop a build, which became drafts, so that it succeeds', async () => {
    const conflict = '<<<<<<< HEAD\nA.\n=======\nB.\n>>>>>>> other\n'
    write({ ...jekyll, [path(0)]: post('A.'), [path(1)]: post(conflict) })
    for (const at of [2, 3]) write({ [path(at)]: post('A.', 'draft: true\n') })
    const build = async () =>
      (await ran(['build', '--drafts', '--content', join(root, 'content'), '--out', join(root, 'dist')])).code
    const { stdout, stderr } = await importSite()
    expect(stdout).toContain(
      [
        '  draft     They would stop a build: their texts are code in drafts: 1 post',
        '            posts/2020-01-02-p001.md: It would stop a build (merge-conflict  Git left both versions',
      ].join('\n'),
    )
    expect(stderr).not.toContain('stops a build')
    expect(texts()[1]).toContain('status: draft\n')
    expect(texts()[1]).toContain(`\n    ${conflict.trim().replaceAll('\n', '\n    ')}\n`)
    const { errors, workspaces } = JSON.parse((await importSite('--json')).stdout)
    expect([errors, workspaces[0].posts[0].from]).toEqual([[], '_posts/2020-01-02-p001.md'])
    expect(await build()).toBe(0)
  })

  test('finds them with --dry-run, too, and writes none of them again', async () => {
    const conflict = '<<<<<<< HEAD\nA.\n=======\nB.\n>>>>>>> other\n'
    write({ ...jekyll, [path(0)]: post('A.'), [path(1)]: post(conflict) })
    const dry = await importSite('--dry-run')
    expect(existsSync(join(root, 'content'))).toBe(false)
    const first = await importSite()
    expect(first.stdout).toContain('posts/2020-01-02-p001.md: It would stop a build (merge-conflict')
    expect(dry.stdout).toBe(first.stdout)
    // A file that is written takes the place of the one before.
    const stats = () => statSync(join(root, 'content/blog/posts/2020-01-02-p001.md'))
    const { ino, mtimeMs } = stats()
    for (const flags of [['--dry-run'], []]) {
      const again = await importSite(...flags)
      expect(again.stdout).toBe(first.stdout)
      expect(again.stderr).toMatch(/ 0 files (?:to write|written), 5 unchanged, 0 kept/)
      expect(stats()).toMatchObject({ ino, mtimeMs })
    }
    // A post that is corrected in the source is no draft any more.
    write({ [path(1)]: post('Right.') })
    expect((await importSite()).stdout).not.toContain('would stop')
    expect(texts()[1]).toContain('---\nRight.\n')
  })

  test('names what stops a build and was edited, as it is', async () => {
    write({ ...jekyll, [path(0)]: post('A.'), [path(1)]: post('B.') })
    await importSite()
    const edited = '---\ntitle: T\npublishedAt: 2020-01-02\n---\n![a](none.png)\n'
    write({ 'content/blog/posts/2020-01-02-p001.md': edited })
    const { errors } = JSON.parse((await importSite('--json')).stdout)
    expect(errors.map(({ from }: { from: string }) => from)).toEqual(['_posts/2020-01-02-p001.md'])
    expect((await importSite()).stderr.replaceAll(root, '')).toMatch(
      /^This stops a build: \/content\/blog\/posts\/2020-01-02-p001\.md:5:6 \(from _posts\/2020-01-02-p001\.md\): missing-file {2}/m,
    )
    expect(texts()[1]).toBe(edited)
  })

  test('says of an image that is a post that it is none', async () => {
    write({
      ...jekyll,
      [path(0)]: post('![a](/2020/01/02/p001.html) <img src="/2020/01/02/p001.html">'),
      [path(1)]: post('B.'),
    })
    const { stdout, stderr } = await importSite()
    expect(stdout).toContain('/2020/01/02/p001.html is a post and no image: it stays an address of the site.')
    expect(stderr).not.toContain('stops a build')
    expect(texts()[0]).toContain('![a](https://example.org/2020/01/02/p001.html)')
  })

  test('no control characters reach posts, and those of Windows become what they stand for', async () => {
    write({
      ...jekyll,
      [path(0)]: post(
        'A\b \u0093b\u0094 \x1b[0m\f\uffff\n\n```\nc\u007f\td\n```',
        'description: "It\u0092s\\u0008"\n',
      ),
    })
    await importSite()
    expect(texts()[0]).toContain('\ndescription: It’s\n')
    expect(texts()[0]).toContain('\nA “b” [0m\n\n```\nc\td\n```\n')
  })
})

const tags =
  'figure image img picture postimage responsiveimage imgwide youtube vimeo video audio gist tweet instagram codepen spotify asciinema iframe highlight code details spoiler blockquote pullquote note tip warning file link center table gallery unknown'
const captions = ['Oars & tides, "wet"', '图注：桨', 'A *b* c', '2 < 3']

const written: Record<string, [files: Record<string, string>, path: string, single: string, pair: string]> = {
  hugo: [
    { 'hugo.toml': '' },
    'content/posts/TAG.md',
    '{{< TAG ARGS >}}',
    '{{< TAG ARGS >}}\nInner.\n{{< /TAG >}}',
  ],
  jekyll: [
    { '_config.yml': 'plugins: []' },
    '_posts/2020-01-02-TAG.md',
    '{% TAG ARGS %}',
    '{% TAG ARGS %}\nInner.\n{% endTAG %}',
  ],
  hexo: [
    { 'scaffolds/post.md': '' },
    'source/_posts/TAG.md',
    '{% TAG ARGS %}',
    '{% TAG ARGS %}\nInner.\n{% endTAG %}',
  ],
  docusaurus: [
    { 'docusaurus.config.js': '' },
    'blog/2020-01-02-TAG.mdx',
    '<TAG ARGS />',
    '<TAG ARGS>\n\nInner.\n\n</TAG>',
  ],
  nuxt: [{ 'nuxt.config.ts': '' }, 'content/blog/TAG.md', ':TAG{ARGS}', '::TAG{ARGS}\nInner.\n::'],
}

test.each(Object.entries(written))('no caption of %s is lost', async (name, [files, place, single, pair]) => {
  for (const [file, text] of Object.entries(files)) write({ [`site/${file}`]: text })
  const forms: string[] = []
  // Without an end, code would go on to that of another.
  for (const tag of tags.split(' '))
    for (const form of /^(?:highlight|code)$/.test(tag) ? [pair] : [single, pair])
      for (const more of [
        '',
        'src="https://cdn.example.com/a.png"',
        'src="a.mp4"',
        'id="dQw4w9WgXcQ"',
        'title="T"',
      ]) {
        const spelt = name === 'docusaurus' ? tag[0]!.toUpperCase() + tag.slice(1) : tag
        forms.push(form.replaceAll('TAG', spelt).replace('ARGS', `CAPTION ${more}`))
      }
  let at = 0
  for (const caption of captions) {
    const argument = caption.includes('"') ? `caption='${caption}'` : `caption="${caption}"`
    const text = forms.map((form) => `Mark${at++}x\n\n${form.replace('CAPTION', argument)}\n`).join('\n')
    write({
      [`site/${place.replace('TAG', `captions-${captions.indexOf(caption)}`)}`]: post(
        text,
        'date: 2020-01-02\n',
      ),
    })
  }
  expect((await importSite()).code).toBe(0)
  const letters = (one: string) => one.replace(/<[^<>]*>|&\w+;|[^\p{L}\p{N}]+/gu, '')
  const pieces = texts()
    .join('\n')
    .split(/Mark\d+x/)
    .slice(1)
  expect(pieces.length).toBe(at)
  const lost = pieces.flatMap((piece, index) =>
    letters(piece).includes(letters(captions[Math.floor(index / forms.length)]!))
      ? []
      : [`${forms[index % forms.length]} → ${piece.trim()}`],
  )
  expect([...new Set(lost)]).toEqual([])
})

test('captions of a gallery of WordPress, and that of a cover of Ghost, are kept', async () => {
  const item = (type: string, inner: string) =>
    `<item><title>T</title><wp:post_type>${type}</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2020-01-02 00:00:00</wp:post_date_gmt>${inner}</item>`
  const picture = (id: number, caption: string) =>
    item(
      'attachment',
      `<wp:post_id>${id}</wp:post_id><wp:attachment_url>https://cdn.example.com/${id}.png</wp:attachment_url><excerpt:encoded><![CDATA[${caption}]]></excerpt:encoded>`,
    )
  write({
    site: `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${item('post', '<content:encoded>[gallery ids="1,2"]</content:encoded>')}${picture(1, 'Oars, 桨')}${picture(2, '')}</channel></rss>`,
  })
  await importSite()
  expect(texts()[0]).toContain(
    '<img src="https://cdn.example.com/1.png" alt=""><figcaption>Oars, 桨</figcaption>',
  )
  rmSync(join(root, 'content'), { recursive: true })
  const row = {
    id: '1',
    title: 'T',
    slug: 't',
    html: '<p>A</p>',
    status: 'published',
    visibility: 'public',
    published_at: '2020-01-02',
  }
  const meta = { post_id: '1', feature_image_caption: 'By Ada' }
  write({ site: JSON.stringify({ db: [{ data: { posts: [row], posts_meta: [meta] } }] }) })
  await importSite()
  expect(texts()[0]).toContain('\ncoverCaption: By Ada\n')
})
