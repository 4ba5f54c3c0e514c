// Every construct that texts of other programs have: alone on its line, and with few programs among words, in a list, in a
// quote, in capitals, with more spaces than it needs, or twice.
import { png } from '../support/picture.ts'
import { type ImportedSite, post, type SiteFiles } from './import-sites.ts'

const components = [
  "import map from './m.png'",
  "import './style.css'; // why",
  'import { a } from "b"',
  "import Piece from './_piece.mdx'\n\n<Piece />",
  'export const x = 1',
  'export default function A() {\n  return 1\n}',
  '<Tabs><Tab title="T">t</Tab></Tabs>',
  '<TabItem label="L">\n  in\n\n    more\n</TabItem>',
  '<Card title="T" description="D" to="/x">c</Card>',
  '<Card title="T" href="/x" />',
  '<Note type="tip" title="T">n</Note>',
  '<Unknown a="b" {...c} d={1}>u</Unknown> <Unknown/> <TOCInline />',
  '<img src={require(\'./m.png\').default} className="c" alt={t} hidden />',
  '<img src={map.src} /> <img src={useBaseUrl("./m.png")} />',
  '<p className="c" htmlFor="d" style={{a: 1}}>p</p>',
  '<></> <b-c d="e">own</b-c>',
  '{"lit"} {`t`} {/* c */} {frontmatter.title} {y} \\{z} {}',
  '<div>in *div*</div>\n<details open>\nd\n</details>',
  '<summary>s</summary>',
  'Vec<String> and <Vec> a < b <A> <B>bold</B>',
]

const blocks = [
  ':::note[T]{type="tip"}\nx\n:::',
  '::: details D\nx\n:::',
  ':::tab One\nx\n:::',
  '::: unknown Title {description="D"}\nx\n:::',
  ':::warning\nopen\n\nafter',
  ':::note\nlonger\n::::\n\n::::note\nshorter\n:::\nstill\n::::',
  '::card{title="T" to="/x"}\n---\nicon: "i"\n:key: v\n---\n#slot\nc\n::',
  '::u-button{to="/x"}\nl\n::',
  ':icon{name="x"} :btn[L]{to="/x"} :kbd[K] a:b',
  '[[toc]]',
  '`code {{ x }}` ``two ` ticks`` \\`no`',
  '```js {1}\nfenced {{ x }} <Tab>\n```',
  '~~~\ntildes\n~~~',
  '    indented {{ x }} <Tab>',
  '<pre>kept {{ x }}\n\n<Tab></pre> <code>c {{ x }}</code> <CODE>a<b>b</b></CODE>',
  '<!-- comment {{ x }} --> <script>go()</script>',
  '<!-- more -->',
  '{/* truncate */}',
  '$$\na_{1}\n$$ and $x_1$ costs $5',
]

const attributes = [
  '{: .note }',
  '# Head {#own-id .c}',
  '## Head {: #other .c}',
  '![a](m.png){: .c width="3"} [b](/x){.c #i k=v} *c*{.d}',
  '{.c k="v"}',
  '{::comment}gone{:/comment} {::nomarkdown}*n*{:/} {::options x="y" /}',
  '<div markdown="1">\nx\n</div>',
  '- x\n{:toc}',
  '![a](m.png “t”) ![b](m.png =30x20) ![c](m.png \'it\'s\') ![d](m.png "a "b" c")',
  '<img alt="a "b" c" src="m.png">',
  '<iframe src="//www.youtube.com/embed/abcde" title="T" width="3" height="4%"></iframe>',
  '<iframe src="https://example.com/x"></iframe> <iframe data-src="http://codepen.io/a?b&amp;c">t</iframe>',
  '<video src="https://example.com/v.mp4" title="V"></video>',
  '<audio controls><source src="/a.mp3"><source src="b.mp3"></audio>',
  '<svg><path/></svg>',
]

const liquid = [
  '{{ site.title }} {{ page.title | escape }} {{ "/a" | relative_url }} {{ \'b\' | absolute_url }} {{site.url}} {{ x }}',
  '{{ "https://e.org" | url }} {{ "c" | prepend: site.baseurl }} {{ page.title | upcase }} {{- page.none -}}',
  '{% highlight ruby linenos %}\nputs\n{% endhighlight %}',
  '{% codeblock lang:js %}\nx\n{% endcodeblock %}',
  '{% raw %}{{ r }} {% s %} {# t #}{% endraw %} {%- comment -%}gone{%- endcomment -%}',
  '{% include mind.html title="M" text=page.title %} {%- include sub/word.html of="W" -%}',
  '{% include_relative part.txt %}',
  '{% youtube abcdefghijk %} {% note warning Title %}n{% endnote %} {% unknown a="b" %}',
  '{% img left /m.png 30 "T" %} {% asset_img m.png A map %} {% img Capital.png %} {% post_link texts T %}',
  '{{< youtube abcdefghijk >}} {{% note tip %}}n{{% /note %}} {{< unknown >}}',
  '{{< highlight go "linenos=table" >}}\nx := 1\n{{< /highlight >}}',
  '{{</* shown */>}} {{%/* too */%}}',
  '{{ youtube(id="abcdefghijk") }} {% quote(author="A") %}q{% end %} {{/* shown */}}',
]

const places: Record<string, (text: string) => string> = {
  alone: (text) => text,
  // A fence that words follow would not end there.
  amongWords: (text) => (/^(?:```|~~~)/.test(text) ? `x\n${text}\ny` : `x ${text} y`),
  inList: (text) => `- ${text.replaceAll('\n', '\n  ')}`,
  inQuote: (text) => `> ${text.replaceAll('\n', '\n> ')}`,
  inCapitals: (text) => text.toUpperCase(),
  spaced: (text) => text.replaceAll(' ', '  '),
  twice: (text) => `${text}\n${text}`,
}

/** A post with all of them alone, and one for each further place: what places do is the same with every program. */
const texts = (
  folder: string,
  ending: string,
  constructs: readonly string[],
  ...further: (keyof typeof places)[]
): SiteFiles =>
  Object.fromEntries(
    ['alone', ...further].map((place) => [
      `${folder}/2020-01-02-${place.toLowerCase()}.${ending}`,
      post(`title: T\ndate: 2020-01-02`, ...constructs.map(places[place]!)),
    ]),
  )

const html = [
  '<p>a <b>b</b> <i>c</i> <del>d</del> <s> </s> <code>e</code> <br> <a href="/x" title="t">f</a></p>',
  '<h2>H</h2> <hr> <ul><li>a<li><input type="checkbox" checked> b<li><input type="checkbox"> c</ul>',
  '<pre class="brush: js">x\n\n</pre> <pre data-language="c">y<br>z</pre> <div class="highlight-source-go"><pre lang="no no">w</pre></div>',
  '<pre><code class="lang-rust"><span>a<br></span>b</code></pre>',
  '<figure><img src="/m.png" alt="M"><figcaption>C</figcaption></figure>',
  '<figure><img src="/m.png"><figcaption> </figcaption></figure> <figure><table><tr><td>x</table><figcaption>T</figcaption></figure>',
  '<table><thead><tr><th align="right">A<th style="text-align: center">B</thead><tr><td>1|2<td>x<br>y</table>',
  '<table><tr><td colspan="2">A</table> <table><tr><td>A<tr><td>B<td>C</table> <table><tr><td><ul><li>x</ul></table>',
  '<table><tr><td><p>a</p><p>b</p></table> <table></table> <table><tr><td>A<td>B<tr><td>C<td>D</table>',
  '<video src="/v.mp4" class="c"></video> <kbd>K</kbd> <details><summary>S</summary>\n\nd</details>',
  '<script src="https://gist.github.com/a/1.js?file=x"></script> <style>x</style> <script>y</script>',
  '<div class="kg-card kg-callout-card">Call\n<p>ed</p></div>',
  '<div class="kg-toggle-card"><h4 class="kg-toggle-heading-text">T</h4><div class="kg-toggle-content"><p>c</p></div></div> <div class="kg-toggle-card">n</div>',
  '<a class="kg-bookmark-container" href="/b"><div class="kg-bookmark-title">B</div><div class="kg-bookmark-description">D</div></a> <a class="kg-bookmark-container" href="/c"></a>',
  '<p>n<sup><a href="#fn1">1</a></sup> m<sup><a href="/p#fn2">[*]</a></sup></p><ol><li id="fn1">One <a href="#r">↩</a></li><li id="fn2"><p>Two</p><p>more</p></li></ol>',
  '<svg viewBox="0 0 1 1">\n<path d="M0 0"/></svg> <p><svg></svg></p> <!-- c --> &lt;b&gt; {{ x }} {% y %} <z-z>own</z-z> a_b * c',
]

const own: SiteFiles = {
  'm.png': png(),
  '_includes/mind.html':
    '<div>{% if include.title %}<b>{{ include.title }}</b>{% else %}none{% endif %} {{ include.text | strip }}</div>\n',
  '_includes/sub/word.html': '*{{ include.of | default: "d" }}*',
}

export const converted: Record<string, ImportedSite> = {
  'texts-jekyll': {
    files: {
      '_config.yml': 'title: Site\nurl: https://example.org\nbaseurl: /b\npermalink: /:title/\n',
      ...own,
      '_posts/part.txt': '---\na: b\n---\nPart.',
      ...texts('_posts', 'md', [...liquid, ...attributes, ...blocks], 'amongWords'),
      '_posts/2020-02-01-texts.md': post('title: Named', 'Wet.'),
    },
  },
  'texts-html': {
    files: {
      '_config.yml': 'url: https://example.org\npermalink: /:title/\n',
      ...own,
      ...texts('_posts', 'html', html, 'inCapitals', 'twice'),
    },
  },
  'texts-hugo': {
    files: {
      'hugo.yaml': 'baseURL: https://example.org\n',
      'content/posts/m.png': png(),
      ...texts('content/posts', 'md', [...liquid.slice(7), ...attributes]),
    },
  },
  'texts-hexo': {
    files: {
      'package.json': '{ "dependencies": { "hexo": "7" } }',
      '_config.yml': 'url: https://example.org\n',
      'source/m.png': png(),
      ...texts('source/_posts', 'md', [...liquid.slice(0, 9), ...blocks.slice(9)], 'inCapitals'),
    },
  },
  'texts-zola': {
    files: {
      'config.toml': 'base_url = "https://example.org"\n',
      ...texts('content/posts', 'md', liquid.slice(9), 'inList', 'inQuote'),
    },
  },
  'texts-eleventy': {
    files: {
      '.eleventy.js': '',
      CNAME: 'example.org',
      'm.png': png(),
      ...texts('posts', 'md', liquid.slice(0, 9)),
    },
  },
  'texts-docusaurus': {
    files: {
      'docusaurus.config.js': "module.exports = { url: 'https://example.org' }",
      'blog/m.png': png(),
      'blog/_piece.mdx': '---\na: b\n---\n\nOf a piece.\n',
      ...texts('blog', 'mdx', components, 'spaced'),
    },
  },
  'texts-nuxt': {
    files: {
      'nuxt.config.ts': 'export default { site: { url: "https://example.org" } }',
      'content/blog/m.png': png(),
      ...texts('content/blog', 'md', [...components, ...blocks, ...attributes], 'twice'),
    },
  },
  'texts-plain': {
    files: {
      CNAME: 'example.org',
      'posts/m.png': png(),
      ...texts('posts', 'md', components.slice(4), 'inCapitals'),
    },
  },
}
