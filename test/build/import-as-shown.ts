// What the program itself shows of a text, where CommonMark would show something else, and where the text does not say it:
// the kinds of difference that blogs had which were compared with what their programs make of them.
import { png } from '../support/picture.ts'
import { type ImportedSite, post } from './import-sites.ts'

const signs = [
  'tied **rope:**dry **“a”**b **`c`**d x*(y)*z',
  '系**“绳”**干 **系：**后 ~~（干）~~后 *（干）*后',
  'a **b** c a*b*c **b**c "**d**" [a*b](http://example.com/*c*d) https://example.com/**(a)**b <i title="**(a)**b">c</i>',
  'wet~~(dry)~~wet ~~dry~~ \\~~(dry)~~wet \\**(dry)**wet',
  '~5 to ~10 8~10 从5~10个3~5 wet~~~~~ wet ~~~ https://example.com/~~~~x',
  '`a**(b)**c`',
  '1) one\n2) two',
  '####\n\n> ## \n\n<div>\n1) ~one ####\n##\na**(b)**c</div>\n\nword\n<p>\n1) two</p>',
  '> - 3) three\n\n10) ten and 4) four',
  '####\u00a0No heading\n\n> ##\u3000None\n\n##\tOne\n\n#',
  '```\n1) code **(a)**b\n####\u00a0code\n```',
]

const loops = [
  '{% assign ports = "Emden|Leer" | split: "|" %}\n{% for port in ports %}\n[{{ port }}]: https://example.com/{{ port }}\n{% endfor %}\n\n[Emden][] and [Leer]',
  '{% assign docks = "a,b" | split: "," %}{% assign docks = "c" | split: "," %}{% for dock in docks %}{{ dock }}{% endfor %}',
  '{% assign boats = "a,b" | split: "," %}{% for boat in boats %}{% if boat %}{{ boat }}{% endif %}{% endfor %} {% for post in site.posts %}x{% endfor %}',
]

const jekyll: ImportedSite = {
  files: {
    '_config.yml':
      'title: A site\nurl: https://example.org\ncollections:\n  docs: { output: true, permalink: /:collection/:path/ }\n  odd: { output: true, permalink: /:none/ }\n  plain: { output: true }\n',
    '_posts/2020-01-01-signs.md': post('title: Signs', ...signs),
    '_posts/2020-01-02-loops.md': post('title: Loops', ...loops),
    '_posts/2020-01-04-tables.md': post(
      'title: Tables',
      ' Boat | Berth | Tide\n--- | :---:\na | b | c|',
      '| a | b |\n|---|\n| c | d |',
      'words\n---\nx | y',
      '[Moor](https://example.com/Moor_(port\\)#by) [Sea](https://example.com/Sea_(port))',
    ),
    '_posts/2020-01-03-pages.md': post(
      'title: Pages',
      '[a]({% link about.md %}) [b]({% link _docs/knots/reef.md %}#tie) [c]({% link _docs/history.md %}) [d]({% link _odd/x.md %}) [e]({% link _plain/x.md %}) [f]({% link crew/index.html %}) [g]({% link none.md %}) [h]({% link /files/map.pdf %}) [i]({% link _docs/computed.md %})',
    ),
    'about.md': post('title: About', 'Wet.'),
    'crew/index.html': post('title: Crew', 'Wet.'),
    'files/map.pdf': '%PDF-1.4',
    '_docs/knots/reef.md': post('title: Reef', 'Wet.'),
    '_docs/history.md': post('title: History\npermalink: "/old/history/" # since', 'Wet.'),
    '_docs/computed.md': post('title: Computed\npermalink: /:collection/x', 'Wet.'),
    '_odd/x.md': post('title: X', 'Wet.'),
    '_plain/x.md': post('title: X', 'Wet.'),
  },
}

const hexo: ImportedSite = {
  files: {
    'package.json': '{"dependencies":{"hexo":"8"}}',
    '_config.yml': 'title: A site\nurl: https://example.org\npermalink: :title/\n',
    'source/_posts/signs.md': post('title: Signs\ndate: 2020-01-01', ...signs),
    'source/_posts/tags.md': post(
      'title: Tags\ndate: 2020-01-02',
      '<img src="{% asset_path "map.png" %}" width="30"> {% asset_link map.png The map %} {% asset_link map.png %} {% asset_image map.png Seen %}',
      '{% codeblock knots.js lang:js line_number:false https://example.com/knots.js Its source %}\ntie()\n{% endcodeblock %}',
      'Write <img src=”map.png”>, or <img src=”{where}/map.png”>.',
    ),
    'source/_posts/tags/map.png': png(),
    'source/_posts/costs.md': post(
      'title: Costs\ndate: 2020-01-03',
      '```\n$\\alpha$ of code\n```',
      'It costs $5, `$\\beta$`, or $6, or $$ here.',
      'Or = $$ there.',
    ),
    'source/_posts/tides.md': post('title: Tides\ndate: 2020-01-04', '{% math %}\nh = a_1\n{% endmath %}'),
  },
}

const hugo: ImportedSite = {
  files: {
    'hugo.toml': 'title = "A site"\nbaseURL = "https://example.org/"\n',
    'content/posts/signs.md': post('title: Signs\ndate: 2020-01-01', ...signs),
    'content/posts/lists.md': post(
      'title: Lists\ndate: 2020-01-02',
      '## Knots {.wide}',
      '## Reefs { .a b="c d" } ##',
      '## Braces {wide} {.}',
      '`a` {.b} and {.c} words',
    ),
    'layouts/shortcodes/away.html':
      '{{- $url := .Get "url" -}}\n{{- if not $url -}}\n  {{ errorf "no url: %s" .Position }}\n{{- end -}}\n<a href="{{ $url }}" target="_blank">{{ .Get "title" }}</a>',
    'layouts/shortcodes/series.html': '<hr>\n\n<ul>\n    <li><a href="/posts/signs/">Signs</a></li>\n</ul>',
    'layouts/shortcodes/box.html':
      '{{/* A box */}}\n{{ $site := .Get "site" | default (urls.Parse (.Get 0)).Host }}\n<div class="box">\n  {{ with .Get "head" }}<b>{{ . }}</b>{{ else }}<i>{{ default "none" (.Get "note") }}</i>{{ end }}\n\n  {{ .Inner | markdownify }}\n  <small>{{ $site }}</small>\n</div>',
    'themes/a/layouts/shortcodes/box.html': 'that of a theme',
    'themes/a/layouts/shortcodes/badge.html':
      '<b>{{ .Get 0 | safeHTML }}</b>{{ if .Get 1 }} ({{ .Get 1 }}){{ end }}',
    'layouts/shortcodes/all.html': '{{ range .Site.Pages }}{{ .Title }}{{ end }}',
    'layouts/shortcodes/counted.html': '<p>{{ len .Params }}</p>',
    'layouts/shortcodes/chart.html': '<div></div><script>draw()</script>',
    'layouts/shortcodes/ad.html':
      '<!-- wide -->\n<ins class="ad"\n  data-slot="1"></ins>\n<script>\n  push()\n</script>\n',
    'layouts/shortcodes/table.html': '{{ range .Params }}{{ . }}{{ end }}{{ .Inner | markdownify }}',
    'layouts/shortcodes/open.html': '<p>{{ if .Get 0 }}x</p>',
    'content/posts/own.md': post(
      'title: Own\ndate: 2020-01-03',
      'Words {{< away url="https://example.com/?a=1&b=2" title="to *there* & \\"back\\"" >}}, and {{< badge "one" >}}{{< badge "two" "three_4" >}}.',
      '{{< away url="https://example.com/" title="at the beginning" >}} of a line',
      '{{< ad >}}',
      '{{< table class="wide" >}}\n|a |b |\n|---|---|---|\n|c |d |\n{{< /table >}}',
      '{{< series >}}',
      '{{< box "https://example.com/x" >}}\nIn *it*.\n\n- one\n{{< /box >}}',
      '{{< box site="here" head="<Head>" >}}{{< badge "inner" >}}{{< /box >}}',
      '{{< away title="none" >}} {{< all >}} {{< counted >}} {{< chart >}} {{< open 1 >}} {{< none >}}',
    ),
  },
}

const eleventy: ImportedSite = {
  files: {
    'eleventy.config.js':
      "import figures from 'markdown-it-implicit-figures'\nconst md = markdownIt().use(figures, { figcaption: true })\nexport default (config) => config.setLibrary('md', md)\n",
    'posts/boats.md': post(
      'title: Boats\ndate: 2020-01-01',
      '![A *boat* at sea](/boat.png)',
      '![](/boat.png)',
      'Beside ![words](/boat.png)',
      '![On [a *map*](https://example.com/map)](/boat.png)',
      '![Another](/boat.png "Hover"){.wide}',
      '- item\n\n![Last](/boat.png)',
      '<figure>\n  {% image "/boat.png", "In *HTML*" %}\n</figure>\n\n<figure>\n\n{% image "/boat.png", "In markdown" %}\n\n</figure>',
    ),
    'posts/log/log.json': '{"permalink": "log/{{ page.fileSlug }}/index.html"}',
    'posts/log/2020-02-03-trip/2020-02-03-index.md': post('title: A trip', 'Wet.'),
    'posts/log/2020-02-04-sail.md': post('title: A sail', 'Wet.'),
    'public/boat.png': png(),
  },
}

const languages: ImportedSite = {
  files: {
    'eleventy.config.js': "export default () => ({ dir: { input: 'content' } })\n",
    ...Object.fromEntries(
      ['en', 'it'].flatMap((code) => [
        [`content/${code}/blog/2020-01-01-boat/index.md`, post('title: Boat\ndate: 2020-01-01', 'Wet.')],
        [`content/${code}/blog/sail.md`, post('title: Sail\ndate: 2020-01-02', 'Wet.')],
        [
          `content/${code}/blog/rope.md`,
          post('title: Rope\ndate: 2020-01-02\npermalink: "{{ page.filePathStem }}.html"', 'Wet.'),
        ],
        [
          `content/${code}/log/log.11tydata.js`,
          "import shared from '../../../shared.js'\nexport default shared\n",
        ],
        [`content/${code}/log/tide.md`, post('title: Tide\ndate: 2020-01-03', 'Wet.')],
      ]),
    ),
    'shared.js': 'export default { eleventyComputed: { permalink: (data) => data.lang } }\n',
  },
  flags: ['--section', 'content/en/blog,content/it/blog,content/en/log,content/it/log'],
}

export const asShown = {
  'as-shown-languages': languages,
  'as-shown-jekyll': jekyll,
  'as-shown-hexo': hexo,
  'as-shown-hugo': hugo,
  'as-shown-eleventy': eleventy,
  'as-shown-titles': {
    files: {
      ...eleventy.files,
      'eleventy.config.js': eleventy.files['eleventy.config.js']!.toString().replace('true', "'title'"),
    },
  },
}
