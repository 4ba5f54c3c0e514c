// Made-up sites of other programs, with one of each: key, form of a date, tag, component, container, element, folder.
import { MAX_FILE_BYTES } from '../../build/parse/decode.ts'
import { png } from '../support/picture.ts'

export type SiteFiles = Record<string, string | Uint8Array>

export interface ImportedSite {
  files: SiteFiles
  /** What follows `galley import`, of which FROM is first: relative to the site's folder. */
  from?: string
  flags?: readonly string[]
}

export const post = (front: string, ...paragraphs: string[]) =>
  `---\n${front}\n---\n${paragraphs.join('\n\n')}\n`

/** One post for each of some lines of front matter. */
function each(folder: string, lines: readonly string[], front = '', ending = 'md'): SiteFiles {
  return Object.fromEntries(
    lines.map((line, index) => [
      `${folder}/${String(index + 1).padStart(2, '0')}.${ending}`,
      post(`title: ${index + 1}\n${front}${line}`, 'Wet.'),
    ]),
  )
}

const dates = [
  '2020-01-02',
  '2020/1/2',
  '2020.01.02 3:04',
  '"2020-01-02T03:04:05Z"',
  '2020-01-02T03:04:05.678+05:30',
  '2020-01-02 03:04:05 -0500',
  '2020-01-02 03:04 EST',
  '2020-07-02 03:04 UTC+2',
  '2020-07-02 03:04',
  '2020-01-02 00:00 +00:00',
  '2020-01-02 00:00:00Z',
  '2020-01-02 12:30 am UTC',
  '2020-01-02 12:30 p.m. UTC',
  '2020-01-02, 1:30 PM Z',
  '2020-01-02 11:59 pm Z',
  '20200102',
  '20200102T030405',
  '1577934245',
  '1577934245678',
  '157793424567',
  '2020年1月2日',
  '2.1.2020',
  '02. 01. 2020',
  '1/2/2020',
  '13/2/2020',
  '2-13-2020',
  'January 2, 2020',
  'Jan. 2nd, 2020 at 3:04 pm CET',
  'Thu, 2 Jan 2020 03:04:05 GMT',
  'Thursday, January 2 2020',
  '2 january 2020',
  '02-Jan-2020',
  '3rd of May 2020',
  'Mon Mar 02 2020 10:00:00 GMT+0100',
  '2020-05',
  '2020-02-30',
  '2020-13-01',
  '“2020-01-02”',
  'soon',
  '2020-01-02 25:00',
  '2020-01-02 nonsense',
  '2020-06-01 10:00 XYZ',
]

const keys = [
  'pubDate: 2020-01-02',
  'pub_datetime: 2020-01-02',
  'publish-date: 2020-01-02',
  'published: 2020-01-02',
  'published: false\ndate: 2020-01-02',
  'publish: true\ncreated_at: 2020-01-02',
  'meta:\n  date: 2020-01-02\n  description: Told.\n  other: x',
  'lastmod: 2020-01-03',
  'date: 2020-01-02\nlast_update:\n  date: 2020-01-03\n  author: ada',
  'date: 2020-01-02\nupdated: never',
  'date: 2020-01-02\nmodified: Jan 3, 2020\nrevised: 2020-01-04',
  'date: 2020-01-02\ndraft: yes',
  'date: 2020-01-02\ndraft: no\nwip: on',
  'date: 2020-01-02\nstatus: Private',
  'date: 2020-01-02\nstatus: Published',
  'date: 2020-01-02\nstatus: reviewed',
  'date: 2020-01-02\nexcerpt: >\n  Two\n  lines.\nsummary: Kept.',
  'date: 2020-01-02\ndescription: " "\nspoiler: Told.',
  'date: 2020-01-02\nseo:\n  description: Told.\n  title: Other',
  'date: 2020-01-02\nfeatured: 1\npinned: false',
  'date: 2020-01-02\nsticky: true',
  'date: 2020-01-02\npinned: very',
  'date: 2020-01-02\nimage:\n  feature: /img/map.png\n  alt: A map',
  'date: 2020-01-02\ncover: "#fff"\nthumbnail: map.png?x=1',
  'date: 2020-01-02\nimages: [/img/map.png, other.png]',
  'date: 2020-01-02\nresources:\n  - src: map.png',
  'date: 2020-01-02\nbanner: https://example.com/a b.png\nhero: https://example.com',
  'date: 2020-01-02\nimg: /img/none.png',
  'date: 2020-01-02\nthumb: /img/broken.png',
  'date: 2020-01-02\nog_image: //example.com/x.png',
  'date: 2020-01-02\ncategory: Boats & more\ntags: Wood, Water ,\nkeywords: [Wood, "C#"]',
  'date: 2020-01-02\ncategories: [Boats, Parts]\ntag: Wood water',
  'date: 2020-01-02\ntaxonomies:\n  categories: [Boats]\n  tags: [wood, WOOD]\n  topics: High water',
  'date: 2020-01-02\ntags: wood water\ncategories:\n  - name: Named\n  - label: Labelled\n  - slug: slugged',
  'date: 2020-01-02\ntags: [日本, "!!!", c-sharp, C#]',
  'date: 2020-01-02\nlang: de_AT',
  'date: 2020-01-02\nlanguage: no language\nlocale: fr',
  'date: 2020-01-02\nlang: en',
  'date: 2020-01-02\nattribution:\n  author: The Typographer\n  url: https://example.com/a',
  'date: 2020-01-02\nattribution:\n  author: The Typographer\n  url: nowhere',
  'date: 2020-01-02\nattribution:\n  url: https://example.com/a',
  'date: 2020-01-02\nauthor: Ada Ferrer and Grace Muir',
  'date: 2020-01-02\nauthor: Ada Ferrer, Editor',
  'date: 2020-01-02\nauthor: Ada Ferrer <ada@example.org>',
  'date: 2020-01-02\nauthor: "@grace_muir"',
  'date: 2020-01-02\nauthors: [ada, GRACE, 日本]',
  'date: 2020-01-02\nauthor: Ada Ferrer\nauthorTitle: Editor\nauthorURL: https://github.com/ada\nauthorImageURL: https://example.com/ada.png\nauthor_twitter: ada',
  'date: 2020-01-02\nauthors:\n  - name: Lin Oak\n    title: Painter\n    bio: Paints.\n    avatar: { src: /img/map.png }\n    socials: { github: "@lin", x: "not a name", linkedin: lin }\n    website: https://lin.example.com/\n    url: https://www.linkedin.com/in/lin',
  'date: 2020-01-02\nauthors:\n  - name: Lin Oak\n    role: Editor\n    socials: [{ platform: mastodon, url: "https://example.com/@lin" }, { url: "nowhere https://example.com" }]\n    homepage: https://bsky.app/profile/lin\n    facebook: lin.oak',
  'date: 2020-01-02\nbyline: ada.yml',
  'date: 2020-01-02\nextra:\n  author: Kim Ash\n  updated: 2020-01-03',
  'date: 2020-01-02\nlayout: post\nminutes: 4\nrating: 4.5\nshown: true\nfirst: 2019-01-01\nsource: https://example.com\nparts: [a, b]\nempty:\nnone: null\nquoted: "null"',
  'date: 2020-01-02\nlayout: 3\nminutes: four\nrating: 4.50\nshown: no\nfirst: soon\nsource: here\nparts: one',
  'date: 2020-01-02\nseo:\n  title: T\n  deep: { er: x, still: { more: y } }\n  robots: [a, { b: c }]\n"3 d!": x\n日本: x\nlist: []',
  'date: 2020-01-02\nfields:\n  own: x\n  layout: declared',
  'date: 2020-01-02\npath: a/path\nalias: /old\nredirectFrom: /older',
  'date: 2020-01-02\nslug: Über-Öl',
  'date: 2020-01-02\nslug: a/b',
  'date: 2020-01-02\nTitle: Twice',
  'date: 2020-01-02\nbad: [open',
  'date: 2020-01-02\nbad: "a" b\nlist: [a, "b, c"]\ntags: x',
  'date: 2020-01-02\na: &a x\nb: *a\nc: *missing',
]

/** Front matter in other languages and fences, and titles in other places. */
const forms: SiteFiles = {
  'posts/toml.md': '---toml\ntitle = "In TOML"\ndate = 2020-01-02\n---\nWet.\n',
  'posts/plus.md':
    '\n+++\ntitle = "Between pluses"\ndate = 2020-01-02T03:04:05Z\nlocal = 2020-01-02T03:04:05\nday = 2020-01-02\nwhen = [2020-01-02, 1, true]\n+++\nWet.\n',
  'posts/torn.md': '+++\ntitle = "Torn\ndate = 2020-01-02\nlist = ["a", b]\n+++\nWet.\n',
  'posts/json.md': '---json\n{ "title": "In JSON", "date": "2020-01-02" }\n---\nWet.\n',
  'posts/bad-json.md': '---json\n{ "title": }\n---\nWet.\n',
  'posts/braces.md': '{ "title": "In braces", "date": "2020-01-02" }\n\nWet.\n',
  'posts/lines.md': ';;;\n"title": "Lines",\n"date": "2020-01-02",\n;;;\nWet.\n',
  'posts/unopened.md': 'title: Unopened\ndate: 2020-01-02\ntags:\n- a\n- b\n---\nWet.\n',
  'posts/no-front.md': 'Note: this is text.\n---\nWet.\n',
  'posts/program.md': '---js\n{ title: "x" }\n---\nWet.\n',
  'posts/dots.md': '--- yaml\ntitle: Dots\ndate: 2020-01-02\n...\nWet.\n---\n',
  'posts/endless.md': '---\ntitle: Endless\nWet.\n',
  'posts/crlf.md': '---\r\ntitle: Returns\r\ndate: 2020-01-02\r\n---\r\nWet.\r\nMore.\r\n',
  'posts/2020-01-02-name-of_file.md': 'Wet.\n',
  'posts/heading.md': '---\ndate: 2020-01-02\n---\n<!-- x -->\n# *From* a [heading](x) {#top} #\nWet.\n',
  'posts/underlined.md': '---\ndate: 2020-01-02\n---\nUnderlined\n===\nWet.\n',
  'posts/repeated.md': '---\ntitle: A `Title`\ndate: 2020-01-02\n---\n# a title\n\nWet.\n',
  'posts/other-heading.md': '---\ntitle: A title\ndate: 2020-01-02\n---\n# Another\n\nWet.\n',
  'posts/bundle/index.md': post('date: 2020-01-02', 'Wet. ![m](map.png) ![s](sub/map.png)'),
  'posts/bundle/map.png': png(),
  'posts/bundle/sub/map.png': png(4, 4),
  'posts/20200103-short.md': 'Wet.\n',
  'posts/2020/01/04/deep.md': 'Wet.\n',
  'posts/2020/Deep Folder/_hidden-part/ä b!.md': post('date: 2020-01-02', 'Wet.'),
  'posts/_draft.md': post('date: 2020-01-02', 'No post.'),
  'posts/README.md': post('date: 2020-01-02', 'No post.'),
  'posts/components/part.md': post('date: 2020-01-02', 'No post.'),
  'posts/listed.md': post('date: 2020-01-02\npagination:\n  data: collections.all', 'No post.'),
  'posts/page.html': '<p>No front matter.</p>',
  'posts/nul.md': 'a\0b',
  'posts/large.md': Buffer.alloc(MAX_FILE_BYTES + 1),
  'posts/latin.md': Buffer.from('---\ntitle: caf\xe9\n---\n', 'latin1'),
}

const figures = [
  '{{< figure src="map.png" alt="A \\"map\\"" title="Mapped" width="30" >}}',
  '{{< figure src="map.png" caption="*Where* it is" attr="Ada" attrlink="https://example.com" >}}',
  '{{< figure src="map.png" attr="Ada" link="/about/" width="50%" />}}',
  '{{< fig "map.png?x=1" >}}',
  '{{< figure >}}',
  '{{< img src="map.png" alt="[A] map" >}}',
  '{{< img "map.png" "A" "map" "30%" >}}',
  '{{< image path="map.png" caption="Told" >}}',
  '{{< image src="a<b>.png" >}}',
  '{{< picture "no-path" >}}',
  '{{< img src="{{ .x }}" >}}',
]

const media = [
  '{{< youtube dQw4w9WgXcQ >}}',
  '{{< youtube id="dQw4w9WgXcQ" title="Rowing *well*" >}}',
  '{{< youtube "https://www.youtube.com/watch?x=1&v=dQw4w9WgXcQ" >}}',
  '{{< youtube "https://youtu.be/abcde" >}}',
  '{{< youtube abcd >}}',
  '{{< youtube "a b" >}}',
  '{{< youtube >}}',
  '{{< lite-youtube videoid="dQw4w9WgXcQ" />}}',
  '{{< vimeo 12345 >}}',
  '{{< vimeo "https://vimeo.com/video/12345" >}}',
  '{{< vimeo 123 >}}',
  '{{< video src="map.mp4" poster="map.png" >}}',
  '{{< video "map.webm" >}}',
  '{{< video >}}<source src="map.mp4">{{< /video >}}',
  '{{< video "first.mp4" "second.webm" >}}',
  '{{< video "nowhere" >}}',
  '{{< audio mp3="map.mp3" poster="{{ x }}" />}}',
  '{{< gist ada 12345 >}}',
  '{{< gist 12345 >}}',
  '{{< gist id="12345" user="ada" >}}',
  '{{< gist "https://gist.github.com/ada/12345.js" >}}',
  '{{< gist >}}',
  '{{< tweet ada 12345 >}}',
  '{{< tweet 12345 >}}',
  '{{< tweet user="ada" id="12345" >}}',
  '{{< x "https://x.com/ada/status/1" >}}',
  '{{< twitter "ada/status/1" >}}',
  '{{< tweet >}}',
  '{{< instagram abc >}}',
  '{{< codepen "ada/pen/x" >}}',
  '{{< codepen src="//codepen.io/x" title="[A] pen" >}}',
  '{{< spotify id="track/1" >}}',
  '{{< iframe "https://example.com/x" >}}',
  '{{< asciinema 12 >}} {{< jsfiddle x >}} {{< stackblitz x >}} {{< codesandbox x >}} {{< speakerdeck x >}}',
]

const blocks = [
  '{{< highlight go "linenos=table" >}}\nlet `a`\n{{< /highlight >}}',
  '  {{< highlight "c++" >}}\n  let\n\n\tb\n{{< /highlight >}}',
  '{{% code %}}\n```\nnested\n```\n{{% /code %}}',
  '{{< code-block lang="lang-js" >}}let{{< /code-block >}}',
  '{{< codeblock "linenos" "js" >}}let{{< /codeblock >}}',
  '{{< details "More" "words" >}}\nInside.\n{{< /details >}}',
  '{{< details >}}Inside.{{< /details >}}',
  '{{< expand title="More" />}}',
  '{{< alert content="C" />}} {{< alert description="D" heading="H" />}} {{< alert >}}',
  '{{< gist username="ada" id="1" >}} {{< quote source="S" >}}q{{< /quote >}} {{< ref path="tides.md" >}}',
  '{{< quote author="Ada" >}}\nWords.\n{{< /quote >}}',
  '{{< blockquote "Grace" "Muir" >}}Words.{{< /blockquote >}}',
  '{{< pullquote >}}Words.{{< /pullquote >}}',
  '{{% notice warning "Mind" %}}\nWet.\n\n- list\n{{% /notice %}}',
  '{{% notice tip %}}Dry.{{% /notice %}}',
  '{{% notice "Just a title" %}}Dry.{{% /notice %}}',
  '{{< alert type="danger" title="Stop" >}}No.{{< /alert >}}',
  '{{< callout emoji="x" text="Told" />}}',
  '{{< admonition question "Why" >}}No.{{< /admonition >}}',
  '{{< warning-box >}}No.{{< /warning-box >}}',
  '{{< tip "Tip" >}}{{< note >}}Inner.{{< /note >}}{{< /tip >}}',
  '{{< alert-tip >}}Dry.{{< /alert-tip >}}',
  '- item\n\n  {{% note %}}\n  In a list.\n\n  Twice.\n  {{% /note %}}\n\n> {{< note >}}Quoted.{{< /note >}}',
  'Before {{< note "T" >}}same line{{< /note >}} after.',
  '{{< mark >}}m{{< /mark >}} {{< kbd "Ctrl" "C" >}} {{< kbd >}}K{{< /kbd >}} {{< br >}} {{< center >}}c{{< /center >}} {{< rawhtml >}}<b>r</b>{{< /rawhtml >}}',
  '{{< hr >}}',
  '{{< toc >}} {{< more >}}',
  '{{< comment >}}gone{{< /comment >}} {{< comment >}}',
  '{{< unknown a="b" >}} {{< custom >}}stays{{< /custom >}} {{< unknown a="b" >}}',
  '{{</* figure src="x" */>}} {{%/* note */%}} `{{< note >}}`',
  '{{ .Title }} {{< ref >}} {{< mark >}}',
]

const references = [
  'See [tides]({{< ref "tides.md" >}}), [it]({{< relref "posts/tides.md#high" >}}) and [none]({{< ref "none.md" >}}).',
  '{{< link "tides" >}}the tides{{< /link >}} {{< link "https://example.com" >}}out{{< /link >}} {{< link href="/about/" >}}us{{< /link >}} {{< link "nowhere" >}}x{{< /link >}}',
  '[a](/posts/tides/) [b](../tides/?x=1#high) [c](tides.md) [d](https://example.org/posts/tides/#x) [e](//www.example.org/posts/tides) [f](https://example.com/) [g](mailto:a@example.org) [h](#here) [i](?x) [j](/about/) [k](/posts/oars/#own) [l](/posts/oars/)',
  '![a](map.png) ![b](/img/sea.png "Sea") ![c](../../static/img/sea.png) ![d](/img/none.png) ![e](https://example.com/x.png) ![f](/img/broken.png) ![g](https://example.org/img/sea.png?x#y) [file](/files/a%20paper.pdf) ![h](<map.png>) ![i](img/sea.png) ![j](/img/sea.png?v=2)',
  '<img src="map.png" srcset="map.png 1x, /img/sea.png 2x"> <a href="/posts/tides/">t</a> <video src=\'/img/film.mp4\' poster="/img/sea.png"></video> <a href=/posts/tides/>unquoted</a> <img alt="src=x" data-src="map.png">',
  '[ref][one] ![pic][two] [one]\n\n[one]: /posts/tides/ "Tides"\n[two]: map.png\n[three]: https://example.com',
  '<https://example.org/posts/tides/> https://example.org/posts/tides/ [nested ![m](map.png)](/posts/tides/)',
  '```md\n[code](/posts/tides/) {{< note >}}\n```',
  '<!-- [comment](/posts/tides/) --> <pre>[pre](/posts/tides/)</pre> <code>[code](/posts/tides/)</code> <code>a <b>[b](/posts/tides/)</b></code>',
  '<iframe src="https://example.com/frame" width="3"></iframe> <iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe> <iframe src="https://example.org/own" title="Own"></iframe>',
  '<script async src="https://platform.twitter.com/widgets.js"></script>',
  '## Head {#fresh}\n\n## Plain {.class}\n\n![m](map.png){width=30 .c}\n\n{.alone}\n\nText {not: attribute} [x](y){#id .c}',
  '~~~~js {1}\n~~~\nlet\n~~~~\n\n\n\n\nAfter blank lines.\n\n    indented [code](/posts/tides/)\n\n\tand {{< note >}}\n\n- list\n\n    [item](/posts/tides/)',
  '$$a_b \\\\ c$$ and $x^2$ but $5 and $6',
  '`unclosed [a](/posts/tides/)\n\n`` `[b](/posts/tides/) `` [c](/posts/tides/)',
]

const hugo: SiteFiles = {
  'hugo.toml': [
    'baseURL = "https://example.org/"',
    'title = "A site"',
    'languageCode = "en-us"',
    'disablePathToLower = true',
    '[params]',
    'author = "Ada Ferrer"',
    'mainSections = ["posts", "notes"]',
    '[permalinks]',
    'notes = "/n/:year/:month/:day/:i_month/:i_day/:monthname/:y_day/:short_year/:section/:slug/"',
  ].join('\n'),
  'content/_index.md': '+++\ntitle = "Home"\n+++\n',
  'content/about.md': post('title: About', 'Us.'),
  'content/posts/_index.md': post('title: Posts', ''),
  'content/posts/oars/index.md': post(
    'title: Oars\ndate: 2020-05-31',
    ...figures,
    ...media,
    ...blocks,
    ...references,
    '~~~\nopen\n',
  ),
  'content/posts/oars/map.png': png(),
  'content/posts/oars/notes.md': post('title: Beside', 'A page of a bundle.'),
  'content/posts/tides.md': post('title: Tides\ndate: 2019-01-01\naliases: [/old/, older]', 'High.'),
  'content/posts/Mixed Case.md': post('title: Mixed\ndate: 2019-01-02\nurl: /own/url', 'High.'),
  'content/posts/sub/deep.md': post('title: Deep\ndate: 2019-01-02\nslug: Deeper', 'High.'),
  'content/notes/one.md': post('title: The *first* note, 1\ndate: 2019-02-03T04:05:06Z', 'High.'),
  'content/other/none.md': post('title: None\ndate: 2019-01-02', 'Not main.'),
  'static/img/sea.png': png(4, 4),
  'static/img/broken.png': 'version https://git-lfs.github.com/spec/v1\n',
  'static/img/film.mp4': Buffer.from('\0\0\0\x18ftypmp42', 'latin1'),
  'static/files/a paper.pdf': '%PDF-1.4',
  'layouts/x.md': 'No post.',
  'node_modules/x/posts/a.md': post('date: 2020-01-01', 'No post.'),
}

const jekyllPost = [
  'See [a]({% post_url 2015-01-01-oars %}), [b]({{ site.baseurl }}{% link _posts/2015-01-01-oars.md %}) and {{ site.title }}, {{ page.title | upcase }}, {{ site.url }}/x, {{ "/about/" | relative_url }}, {{ page.nothing }}, {{ site.data.x }}, {{- page.title -}}.',
  '{% include figure.html src="/assets/map.png" caption="A map" %}',
  '{% include figure image_path="/assets/map.png" alt="A map" %}',
  '{% include_relative parts/youtube.html id="dQw4w9WgXcQ" %}',
  '{% include {{ page.x }} %}',
  '{%- if page.x -%}shown{%- else -%}not{%- endif -%} {% assign a = "b" %}',
  '{% highlight ruby linenos %}\nputs "{{ x }}"\n{% endhighlight %}',
  '{% raw %}`{{ y }}` and {{ z }} {% tag %}{% endraw %}',
  '{% comment %}gone{% endcomment %} {% gist ada/12345 %} {% youtube "dQw4w9WgXcQ" %}',
  '# Heading\n{: .lead #own}\n\nText{: .c} and {:toc}\n\n* TOC\n{:toc}\n\n{::nomarkdown}x{:/}\n\n<div markdown="1">\nInside.\n</div>\n\n<span markdown=block class="c">s</span>',
  'A footnote[^1] and ==mark==.\n\n[^1]: Text.',
  '<!--more-->\n\nAfter. <!-- more --> inline',
  '![m](/assets/map.png){: width="3"} ![n]({{ "/assets/map.png" | absolute_url }})',
]

const jekyll: SiteFiles = {
  '_config.yml': [
    'title: A site',
    'url: https://example.org/',
    'baseurl: /sub/',
    'author: { name: Ada Ferrer, email: ada@example.org }',
    'timezone: Europe/Berlin',
    'permalink: pretty',
    'lang: en_GB',
    'defaults:',
    '  - scope: { path: "" }\n    values: { permalink: "/all/:title/" }',
    '  - scope: { path: "news/_posts", type: posts }\n    values: { permalink: "/news/:short_year/:title.html" }',
    '  - scope: { path: "news", type: pages }\n    values: { permalink: "/pages/:title/" }',
    '  - scope: { path: "other/*", type: posts }\n    values: { permalink: date }',
  ].join('\n'),
  '_data/authors.yml': 'ada:\n  name: Ada F.\n  bio: Edits.\n  picture: /assets/map.png\n',
  '_data/members.json': '[{ "username": "grace", "name": "Grace Muir", "job": "Painter" }]',
  '_posts/2015-01-01-oars.md': post('title: Oars\nauthor: ada\ntags: wood water', ...jekyllPost),
  '_posts/2015-01-02-own.md': post(
    'permalink: /own/:title:output_ext\nauthor: GRACE\npublished: false',
    'Wet.',
  ),
  '_posts/2015-01-03-none.md': post('permalink: none\ncategories: a b', 'Wet.'),
  '_posts/2015-01-04-week.md': post('permalink: weekdate\ndate: 2015-01-04 23:30', 'Wet.'),
  '_posts/2015-02-05-day.md': post('permalink: ordinal\nslug: Named\ncategory: One two', 'Wet.'),
  '_posts/2015-02-06-odd.md': post('permalink: /:nothing/:title', 'Wet.'),
  'news/_posts/2016-03-04-news.md': post('redirect_from: [/old/, older.html]\ntitle: News', 'Wet.'),
  'other/deep/_posts/2016-03-05-other.md': post('category: News', 'Wet.'),
  '_posts/2016-01-01-html.html': post(
    'title: In HTML',
    '<p>Some <b>bold</b> {{ page.title }} and *stars*.</p>{% highlight js %}\nlet a\n{% endhighlight %}',
  ),
  '_drafts/later.md': post('title: Later', 'Not yet.'),
  'assets/map.png': png(),
  'about.md': post('title: About', 'Us.'),
  'index.html': post('layout: home', ''),
}

const hexo: SiteFiles = {
  '_config.yml':
    'title: A site\nurl: https://example.org\nroot: /\npermalink: :category/:title/\ndefault_category: misc\ntimezone: ""\nauthor: Ada\nsource_dir: ./source/\n',
  'package.json': '{ "devDependencies": { "hexo": "7" } }',
  'source/_posts/Oars.md': post(
    'title: Oars\ndate: 2020-01-02 03:04:05\ncategories:\n- [Boats, Parts]\n- Other\nalias: /old-oars/',
    '{% asset_img map.png A map %}',
    '{% asset_img "map.png" 300 200 "A map" %}',
    '{% note warning %}\nWet.\n{% endnote %}',
    '{% note %}Dry.{% endnote %}',
    '- {% post_link tides The tides true %} {% post_link tides %} {% post_link none None %} [p]({% post_path tides %})',
    '{% codeblock lang:js title %}\nlet a\n{% endcodeblock %}',
    '{% blockquote Ada Ferrer %}\nWords.\n{% endblockquote %}',
    '{% youtube dQw4w9WgXcQ %} {% raw %}{{ x }}{% endraw %}',
    '{% fold Summary of it %}\nInside.\n{% endfold %}',
    '```\n{% tag %}\n```',
    '<!-- more -->\n\n{{ page.title }} {% unknown %} {% wrap %}in{% endwrap %}',
  ),
  'source/_posts/Oars/map.png': png(),
  'source/_posts/tides.md': 'title: Tides\ndate: 2019/1/1\n---\nHigh.\n',
  'source/_posts/sub/own.md': post('date: 2019-01-01\npermalink: /own.html\nredirect_from: /older/', 'High.'),
  'source/_posts/sub/deep.md': post('date: 2019-01-01\nslug: deeper', 'High.'),
  'source/_drafts/later.md': post('title: Later', 'Not yet.'),
  'source/about/index.md': post('title: About', 'Us.'),
}

const zola: SiteFiles = {
  'config.toml':
    'base_url = "https://example.org/"\ntitle = "A site"\ndefault_language = "en"\n[extra]\nauthor = "Ada Ferrer"\n[languages.de]\ntitle = "Eine Seite"\n',
  'content/_index.md': '+++\ntitle = "Home"\n+++\n',
  'content/blog/_index.md': '+++\nsort_by = "date"\n+++\n',
  'content/blog/oars.md':
    '+++\ntitle = "Oars"\ndate = 2020-01-02\naliases = ["/old"]\n[taxonomies]\ntags = ["Wood"]\n[extra]\nrelease = true\n+++\n[Tides](@/blog/tides.md#high) {{ youtube(id="dQw4w9WgXcQ") }} {{ unknown(a=1) }}\n\n{% note(title="Mind") %}\nWet.\n{% end %}\n\n{% quote(author=\'Ada\') %}Words.{% end %}\n\n{{/* shown() */}} {%/* shown */%}\n\n{{ figure(src="map.png", alt="A map", width=30) }}\n\n<!-- more -->\n\n{% custom() %}\nstays\n{% end %}\n',
  'content/blog/oars.de.md': '+++\ntitle = "Ruder"\ndate = 2020-01-02\n+++\nNass.\n',
  'content/blog/tides.md': '+++\ntitle = "Tides"\ndate = 2014-01-01\npath = "some/Path"\n+++\n## High\n',
  'content/blog/2019-05-06-dated.md': '+++\ntitle = "Dated"\n+++\nWet.\n',
  'content/blog/map.png': png(),
  'content/pages/about.md': '+++\ntitle = "About"\n+++\n',
  'content/pages/dated.md': '+++\ntitle = "Dated page"\ndate = 2020-01-01\n+++\n',
}

const jsx = [
  'import Tabs from "@theme/Tabs"\nimport map, { x } from "./map.png"\nexport const meta = {\n  a: 1\n}\n\nText after.',
  '<Tabs groupId="a">\n  <TabItem label="One" value="1">\n\n    Inside.\n\n    ```js\n    let a\n    ```\n\n  </TabItem>\n  <TabItem value="two">Two</TabItem>\n</Tabs>',
  '<img src={map} className="wide" style={{ width: 3 }} hidden />',
  '<img src={require("./map.png").default} alt="r" /> <img src={useBaseUrl("/img/sea.png")} /> <img src={other} />',
  '{/* truncate */}',
  '{/* comment */}Text {"literal"} {\'one\'} {`two`} {frontmatter.title} {1 + 1} \\{kept} {open',
  '<Note title="Mind">\nWet.\n</Note>',
  '<Admonition type="danger" icon={<b/>}>No.</Admonition>',
  '<Card title="Card" description="Told" href="/blog/tides" />',
  '<Custom label="L" title="T">inner</Custom>',
  '<Custom\n  title="T"\n>\n\nblock\n\n</Custom>',
  '<YouTube id="dQw4w9WgXcQ" /> <Vec> a < b and Vec<T> `<Vec>`',
  '<>fragment</> <React.Fragment>f</React.Fragment> <Foo.Bar a={() => { return "}" }}>b</Foo.Bar>',
  '<details>\n<summary>More</summary>\nInside.\n</details>',
  '<div className="c" htmlFor="x" data-a={1}>\n**bold**\n</div>',
  '<Steps>\n1. one\n2. two\n</Steps> <TOCInline toc={toc} />',
  ':::note\n\nWet.\n\n:::',
  ':::danger[Stop *now*]\n\nNo.\n\n:::',
  ':::tip Titled\nDry.\n:::',
  '::::note\n:::tip\nInner.\n:::\n::::',
  '> :::info\n> Quoted.\n> :::',
  ':::details Summary\nInside.\n:::',
  ':::custom\nInside.\n:::',
  ':::warning{title="Mind" .c}\nWet.\n:::',
  '- item\n\n  :::note\n  In a list.\n\n      code\n  :::\n\n  1. deeper\n\n     :::tip Title\n     Twice.\n     :::',
  ':::important\nNever closed.\n\nAfter.',
]

const docusaurus: SiteFiles = {
  'docusaurus.config.js': [
    "// url: 'https://comment.example'",
    "/* title: 'Comment' */",
    'const base = \'news\'; const url = "https://example.org"',
    'module.exports = {',
    "  title: 'It\\'s a site', url, baseUrl: '/base/', tagline: `a \x24{b}`,",
    "  i18n: { defaultLocale: 'en', locales: ['en', 'de'] },",
    "  presets: [['classic', { docs: false, blog: { routeBasePath: base, path: './blog' } }]],",
    '  themeConfig: { navbar: { title: "Nav", items: [{ label: "x" }] } },',
    '}',
  ].join('\n'),
  'blog/authors.yml':
    'ada:\n  name: Ada Ferrer\n  title: Editor\n  url: https://github.com/ada\n  image_url: https://example.com/ada.png\n',
  'blog/2021-08-26-oars/index.mdx': post('title: Oars\nauthors: [ada]', ...jsx),
  'blog/2021-08-26-oars/map.png': png(),
  'static/img/sea.png': png(4, 4),
  'blog/tides.md': post(
    'slug: /tides\ndate: 2020-01-01\nauthors: { name: Lin Oak, title: Painter }',
    'High.',
  ),
  'blog/2020/03-04-nested.md': post(
    'date: 2020-03-04',
    '$$a_{1}$$ and $x^{2}$ but $5, {1 + 1} and $6. <!-- never closed {x} <pre>nor {y}',
    '::::note\nOne\n:::\ntwo\n::::\n\n:::note\nends',
  ),
  'blog/2020/3-5/nested.md': post('title: Nested', 'High.'),
  'blog/2020-03-06-heads.md': post('title: Heads', '# Not shown\n\nHigh.'),
  'i18n/de/docusaurus-plugin-content-blog/2021-08-26-oars/index.md': post('title: Ruder', 'Nass.'),
  'docs/intro.md': post('title: Intro', 'No post.'),
}

const mdc = [
  '# Oars\n\n[[toc]]\n\n## New {#fresh}\n\n<script setup>\nlet a\n</script>\n\n<style>\n.a {}\n</style>',
  '::: tip\nDry.\n:::\n\n::: warning Mind\nWet.\n:::\n\n::: details Sum\nIn.\n:::\n\n::: code-group\n```js [a.js]\nlet\n```\n:::\n\n::: v-pre\n{{ x }}\n:::',
  '::note{title="Mind"}\nWet.\n::\n\n::callout{icon="x" color="warning"}\nWet.\n::\n\n::button-link{to="/about"}\nMore\n::\n\n::note with words\n\n:br{} :b[B]\n\n::card\n---\ntitle: Props\nto: /x\n---\nCard.\n::',
  '::tabs\n  ::tab{label="One"}\n  1\n  ::\n::\n\n:badge{text="New"} :icon{name="x"} [span]{.c} a::b\n\n::u-alert\nA\n::\n\n:::u-tip\nB\n:::',
  '<Badge type="tip" text="new" /> <ClientOnly>c</ClientOnly> {{ $frontmatter.title }} {{ title }}',
  '```bash [Terminal]\nls\n```\n\n![m](./map.png){width=3}\n\n[a](/posts/tides.html) [b](./tides) [c](./tides.md#x)',
]

const vitepress: SiteFiles = {
  'docs/.vitepress/config.mts':
    "export default defineConfig({ title: 'A site', lang: 'en-US', base: '/b/', sitemap: { hostname: 'https://example.org' } })\n",
  'docs/posts/oars.md': post('title: Oars\ndate: 2021-01-11', ...mdc),
  'docs/posts/map.png': png(),
  'docs/posts/tides.md': post('title: Tides\ndate: 2021-01-12', 'High.'),
  'docs/posts/index.md': post('title: All\ndate: 2021-01-12', 'High.'),
}

const nuxt: SiteFiles = {
  'nuxt.config.ts':
    "export default defineNuxtConfig({ site: { url: 'https://example.org', name: 'A site' } })\n",
  'content/2.blog/1.oars.md': post('title: Oars\ndate: 2024-08-22', ...mdc),
  'content/2.blog/map.png': png(),
  'content/2.blog/2.tides/index.md': post('title: Tides\ndate: 2024-08-22', 'High.'),
  'content/1.index.md': post('title: Home', ''),
}

const astro: SiteFiles = {
  'astro.config.mjs': "export default defineConfig({ site: 'https://example.org', base: '/site' })\n",
  'src/pages/blog/[...slug].astro': '',
  'src/pages/about.astro': '',
  'src/content/blog/oars.md': post(
    'title: Oars\npubDate: 2020-01-02\nheroImage: ../../assets/cover.jpg',
    'A <Vec> and `<Vec>`. [Up](/site/blog/tides/) [b](/blog/tides) ![c](~/assets/cover.jpg) ![d](@/assets/cover.jpg)',
    '<Note>\nWet.\n</Note>',
  ),
  'src/content/blog/tides.mdx': post('title: Tides\npubDate: 2020-01-02\nslug: high-tides', jsx[0]!, jsx[6]!),
  'src/content/blog/map.png': png(),
  'src/assets/cover.jpg': png(5, 5),
  'src/content/config.ts': 'export const collections = {}',
}

const pages: SiteFiles = {
  'package.json': '{ "dependencies": { "astro": "5" } }',
  'src/consts.ts': "export const SITE_URL = 'https://localhost:3000'\n",
  'src/data/site.json': '{ "siteUrl": "https://example.org/" }',
  'src/pages/posts/oars.md': post('title: Oars\ndate: 2020-01-02', 'Wet.'),
  'src/pages/posts/sub/index.md': post('title: Sub\ndate: 2020-01-02', 'Wet.'),
}

const nextjs: SiteFiles = {
  'package.json': '{ "dependencies": { "next": "15" }, "homepage": "https://example.org#readme" }',
  'src/app/(site)/blog/[slug]/page.tsx': '',
  'pages/[slug]/index.jsx': '',
  '_posts/oars.md': post('title: Oars\ndate: 2020-01-02', 'Wet.'),
  '_posts/_tides.mdx': post('title: Tides\ndate: 2020-01-02', 'import X from "x"\n\n<X a={1}>Wet</X>'),
}

const eleventy: SiteFiles = {
  'eleventy.config.mjs': 'export default () => ({ dir: { input: "./src/" } })\n',
  'src/CNAME': 'example.org\n',
  'src/_data/metadata.json': '{ "author": { "name": "Ada Ferrer", "url": "https://ada.example.com/" } }',
  'src/blog/oars.md': post(
    "title: Oars\ndate: 2019-07-01 16:45\npermalink: '/essays/{{ page.fileSlug }}/index.html'",
    '{% highlight "js" %}\nlet a\n{% endhighlight %}',
    '![A map]({{ "/img/map.png" | url }}){width=3} {% image "/img/map.png", "A map" %} {{ title }} {{ metadata.url }}',
    '{%- note "Mind" -%}Wet.{%- endnote -%} {% unknown %}',
  ),
  'src/blog/tides.md': post('date: 2019-07-02\npermalink: /{{ title | slug }}/\ntitle: Tides', 'High.'),
  'src/blog/odd.md': post('date: 2019-07-02\npermalink: /{{ year }}/x/', 'High.'),
  'src/blog/hidden.md': post('date: 2019-07-02\npermalink: false\nredirect_from: /old/', 'High.'),
  'src/blog/deep/index.md': post('date: 2019-07-02', 'High.'),
  'src/img/map.png': png(),
}

const ghostHtml = [
  '<p>See <a href="__GHOST_URL__/tides/">tides</a>, 1 &lt; 2, *stars* {{x_y}} a<b.</p><p>Two<br>lines  </p><!-- gone -->',
  '<h2 id="h">Head</h2><ul><li>one<ul><li>two</li></ul></li></ul><ol start="3"><li>three</li></ol><hr><blockquote><p>q</p></blockquote>',
  '<table><thead><tr><th align="right">A</th><th style="text-align: center">B</th></tr></thead><tbody><tr><td>1 | 2</td><td>x<br>y</td></tr></tbody></table>',
  '<table><tr><td>No</td><td>head</td></tr></table><table><tr><td>1</td></tr><tr><td>1</td><td>2</td></tr></table>',
  '<table class="c"><tr><td colspan="2">Wide</td></tr></table><table><tr><td><ul><li>x</li></ul></td></tr></table><table><tr><td><p>1</p><p>2</p></td></tr></table><table></table>',
  '<pre><code class="language-js">let a = `&lt;b&gt;`\n\n</code></pre><pre class="brush: php">x<br>y</pre><div class="highlight-source-c++"><pre>z</pre></div><pre><code>a<br><b>c<br>d</b></code></pre><pre data-language="go">g</pre><pre lang="no lang">n</pre><pre><code>```\n</code></pre>',
  '<figure class="kg-card kg-image-card"><img src="/content/images/2021/cover.png" alt="Wood" class="kg-image" loading="lazy"><figcaption>Old <b>wood</b></figcaption></figure><figure><img src="/content/images/2021/cover.png"></figure><figure><figcaption> </figcaption><p>x</p></figure><figure><table><tr><td>t</td></tr></table><figcaption>T</figcaption></figure>',
  '<figure class="kg-embed-card"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe></figure><script src="https://gist.github.com/ada/1.js?file=x"></script><script>gone</script><style>x</style><noscript>gone</noscript>',
  '<p>Wet<sup id="fnref1"><a href="#fn1">1</a></sup> and<sup><a href="#fn2">[b]</a></sup> and<sup>3</sup>.</p><ol><li id="fn1">Very. <a href="#fnref1">↩</a></li><li id="fn2"><p>B</p><p>C</p></li></ol>',
  '<div class="kg-card kg-callout-card"><div>Called</div><div>out</div></div><div class="kg-toggle-card"><h4 class="kg-toggle-heading-text">Toggle</h4><div class="kg-toggle-content"><p>In</p></div></div><div class="kg-toggle-card"><p>Bare</p></div>',
  '<figure class="kg-bookmark-card"><a class="kg-bookmark-container" href="https://example.com"><div class="kg-bookmark-title">Title</div><div class="kg-bookmark-description">Told</div></a></figure><a class="kg-bookmark-container" href="https://example.com"></a>',
  '<p><del>d</del> <s> </s><kbd>k</kbd> <mark>m</mark> <u>u</u> <em>e</em> <strong>s</strong> <input type="checkbox" checked> <input type="checkbox"> <input type="text"></p><dl>\n<dt>t</dt>\n\n<dd>d</dd></dl><video src="x.mp4"></video><details><summary>s</summary><pre>a\nb</pre></details>',
].join('')

const lexical = JSON.stringify({
  root: {
    children: [
      ...['strong', 'em', 's', 'u', 'code', 'sub', 'sup'].map((text, bit) => ({
        type: 'paragraph',
        children: [{ type: bit % 2 ? 'text' : 'extended-text', text: `${text} <`, format: 1 << bit }],
      })),
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'both', format: 3 },
          { type: 'linebreak' },
          { type: 'text', text: 'next' },
        ],
      },
      { type: 'heading', tag: 'h3', children: [{ type: 'text', text: 'H3' }] },
      { type: 'extended-heading', tag: 'x', children: [{ type: 'text', text: 'H2' }] },
      {
        type: 'list',
        listType: 'number',
        children: [{ type: 'listitem', children: [{ type: 'text', text: 'one' }] }],
      },
      {
        type: 'list',
        listType: 'bullet',
        children: [{ type: 'listitem', children: [{ type: 'text', text: 'two' }] }],
      },
      { type: 'quote', children: [{ type: 'text', text: 'quoted' }] },
      { type: 'aside', children: [{ type: 'text', text: 'aside' }] },
      {
        type: 'paragraph',
        children: [{ type: 'link', url: '/a?b&c', children: [{ type: 'text', text: 'link' }] }],
      },
      { type: 'horizontalrule' },
      { type: 'image', src: '/i.png', alt: '"alt"', caption: 'Caption' },
      { type: 'image', src: '/i.png' },
      { type: 'gallery', images: [{ src: '/g.png', alt: 'g' }, {}] },
      { type: 'codeblock', code: '<a>', language: 'html' },
      { type: 'codeblock', code: 'plain' },
      { type: 'html', html: '<b>html</b>' },
      { type: 'embed', url: 'https://example.com', metadata: { title: 'Embedded' } },
      { type: 'markdown', markdown: '*md* & <b>' },
      { type: 'callout', calloutText: 'Called' },
      { type: 'toggle', heading: 'Head', content: '<p>in</p>' },
      { type: 'bookmark', url: 'https://example.com/b' },
      { type: 'video', src: 'https://example.com/v.mp4' },
      { type: 'file' },
      { type: 'unknown' },
      { type: 'wrapped', children: [{ type: 'text', text: 'wrapped' }] },
    ],
  },
})

const mobiledoc = JSON.stringify({
  markups: [['strong'], ['a', ['href', 'https://example.com']], ['x y']],
  atoms: [
    ['soft-return', ''],
    ['mention', '@ada'],
  ],
  cards: [
    ['image', { src: '/i.png', alt: 'i', caption: 'C' }],
    ['code', { code: 'c<', language: 'c' }],
    ['hr', {}],
    ['card-markdown', { markdown: '*md*' }],
    ['html', { html: '<i>i</i>' }],
    ['bookmark', { url: 'https://example.com/b' }],
    ['none', {}],
  ],
  sections: [
    [
      1,
      'p',
      [
        [0, [], 0, 'plain '],
        [0, [0], 1, 'bold'],
        [0, [1, 0], 2, 'link'],
        [1, [], 0, 0],
        [1, [], 0, 1],
        [0, [2], 0, 'odd'],
      ],
    ],
    [1, 'h3', [[0, [], 0, 'Head']]],
    [1, 'x', [[0, [], 0, 'other']]],
    [3, 'ul', [[[0, [], 0, 'one']], [[0, [], 0, 'two']]]],
    [3, 'ol', [[[0, [], 0, 'first']]]],
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((card) => [10, card]),
    [2, 'x'],
  ],
})

const ghost: SiteFiles = {
  'export.json': JSON.stringify({
    db: [
      {
        data: {
          posts: [
            {
              id: '1',
              slug: 'on-oars',
              title: 'On oars',
              status: 'published',
              featured: 1,
              published_at: '2021-03-24T04:34:10.000Z',
              updated_at: '2021-03-25T00:00:00.000Z',
              feature_image: '__GHOST_URL__/content/images/2021/cover.png',
              custom_excerpt: 'Told.',
              html: ghostHtml,
              visibility: 'public',
              locale: 'de',
            },
            { id: '2', slug: 'tides', title: 'Tides', status: 'draft', html: null, lexical },
            {
              id: '3',
              slug: 'old',
              title: '',
              status: 'scheduled',
              created_at: '2020-01-02T00:00:00.000Z',
              html: '',
              mobiledoc,
              visibility: 'members',
              author_id: 'u2',
              meta_description: 'Meta.',
            },
            { id: '4', title: 'Sent', status: 'sent', lexical: '{', mobiledoc: '{"sections":3}' },
            { id: '5', slug: 'about', type: 'page', title: 'About' },
            { id: '6', slug: 'us', page: 1 },
            { id: '7', page: true },
          ],
          tags: [
            { id: 't1', name: 'C# and more', slug: 'sharp' },
            { id: 't2', name: '#internal', slug: 'hash-internal' },
            { id: 't3', name: 'Wood', slug: 'wood' },
            { id: 't4', name: 'Water', slug: 'Wet Water' },
          ],
          users: [
            {
              id: 'u1',
              name: 'Ada Ferrer',
              slug: 'ada',
              bio: 'Edits.',
              twitter: '@ada',
              facebook: 'ada',
              website: 'https://ada.example.com',
              profile_image: 'https://example.com/ada.png',
            },
            { id: 'u2', name: 'Grace Muir', slug: 'grace', image: '/content/images/2021/cover.png' },
          ],
          posts_meta: [{ post_id: '1', id: 'm', feature_image_alt: 'Two oars' }],
          posts_tags: [
            { post_id: '1', tag_id: 't3', sort_order: 2 },
            { post_id: '1', tag_id: 't1', sort_order: 0 },
            { post_id: '1', tag_id: 't2', sort_order: 1 },
            { post_id: '1', tag_id: 't4', sort_order: 3 },
            { post_id: '1', tag_id: 'gone' },
          ],
          posts_authors: [
            { post_id: '1', author_id: 'u2', sort_order: 1 },
            { post_id: '1', author_id: 'u1', sort_order: 0 },
          ],
          settings: [
            { key: 'title', value: 'A site' },
            { key: 'url', value: 'https://example.org' },
            { key: 'lang', value: 'en' },
            { key: 'active_timezone', value: 'Europe/Berlin' },
          ],
        },
      },
    ],
  }),
  'images/2021/cover.png': png(),
}

const cdata = (text: string) => `<![CDATA[${text}]]>`

function item(
  id: number,
  name: string,
  content: string,
  more = '',
  type = 'post',
  status = 'publish',
): string {
  return `<item><title>${name} &amp; more</title><link>https://example.org/blog/2020/05/${name}/</link><dc:creator>${cdata('ada')}</dc:creator><content:encoded>${cdata(content)}</content:encoded><wp:post_id>${id}</wp:post_id><wp:post_date>2020-05-31 10:00:00</wp:post_date><wp:post_date_gmt>2020-05-31 08:00:00</wp:post_date_gmt><wp:post_name>${name}</wp:post_name><wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>`
}

const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`

const classic = [
  'First line\nsecond <b>bold</b>\nthird.',
  '<h2>Head</h2>\n<ul>\n<li>one</li>\n</ul>',
  '[caption id="x" width="3"]<a href="https://example.org/x"><img src="https://example.org/wp-content/uploads/2020/05/map.png" alt="Map" /></a> A map[/caption] [caption caption="Old"]<img src="/x.png">[/caption]',
  'https://youtu.be/dQw4w9WgXcQ\n\nhttps://vimeo.com/12345\n\nhttps://example.com/page\n\n[embed width="3"]https://www.youtube.com/watch?v=dQw4w9WgXcQ[/embed]\n\n[youtube=https://youtu.be/dQw4w9WgXcQ]',
  '[gallery ids="9, 10"] [gallery] [audio mp3="https://example.com/a.mp3"][/audio] [video]',
  '[php]\n$a[0] <b>\n[/php]\n\n[sourcecode language="js"]let a < 1[/sourcecode] [code]c[/code]',
  '<pre>kept\n\n\nas is</pre>\n\n<!--more-->\n\n[contact-form id="3"] [b]bold[/b] [x](y) [[escaped]] [note]',
].join('\n\n')

const wordpress: SiteFiles = {
  'export.xml': `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>A site</title><link>https://example.org/blog</link><language>en-US</language><wp:base_blog_url>https://example.org/blog</wp:base_blog_url><wp:author><wp:author_login>ada</wp:author_login><wp:author_display_name>Ada Ferrer</wp:author_display_name></wp:author>${[
    item(
      1,
      'oars',
      classic,
      `<category domain="category" nicename="boats">${cdata('Boats')}</category><category domain="category" nicename="uncategorized">Uncategorized</category><category domain="post_tag" nicename="wood-tag">${cdata('Wood')}</category>${meta('_thumbnail_id', '9')}${meta('_wp_old_slug', 'rudder')}<excerpt:encoded>${cdata('<p>Told.</p>')}</excerpt:encoded><wp:is_sticky>1</wp:is_sticky><wp:post_modified_gmt>2020-06-01 00:00:00</wp:post_modified_gmt><wp:comment><wp:comment_id>5</wp:comment_id></wp:comment>`,
    ),
    item(
      2,
      'tides',
      '<!-- wp:paragraph {"a":1} --><p>High <del>low</del>, see <a href="https://example.org/blog/2020/05/oars/">oars</a>.<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup></p><!-- /wp:paragraph -->\nhttps://vimeo.com/12345\n<!-- wp:code --><pre class="wp-block-code"><code lang="js">a &lt; b</code></pre><!-- /wp:code -->',
      `${meta('footnotes', '[{"id":"n1","content":"A note."},{"id":3}]')}<wp:post_modified_gmt>0000-00-00 00:00:00</wp:post_modified_gmt>`,
    ),
    item(3, 'about', 'Us', '', 'page'),
    item(4, 'later', 'Later', '', 'post', 'future'),
    item(5, 'hidden', 'Hidden', '', 'post', 'private'),
    item(6, 'locked', 'Locked', '<wp:post_password>x</wp:post_password>'),
    item(7, 'gone', 'Gone', '', 'post', 'trash'),
    item(8, '', 'Unnamed', '', 'post', 'draft').replace('/2020/05//', '/?p=8'),
    ...[9, 10].map((id) =>
      item(
        id,
        `file-${id}`,
        '',
        `<wp:attachment_url>https://example.org/wp-content/uploads/2020/05/${id === 9 ? 'map' : 'sea'}.png</wp:attachment_url>`,
        'attachment',
        'inherit',
      ),
    ),
  ].join('')}</channel></rss>`,
  'uploads/2020/05/map.png': png(),
  'uploads/2020/05/sea.png': png(4, 4),
}

/** Where posts are, in folders of no program. */
const folders: Record<string, SiteFiles> = {
  'by a usual name': {
    'a/news/one.md': post('date: 2020-01-02', ''),
    'a/other/two.md': post('date: 2020-01-02', ''),
    'notes/three.md': post('title: Three', ''),
  },
  'by their dates': {
    'many/one.md': post('date: 2020-01-02', ''),
    'many/two.md': post('date: 2020-01-02', ''),
    'some/three.md': post('date: 2020-01-02', ''),
    'some/four.md': post('title: Four', ''),
    'page.md': post('title: Page', ''),
  },
  'at the top': { 'one.md': post('date: 2020-01-02', ''), 'two.md': post('title: Two', '') },
  'not below others': {
    'posts/hugo.toml': '',
    'content/hugo.toml': '',
    'node_modules/hugo.toml': '',
    '_old/hugo.toml': '',
    '.old/hugo.toml': '',
    'posts/one.md': post('date: 2020-01-02', ''),
    'a/b/c/site.json': `{ "url": "https://example.org" }${' '.repeat(99_999 - 32)}`,
    'site.json': `{ "url": "https://too-large.example" }${' '.repeat(100_000 - 38)}`,
  },
  'in languages': {
    'blog/en/one.md': post('date: 2020-01-02', ''),
    'blog/pt-br/one.md': post('date: 2020-01-02', ''),
    'blog/go/two.md': post('date: 2020-01-02', ''),
    'blog/de/three.md': post('date: 2020-01-02', ''),
  },
}

/** Each folder in which a program may have its posts, and those that it publishes as they are. */
const places: [file: string, text: string, roots: readonly string[], statics: readonly string[]][] = [
  ['astro.config.ts', '', ['src/content', 'src/data', 'content', 'src'], ['public', 'src']],
  ['next.config.mjs', '', ['data', 'src'], ['public']],
  ['nuxt.config.js', '', ['content', 'src/content', 'app'], ['public', 'static', 'assets', 'app/assets']],
  ['.vitepress/config.js', '', ['src', 'docs'], ['public', 'docs/public']],
  ['hugo.yaml', 'contentDir: text', ['text', 'content'], ['static', 'assets', 'public']],
  ['.eleventy.js', '', ['src', 'text'], ['public', 'static', 'src/public', 'src/static', 'src']],
  ['_config.yml', 'permalink: pretty', ['_posts', 'a/_posts'], ['assets', 'img']],
  ['docusaurus.config.mjs', '', ['blog'], ['static']],
  ['config.toml', 'base_url = "https://example.org"', ['content'], ['static', 'content']],
  ['package.json', '{ "dependencies": { "@11ty/eleventy": "3" } }', ['src'], ['public']],
  ['readme.txt', '', ['text'], ['static', 'public', 'assets']],
]

const placed = Object.fromEntries(
  places.flatMap(([file, text, roots, statics]) =>
    roots.map((root, index) => {
      const name = `places-${file.replace(/\W+/g, '')}-${index}`
      // A name that is there once is found wherever it is.
      const images = statics.flatMap((folder, at) => [
        [`${folder}/image-${at}.png`, png(at + 2)],
        [`other/image-${at}.png`, png(1)],
      ])
      const shown = statics.map((_, at) => `![](/image-${at}.png)`).join(' ')
      const posts = { [`${root}/blog/2020-01-02-a.md`]: post('title: A\ndate: 2020-01-02', shown) }
      return [name, { files: { [file]: text, ...Object.fromEntries(images), ...posts } }] as const
    }),
  ),
)

/** Of what is rare in the sites above. */
const rare: Record<string, ImportedSite> = {
  'hugo-split': {
    files: {
      'config/_default/hugo.toml':
        'baseURL = "https://example.org/sub/"\ndefaultContentLanguage = "de"\n[uglyURLs]\nposts = true\n',
      'config/_default/params.yaml': 'title: By parameters\nauthor: grace\n',
      'config/_default/languages.de.toml': 'title = "Eine Seite"\n',
      'config/_default/languages.en.toml': 'title = "A site"\ncontentDir = "content-en"\n',
      'config/_default/menus.toml': 'title = "No menu"\n',
      'data/authors/grace.yaml': 'name: Grace Muir\nimage: /img/grace.jpeg\n',
      'data/authors/_index.yaml': 'name: Nobody\n',
      'static/img/grace.jpeg': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      'content/posts/eins.md': post('title: Eins\ndate: 2020-01-02\nurl: eins/hier', 'Nass.'),
      'content/posts/zwei.en.md': post(
        'title: Two\ndate: 2020-01-02',
        'Wet. ![s](/sub/img/sea.gif) ![t](/sea.gif)',
      ),
      'content/posts/drei/index.de.md': post('title: Drei\ndate: 2020-01-02\naliases: /alt', 'Nass.'),
      'content-en/posts/four.md': post('title: Four\ndate: 2020-01-02', 'Wet.'),
      'static/img/sea.gif': png(4, 4),
    },
    flags: ['--section', 'posts'],
  },
  'zola-root': {
    files: {
      'zola.toml': 'base_url = "https://example.org"\n',
      'content/2020-01-02-one.md': '+++\ntitle = "One"\n+++\nWet.\n',
      'content/two/index.md': '+++\ntitle = "Two"\ndate = 2020-01-02\nslug = "second"\n+++\nWet.\n',
      'content/deep/er/three.md': '+++\ntitle = "Three"\ndate = 2020-01-02\n+++\nWet.\n',
      'content/deep/er/_index.md': '+++\nsort_by = "date"\n+++\n',
      'content/wiki/four.md': '+++\ntitle = "Four"\n+++\nWet.\n',
    },
  },
  'jekyll-odd': {
    files: {
      '_config.yml':
        'source: ./src/\nurl: https://example.org\nbaseurl: /b\ntimezone: No/Where\npermalink: [a]\nauthor: { email: x }\ndefaults: none\n',
      'src/_posts/2020-01-02-one.md': post(
        'title: One\ndate: 2020-01-02 10:00\nimages:\n  - src: /assets/map.png\nauthor: "!!!"\nauthors: []\nlastmod: 2020-01-03 10:00 GMT',
        '![q](/b/assets/map.png) ![s](<a file.png>) ![sp](../a file.png) ![u](/wp-content/uploads/map.png) [p](a b.pdf)',
        '# One {#one}\n\n## Two {#other} ##\n\n{::comment}gone{:/comment} {::nomarkdown}*as it is*{:/nomarkdown}',
        '{::comment}\ngone, too\n{:/comment}\n\n{::options x="y" /}\n\n{::comment}stays',
        '{% include a.html src="/x.png" -%} {% endhighlight %} {% raw %}open {% highlight js %}',
        '\uE000 and \uE004 are marks \uE0000\uE001',
        '<iframe></iframe> <iframe data-src="//www.youtube.com/embed/abcde" width="x" height=3></iframe> <iframe src="http://player.vimeo.com/video/1"></iframe> <iframe src="relative"></iframe> <iframe src="https://player.vimeo.com:8080/"></iframe> <iframe src="{{ x }}"></iframe>',
        '<video src="https://example.com/v.mp4" title="Film"></video> <audio><source src="/a.mp3"><source src="https://example.com/b.mp3"></audio> <video poster="p.png"></video>',
        '```\nclosed\n```\n\n~~~ x\n```\n~~~\n\n> ```\n> quoted\n> ```\n\n1. ```\n   listed\n   ```',
      ),
      'src/_posts/2020-01-03-undated.html': post('title: ""', '<p>Text</p>'),
      'src/_posts/2020-01-04-.md': post('date: nonsense', 'Wet.'),
      'src/_posts/2020-01-05-b.md': post(
        'title: B\nauthor: "???"\nimages: [{ url: /assets/map.png }]',
        '<del></del>',
      ),
      'src/_posts/2020-01-05-c.md': post(
        'title: C\nauthor: { name: "" }\nimages: [{ image: /assets/map.png }]',
        'Wet.',
      ),
      'src/_posts/2020-01-05-long.md': post(`title: ${'t'.repeat(10_001)}`, 'Wet.'),
      'src/_posts/2020-01-06-tags.md': post(
        `title: Tags\ntags: [${Array.from({ length: 101 }, (_, i) => `t${i}`)}]`,
        'Wet.',
      ),
      'src/_posts/2020-01-07-old.md': post(
        `title: Old\nredirect_from: [${Array.from({ length: 100 }, (_, i) => `/o${i}`)}, /${'x'.repeat(800)}, /]`,
        'Wet.',
      ),
      'src/_posts/2020-01-08-{x}.md': post('title: Braces\n? [a, b]\n: c', 'Wet.'),
      'src/_posts/!!!.md': post('title: "?"\ndate: 2020-01-09\npermalink: /!!!/', 'Wet.'),
      'src/raw.html': '<p>No front matter.</p>',
      'src/assets/map.png': png(),
      'src/a file.png': png(4, 4),
      'src/_data/authors.yml': 'ada: [open',
      'src/_data/people.json': '{',
    },
  },
  'plain-odd': {
    files: {
      CNAME: 'not a host name!',
      'package.json': '{ "homepage": "https://github.com/ada/site" }',
      'site.config.ts':
        "export const siteUrl = 'https://localhost:1'\nexport const website = 'https://example.org'\n",
      'a/b/c/d/site.json': '{ "url": "https://too-deep.example" }',
      'posts/braces.md': '{ "title": "Endless"\n\nWet.\n',
      'posts/bad-braces.md': '{ "title": }\n\nWet.\n',
      'posts/x/index.md': post('title: X', 'Wet.'),
      'posts/x/INDEX.mdx': post('title: Other', 'Wet.'),
      'posts/indented.md': post('title: Indented', 'Stays {1 + 1}.', '    <p className="x">'),
      // Only the first lines of what is in it are indented, as translators leave it.
      'posts/mixed.mdx': post(
        'title: Mixed',
        '<Card title="A">\n    ```sh\n    npm i\n      more\n    ```\nText.\n</Card>',
      ),
      'posts/updated.md': post('title: Updated\nlastmod: 2020-01-03', 'Wet.'),
      'posts/2020-01-04-named.md': post('title: Named\ndate: "2020-99-99"', 'Wet.'),
      'posts/---.md': post('author: ""\nauthors: [{ bio: x }]', ''),
      'posts/components.md': post(
        'title: Components',
        '<Foo bar=baz qux=\'q\' {...spread} n={3} s={"t"}>x</Foo> <Bar a={open <Baz "quoted" /> <Qux a= > <Tab title="T">t</Tab> <Note kind="tip">\n    indented\n\n      more\n</Note>',
        '<Foo\n  a="1"\n/>\n\n<Note text="Told" /> <Callout variant="error" label="L">x</Callout> <Image src="m.png" alt="a" /> <Figure src="m.png" caption="c" /> <Video src="https://example.com/v.mp4" /> <Kbd>k</Kbd> <Link to="/x">l</Link> <a-b>custom</a-b>',
        ':::spoiler\nx\n:::\n\n:::quote Ada\nWords.\n:::\n\n::::\n:::\n\n:::tab One\n1\n:::\n\n:::collapse\nx\n:::\n\n:::unknown Title {description="D"}\ny\n:::\n\n:::note\n  - indented\n    more',
      ),
    },
    flags: ['--section', './posts/'],
  },
  'vitepress-src': {
    files: {
      '.vitepress/config/index.ts':
        "export default { srcDir: './text', cleanUrls: true }}} \nlist: ['a', 'b'\n",
      'text/blog/one.md': post(
        'title: One\ndate: 2020-01-02',
        ':br :button-link[Text]{to="/x"} :kbd[K] :b{} a:b{c}',
        '::tabs\n---\ntitle: T\nicon: i\n---\n#one\nFirst\n#two\nSecond\n::\n\n::open{a="b"}\nto the end',
        '$$a_{1}$$ {{ x }}',
      ),
      'text/blog/de/eins.md': post('title: Eins\ndate: 2020-01-02', 'Nass.'),
      'text/blog/de/one.md': post('title: Eins\ndate: 2020-01-02', 'Nass.'),
    },
  },
  'next-blog': {
    files: {
      'next.config.js': "module.exports = { i18n: { locales: ['en', 'de'], defaultLocale: 'en' } }",
      'data/siteMetadata.js':
        "module.exports = { title: 'A site', siteUrl: 'https://example.org', locale: 'en-US' }",
      'pages/articles/[...slug].tsx': '',
      'data/texts/one.mdx': post('title: One\ndate: 2020-01-02', '<Image\n  src="/m.png"\n/>'),
      'data/texts/nested/two.mdx': post('title: Two\ndate: 2020-01-02\nslug: own', 'Wet.'),
      'public/m.png': png(),
    },
  },
  'hexo-odd': {
    files: {
      '_config.yml':
        'title: A site\nurl: https://example.org/base\nroot: /base/\npermalink: :nothing/:title\ntimezone: UTC\n',
      'source/_posts/one.md': post(
        'date: 2020-01-02 10:00\ncategories: One',
        '{% note danger Title %}x{% endnote %} {% quote %}q{% endquote %}',
      ),
    },
  },
  'wordpress-bare': {
    files: {
      'export.xml': `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://example.org/</link><wp:author><wp:author_login>ada</wp:author_login></wp:author><item><title></title><link>https://elsewhere.example/x/</link><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:post_date>2020-05-31 10:00:00</wp:post_date><wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt><dc:creator>ada</dc:creator><content:encoded>${cdata('\r\nOne\r\n\r\n[code lang="x"\n[/code] [caption]no image[/caption] [gallery ids="2,3"] [audio src="/a.mp3"] <pre>open')}</content:encoded>${meta('footnotes', '{')}${meta('_thumbnail_id', '2')}<category domain="category" nicename="x"></category></item><item><guid>https://example.org/g.png</guid><wp:post_id>2</wp:post_id><wp:post_type>attachment</wp:post_type></item><item><wp:post_type>page</wp:post_type></item></channel></rss>`,
    },
    from: 'export.xml',
  },
}

/** Pieces that Jekyll includes, and ends of titles that it sees elsewhere than markdown. */
const included: SiteFiles = {
  '_config.yml': 'title: A site\nurl: https://example.org\n',
  '_includes/mind.html':
    '<div>{% if include.title %}<b>{{ include.title }}</b>{% else %}none{% endif %}{% comment %}x{% endcomment %}\n{{ include.text | default: "told" }} {{ include.none }}{% unless include.title %}!{% endunless %} {% include word.html of=include.text %}</div>\n',
  '_includes/word.html': '*{{ include.of | strip }}*, {{ site.title }}',
  '_includes/loop.html': '{% for one in site.posts %}{{ one }}{% endfor %}',
  '_includes/again.html': 'again {% include again.html %}',
  '_includes/many.html': '{% include word.html %} {% include none.html %}',
  '_includes/script.html': '<script>go()</script>',
  '_includes/sub/map.html': '![map](/img/map.png)',
  'img/map.png': png(),
  'img/sea.png': png(4, 4),
  '_posts/part.txt': '---\na: b\n---\nPart with `code`.',
  '_posts/2020-01-02-included.md': post(
    'title: Included',
    '{% include mind.html title="Mind" text=page.title %}',
    '{% include mind.html %}',
    'In a line {% include word.html of="Wet" %}, {%- include sub/map.html -%} and {% include_relative part.txt %}',
    '{% include loop.html %} {% include again.html %} {% include many.html %} {% include script.html %} {% include none.html %} {% include ../_config.yml %}',
    '`{% include word.html %}`',
  ),
  '_posts/2020-01-03-titles.md': post(
    'title: Titles',
    '![a "b" c](/img/map.png "a "b" c") ![d](/img/map.png \'it\\\'s "d" it\'s\') ![e](/img/map.png “f” ) ![g](/img/sea.png =30x20)',
    '<img src="/img/map.png" alt="a "b" c"> <img alt=\'a "b"\' src="/img/sea.png"> [h](/x "i" "j)',
    '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
  ),
  '_posts/2020-01-04-drawn.html': post(
    'title: Drawn',
    '<p>A <svg viewBox="0 0 1 1"><path d="M0 0"/></svg> b</p>',
  ),
}

/** Topics that are named like languages, a name that begins with a dot, and two posts at one address. */
const topics: SiteFiles = {
  'hugo.toml': 'baseURL = "https://example.org/"\ntitle = "A site"\n',
  'content/posts/tides.md': post(
    'title: Tides\ndate: 2020-01-02',
    '{{< file src="/files/a.pdf" caption="A [paper]" >}}',
  ),
  'content/posts/oars.md': post('title: Oars\ndate: 2020-01-03', 'Wet.'),
  'content/posts/cs/tides.md': post('title: On sorting\ndate: 2020-01-04', 'Dry.'),
  'content/posts/cs/one.md': post('title: One\ndate: 2020-01-05\nurl: /posts/twice/', 'Dry.'),
  'content/posts/cs/two.md': post('title: Two\ndate: 2020-01-06\nurl: /posts/twice/', 'Dry.'),
  'content/posts/cs/three.md': post('title: Three\ndate: 2020-01-06', 'Dry.'),
  'content/posts/twice.md': post('title: Twice\ndate: 2020-01-07', 'Dry.'),
  'content/posts/.template.md': post('title: Template\ndate: 2020-01-08', 'No post.'),
}

/** A head as https://python-markdown.github.io/extensions/meta_data/ has it, and one as Nikola writes it. */
const pelican: SiteFiles = {
  'pelicanconf.py': `#!/usr/bin/env python
AUTHOR = 'Ada Ash'  # Who else?
SITENAME = "Ada's log"
SITEURL = ''
TIMEZONE = 'Europe/Berlin'
DEFAULT_LANG = 'de'
ARTICLE_URL = 'posts/{date:%Y}/{date:%m}/{slug}/'
PATH = 'content/'
LINKS = (('Pelican', 'https://getpelican.com/'),)
`,
  'publishconf.py': "from pelicanconf import *\nSITEURL = 'https://example.org'\n",
  'content/first.md': `Title: First words: a start
Date: 2018-07-20 23:14
Modified: 2018-07-21
Category: boats
Tags: oars, masts
Slug: first
Authors: Ada Ash, Bo Elm
Summary: What it is
    about, in two lines.

# Heading

To [second]({filename}/dev/second.md#end), [it]({filename}dev/second.md) ![map]({static}/images/map.png), \`{filename}/x\`

Term
:   Meaning

About ~approx~ 2.

    :::python
    def row():

        return 1

- Item

        #!sh
        row
`,
  'content/dev/second.md':
    "\uFEFFtitle: Zwei's Läufe\ndate: 2019-01-02\n\nBack [there](|filename|../first.md).\n",
  'content/dev/привет.md': 'Title: Привет\nDate: 2019-01-04\n\nSee.\n',
  'content/dev/url.md': 'Title: Own\nDate: 2019-01-03\nURL: own/place.html\n\nSee.\n',
  'content/dev/hidden.md': 'Title: Hidden\nDate: 2019-01-03\nStatus: hidden\n\nSee.\n',
  'content/dev/headless.md': 'Just text: no head.\n',
  'content/dev/old.rst': 'Old\n###\n\n:date: 2010-10-03\n\nText\n',
  'content/pages/about.md': 'Title: About\n\nMe.\n',
  'content/images/map.png': png(),
}
/** A slug that is in the name of the file, which https://docs.getpelican.com/en/latest/settings.html calls metadata. */
const named: SiteFiles = {
  'pelicanconf.py':
    "SITEURL = 'https://example.org'\nFILENAME_METADATA = r'(?P<date>\\d{4}-\\d{2}-\\d{2})_(?P<slug>.*)'\n",
  'content/2019-01-02_first_oar.md': 'Title: Erste\nDate: 2019-01-02\n\n[二](2019-01-03_second.md)\n',
  'content/2019-01-03_second.md': 'Title: 二\nDate: 2019-01-03\nSlug: two\n\nSee.\n',
  'content/2019-01-04_third.md': 'Title: 三\nDate: 2019-01-04\n\nSee.\n',
}
const nikola: SiteFiles = {
  'conf.py':
    'BLOG_AUTHOR = "Ada Ash"\nBLOG_TITLE = "Log"\nSITE_URL = "https://example.org/"\nDEFAULT_LANG = "en"\n',
  'posts/2020/first.md': `<!--
.. title: First words
.. slug: one
.. date: 2018-07-20 23:14:05 UTC+02:00
.. tags: oars, masts
.. category: boats
.. description:
-->

See [second](../second.md), [it](link://slug/second#end) and [none](link://slug/none).
`,
  'posts/second.md': '.. title: Second\n.. slug: second\n.. date: 2019-07-20\n\nMore.\n',
  'posts/third.md': '.. title: Third\n.. date: 2019-07-20\n.. tags: oars, private\n\nMine.\n',
  'posts/two-files.meta': '.. title: Two files\n.. slug: both\n.. date: 2019-07-21\n.. tags: oars\n',
  'posts/two-files.md': '.. title: Words\n\nAll of it.\n',
  'posts/alone.meta': '.. title: Alone\n',
}

export const sites: Record<string, ImportedSite> = {
  topics: { files: topics },
  'own-tags': {
    files: {
      'nuxt.config.ts':
        'const url = "https://example.org"\nexport default { site: { url, name: "A site" } }\n',
      'content/blog/2020-01-02-inline.md': post(
        'title: Inline',
        'See :read-more{to="/x" title="More [of] it"} and :card-link{to="/y"}.',
        ':nuxt-img{src="/map.png" alt="A map"} :kbd{value="K"}\n\n:video{src="/v.mp4"}',
      ),
    },
  },
  'own-pictures': {
    files: {
      '.eleventy.js': '',
      'posts/2020-01-02-pictures.md': post(
        'title: Pictures\ndate: 2020-01-02',
        '{% imgc "map.png", "A map", 30 %} {% imagine "x" %}',
      ),
      'posts/map.png': png(),
    },
  },
  included: { files: included },
  dates: {
    files: {
      '_config.yml': 'url: https://example.org\ntimezone: Europe/Berlin\npermalink: /:title/\n',
      ...each(
        'posts',
        dates.map((date) => `date: ${date}`),
      ),
      ...each(
        '_drafts',
        dates.slice(-3).map((date) => `lastmod: ${date}`),
      ),
    },
    flags: ['--section', 'posts,_drafts'],
  },
  keys: {
    files: {
      '.eleventy.js': '',
      CNAME: 'example.org',
      ...each('src/posts', keys),
      'src/_data/authors.json':
        '{ "ada": { "display_name": "Ada Ferrer", "twitter": "https://twitter.com/ada", "image": "img/map.png" }, "Grace": { "name": "Grace Muir" } }',
      'src/img/map.png': png(),
      'src/posts/map.png': png(4, 4),
      'src/img/broken.png': 'no image',
    },
  },
  forms: { files: { CNAME: 'example.org', ...forms }, flags: ['--as', 'markdown', '--section', 'posts'] },
  hugo: { files: hugo },
  jekyll: { files: jekyll },
  hexo: { files: hexo },
  zola: { files: zola },
  docusaurus: { files: docusaurus },
  vitepress: { files: vitepress },
  nuxt: { files: nuxt },
  astro: { files: astro },
  pages: { files: pages },
  next: { files: nextjs },
  eleventy: { files: eleventy },
  ghost: { files: ghost, from: 'export.json', flags: ['--static', 'images'] },
  wordpress: { files: wordpress, from: 'export.xml', flags: ['--static', 'uploads'] },
  ...Object.fromEntries(
    Object.entries(folders).map(([name, files]) => [`folders-${name.replaceAll(' ', '-')}`, { files }]),
  ),
  below: {
    files: {
      'website/docusaurus.config.ts': "export default { url: 'https://example.org' }",
      'website/blog/2020-01-02-a.md': post('title: A', 'Wet.'),
      'posts/docusaurus.config.ts': '',
      '_old/hugo.toml': '',
    },
  },
  above: {
    files: {
      '.git/HEAD': '',
      'hugo.toml': 'baseURL = "https://example.org"',
      'content/posts/a.md': post('title: A\ndate: 2020-01-02', 'Wet. ![m](/m.png)'),
      'content/other/b.md': post('title: B\ndate: 2020-01-02', 'Dry.'),
      'static/m.png': png(),
    },
    from: 'content/posts',
  },
  ...rare,
  ...placed,
  pelican: { files: pelican },
  'pelican-names': { files: named },
  nikola: { files: nikola },
  nothing: { files: { 'notes.txt': 'No markdown.' } },
  'only-pages': {
    files: Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`p${i}.md`, post(`title: ${i}`, 'Us.')])),
  },
  dry: { files: hexo, flags: ['--dry-run'] },
}
