// What a post has that readers would miss, or see as it was written: told where it stands, and nothing else is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '../../build/index.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

/** What is reported of a text: line and column in it, code, and the message or a part of it. */
type Case = readonly [name: string, markdown: string, ...told: string[]]

const unseen: Case[] = [
  [
    'footnotes that nothing refers to, but a note that does not show either',
    'a[^1]\n\n[^1]: b\n[^No te]: c\n\n> [^x]: d[^y]\n>\n> [^y]: e',
    '4:1 unseen-text Nothing refers to the footnote "No te"',
    '6:3 unseen-text Nothing refers to the footnote "x", so it is not shown. Write [^x] where it belongs',
    '8:3 unseen-text Nothing refers to the footnote "y"',
  ],
  [
    'a second footnote with the same label',
    'a[^A]\n\n[^a]: b\n\n- [^A]: c',
    '5:3 unseen-text There is a footnote "A" above',
  ],
  [
    'cells without a column, once a row',
    '> | a | b |\n> |---|---|\n> | c | d | e | f |\n> | g | `h|i` |\n> | j |\n> | k | l \\| m |',
    '3:3 unseen-text The table has 2 columns, so "e" is not shown.',
    '4:3 unseen-text "i`"',
  ],
  ['none in code', '```\n[^1]: a\n| b |\n|--|\n| c | d |\n```\n\n    [^2]: e\n'],
]

const lost: Case[] = [
  [
    'elements, once each',
    'a <font>b</font>\n\n<font>c</font> <center>d</center>',
    '1:3 dropped-html <font>',
    '3:16 dropped-html <center>',
  ],
  ['scripts with their content', '<script>go()</script>', '1:1 dropped-html <script> and what is in it'],
  [
    'drawings without their parts',
    '<svg viewBox="0 0 1 1"><g><path d="M0 0" /></g></svg>',
    '1:1 dropped-html Safe HTML leaves out <svg>. Save it as an .svg file',
  ],
  [
    'attributes of an element, at the first of them',
    '<p>a</p>\n\n<p class="x">b</p>\n\n<p style="y" class="z">b</p>',
    '3:1 dropped-html class and style of <p>',
  ],
  [
    'an attribute without a value that matters',
    '<p hidden class="" style>x</p>',
    '1:1 dropped-html hidden of <p>',
  ],
  ['handlers', '<b onclick="go()">x</b>', '1:1 dropped-html onclick of <b>'],
  [
    'URLs of other programs in HTML',
    '<a href="vscode://x">x</a>',
    '1:1 dropped-html the URL "vscode://x" of <a>',
  ],
  ['and in markdown', 'An [editor](vscode://x).', '1:13 dropped-html the URL "vscode://x" of <a>'],
  [
    'images within the text',
    '![dot](data:image/gif;base64,R0lG)',
    '1:8 dropped-html Save the image as a file',
  ],
  [
    'frames, with the host to list',
    '<iframe src="https://video.example/1"></iframe>',
    '1:1 dropped-html write embeds: [video.example] in workspace.yml',
  ],
  [
    'frames without HTTPS',
    '<iframe src="http://video.example/1"></iframe>',
    '1:1 dropped-html Write a URL that begins with https:',
  ],
  [
    'attributes of frames',
    '<iframe src="https://listed.example/1" frameborder="0" allow="camera" style="x"></iframe>',
    '1:1 dropped-html style of <iframe>',
  ],
  [
    'videos from elsewhere',
    '<video controls><source src="https://x.example/v.mp4"></video>',
    '1:1 dropped-html put its file into the workspace',
  ],
  [
    'tags that are text',
    'Replace <name> by yours.',
    '1:9 dropped-html <name>. Write it in backticks if it is text',
  ],
  [
    'what is in lists, quotes, tables and footnotes',
    '> - <u>a</u> <big>b</big>\n\n| <nobr>c</nobr> |\n|--|\n\nx[^1]\n\n[^1]: <acronym>d</acronym>',
    '1:14 dropped-html <big>',
    '3:3 dropped-html <nobr>',
    '8:7 dropped-html <acronym>',
  ],
  [
    'not what is in code',
    '`<font>` and\n\n    <font>\n\n```html\n<font>\n```\n\n- a\n\n      <font>\n\n<font>x</font>',
    '13:1 dropped-html <font>',
  ],
  ['not what is in comments', '<!-- <font> <Note> {{ x }} -->\n\n<font>x</font>', '3:1 dropped-html <font>'],
  [
    'not what stays',
    '<details open><summary>a</summary><kbd>b</kbd></details>\n\n<!-- more -->\n\n<img src="https://x.example/a.png" alt="" width="1">\n\n- [x] done\n\n> [!NOTE]\n> x',
  ],
  ['not tags that are escaped', 'a \\<font> b'],
  ['not what becomes text', 'The <title> tag, a < b > c, <3'],
]

const templates: Case[] = [
  [
    'tags of Liquid, once each',
    '{% include a.html %}\n\n{% include b.html %}\n\n{% highlight js %}\nx\n{% endhighlight %}',
    '1:1 template-text {% include a.html %}',
    '5:1 template-text {% highlight js %}',
  ],
  [
    'not in code that is HTML, but around it',
    '<pre><code>{{ x }}\n</code></pre>\n\na <code>{{ y }}</code> {{ b }}\n\n<pre>\n\n{% w %}\n\n[a] (b.md)\n\n</pre>\n\n<code>{{ v }}',
    '4:24 template-text {{ b }}',
    '14:7 template-text {{ v }}',
  ],
  [
    'in elements that are not code, beside some that are',
    '<code>a</code> <b>{{ x }}</b>',
    '1:19 template-text {{ x }}',
  ],
  [
    'where code begins and ends in comments only',
    '<code>a</code> <!-- <pre> --> {{ x }} <!-- </pre> -->',
    '1:31 template-text {{ x }}',
  ],
  [
    'not in code that has other elements, nor in code that has code',
    '<pre><b>{{ x }}</b><code>{{ y }}</code>{{ z }}</pre> <code>{{ x }}</pre>{{ y }}</code> {{ w }}',
    '1:88 template-text {{ w }}',
  ],
  [
    'attribute lists behind headings and below paragraphs',
    '# A {#own}\n\ntext {#not} {.this}\n{: .lead }\n\n`{#nor}` {this}\n{a: b}',
    '1:5 template-text "{#own}" is an attribute list',
    '4:1 template-text "{: .lead }"',
  ],
  [
    'once where it is an address, as an address',
    '[a]({{x}}) <a href="{{ y }}">b</a> ![c]({{ z }}/my d.png) [e](<{{ f g }}>)',
    '1:5 dangling-link',
    '1:21 dangling-link',
    '1:41 template-text {{ z }}',
    '1:64 dangling-link',
  ],
  ['values', 'By {{ page.author }}.', '1:4 template-text {{ page.author }}'],
  [
    'shortcodes of Hugo',
    '{{< figure src="a.png" >}} {{% notice %}}x{{% /notice %}}',
    '1:1 template-text {{< figure',
    '1:28 template-text {{% notice %}}',
  ],
  ['containers', '::: warning\nMind.\n:::', '1:1 template-text ::: warning'],
  [
    'imports and exports',
    'import A from \'../a.astro\'\nimport { b,\n  c } from "./b"\n\nexport const d = 1\n\nText.',
    '1:1 template-text import A',
    '5:1 template-text export const',
  ],
  [
    'components',
    '<Note type="x">\n\nText.\n\n</Note>\n\n<Tabs.Item />',
    '1:1 template-text "<Note>" is a component',
    '7:1 template-text "<Tabs.Item>"',
  ],
  ['generic types', 'An Array<String> of them.', '1:9 template-text <String>'],
  [
    'not what is in code',
    "`{{ x }}` and ``{% x %}``\n\n```\n::: note\nimport a from 'b'\n<Note />\n{{ x }}\n```\n\n    {% x %}",
  ],
  ['not what is escaped', '\\{{ x }} and \\<Note>'],
  [
    'not prose and formulas',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a text about workflows.
    'import taxes from abroad\n\nexport of goods: 3\n\n$\\frac{{a}}{b}$ and ${{ secrets.x }} {x} 50 % {%}\n\na ::: b\n\n<Br> <DIV>x</DIV> <A href="/x">y</A> <https://x.example>',
  ],
]

const links: Case[] = [
  [
    'to headings that are not there, with the nearest',
    '# Rows and columns\n\n[a](#rows-and-colums) [b](#Rows-and-columns) [c](#rows) [d](#cells)',
    '3:5 missing-heading Did you mean "#rows-and-columns"?',
    '3:27 missing-heading This post has no heading "Rows-and-columns". Did you mean "#rows-and-columns"?',
    '3:50 missing-heading Did you mean "#rows-and-columns"?',
    '3:61 missing-heading Write the id of a heading',
  ],
  [
    'to headings of other posts',
    '[a](target.md#heding) [b](target.md?x#heading)',
    '1:5 missing-heading "target.md" has no heading "heding". Did you mean "#heading"?',
  ],
  [
    'not to those that are there',
    '# Größe & more\n\n<p id="there">x</p> <a name="here"></a>\n\nx[^1] [a](#größe--more) [b](#gr%C3%B6%C3%9Fe--more) [c](#there) [d](#user-content-here) [e](target.md#own) [f](target.md#user-content-own) [g](#) [h](#top) [i](#:~:text=x) [j](#footnote-1) [k](#größe--more:~:text=y)\n\n[^1]: y',
  ],
  [
    'with a space in the address',
    'An ![image](my images/a b.png "t") and [one](two words.md)',
    '1:4 almost-link Write my%20images/a%20b.png.',
    '1:40 almost-link so this is no link. Write two%20words.md.',
  ],
  [
    'with a space between their halves',
    'See [the docs] (https://x.example/a) and [this] (../b.md).',
    '1:5 almost-link Write [the docs](https://x.example/a).',
    '1:42 almost-link Write [this](../b.md).',
  ],
  [
    'of wikis',
    'See [[Some page]] and [[other#rows|the other]], ![[a b.png]]',
    '1:5 almost-link "[[Some page]]" is not a link in markdown. Write [Some page](Some%20page.md).',
    '1:23 almost-link Write [the other](other.md#rows).',
    '1:49 almost-link Write ![a b.png](a%20b.png).',
  ],
  [
    'double brackets, below such as are links, and in the last line',
    '[[`a1b2c3`](https://x.example/a)] - first\n[[`d`](https://x.example/d)] ]\n\n- see [[one]]\n- [[`e`](https://x.example/e)]\n- [[two]]',
    '4:7 almost-link "[[one]]"',
    '6:3 almost-link "[[two]]"',
  ],
  ['not in code', '`[a] (b.md)` `[[name]]`\n\n```\n![a](b c.png)\n[[ -f x ]]\n[[name]]\n```'],
  [
    'not what is prose or another syntax',
    '[[1]] [[1, 2]] [[ -f x ]] [[a]](https://x.example) [[b][r]] \\[a] (b.md)\n\n- [x] (see below)\n- [ ] (https://x.example)\n\n[a] (as they say) [see](what I mean) [c](</d e.png>) [r] (f/g)\n\n[r]: https://x.example\n[t]: </a b> "c"\n\nf[i] (x) and y[0](a, b)',
  ],
]

const conflicts: Case[] = [
  [
    'in the text',
    'a\n\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n\nd',
    '3:1 merge-conflict Git left both versions',
  ],
  ['half removed', 'a\n\nc\n>>>>>>> other\n\nd', '4:1 merge-conflict'],
  ['not in code', '```\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n```'],
  ['not headings and quotations', 'a\n=======\n\n> > > > > > > b\n\n>>>>>>>\n\n<<<<<<<<'],
]

const all = [...lost, ...unseen, ...templates, ...links, ...conflicts]
const files: Files = {
  'blog/workspace.yml': 'embeds: [listed.example]\nurl: https://example.org\n',
  'blog/posts/target.md': postFile({}, '# Heading\n\n<p id="own">x</p>\n'),
  ...Object.fromEntries(
    all.map(([, markdown], index) => [`blog/posts/p${index}.md`, postFile({}, `${markdown}\n`)]),
  ),
}

let place: Workspace
const found = new Map<string, string[]>()
beforeAll(async () => {
  place = await workspace(files)
  const { problems } = await check({ content: place.dir, env: {} })
  const before = String(postFile({}, '')).split('\n').length - 1
  for (const { file, line, column, code, message, hint } of problems) {
    const name = file.slice(place.dir.length + 1)
    found.set(name, [...(found.get(name) ?? []), `${line - before}:${column} ${code} ${message} ${hint}`])
  }
})
afterAll(() => place?.remove())

function toldOf(one: Case): string[] {
  return found.get(`blog/posts/p${all.indexOf(one)}.md`) ?? []
}

describe.each([
  ['what safe HTML leaves out', lost],
  ['text for other tools', templates],
  ['links', links],
  ['conflicts of Git', conflicts],
  ['text that markdown leaves out', unseen],
] as const)('%s', (_, cases) => {
  test.each(cases.map((one) => ({ name: one[0], one })))('is told: $name', ({ one }) => {
    const [, , ...expected] = one
    const told = toldOf(one)
    expect(told.map((line) => line.split(' ', 2).join(' '))).toEqual(
      expected.map((line) => line.split(' ', 2).join(' ')),
    )
    for (const [index, line] of expected.entries()) {
      expect(told[index]).toContain(line.split(' ').slice(2).join(' '))
    }
  })
})

test('a conflict in YAML is told once, with whatever is wrong outside of it', async () => {
  const conflict = '<<<<<<< HEAD\ntitle: A\n=======\ntitle: B\n>>>>>>> other\n'
  const broken = await workspace({
    'blog/posts/a.md': `---\n${conflict}publishedAt: 2026-01-01\n---\nText.\n`,
    'blog/posts/b.md': `${'<<<<<<< HEAD\n---\ntitle: A\n---\n=======\n'}---\ntitle: B\n---\n>>>>>>> other\n`,
    'blog/posts/c.md': postFile({ tags: '[a, b]' }),
    'blog/posts/d.md': `---\n${conflict}layout: x\n---\n[x](no.md)\n`,
    'blog/posts/e.md': `<<<<<<< HEAD\n---\ntitle: A\nlayout: x\n---\n=======\n---\ntoc: B\n---\n>>>>>>> other\n[x](no.md)\n`,
    'blog/posts/f.md': '<<<<<<< HEAD\n=======\n---\ntitle: B\n---\n>>>>>>> other\n',
    'blog/tags.yml': 'a: { nme: A }\n<<<<<<< HEAD\n=======\nb: { name: B }\n>>>>>>> other\nc: C\n',
  })
  const { problems } = await check({ content: broken.dir, env: {} })
  broken.remove()
  expect(problems.map(({ file, line, code }) => `${file.split('/').at(-1)}:${line} ${code}`)).toEqual([
    'a.md:2 merge-conflict',
    'b.md:1 merge-conflict',
    'd.md:2 merge-conflict',
    'd.md:9 dangling-link',
    'e.md:1 merge-conflict',
    'f.md:1 merge-conflict',
    'tags.yml:2 merge-conflict',
  ])
})

test('all mistakes of a large YAML file are told, wherever the first is', { tags: 'nightly' }, async () => {
  const entry = (_: unknown, index: number) =>
    `t${index}: { name: T, description: ${'words '.repeat(1_600)} }`
  const entries = Array.from({ length: 60 }, entry)
  const broken = await workspace({
    'blog/posts/a.md': postFile({ tags: '[t1, t58, bad1, bad2]' }),
    'blog/tags.yml': ['bad1: "open', ...entries, 'bad2: { name: @x }', 't: T', 't7: { name: Twice }'].join(
      '\n',
    ),
  })
  const { problems } = await check({ content: broken.dir, env: {} })
  broken.remove()
  expect(problems.map(({ file, line, message }) => `${file.split('/').at(-1)}:${line} ${message}`)).toEqual([
    'tags.yml:1 This quote is not closed.',
    'tags.yml:62 Text cannot begin with @.',
    'tags.yml:63 "t" must be a mapping.',
    'tags.yml:64 The key "t7" is written twice.',
  ])
})
