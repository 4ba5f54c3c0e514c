// Examples of the rules of import, one for each by its name: import-rules.test.ts asks that none is missing.
import type { Dialect } from '../../import/source.ts'
import type { ConvertedText, ConvertOptions } from '../../import/text/convert.ts'
import { htmlConverter } from '../../import/text/html.ts'

export interface Example extends Partial<ConvertOptions> {
  dialect: Dialect
  source: string
  /** The markdown, or what is told of it. */
  becomes: string | Partial<ConvertedText>
  /** Beginnings of rows and sentences of the section "Text". */
  told: string[]
}

const passthrough = { enable: 'true', delimiters: { inline: [['\\(', '\\)']] } }

export const EXAMPLES: Record<string, Example> = {
  'included files': {
    dialect: 'mdc',
    source: '<!--@include: ./a.md-->',
    becomes: { left: new Map([['<!--@include: ./a.md-->', 1]]) },
    told: ['`<!--@include: ./part.md{2,5}-->` of VitePress'],
  },
  HTML: {
    dialect: 'none',
    text: 'html',
    source: '<p>a <b>b</b></p>',
    becomes: 'a **b**',
    told: ['Posts in HTML, such as'],
  },
  'fences before tags': {
    dialect: 'hexo',
    source: '```\n{% raw %}a{% endraw %}\n```',
    becomes: '```\n{% raw %}a{% endraw %}\n```',
    told: ['`{% raw %}`'],
  },
  'code that tags include': {
    dialect: 'liquid',
    source: '```\n{% include_relative a.js %}\n```',
    readPiece: () => 'b',
    becomes: '```js\nb\n```',
    told: ['a fence or `{% highlight %}` around nothing but'],
  },
  'tags for code': {
    dialect: 'liquid',
    source: '{% raw %}{{ a }}{% endraw %}',
    becomes: '&#123;{ a }}',
    told: ['`{% raw %}`', '`{% highlight %}`'],
  },
  'HTML over blank lines': {
    dialect: 'liquid',
    source: '<div>\na\n\nb\n</div>',
    becomes: '<div>\na\nb\n</div>',
    told: ['HTML of Jekyll with blank lines in it'],
  },
  'languages of code': {
    dialect: 'python',
    source: '    :::sh\n    ls',
    becomes: '```sh\nls\n```',
    told: ['`:::python`'],
  },
  'blocks of code': {
    dialect: 'none',
    source: '```\n[a](b.md)',
    becomes: '```\n[a](b.md)\n```',
    told: ['a code fence that is not closed', 'Nothing in code is changed'],
  },
  scripts: {
    dialect: 'mdc',
    source: '<script setup>\nlet a\n</script>\n\nb',
    becomes: 'b',
    told: ['`<!-- more -->`'],
  },
  'code in lines': {
    dialect: 'hugo',
    source: '`{{< kbd a >}}`',
    becomes: '`{{< kbd a >}}`',
    told: ['Nothing in code is changed'],
  },
  'code of files': {
    dialect: 'mdc',
    source: '<<< @/a.ts#b{1,3 js} [c]',
    readCode: () => 'x\n// #region b\n  d\n// #endregion b',
    becomes: '```js {1,3} title="c"\nd\n```',
    told: ['`<<< @/file.ts{1,3}#region [title]` of VitePress'],
  },
  comments: { dialect: 'hexo', source: 'a{# b #}c', becomes: 'ac', told: ['`<!-- more -->`'] },
  'comments between percent signs': {
    dialect: 'obsidian',
    source: 'a%%b%%c',
    becomes: 'ac',
    told: ['`<!-- more -->`'],
  },
  'links by names': {
    dialect: 'obsidian',
    linkTo: (name) => `/changed/${name}`,
    source: '[[A b#C d|e]] ![[f.png|3]]',
    becomes: '[e](/changed/A%20b#c-d) <img src="/changed/5" alt="" width="3">',
    told: ['`[[Note#Heading\\|text]]` of Obsidian', '`![[image.png\\|300]]`'],
  },
  'names of blocks': {
    dialect: 'obsidian',
    source: 'a ^b-1',
    becomes: 'a <a id="b-1"></a>',
    told: ['`^name` at the end of a block'],
  },
  highlights: { dialect: 'obsidian', source: '==a==', becomes: '<mark>a</mark>', told: ['`==text==`'] },
  'ends of excerpts': {
    dialect: 'none',
    source: 'a\n\n{/* truncate */}\nb',
    becomes: 'a\n\nb',
    told: ['`<!-- more -->`'],
  },
  'addresses before links': {
    dialect: 'liquid',
    base: '/p',
    linkTo: () => '/changed/1',
    source: '[a]({{ site.baseurl }}{% link a.md %})',
    becomes: '[a](/changed/1)',
    told: ['`{% link about.md %}` of Jekyll'],
  },
  'template tags': {
    dialect: 'hugo',
    source: '{{< kbd a >}}',
    becomes: '<kbd>a</kbd>',
    told: [
      '`{{< figure >}}`',
      '`{% include word.html of="oars" %}`',
      'tags without a known meaning',
      '`{% link about.md %}`',
      'loops of Liquid',
      "a Hugo site's own shortcodes",
      '`{% embed https://… %}`',
      '`{% include_code A title lang:js from:2 to:5 a.js %}`',
    ],
  },
  variables: {
    dialect: 'liquid',
    source: '{{ page.ship }}',
    page: { ship: 'Ada' },
    becomes: 'Ada',
    told: ['`{{ site.title }}`'],
  },
  formulas: {
    dialect: 'hugo',
    site: { markup: { goldmark: { extensions: { passthrough } } } },
    source: '\\(a\\)',
    becomes: '$a$',
    told: ['`\\( \\)`', 'formulas between dollar signs'],
  },
  'colon lists': { dialect: 'liquid', source: '# a\n{: .b}', becomes: '# a', told: ['`{: .class}`'] },
  abbreviations: {
    dialect: 'liquid',
    source: '*[HTML]: a\n\nHTML',
    becomes: '<abbr title="a">HTML</abbr>',
    told: ['`*[HTML]: HyperText Markup Language`'],
  },
  'tables without a head': {
    dialect: 'liquid',
    source: '| a |\n| b |',
    becomes: '<table>\n<tbody>\n<tr>\n<td>a</td>\n</tr>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>',
    told: ['tables of Jekyll without a head'],
  },
  'short rules': {
    dialect: 'hugo',
    source: '| a | b |\n|---|\n| c | d |',
    becomes: '| a | b |\n| --- | --- |\n| c | d |',
    told: ['tables of Hugo with fewer cells'],
  },
  'captions of images': {
    dialect: 'nunjucks',
    imageCaption: 'alt',
    source: '![a](/b.png)',
    becomes: '<figure><img src="/changed/6" alt="a"><figcaption>\n\na\n\n</figcaption></figure>',
    told: ['an image alone'],
  },
  'single tildes': { dialect: 'hugo', source: 'a ~b~', becomes: 'a \\~b\\~', told: ['single tildes'] },
  signs: {
    dialect: 'liquid',
    source: '1) a**“b”**c',
    becomes: '1\\) a<strong>“b”</strong>c',
    told: ['`1) x` and `##` alone', 'emphasis of Jekyll'],
  },
  definitions: {
    dialect: 'liquid',
    source: 'a\n: b',
    becomes: '<dl>\n<dt>a</dt>\n<dd>b</dd>\n</dl>',
    told: ['a term, and'],
  },
  'titles of alerts': {
    dialect: 'none',
    source: '> [!tip]- a\n> b',
    becomes: '> [!TIP]\n> **a**\n>\n> b',
    told: ['`> [!NOTE] Title`'],
  },
  'imports and exports': {
    dialect: 'none',
    text: 'mdx',
    source: 'import A from "./a.js"\n\nb',
    becomes: 'b',
    told: ['`import` in MDX'],
  },
  components: {
    dialect: 'none',
    source: '<Note>\na\n</Note>',
    becomes: '> [!NOTE]\n> a',
    told: ['components and `:::` blocks'],
  },
  expressions: {
    dialect: 'none',
    text: 'mdx',
    source: "{'a'}{/* b */}",
    becomes: 'a',
    told: ['`<!-- more -->`'],
  },
  'markdown below tags': {
    dialect: 'none',
    text: 'mdx',
    source: '<div>\n*a*\n</div>',
    becomes: '<div>\n\n*a*\n\n</div>',
    told: ['markdown right below a tag in MDX'],
  },
  containers: {
    dialect: 'none',
    source: ':::note a\nb\n:::',
    becomes: '> [!NOTE]\n> **a**\n>\n> b',
    told: ['`:::note Title`'],
  },
  indents: {
    dialect: 'none',
    text: 'mdx',
    source: 'a\n\n    b',
    becomes: 'a\n\nb',
    told: ['text and fences that are indented in MDX'],
  },
  'components in lines': {
    dialect: 'mdc',
    source: ':button[a]{to="https://b.example"}',
    becomes: '[a](/changed/17)',
    told: ['`:icon{name="x"}`'],
  },
  emoji: {
    dialect: 'none',
    emoji: { smile: '😄' },
    source: ':smile:',
    becomes: '😄',
    told: ['`:smile:`'],
  },
  'ids and attributes': {
    dialect: 'hugo',
    source: '# a {#b}',
    becomes: '# <a id="b"></a>a',
    told: ['`{: .class}`'],
  },
  'tables of contents': { dialect: 'mdc', source: 'a\n\n[[toc]]', becomes: 'a', told: ['`<!-- more -->`'] },
  frames: {
    dialect: 'none',
    source: '<iframe src="https://a.example/"></iframe>',
    becomes: '<a href="/changed/18">Embedded page</a>',
    told: ['`{{< youtube >}}`'],
  },
  'titles of links': {
    dialect: 'none',
    source: '![a](/b.png =1x2)',
    becomes: '![a](/changed/6)',
    told: ['quotes within the title'],
  },
  addresses: {
    dialect: 'none',
    source: '[a](b.md)',
    becomes: '[a](/changed/4)',
    told: ['Links and images change'],
  },
  players: {
    dialect: 'none',
    source: '<video src="https://a.example/"></video>',
    becomes: '<a href="/changed/18">Video</a>',
    told: ['`{{< tweet >}}`'],
  },
  'what is left': {
    dialect: 'none',
    source: 'a <svg></svg>',
    becomes: { left: new Map([['<svg>', 1]]) },
    told: ['`<svg>` within the text'],
  },
  'blank lines': { dialect: 'none', source: 'a\n\n\n\nb', becomes: 'a\n\nb', told: ['Several blank lines'] },
}

const toMarkdown = await htmlConverter()
export const optionsOf = (example: Example): ConvertOptions => ({
  text: 'markdown',
  toMarkdown,
  page: {},
  site: {},
  linkTo: () => undefined,
  ownHost: undefined,
  rewrite: (href) => (href.startsWith('/changed/') ? undefined : `/changed/${href.length}`),
  ...example,
})
