// HTML that is safe in anyone's page.
import { describe, expect, test, vi } from 'vitest'
import { Anchors } from '../../build/compile/html/anchors.ts'
import { sanitise } from '../../build/compile/html/sanitise.ts'
import { sanitiseTrusted } from '../../build/compile/html/trusted.ts'
import { markdownRenderer } from '../../build/compile/markdown.ts'

const render = markdownRenderer()
const safe = (markdown: string) => {
  const { html, anchors } = render(markdown)
  return sanitise(html, new Anchors(anchors)).trim()
}
const trusted = (markdown: string) => sanitiseTrusted(render(markdown).html).trim()

test.each([
  ['<a href="%">', 'http https mailto tel ftp irc ircs xmpp'],
  ['<q cite="%">', 'http https mailto tel ftp irc ircs xmpp'],
  ['<del cite="%">', 'http https mailto tel ftp irc ircs xmpp'],
  ['<img src="%">', 'http https'],
  ['<img longdesc="%">', 'http https'],
  ['<img srcset="% 1x">', 'http https'],
  ['<source srcset="% 1x, a.png 2x">', 'http https'],
])('URLs in %s may begin with %s', (markup, expected) => {
  const schemes = 'http https mailto tel ftp irc ircs xmpp data javascript vbscript file blob ws'.split(' ')
  const kept = schemes.filter((scheme) =>
    sanitise(markup.replace('%', `${scheme}:x`)).includes(`${scheme}:x`),
  )
  expect(kept).toEqual(expected.split(' '))
})

describe('safe HTML keeps', () => {
  test.each([
    ['details', '<details open><summary>More</summary>Text</details>'],
    ['keys', '<kbd>Esc</kbd>'],
    ['sub and sup', 'H<sub>2</sub>O, m<sup>2</sup>'],
    ['ruby', '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>'],
    [
      'figures',
      '<figure><img src="a.png" alt="A" width="40" height="30" loading="lazy" /><figcaption>A</figcaption></figure>',
    ],
    [
      'pictures',
      '<picture><source srcset="a.avif 1x, b.avif 2x" type="image/avif" /><img src="a.png" alt="" /></picture>',
    ],
    ['definitions', '<dl><dt>a</dt><dd>b</dd></dl>'],
    ['ids and anchors', '<a name="user-content-here" id="user-content-there"></a>'],
    ['alignment', '<p align="center">Text</p>'],
    ['tables that span', '<table><tbody><tr><td colspan="2" align="right">1</td></tr></tbody></table>'],
    ['lists that begin elsewhere', '<ol start="5" type="a"><li value="7">x</li></ol>'],
    ['edits', '<ins>new</ins> <del>old</del> <s>old</s> <mark>now</mark>'],
    ['times and titles', '<time datetime="2026-05-31">May</time> <abbr title="HyperText">HT</abbr>'],
    ['languages', '<span lang="ja" dir="ltr">日本</span>'],
    ['breaks', 'a<br />b<wbr />c<hr />'],
    ['relative addresses', '<a href="../a?b=1&amp;c=2#d">x</a>'],
    ['mail and telephone', '<a href="mailto:a@b.org">x</a> <a href="tel:+123">y</a>'],
    ['chats and files', '<a href="irc://a/b">x</a> <a href="xmpp:a@b">y</a> <a href="ftp://a/b">z</a>'],
  ])('%s', (_, html) => {
    expect(sanitise(html)).toBe(html)
  })

  test('what our markdown makes', () => {
    expect(safe('```js\n1 < 2\n```')).toBe('<pre><code class="language-js">1 &lt; 2\n</code></pre>')
    expect(safe('```c++\nx\n```')).toContain('<code class="language-c++">')
    expect(safe('- [x] done')).toContain('<input checked disabled type="checkbox" />')
    expect(safe('|a|\n|:-:|\n|b|')).toContain('<td align="center">b</td>')
    expect(safe('> [!NOTE]\n> Mind.')).toContain(
      '<div class="markdown-alert markdown-alert-note">\n<p class="markdown-alert-title">',
    )
    const footnote = safe('A[^1]\n\n[^1]: b')
    expect(footnote).toContain(
      '<a id="footnote-ref-1" href="#footnote-1" data-footnote-ref aria-describedby="footnote-label">',
    )
    expect(footnote).toContain(
      '<section class="footnotes" data-footnotes>\n<h2 id="footnote-label" class="sr-only" data-footnotes-heading>',
    )
    expect(footnote).toContain('<li id="footnote-1">')
    expect(footnote).toContain('data-footnote-backref')
  })
})

describe('safe HTML drops', () => {
  test.each([
    ['scripts', '<script>alert(1)</script>', ''],
    ['a script in pieces', '<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
    ['styles', '<style>p{}</style><p style="color:red">x</p>', '<p>x</p>'],
    ['handlers', '<p onclick="alert(1)" ONMOUSEOVER=alert(1)>x</p>', '<p>x</p>'],
    [
      'frames and objects',
      '<iframe src="https://x.org">y</iframe><object data="x"></object><embed src="x">',
      '',
    ],
    ['forms', '<form action="/x"><input type="text" /><button>go</button></form>', '\ngo\n'],
    ['boxes that could be ticked', '<input type="checkbox" />', ''],
    ['pictures made of markup', '<svg onload="alert(1)"><circle r="1" /></svg>', ''],
    ['mathematics as markup', '<math><mi>x</mi></math>', 'x'],
    [
      'classes of others',
      '<p class="btn">x</p><code class="language-js btn">y</code><span class="btn">z</span>',
      '<p>x</p><code class="language-js">y</code><span>z</span>',
    ],
    [
      'classes of others on what our markdown gives some',
      '<div class="markdown-alert btn markdown-alert-tip">x</div><section class="btn">y</section><h2 class="btn">z</h2>',
      '<div class="markdown-alert markdown-alert-tip">x</div><section>y</section><h2>z</h2>',
    ],
    [
      'addresses of images that are none',
      '<img src="mailto:a@b.org" alt=""><img src="ftp://a/b" alt=""><img src="http://a/b" alt="">',
      '<img alt="" /><img alt="" /><img src="http://a/b" alt="" />',
    ],
    ['addresses of other programs', '<a href="vscode://file/x">y</a>', '<a>y</a>'],
    ['comments', 'a<!-- <script>alert(1)</script> -->b', 'ab'],
    ['where a link opens', '<a href="/x" target="_blank">y</a>', '<a href="/x">y</a>'],
    ['other attributes', '<a href="/x" ping="/y" data-x="z">y</a>', '<a href="/x">y</a>'],
    ['the page around', '<html><head><base href="//x"><meta charset="x"></head><body>y</body></html>', 'y'],
  ])('%s', (_, html, rest) => {
    expect(sanitise(html)).toBe(rest)
  })
})

describe('a tag that a text mentions', () => {
  test.each([
    ['The <title> tag is *one*.', '<p>The &lt;title&gt; tag is <em>one</em>.</p>'],
    ['Use <title>My page</title> here.', '<p>Use &lt;title&gt;My page&lt;/title&gt; here.</p>'],
    ['A <TEXTAREA> grows.\n\nMore.', '<p>A &lt;TEXTAREA&gt; grows.</p>\n<p>More.</p>'],
    ['Put it in a <script> tag.\n\nMore.', '<p>Put it in a &lt;script&gt; tag.</p>\n<p>More.</p>'],
    ['First <script>x</script>, then <style> and more.', '<p>First , then &lt;style&gt; and more.</p>'],
    ['The <option> and <template> tags are dropped.', '<p>The  and  tags are dropped.</p>'],
    ['`<title>` is code.', '<p><code>&lt;title&gt;</code> is code.</p>'],
  ])('does not swallow what follows: %s', (markdown, html) => {
    expect(safe(markdown)).toBe(html)
  })

  test('runs nothing, however it is composed', () => {
    for (const html of [
      '<title><img src=x onerror=alert(1)></title>',
      '<textarea><script>alert(1)</script></textarea><img src=x onerror=alert(1)>',
      '<scr<title>ipt>alert(1)</script>',
      '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
      '<style><title></style><img src=x onerror=alert(1)></title>',
      '<a title="<title>" href="x"><img onerror=alert(1)></a>',
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
      '<svg><style><img src=x onerror=alert(1)></style></svg>',
      '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    ]) {
      const tags = sanitise(html).replace(/"[^"]*"/g, '""')
      expect(tags).not.toMatch(/<(?!\/?(?:img|p|a|table)\b)|<[^>]*onerror/i)
    }
  })
})

const SCRIPTS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
]

describe.each([
  ['safe', sanitise, safe],
  ['trusted', sanitiseTrusted, trusted],
])('a URL that bears a script does not survive in %s HTML', (_, clean, cleanMarkdown) => {
  test.each(SCRIPTS)('as the URL of a link: %j', (url) => {
    const html = clean(`<a href="${url.replaceAll('<', '&lt;')}">x</a>`)
    expect(html).toBe('<a>x</a>')
  })

  test('spelled with entities', () => {
    for (const url of [
      'javascript&colon;alert(1)',
      '&#106;avascript:alert(1)',
      'java&Tab;script:x',
      'java&NewLine;script:x',
    ]) {
      expect(clean(`<a href="${url}">x</a>`)).toBe('<a>x</a>')
    }
  })

  test('written in markdown', () => {
    expect(cleanMarkdown('[x](javascript:alert(1))')).not.toContain('javascript')
    expect(cleanMarkdown('[x](<javascript:alert(1)>)')).not.toContain('javascript')
    expect(cleanMarkdown('[x][y]\n\n[y]: javascript:alert(1)')).not.toContain('javascript')
    expect(cleanMarkdown('<javascript:alert(1)>')).not.toContain('href')
    expect(cleanMarkdown('![x](vbscript:alert)')).not.toContain('vbscript')
    expect(cleanMarkdown('[x](javascript&colon;alert(1))')).not.toContain('href')
  })

  test('in a srcset, which keeps its valid candidates, and nothing is printed', () => {
    const print = vi.spyOn(console, 'log')
    const of = (srcset: string) => clean(`<img srcset="${srcset}" alt="">`)
    expect(of('a.png 1x, b.png 200w, c.png, d,e.png 1.5x')).toBe(
      '<img srcset="a.png 1x, b.png 200w, c.png, d,e.png 1.5x" alt="" />',
    )
    expect(of('a.png 1q, b.png 2x')).toBe('<img srcset="b.png 2x" alt="" />')
    for (const none of ['java\tscript:a 1x', 'javascript:a', 'a.png 0w', ' , ', 'a.png (1x, b.png 2y)']) {
      expect(of(none)).toBe('<img alt="" />')
    }
    expect(print).not.toHaveBeenCalled()
    print.mockRestore()
  })

  test('in SVG and MathML, whatever is around it', () => {
    for (const url of [
      'javascript:a',
      'JAVA&#x0A;SCRIPT:a',
      '&#1;&#x6A;avascript&colon;a',
      'data:text/html,a',
    ]) {
      const html = [
        `<svg><a xlink:href="${url}">x</a><a href='${url}'>x</a><a x:href=${url}>x</a></svg>`,
        `<svg><use href="${url}" /><image xlink:href="${url}" /><feImage href="${url}" /></svg>`,
        `<svg><style><a href="${url}"></style><title><a href="${url}"></title></svg>`,
        `<svg><script><a href="${url}">x</a></script><desc><a href="${url}">x</a></desc></svg>`,
        `<svg><foreignObject><a href="${url}">x</a></foreignObject></svg>`,
        `<svg><a><animate attributeName=href values="/x;${url}" /><set attributeName=xlink:href to="${url}" /></a></svg>`,
        `<math href="${url}"><maction xlink:href="${url}"><style><a href="${url}"></style></maction></math>`,
      ].map((markup) => clean(markup).replace(/[\s\x00-\x1f]/g, ''))
      expect(html.join('')).not.toMatch(/javascript|data:/i)
    }
  })

  test('on elements that take URLs', () => {
    const html = `<form action="javascript:a"><button formaction="javascript:b">x</button></form>
      <iframe src="javascript:c"></iframe><object data="data:text/html,d"></object><embed src="javascript:e">
      <svg><a xlink:href="javascript:f">y</a></svg><video poster="javascript:g"></video>`
    expect(clean(html)).not.toMatch(/javascript|data:text/)
  })
})

describe('trusted HTML', () => {
  test('keeps animations, except of URLs, and drops refreshes that would run scripts', () => {
    const moving =
      '<svg><animate attributename="r" values="1;2" /><set attributename="fill" to="red" /></svg>'
    expect(sanitiseTrusted(moving).replaceAll('></animate>', ' />').replaceAll('></set>', ' />')).toBe(moving)
    for (const animation of [
      '<set attributeName=href to="java\tscript:a">',
      '<set attributeName=" HREF " to="/x">',
      '<animate attributeName="xlink:href" values="/x; javascript:a">',
      '<animateTransform attributeName="&#104;ref" by="javascript:a">',
    ]) {
      expect(sanitiseTrusted(`<svg><a>${animation}</a></svg>`)).toBe('<svg><a></a></svg>')
    }
    expect(sanitiseTrusted('<meta http-equiv="refresh" content="5; url=/there">')).toContain('url=/there')
    expect(sanitiseTrusted('<meta http-equiv="refresh" content="0;url=\'javascript:a\'">')).not.toContain(
      'content=',
    )
  })

  test.each(['\x7f', '\x80', '\x9f'])('drops a URL with %j within its scheme', (control) => {
    expect(sanitiseTrusted(`<a href="java${control}script:alert(1)">x</a>`)).toBe('<a>x</a>')
  })

  test('drops URLs that would run in the document of a frame, however deep', () => {
    const within = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    const inner = '<a href="javascript:a">x</a>'
    const frame = `<iframe srcdoc="${within(`<p>y</p><iframe srcdoc="${within(inner)}"></iframe>`)}"></iframe>`
    expect(sanitiseTrusted(frame)).not.toContain('javascript')
    expect(sanitiseTrusted(frame)).toContain('&lt;p&gt;y&lt;/p&gt;')
  })

  test.each([
    ['scripts', '<script>if (a < b && c) go("</p>")</script>'],
    ['styles', '<style>a > b { color: red }</style><p style="color: red; margin: 0">x</p>'],
    ['frames', '<iframe src="https://example.org/video" width="640" allowfullscreen></iframe>'],
    ['handlers and classes', '<button class="btn big" onclick="go()">x</button>'],
    ['drawings', '<svg viewbox="0 0 1 1"><path d="M0 0"></path></svg>'],
    ['embedded pictures', '<img src="data:image/png;base64,AAAA" alt="" />'],
    ['addresses of other programs', '<a href="vscode://file/x">y</a>'],
  ])('keeps %s', (_, html) => {
    expect(sanitiseTrusted(html)).toBe(html)
  })
})
