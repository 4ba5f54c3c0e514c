// What a text may hold without being wrong: every kind of markdown and of raw HTML, and every way to name another file.
import { posix } from 'node:path'
import { between, oneOf, type Random, sentence } from '../bench/words.ts'

interface About {
  index: number
  declared: boolean
  trusted: boolean
  url: string | undefined
}

/** Lines of front matter beside title and date, none of which is an error. */
export function headers({ index, declared, url }: About, random: Random): string[] {
  const some = (line: string, oneIn = 4) => (between(random, 1, oneIn) === 1 ? [line] : [])
  const tags = declared
    ? ['[web]', '[web, c-sharp]', '[見出し, web]', '[web, web]']
    : ['[Machine Learning]', '[machine learning, C#]', '["a: b", C++]', '[web, web]']
  return [
    ...some(`tags: ${oneOf(random, tags)}`, 2),
    ...some(declared ? 'authors: [zoë, ada]' : `authors: [${oneOf(random, ['Zoë Å', 'zoë-å', 'Bob'])}]`),
    ...some(`category: ${oneOf(random, declared ? ['essays', 'news'] : ['essays', 'Essays', 'C'])}`),
    ...some('featured: true'),
    ...some(
      `description: ${oneOf(random, ['""', 'Short.', '"<b>&amp;</b> \\u00e9"', 'about issue #12', '>-\n  folded\n  lines'])}`,
    ),
    ...some(`slug: own-slug-${index}`, 9),
    ...some(`id: id_${index}`, 9),
    ...some(`aliases: [old-${index}, älter-${index}]`, 6),
    ...some(`updatedAt: 2036-01-0${between(random, 1, 9)}`, 5),
    ...some('attribution: { author: "A & B", url: "https://example.org/a?b=c&d" }', 8),
    ...some(
      `fields: ${oneOf(random, ['{ minutes: 4 }', '{ level: easy, minutes: -1e3 }', '{ sources: [a, "b"] }', '{ when: 2026-05-31T10:00 }'])}`,
    ),
    ...some(
      `coverImage: ${oneOf(random, ['https://example.org/c.png', ...(url ? ['/img/c.png?a=1#b'] : []), '""'])}`,
      6,
    ),
  ]
}

export interface Setting {
  inside: string
  others: readonly string[]
  /** Whether links to other posts have an address. */
  canLink: boolean
  random: Random
}

type Block = (setting: Setting) => string

const fixed: string[] = [
  '# Heading\n\n## Heading\n\n### Ünï `code` & *more*\n\nSetext\n---',
  '> [!NOTE]\n> An alert.\n>\n> - with a list\n\n> [!warning]\n> in lower case',
  '- [x] done\n- [ ] open\n  - nested\n\n    para\n\n1. one\n2. two\n\n7) seven',
  '| a | b `|` |\n|:--|--:|\n| 1 | ~~2~~ |\n| **x** | <b>y</b> \\| z |',
  '```js\nconst a = "<b>" && 1\n```\n\n~~~\n[no](link.md)\n~~~\n\n    indented <code>',
  'Foot[^1] and[^note] and again[^1].\n\n[^1]: One *two*.\n[^note]: Note.\n\n    More of it.',
  'https://example.org/a?b=c&d www.example.org a@example.org <https://example.org/ä> <mailto:a@b.org>',
  'Hard  \nbreak\\\nand &nbsp;&copy;&#65;&#x1F600; &unknown; &lt;b&gt; \\* \\# &#0; &#xD800;',
  '<div class="x markdown-alert y" id="top" style="color:red" onclick="fire()">a <b id=b>b</b></div>\n\n[top](#top) [b](#b)',
  '<p class="markdown-alert-title a">x</p><section class="footnotes"><h2 class="sr-only">y</h2></section><code class="language-js x">z</code>',
  '<script>alert(1)</script><style>p{}</style>text<title>t</title><textarea>a</textarea><xmp><b></xmp>',
  '<script>never closed',
  '<a href="javascript:alert(1)">j</a> <a href="JAVA&#10;SCRIPT:x">k</a> <a href="data:text/html,x">d</a> <a href="vbscript:x">v</a> <a href="mailto:a@b">m</a> <a href="tel:1">t</a> <a href="//example.org">p</a>',
  '<img src="https://example.org/a.png" onerror=x alt="a&quot;b"> <img src="data:image/png;base64,AA"> <img src="mailto:a"> <img src="javascript:x"> <img srcset="https://example.org/a.png 1x, javascript:x 2x, https://example.org/b,c.png 300w">',
  '<iframe src="https://example.org" srcdoc="<script>x</script>"></iframe><object data="https://example.org/x"></object><embed src="https://example.org/y"><form action="https://example.org"><input type=text><input type=checkbox disabled checked><button formaction="https://example.org/z">b</button></form>',
  '<svg width="3"><a xlink:href="javascript:x"><text>t</text></a><animate attributeName="href" to="javascript:x"/><use href="#top"/></svg><math><mi>x</mi><annotation-xml><b>y</b></annotation-xml></math>',
  '<details open><summary>Sum</summary>\n\n**inside**\n\n</details>\n\n<!-- a comment [x](y.md) -->\n\n<ruby>漢<rt>かん</rt></ruby> <kbd>x</kbd> <time datetime="2026-01-01">t</time>',
  '<table border=1><thead><tr><th id=h1 scope=col headers="h2">H</table> <ol reversed start=3 type=a><li value=4>x</ol><dl><dt>a<dd>b</dl>',
  '<a name="there">x</a> [there](#there) [up](#user-content-there) <label for="there">l</label> <map name="m"><area href="#there" alt=x></map><img usemap="#m" src="https://example.org/m.png">',
  '<meta http-equiv=refresh content="0;url=javascript:x"><base href="https://example.org/"><link rel=stylesheet href="x.css">',
  '<b><i>crossed</b></i> <p>un<p>closed <div>x</p></div></span> < a & b > c <3 <> </ > <a b="',
  '日本語の全文検索 認证方式 ไทย العربية עברית \u202eabc\u202c zero\u200bwidth a\u0301 é ﬁ İı ß 👩‍💻 𐐨 ｶﾞ',
  '[ref][a] [a] [A][] ![pic][p] [text](https://example.org "a \\" title") [empty]() [<](<https://example.org/a b>)\n\n[a]: https://example.org/ref \'T\'\n[p]: https://example.org/p.png\n[unused]: https://example.org/unused',
  '***bold*** __b__ _i_ ~~s~~ ~one~ `` a ` b `` **日本**語 a*b*c snake_case_word 2 * 3 * 4',
  '\tTab code\n\n* * *\n\n+ plus\n* star\n- minus\n\n1986\\. A year\n\n&#35; no heading\n\n[^nothing]',
  'Line\u2028separator \u00a0nbsp \u000b \u000c end\n\n\n\n\nmany lines',
]

const toPost =
  (link: (to: string, name: string, setting: Setting) => string): Block =>
  (setting) => {
    const { inside, others, canLink, random } = setting
    if (!canLink) return 'No links here.'
    const to = oneOf(random, others)
    return link(encodeURI(way(inside, to)), sentence(random, 1, 3), setting)
  }

const toMedium =
  (show: (path: string, setting: Setting) => string): Block =>
  (setting) =>
    show(way(setting.inside, 'posts/img'), setting)

export const blocks: Block[] = [
  ...fixed.map((text) => () => text),
  ({ random }) =>
    Array.from({ length: between(random, 1, 20) }, () => `${sentence(random, 4, 14)}.`).join(' '),
  toPost((to, name) => `See [${name}](${to}).`),
  toPost((to, name) => `See [${name} [x] \`y\`](<${to}#heading> "a title") and [${name}](./${to}?a=b#c).`),
  toPost((to, name) => `See [${name}][ref] and [ref].\n\n[ref]: ${to} "t"`),
  toPost((to, name) => `> - quoted [**${name}**](${to})\n>   more\n\n1. a [${name}](${to}) b`),
  toPost((to, name) => `| a |\n|---|\n| [${name}](${to}) |\n\nFoot[^l].\n\n[^l]: [${name}](${to})`),
  toPost((to, name) => `<a href="${to}" title="x">${name} <b>y</b></a> <a href='${to}#top'>z</a>`),
  toPost(
    (to) =>
      `<q cite="${to}">q</q> <blockquote cite="${to}">b</blockquote> <del cite=${to}>d</del> <img src="https://example.org/x.png" longdesc="${to}">`,
  ),
  toPost(
    (to) =>
      `<map name=m><area href="${to}" alt=a><area href="#x"></map> <div data-to="${to}">d</div> <!-- ${to} --> \`${to}\``,
  ),
  toPost((to, name) => `[![${name}](https://example.org/i.png)](${to})`),
  toMedium((to) => `![Map](${to}/map.png) ![](${to}/photo.jpg "t") ![k](<${to}/köln (1).png>)`),
  toMedium(
    (to) =>
      `<img src="${to}/map.png" width=10> <img src="${to}/draw.svg" loading=eager height="3" alt> <img src="${to}/map.png?a=1#b">`,
  ),
  toMedium(
    (to) =>
      `<picture><source srcset="${to}/map.png 1x, ${to}/photo.jpg 2x" media="(min-width: 1px)"><img src="${to}/map.png" srcset="${to}/k%C3%B6ln%20(1).png 300w, https://example.org/z.png 2x"></picture>`,
  ),
  toMedium(
    (to) =>
      `<video src="${to}/film.mp4" poster="${to}/map.png" controls><track src="${to}/text.vtt"></video> <audio src="${to}/sound.mp3"></audio>`,
  ),
  toMedium(
    (to) =>
      `[paper](${to}/paper.pdf) <a href="${to}/paper.pdf#page=2" download>p</a> [![m](${to}/map.png)](${to}/photo.jpg)`,
  ),
  toMedium(
    (to) =>
      `<object data="${to}/draw.svg"></object> <embed src="${to}/paper.pdf"> <iframe src="${to}/paper.pdf"></iframe>`,
  ),
  () =>
    '[root](/about?a=b#c) ![root](/img/logo.png) <img srcset="/a.png 1x, /b.png 2x"> [query](?a) [hash](#heading) [none](<>)',
  ...[
    '<h2 id="">a</h2><h2 class=x id="" title=b>b</h2><h2 id>c</h2><h3><script>x()</script>d</h3><h2 title="x" id="own">e</h2><h7>f</h7><H2>g</H2>',
    'A[^ a  b ] and ![pic[^a b]](https://example.org/i.png)[^c][^C].\n\n# In[^d] a *heading*[^d]\n\n[^A B]: Note with [^d] and ![x[^e]](https://example.org/e.png).\n[^c]: C\n[^d]: D\n[^e]: Only in an image.',
    '<a href="livescript:x">l</a> <a href=" java\tscript:x">t</a> <a href="\u0001javascript:x">c</a> <a href="https://a:b@example.org">u</a> <a href="HTTPS://EXAMPLE.ORG/ä b">n</a> <a href="ftp://x">f</a> <a href="sms:1">s</a> <a href="xmpp:a">x</a>',
    '<VIDEO SRC="https://example.org/a.mp4" AUTOPLAY LOOP></VIDEO> <audio autoplay src="https://example.org/a.mp3">none</AUDIO> <video autoplay muted><source src="https://example.org/a.webm" type="video/webm">text <b>in</b></video> after',
    '<iframe src="https://player.example/x" width="50%" height="123456" title="&quot;T&quot;" allowfullscreen></iframe> <iframe src="https://user@player.example/x"></iframe> <iframe src="https://player.example:443/x"></iframe>',
    'Inline $a & b < c$ and $$x_1 > y$$ and \\$5 and $6 and `$code$` and $ spaced $.\n\n$$\n\\frac{a}{b} & <c>\n$$\n\n```math\nx < y\n```',
    '> [!NOTE] on one line\n> more\n\n> [!NOTE]\n\n> [!TIP]\n>\n> Text\n\n> [!unknown]\n> x\n\n> text\n> [!NOTE]\n> no',
    '<img srcset=" https://example.org/a.png 1x , https://example.org/b.png 2x, "> <img srcset="https://example.org/a.png"> <img srcset=""> <img srcset=", ,"> <source srcset="https://example.org/c.png 100w,https://example.org/d.png 200w">',
    '| a |\n| - |\n| b | c |\n| |\n\n| x\n|--\n| y\n\nno | table\n\n| h |\n|:-:|\n| `a\\|b` |',
    '1. a\n1. b\n\n3) c\n\n- [X] d\n- [ ]e\n- [ ] \n- \n\n* f\n\n  g\n*  \n',
    'a\n===\n\nb\n-\n\n####### seven\n\n#no\n\n# \n\n## closed ##\n\n## C#\n\n### x \\#',
    '<div>\n\n*in*\n\n</div>\n<div>*out*</div>\n\n<p>a<p>b\n\n<table><tr><td>\n\n*cell*\n\n</td></tr></table>',
    '&amp;lt; &lt;b&gt; &#60;i&#62; &quot;q&quot; &apos; &nbsp; &ThickSpace; &AMP &amp &copy &notit; &#x80; &#1114112; &#xFFFE;',
    '<p title="a &amp; b &lt;" lang=de dir=RTL align=CENTER hidden tabindex=1 data-x=y aria-hidden=true contenteditable translate=no>x</p>',
    '<ol start="-3" type=I><li value=x>a</ol> <ul type=disc compact><li>b</ul> <td colspan=2 rowspan=x>c</td> <col span=2> <th abbr=d>e</th>',
    '<ins datetime=2026-01-01>i</ins> <abbr title=t>a</abbr> <bdo dir=rtl>b</bdo> <data value=1>d</data> <meter value=1>m</meter> <progress value=1>p</progress> <wbr> <var>v</var> <samp>s</samp> <dfn>f</dfn> <small>l</small> <u>u</u> <s>k</s> <mark>r</mark> <cite>c</cite> <hr> <figure><figcaption>g</figcaption></figure>',
    'Auto: http://example.org/a_b_c. (https://example.org/x) <https://example.org/a"b> www.example.org/?a=b, HTTPS://EXAMPLE.ORG x@example.org. ftp://example.org mailto:a@example.org https://例え.jp/パス',
    '*a*b *a *b* **a** b** ***a** b* _a_b_ __a__ a__b__c ~~a~ ~~b~~ ~ c ~ `` ` `` ` a` <b>*c*</b> \\*d\\*',
    '- a\n\n      code\n\n  ```\n  fence\n   more\n  ```\n\n> ```\n> quoted\n\nafter\n\n````md\n```\ninner\n```\n````\n\n```js {1,3} title="x"\ny\n```\n\n``` \n```',
    'First <!-- a --> text <!---> b --> c <!--> d --> <!-- e --!> f --> <![CDATA[g]]> <?php h ?> <!DOCTYPE i>',
    '<details><summary>**s**</summary>text</details> <dialog open>d</dialog> <template>t</template> <slot>s</slot> <noscript>n</noscript> <plaintext>p',
    'A title that is long. '.repeat(30),
    `${'word'.repeat(80)} ${'語'.repeat(400)}`,
    'One\u00ad two\u200b three\ufeff four\u2028five\u2029six\u0085seven\u180eeight\u3000nine\tten',
  ].map((text) => () => text),
  toPost(
    (to) =>
      `<script>go("${to}"); go("${to}", "x/${to}"); go("none.md")</script> <style>a { b: url(${to}) }</style> <div style="c: '${escaped(to)}' \\110000 ">d</div> <b id="${to}">e</b>`,
  ),
  toPost(
    (to) =>
      `<!-- ((((((((((((((${to} none.md/${to} x${to}, ${to}x\n${to}5 ${to.replace('.', '%2E')}?a ${to.replace(/.*\//, '')} \\${to} -->\n\n\`\`\`js title=${to}\na\n\`\`\``,
  ),
  toPost(
    (to) =>
      `a [b [c] \\] \`]\` d](${to}) [\`\` \` ](${to}) [e](${to}\n"t") [f]( <${to}> 't' )\r\n\r\n> [g](${to})\r\n> h [i\r\n> j](${to})\r\n\r\n-\t[k](${to})\n\n\t[l](${to})`,
  ),
  toPost(
    (to) =>
      `| a |\n|---|\n| b | [c](${to}) |\n| d \\| [e](${to}) | f | [g \\| h](${to})\n\n<!-- <a href="${to}">i</a> --> <A HREF='${to}'>j</A href="${to}"> <a href=${to} href="none.md">k <a title="${to}">l</a></a> <area href=${to}>`,
  ),
  toMedium(
    (to) =>
      `<img width src="${to}/map.png"> <img height="50%" src="${to}/map.png"> <img width="15" src="${to}/map.png" loading> <img src="${to}/map.png" height=" 10px "> <img width="123456" src="${to}/map.png"> <img height=1 width=2 src="${to}/map.png"> <img width=1 src="${to}/map.png"> <img width=0 src="${to}/flat.svg"> <img src="${to}/dot.svg"> <img srcset="${to}/map.png 1x 3h, ${to}/photo.jpg 10w 5h , ${to}/draw.svg  1.5x ,${to}/map.png 0w,,${to}/map.png">`,
  ),
]

/** As a style may write a path: its letters by their numbers. */
function escaped(path: string): string {
  return path.replace(/[a-z]/g, (letter, at: number) =>
    at % 2 ? letter : `\\${letter.charCodeAt(0).toString(16)} `,
  )
}

/** The way from one file of a workspace to another. */
export function way(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to)
}
