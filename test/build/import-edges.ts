// What stands at an edge: at the beginning or the end of a text, at a bound or one beyond it, or beside what has a meaning.
import { MAX_FILE_BYTES } from '../../build/parse/decode.ts'
import { png } from '../support/picture.ts'
import { type ImportedSite, post, type SiteFiles } from './import-sites.ts'

/** A post for each text. */
const texts = (folder: string, bodies: readonly string[], ending = 'md'): SiteFiles =>
  Object.fromEntries(
    bodies.map((body, i) => [`${folder}/2020-01-02-text-${i}.${ending}`, post('date: 2020-01-02', body)]),
  )

/** A post for each of some lines of front matter. */
const fronts = (folder: string, all: readonly string[]): SiteFiles =>
  Object.fromEntries(all.map((front, i) => [`${folder}/2020-01-02-front-${i}.md`, post(front, 'Wet.')]))

/** What opens so often, and closes again. */
const nested = (open: string, levels: number, close: string) =>
  `${open.repeat(levels)}x${close.repeat(levels)}`

const conditions = (levels: number) => nested('{% if include.a %}', levels, '{% endif %}')

const jekyll: ImportedSite = {
  files: {
    '_config.yml': 'url: https://example.org\npermalink: /:title/\n',
    '_includes/four.html': conditions(4),
    '_includes/two.html': 'a\nb',
    '_includes/given.html':
      '{{ include.a }} {{ include.b | default: \'two\' }} {{ include.c | default: "three" }}',
    '_includes/five.html': conditions(5),
    'm.png': png(),
    '_posts/2020-01-02-flat.html': post('title: Flat', `${'<input>'.repeat(301)}<b>x</b>`),
    '_posts/2020-01-02-table.html': post(
      'title: Table',
      '<table><tr><td>a</td><td><p>b</p><p>c</p></td></tr></table><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
    ),
    '_posts/2020-01-02-heads.html': post(
      'title: Heads',
      '<table><tr><th>A</th><td>B</td></tr><tr><td>1</td><td>2</td></tr></table><p><input type="text"> a <input type="checkbox"> b <input type="checkbox" checked> c <button type="checkbox">d</button></p>',
    ),
    '_posts/2020-01-02-bookmarks.html': post(
      'title: Bookmarks',
      '<a class="kg-bookmark-container" href="/b"><div class="kg-bookmark-title"> B </div><div class="kg-bookmark-description"> D </div></a><p>x</p><a class="kg-bookmark-container"><div class="kg-bookmark-title">C</div></a><p>x</p><div class="x kg-callout-cards">d</div><div class="kg-toggle-cards"><p>e</p></div><p class="kg-callout-card">f</p><span class="kg-bookmark-container">g</span><p class="kg-toggle-card">h</p>',
    ),
    '_posts/2020-01-02-unclosed.html': post('title: Unclosed', `${'<div>'.repeat(301)}x`),
    '_postscript/2020-01-02-none.md': post('title: None', 'No post.'),
    '_posts/sub/_posts/2020-01-02-inner.md': post('title: Inner', 'Wet.'),
    '_posts/2020-01-02-notes.html': post(
      'title: Notes',
      '<p>a<sup><a href="#f(1(2">1</a></sup></p><p id="f(1(2">Told.</p>',
    ),
    ...texts('_posts', [
      '```\nopen',
      '{% include four.html a=1 %} {% include five.html a=1 %}',
      '[a](#SOME_words)\n\n## Some Words',
      ':::::note\nx\n  :::\ny\n:::::',
      '{% highlight js %}\na\n```\nb\n{% endhighlight %}',
      '{% note %}\n```\nopen\n{% note %}in{% endnote %}\n{% endnote %}\nafter',
      '[a](#xlong-heading-name)\n\n## Along heading name',
      '  :::note\n  x\n  :::',
      '{% include four.html a="5%" %}',
      '# *Told* <b></b>\n\nWet.',
      'Wet.\n\n## A{#own}\n\n[a](#own)',
      '[a](#first-things)\n\n## 1. First things',
      '[a]({{ "go?to=https://example.com/" | relative_url }})',
      '{% include figure.html src="/m.png" alt=page.date %}',
      'x {% include two.html %} y\n\n{% include two.html %}',
      '[a](no such.html) ![a](no such.html)',
      'Under *lined*\n===\n\nWet.',
      "{% include given.html a='one' %}",
      '{% note %}n{% endnote-x %} {% endnote %}',
      '{% note %}n{% end %} <img srcset="/a,b.png 1x, /m.png 2x">',
      '{% post_url 2020-01-02-why? %} [w]({% post_url 2020-01-02-why?#how %})',
    ]),
    '_posts/2020-01-02-why?.md': post('title: Why', 'Wet.'),
    ...fronts('_posts', [
      'image: " /m.png "',
      'tags: [\n"a",\nb\n]',
      'categories: [\n"a"]\ntags: [\nb,\nc]',
      'author: "<b></b> Ada"',
      'image: " https://example.com/a b.png "',
      'a: " b " c\ntitle: "T" \nb: [x, "y" ] ',
      `permalink: "/${'a'.repeat(239)}-${'b'.repeat(20)}/"`,
      ...[
        'x·1/2/2020',
        'x2020-01-02',
        'x20200102',
        'x2020年1月2日',
        'x1.2.2020',
        '9·May·5,·2020',
        'x·x·2·May·2020',
      ].map((date) => `date: "${date.replaceAll('·', ' ')}"`),
      'x: [a\n  b: c]',
      'tags: [\na, # b\nb]',
      'categories: [Boats, boats, Parts]',
      'date: 2020-10-20\npermalink: /:i_day/:y_day/:title/',
      'authors:\n  - name: Al\n    twitter: "@"',
      'a: " b " c\nd: x [y]',
      'author: Ray\nauthorImage: https://example.org/r.png',
      'author: Roy\nauthorAvatar: https://example.org/o.png',
      'pinned: true',
      'sticky: true',
    ]),
  },
}

/** More posts at an address that has not their slug than at any other. */
const slugless: ImportedSite = {
  files: {
    '_config.yml': 'url: https://example.org\npermalink: /t/:title/\n',
    ...fronts('_posts', ['permalink: /b/a!b/', 'permalink: /b/a!b/', 'title: C']),
  },
}

const hugo: ImportedSite = {
  files: {
    'hugo.toml': 'baseURL = "https://example.org/"\n',
    ...texts('content/posts', [
      nested('{{< mark >}}', 100, '{{< /mark >}}'),
      nested('{{< mark >}}', 101, '{{< /mark >}}'),
      '{{< note >}}n{{< /note >}}  \n  \nnext',
      '{{< boxnote >}}b{{< /boxnote >}} {{< htmlnote >}}h{{< /htmlnote >}} {{< mdnote >}}m{{< /mdnote >}} {{< liquidnote >}}l{{< /liquidnote >}} {{< njknote >}}n{{< /njknote >}}',
      '- item\n\n  {{% note %}}\n x\n  {{% /note %}}',
      'a {{< note >}}x{{< tip >}}y{{< /note >}}z{{< /tip >}} {{< unknown >}}p{{< other >}}q{{< /unknown >}}r{{< /other >}} {{< note >}}{{< tip >}}t{{< /tip >}}{{< /note >}}',
      '    code {{< note >}}\n\nWet.',
      '{{< kbd ="A" >}} {{< /hr >}} {{< /br >}} [x](a"b") ![m](/m.png"t")',
      '<pre><code>{{< note >}}</code></pre> <!-- <code>b</code> --> <code>c</code> <style>d</style> <code>e</code>',
      '{{< figure src="/m.png" title="T" >}} {{< figure src="/m.png" title="T" caption="C" >}} {{< img src="/m.png" title="T" >}}',
      '{{< file src="/a.pdf" >}} {{< file href="b.pdf" title="B" caption="C" >}}',
    ]),
    'content/posts/A.md': post('date: 2020-01-02', 'A file.'),
    // Of a theme, not of the site.
    'exampleSite/config/_default/languages.de.toml': 'contentDir = "exampleSite/content"\n',
    'exampleSite/content/posts/z.md': post('date: 2020-01-02', 'Of a theme.'),
    'content/posts/E.md/b.md': post('date: 2020-01-02', 'In a folder of that name.'),
    'content/posts/e.md': post('date: 2020-01-02', 'A file.'),
    'content/posts/a.md/b.md': post('date: 2020-01-02', 'In a folder of that name.'),
    'content/posts/c.en-wip.md': post('date: 2020-01-02', 'No language.'),
    'content/posts/d.en-wip.md': post('date: 2020-01-02', 'No language.'),
  },
}

const mdx: ImportedSite = {
  files: {
    'docusaurus.config.js': "export default { siteMetadata: { title: 'T', siteUrl: 'https://example.org' } }",
    ...texts(
      'blog',
      [
        '{/* c */}\n\nWet.',
        '{',
        '<Note title={}>n</Note>',
        `{"a" + b} {'a' + b} {\`a\` + b}`,
        nested('<Tabs>\n', 101, '\n</Tabs>'),
        'a <More /> b',
        `<Unknown title={\`T\`} /> {\`t\`} {\`a \${b}\`} {"<b>"} {\`<b>\`} <img src={ \`/m.png\` } srcset="/m.png 1x, " />`,
        '<Unknown title="T" url="/u" /> <Unknown text="X" to="/t" />\n\n<Note>a <Note /> b</Note>',
        ':::details[ ]{title="T"}\nd\n:::\n\n> :::note{title="N"}\n> n\n> :::\n\n:::tip[Own] {.c}\nt\n:::\n\n:::Other{a} {b} c\no\n:::\n\nx :::note{e}',
        '<img src={cover} alt={a} /> <img srcSet={set} src="/m.png" /> <a href={here}>h</a> <video src="/v.mp4" poster={p}></video> <p class={c} style={{ a: 1 }}>k</p>',
      ],
      'mdx',
    ),
  },
}

const emoji = [
  '# :tada: 火:smile:水',
  ':smile::+1:, (:heart:) *:e-mail:* a:a:smile:heart:',
  '`:smile:` ``:+1:`` [:smile:](/:smile:) <b title=":smile:">:smile:</b> https://example.org/:smile:/ \\:smile:',
  '    :smile:',
  '```\n:smile:\n```',
  ':none: 10:30:45 :constructor: :smile :smile:\n\n[r]: /:smile:',
].join('\n\n')

export const edges: Record<string, ImportedSite> = {
  'edges-jekyll': jekyll,
  'edges-slugless': slugless,
  'edges-hugo': hugo,
  'edges-mdx': mdx,
  'edges-eleventy-pieces': {
    files: {
      '.eleventy.js': 'module.exports = () => ({ dir: { input: "src" } })',
      'src/_includes/piece.html': 'Wet.',
      'src/posts/a.md': post('date: 2020-01-02', '{% include "piece.html" %}'),
    },
  },
  'edges-defaults': {
    files: {
      '_config.yml':
        'url: https://example.org\ntimezone: UTC\npermalink: /t/:title/\ndefaults:\n  -\n  - { scope: { path: "", type: pages }, values: { permalink: /g/:title/ } }\n',
      '_posts/2020-01-02-a.md': post('title: A', 'Wet.'),
      '_posts/2020-01-02-b.md': post('title: B\ndate: 2020-01-02 10:00', 'Wet.'),
      '_posts/2020-01-02-c.md': post('title: C\ndate: 2020-01-02 00:00', 'Wet.'),
    },
  },
  // Known by their packages alone.
  ...Object.fromEntries(
    ['astro', 'next', 'vitepress', 'nuxt', 'hexo', '@11ty/eleventy'].map((name) => [
      `edges-of-${name.replace(/\W+/g, '')}`,
      {
        files: {
          'package.json': JSON.stringify({ dependencies: { [name]: '1' } }),
          'src/siteConfig.ts': "export const config = { url: 'https://example.org' }",
          'src/posts/a.md': post('date: 2020-01-02', 'Wet.'),
        },
      },
    ]),
  ),
  'edges-hugo-content': {
    files: {
      'hugo.toml': 'baseURL = "https://example.org/"\ncontentDir = "texts/"\n',
      'texts/posts/a.md': post('date: 2020-01-02', '![m](/m.png)'),
      'texts/m.png': png(),
    },
  },
  // Beside the posts, in a folder whose name begins like theirs.
  'edges-beside': {
    files: {
      'hugo.toml': 'baseURL = "https://example.org/"\n',
      'content/posts/a.md': post('date: 2020-01-02', 'Wet.'),
      'content/posts-abroad/b.de.md': post('title: B', 'Nass.'),
    },
  },
  // A zone that no system knows.
  'edges-zone': {
    files: {
      '_config.yml': 'url: https://example.org\ntimezone: Mars/Phobos\n',
      '_posts/2020-01-02-a.md': post('title: A\ndate: 2020-01-02 10:00', 'Wet.'),
    },
  },
  'edges-hugo-empty': {
    files: {
      'hugo.yaml':
        'baseURL: https://example.org\nparams: { mainSections: [empty] }\npermalinks: { posts: "/:categories/:category/:slug/" }\n',
      'content/empty/_index.md': post('title: Empty', ''),
      'content/posts/a.md': post('date: 2020-01-02\ncategories: [A b, C]', 'Wet.'),
    },
  },
  'edges-hexo': {
    files: {
      'package.json': '{ "dependencies": { "hexo": "7" } }',
      '_config.yml': 'url: https://example.org\npermalink: x-:title/\n',
      ...texts('source/_posts', ['![m](m.png) {% post_link %}', '![m](m.png)']),
      'source/_posts/2020-01-02-text-0/m.png': png(3, 3),
      'source/_posts/2020-01-02-text-1/m.png': png(4, 3),
    },
  },
  'edges-zola': {
    files: {
      'config.toml': 'base_url = "https://example.org"\n',
      'content/a/b.md': '+++\ntitle = "B"\ndate = 2020-01-02T00:00:00+05:00\n+++\n',
      'content/a/_index.md': '+++\ntitle = "A"\n+++\n',
      'content/a/x/_index.md': '+++\ntitle = "X"\n+++\n',
      'content/b/one.md': '+++\ntitle = "One"\ndate = 2020-01-02\n[extra]\nauthor = "Ada Ash"\n+++\n',
      'content/b/two.md': '+++\ntitle = "Two"\ndate = 2020-01-02\n[extra]\nauthors = ["Bo Elm"]\n+++\n',
      'content/a/c.md': '+++\ntitle = "C"\npath = "x/y"\ndate = 2020-01-02\n+++\n[z](z) [b](../../a/b/)\n',
    },
  },
  'edges-next': {
    files: {
      'next.config.js': '',
      CNAME: 'example.org',
      'app/(a)/(b)/posts/[id]/page.tsx': '',
      'data/posts/a.md': post('date: 2020-01-02', 'Wet.'),
    },
  },
  'edges-nuxt': {
    files: {
      'nuxt.config.ts': 'export default { site: { url: "https://example.org" } }',
      'app/pages/blog/[slug].vue': '',
      ...texts('content/blog', [
        '::callout{icon="warning"}\nw\n::\n\n::callout{color="error" icon="tip"}\ne\n::\n\n::note{icon="i-lucide"}\nn\n::',
        '::card{title="A" href="/h"}\nc\n::',
        '::card{title="A" to="/a"}\n---\ntitle: B\n---\nc\n::',
        ':btn[L]{href="/x"} :btn[L]{link="/y"} :btn{href="/x" label="T"} :btn{link="/y"}',
      ]),
    },
  },
  'edges-docusaurus': {
    files: {
      'docusaurus.config.js':
        "export default { title: ['No', f('x')], url: 'https://example.org', blog: { path: 'x./news' } }",
      'x./news/a.md': post('date: 2020-01-02', 'Wet.'),
    },
  },
  'edges-static': {
    files: {
      'posts/a.md': post(
        'date: 2020-01-02\nauthor: kim',
        '![m](/pics/m.png) ![n](@/pics/n.png) ![g](@/pics/g.gif)',
      ),
      // Only MDX imports what it shows.
      'posts/b.md': post('date: 2020-01-02', "import Piece from './_piece.md'\n\n<Piece />", 'Wet.'),
      'posts/_piece.md': 'Of a piece.\n',
      'Authors.YML': 'kim: { name: Kim Ash }\n',
      'pics/n.png': png(),
      // Its size has the bytes in it that a JPEG begins with.
      'pics/g.gif': Buffer.from('474946383961ffd8ff00000000', 'hex'),
      '../static/x/pics/m.png': png(),
    },
    flags: ['--url', 'https://example.org', '--static', '../static'],
  },
  ...Object.fromEntries(
    'docusaurus astro nuxt vitepress eleventy hexo zola hugo jekyll next markdown'.split(' ').map((name) => [
      `edges-as-${name}`,
      {
        files: { 'blog/a.md': post('date: 2020-01-02', 'Wet.') },
        flags: ['--as', name, '--section', 'blog', '--url', 'https://example.org'],
      },
    ]),
  ),
  'edges-package': {
    files: {
      'package.json': '{ "devDependencies": { "@docusaurus/core": "3" } }',
      'blog/a.mdx': post(
        'date: 2020-01-02',
        "import Piece from './_p1.mdx'\n\n<Piece />",
        "importOther from './_p1.mdx'\n\n<Other />",
        'Wet. <Piece />',
      ),
      // Of the same name beside the post and where an alias would lead.
      'pic.gif': Buffer.from('GIF89a'),
      'blog/sub/pic.gif': Buffer.from('GIF89a beside'),
      'blog/sub/2020-01-03-s.md': post('date: 2020-01-03', '![m](pic.gif)'),
      // One more than may be in each other.
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map((level) => [
          `blog/_p${level}.mdx`,
          `${level}\n\nimport Piece from './_p${level + 1}.mdx'\n\n<Piece />\n`,
        ]),
      ),
    },
  },
  'edges-eleventy-data': {
    files: {
      'eleventy.config.js': 'export default { dir: { input: "src", layouts: "frames" } }',
      'src/_data/config.js':
        'export default { feedUrl: "https://feeds.example.com/x", origin: "https://www.example.org" }',
      'src/blog/blog.json': '{ "layout": "post", "author": "Ada Ferrer", "tags": ["blog"], "draft": false }',
      'src/blog/blog.11tydata.js': 'module.exports = { author: "Grace Muir" }',
      'src/blog/2020/2020.11tydata.cjs': 'module.exports = { category: "twenties" }',
      'src/frames/layouts/post.njk':
        '---\nlayout: base\npermalink: "/b/{{ page.date | date: \'%Y/%-m/%d\' }}/{{ page.fileSlug }}/"\n---\n{{ content }}\n',
      'src/frames/base.njk': '---\nlayout: post.njk\npermalink: /never/\n---\n',
      'src/_includes/own.liquid': '---\npermalink: "{{ page.filePathStem }}.html"\n---\n',
      'src/blog/2020/2020-01-02-a.md': post('title: A'),
      'src/blog/2020/2020-01-03-b.md': post('title: B\nlayout: own'),
      'src/blog/2020/2020-01-04-c.md': post('title: C\nlayout: none\nauthor: Kim Ash\ncategory: own'),
      'src/blog/2020/2020-01-04-c.11tydata.json':
        '{ "eleventyComputed": { "permalink": "/{{- date | format(\'yyyy-MM-D\') -}}/{{ title | slugify }}/" } }',
      'src/blog/2020/2020-01-05-d.md': post('title: D\npermalink: "/{{ page.date | date(\'MMM\') }}/d/"'),
      'src/blog/2020/2020.md': post('title: Folder\ndate: 2020-01-06\nlayout: none'),
    },
  },
  'edges-jekyll-defaults': {
    files: {
      '_config.yml':
        'url: https://example.org\ndefaults:\n  - { scope: { path: "_posts/deep" }, values: { author: Grace Muir, permalink: "/deep/:title/" } }\n  - { scope: { path: "" }, values: { layout: post, author: Ada Ferrer, category: wet, permalink: "/:title" } }\n  - { scope: { path: "", type: pages }, values: { author: Nobody } }\n',
      '_posts/2020-01-02-a.md': post('title: A'),
      '_posts/2020-01-03-b.md': post('title: B\nauthor: Kim Ash'),
      '_posts/deep/2020-01-04-c.md': post('title: C\ncategories: [dry]'),
    },
  },
  'edges-assigned': {
    files: {
      '_config.yml': 'url: https://example.org\n',
      '_posts/2020-01-02-a.md': post(
        'title: A',
        '{% assign api = "https://api.example.org/" %}\n{%- assign  b-c=\'Wet\' -%}\n',
        '[x]({{api}}v1) {{ b-c }} {{ b-c | upcase }} {{ api | escape }} {{ page.api }}',
        '{% if page.x %}{% assign d = "D" %}{% endif %}{{ d }}',
        '{% assign e = "E" %}{{ e }}{% assign e = "F" %}{{ e }}',
        '{% assign f = page.title %}{{ f }} {% assign g = "G" | upcase %}{{ g }}',
        '{% endif %}{% assign h = "H" %}{{ h }} {% set i = "I" %}{{ i }} {% assign %} {% assign = "J" %}{{ j }}',
        '`{{ api }}` {{ "{% assign k = 1 %}" }}',
      ),
    },
  },
  // A folder for each language above those of the posts.
  'edges-languages-above': {
    files: {
      '_config.yml': 'url: https://example.org\npermalink: pretty\n',
      'en/news/_posts/2020-01-02-a.md': post('title: A'),
      'de/news/_posts/2020-01-02-a.md': post('title: Ah'),
      'pt-BR/news/deep/_posts/2020-01-03-b.md': post('title: B'),
    },
  },
  'edges-gatsby': {
    files: {
      'gatsby-config.ts':
        'module.exports = { siteMetadata: { title: `Wet`, author: { name: `Kim Ash` }, siteUrl: `https://example.org/` } }',
      'content/blog/a/index.md': post('title: A\ndate: "2020-01-02T22:12:03.284Z"'),
      'content/blog/b/index.md': post('title: B\ndate: 2020-01-03'),
    },
  },
  'edges-dates-in-fields': {
    files: {
      'posts/a.md': post(
        'date: 2020-01-02\nseason: March 3, 2020-21\nspan: 2020-01-02 to 2020-03-04\nday: "2020-1-2"\nminute: 2020-01-02 10:30\nsecond: 2020-01-02T10:30:00.5Z\nzone: 2020-01-02 10:30:00 +0200\nutc: 2020-01-02 10:30 UTC\nlonger: 2020-01-021\nwords: on 2020-01-02',
      ),
    },
  },
  'edges-plain-pages': {
    files: {
      'src/pages/posts/a.md': post('date: 2020-01-02'),
      'src/pages/posts/b.md': post('date: 2020-01-03'),
    },
  },
  ...Object.fromEntries(
    Object.entries({
      'hugo.json': '{ "baseURL": "https://example.org/" }',
      'zola.toml': 'base_url = "https://example.org"\n',
      '.eleventy.js': 'module.exports = () => ({ dir: { input: "text" } })',
      // Of no program in particular.
      'config.toml': 'title = "T"\n',
    }).map(([name, text]) => [
      `edges-${name.replace(/^\./, '').replace('.', '-')}`,
      {
        files: {
          [name]: text,
          'content/posts/a.md': post('date: 2020-01-02', 'Wet.'),
          'text/b.md': post('date: 2020-01-02', 'Wet.'),
        },
      },
    ]),
  ),
  // Of folders with few dates, all.
  'edges-undated': {
    files: {
      'a.md': post('date: 2020-01-02', 'Wet.'),
      'x/b.md': post('date: 2020-01-02', 'Wet.'),
      'x/five-megabytes.md': Buffer.alloc(MAX_FILE_BYTES),
      ...Object.fromEntries(['c', 'd', 'e'].map((name) => [`x/${name}.md`, post('subtitle: x', 'Wet.')])),
    },
  },
  'edges-astro': {
    files: {
      'astro.config.mjs': "export default { site: 'https://example.org', x: y ? `title` : 'No' }",
      'src/pages/zzz/[slug].astro': '',
      'src/pages/a/thoughts/[slug].tsx': '',
      'src/pages/en/thoughts/[slug].astro': '',
      'src/content/_thoughts/a.md': post('date: 2020-01-02', 'Wet.'),
    },
  },
  'edges-plain': {
    files: {
      'posts/a.md': post('date: 2020-01-02\nauthor: Ada', 'Wet.'),
      'authors.yml': '-\n- { name: Ada, bio: Told. }\n',
      '_data/other.json': '{ "author": "Nobody" }',
      'a-longer-folder/config.js': "url: 'https://no.example'",
      'z/site.js': "url: 'https://example.org'",
    },
  },
  // The site's own tags around code, by their templates, and tags whose text only code can show.
  'edges-code-tags': {
    files: {
      'hugo.toml': "baseURL = 'https://example.org/'\n",
      'layouts/shortcodes/high.html': '{{ highlight .Inner (.Get 0) "" }}',
      'layouts/_shortcodes/named.html':
        '{{ $c := trim .Inner "\\n" }}{{ $d := $c }}<div>{{ highlight $d (.Get "lexer") "linenos=table" }}</div>',
      'layouts/shortcodes/go.html': '{{ transform.Highlight (trim .Inner "\\n") "go" }}',
      'layouts/shortcodes/boxed.html': '<pre>a</pre><div>{{ .Inner | markdownify }}</div>',
      'layouts/shortcodes/empty.html': '{{ highlight "x" "go" "" }}',
      'themes/a/layouts/shortcodes/lines.html':
        '<pre><code class="language-{{ .Get 0 }}">{{ .Inner }}</code></pre>',
      'themes/a/layouts/shortcodes/sh.html': '<pre class="lang-sh">{{ .Inner }}</pre>',
      'themes/a/layouts/shortcodes/high.html': '{{ .Inner | markdownify }}',
      'content/posts/a.md': post(
        'date: 2020-01-02',
        '{{< high rust >}}\nlet v: Vec<String>;\n\n    *v\n{{< /high >}} {{% high %}}a*b*c{{% /high %}}',
        '- {{< named lexer="c" >}}\n  #include <stdio.h>\n  {{< /named >}}\n\n> {{% lines js %}}\n> `<b>`\n> {{% /lines %}}',
        '{{< go >}}\nx := 1\n{{< /go >}} {{< sh >}}ls{{< /sh >}} {{< go />}} {{< empty >}}',
        '{{< boxed >}}*in* a box{{< /boxed >}} {{< own >}}Some **bold** [text](https://example.org/a_b "T") &amp; <em>so</em> on.{{< /own >}}',
        '{{< own >}}\nvector<Item> v;\n  v.push(1);\n{{< /own >}} {{< own >}}say(\\"a\\"){{< /own >}}',
      ),
    },
  },
  // What the markdown of the program has and ours has not.
  'edges-kramdown': {
    files: {
      '_config.yml': 'url: https://example.org\npermalink: /:title/\n',
      ...Object.fromEntries(
        [
          '<table>\n  <tr>\n    <td>one</td>\n\n    <td>two</td>\n  </tr>\n\n</table>\n**After**\n\n<div class="a">\n<pre>x\n\n    y\n\n\nz</pre>\n</div>\n\n```html\n<div>\n\n</div>\n```\n\n<div markdown="1">\n\n*in*\n\n</div>\n\n<div>\n\nopen',
          '| a | *b* |\n| c | `d|e` |\n\n|---|---|\n| 甲 | 乙 |\n|---|---|\n| 丙 | f\\|g |\n\n| h | i |\n|---|:-:|\n| j | k |\n|===|===|\n| l | m |\n\n> | n |',
          'Term\n: What it *is*.\n\n詞\n語\n: 意思\n\n  more\n\n:   Other\n\n    ![m](https://example.org/m.png)\n\n    ```r\n      row(1)\n    ```\n\n    - item\n\n          code\n\nText: no\n\n: none\n\n- item\n: no term',
          'An HTML page, `HTML`, [HTML](/HTML "HTML"), XHTML and <b title="HTML">HTML</b>.\n\n*[HTML]: Hyper "Text"\n*[none]: None\n',
          '# A\n{: #own .lead}\n\n# Own words\n{: #own-words}\n\nTwo\nlines\n{: #two}\n\n```\nputs\n```\n{: .language-ruby .x}\n\n    ls\n{: .language-sh}\n\n```js\nx\n```\n{: .language-ts}\n\n> q\n{: #q}',
          '> [!NOTE] Mind\n> this\n\n> [!tip]- Folded\n> in\n\n> [!warning]+\n> plain\n\n> [!none] Kept\n\n`> [!NOTE] code`',
          'See [this][soc](SOC), [this][none](other.html), ![p][soc](pic) and [a](b.html)[c](d.html).\n\n[soc]: https://example.org/soc',
        ].map((text, index) => [`_posts/2020-01-0${index + 1}-text-${index}.md`, post('', text)]),
      ),
    },
  },
  'edges-goldmark': {
    files: {
      'hugo.toml':
        "baseURL = 'https://example.org/'\n[markup.goldmark.extensions.passthrough]\nenable = true\n[markup.goldmark.extensions.passthrough.delimiters]\nblock = [['\\[', '\\]'], ['$$', '$$']]\ninline = [['\\(', '\\)']]\n",
      'content/posts/a.md': post(
        'date: 2020-01-02',
        'A\n: B\n\nLet \\( a_1 * b_1 \\) be `\\(c\\)`.\n\n\\[\nx \\\\ y\n\\]',
      ),
    },
  },
  'edges-no-definitions': {
    files: {
      'hugo.toml': "baseURL = 'https://example.org/'\n",
      'config/_default/markup.toml': '[goldmark.extensions]\ndefinitionList = false\n',
      'content/posts/a.md': post('date: 2020-01-02', 'A\n: B and \\(c\\)'),
    },
  },
  'edges-vitepress': {
    files: {
      '.vitepress/config.ts': "export default { title: 'T' }",
      'posts/2020-01-01-a.md': post(
        'date: 2020-01-01',
        '<!--@include: ./parts/one.md-->\n\n<!-- @include: @/posts/parts/two.md{2,3} -->\n\n<!--@include: ./parts/two.md#r-->\n\n<!--@include: ./none.md-->\n\n<!--@include: ./parts/two.md#none-->\n\n<!--@include: ../../../secret.md-->',
      ),
      'posts/parts/one.md': '---\ntitle: One\n---\nOne <!--@include: ./two.md{1,1}-->\n',
      'posts/parts/two.md': 'first\nsecond\nthird\n<!-- #region r -->\nregion\n<!-- #endregion r -->\n',
    },
  },
  'edges-tildes': {
    files: {
      '_config.yml': 'url: https://example.org\npermalink: /:title/\n',
      '_posts/2020-01-01-a.md': post(
        '',
        'From 5~10 to 20~30, ~~struck~~, `~a~`, [~x~](/~b~/c), https://example.org/~d/~e and ~/f ~/g.',
      ),
    },
  },
  'edges-bars': {
    files: {
      '_config.yml': 'url: https://example.org\npermalink: /:title/\n',
      ...texts('_posts', [
        'a | 河\nb | c \\| d\n\ntext\n| a | b |\n\n`a | b`\n\n{{ x | y }}\n\n# a | b',
        '- {: .c} a\n- b\n{: #own}\n\n1. c\n   {: #two}\n\n> d\n{: #three}\n\n* e\n{: #four}',
      ]),
    },
  },
  'edges-html-hugo': {
    files: {
      'hugo.toml': "baseURL = 'https://example.org/'\n",
      'content/posts/a.md': post(
        'date: 2020-01-02',
        '<div>\n5~10 and 6~7 _x_{#y}\n</div>\n{{< highlight go >}}\na\n{{< /highlight >}}\n\n- > {{< highlight go >}}\n  > b\n  > {{< /highlight >}}\n\n::note\n\n## T {.c}\n\nU {#ä .c}\n===\n\n*c*{.d}\n\n{.f}',
      ),
    },
  },
  'edges-tildes-hugo': {
    files: {
      'hugo.toml': "baseURL = 'https://example.org/'\n",
      'content/posts/a.md': post(
        'date: 2020-01-02',
        'From 5~10 to 20~30, 水~a~火, ~~struck~~, `~a~`, https://example.org/~d/~e. No :smile: here.',
      ),
    },
  },
  ...Object.fromEntries(
    Object.entries<SiteFiles>({
      hugo: { 'hugo.toml': "baseURL = 'https://example.org/'\nenableEmoji = true\n" },
      jekyll: { '_config.yml': 'url: https://example.org\nplugins: [jemoji]\n' },
      gems: { '_config.yml': 'url: https://example.org\n', Gemfile: "gem 'jemoji'\n" },
      hexo: { 'package.json': '{"dependencies": {"hexo": "7", "hexo-filter-github-emojis": "3"}}' },
      zola: { 'config.toml': "base_url = 'https://example.org'\n[markdown]\nrender_emoji = true\n" },
      docusaurus: { 'docusaurus.config.js': 'module.exports = { markdown: { emoji: false } }' },
      vitepress: { '.vitepress/config.ts': "export default { title: 'T' }" },
    }).map(([name, files]): [string, ImportedSite] => {
      const folders: Record<string, string> = {
        hugo: 'content/posts',
        hexo: 'source/_posts',
        zola: 'content/blog',
      }
      const path = `${folders[name] ?? (files['_config.yml'] ? '_posts' : name === 'docusaurus' ? 'blog' : 'posts')}/2020-01-02-a.md`
      return [
        `edges-emoji-${name}`,
        { files: { ...files, [path]: post('title: A\ndate: 2020-01-02', emoji) } },
      ]
    }),
  ),
}
