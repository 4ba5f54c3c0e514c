// Made-up sites again, of what the ones in import-sites.ts leave out: values with spaces around them, upper case where lower
// case is usual, two of what there is one of, and limits from both sides.
import { png } from '../support/picture.ts'
import { type ImportedSite, post } from './import-sites.ts'

const many = (count: number, of: (index: number) => string, between = ', ') =>
  Array.from({ length: count }, (_, index) => of(index)).join(between)

/** A post for each of some texts. */
const texts = (folder: string, bodies: readonly string[], ending = 'md') =>
  Object.fromEntries(
    bodies.map((body, i) => [
      `${folder}/2020-01-01-text-${i}.${ending}`,
      post(`title: ${i}\ndate: 2020-01-01`, body),
    ]),
  )

const jekyllKeys: Record<string, string> = {
  draft: 'draft: true\nfeatured: false',
  numbers: 'big: 1234567890123456\nlong: "123456789012345"\nnegative: "-4"\nyear: "2020"\nlink: "http:// x"',
  again: 'big: 3\nlong: 4\nnegative: 5\nyear: 2020-13\nlink: https://example.com/b',
  lists: `too-many: [${many(1_001, String)}]\nnested: [[a]]\nmixed: [a, ~]\nonly-null: [~]`,
  alike: 'Mood: a\nchance: 1',
  alike_again: 'mood: b\nCHANCE: 2',
  deep: 'seo:\n  a: { b: c }\n  d: { e: { f: g } }\n',
  named: `" spaced name ": x\n"0": x\n"${'n'.repeat(70)}": x\n9lives: x\nwith.dot: " y "`,
  people:
    'authors: [" Ada Ferrer ", " Kim Ash and Lin Oak", "Ada Ferrer; Lin Oak & Kim Ash", ash.json, "Jo <b>Fir</b>"]',
  person:
    'authors:\n  - { id: lin, name: " Lin Oak ", position: Painter, about: Paints., photo: /assets/map.png }\n  - { key: Bo-Elm, jobTitle: Editor, short_bio: Edits. }\n  - { fullName: Pat Yew, social: { github: pat }, links: { youtube: "@pat" }, twitter: "https://x.com/pat" }\n  - { displayName: Mo <mo@example.org>, website: "https://m.example.org", web: "https://mobile.x.com/mo", link: nowhere, socials: [{ platform: " Mastodon ", url: "https://example.org/@mo" }, { platform: "No Platform", url: "https://example.org/mo" }, nothing] }',
  avatar:
    'author: Ada Ferrer\nauthorAvatar: https://example.com/a.png\ncategories: " a  b "\ntags: [" c ", C]',
  image:
    'authors: [Ada Ferrer]\nauthorImage: https://example.com/b.png\nauthorTwitter: "@ada_f"\ncategory: Two words',
  extra: 'params:\n  author: Gus Bay\n  date: 2020-05-06\n  keep: x',
  topics: 'topics: [One, Two]\ntaxonomies:\n  category: Three\n  tag: Four\n  keep: x\nkeywords: five six',
  labels: 'categories:\n  name: One\n  label: Two\ntags: [{ title: T }, { nothing: x }]',
  covers: 'cover: { image: /assets/map.png, alt: Kept }',
  header: 'header: { teaser: " /assets/map.png " }\nimage: https://example.com/cover',
  images: 'images: [{ url: /assets/map.png }]\nogImage: { url: no-picture }',
  excerpt: 'intro: " Told \\n twice. "\nabstract: Kept.',
  language: 'lang: sr_Latn_RS\nlocale: x',
  updated: 'last_modified_at: "2020-03-04 05:06:07 +0000"\npublished: "2020-03-03"\nreviewed: 2020-05-05',
  released: 'released: 2020-04-05\nexpires: 2021-01-01',
  status: 'status: Hidden\npublic: "on"',
  declared: 'fields: [a]\nslug: " "\nattribution: { author: A, url: "https://example.com/x" }',
  yaml: 'a:\tb\nnull: x\nempty: ""\n? nothing\nmap: { x: null, "y": "null" }\nlist: [null, ~, x]\nx: !tag y\nz: |\n  one\n  two',
  featured: 'sticky: "0"\npinned: "off"\nfeatured: "yes"',
}

const jekyllText = [
  '[a](  /B/CAF%C3%89/?x=1&amp;y=2#z ) [b](/b/cafe\u0301/index.html?q#part) [c](//EXAMPLE.org/b/caf%C3%A9/?x#part) [d](http://www.example.org/b/tides.html) [e](https://example.org/b/none/) [f](https://example.org/b/assets/map.png?x) [g](ftp://example.org/b/tides.html) [h](/tides.md) [i](MAILTO:a@example.org)',
  '[p]({% post_url /2020-02-02-tides/ %}) [q]({% link /_posts/2020-02-02-tides.md %}) [r]({% link none.md %}) [s](_posts/2020-02-02-tides.md#s) [t](../_posts/2020-02-02-tides.md?x)',
  '![a](@site/assets/map.png) ![b](~/assets/map.png) ![c](#images/assets/map.png) ![d](x@/assets/map.png) ![e](../assets/sub/other.png) ![f](sub/other.png) ![g](other.png) ![h](../../map.png) ![i](/B/assets/map.png) ![j](<../a b/c d.png>) ![k](../a b/c d.png "T") ![l](../a%20b/c%20d.png#x)',
  '{{ site.url | append: "x" }} {{ "https://example.com/x" | absolute_url }} {{ "x" | relative_url }} {{ "/x" | prepend: site.baseurl }} {{ "/x" | prepend: other }} {{ page.title | escape }} {{ page.title | strip | upcase }} {{ page.title | nothing }} {{ site. }} {{ nothing.title }} {{ page }} {{ site.baseurl | x }} {{ \'q\' }}',
  '{% highlight ruby linenos %}\nputs\n{% endhighlight %}\n\n{% highlight linenos %}\nputs\n{% endhighlight %}\n\n{% HIGHLIGHT go %}no{% endHIGHLIGHT %}\n\n{% raw %}\n{{ raw }}\n{% endraw %}\n{%- raw -%}{{ x }}{%- endraw -%} {% raw %}{% note %}{% endraw %} {% raw %}{% verbatim %}{{ y }}{% endraw %}{% endverbatim %}',
  '{% include youtube.html id="https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3" %} {% include figure.html url=/assets/map.png caption="<b>C</b> *x*" link="/x" width="30" title="T" alt="T" %} {% include image.html src="" %} {% include img src="/assets/map.png" caption="C" %} {% include gist.html id="1" user="u" %} {% include code.html %}x',
  '{% include details.html %} {% include_cached alert.html content="x" type="Tip" title="Tip" %} {% include callout.html text="x" kind="other" header="H" %} {% include alert.html inner="x" %}',
  '# Head {: #own .x}\n\n## Not {x} {y\n\n### No } brace {\n\n#### Twice {#a} {#b}\n\n##### {#only}\n\n###### Same words {#same-words} ##\n\n- x\n{:toc}\n\n1. x\n   {:.c}\n\n`a`{:.b} *c*{:d} "e"{:f} g{:h} [i](/x){:j}{:k} ![l](/assets/map.png){:.m}\n\n> quoted\n{: .prompt-tip }',
  '{::comment }\nx\n{:/}\n\n{::nomarkdown x}a{::options /}b{:/nomarkdown}\n\n<div  markdown="block" class="c">\nx\n</div> <p markdown=1>y</p> <i markdown=\'span\'>z</i>',
]

const jekyll: ImportedSite = {
  files: {
    '_config.yml':
      'title: " A site "\nurl: https://www.example.org/\nbaseurl: /b/\npermalink: /:title:output_ext\ntimezone: ""\nlang: en_GB\nauthors:\n  - { username: ash, name: Ash Ember, twitter: ash }\n  - { nothing: x }\n  - text\ndefaults:\n  - text\n  - { scope: { path: other }, values: { layout: x } }\n  - { scope: { path: "" }, values: { permalink: [x] } }\n',
    '_data/meta.yml': 'author: Meta Author\n',
    '_data/team/kim-ash.yml': 'name: Kim Ash\nrole: Editor\n',
    '_data/team/_index.yml': 'name: Nobody\n',
    '_data/team/pat.md': 'name: Nobody\n',
    '_data/people.toml': '[gus]\nname = "Gus Bay"\n[bad]\n',
    ...texts('_posts', jekyllText),
    '_posts/2020-02-02-tides.md': post('title: Tides', 'High.'),
    '_posts/2020-02-03-caf\u00e9.md': post('permalink: /café/', 'High.', '## Part'),
    '_posts/2020-02-04-a--b_c.md': 'Wet.\n',
    '_posts/2020-02-05-INDEX.md': 'Wet.\n',
    '_posts/folder/index.md': post('date: 2020-02-06', 'Wet.'),
    '_posts/2020-02-07.md': 'Wet.\n',
    '_posts/2020-02-08-commented.md':
      '---\n---\n <!-- one\ntwo -->\n  #\t The *title* ![p](x.png)  ##  \nWet.\n',
    '_posts/2020-02-09-only.md': '---\n---\n#',
    '_posts/2020-02-10-cover.md': post(
      'title: Cover\nimage: " ../assets/map.png "',
      '<iframe src=" http://www.youtube.com/embed/x?a=1&amp;b=2 " TITLE="T"></IFRAME> <IFRAME SRC=\'https://www.youtube.com:8443/embed/x\'></IFRAME> <iframe src="ftp://x.example/y"></iframe> <iframe src="https://example.com/x" title=""></iframe> <Video Src="/assets/film.mp4"></Video> <video><source src="/assets/film.mp4"></VIDEO> <video src="/assets/none.mp4"></video>',
    ),
    ...Object.fromEntries(
      Object.entries(jekyllKeys).map(([name, front], index) => [
        `_posts/2020-03-${String(index + 1).padStart(2, '0')}-${name}.md`,
        post(front, 'Wet.'),
      ]),
    ),
    'assets/map.png': png(),
    'assets/film.mp4': Buffer.from('\0\0\0\x18ftypmp42', 'latin1'),
    'assets/sub/other.png': png(4, 4),
    'a b/c d.png': png(5, 5),
  },
}

const hugoText = [
  '{{< youtube "dQw4w9WgXcQ" >}} {{< YouTube id="dQw4w9WgXcQ" >}} {{< youtube id="" >}} {{< vimeo id="12" >}} {{< vimeo "123456" title="T [x]" >}} {{< gist ada 1 "f.js" >}} {{< gist user="ada" id="ada" >}} {{< tweet "https://x.com/a/status/1" >}} {{< tweet tweetid="3" >}} {{< instagram "a b" >}} {{< iframe "//example.com/x" >}} {{< spotify "{{ x }}" >}}',
  '{{< figure src="" >}} {{< figure src="m.png" title="A" alt="A" caption="B" attr="C" >}} {{< figure src="m.png" attrlink="/x" link="" >}}inner{{< /figure >}} {{< figure url="m.png" link="/x" >}} {{< img image="m.png" src="a{b}.png" >}} {{< image "a" "m.PNG" "w" >}} {{< figure-x src="m.png" >}} {{< Figure_html src="a&b<c>\\"d.png" alt="&amp; <i>x</i>" >}}',
  '{{< highlight "linenos=table" >}}x{{< /highlight >}} {{< highlight "hl_lines" "no lang" "js" >}}\n\n  x\n\n{{< /highlight >}} {{< code language="language:js" >}}x{{< /code >}}',
  '{{< details title="T" >}} x {{< /details >}} {{< details label="L" >}}x{{< /details >}} {{< details summary="" >}}x{{< /details >}} {{< quote cite="C" >}} q {{< /quote >}} {{< blockquote >}}q{{< /blockquote >}}',
  '{{< note type="warning" title="Warning" >}}x{{< /note >}} {{< notice kind="Tip" heading="H" >}}x{{< /notice >}} {{< callout variant="unknown" label="L" >}}x{{< /callout >}} {{< alert level="error" header="Hd" >}}x{{< /alert >}} {{< admonition color="danger" >}}x{{< /admonition >}} {{< alert class="info" >}}x{{< /alert >}} {{< notice note "Note" >}}x{{< /notice >}} {{< alert "tip" >}}x{{< /alert >}} {{< my-callout >}}x{{< /my-callout >}} {{< warningblock >}}x{{< /warningblock >}} {{< prowarning >}}x{{< /prowarning >}} {{< note "A\nB" >}}x{{< /note >}}',
  '{{< video src="m.mp4" poster="" >}} {{< video src="a b.mp4" >}} {{< video url="m.mp4" >}}<source src="n.mp4">{{< /video >}} {{< audio source="m.mp3" >}} {{< audio m4a="x" >}} {{< video mp4="m.mp4" webm="m.webm" >}}',
  '{{< link "other" >}} a {{< /link >}} {{< link path="//x" >}}a{{< /link >}} {{< link to="/x" >}} {{< ref "other.md#part" >}} {{< ref "/posts/other/?x#part" >}} {{< relref path="none" >}}',
  '{{< kbd "A" >}} {{< mark >}} {{< hr />}} {{< center >}} {{< raw >}}<i>{{< /raw >}} {{< more >}} {{< unknown >}} {{< unknown >}} {{< Unknown  a = "b" >}}\n\n{{% unknown %}}x{{% /unknown %}} {{< /closed >}} {{<note>}}tight{{</note>}}',
  '{{< note >}}\n\n~~~~js\nopen\n{{< /note >}}\n\n> {{< note >}}\n> ```\n> open\n> {{< /note >}}\n\n1. {{< tip >}}\n   ~~~\n   open\n   {{< /tip >}}\n\n{{< note >}}\n```\none\n```\n{{< /note >}}\n\n{{< note >}}one{{< /note >}}\n\n\n\n{{< note >}}two\n\n{{< /note >}}after\n\n- {{< note >}}\n\n    deep\n\n  shallow\n  {{< /note >}}',
  '```\n{{< note >}}\n``\n````\n\n``` a`b\nnot code {{< kbd "K" >}}\n```\n\n- ```\nleft\n  ```\n\n  - ~~~\n    a\n\n    b\n~~~\n\n  \tx\n\n\tcode\n\n    code {{< note >}}\n\n\n    more\n\ntext\n    no code {{< kbd "L" >}}\n\n`a ``b` ``c`` \\`d` `` e ` f ``',
  '[x](other.md){.c #d k=v} ![m](m.png){ width="3" a=\'b\' c=d } *e*{.f} _g_{.h} i{.j} [k](/x){not} {.l}\n\n{#m}\n\n  { .n .o }  \n\n{p}\n\n## Head {#Own.id:x}\n\n##\tTab {#tab}\n\n####### Seven {#no}',
  '[1](other#h-a-long-heading) [2](other#_2-numbers) [3](other#caf%C3%A9-d%C3%A9j%C3%A0) [4](other#part) [5](other#a-long-heading-with-more) [6](other#the-beginning-is-x) [7](other#nothing-like-it) [8](#own-part) [9](other.md#x86_64) [11](other#own-id) [12](other#_own-id) [10]: x\n\n[10]: other#x86_64\n\n## Own Part',
]

const hugo: ImportedSite = {
  files: {
    'config.yml':
      'baseURL: https://example.org\nlanguageCode: pt_BR\npermalinks:\n  posts: /:year/:i_month/:i_day/:short_year/:y_day/:monthname/:slugorfilename/\n  page: { tales: "/t/:sections[1:]/:title" }\nuglyURLs: true\nlanguages: { de: x }\nparams:\n  authors: [x]\n  mainSections: posts\n',
    'config/_default/permalinks.yml': 'ignored: /x/\n',
    'content/posts/one.md': post('title: One\ndate: 2020-02-03T04:05:06+01:00\nslug: ""\nurl: ""', 'Wet.'),
    ...texts('content/posts', hugoText),
    'content/posts/other.md': post(
      'title: Other\ndate: 2020-12-31',
      '## A long heading\n\n## 2 Numbers\n\n## Café déjà\n\n## The beginning is one\n\n## The beginning is two\n\n## x86-64\n\n## Part {#part}\n\n<h2 id="own-id">X</h2>',
    ),
    'content/posts/folded/page.md': post('title: Page\ndate: 2020-01-02\nslug: Own Slug', 'Wet.'),
    'content/posts/m.png': png(),
    'content/posts/_index.de.md': post('title: Beiträge', ''),
    'content/tales/one.md': post('title: Not main\ndate: 2020-01-02', 'Wet.'),
    'data/author/ada.toml': 'name = "Ada Ferrer"\n',
    'content/authors/grace.json': '{ "name": "Grace Muir" }',
    'static/m.mp4': Buffer.from('\0\0\0\x18ftypmp42', 'latin1'),
  },
}

const mdx = [
  "import a, { b } from './a'\nimport type C from \"c\" // why\nimport './style.css'\nimport map from './map.png';\nimport film from \"./map.png?url\"\nimport {\n  d,\n} from 'd'\n\nText.\n\nimport is a word.\n\nexport default function X() {\n\n  return 1\n}\n\nexport { y }\n\nexports stay\n\nexport async () => 1",
  '<img src={map} alt={`t`} /> <img src={film.src} alt={\'s\'} width={30} height={x} /> <img src={require("./map.png")} /> <img src={x + require("./map.png")} /> <img src={x + useBaseUrl("./map.png")} /> <img src={ useBaseUrl( "./map.png" ) } /> <Image src={map.src} alt={3} /> <img src={"./map.png"} srcSet="./map.png 1x, ./none.png 2x" {...rest} a:b="c" v-bind:d="e" :f="g" h=i/> <img alt="unclosed />',
  '<Tabs>\n<Tab title="One">\none\n</Tab>\n<TabPanel label="Two">two</TabPanel>\n<TabsContent>three</TabsContent>\n</Tabs>\n\n<CodeGroup>\n```js\nx\n```\n</CodeGroup>\n\n<Fragment>f</Fragment> <TOCInline/> <></>',
  '<Card title="T" text="T" description="{d}" to="/x">\n\nin\n\n</Card>\n\n<Card heading="H" caption="C" url="{u}">in</Card> <Card href="/x" /> <Button label="L" href="/x" /> <Widget a="b"/> <Widget>\nonly text\n</Widget> <my-element a="b">own</my-element> <Foo.Bar /> <A>a<B>b</A></B> <C>',
  "{\"a\"} {'b'} {`c`} {`d\x24{1}`} {} {/* x */} {/* y\nz */} {frontmatter.title} {props.none} {frontMatter.list} {metadata.title} {x.y} \\{z} \\} {{ nested }} {a{b}c} }x{ {\"open\n\n{'close'}",
  '<details open>\n  <summary>S</summary>\n  In\n</details>\n\n<p className="c" style={{ a: 1 }}>p</p> <Alert severity="x" variant="Caution" title={t}>\n    four\n      six\n\n\ttab\n</Alert> <Callout type="info" emoji="x">\n</Callout> <Aside>a</Aside> <Steps>s</Steps> <Quote author="A">q</Quote> <Link href="other">l</Link> <Link to="/x"> l </Link> <Figure src={map} caption="C">f</Figure>',
  '$x_1$ $$\ny\n$$ $ 5 and $6 \\$7$ a$b$ `$c$`\n\n```\n{code} <Tab>\n```\n\n    {flush} <b>\n\n> <Note>\n> quoted {"x"}\n> </Note>\n\n- <Note>\n  listed\n  </Note>',
  ':::note Title {.c}\nx\n:::\n\n:::note{title="A" type="tip"}\nx\n:::\n\n:::tip[]\nx\n:::\n\n:::: warning\n::: danger\nx\n::::\n\n:::\n\n:::caution\nx\n\n\ny\n:::\n\n::: details\nx\n:::\n\n::: details {label="L"}\nx\n:::\n\n:::tab\nx\n:::\n\n:::tab One\nx\n:::\n\n:::Note\nx\n:::\n\n:::unknown {title="T" description="{d}"}\nx\n:::\n\n:::\nx\n:::\n\n:: note\nx\n::\n\n:::info\n\nstarts blank\n\nafter',
]

const docusaurus: ImportedSite = {
  files: {
    'docusaurus.config.ts':
      "import x from 'y'\nconst path = './news'\nexport default { title: `T`, url: 'https://example.org', baseUrl: '/', i18n: { defaultLocale: \"de\", locales: ['de', \"en\", `fr`, x] }, blog: { path: path, routeBasePath: '/', count: -3.5, on: true }, list: [{ a: 'b' }], open: ['x'",
    'news/authors.yml': 'ada: { name: Ada Ferrer }\nbad: text\n',
    'news/2021-01-02-one.mdx': post('title: One\nlist: [a]', 'Wet.'),
    ...texts(
      'news',
      mdx.map((text) => `import map from './map.png'\nimport film from "./map.png?url"\n\n${text}`),
      'mdx',
    ),
    'news/2021/01/03/two/index.md': post('slug: two/', '![m](./map.png) ![n](img/map.png)'),
    'news/2021/01/03/two/map.png': png(),
    'news/2021/01/03/two/img/map.png': png(4, 4),
    'news/2021-1-4-three.md': post('slug: /', 'Wet.'),
    'news/sub/four/index.mdx': post('date: 2021-01-05', 'Wet. {1}'),
    'news/map.png': png(5, 5),
    'i18n/en/docusaurus-plugin-content-blog/2021-01-02-one.mdx': post('title: One in English', 'Wet.'),
    'i18n/en/docusaurus-plugin-content-blog-other/2021-01-02-other.md': post('title: Other', 'Wet.'),
  },
}

const mdc = [
  '::note\n---\ntitle: "T"\n:type: warning\nbad\nUPPER: x\n---\nx\n::\n\n::note\n---\nnever closed\n::\n\n::note\n---\n---\n::\n\n  ::tip\n  indented\n    more\n  ::\n\n::callout{color="unknown" icon="tip"}\n#default\nx\n#title x\n::\n\n::alert{type="danger"}\nx\n::',
  '::note\n---\nTitle: U\nTYPE: warning\n---\nx\n::\n\n::card{title="T" to="/x"}\nx\n::\n\n::card{to="{x}" title="T"}\n::\n\n::card{href="/x"}\nx\ny\n::\n\n::button{to="/x"}\n x \n::\n\n::button{to="/a b"}\nx\n::\n\n::u-button{url="/x" label="L"}\n::\n\n::unknown-thing\n\n::\n\n::accordion-item{label="L"}\nx\n::\n\n::collapse\nx\n::\n\n::::\nx\n::::',
  ':badge :icon{name="x"} :u-button[ B ]{to="/x"} :b[[x]] a:b :c{ :1d :e[f](g) http://x:y ::z `:code` :br{}',
  '[[TOC]]\n\n[[toc]] x\n\n<Badge text="x" /> <badge text="y"/> <RouterLink to="/x">r</RouterLink> <NuxtLink :to="x">n</NuxtLink> <script>\ninline\n</script>\n\n<style scoped>\n.a{}\n</style>  \n\n<script>\nopen\n\n{{ $doc.title }} {{ frontmatter.title }} {{ a | b }} {{ 1 }}',
]

const vitepress: ImportedSite = {
  files: {
    '.vitepress/config.js':
      "export default { title: 'T', base: 'b/', srcDir: '.', cleanUrls: true, sitemap: { hostname: 'http://localhost:3000' }, themeConfig: { url: 'https://example.org/#x' } }",
    ...texts('posts', mdc),
    'posts/two/index.md': post('title: Two\ndate: 2021-01-03', 'Wet.'),
    'posts/map.PNG': png(),
    'posts/three.md': post(
      'title: Three\ndate: 2021-01-04',
      '![m](map.PNG) ![n](MAP.png) [i](./INDEX.md) [g](../guide/dev.md#top) [h](/guide/index.md)',
    ),
  },
  flags: ['--url', 'https://example.org/a/'],
}

const hexo: ImportedSite = {
  files: {
    '_config.yml':
      'title: T\nurl: https://example.org\nsource_dir: "so urce?"\npermalink: :year/:category/:title.html\nlanguage: [en, fr]\ntimezone: America/New_York\n',
    'package.json': '{ "dependencies": { "hexo": "7" } }',
    'source/_posts/one.md': post(
      'title: One\ndate: 2020-07-01 10:00\npermalink: ""\nslug: ""\ncategories: []',
      '{% img left /images/map.png 3 4 "T" %} {% image /images/map.png %} {% asset_path map.png %} {% link /x %} {% iframe https://example.com/ %} {% pullquote right %}q{% endpullquote %} {% post_link one %} {% post_link one "" %} {% post_link %} {% post_link none true %}\n\n{% codeblock %}\nx\n{% endcodeblock %}\n\n{% codeblock js %}\n{% raw %}\n{% endcodeblock %}\n\n{% code lang:ruby %}\nx\n{% endcode %}\n\n{% note %}\nx\n{% endnote %}{% endnote %}',
    ),
    'source/_posts/two.md': post('date: 2020-01-01 10:00\ncategories:\n- [A B, C]\n- [D]', 'Wet.'),
    'source/_posts/three.md': ';;;\n"title": "Three",\n"date": "2020-01-02"\n;;;\nWet.\n',
    'source/images/map.png': png(),
  },
}

const zola: ImportedSite = {
  files: {
    'config.toml': 'base_url = "https://example.org/z/"\ndefault_language = "en"\n[languages.fr]\n',
    'content/blog/_index.md': '+++\nsort_by = "date"\n+++\n',
    'content/blog/one.md':
      '+++\ntitle = "One"\ndate = 2020-01-02T00:00:00Z\npath = ""\nslug = ""\nbig = 12345678901234567890\nfloat = 1.50\ntime = 07:32:00\n+++\n[a](@/blog/two.md) [b](@/none.md) ![c](/z/map.png) {{ img(src="map.png", alt="x") }} {{ vimeo(id="12345") }} {{ a::b(x=1) }}\n\n{% alert(type="tip") %}\nx\n{% end %}\n\n{% quote() %}a{% kbd() %}b{% end %}{% end %} {% end %}\n',
    'content/blog/two.md': '+++\ntitle = "Two"\n+++\nWet.\n',
    'content/blog/three.md': '+++\ntitle = "Three"\n+++\nWet.\n',
    'content/blog/One.fr.md': '+++\ntitle = "Un"\ndate = 2020-01-02\n+++\nMouillé.\n',
    'content/blog/four.xx.md': '+++\ntitle = "Four"\ndate = 2020-01-02\n+++\nWet.\n',
    'content/most/_index.md': '+++\ntitle = "Most"\n+++\n',
    ...Object.fromEntries(
      Array.from({ length: 5 }, (_, i) => [
        `content/most/${i}.md`,
        `+++\ntitle = "${i}"\n${i < 4 ? 'date = 2020-01-02\n' : ''}+++\nWet.\n`,
      ]),
    ),
    'content/map.png': png(),
  },
}

const eleventy: ImportedSite = {
  files: {
    '.eleventy.js': 'module.exports = { dir: { input: "." } }',
    '_data/site.json': '{ "name": "x", "author": "Jo Site" }',
    'posts/one.md': post(
      'date: 2020-01-02\npermalink: "/{{ slug }}.html"\ntitle: Own',
      '{% image "./map.png" "M" %} {{ "x" | url }} {{ title | safe }} {% raw %}{{ x }}{% endraw %} {# gone? #}',
    ),
    'posts/index.md': post('date: 2020-01-02\ntitle: Index', 'Wet.'),
    'posts/deep/two/index.md': post('date: 2020-01-02\npermalink: posts/two/index.html', 'Wet.'),
    'posts/page.md': post('pagination: text\ndate: 2020-01-02\ntitle: Paged', 'Wet.'),
    'posts/cascade.md': post('cascade:\n  x: y\ndate: 2020-01-02', 'No post.'),
    'posts/map.png': png(),
  },
}

const next: ImportedSite = {
  files: {
    'next.config.js': "module.exports = { basePath: '/x' }",
    'site.config.ts': "export default { url: 'http://127.0.0.1:3000' }",
    'lib/constants.ts': "export const SITE_ROOT = 'https://twitter.com/x'",
    'lib/site.config.ts': "export const canonicalUrl = 'https://example.org'",
    'src/app/(group)/blog/one/page.mdx': `export const metadata = {\n  title: 'One',\n  date: '2020-01-02',\n  cover: map,\n  author: Ada,\n}\n\nimport map from './map.png'\nimport { Ada as A, Ada } from '@/authors'\n\n# One\n\nWet. {1}\n`,
    'src/app/(group)/blog/one/map.png': png(),
    'src/app/(group)/blog/two/page.mdx': `export const meta = {}\n\nWet.\n`,
    'src/app/(group)/blog/three/page.mdx': `export const meta: Meta = { title: "Three", date: "2020-01-03" };\nWet.\n`,
    'src/app/(group)/blog/four/page.mdx': `export const article = {\n title: "Four"\n\nWet.\n`,
  },
}

/** Text that reads pieces of others. */
const pieces: ImportedSite = {
  files: {
    'docusaurus.config.js': "module.exports = { url: 'https://example.org' }",
    'blog/2020-01-02-a.mdx': post(
      'title: A',
      "import Piece from './_piece.mdx'\nimport Site from '@site/shared/_site.md'\nimport Loop from './_loop.mdx'\nimport None from './_none.mdx'\nimport Deep0 from './_deep0.mdx'\n\n<Piece />\n\n- x\n  <Site />\n\n<Loop/> <None /> <Deep0 /> <Piece a=\"b\" />",
    ),
    'blog/_piece.mdx': '---\nx: y\n---\n\n\nOf a piece.\nTwo lines.\n\n',
    'shared/_site.md': 'Of the site.\n\nTwice.\n',
    'blog/_loop.mdx': "import Loop from './_loop.mdx'\n\nloop <Loop />\n",
    ...Object.fromEntries(
      Array.from({ length: 7 }, (_, i) => [
        `blog/_deep${i}.mdx`,
        `import Deep${i + 1} from './_deep${i + 1}.mdx'\n\ndeep ${i} <Deep${i + 1} />\n`,
      ]),
    ),
  },
}

const plain: ImportedSite = {
  files: {
    'package.json': '{ "homepage": "https://example.org/home?x#y" }',
    'posts/one.md': post(
      'title: "`One` *two*"\ndate: 2020-01-02',
      '# One two {#x}\n\nimport x from "y" is text, <p className="c">and</p> so is {this}.',
    ),
    'posts/jsx.md': post('title: JSX\ndate: 2020-01-02', "import x from 'y'\n\nWet. {1} <Note>n</Note>"),
    'posts/code.md': post(
      'title: Code\ndate: 2020-01-02',
      "```\nimport x from 'y'\n```\n\nWet. {1} <Note>n</Note> Map<String> and <Vec>",
    ),
    'posts/con.md': post('title: Device\ndate: 2020-01-02', 'Wet.'),
    'posts/A.md': post('title: Upper\ndate: 2020-01-02', 'Wet.'),
    'posts/a.markdown': post('title: Lower\ndate: 2020-01-02', 'Wet.'),
    'posts/Sub/b.md': post('title: B\ndate: 2020-01-02', 'Wet.'),
    'posts/sub/b.md': post('title: B again\ndate: 2020-01-02', 'Wet.'),
    'posts/b.md/c.md': post('title: C\ndate: 2020-01-02', 'Wet.'),
    [`posts/${'ü'.repeat(110)}.md`]: post('title: Long\ndate: 2020-01-02', 'Wet.'),
    [`posts/${many(32, (i) => `f${i}`, '/')}/too-deep.md`]: post('title: Too deep', 'x'),
    [`posts/${many(31, (i) => `f${i}`, '/')}/deep.md`]: post(
      'title: Deep\ndate: 2020-01-02',
      '![m](map.png)',
    ),
    [`posts/${many(31, (i) => `f${i}`, '/')}/map.png`]: png(),
    [`posts/${many(18, (i) => `g${i}`, '/')}/b/index.md`]: post(
      'title: Bundle\ndate: 2020-01-02',
      `![m](${many(8, (i) => `h${i}`, '/')}/map.png)`,
    ),
    [`posts/${many(18, (i) => `g${i}`, '/')}/b/${many(8, (i) => `h${i}`, '/')}/map.png`]: png(4, 4),
    'posts/odd.md': post(
      'title: Odd\ndate: 2020-01-02',
      '![a](-.png) ![b](fake.gif) ![c](photo.JPEG) ![d](%zz.png) ![e](a#b.png) ![f](a%23b.png) [g](paper.PDF) ![h](text.webp) ![i](pic.avif)',
    ),
    'posts/-.png': png(6, 6),
    'posts/a#b.png': png(7, 7),
    'posts/fake.gif': png(8, 8),
    'posts/photo.JPEG': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    'posts/paper.PDF': '%PDF-1.4',
    'posts/text.webp': 'RIFFxxxxWEBX',
    'posts/pic.avif': Buffer.from('\0\0\0\x1cftypavis', 'latin1'),
    'posts/conflict.md': post('title: Conflict\ndate: 2020-01-02', '<<<<<<< a\nx\n=======\ny\n>>>>>>> b'),
    'posts/math.md': post('title: Math\ndate: 2020-01-02', 'Costs $5 and $6.', '$$\nx\n$$'),
    'posts/id.md': post('title: Id\ndate: 2020-01-02\nid: own', 'Wet.'),
  },
}

const cdata = (text: string) => `<![CDATA[${text}]]>`

/** An item of WordPress's export with only what is given. */
function item(id: number, texts: Record<string, string>, more = ''): string {
  const all: Record<string, string> = {
    'wp:post_id': String(id),
    'wp:post_type': 'post',
    'wp:post_date': '2020-05-31 10:00:00',
    ...texts,
  }
  return `<item>${Object.entries(all)
    .map(([name, text]) => `<${name}>${cdata(text)}</${name}>`)
    .join('')}${more}</item>`
}

const wordpressText = [
  '[CAPTION width="3"]<img src="/a.png">[/CAPTION] [caption]<img src="/a.png"> C [/caption] [caption]<a href="/x"> <img src="/a.png"> </a>[/caption]',
  '[gallery] [GALLERY ids=" 9 ,10,77"] [gallery ids="77"]',
  '[CODE language="x y"]a </b>[/CODE]\n\n[cc_php]<?php a <!-- b -->[/cc_php]\n\n[Sourcecode]x < y[/sourcecode]',
  '[embed]https://example.com/a[/embed]\n[youtube https://youtu.be/dQw4w9WgXcQ&x=1]\n[youtube="https://www.youtube.com/watch?a=b&amp;v=dQw4w9WgXcQ"]',
  '[VIDEO webm="/a.webm"][/VIDEO] [video m4a="/a.m4a"] [audio "/b.mp3"] [audio] [x] [form id="3"] [form id="3"] [pair]in[/pair] [note](x) [self a="b"/] [link][y] [[form id="4"]]',
  'https://example.com/?a=1&b=2\n\n  https://youtube.com/shorts/abcdefgh  \n\ntext https://vimeo.com/123\n\n<p>own</p>\n\none\n<ul>\n<li>x</li>\n</ul>\ntwo\n<b>three</b>\nfour\n\n<!--more-->\n\n</div>\n\n<PRE>kept\n\nas is</PRE>\n\n\uE0100\uE011',
  '<p>a<sup><a href="#x.1">1</a></sup> <sup><b><a href="/p#gone">2</a></b></sup> <sup><a href="#nn">[*]</a></sup></p><p id="x.1">X <a href="#r">↩</a></p><div id="nn">N</div>',
]

const wordpress: ImportedSite = {
  files: {
    'export.xml': `\ufeff<?xml version="1.0"?>${' '.repeat(19_700)}<rss version="2"><channel><title> A site </title><link>https://example.org</link><x xmlns="http://wordpress.org/export/1.2/"/><language>en-US</language><wp:author><wp:author_display_name>Nobody</wp:author_display_name></wp:author><wp:author><wp:author_login>bo</wp:author_login><wp:author_display_name></wp:author_display_name></wp:author>${[
      item(
        1,
        {
          'wp:post_name': 'texts',
          link: 'https://example.org/2020/05/31/texts/',
          'content:encoded': '[php]open',
          'dc:creator': 'bo',
          'excerpt:encoded': '<p> </p>',
          title: 'A &amp; b',
        },
        '<category domain="post_tag" nicename="t"> Tag </category><category domain="category" nicename="Not A Slug">Cat</category><category domain="category" nicename="uncategorized">Uncategorized</category><category>None</category>',
      ),
      ...wordpressText.map((text, index) =>
        item(20 + index, { 'wp:post_name': `text-${index}`, 'content:encoded': text }),
      ),
      item(2, { link: 'https://example.org/', title: 'By its title' }),
      item(3, { link: 'https://example.org/?p=3', title: '' }),
      item(4, { link: 'nowhere', title: '!!!', 'wp:status': 'pending' }),
      item(5, { link: 'https://example.org/linked', 'wp:status': 'auto-draft' }),
      item(
        6,
        { link: 'https://example.org/linked/again/', 'wp:status': 'publish', 'wp:is_sticky': '0' },
        `<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value>{"id":"a"}</wp:meta_value></wp:postmeta>`,
      ),
      item(
        7,
        { 'wp:post_name': 'attached', 'content:encoded': '[gallery]' },
        `<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value>[{"id":"a","content":3}]</wp:meta_value></wp:postmeta>`,
      ),
      item(9, {
        'wp:post_type': 'attachment',
        'wp:attachment_url': 'https://example.org/u/a.png',
        'wp:post_parent': '7',
      }),
      item(10, {
        'wp:post_type': 'attachment',
        'wp:attachment_url': 'https://example.org/u/b.pdf',
        'wp:post_parent': '7',
      }),
      item(11, { 'wp:post_type': 'attachment', guid: 'https://example.org/u/c.png', 'wp:post_parent': '7' }),
      item(12, { 'wp:post_type': 'page', title: 'Titled page' }),
    ].join('')}</channel></rss>`,
  },
  from: 'export.xml',
}

const ghostPosts = [
  {
    id: 10,
    slug: 'a/b',
    title: 'Slash',
    status: 'published',
    featured: true,
    visibility: 'public',
    html: '<p>a</p>',
  },
  {
    id: '11',
    slug: '%20',
    status: 'draft',
    html: null,
    lexical:
      '{"root":{"children":[{"type":"paragraph"},{"type":"text"},{"type":"link","children":[]},{"type":"image"},{"type":"gallery"},{"type":"codeblock"},{"type":"markdown"},{"type":"callout"},{"type":"toggle"},{"type":"html"},{"type":"embed"}]}}',
  },
  {
    id: '12',
    slug: 'deep',
    html: null,
    lexical: `${'{"root":{"children":['}${'{"type":"w","children":['.repeat(120)}{"type":"text","text":"deep"}${']}'.repeat(120)}]}}`,
  },
  {
    id: '13',
    slug: 'cards',
    html: null,
    mobiledoc: JSON.stringify({
      markups: [['em'], ['a']],
      atoms: [],
      cards: [
        ['image-card', {}],
        ['code', {}],
        ['markdown', {}],
        ['image', { src: '/i.png' }],
      ],
      sections: [
        [
          1,
          'p',
          [
            [0, [0, 9], 5, 'x'],
            [0, [1], 1, 'y'],
            [1, [], 0, 7],
          ],
        ],
        [10, 0],
        [10, 1],
        [10, 2],
        [10, 3],
        [10, 9],
      ],
    }),
  },
  {
    id: '14',
    slug: 'tagged',
    html: '<p>See <a href="__GHOST_URL__/cards/#x">cards</a></p>',
    image: '__GHOST_URL__/i.png',
  },
]

const ghost: ImportedSite = {
  files: {
    'export.json': JSON.stringify({
      data: {
        posts: ghostPosts,
        tags: [
          { id: 1, name: 'One' },
          { id: 2, slug: 'two' },
          { id: 3, name: 'Three', slug: 'th-ree' },
        ],
        posts_tags: [
          { post_id: '14', tag_id: 3 },
          { post_id: '14', tag_id: 1, sort_order: -1 },
          { post_id: '14', tag_id: 2, sort_order: 5 },
        ],
        users: 'none',
        settings: [
          { key: 'locale', value: 'fr' },
          { key: 'lang', value: 'en' },
          { key: 'timezone', value: 'Europe/Paris' },
          { key: 'title' },
        ],
      },
    }),
  },
  from: 'export.json',
}

const html = [
  '<p>a <span>b</span> <del>c </del><ins></ins> <em> d</em>e <strong><br></strong> <code>f `g`</code> <a>h</a> <a href="">i</a> <a href="/x" title="T \\"q\\"">j</a> <img> <img src="/a b.png" title="T"> <sup>2</sup><sub>3</sub> &nbsp; 1. x</p>',
  '<figure><img src="/a.png"><figcaption> </figcaption></figure><figure><a href="/x"><img src="/a.png"></a><figcaption>C</figcaption></figure><figure><pre>x</pre><figcaption>C</figcaption></figure><figure><p>p</p><figcaption>C</figcaption></figure>',
  '<table><thead><tr><td>A</td></tr></thead><tbody><tr><td>a|b</td></tr></tbody></table><table><tr><th>A</th><td>B</td></tr><tr><td rowspan="1">1</td><td>2</td></tr></table><table><tr></tr></table><table><tr><td><div>x</div><p>y</p></td></tr></table><table><caption>C</caption><tr><td>1</td></tr></table><table><tr><td align="center">1</td><td style="text-align:right">2</td></tr></table>',
  '<pre>  a\n\n  b</pre><pre class="lang:js"><code>x</code></pre><div class="language-ruby"><div><pre>y</pre></div></div><pre><code class="language-c++ hl">z</code></pre><pre><code></code></pre>',
  '<DIV><P>upper</P></DIV><ul><li><p>one</p><p>two</p></li></ul><dl><dt>t</dt><dd>d\n\n\ne</dd></dl><details><summary>s</summary>\n\n<p>x</p>\n</details><iframe src="https://player.vimeo.com/video/1"></iframe><audio src="/a.mp3"></audio>',
  `${'<div>'.repeat(300)}deep${'</div>'.repeat(300)}`,
]

const htmlPages: ImportedSite = {
  files: {
    '_config.yml': 'url: https://example.org\npermalink: /:title/\n',
    ...Object.fromEntries(
      html.map((text, index) => [
        `_posts/2020-01-0${index + 1}-p${index}.html`,
        post(`title: ${index}`, text),
      ]),
    ),
  },
}

const words = (text: string) => text.trim().split(/\s+/)

const noteNames = words(
  `note info information primary secondary default abstract question example todo aside notice callout admonition alert tip hint
  success check important warning warn attention caution danger error failure bug`,
)
const tagNames = words(
  `figure fig figurex imagewithcaption image img assetimg picture responsiveimage postimage includefigure includeimage`,
)
const playerNames = words(
  `youtube youtubevideo youtubeembed liteyoutube liteyoutubeembed youtubesimple includeyoutube vimeo vimeosimple instagram
  instagramsimple codepen codesandbox stackblitz jsfiddle speakerdeck spotify asciinema tweet twitter x twittersimple xsimple gist`,
)
const pairNames = words(
  `highlight codeblock code sourcecode details spoiler expand collapse collapsible fold folding accordion accordionitem blockquote
  quote pullquote epigraph kbd rawhtml raw mark center centered comment link nuxtlink routerlink ref relref posturl postpath`,
)
const frameHosts = words(
  `www.youtube.com www.youtube-nocookie.com player.vimeo.com codepen.io codesandbox.io stackblitz.com jsfiddle.net open.spotify.com
  w.soundcloud.com www.google.com docs.google.com player.twitch.tv speakerdeck.com www.slideshare.net www.loom.com fast.wistia.net
  www.figma.com archive.org bandcamp.com giphy.com asciinema.org embed.podcasts.apple.com datawrapper.dwcdn.net observablehq.com
  www.dailymotion.com player.bilibili.com glitch.com replit.com platform.twitter.com www.instagram.com www.facebook.com`,
)
const updateKeys = words(
  `lastmod updated updatedDate updatedAt updatedOn lastModifiedAt lastModified lastUpdated lastUpdate lastUpdate.date lastUpdatedAt
  modified modifiedDate modifiedAt modDatetime dateModified dateUpdated editedAt revised extra.updated`,
)
const descriptionKeys = words(
  'description excerpt summary spoiler desc abstract intro seo.description meta.description',
)
const coverKeys = words(
  `coverImage cover.src cover.image cover.url cover.path cover coverImage.src heroImage.src heroImage hero.image hero
  featuredImage.src featuredImage featureImage featured_img image.src image.url image.path image.feature image thumbnail.src
  thumbnail thumb banner bannerImage header.image header.teaser header.overlay_image headerImage teaser img images socialImage
  ogImage.url ogImage og_image splash`,
)
const zones = words('UTC GMT Z EST EDT CST CDT MST MDT PST PDT CET CEST BST JST IST XYZ')

/** Front matter with a value at a path of keys. */
const at = (path: string, value: string) => {
  const [first = '', second] = path.split('.')
  return second === undefined ? `${first}: ${value}` : `${first}:\n  ${second}: ${value}`
}

/** Every name that is known, each once. */
const names: ImportedSite = {
  files: {
    '_config.yml': 'url: https://example.org\npermalink: /:title/\n',
    'assets/m.png': png(),
    ...Object.fromEntries(
      [
        ...zones.map((zone) => `date: 2021-02-03 04:05 ${zone}`),
        ...updateKeys.map((key) => `date: 2021-01-01\n${at(key, '2021-02-03')}`),
        ...descriptionKeys.map((key) => `date: 2021-01-01\n${at(key, 'Told.')}`),
        ...coverKeys.map((key) => `date: 2021-01-01\n${at(key, '/assets/m.png')}`),
      ].map((front, index) => [`_posts/2020-01-01-${index}.md`, post(front, '')]),
    ),
    '_posts/2020-01-01-tags.md': post(
      'date: 2021-01-01',
      tagNames.map((name) => `{% include ${name}.html src="/assets/m.png" %}`).join(' '),
      playerNames.map((name) => `{% ${name} abcdefghijk %}`).join(' '),
      pairNames.map((name) => `{% ${name} tags %}in{% end${name} %}`).join('\n\n'),
      frameHosts.map((host) => `<iframe src="https://${host}/x"></iframe>`).join(' '),
    ),
  },
}

const notes: ImportedSite = {
  files: {
    '.vitepress/config.js': "export default { sitemap: { hostname: 'https://example.org' } }",
    'posts/notes.md': post(
      'date: 2021-01-01',
      ...[...noteNames, 'el-alert', 'u-callout', 'pro-note', 'calloutnote', 'notebox', 'warningblock'].map(
        (name) => `::: ${name}\nx\n:::`,
      ),
    ),
  },
}

export const details: Record<string, ImportedSite> = {
  'details-jekyll': jekyll,
  'details-hugo': hugo,
  'details-docusaurus': docusaurus,
  'details-vitepress': vitepress,
  'details-hexo': hexo,
  'details-zola': zola,
  'details-eleventy': eleventy,
  'details-eleventy-input': {
    files: {
      'eleventy.config.js': 'export default { dir: { input: "./src/site/" } }',
      'src/site/blog/deep/one.md': post('date: 2020-01-02', 'Wet. ![m](/m.png)'),
      'src/site/blog/deep/two/index.md': post('date: 2020-01-02', 'Wet.'),
      'src/site/m.png': png(),
      'src/blog/no.md': post('date: 2020-01-02', 'Elsewhere.'),
    },
    flags: ['--url', 'https://example.org'],
  },
  'details-next': next,
  'details-pieces': pieces,
  'details-plain': plain,
  'details-wordpress': wordpress,
  'details-ghost': ghost,
  'details-html': htmlPages,
  'details-names': names,
  'details-notes': notes,
  'details-as': {
    files: { 'posts/a.md': post('date: 2020-01-02', 'Wet.'), 'export.xml': 'x' },
    flags: ['--as', 'hugoo'],
  },
  'details-as-export': {
    files: { 'posts/a.md': post('date: 2020-01-02', 'Wet.') },
    flags: ['--as', 'ghost'],
  },
  'details-as-marble': {
    files: { 'posts/a.md': post('date: 2020-01-02', 'Wet.') },
    flags: ['--as', 'marble'],
  },
  'details-as-hugo': {
    files: { 'content/posts/a.md': post('date: 2020-01-02', 'Wet.') },
    flags: ['--as', 'hugo'],
  },
  'details-no-section': {
    files: { 'posts/a.md': post('date: 2020-01-02', 'Wet.') },
    flags: ['--section', 'none'],
  },
  'details-no-export': { files: { 'export.json': '{"data":{}}' }, from: 'export.json' },
  'details-wrong-export': {
    files: { 'export.json': '{"data":{"posts":[]}}' },
    from: 'export.json',
    flags: ['--as', 'wordpress'],
  },
  'details-no-ghost': {
    files: { 'export.json': '{"data":{"posts":[{"id":1,"slug":"x"}]}}' },
    from: 'export.json',
    flags: ['--as', 'hexo'],
  },
}
