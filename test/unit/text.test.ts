// Plain text from our own HTML.
import { describe, expect, test } from 'vitest'
import { textOf } from '../../snapshot/text.ts'

describe('the text of', () => {
  test.each([
    ['a paragraph', '<p>One <em>t</em>wo &amp; <a href="x>y">three</a>.</p>', 'One two & three.'],
    ['two blocks', '<h2>Title</h2>\n<p>Body</p>', 'Title\n\nBody'],
    ['a line break', 'a<br>b', 'a\nb'],
    ['a list', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>', 'one\ntwo'],
    ['a table', '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>', 'a b\n1 2'],
    [
      'code, with its lines',
      '<pre><code>if (a &lt; b) {\n  go()\n}\n</code></pre>',
      'if (a < b) {\n  go()\n}',
    ],
    ['entities', '&lt;&#65;&#x1F600;&#0;&bogus;', '<A😀\ufffd&bogus;'],
    ['a script, which is none', 'a<script>alert("<p>")</script>b<!-- c -->d', 'abd'],
    ['an unfinished tag', 'a<p title="', 'a'],
    ['nothing', '', ''],
  ])('%s', (_, html, text) => {
    expect(textOf(html)).toBe(text)
  })

  test('a megabyte of hostile markup takes no more than its share of time', () => {
    const parts = ['<', '<a "', "<a '", '<!--', '<script>', '&', ' ', '<p>', '<a "<b \'']
    const started = performance.now()
    for (const part of parts) textOf(part.repeat(1e6 / part.length))
    expect(performance.now() - started).toBeLessThan(60_000)
  })
})
