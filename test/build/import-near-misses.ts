// What differs in one character, or one level, from what has a meaning; and what has one in an unusual place.
import { png } from '../support/picture.ts'
import { type ImportedSite, post, type SiteFiles } from './import-sites.ts'

const dated = (...body: string[]) => post('date: 2020-01-02', ...body)

/** A post for each text. */
const texts = (folder: string, bodies: readonly string[], ending = 'md'): SiteFiles =>
  Object.fromEntries(bodies.map((body, i) => [`${folder}/2020-01-02-text-${i}.${ending}`, dated(body)]))

const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc00011080001000103012200021101031101ffd9',
  'hex',
)

const within = (levels: number, text: string) => '<div>'.repeat(levels) + text + '</div>'.repeat(levels)

/** A host that contains `www.`, and a path. */
const hugo: ImportedSite = {
  files: {
    'config.toml': 'baseURL = "https://former.example/"\n',
    'hugo.toml': 'baseURL = "https://awww.example.org/sub/"\n',
    ...texts('content/posts', [
      '[1](https://awww.example.org/sub/posts/b/) [2](https://aexample.org/sub/posts/b/) [3](/sub/posts/b/) [4](/posts/b/) [5](/data.xyz) [6](/sub/m.png) [7](<../a\tb>) ![8](a/../broken.png) [9](#cafe-au-lait)\n\n<link rel="stylesheet" href="https://example.com/a.css">\n\n## Caf\u00e9 au lait',
      'one {{< link href="/x" >}}{{< notice tip >}}n{{< /notice >}}{{< /link >}} two\n\n{{< mark >}}{{< notice tip >}}n{{< /notice >}}{{< /mark >}} three',
      '- ```\n  a\n \n  b\n  ```\n\n[a b](no file.png) ![a b](no file.png)',
      '{{< img src="m.png" >}}Told.{{< /img >}} ![j](/j.png)\n\n{{< notice title=" T " >}}n{{< /notice >}}\n\n{{< highlight js >}}a ``` b{{< /highlight >}}\n\n```\nopen\n  \n',
    ]),
    'content/posts/b.md': dated('Wet.'),
    'content/posts/bundle/index.md': dated('[a]() [b](?x) [c](b)'),
    'content/posts/broken.png': 'x',
    'static/data.xyz': 'x',
    'static/m.png': png(),
    'static/j.png': jpeg,
  },
}

/** Addresses without a slash at their end, which relative links start from nonetheless. */
const paths: ImportedSite = {
  files: {
    'hugo.toml':
      'baseURL = "https://example.org/"\n[params]\nmainSections = ["posts", "tales"]\n[permalinks]\nposts = "/p/:slug"\ntales = "/t/:monthname/:slug"\n',
    'content/tales/my_index.md': post('title: Undated', 'Wet.'),
    'content/posts/a.md': dated('[a](bee) [b](../bee)'),
    'content/posts/b.md': post('date: 2020-01-02\nslug: bee', 'Wet.'),
  },
}

const jekyll: ImportedSite = {
  files: {
    '_config.yml':
      'url: https://example.org\npermalink: /:title/\nauthors:\n  - { username: ash, name: Ash Ember }\n  - { username: ash, name: Another }\n',
    '_data/authors.yml':
      'lin: { name: Lin Oak }\nash: { name: A third }\nmo: { display_name: Mo, title: Boss }\n',
    '_data/people.yml': 'lin: { name: Lin Elm }\n',
    '_data/authors/reindex.yml': 'name: Rei Index\n',
    '_includes/p1.html': '1 {% include p2.html %}',
    '_includes/p2.html': '2 {% include p3.html %}',
    '_includes/p3.html': '3 {% include p4.html %}',
    '_includes/p4.html': '4 {% include p5.html %}',
    '_includes/p5.html': '5',
    ...texts('_posts', [
      '{{ xsite.title }} {{ site.title.x }} {{ "a" b }} {{ \'a\' b }}',
      '{% include p1.html %}',
      '{% include figure.html\n  src="/m.png"\n  alt="A" %}',
      '{% include p2.html %}',
    ]),
    '_posts/2020-01-03-keys.md': post(
      'authors: [ash, lin, reindex, mo, "\u2603"]\na!b: 1\na_b: 2\nlines: ["a\\nb", c]\nlink: HTTPS://x.example',
      'Wet.',
    ),
    '_posts/2020-01-04-unopened.md': 'subtitle: x\nmytags: y\n---\nWet.\n',
  },
}

const hexo: ImportedSite = {
  files: {
    '_config.yml': 'url: https://example.org\nsource_dir: x./pages/\n',
    'package.json': '{ "dependencies": { "hexo": "7" } }',
    'x./pages/_posts/2020-01-02-a.md': dated('Wet. ![m](/m.png)'),
    'x./pages/m.png': png(),
  },
}

const mdx: ImportedSite = {
  files: {
    'docusaurus.config.js': "export default { url: 'https://example.org', baseUrl: '/' }",
    ...texts(
      'blog',
      [
        '> q\n\n<Note type="tip>',
        "import { a } from './m.png'\n\nimport './m.png'\n\nWet.",
        '<Note title={3 + x}>n</Note>\n\n:::details[ ]{title="T"}\nx\n:::\n\n:::details D  \nx\n:::\n\n:::my-tabs\nx\n:::\n\n:::tabs-x\nx\n:::',
        "import P from './_p.mdx'\n\n<P />\n\n<Other />",
        ':::note\nx\n  \ny',
        `import map from './m.png'\n\n${[
          ...['map', 'map.src', 'map.srcs', 'm.srcap', 'xmap', 'map.default', '{map}'],
          ...["require('./m.png')", "require('./m.png').default", "require('./m.png').defaults"],
          ...["xrequire('./m.png')", "useBaseUrl('./m.png')", "useBaseUrl('./m.png') + 1"],
          ...["x.useBaseUrl('./m.png')", "useBaseUrl('./m.png', 1)"],
        ]
          .map((value, i) => `<img alt="${i}" src={${value}} />`)
          .join('\n\n')}`,
      ],
      'mdx',
    ),
    'blog/_p.mdx': 'A piece.',
    'blog/m.png': png(),
  },
}

const wxr = (items: string) =>
  `<?xml version="1.0"?><rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>W</title><wp:base_site_url>https://example.org</wp:base_site_url>${items}</channel></rss>`

const wordpress: ImportedSite = {
  files: {
    'export.xml': wxr(
      '<item><wp:post_id>9</wp:post_id><wp:post_type>post</wp:post_type><content:encoded><![CDATA[<p>No title.</p>]]></content:encoded></item>',
    ),
  },
  from: 'export.xml',
}

/** Keys that follow an inner object. */
const locales: ImportedSite = {
  files: {
    'docusaurus.config.js':
      "export default { url: 'https://example.org', i18n: { localeConfigs: { en: { label: 'E' } }, locales: ['en', 'fr'], defaultLocale: 'fr' } }",
    'blog/2020-01-02-a.md': dated('Wet.'),
    'i18n/en/docusaurus-plugin-content-blog/2020-01-02-a.md': dated('Wet, too.'),
  },
}

const html: ImportedSite = {
  files: {
    '_config.yml': 'url: https://example.org\npermalink: /:title/\n',
    ...texts(
      '_posts',
      [
        within(300, 'three hundred'),
        within(301, 'one more'),
        '<a type="checkbox">x</a><input type="radio"><input type="checkbox">',
        '<figure><img src="/m.png"><table><tr><td>t</td></tr></table><figcaption>c</figcaption></figure>',
      ],
      'html',
    ),
    'm.png': png(),
  },
}

/** What is changed wherever it occurs, in places where it occurs more than once. */
const twice: ImportedSite = {
  files: {
    'hugo.toml': 'baseURL = "https://example.org/"\n[permalinks]\nposts = "/p//:title//:slug/"\n',
    'content/posts/a_b-c_d--e.md': dated('Without a title: ![a](a%25b%25c%23d%23e.png)'),
    'content/posts/title.md': post(
      'title: "A & B & C -- D -- E  f  g! h!"\ndate: "“2020”-01-\'02\'"',
      'Wet.',
    ),
    'content/posts/heading.md': dated('# ![a](b) [c](d) *e* _f_ `g` <b>x</b> <i>y</i>\n\nWet.'),
    'content/posts/lines.md': post('title: "One\\n two\\n  three"\ndate: 2020-01-02', 'Wet.'),
    'content/posts/a b(c) d(e) f.md': post(
      'title: F\ndate: 2020-01-02\n"my own field": 1\n"a b  c!d": x\naliases: ["/x%25y%25z/", "/q%3Fr%3Fs%23t%23u"]\ntags: [a-b_c-d_e]\nauthor: "Ada  Lovelace  Oak, Bob  Ode  Elm and Lin <b>x</b> <i>y</i> Ash"',
      'Wet.',
    ),
    'content/posts/a%b%c#d#e.png': png(),
  },
}

export const nearMisses: Record<string, ImportedSite> = {
  'near-twice': twice,
  'near-hugo': hugo,
  'near-jekyll': jekyll,
  'near-hexo': hexo,
  'near-mdx': mdx,
  'near-html': html,
  'near-paths': paths,
  'near-wordpress': wordpress,
  'near-locales': locales,
  'near-section': { files: { 'blog/a.md': dated('Wet.') }, flags: ['--section', '.blog'] },
  'near-content': { files: { 'Content/a.md': dated('Wet.') } },
}
