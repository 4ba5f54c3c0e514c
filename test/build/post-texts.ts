// Texts of posts, in every form that somebody writes one day: what each becomes is in compiled.txt.
import type { Settings } from '../../build/workspace/settings.ts'

export interface Texts {
  settings: Partial<Settings>
  /** The path of the post in the workspace. */
  inside: string
  /** Below the front matter that every post must have. */
  texts: readonly string[]
}

const almostLinks = [
  '[a](b c.md)',
  '![a](b c.png "t") [d]( e  f.md \'t\' )',
  '[a](b.md c) [d](e f.gh ij)',
  '[a](see this, please) [b](one two) [c](and/or so)',
  '![a](b.png =30x20) ![c](d.png =30x) ![e](f.png =x20) ![g](h.png =x) [i](j.png =1x2)',
  '![a](b.png “T”) ![c](d.png „T u“) [e](f.png «T») ![g](h.png “T) ![i](j.png T”)',
  '[a](https://a.example/b c) [d](HTTP://a b) [e](mailto:a b) [f](www.a.example b) [g](#b c)',
  '[a](b.png c =3x4) [d](e.png f “T”) [g](h.png =3x4 i) [j](k.png “T” l)',
  '[a](/b c) [d](./b c) [e](../b c) [f](.../b c) [g](b.html?c d) [h](b.html#c d) [i](b.toolong c)',
  `[a]({{ b c }}.md) [d](<% b %>.md c) [e](\${ b }/c d) [f](%= b c.md) [g](h%= i.md)`,
  '![a](b.png "one "two" three") [c](d.png \'it\'s\') [e](f.png "x\\"y") [g](h.png "x\\"y"z")',
  '[a] (b.md) [ ] (b.md) [x] (b.md) [X] (b.md) [xy] (b.md) [^1] (b.md)',
  '![a] (b.md)\n\n\\[a] (b.md)\n\n[a]] (b.md)\n\n[a] (remark) [c] (https://b.example) [d] (e f.md)',
  '[a] (b.md) [ A  b ] (b.md) [c] (b.md)\n\n[a]: https://a.example\n[a B]: https://a.example',
  '[[Name]] [[name|text]] [[a b#c d|e ]] ![[a.png]] [[ a]] [[a.b]] [[a.]]',
  '[[1]] [[ -f x ]] [[$a]] [[ä ö]] [[1a]] [[#a]] [[]] [[a|]] [[a\nb]]',
  '[[a]](x) [[a]][x] [[a]]! [[[a]]] [[A  b]]\n\n[a b]: https://b.example',
  '`[[a]]` <code>[[b]]</code> <!-- [[c]] --> \\[[d]]\n\n    [[e]]\n\n<pre>\n[[f]]\n</pre>',
  '[a](b c.md)(d)\n[e](f g.md\n"t")',
  '[[a#B  C d]] [[A B#C|d]] ![[x.png#Y]]',
]

const losses = [
  '<font color=red>x</font> <FONT>y</FONT>',
  '<p style="a" class="b" onclick="c">x</p>\n\n<p style="d">y</p> <b class="e" lang=f>g</b>',
  '<i class="a" style="b">x</i> <u class="a"></u>',
  '<a href="javascript:x">y</a> <a href="https://a.example" onclick="x">z</a> <q cite="javascript:x">q</q>',
  '<img src="data:image/png,x"> <img src="mailto:a" alt="b">',
  '<img srcset="javascript:x 1x, https://a.example/b 2x"> <img srcset="x 1y"> <img longdesc="javascript:x">',
  '<video src="https://a.example/b.mp4"></video> x',
  '<audio src="https://a.example/b.mp3">none</audio> y',
  '<video><source src="https://a.example/b.mp4"><track src="https://a.example/c.vtt"></video>',
  '<video src="a.mp4" poster="https://a.example/b.png"><source src="https://a.example/c.mp4"></video>',
  '<audio src="a.mp3"><track src="//a.example/c.vtt"></audio> <source src="a.mp4"> <track src="b.vtt">',
  '<video autoplay crossorigin="use-credentials"><source src="a.mp4"></video> <audio autoplay src=b.mp3>',
  '<video src="a.mp4"> <video src="b.mp4" /> <audio src="c.mp3"></audio>',
  '<video src="java\tscript:x"></video> <video src="/a.mp4"></video> <video src="../../../b.mp4"></video>',
  '<iframe src="https://player.example/x"></iframe> a',
  '<iframe src="http://player.example/x"></iframe>',
  '<iframe src=" HTTP://player.example/x" title="t"></iframe>',
  '<iframe></iframe> <iframe src="ftp://a.example"></iframe>',
  '<svg width=1><path d="x"/><title>t</title><video src="https://a.example"></video></svg>',
  '<math><mi>x</mi><b>c</b></math> <foo>x</foo> <foo-bar>y</foo-bar>',
  '<Foo>x</Foo> <Foo a="b">y</Foo> <foo class="z">',
  '<script>x</script> <style>y</style> <SCRIPT src="a.js"></SCRIPT>',
  '<object data="a.png"></object> <embed src="b.png"> <object data="x.md"></object>',
  '<embed src="../../../c.png"> <object data="https://a.example/d.png"></object> <frame src="e.md">',
  '<input type=text value=x> <input type=checkbox disabled> <input type=checkbox> <input type=radio disabled>',
  '<!-- <font> --> <b title="<font>">x</b> <center>y</center> </font> <font a=b>z</font>',
  '<p hidden>x</p> <p title="" style="">y</p> <p a:b="c" 1="2" @d="e">z</p>',
  '<p class="markdown-alert-title b">x</p> <div class="markdown-alert x">y</div> <code class="language-a b">z</code>',
  '<article>a</article><nav>b</nav>c<center>d</center> <noscript>e</noscript>',
  '<title>a</title> <textarea>b</textarea> <xmp><b>c</b></xmp> <noembed>d</noembed> <script>e',
  '<a title="javascript:x">a</a> <a href="javascript:x">b</a>\n\n<p a@b="c" x.y="z" d_e=f>g</p>',
  '<audio controls src="javascript:x">a</audio> <video src="\x01a.mp4"></video> <video src="a\x7f.mp4"></video>',
  '<dialog open>a</dialog> <template>b</template> <base href="c"> <meta name="d"> <link rel=e href="f.css">',
]

/** What each element keeps, by its name. */
const attributes = {
  b: 'title align lang dir role abbr itemprop tabindex aria-describedby aria-hidden aria-label aria-labelledby',
  a: 'name rel hreflang data-footnote-ref data-footnote-backref target',
  img: 'sizes alt width height loading longdesc border hspace vspace ismap',
  ol: 'start type reversed compact value',
  ul: 'type compact start',
  li: 'value type',
  code: 'data-meta data-x',
  details: 'open',
  section: 'data-footnotes data-x',
  h2: 'data-footnotes-heading',
  blockquote: 'cite datetime',
  q: 'cite datetime',
  del: 'cite datetime',
  ins: 'cite datetime',
  time: 'datetime',
  div: 'itemscope itemtype itemid',
  hr: 'noshade size width',
  dl: 'compact',
  pre: 'width',
}

const inTables = {
  table: 'border cellpadding cellspacing rules summary width frame',
  colgroup: 'char charoff valign span width',
  col: 'char charoff valign span width',
  thead: 'char charoff valign',
  tr: 'char charoff valign',
  th: 'char charoff valign colspan rowspan headers scope axis width height nowrap',
  td: 'char charoff valign colspan rowspan headers scope axis width height nowrap bgcolor',
}

const withAll = (elements: Record<string, string>, end: (name: string) => string) =>
  Object.entries(elements).map(([name, all]) => {
    return `<${name} ${all
      .split(' ')
      .map((attribute) => `${attribute}="1"`)
      .join(' ')}>${end(name)}`
  })

const kept = [
  withAll(attributes, (name) => `</${name}>`).join(' '),
  withAll(inTables, () => '').join(' '),
  '<video src="a.mp4" poster="b.png" width=1 height=2 controls loop muted preload=none playsinline class=x></video>',
  '<audio src="a.mp3" controls loop preload=none playsinline></audio>',
  '<video src=a.mp4><source src="b.mp4" srcset="c.png" media="d" sizes="e" type="f" width=1 height=2></video>',
  '<img src="http://a.example/b.png" srcset="http://a.example/c.png 1x, ftp://a.example/d.png 2x"> <img src="ftp://a.example/e.png">',
  '<VIDEO src="a.mp4"> b <AUDIO src="c.mp3"> d </VIDEO> e',
  '<video src=a.mp4><track src="a.vtt" kind=b srclang=c label=d default lang=e></video>',
  '<tt>a</tt> <strike>b</strike> <s>c</s> <sub>d</sub> <samp>e</samp> <var>f</var> <abbr>g</abbr> <cite>h</cite> <dfn>i</dfn> <mark>j</mark> <small>k</small> <u>l</u> <i>m</i> <wbr> <big>n</big>',
  '<details><summary>a</summary>b</details> <figure>c<figcaption>d</figcaption></figure> <dl><dt>e<dd>f</dl> <ruby>g<rt>h</rt><rp>i</rp></ruby> <table><caption>j</caption><tfoot><tr><td>k</table>',
]

const anchors = [
  '<p id="a" name="b">x</p> [y](#a) [z](#b) <a href="#b">v</a> [w](#user-content-a)',
  '<b id="user-content-a">x</b> <b id="">y</b> <i id>z</i> [u](#a) [v](#user-content-a)',
  '## A\n\n<b id="a">x</b> <b id="c">z</b>\n\n[y](#a) [w](#c)',
  '<b id="a">x</b> <i id="b">x</i> <p aria-describedby="a  b c" aria-labelledby="b">y</p>',
  '<table><tr><th id="h">a</th><td headers="h x">b</td></tr></table>\n\n<q cite="#h">c</q> <img longdesc="#h" src="a.png">',
  '<b id="ä">x</b> <b id="a&amp;b">y</b> [v](#%C3%A4) <a href="#ä">w</a> <a href="#a&amp;b">u</a> <a href="#a%26b">t</a>',
  'x[^1]\n\n<b id="footnote-1">a</b> <a id="footnote-ref-1" href="#footnote-1">b</a>\n\n[^1]: y',
  '[a](#b) [c](#top) [d](#TOP) [e](#) [f](#/x) [g](#!x) [h](#b:~:text=c)',
  '## B c\n\n## D\n\n[a](#b) [d](#b-c) [e](#B-C) [f](#b-d) [g](#b%2Dc) [h](#b-c-d) [i](#x:~:text=y) [j](#b%20c)',
  '### a\n\n#### A\n\n# a-1\n\n<h2>a</h2>\n\n<h5>a</h5>',
]

const headings = [
  '<h2>A</h2>\n<h2 id="b">B</h2>\n<h3 id>C</h3>\n<h2 id="">A</h2>\n<h4 id="d" title="e">D</h4>',
  '<h2>not closed\n<h3>next\n\nx',
  '<h2></h2>\n<h2>!?</h2>\n<h2>!?</h2>\n<h6> a\n b </h6> <h7>c</h7>',
  '# A *b* `c`\n\n### Ünï & <b>x</b>[^1]\n\n[^1]: y',
  '<h1 class=x data-id="y">Z</h1>\n<h2 title="a id=b">c</h2>\n</h2>\n<h3>&amp; <b>c</b> &lt;</h3>',
  '<h2>a <textarea><h3>b</h3></textarea> c</h2>\n\n<h2>d <script>e</script></h2> <style>h2{}</style>',
  'A\n===\n\nB\n---\n\n# \n\n## 1. x ##\n\n# x',
  '# a\n'.repeat(1001),
]

const code = [
  'a\n\n```\nb',
  'a\n\n\n  ~~~ x y\n  b\n\n\n',
  '```js title="a" {1}\nx\n```\n```js\t<b> & "c"\nx\n```\n```  d  \nx\n```',
  '``` \nx\n```\n\n```{a}\nx\n```  \n\n  ```\n  x\n  ```\t',
  '- ```\n  x\n\ny',
  '> ```\n> x',
  '```\nx\n``',
  '````\nx\n```',
  '```\nx\n~~~',
  '```\nx\n    ```',
  '````\nx\n`````\n',
  'a\r\n\r\n```\r\nx\r\n',
  '    code\n\n\tmore\n',
  'a\n```\nb\n```\nc',
  '<pre><code class="language-x" data-meta="y">z</code></pre> <code class="x">y</code>',
]

const text = [
  'react@18.3.1 a@b.c1 c@d.example e@f.g-h i.j+k@l-m.example. n@o p@q.r_s',
  'http://a.example/b https://c.example/d?e=f&g. www.h.example/i ftp://j.example mailto:k@l.example xmpp:m@n',
  'a & b  \nc\\\nd \\* e\\f !g h![i _j_ k_l_m ~n~ ~~o~~ `p` <q>',
  '<b>a_b_ http://c.example</b> <a href="https://d.example">www.e.example f@g.example</a>',
  '<pre>a  \n*b* http://c.example</pre>\n\n<p>a  \n*b*</p>',
  'é ﬁ 日本 \u00a0 \u2028 &nbsp;&copy;&#65;&lt;b&gt; <3 &',
  'x\n***\n* a\n+ b\n\n1) c\n3. d\n\n- [ ] e\n- [x] f\n\n5. g',
  '![a](https://b.example/c.png "d") ![e "f" <g>](https://b.example/h.png) [i](https://j.example "k \\"l\\"")',
  '[a](HTTPS://b.example) [c](tel:1) [d](x:y) [e](data:x) <https://f.example/g"h> [i](<https://a.example/b c>)',
  '| a | b |\n|:--|--:|\n| c | d |\n\n| e |\n|:-:|\n\n| f |\n| - |\n| **g** |',
  '<b>a</b><em>b</em> <kbd>c</kbd> <sup>d</sup> <br> <hr>\n\n<ul><li>e</li></ul>\n\n<p>f</p>\n\n<p>g',
  '<a href="https://b.example/x">a [b](https://c.example/y) c</a> [d <a href="https://e.example">f</a> g](https://h.example)',
  '> a\n>\n> # b\n>\n> > c\n\n<blockquote>d</blockquote>\n\n<div>\n\n*e*\n\n</div>',
]

const alerts = [
  '> [!NOTE]\n> a',
  '> [!note]  \t\n> a\n>\n> b\n\n> [!TIP] a\n\n> [!NOTE]\n\n> [!NOTE]\n>\n> a',
  '> [!IMPORTANT]\n> **a** b\n\n> **[!NOTE]**\n> a\n\n> [!FOO]\n> a\n\n> a\n> [!NOTE]',
  '- > [!NOTE]\n  > a\n\n> > [!NOTE]\n> > a',
  '> [!CAUTION]\\\n> a\n\n> [!WARNING]\n> - a\n\n> # [!NOTE]\n\n> [!NOTE]a\n> b',
  '> [!NOTE]\n> a  \n> b\n\n<div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title">x</p></div>',
]

const notes = [
  'A[^1][^2][^1] b[^3].\n\n[^1]: one\n[^2]: two[^3]\n[^3]: three\n[^4]: four',
  'A[^A b] c[^a  B].\n\n[^ a b ]: note\n[^A B]: again\n[^c&"<d]: e',
  'A[^c&"<d][^e f].\n\n[^c&"<d]: e\n[^E  f]: g',
  '![a[^1]](https://b.example/c.png) [d[^2]](https://e.example)\n\n[^1]: f\n[^2]: g',
  'A[^1].\n\n[^1]: see [^1] and [^2]\n[^2]: see [^1]',
  'A[^1] b.\n[^1]: right below\n\n  [^2]: unused [^3]\n\n[^3]: unused, too',
  'A[^1].\n\n    [^1]: code\n\n   [^1]:x',
  'A[^1].\n\n[^1]: a\n    b\n\n    c\n\n\n\td\n\ne',
  'A[^1].\n\n[^1]: a\nlazy\n- list',
  'A[^1][^2][^3][^4].\n\n[^1]: a\n# h\n[^2]: b\n> q\n\n[^3]: c\n***\n[^4]: d\n1. e',
  'A[^1][^2].\n\n[^1]: a\n<p>b</p>\n\n[^2]: c\n```\nd\n```',
  'A[^1][^2].\n\n[^1]: # h\nnot lazy\n\n[^2]:\n    b\nlazy',
  'A[^1].\n\n[^1]: ```\n    code\n\n    more\n    ```\nafter',
  'A[^1].\n\n[^1]: - a\n      - b\n\n    | c |\n    |---|\n    | d[^2] |\n\n[^2]: e\n',
  'A[^1].\n\n[^1]: a\n\n    > b\n\n[^2]: c\nd',
  `A[^${'x'.repeat(999)}] b[^${'y'.repeat(1000)}].\n\n[^${'x'.repeat(999)}]: a\n\n[^${'y'.repeat(1000)}]: b`,
  '[^] [^ ] [^a\nb] [^1]\n\n[^ ]: x\n[^]: y',
  '> A[^1]\n>\n> [^1]: b\n\n- c[^2]\n\n  [^2]: d\n\n| e[^1] |\n|---|\n| f[^2] |',
  '# A[^1]\n\nb[^1] `[^1]` \\[^1] [^1](https://a.example)\n\n[^1]: c *d*\n',
  'A[^1].\n\n[^1]: b\n2) c\n[^1]: d\n\n[^n]: e\n\n[^N]: f',
  'A[^1].\n[^1]:',
  'A[^1].\n\n[^1]: a ``` b\nlazy - c > d # e\nlazy ~~~ 1. f\n',
  '![a[^1]](https://b.example/c.png)\n\n[^1]: d[^2]\n\n[^2]: e',
]

const tables = [
  '| a |\n|---|\n| b | c |\n| d | |\n| e \\| f | `g|h` | i |\n| j',
  'a | b\n--|--\nc | d | e | f\n\n> | g |\n> |---|\n> | h | i |',
  '- | a |\n  |---|\n  | b | c |\n\n1. x\n\n   | d | e |\n   |---|---|\n   | f | g |  | h |',
  'x[^1]\n\n[^1]: y\n\n    | a |\n    |---|\n    | b | c |',
]

const templates = [
  '{{ a }} {{ a }} {{ b.c-d }} {{}} {{ {e} }} {{ f',
  '{{< figure src="x" >}} {{% note %}}a{{% /note %}} {{</ figure >}}',
  '{% if a %}b{% else %}c{% endif %} {%- raw -%}d{%- endraw -%} {% e\nf %} {%%}',
  `\${{ a }} \\{{ b }} x{{c}} }{{ d }} {{{ e }}} {{{% f %}`,
  '[a]({{ b }}) [c](<{{ d }}>) <a href="{{ e }}">f</a> <img src={{ g }}> <b title="{{ h }}">i</b> [j]({{ k }} l)',
  ':::note\na\n:::\n\n   :::: tip x\n\n    :::code\n\n:: a\n\n- :::in',
  ':::\n\nx :::y',
  'import A from "./a"\n\nimport { B, C as D } from \'b\';\n\nimport {\n  E,\n} from "e"',
  'import "./a.css"\n\nexport const a = 1\n\nexport default function () {',
  'export the data from "here"\n\nimport goods from China\n\nimport "x"\n\nexport let it be',
  "import '@a/b'\n\nimport '~/c'; \n\nimport * as d from 'd'",
  'import \'a.mjs\'\n\nimport "a.png"',
  '# A {#b}\n\n## C {.d} \n\nx {#b}\n\n{: .a}\n\n{.a} b\n\n{#e f}\n\n{.}\n\n   {.g}\n\n    {.h}\n\n### I{.j}',
  '<Foo/> <Foo.Bar a> <FOO> <Foo-Bar> <P>a</P> <Video src="https://a.example"> <Foo\nb>',
  '![A](<My cat.png>) [b](<My cat.html>) [c]\n\n[c]: <My cat.txt>',
  '<Foo a="{{ b }}">c</Foo> <foo>d</foo>',
  '`{{ a }}` `<Foo>` <code>{{ b }} <Foo></code> <kbd>{% c %}</kbd> <!-- {{ d }} <Foo> --> <samp>{{ e }}</code> {{ f }}</samp>',
  '<pre>\n:::x\n<b>{{ y }}</b>\n</pre>\n\n<script>{{ z }}</script> <pre>{{ v }}<pre>{{ w }}</pre>{{ u }}</pre>',
  '```\n{{ a }}\n```\n\n    {{ b }}\n\n~~~\n:::c\n~~~\n\n> ```\n> {% d %}\n> ```\n\n- `{{ e }}`\n\n  {{ f }}',
  '<<<<<<< a\nb\n=======\nc\n>>>>>>> d',
  '```\n<<<<<<< a\n```\n\n    >>>>>>> b\n\nx\n>>>>>>> c\n',
  '\\<Foo> \\{{ a }} \\{% b %} \\:::c\n\\:::d',
]

const links = [
  '[a](x.md) [b](x.md "t") [c](<x y.md>) [d](x%20y.md?q#f) [e]( x.md )',
  '![a](x.png) [![b](y.png)](x.md) ![c](x.md) ![d](x.png?a=b&c#d)',
  '[a][b] [b] [B][] ![c][b]\n\n[b]: x.md "t"\n[c]: y.png\n\n[d]: <x.md>\n  \'t\'\n - [e]: x.md',
  '<x.md> <https://a.example/x.md> https://a.example/x.md x.md',
  '<a href=x.md>b</a> <a href="x.md" title="x.md">c</a> <A data-x="x.md" HREF=\'x.md\'\n>d</A >',
  'a <!-- x.md --> `x.md` see x.md, x.mdx x.md5 X.MD (x.md) "y.md" y%2Emd y.%6D%64 z.md.md',
  '```js x.md\nx.md\n```\n\n    x.md\n\n<!--\n[a](x.md)\n<a href="y.md">b</a> <img src="z.md">\n-->',
  '<q cite="x.md">a</q> <del cite=\'y.md#b\'>c</del> <blockquote cite="z.png">d</blockquote> <ins cite=x.md>e</ins>',
  '<img src="x.png" srcset="x.png 1x, y.png 2x, , z.png 0w,v.png 3w 4h" alt="x.md" longdesc="x.md">',
  '<img width=1 height="2" loading=lazy src=x.png> <img src> <img src=""> <img src="x.png" height>',
  '<video src=x.mp4 poster=y.png><track src=z.vtt><source src="v.webm"></video>',
  '<map><area href="x.md"><area href=y.png></map> <form action="x.md">a</form> <button formaction="x.md">b</button>',
  '<input value="x.md" type=checkbox disabled> <object data="x.png"></object> <embed src="y.pdf">',
  '<style>a{b:url(x.md)}</style> <p style="a:url(x.md)">b</p> <p style="a:\\78 .md;\\2e\\00006dd">c</p> <p style="a:\\110000 x.md">d</p>',
  '<iframe srcdoc="&lt;a href=&quot;x.md&quot;>"></iframe> <p data-a="sub\\x.md" data-b="user-content-x.md">b</p>',
  '<a href="x.md">a <a href="y.md">b</a> c</a> <a name="x.md">d</a> </a> <a>e</a> <a href="z.md">f',
  '[a](x.md) [b](x.md)\r\n[c](y.md)\r\n\r\n> [d](x.md)\r\n> e [f\r\n> g](y.md)\r\n',
  '> - [a](x.md)\n>   b [c\n>   d](y.md)\n\n1. [e](x.md)\n   [f](y.md)',
  '| [a](x.md) | b |\n|---|---|\n| c | [d \\| e](y.md) | [f](z.md) |\n| `g \\| h` [i](x.md)',
  'A[^1] [b](x.md)\n\n[^1]: [c](y.md)\n\n    [d](z.md)',
  '\\[a](x.md) [b\\](x.md) [c](x.md\n"t") [`]`](x.md) [d [e] f](x.md) [g\\]](x.md) [``h`](x.md)',
  '**[a](x.md)** [*b*](x.md) ~~[c](x.md)~~ [d](x.md)[e](x.md) [](x.md)',
  '[a](../../../x.md) [b](../../x.png) [c](/x) [d](//h/x.md) [e](?x.md) [f](#x.md) [g](c:/x.md) [h](\\\\x.md)',
  '[a](..) [b](../..) [c](../../..) [d](x.md/) [e](sub/../x.md) [f](%2e%2e/x.md) [g](.) [h](./x.md) [i](..x.md)',
  '[a](e\u0301.md) [b](%C3%A9.md) [c](x.MD) [d](x.markdown) [e](x&amp;y.md) [f](x%ZZ.md)',
  '`x.png` ![a](x.png) ![b](x.png) ![c](xx.png) ![d](y/x.png) <img src="x.png">',
  '![a](k%C3%B6ln.png) ![b](<köln 1.png>) [c](x.md?a=b&c) <a href="x.md?a=b&amp;c">d</a> [e](x.md?a&#61;b)',
  '~~~\n![a](x.png)\n~~~\n\n``![b](x.png)`` ![c](x.png)\n\n<img src="y.png">\n```\ny.png',
  '<A HREF = x.md >a</A> <a/href=x.md>b</a> <a href="x.md>c</a> "> <a href=\'y.md\'b>d</a> <a href=z.md/>e</a>',
  '<div data-a="x.md" data-b=\'y.md z.md\'><p title="v.md">a</p></div> <p x.md>b</p> <p data-c="%78.md">c</p>',
  'sub/x.md ../y.md /z.md a/x.md?b c,x.md;d "my x.md" 日本x.md x.md日本 x.md. x.md-y\nx.md',
  `<!-- ${'a b c d e f g h i j k l m '}x.md ${'y'.repeat(1100)}.md a.md/b.md -->`,
  `<b ${'abbr alt aria-description aria-label aria-placeholder aria-roledescription aria-valuetext label placeholder summary title'
    .split(' ')
    .map((name) => `${name}="x.md"`)
    .join(' ')}>a</b> <b lang="x.md">b</b> <frame src="x.md" longdesc="y.md">`,
  '<!-- x.mdx y.md5 z.md.a v.md. w.md_ u.md- t.mdé s.md日 .md/r.md q.md -->',
  '<!-- <a href="x.md">a</a> <a href=y.md',
  '<img srcset="a.png 1y 2x, b.png 1x 2x, c.png 2.5x, d.png 1.x, e.png 2w 3h, f.png 0x">',
  '<a href="x.md?a\nb#c">d</a> <a href=" Y.MD ">e</a> <a href="HTTPS://a.example/x.md">f</a>',
  'xx.png x.pngx ![b](x.png) ![c](<a b%ff.png>) ![d](<e f%5b.png>)',
  '> <div>\n> > <a href="x.md">a</a>\n> >> <a href="y.md">b</a>\n> </div>\n\n> > ```x.md\n> > > y.md\n> > ```',
  '<title>x.md</title> <textarea>y.md</textarea> <script>"z.md"</script> <noscript>v.md</noscript>',
  '[a]: x.md\n[b]:\n  y.md\n\n> [c]: z.md "t"\n\n  [d]: v.md\n[a] [b]',
  '[a](x.md) <!-- -->\n\n<a href="x.md"></a>\n\n<b>[c](y.md)</b> <a href="z.md">[d](z.md)</a>',
]

const descriptions = [
  '',
  '# Only a heading',
  '![a](https://b.example/c.png)\n\nd',
  '- a\n\n  b',
  '<p></p>\n\n<p class="x">b</p>',
  '<p> a\n</p>',
  `${'word '.repeat(40)}`,
  `${'word '.repeat(39)}words`,
  `${'word '.repeat(39)}wordy more`,
  `${'a'.repeat(200)} b`,
  `${'a'.repeat(201)}`,
  `${'語'.repeat(199)}\u{20000}e\u0301`,
  `${'語'.repeat(198)}e\u0301\u0301f`,
  `${'\u{20000}'.repeat(201)}`,
  `a\n  b&nbsp;c <b>d</b>[^1]\n\n[^1]: e`,
]

const readings = [
  'a — b1 1 … é',
  'a&#13;b c&#9;d&#14;e &#8;',
  'a\u00a0b\u3000c\u200bd\u2028e\vf\u0085g \x1fh',
  '日本語のテスト a 漢字',
  'ภาษาไทย ลาว ລາວ ខ្មែរ မြန်မာ',
  'ไทยทย',
  'ไทยทยท',
  'คค ค',
  `${'word '.repeat(356)}`,
  `${'word '.repeat(357)}`,
  `${'漢'.repeat(749)}`,
  `${'漢'.repeat(750)}`,
  `${'word '.repeat(119)}${'漢'.repeat(500)}`,
  '𝒜𝒷 😀 x😀',
  'A Z a z 0 9 @ [ ` { / :',
]

const formulas = [
  '$a$ $ b$ $c $ $5 and $10 $d$1 $e$f \\$g$ $h\\$i$ $j\\\\$',
  '$$a$$ x $$y$$ z\n\n$$\nb\n$$\n\n$$\nc\n\nd\n$$\n\n$e\n\nf$',
  '$$a$b$$ $$$$ $$c\\$$ $<b>&"$ `$d$` $e$$f$ $g\nh$ $ $',
  '   $$a$$  \nb\n\n    $$c$$\n\n$$d$$ e\n\n- $$f$$\n\n> $$\n> g\n> $$',
  '$[a](b c.md)$ $$[[d]] {{ e }}$$ [f](x.md) $x.md$\n\n$$\n<font>\n$$',
]

const frames = [
  '<iframe src="https://player.example/x" title="t" width=640 height="50%" allowfullscreen loading=eager sandbox="a" allow=b></iframe>',
  '<iframe src="//player.example/x?a&b" width="640px" height="123456" title=""></iframe> <iframe src="https://PLAYER.example:443/y" width=12345></iframe>',
  '<iframe src="https://user@player.example/x"></iframe> <iframe src="https://u:p@player.example/x"></iframe> <iframe src="https://:p@player.example/x"></iframe>',
  '<iframe src="https://player.example:444/x"></iframe> <iframe src="http://player.example/x"></iframe>',
  '<iframe src="https://other.example/x" frameborder=0></iframe> <iframe src="https://www.player.example/"></iframe>',
  '<iframe src="https://player.example/x" frameborder=0 class="y" style="z">a <b>b</b></iframe> c <iframe src=" https://player.example/z " />d',
  '<iframe src="///player.example/x"></iframe> <iframe src="x.html"></iframe> <iframe src="https:/\\player.example/y"></iframe> <iframe title=x></iframe>',
]

const group = (texts: readonly string[], settings: Partial<Settings> = {}): Texts => {
  return { settings, inside: 'posts/a/hello.md', texts }
}

export const texts: readonly Texts[] = [
  ...[almostLinks, losses, kept, anchors, headings, code, text, alerts, notes, tables, templates, links].map(
    (some) => group(some),
  ),
  ...[descriptions, readings].map((some) => group(some)),
  group(formulas, { math: true }),
  group(frames, { embeds: ['player.example'] }),
  { settings: {}, inside: 'posts/hello.md', texts: ['[a](x.md) [b](../x.md) [c](../../x.md) ![d](a/x.png)'] },
]
