// Mistakes whose advice depends on a detail: each a small workspace of its own.
import type { Files } from './workspaces.ts'

function post(text: string, ...lines: string[]): string {
  const header = ['title: A', 'publishedAt: 2026-05-31', 'authors: [grace]', 'category: news']
  const written = lines.map((line) => /^\w+/.exec(line)![0])
  const kept = header.filter((line) => !written.includes(/^\w+/.exec(line)![0]))
  return `---\n${[...kept, ...lines].filter((line) => !line.endsWith(':')).join('\n')}\n---\n${text}\n`
}

const draft = post('x', 'status: draft')
const later = post('x', 'publishedAt: 2099-01-01')
const names = (count: number) => Array.from({ length: count }, (_, index) => `${'abcdefghij'[index]}-name`)
const declared = (count: number) => names(count).map((name) => `${name}: { name: ${name} }\n`)

/** By path; a workspace that has no workspace.yml is given one. */
const edges: readonly Record<string, string>[] = [
  // Where links lead.
  {
    'posts/my trip.md': post('x', 'slug: trip', 'aliases: [voyage]'),
    'posts/a.md': post('[x](trip) [y](TRIP.html) [z](sub/voyage.mdx) [v](journey)'),
  },
  {
    'posts/a.md': post(
      '<a href=" b.md#none ">x</a> <q cite="b.md#none">y</q> <a href="b.md#there">z</a> [v](b.md#) [w](b.md#/a)',
    ),
    'posts/b.md': post('## There\n\nNote[^1].\n\n[^1]: One.'),
  },
  {
    'posts/a.md': post(
      '![x](zebra.png) ![x](_zebra.png) ![x](.zebra/lion.png) ![x](a%5Czebra.png) ![x](example.org/zebra.png) ![x](a.b/_zebra.mov) ![x](zebra.m4v) ![x](zebra.WAV) ![x](zebra) ![x](b.md) ![x](none.md)',
    ),
    'posts/b.md': post('x'),
  },
  {
    'posts/a.md': post('![x](harbour-views.png) ![y](harbour-views.jpg) [z](harbour.md)'),
    'posts/pics/Harbour View.PNG': '',
    'posts/2020-01-02-the-harbours.md': post('x'),
  },
  {
    'posts/a.md': post('[x](c.md) <q cite="c.md">y</q> ![z](c.md)', 'coverImage: c.md'),
    'posts/b.md': post('[x](d.md) [y](c.md)', 'publishedAt:'),
    'posts/c.md': draft,
    'posts/d.md': later,
    'posts/e.md': post('[x](d.md) [y](c.md)', 'status: draft'),
    'posts/f.md': post('[x](d.md)', 'publishedAt: 2099-01-02'),
    'posts/g.md': post('[x](d.md)', 'publishedAt: 2098-12-31'),
    'posts/h.md': post('[x](d.md)', 'publishedAt: 2099-01-01'),
  },
  {
    'posts/a.md': post(
      '## First\n\n## First steps\n\n<b id="Intro">x</b> Note[^1].\n\n[a](#footnote-2) [b](#first-part) [c](#intro) [d](#fist) [e](#firs) [f](#steps) [g](#first:~:text=x) [h](#none:~:text=x)\n\n[^1]: One.',
    ),
    'posts/b.md': post('## First steps\n\n[a](#first) [b](#first-steps-taken) [c](#second) [d](#st)'),
  },
  {
    'workspace.yml': 'broken: warn',
    'posts/a.md': post('[x](no.md) ![y](no.png) [z](../../x.md) [v](b.md)'),
    'posts/b.md': post('[a](#no)'),
  },
  {
    'workspace.yml': 'url: 5',
    'posts/a.md': post('[x](b.md)', 'coverImage: /a.png'),
    'posts/b.md': post('x'),
  },
  {
    'workspace.yml': 'name: A',
    'posts/a.md': post('[x](b.md) <q cite="b.md">y</q>', 'coverImage: /a.png'),
    'posts/b.md': post('x'),
  },
  { 'posts/a.md': post('x'), 'posts/b.md': 'no front matter', 'posts/unused.png': 'x' },
  { 'posts/a.md': post('<div data-image="left.png">x</div>'), 'posts/left.png': 'x', 'posts/other.png': 'x' },
  {
    'posts/a.md': post(
      '<img src="blob:data:x"> <img src=" data:x"> <a href="x:data:y">x</a> <img src="data">',
    ),
  },
  // What posts name.
  { 'tags.yml': declared(8).join(''), 'posts/a.md': post('x', 'tags: [zebra, a-nam, A-Name]') },
  { 'tags.yml': declared(9).join(''), 'posts/a.md': post('x', 'tags: [zebra, J-NAME, "B name"]') },
  { 'categories.yml': '{}', 'tags.yml': '{}', 'posts/a.md': post('x', 'tags: [zebra]') },
  {
    'tags.yml': 'web: The web\n"a b": "c: d"\nc: "#e"\nd: [x]\n',
    'posts/a.md': post('x', 'tags: [the web]'),
  },
  {
    'posts/a.md': post('x', 'tags: [Web, web, C#, c sharp, c-sharp, "!?"]', 'publishedAt: 2026-01-01'),
    'posts/b.md': post('x', 'tags: [WEB, a, a, a]', 'category: News', 'publishedAt: 2026-01-02'),
  },
  {
    'posts/a.md': post('x', `tags: [${Array.from({ length: 103 }, (_, index) => `n${index}`).join(', ')}]`),
    'tags.yml': 'n: { name: N }',
  },
  // Names and old addresses.
  {
    'posts/a.md': post('x', 'aliases: [b, /b, /a, c, /C, /c]'),
    'posts/b.md': post('x', 'aliases: [A, c, /b/, /c]'),
  },
  {
    'workspace.yml': 'url: https://example.org/{category}/{slug}',
    'posts/a.md': post('x', 'aliases: [/news/b, old]'),
    'posts/b.md': post('x', 'aliases: [/news/old, /old]'),
    'posts/c.md': post('x', 'category:', 'aliases: [/news/a]'),
  },
  {
    'workspace.yml': 'url: https://example.org/?p={slug}',
    'posts/a.md': post('x', 'aliases: [/b, old]'),
    'posts/b.md': post('x', 'aliases: [/old, /]'),
  },
  {
    'workspace.yml': 'url: https://example.org/{slug}\nslugs: relaxed',
    'posts/A.md': post('x', 'aliases: [a]'),
    'posts/b.md': post('x', 'slug: a', 'id: c'),
    'posts/c.md': post('x', 'id: b'),
  },
  {
    'posts/a.md': post('x', 'slug: same', 'id: one'),
    'posts/b.md': post('x', 'slug: same', 'id: ONE'),
    'posts/c.md': post('x', 'id: same'),
  },
  ...[
    'a//b',
    '/a b',
    '/a/../b',
    '/%2e%2E/a',
    '/a%',
    '/%ff',
    '/',
    '/?a',
    '/a#b',
    '//a',
    'a/b',
    'https://example.org/',
    'https://example.org/a/?b',
    '/a\\b',
    '/%00',
    `/${'a'.repeat(799)}`,
    `/${'a'.repeat(800)}`,
    '/a/.',
    '/é',
  ].map((alias) => ({ 'posts/a.md': post('x', `aliases: ['${alias}']`) })),
  // Fields and settings that cannot be read.
  ...[
    '1a: { type: string }',
    'a: { type: nope }',
    'a: { type: select, options: [b, [c]] }',
    'a: { type: list, options: [b, c] }',
    'a: { type: select, options: [b] }',
    'constructor: { type: string }',
  ].map((field) => ({
    'workspace.yml': `fields: { ${field} }`,
    'posts/a.md': post('x', 'fields: { a: d }'),
  })),
  ...['string', 'number', 'boolean', 'date', 'url', 'list'].map((type) => ({
    'workspace.yml': `fields: { a: { type: ${type}, required: true }, b: { type: ${type} } }`,
    ...Object.fromEntries(
      ['""', '[]', '"1,5"', '.5', '1e999', '12345678901234567890', '"1 2"', 'example.org/a'].map(
        (value, index) => [`posts/${index}.md`, post('x', `fields: { a: ${value}, b: ${value} }`)],
      ),
    ),
  })),
  {
    'workspace.yml':
      'embeds: [www.example.com, WWW.example.org, https://player.example.org/x, blog.example.org, "a b", 10.0.0.1, a.local, x.home.arpa, localhost]\nurl: https://blog.example.org/{slug}',
    'posts/a.md': post('x'),
  },
  { 'workspace.yml': 'searchIndex: { text: 100001 }', 'posts/a.md': post('x') },
  { 'workspace.yml': 'searchIndex: { text: 1e3 }', 'posts/a.md': post('x') },
  { 'workspace.yml': 'searchIndex: perhaps', 'posts/a.md': post('x') },
  { 'workspace.yml': 'html: safe\nembeds: [[x]]\nslugs: [x]', 'posts/A_b.md': post('<center>x</center>') },
  ...[
    'https://:secret@example.org/{slug}',
    'https://ada@example.org/{slug}',
    'https://example.org/%2f/{slug}',
    'https://example.org/\\{slug}?a=/',
    'https://{slug}@example.org/',
    'mailto:{slug}',
    'https://example.org/{slug}/{',
    'https://exämple.org/x/{slug}',
    'https://example.org/{month}/{xslugx}',
  ].map((url) => ({ 'workspace.yml': `url: '${url}'`, 'posts/a.md': post('[x](a.md)') })),
  // Authors.
  ...[
    'https://twitter.com/a',
    'https://bsky.app/profile/a',
    'https://WWW.GitHub.com/a',
    'example.org/a',
    'https://a.mastodon.social/@a',
    'me',
  ].map((url) => ({
    'authors/ada.yml': `name: Ada\nsocials: ['${url}']\n`,
    'posts/a.md': post('x', 'authors: [ada, Ada, ADA, grace muir]'),
  })),
  {
    'authors/ada.yml': 'name: Ada\nid: x',
    'authors/bob.yml':
      'name: Bob\nid: X\nsocials: [{ platform: x, url: https://x.com/a }, { platform: y, url: a }, { platform: z, url: https://z.org }]',
    'posts/a.md': post('x'),
  },
  // Keys of other tools.
  ...[
    'draft: [a]',
    'draft: TRUE',
    'draft: No',
    'published: No',
    'published: ON',
    'published: 2020-01-01',
    'keywords: [a, "b, c"]',
    'keywords: a,  b',
    'categories: a',
    'categories: a, b',
    'categories: { a: b }',
    'url: my-slug',
    'url: https://example.org/a/b',
    'url: https://example.org',
    'permalink: /:slug/',
    'Author_Name: x',
    'author: Grace Muir, Ada',
    'tittle: x',
    'LASTMOD: x',
  ].map((line) => ({ 'posts/a.md': post('x', line, 'authors:', 'category:', 'publishedAt:') })),
  {
    'workspace.yml': 'fields: { minutes: { type: number } }',
    'posts/a.md': post('x', 'minutes: 4', 'categories: [a]'),
  },
  // Dates.
  ...[
    '“tomorrow”',
    '“May 3, 2020 10:00 UTC ”',
    '13/14/2026',
    '3/4/2026 25:00',
    '2026/5/31 25:00',
    '3 March 2020 10:00 am',
    '3 March 2020 12:30 a.m.',
    '3 March 2020 12:30 PM',
    '3 March 2020 1:05 pm +0530',
    '2020年1月2日 10:00 CET',
    '2026.5.31 10:00:30.5 +02',
    '31. 5. 2026',
    'Sept. 3rd, 2020',
    '2026-02-29',
    '2100-02-29',
    '2024-02-30',
    '2026-04-31T10:00',
    '2026-00-10',
    '2026-12-31T24:00',
    '20260532',
    '5/5/2026',
    'next May 3, 2020',
  ].map((date) => ({ 'posts/a.md': post('x', `publishedAt: ${date}`) })),
  // Slugs, and files that are no posts.
  {
    'workspace.yml': 'slugs: relaxed',
    'posts/A.b.md': post('x'),
    'posts/a..md': post('x'),
    'posts/.b.md': post('x'),
    'posts/c d.md': post('x', 'aliases: [E.f, "g h"]'),
    'posts/!.md': post('x'),
    'posts/x.md': post('x', 'slug: "!"'),
  },
  {
    'posts/C++ & C#.md': post('x'),
    'posts/it’s.md': post('x'),
    'posts/!.md': post('x'),
    'posts/x.md': post('x', 'slug: A_b', 'tags: [-web-, A_b]'),
    'posts/2026-05-31.md': post('x'),
  },
  {
    'posts/a.md': post('x'),
    'guides/README.md': 'x',
    'notes/x.yml': 'x',
    'autors/x.yml': 'x',
    'blog/posts/a.md': post('x'),
    'blog/x.txt': 'x',
    'old/authors/x.yml': 'x',
    'Images/a.txt': 'x',
  },
  {
    'posts/a.md': post('x'),
    'posts/README.markdown': 'x',
    'posts/readme': 'x',
    'authors/README.yml': 'name: R',
    'posts/x.MDX': 'x',
    'posts/a.markdown': 'x',
    'posts/b.mkd': post('[x](c.md)'),
    'posts/Tags.yaml': 'x',
    'TAGS.YML': 'x',
    'sub.md': 'x',
    'workspace.md': 'x',
    'workspac.yml': 'x',
  },
  {
    'posts/a.md': post('![x](é.png) ![x](e\u0301.png) ![x](B.png) ![x](b.png)'),
    'posts/é.png': 'x',
    'posts/e\u0301.png': 'y',
    'posts/B.png': 'x',
    'posts/b.png': 'x',
    'posts/Sub/x.png': 'x',
    'posts/sub/x.png': 'x',
  },
  {
    'posts/a.md': post(
      `[a](b.md "say "hi" now") ![b](c.png 'it's') [c](b.md "say \\"hi\\" now") ![d](e.png =30x20) ![f](e.png  =x20 ) [g](b.md =30x) [h](./b.md =x) [i](b.md “T”) [j](k.js is good) [l](e =3x4)`,
    ),
    'posts/b.md': post('x'),
  },
  {
    'posts/a.md': post(
      '<iframe src=" http://example.org/x"></iframe> <iframe src="/x"></iframe> <video src="javascript:x"></video> <video><source src="javascript:y"></video> <p @click="x" title="" data-x="y" style="" hidden>x</p> <blockquote cite="javascript:x">q</blockquote>',
    ),
  },
  {
    'workspace.yml': 'html: trusted',
    'posts/a.md': post('[x](#one-more) [y](#two) [z](#three)\n\n<h2>One *more*\n\n<h3>Two'),
  },
  // Beside a value that lacks a part, the others are looked at nonetheless.
  {
    'tags.yml': 'web: { name: Web }\n',
    'posts/a.md': post('x', 'attribution: { author: A }', 'tags: [wbe]'),
  },
  { 'posts/a.md': post('x', 'aliases: ["/%ff\\u0007"]') },
  // Where else links and media lead, and what their names are near to.
  {
    'posts/a.md': post(
      ['avi', 'MOV', 'mkv', 'mpg', 'mpeg', 'ogv', 'wmv'].map((end) => `![x](none.${end})`).join(' '),
    ),
    'posts/b.md': post(
      ['aac', 'aif', 'aiff', 'flac', 'm4a', 'oga', 'ogg', 'opus'].map((end) => `![x](none.${end})`).join(' '),
    ),
    'posts/c.md': post(
      '![x](z.avix) ![x](z.wavx) ![x](zavi) ![x](zwav) ![x](a_b.xyz) ![x](a/b.example/x.png) ![x](EXAMPLE.org/x.png) ![x](example/x.png) ![x](a%5cb.png) ![x](a\\b.png)',
    ),
    'posts/d.md': post(
      '[x](www.example.org) [x](EXAMPLE.COM/x) [x](a.example.dev?x) [x](x.app#y) [x](example.orgx) [x](www.x) [x](sub/example.org) [x](sub/www.example.org) [x](www.)',
    ),
    'posts/e.md': post(`[x](%=a) [x](a%=b) [x](\${a}) [x]({a}) ![x](%25=a)`),
  },
  {
    'posts/a b/my  trip.md': post('x', 'slug: trip', 'aliases: [voyage]', 'id: its-id'),
    'posts/b/x.md': post(
      '[x](trip.htm) [x](TRIP.MarkDown) [x](voyage.html.x) [x](its-id) [x](../none/trip.md)',
    ),
    'posts/c.md': post(
      '[x](voyage) [x](a%20b/my%20%20trap.md) [x](<none/my  trip.md>) ![x](a%20b/my-trip.pn)',
    ),
    'posts/d.md': post('x', 'aliases: [voyage]'),
  },
  {
    'posts/a.md': post('[x](none/same.md) ![x](zebra.md.png) [x](zebra.pn) ![x](zebra.pn) [x](zebra.pg)'),
    'posts/b/same.md': post('x', 'slug: one'),
    'posts/c/same.md': post('x', 'slug: two'),
    'posts/zebra.md': post('x'),
    'posts/zebra.png': 'x',
  },
  {
    'posts/a.md': post(
      '[x](other/harbour-lamps.md) [x](other/har-2030.md) [x](other/ha-2030.md) [x](other/lighthuose.md) [x](other/lightous.md) [x](other/harbour.png) [x](other/2020.md)',
    ),
    'posts/2020-01-02-old-harbour.md': post('x'),
    'posts/b/lighthouse-walk.md': post('x'),
  },
  {
    'posts/a.md': post(
      '<b id="é">x</b>\n\n[x](#TOP) [x](#topic) [x](#stop) [x](#!no) [x](#a!) [x](#a/b) [x](#%C3%A9) [x](#user-content-%C3%A9) [x](#%c3%89) [x](c.md#none)',
    ),
    'posts/b.md': post('[x](c.md#none) [x](<a.md#b#c>) [x](a.md#top:~:text=x)'),
    'posts/c.md': draft,
  },
  {
    'workspace.yml': 'html: trusted',
    'posts/a.md': post(
      [
        'a href,area href,audio src,embed src,iframe src,img src,img srcset,input src,object data,source src',
        'source srcset,track src,video src,video poster',
        'blockquote cite,button formaction,del cite,form action,iframe longdesc,img longdesc,input formaction',
        'input value,ins cite,q cite,a ping,b href,p src,use xlink:href',
      ]
        .join()
        .split(',')
        .map((one) => `<${one}="${one.replace(/\W/, '-')}.png">x</${one.split(' ')[0]}>`)
        .join('\n'),
    ),
  },
  // A post that cannot be read has no address, nor has a draft without a date.
  {
    'workspace.yml': 'url: https://example.org/{slug}',
    'posts/a.md': post('x', 'aliases: [/b, /c, /d, "/é/", /F]'),
    'posts/b.md': post('x', 'title: [', 'aliases: [/a]'),
    'posts/c.md': post('x', 'status: draft', 'publishedAt:', 'aliases: [/x]'),
    'posts/d.md': post('x', 'aliases: [/x, /%C3%A9, /f]'),
    'posts/e.md': post('x', 'aliases: [/d, /x]'),
  },
  {
    'workspace.yml': 'url: 5',
    'posts/a.md': post('[x](b.md) [x](none.md) ![x](none.png) <a href="b.md#no&#10;ne">x</a>'),
    'posts/b.md': post('x', 'slug: trip'),
    'posts/c.md': post('[x](tr.htmip) [x](tr.mdip)'),
  },
  // The place of a URL that is in code, or in another one, as well.
  {
    'posts/a.md': post(
      [
        '`[x](one.md)` ``[x](two.md) ` `` ``` `` [x](two.md) ``` [y](one.md) [y](two.md) ` [y](two-b.md) ``',
        '```js\n[x](three.md)\n```\n[y](three.md)',
        '  ~~~~\n[x](four.md)\n~~~\n[x](four.md)\n ~~~~~ \n[y](four.md)',
        '[x](<a six.md>) [y](six.md) [x](six.md.md) [x](six.md%20)',
        '[y](s%65ven.md?a=1&amp;b=2) [y](s%65ven.md?a=1&b=%C3%A9) [y](eighté.md) [y](eight%C3%A9.md) [y](%E0.md) [y](a%09b.md)',
        '[y](one.md#again) [y](one.md) [y](none.md) [y](none.md "none.md")',
      ].join('\n\n'),
    ),
  },
  // Of other languages, what YAML would say is not told.
  {
    'posts/a.md':
      '+++\ntitle = "A"\ntitel = "B"\ntags = [\n  "c",\n  @d\n]\n\n[params]\nx = 1\n+++\n[y](none.md)\n',
    'posts/b.md': '+++\n title = "A"\nslug = "B c"\npublishedAt = 2026-05-31\n+++\n[y](none.md)\n',
    'posts/c.md': '{\n  "title": "A",\n  "slug": "B c",\n  "tags": [@b]\n}\n[y](none.md)\n',
    'posts/d.md': '---\ntitle: A\ntags: [b\n---x\n[y](none.md)\n',
  },
  {
    'posts/a.md': post('[x](é.md) [x](e%CC%81.md) ![x](u\u0308.png) [x](É.md)'),
    'posts/e\u0301.md': post('![x](ü.png)'),
    'posts/u\u0308.png': '',
  },
  // What makes images smaller.
  ...[
    'images: yes',
    'images: {}',
    'images: { widths: [], url: "/{width}{path}" }',
    'images: { widths: [0, 15, 4097, 480.5, -480, 4e2, x, 480], url: "/{width}{path}" }',
    'images: { widths: [100, 200, 300, 400, 500, 600, 700, 800, 900], url: "/{width}{path}" }',
    'images: { widths: 480, 960, url: "/{width}{path}" }',
    ...[
      '/{path}?w={widht}',
      '/{path}',
      '/{width}',
      '/{width}{slug}',
      '/{width}{}{path}',
      '/{width}{path',
      '//img.example.org/{width}{path}',
      '/\\\\img.example.org/{width}{path}',
      'http://img.example.org/{width}{path}',
      'img.example.org/{width}{path}',
      '{path}?w={width}',
      'javascript:alert({width},{path})',
      'data:image/png,{width}{path}',
      'https://{name}.example.org/{width}',
      'https://img.example.org{path}?w={width}',
      'https://ada:secret@img.example.org/{width}{path}',
      `/${'x'.repeat(500)}/{width}{path}`,
    ].map((url) => `images: { widths: [480], url: "${url}" }`),
    ...['""', '100%', '720', '45rem,', `${'x'.repeat(500)}rem`].map(
      (sizes) => `images: { widths: [480], url: "/{width}{path}", sizes: ${JSON.stringify(sizes)} }`,
    ),
    'images: { width: [480], url: "/{width}{path}", lazy: true }',
  ].map((settings) => ({ 'workspace.yml': settings, 'posts/a.md': post('x') })),
]

export function writeEdges(files: Files): void {
  const sound = {
    'workspace.yml': 'url: https://example.org/{slug}',
    'authors/grace.yml': 'name: Grace Muir\n',
  }
  for (const [index, own] of edges.entries()) {
    for (const [path, text] of Object.entries({ ...sound, ...own })) files.set(`edge-${index}/${path}`, text)
  }
}
