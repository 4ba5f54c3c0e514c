// Folders and names: which program a folder is of, which of its folders are posts, and what files are called here.
import { png } from '../support/picture.ts'
import { type ImportedSite, post, type SiteFiles } from './import-sites.ts'

const dated = post('date: 2020-01-02', 'Wet.')
const undated = post('title: Undated', 'Wet.')

const all = (paths: readonly string[], text: string | Uint8Array = dated): SiteFiles =>
  Object.fromEntries(paths.map((path) => [path, text]))

const site = (files: SiteFiles, from = '', flags: readonly string[] = []): ImportedSite => ({
  files,
  from,
  flags,
})

const hugo = { 'hugo.yaml': 'baseURL: https://example.org\n' }
const jekyll = 'permalink: /j/:title/\n'

const levels = (count: number) => Array.from({ length: count }, (_, i) => `l${i}`).join('/')

/** So many files of which so many have a date. */
const some = (files: number, withDate: number, more: SiteFiles = {}): ImportedSite =>
  site({
    ...Object.fromEntries(
      Array.from({ length: files }, (_, i) => [`blog/${i}.md`, i < withDate ? dated : undated]),
    ),
    ...more,
  })

const programs: Record<string, ImportedSite> = {
  below: site({ ...hugo, ...all(['content/posts/a.md', 'content/tales/b.md']) }, 'content/posts'),
  'in-the-content': site({ ...hugo, ...all(['content/posts/a.md', 'content/tales/b.md']) }, 'content'),
  'eight-above': site({ ...hugo, ...all([`${levels(8)}/a.md`]) }, levels(8)),
  'nine-above': site({ ...hugo, ...all([`${levels(9)}/a.md`]) }, levels(9)),
  'above-a-repository': site({ ...hugo, 'x/.git/HEAD': '', ...all(['x/y/posts/a.md']) }, 'x/y'),
  'usual-first': site({
    'www/_config.yml': jekyll,
    'aa/hugo.yaml': '',
    blog: 'no folder',
    ...all(['www/_posts/2020-01-02-a.md', 'aa/content/posts/b.md']),
  }),
  'in-order': site({
    'b/_config.yml': jekyll,
    'a/hugo.yaml': '',
    ...all(['b/_posts/2020-01-02-a.md', 'a/content/posts/b.md']),
  }),
  'contents-too': site({ 'contents/hugo.yaml': '', ...all(['contents/content/posts/a.md']) }),
  'a-hidden-one': site({ '.x/hugo.yaml': '', '_y/hugo.yaml': '', ...all(['posts/a.md']) }),
  'by-package': site({
    'package.json': '{ "devDependencies": { "astro": "5" } }',
    ...all(['src/content/blog/a.md']),
  }),
  'by-a-large-package': site({
    'package.json': `{ "dependencies": { "astro": "5" } }${' '.repeat(1_000_000)}`,
    ...all(['src/content/blog/a.md']),
  }),
  'no-package': site({ 'package.json/x': '', ...all(['posts/a.md']) }),
  'posts-of-next': site({
    'package.json': '{ "dependencies": { "next": "15" } }',
    ...all(['_posts/2020-01-02-a.md', '_posts/_index.md', '_posts/_b.md']),
  }),
  'posts-of-jekyll': site({
    'package.json': '{ "dependencies": { "next": "15" } }',
    '_config.yml': jekyll,
    ...all(['_posts/2020-01-02-a.md', '_posts/_b.md', '_drafts/c.md']),
  }),
  ...Object.fromEntries(
    [
      ['config.toml', ' base_url = "https://example.org"'],
      ['config.toml', 'xbase_url = "https://example.org"'],
      ['config.toml', 'BaseURL = "https://example.org"'],
      ['config.yaml', ' BaseURL: https://example.org'],
      ['config.yml', 'xbaseurl: https://example.org'],
      ['config.yml', 'baseURL : https://example.org'],
      ['config.json', '{ "baseURL":"https://example.org" }'],
      ['_config.yml', ' markdown: kramdown'],
      ['_config.yml', 'xmarkdown: kramdown'],
    ].map(([name = '', text = ''], i) => [
      `config-${i}`,
      site({ [name]: `x: y\n${text}\n`, ...all(['content/posts/2020-01-02-a.md']) }),
    ]),
  ),
}

const sections: Record<string, ImportedSite> = {
  ...Object.fromEntries(
    ['./a.b/', '//a.b', 'a.b', '.', 'a.', '.b', 'posts', 'content/posts'].map((section, i) => [
      `section-${i}`,
      site({ ...hugo, ...all(['a.b/a.md', 'content/posts/b.md', 'ab/c.md', 'content/a.b/d.md']) }, '', [
        '--section',
        section,
      ]),
    ]),
  ),
  'hugo-root': site({
    'hugo.yaml': 'baseURL: https://example.org\nmainSections: ["", x]\n',
    ...all([
      'content/a.md',
      'content/b/index.md',
      'content/c/d.md',
      'content/x/y/index.md',
      'content/x/_index.md',
      'content/x_index.md',
      'content/b/e/index.md',
    ]),
  }),
  'zola-parts': site({
    'config.toml': 'base_url = "https://example.org"\n',
    'content/a/b/_index.md': '+++\nsort_by = "date"\n+++\n',
    'content/c/_index.md': '+++\nsort_by = "date"\n+++\n',
    'content/a/b/x.md': undated,
    ...all(['content/a/y.md', 'content/c/z.md', 'content/c/w/index.md']),
    'content/c/v.md': undated,
    'content/d/_index.md': '+++\nsort_by = "date"\n+++\n',
  }),
  'ten-with-eight': some(10, 8),
  'ten-with-seven': some(10, 7),
  'eleven-with-nine': some(11, 9, {
    'blog/draft.md': post('draft: true', 'Wet.'),
    'blog/_p.md': dated,
    'blog/_q.md': dated,
    'blog/piece.mdx': 'Wet.\n',
    'blog/part.mdx': dated,
    'notes/x.md': dated,
  }),
  capitals: site(all(['Posts/a.md', 'Tales/b.md', 'other/c.md'])),
  beside: site(all(['notes/a.md', 'tales/b.md', 'x/y/c.md', 'tales/_index.d.md'])),
  'beside-none': site({
    ...all(['x/notes/a.md', 'x/tales/b.md']),
    'x/tales/c.md': undated,
    'x/tales/d.md': undated,
    'x/tales/e.md': undated,
  }),
  'only-bundles': site(all(['one/index.md', 'two/index.md', 'two/part.mdx'])),
  'no-dates': site(all(['x/a.md', 'y/b.md'], undated)),
  documents: site({
    ...all([
      'posts/a.md',
      'posts/README/b.md',
      'posts/readme.md',
      'posts/Changelog-2.md',
      'posts/layouts/c.md',
      'posts/d.html',
      'posts/e.HTM',
      'posts/f.html.md',
      'posts/.g.md',
      'posts/xREADME.md',
    ]),
  }),
  'pages-of-html': site({
    'package.json': '{ "dependencies": { "hexo": "7" } }',
    ...all(['source/_posts/a.md', 'source/_posts/b.html', 'source/_posts/c.HTML']),
  }),
  'pages-of-hugo': site({
    ...hugo,
    ...all(['content/posts/a.md', 'content/posts/b.html', 'content/posts/c.html']),
    'content/posts/d.html': '<p>x</p>',
  }),
  'pages-of-jekyll': site({
    '_config.yml': jekyll,
    ...all(['_posts/2020-01-02-a.html', 'x/_posts/2020-01-02-b.HTML']),
    '_drafts/c.md': undated,
  }),
}

/** Programs leave out some of these, and replace others. */
const signs = [
  'C# and F#',
  'My_Post v2.0 (b)',
  'what?',
  'x--y - z',
  "it's 50% off",
  'a%20b & c, d',
  '\u00c9 \u00df \u00bd \u00e6',
  'a+b~c@d',
  '\u65e5\u672c \u8a9e',
]

const signed = (folder: string) =>
  Object.fromEntries(signs.map((name) => [`${folder}/${name}.md`, post('date: 2020-01-02', 'Wet.')]))

const names: Record<string, ImportedSite> = {
  files: site({
    CNAME: 'example.org',
    ...all([
      ...[
        'con',
        'xcon',
        'com1.x',
        'NUL',
        'console',
        'A',
        'a',
        'B',
        '_c',
        '.d',
        'e f',
        'g.',
        '-h',
        'caf\u00e9',
        'cafe\u0301',
        'x'.repeat(200),
        'x'.repeat(201),
        'y'.repeat(241),
      ].map((name) => `posts/${name}.md`),
      ...[
        'a.mdown',
        'A.mkd',
        'indexed.md',
        'index.md',
        'sub/index.md',
        'sub/INDEX.x.md',
        'sub/html.html.md',
        'Sub/index.md',
        'sub.md/z.md',
        '!!!/???.md',
        '2020-01-02-.md',
        '2020_1_2_t.md',
        'x2020-01-02-t.md',
      ].map((name) => `posts/${name}`),
      ...[15, 16, 17].map((count) => `posts/${levels(count)}/m.md`),
    ]),
  }),
  addresses: site({
    '_config.yml': 'url: https://example.org\n',
    ...Object.fromEntries(
      [
        '/',
        '/a/',
        '/a',
        '/b//',
        '/c?x=1',
        '/d#e',
        '/f%20g/',
        '/h.html',
        '/h.htmlx/i',
        '/j/index.html',
        'k',
        '/l/index.htm',
        `/${'m'.repeat(90)}//..//x`,
        `/${'n'.repeat(98)}/../`,
        '/2020/01/02/o.html',
        '/2020/02/01/p/',
        '/{q}/',
        '/caf\u00e9/',
        '/cafe\u0301/',
        '/01/01/r/',
      ].map((address, i) => [
        `_posts/2020-01-${i < 9 ? '0' : ''}${i + 1}-p${i}.md`,
        post(
          `permalink: "${address}"\nredirect_from: ["/old${i}?x", "/old${i}#y", "/old${i}//", "/a", "/O${i}/%25"]`,
          `[x](${address})`,
        ),
      ]),
    ),
  }),
  slugs: site({
    '_config.yml': 'url: https://example.org\npermalink: /t/:title\n',
    ...Object.fromEntries(
      ['C# and F#', 'My_Post v2.0 (b)', 'what?', '--x--', '\u00e9 \u00df', '\u00bd'].flatMap((name, i) => [
        [`_posts/2020-01-0${i + 1}-${name}.md`, post('layout: post', 'Wet.')],
        [`_posts/2020-02-0${i + 1}-${name}.md`, post('permalink: /s/:slug/', 'Wet.')],
        [`_posts/2020-03-0${i + 1}-n.md`, post(`slug: "${name} n"`, 'Wet.')],
      ]),
    ),
  }),
  'hugo-slugs': site({
    'hugo.yaml': 'baseURL: https://example.org\npermalinks: { notes: "/n/:title/" }\n',
    ...Object.fromEntries(
      signs.flatMap((name, i) => [
        [`content/posts/${name}.md`, post(`title: T${i}\ndate: 2020-01-02`, 'Wet.')],
        [`content/notes/${i}.md`, post(`title: "${name}"\ndate: 2020-01-02`, 'Wet.')],
      ]),
    ),
  }),
  // Only the site's own code knows the addresses of one collection.
  'astro-made-ids': site({
    'astro.config.mjs': 'export default { site: "https://example.org" }\n',
    'src/content.config.ts':
      "defineCollection({ loader: glob({ base: './src/blog/', generateId: ({ entry }) => entry.slice(11) }) })\ndefineCollection({ loader: glob({ base: 'src/posts' }) })\n",
    'src/blog/2020-01-02-a.md': post('title: A\ndate: 2020-01-02', 'Wet.'),
    'src/posts/b.md': post('title: B\ndate: 2020-01-03', 'Wet.'),
  }),
  'astro-slugs': site({
    'astro.config.mjs': 'export default { site: "https://example.org" }\n',
    'src/pages/blog/[...slug].astro': '',
    ...signed('src/content/blog'),
    'src/content/blog/Own.md': post('date: 2020-01-02\nslug: It_Is/Own', 'Wet.'),
    'src/content/blog/A Folder/Index.md': post('date: 2020-01-02', 'Wet.'),
  }),
  'nuxt-slugs': site({ 'nuxt.config.ts': '', 'pages/[...slug].vue': '', ...signed('content/1.The Blog') }),
  'zola-slugs': site({
    'zola.toml': 'base_url = "https://example.org"\n',
    ...signed('content/the_blog'),
    'content/the_blog/Own_One/index.md': post('date: 2020-01-02', 'Wet.'),
    'content/the_blog/1.md': post('date: 2020-01-02\nslug: My_Own', 'Wet.'),
  }),
  'zola-unslugged': site({
    'zola.toml': 'base_url = "https://example.org"\n[slugify]\npaths = "off"\n',
    ...signed('content/blog'),
  }),
  media: site({
    ...hugo,
    'content/posts/one/index.md': post(
      'title: One\ndate: 2020-01-02',
      [
        'm.png',
        './sub/m.png',
        '../m.png',
        'Sub/!!/n.png',
        'a/b/c/d/e/f/g/h.png',
        '-.png',
        '/img/o.png',
        '/IMG/imagesx/p.png',
        '/ximg/Uploads/q.png',
        '/a/b/c/d/e/f/g/r.png',
        '/bad.png',
        '/text.png',
        '/film.MP4',
        '/empty.png',
      ]
        .map((path) => `![x](${path})`)
        .join('\n'),
    ),
    'content/posts/one-two.md': post(
      'title: Two\ndate: 2020-01-02',
      '![x](one/m.png) ![x](/img/o.png) ![x](m.png)',
    ),
    ...all(
      [
        'content/posts/one/m.png',
        'content/posts/one/sub/m.png',
        'content/posts/m.png',
        'content/posts/one/Sub/!!/n.png',
        'content/posts/one/a/b/c/d/e/f/g/h.png',
        'content/posts/one/-.png',
        'static/img/o.png',
        'static/IMG/imagesx/p.png',
        'static/ximg/Uploads/q.png',
        'static/a/b/c/d/e/f/g/r.png',
      ],
      png(),
    ),
    'static/bad.png': png().subarray(0, 20),
    'static/text.png': 'no picture',
    'static/empty.png': '',
    'static/film.MP4': Buffer.from('\0\0\0\x18ftypmp42', 'latin1'),
  }),
}

const prefixed = (sites: Record<string, ImportedSite>) =>
  Object.entries(sites).map(([name, one]) => [`folders-${name}`, one])

export const folders: Record<string, ImportedSite> = Object.fromEntries(
  [programs, sections, names].flatMap(prefixed),
)
