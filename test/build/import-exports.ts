// Exports of Ghost and WordPress as tables: every kind of node and shortcode, and every key that stands for another.
import { png } from '../support/picture.ts'
import type { ImportedSite } from './import-sites.ts'

const text = (format: unknown, words = 'a < b > c & d & e < f > g') => ({ type: 'text', format, text: words })

const nodes = [
  ...[1, 2, 4, 8, 16, 32, 64, 65, 127, 128, '2', 'x'].map((format) => ({
    type: 'paragraph',
    children: [text(format)],
  })),
  ...['h1', 'h6', 'h7', 'xh2', 'h2x', undefined].map((tag) => ({
    type: 'heading',
    tag,
    children: [text(0)],
  })),
  { type: 'extended-heading', tag: 'h3', children: [{ type: 'extended-text', text: 'Extended' }] },
  { type: 'list', listType: 'number', children: [{ type: 'listitem', children: [text(0)] }] },
  {
    type: 'list',
    listType: 'bullet',
    children: [{ type: 'listitem', children: [{ type: 'linebreak' }, text(0)] }],
  },
  ...['quote', 'extended-quote', 'aside'].map((type) => ({ type, children: [text(0, type)] })),
  ...['link', 'autolink'].map((type) => ({
    type,
    url: 'https://example.com/?a="b"&c',
    children: [text(0, type)],
  })),
  { type: 'horizontalrule' },
  { type: 'image', src: '/a.png', alt: 'A "b"', caption: 'C' },
  { type: 'image', src: '/a.png' },
  { type: 'gallery', images: [{ src: '/a.png', alt: 'A' }, { src: '/b.png' }, {}] },
  { type: 'codeblock', code: 'a < b', language: 'c' },
  { type: 'codeblock', code: 'a' },
  { type: 'html', html: '<p>Own</p>', url: 'https://example.com/no' },
  { type: 'embed', url: 'https://example.com/embed' },
  { type: 'markdown', markdown: 'a *b* < c' },
  { type: 'callout', calloutText: '<b>Called</b>' },
  { type: 'toggle', heading: 'Head', content: '<p>Told</p>' },
  { type: 'bookmark', url: 'https://example.com/b', metadata: { title: 'B & b' } },
  ...['video', 'audio', 'file'].map((type) => ({ type, src: `/${type}.bin` })),
  { type: 'video', url: '/url', src: '/src' },
  { type: 'unknown', children: [text(0, 'inside')] },
  { type: 'unknown' },
]

/** Paragraphs in paragraphs, so that the innermost of the second is too deep. */
const nested = (depth: number): object =>
  depth === 0 ? text(0, 'deep') : { type: 'listitem', children: [nested(depth - 1)] }

const mobiledoc = {
  markups: [
    ['em'],
    ['a', ['href', '/x']],
    ['a', ['href']],
    ['B?'],
    ['?b'],
    ['h1', ['rel', 'x']],
    ['strong'],
    ['img src=/x.png'],
  ],
  atoms: [
    ['soft-return', ''],
    ['mention', '<@>'],
  ],
  cards: [
    ['image', { src: '/i.png', alt: 'I', caption: 'C' }],
    ['image-card', { src: '/j.png' }],
    ['code', { code: 'x', language: 'y' }],
    ['hr', {}],
    ['card-markdown', { markdown: '*m*' }],
    ['html', { html: '<p>h</p>', url: '/no' }],
    ['bookmark', { url: '/b' }],
    ['other', {}],
  ],
  sections: [
    ...['h1', 'h6', 'h7', 'blockquote', 'p', 'xp', 'px', 'aside'].map((tag) => [1, tag, [[0, [], 0, tag]]]),
    [3, 'ol', [[[0, [], 0, 'one']], [[0, [], 0, 'two']]]],
    [3, 'ul', [[[0, [], 0, 'one']]]],
    [3, 'x', [[[0, [], 0, 'one']]]],
    [2, 'x'],
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((card) => [10, card]),
    [
      1,
      'p',
      [
        [0, [0, 6], 1, 'a'],
        [0, [], 1, 'b'],
        [0, [1], 1, 'c'],
        [0, [2], 1, 'd'],
      ],
    ],
    [
      1,
      'p',
      [
        [0, [3], 0, 'e'],
        [0, [4], 0, 'f'],
        [0, [5], 1, 'g'],
        [0, [9], 1, 'h'],
        [0, [7], 0, 'j'],
        [0, [], 1, 'i'],
      ],
    ],
    [
      1,
      'p',
      [
        [1, [], 0, 0],
        [1, [], 0, 1],
        [1, [], 0, 2],
        [0, [], 0, 1],
      ],
    ],
  ],
}

const ghostPosts: Record<string, unknown>[] = [
  {
    slug: 'nodes',
    lexical: JSON.stringify({ root: { children: [...nodes, nested(63), nested(64), nested(65)] } }),
  },
  { slug: 'mobiledoc', mobiledoc: JSON.stringify(mobiledoc) },
  {
    slug: 'mobiledoc-without',
    mobiledoc: JSON.stringify({
      sections: [
        [
          1,
          'p',
          [
            [0, [0], 1, 'a'],
            [1, [], 0, 0],
          ],
        ],
        [10, 0],
      ],
    }),
  },
  { slug: 'lexical-without', lexical: '{"root":{}}', mobiledoc: JSON.stringify(mobiledoc) },
  { slug: 'lexical-broken', lexical: '{}', mobiledoc: '{"sections":[[1,"p",[[0,[],0,"m"]]]]}' },
  {
    slug: 'both',
    html: '<p>__GHOST_URL__/a and <a href="__GHOST_URL__/nodes/">b</a> __GHOST_URL__</p>',
    lexical: '{"root":{}}',
  },
  { slug: 'a/b\\c/d', title: 'Slashes', html: '<p>a</p>' },
  { slug: '/', title: 'Slash', html: '<p>a</p>' },
  { id: 77, title: 'No slug', html: '<p>a</p>' },
  {
    slug: 'dates',
    html: 'a',
    published_at: '2020-01-01T00:00:00.000Z',
    created_at: '2019-01-01T00:00:00.000Z',
    updated_at: '2020-01-02 10:00:00',
  },
  { slug: 'by-ada', html: 'a', author_id: 'u1' },
  { slug: 'created', html: 'a', published_at: null, created_at: '2019-01-01T00:00:00.000Z' },
  { slug: 'featured', html: 'a', featured: true, custom_excerpt: 'Excerpt.', meta_description: 'Meta.' },
  { slug: 'plain', html: 'a', featured: 0, meta_description: 'Meta.', title: 5 },
  {
    slug: 'covers',
    html: 'a',
    feature_image: 'https://example.com/f.png',
    image: 'https://example.com/i.png',
    feature_image_alt: 'F',
  },
  { slug: 'cover', html: 'a', image: '__GHOST_URL__/content/images/a.png' },
  ...['published', 'scheduled', 'draft', 'sent'].map((status) => ({
    slug: `is-${status}`,
    status,
    html: 'a',
  })),
  ...['public', 'paid'].map((visibility) => ({ slug: `for-${visibility}`, visibility, html: 'a' })),
  { slug: 'tagged', id: 'p1', html: 'a', author_id: 'u1' },
  { slug: 'tagged-too', id: 'p2', html: 'a', author_id: 'u2' },
  { slug: 'tagged-as-well', id: 'p3', html: 'a' },
  { slug: 'page-1', page: 1 },
  { slug: 'page-2', page: true },
  { slug: 'page-3', type: 'page' },
  { slug: 'page-0', page: 0, type: 'post', html: 'a' },
  { page: 1 },
  { slug: '!!!', title: 'Marks', html: '<p>a</p>' },
  {
    slug: 'escaped',
    lexical:
      '{"root":{"children":[{"type":"paragraph","children":[{"type":"text","text":"&lt;b> & <i> \\\\<u>"}]}]}}',
  },
]

const ghostData = {
  posts: ghostPosts.map((post, index) => ({
    id: index,
    status: 'published',
    published_at: '2020-01-01',
    ...post,
  })),
  tags: [
    { id: 1, name: 'One', slug: 'first' },
    { id: 2, name: 'Two', slug: 'second' },
    { id: 3, name: 'Three' },
    { id: 4, slug: 'four' },
    { id: 5, name: '#own', slug: 'hash-own' },
    { id: 6, name: 'a#b', slug: 'ab' },
    { id: 7, name: 'ONE', slug: 'other' },
  ],
  users: [
    {
      id: 'u1',
      slug: 'ada',
      name: 'Ada Ferrer',
      profile_image: 'https://example.com/a.png',
      image: 'https://example.com/no.png',
    },
    {
      id: 'u2',
      slug: 'kim',
      name: 'Kim Ash',
      image: 'https://example.com/k.png',
      website: 'https://kim.example',
      facebook: 'kim',
      twitter: '@kim',
      bio: 'B.',
    },
  ],
  posts_tags: [
    { post_id: 'p1', tag_id: 6 },
    { post_id: 'p1', tag_id: 5, sort_order: 0 },
    { post_id: 'p1', tag_id: 4, sort_order: 0.5 },
    { post_id: 'p1', tag_id: 3 },
    { post_id: 'p1', tag_id: 2, sort_order: 0.5 },
    { post_id: 'p1', tag_id: 1, sort_order: -1 },
    { post_id: 'p2', tag_id: 1, sort_order: 0.5 },
    { post_id: 'p2', tag_id: 2 },
    { post_id: 'p2', tag_id: 99 },
    { post_id: 'p3', tag_id: 7 },
  ],
  posts_authors: [
    { post_id: 'p1', author_id: 'u2', sort_order: 1 },
    { post_id: 'p1', author_id: 'gone', sort_order: 0 },
  ],
  posts_meta: [
    { post_id: 'p2', feature_image_alt: 'x', meta_description: 'From its meta.', slug: 'not-this' },
  ],
}

const ghost = (settings: Record<string, string>, data: object = {}): ImportedSite => ({
  files: {
    'export.json': JSON.stringify({
      data: {
        ...ghostData,
        ...data,
        settings: Object.entries(settings).map(([key, value]) => ({ key, value })),
      },
    }),
  },
  from: 'export.json',
})

const cdata = (words: string) => `<![CDATA[${words}]]>`

const element = (name: string, words: string) => `<${name}>${cdata(words)}</${name}>`

let number = 100

/** An item of WordPress's export with only what is given. */
function item(texts: Record<string, string>, more = ''): string {
  number += 1
  const all = {
    'wp:post_id': String(number),
    'wp:post_type': 'post',
    'wp:post_date': '2020-05-31 10:00:00',
    link: `https://example.org/base/item-${number}/`,
    ...texts,
  }
  return `<item>${Object.entries(all)
    .map(([name, words]) => element(name, words))
    .join('')}${more}</item>`
}

const meta = (key: string, value: string) =>
  `<wp:postmeta>${element('wp:meta_key', key)}${element('wp:meta_value', value)}</wp:postmeta>`

const bodies = [
  '[code lang="a" language="b"]x[/code] [code language="b"]x[/code] [CODE]x[/CODE] [sourcecode]x[/sourcecode] [cc]x[/cc] [cc_php]x[/cc_php] [PHP] x\r\ny [/PHP] [js]a[/js][js]b[/js] [xcode]x[/xcode] [codex]x[/codex]',
  '[caption]<a href="/x"><img src="/a.png"></a>[/caption]\n[CAPTION caption="A"] <img src="/a.png"> \n [/caption] [caption caption="A"]<img src="/a.png"> B [/caption] [caption]x<img src="/a.png">[/caption] [captions]',
  `[gallery ids="201"] [gallery ids=" 201 , 202,,203"] [gallery ids="999"] [gallery] [GALLERY ids="202"] [gallery ids="${200}"]`,
  '[embed]https://example.com/a[/embed] [EMBED x="y"] https://example.com/b [/EMBED] [embed]https://example.com/a b[/embed]\n[youtube https://youtu.be/abcdef] [YOUTUBE="https://youtu.be/abcdef"] [youtube=  https://youtu.be/abcdef&rel=0] [youtube abcdef]',
  '[audio src="a" mp4="b"] [audio mp4="b" mp3="c"] [audio mp3="c" webm="d"] [audio webm="d" m4a="e"] [audio m4a="e" "f"] [VIDEO "f"][/VIDEO] [video] [audio]\n[/audio] [videos]',
  `${'<div>'.repeat(301)}deep${'</div>'.repeat(301)}`,
  `${'<div>'.repeat(300)}<b>a</b>${'</div>'.repeat(300)}<p>b</p>`,
  '[one a="b"] [two]x[/two] [three] [ab a="b"] [x-y a="b"/] [four\ta=b] [five  a=b] [six a="b"](x) [seven a="b"][y] [[eight a="b"]] [ONE a="b"] [one a="b"] [seven=b]',
  'https://youtu.be/abcdefg\n  https://www.youtube.com/watch?x=1&amp;v=abcdefg\t\nhttps://youtube.com/embed/abcdefg\nhttps://youtube.com/shorts/abcdefg\nhttps://youtu.be/abcd\nhttps://vimeo.com/1\nhttps://vimeo.com/x\nx https://vimeo.com/1\nhttps://vimeo.com/1 x\nhttp://example.com/?a&b"c',
  'a\nb\n\nc\n<b>d</b>\ne\n \n\n<DIV>f\ng</DIV>\n\n<figure>h</figure>\ni\n\n<p>j</p>\nk\n<hr>\nl\n\n<!-- m\nn -->\n\n[php]o[/php]\n\n[php]p[/php]\nq\n\n<span>r</span>\ns\n\n\n\n\nt\r\n\r\nu',
  '<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:embed -->\nhttps://youtu.be/abcdefg\n<!-- /wp:embed -->\n<!-- other -->\nplain\ntext\n\n<pre>x\n\ny</pre>\n<PRE>z</PRE><pre>1</pre><prefix>q</prefix>',
  '\uE0101\uE011 [php]hidden[/php] <pre>0</pre> <pre>1</pre> <pre>2</pre> <pre>3</pre> <pre>4</pre> <pre>5</pre> <pre>6</pre> <pre>7</pre> <pre>8</pre> <pre>9</pre> <pre>ten</pre>',
  '[php]a\r\nb\r\nc[/php]',
  '<!-- wp:x --><p>a<sup data-fn="one"><a href="#one">1</a></sup> b<sup><a href="#two">2</a></sup></p><!-- /wp:x -->',
]

const wordpressItems = [
  item({
    'wp:post_id': '200',
    'wp:post_name': 'guided',
    guid: 'https://example.org/guid.png',
    title: 'Guided',
  }),
  ...bodies.map((body, index) =>
    item(
      { 'wp:post_name': `body-${index}`, 'content:encoded': body, title: `Body ${index}` },
      meta(
        'footnotes',
        '[{"id":"one","content":"O"},{"id":"two","content":"T"},{"id":3,"content":"N"},{"id":"n"}]',
      ) + meta('_thumbnail_id', '203'),
    ),
  ),
  item({ 'wp:post_name': 'noted', 'content:encoded': '<p>x</p>' }, meta('footnotes', '{"id":"one"}')),
  item({ 'wp:post_name': 'broken-notes', 'content:encoded': '<p>x</p>' }, meta('footnotes', '{')),
  item({ 'wp:post_id': '300', 'wp:post_name': 'with-files', 'content:encoded': '[gallery]' }),
  ...['a.png', 'b.png', 'c.txt'].map((name, index) =>
    item({
      'wp:post_id': String(201 + index),
      'wp:post_type': 'attachment',
      'wp:post_parent': '300',
      ...(index === 1 ? {} : { 'wp:attachment_url': `https://example.org/up/${name}` }),
      guid: `https://example.org/guid/${name}`,
    }),
  ),
  ...[
    'publish',
    'future',
    'draft',
    'pending',
    'private',
    'trash',
    'auto-draft',
    'inherit',
    'xtrash',
    'trashed',
  ].map((status) => item({ 'wp:post_name': `is-${status}`, 'wp:status': status })),
  item({ 'wp:post_name': 'locked', 'wp:post_password': 'x', 'wp:status': 'publish' }),
  item({
    'wp:post_name': 'gmt',
    'wp:post_date_gmt': '2020-05-31 08:00:00',
    'wp:post_modified_gmt': '2020-06-01 00:00:00',
  }),
  item({
    'wp:post_name': 'zeros',
    'wp:post_date_gmt': '0000-00-00 00:00:00',
    'wp:post_modified_gmt': '0000-00-00 00:00:00',
  }),
  item({
    'wp:post_name': 'told',
    'excerpt:encoded': ' <p>Told <b>twice</b>. </p> ',
    'wp:is_sticky': '1',
    'dc:creator': 'bo',
  }),
  item({ 'wp:post_name': 'by-none', 'dc:creator': 'none', 'excerpt:encoded': ' ', 'wp:is_sticky': '2' }),
  item(
    { 'wp:post_name': 'moved', link: 'https://example.org/base/moved/moved/' },
    meta('_wp_old_slug', 'was'),
  ),
  item({ link: 'https://example.org/base/linked/', title: '<b>Titled</b>' }),
  item({ link: 'https://example.org/elsewhere/linked-too', title: 'Titled' }),
  item({ link: 'https://example.org/base', title: 'At the base' }),
  item({ link: 'https://example.org/?p=1', title: 'Titled & more' }),
  item({ link: 'nothing', title: '!' }),
  item({ link: '', title: '' }),
  item(
    { 'wp:post_name': 'labels' },
    `<category domain="category" nicename="c-one"> One </category><category domain="category" nicename="uncategorized">Uncategorized</category><category domain="category">Two</category><category domain="post_tag" nicename="t-one">Tag</category><category nicename="x">None</category><category domain="post_tag" nicename="y"> </category><category domain="language" nicename="cs">Česky</category><category domain="post_translations" nicename="pll_1">pll_1</category><category domain="place" nicename="h">Here</category><category domain="place" nicename="not-one">One</category><category domain="place" nicename="t">There</category><category domain="nav_menu" nicename="m">Menu</category><wp:comment><category domain="post_tag">no</category></wp:comment>`,
  ),
  item({ 'wp:post_name': 'twice' }, element('title', 'First') + element('title', 'Second')),
  item({ 'wp:post_type': 'page', link: 'https://example.org/base/us/' }),
  item({ 'wp:post_type': 'page', link: '', title: 'Titled page' }),
  item({ 'wp:post_type': 'page', link: '' }),
  item({ 'wp:post_type': 'nav_menu_item' }),
  item({ link: '', title: 'Only a title', 'content:encoded': 'a' }),
  item({ 'wp:post_id': '205', link: '', title: '', 'content:encoded': 'a' }),
  item({
    'wp:post_name': 'asks',
    'content:encoded':
      '<a href="https://example.org/base/?p=300#x">a</a> <a href="/base/?p=300&amp;b">b</a> <a href="/base/?p=3000">c</a>',
  }),
  item({
    'wp:post_name': 'drawn',
    'content:encoded':
      '[youtube abcdefghi_-] [youtube <a href="https://youtu.be/abcdef">https://youtu.be/abcdef</a>] [vimeo 12] [vimeo https://vimeo.com/34]<div><svg><a><foreignObject><div>a</div></foreignObject></a></svg></div>',
  }),
]

const author = (login: string, name: string, more = '') =>
  `<wp:author>${element('wp:author_login', login)}${element('wp:author_display_name', name)}${more}</wp:author>`

const wordpress = (head: string): ImportedSite => ({
  files: {
    'export.xml': `<rss><channel><x xmlns="http://wordpress.org/export/1.2/"/>${head}${author('bo', 'Bo Elm')}${author('jo', '')}<category domain="category">Of the site</category><wp:term>${meta('_wp_old_slug', 'of-a-term')}</wp:term>${wordpressItems.join('')}<category>Of the site</category><wp:term>${meta('_wp_old_slug', 'of-a-term')}</wp:term></channel></rss>`,
    'up/a.png': png(),
  },
  from: 'export.xml',
})

/** As plugins write code: only what has tags and is not escaped is as it is written. */
const pres = [
  '<pre lang="php" line="1">echo "<a href=\\"x.php?a=1&b\\">&nbsp;[gallery]</a>";\n  <img src="none.gif"></pre>',
  '<pre lang="php">a &lt; b</pre>',
  '<pre escaped="true" lang="html">&lt;b&gt; and <b>c</b></pre>',
  '<pre class="lang:html mark:1">&amp; <b>c</b></pre>',
  '<pre class="lang:html decode:true">&lt;b&gt; <b>c</b></pre>',
  '<pre lang="js"><code><b>c</b></code></pre>',
  '<pre><b>c</b></pre>',
  '<pre lang="xml" <b></pre>',
]

const codes = [
  '[perl]\n  for $x { $a-&gt;[0] &lt;=&gt; 1 }\n    print "*$x*\\n";[/perl]',
  '[java5 gutter="false"]List&lt;String&gt; a;[/java5] [c++]a[/c++] [C#]b[/C#] [obj-c]c[/obj-c] [c]d[/c]',
  '[codesyntax lang="sql"]e[/codesyntax] [crayon lang="r"]f[/crayon] [cc_lua]g[/cc_lua]',
  '[latex]a_1\n\\le *b*[/latex], $latex \\frac{x}{y}&amp;s=2&amp;bg=fff$ [tex]$\\sum_1$[/tex]\n[latex]\\documentclass{book}[/latex]',
  '[javac]h[/javac] [c-x]i[/c-x] [rust]j [xml] [basic]k[/basic]',
]

const small = (xml: string, name = 'export.xml', flags: readonly string[] = []): ImportedSite => ({
  files: { [name]: xml },
  from: name,
  flags,
})

const one = `<item>${element('wp:post_type', 'post')}${element('wp:post_name', 'one')}${element('link', 'https://example.org/b/one/')}</item>`

const shows = (id: number, more = '') => `<!-- wp:block {"ref":${id}${more}} /-->`
const block = (id: number, body: string, status = 'publish') =>
  item({ 'wp:post_id': String(id), 'wp:post_type': 'wp_block', 'wp:status': status, 'content:encoded': body })
/** Made when its turn comes: items are numbered. */
const reused = () => [
  item({
    'wp:post_name': 'shows-blocks',
    'content:encoded': `<!-- wp:paragraph --><p>Before.</p><!-- /wp:paragraph -->\n\n${shows(401)}\n\n<!-- wp:block {"ref": "402","x":{"y":"z"}} --><!-- /wp:block -->\n\n${shows(404)}${shows(405)}`,
  }),
  item({ 'wp:post_name': 'shows-one', 'content:encoded': `${shows(401, ',"align":"wide"')}<p>After.</p>` }),
  item({ 'wp:post_name': 'shows-paid', 'content:encoded': shows(406) }),
  block(401, '<!-- wp:paragraph --><p>Of a <b>block</b>.</p><!-- /wp:paragraph -->'),
  block(402, `<p>Around.</p>${shows(401)}${shows(402)}`),
  block(403, '<p>Of no post.</p>'),
  block(404, '<p>Not public.</p>', 'draft'),
  block(406, '<!-- wp:premium-content/container --><p>For payers.</p><!-- /wp:premium-content/container -->'),
]

export const exported: Record<string, ImportedSite> = {
  'exports-ghost': ghost({
    title: 'T',
    url: 'https://example.org',
    locale: 'fr',
    lang: 'en',
    timezone: 'Asia/Tokyo',
    active_timezone: 'UTC',
  }),
  'exports-ghost-lang': ghost(
    { lang: 'en', active_timezone: 'Asia/Tokyo' },
    { posts: ghostData.posts.slice(8, 12), tags: 'none' },
  ),
  'exports-ghost-url': {
    ...ghost({ url: 'https://no.example' }, { posts: ghostData.posts.slice(5, 6) }),
    flags: ['--url', 'https://example.org/x//'],
  },
  'exports-wordpress': wordpress(
    element('title', ' T ') +
      element('title', 'U') +
      element('link', 'https://example.org/base/') +
      element('language', ' de '),
  ),
  'exports-wordpress-base': small(
    `<rss><channel><x xmlns="http://wordpress.org/export/1.2/"/>${element('link', 'https://no.example')}${element('wp:base_blog_url', 'https://example.org/b/')}${one}</channel></rss>`,
  ),
  'exports-wordpress-none': small(
    `<rss><channel><x xmlns="http://wordpress.org/export/1.2/"/>${one}</channel></rss>`,
  ),
  'exports-wordpress-url': small(
    `<rss version="2"><channel><x xmlns="http://wordpress.org/export/1.2/"/>${element('link', 'https://no.example')}${one}</channel></rss>`,
    'export.xml',
    ['--url', 'https://example.org/b'],
  ),
  'exports-wordpress-code': small(
    `<rss><channel><x xmlns="http://wordpress.org/export/1.2/"/>${element('link', 'https://example.org')}${item({ 'wp:post_name': 'pre', 'content:encoded': pres.join('\n\n') })}${item({ 'wp:post_name': 'shortcodes', 'content:encoded': codes.join('\n\n') })}</channel></rss>`,
  ),
  'exports-feed': small(`<rss><channel>${one}</channel></rss>`),
  'exports-no-feed': small('<rssx>wordpress.org/export/</rssx>'),
  'exports-wordpress-reused': small(
    `<rss><channel><x xmlns="http://wordpress.org/export/1.2/"/>${element('link', 'https://example.org')}${reused().join('')}</channel></rss>`,
  ),
  'exports-as-feed': small(`<rss><channel>${one}</channel></rss>`, 'export.xml', ['--as', 'wordpress']),
}

/** With each element on a line of its own, as WordPress writes them. */
export function inLines({ files, ...site }: ImportedSite): ImportedSite {
  const spaced = (xml: string) =>
    xml.replaceAll(
      /<!\[CDATA\[.*?\]\]>|(?:<\/[\w:]+>|<(?:rss|channel|item|wp:author|wp:postmeta)>)(?=<(?!!))/gs,
      (found) => (found.startsWith('<!') ? found : `${found}\n\t\t`),
    )
  return {
    ...site,
    files: Object.fromEntries(
      Object.entries(files).map(([path, bytes]) => [path, typeof bytes === 'string' ? spaced(bytes) : bytes]),
    ),
  }
}
