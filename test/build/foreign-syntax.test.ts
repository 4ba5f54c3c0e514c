// The syntax of other programs: told where it stands, by the name of its program, and not in code nor of prose that looks alike.
// A note that such a program hides from readers is never the description of a post.
import { afterEach, describe, expect, test } from 'vitest'
import { get } from '../support/reading.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

/** Gives the problems of each text, as `line:column message`, and its description. */
async function told(texts: readonly string[]) {
  const files: Files = {
    'blog/workspace.yml': 'url: https://example.org/{slug}\nhtml: trusted\nbroken: warn\n',
  }
  for (const [i, text] of texts.entries()) files[`blog/posts/p${i}.md`] = postFile({}, `${text}\n`)
  place = await workspace(files, { env: { BASE_URL: 'https://api.example.org/' } })
  const { problems } = await place.build()
  const { posts } = await get(place, 'blog/posts?limit=all&select=slug,description')
  const bySlug = new Map<string, string>(
    posts.map((one: { slug: string; description: string }) => [one.slug, one.description]),
  )
  return texts.map((_, i) => ({
    problems: problems
      .filter(({ file, code }) => file.endsWith(`/p${i}.md`) && code === 'template-text')
      .map(({ line, column, message }) => `${line - 6}:${column} ${message}`),
    description: bySlug.get(`p${i}`),
  }))
}

/** Samples by program. */
const syntaxes: Record<string, readonly [what: string, ...texts: string[]][]> = {
  MkDocs: [
    [
      'an admonition',
      '!!! note\n    Text.',
      '!!! danger highlight blink "Mind"',
      '!!! note ""\n\n    Text.',
      '??? tip\n    Text.',
      '???+ tip "Open"\n    Text.',
      '!!! info inline end "Lorem"\n\n    Text.',
      '/// note | Title\nText.\n///',
    ],
    ['a tab', '=== "C"', '===! "C"', '===+ "C"'],
    ['a file', '--8<-- "a.md"', '-8<- "a.md"'],
    ['a table of contents', '[TOC]', '[toc]'],
    ['an abbreviation', '*[HTML]: Hyper Text'],
    ['a mark', 'a ==b c== d', '==b==.'],
  ],
  'Docusaurus, VitePress or Pandoc': [
    ['a container', ':::note\nText.\n:::', '::: {.callout-tip}', '::::: tabs'],
  ],
  VitePress: [
    ['a table of contents', '[[toc]]'],
    ['a file', '<<< @/snippets/a.js{2}', '<<< ./a.js'],
  ],
  VuePress: [['a file', '@[code](../a.js)', '@[code{1-2} js](@/a.js)']],
  Obsidian: [
    ['a callout', '> [!note]- Closed\n> Text.', '> [!info]\n> Text.', '> [!tip] Title\n> Text.'],
    ['a mark', 'a ==b== c'],
    ['a block id', 'Text. ^37066d'],
  ],
  Hugo: [['a template tag', '{{< figure src="https://a.example/b.png" >}}', '{{% notice %}}']],
  Jekyll: [['a template tag', '{% include a.html %}', '{{ page.title }}']],
  Hexo: [['a template tag', '{% post_link a %}']],
  Markdoc: [['a template tag', '{% callout type="note" %}']],
  kramdown: [
    [
      'an attribute list',
      'a\n{: .b}',
      '{:toc}',
      '[a](https://a.example){:target="_blank"}',
      '{::options a="b" /}',
    ],
    ['an abbreviation', '*[a b]: c'],
  ],
  Pandoc: [
    ['an attribute list', '# A {#b}', '![a](https://a.example/b.png){width=50%}', '[a]{.smallcaps}'],
    ['a citation', 'a [@smith2004].', 'a [see @smith2004a, pp. 33-35; also @b1999].', '[-@smith2004]'],
  ],
  reStructuredText: [['a directive', '.. note::\n\n   Text.', '.. image:: a.png']],
  AsciiDoc: [['a file', 'include::a.adoc[]']],
  GitLab: [
    ['a table of contents', '[[_TOC_]]'],
    ['a callout', '> [!note] Title\n> Text.'],
  ],
  Org: [['a keyword', '#+TITLE: A', '#+begin_quote\nA\n#+end_quote']],
  CriticMarkup: [['an insertion', 'a {++b++}']],
  MDX: [
    ['code', 'export const a = 1', "import A from './a.astro'"],
    ['a component', '<Note>a</Note>'],
  ],
}

/** Notes by program, with a word that nobody should read. */
const notes: Record<string, readonly string[]> = {
  Obsidian: ['%%SECRET%%', '%% SECRET %%', '%%\nSECRET\n%%', '%%\n\nSECRET\n\n- SECRET\n\n%%'],
  Liquid: [
    '{% comment %}SECRET{% endcomment %}',
    '{%- comment -%}\n\nSECRET\n\n{%- endcomment -%}',
    '{% # SECRET %}',
  ],
  'Nunjucks, Jinja': ['{# SECRET #}', '{#SECRET#}', '{#- SECRET\n\nSECRET -#}'],
  Hugo: [
    '{{/* SECRET */}}',
    '{{- /* SECRET */ -}}',
    '{{% comment %}} SECRET {{% /comment %}}',
    '{{< comment >}}\n\nSECRET\n\n{{< /comment >}}',
  ],
  'Handlebars or Blade': ['{{!-- SECRET --}}', '{{-- SECRET\n\nSECRET --}}'],
  Handlebars: ['{{! SECRET }}'],
  MDX: ['{/* SECRET */}', '{/*SECRET*/}', '{/* SECRET\n\n*SECRET* */}'],
  kramdown: ['{::comment}\nSECRET\n\nSECRET\n{:/comment}', '{::comment}SECRET{:/}'],
  CriticMarkup: ['{>> SECRET <<}', '{>>SECRET<<}', '{--SECRET--}'],
  Org: ['#+BEGIN_COMMENT\nSECRET\n\nSECRET\n#+END_COMMENT'],
  AsciiDoc: ['////\nSECRET\n\nSECRET\n////'],
  markdown: [
    '[//]: # SECRET',
    '[//]: # (SECRET (SECRET))',
    '[comment]: # SECRET SECRET',
    '[//]: # (SECRET) SECRET',
  ],
}

describe('the syntax of other programs', () => {
  test('is told by the name of its program, where it stands', async () => {
    const all = Object.entries(syntaxes).flatMap(([program, kinds]) =>
      kinds.flatMap(([what, ...texts]) => texts.map((text) => ({ program, what, text }))),
    )
    const found = await told(all.map(({ text }) => `Words.\n\n${text}`))
    for (const [i, { program, what, text }] of all.entries()) {
      const [first = '', ...others] = found[i]!.problems
      expect(first, text).toContain(` ${what} `.replace(' code ', ' code of '))
      expect(first, text).toMatch(new RegExp(`\\b${program}\\b`))
      expect(first, text).toMatch(/^[34]:\d+ "/)
      expect(others, text).toEqual([])
    }
  })

  test('is left alone in code', async () => {
    const texts = [
      ...Object.values(syntaxes).flatMap((kinds) => kinds.flatMap(([, ...one]) => one)),
      ...Object.values(notes).flat(),
    ]
    const fenced = texts.map((text) => `Words.\n\n\`\`\`\`text\n${text}\n\`\`\`\``)
    const inline = texts
      .filter((text) => !text.includes('\n'))
      .map((text) => `Words \`\`${text}\`\` and words.`)
    for (const { problems } of await told([...fenced, ...inline])) expect(problems).toEqual([])
  })

  test('is not seen in prose that looks alike', async () => {
    const prose = [
      'Stop!!! note this.\n\n!!! What a day\n\n!!! note\n\n??? who knows\n\nWhat??? tip the waiter.',
      'Title\n===\n\nOther\n======\n\na === b and a == b, if (a==b && c==d) or a==b==c',
      '100 %% and 5%% of %%d, %%i in (*) do echo %%i\n\n50%% of it, 20%% of that',
      '[TOC](#a) [toc][] and [TOC][x]\n\n[toc]: https://a.example\n[x]: https://b.example\n\n# A',
      '[//]: # (a note)\n[//]: # "another"\n\n[comment]: <> (a note)\n\n[//]: # (one\nmore)\n\nText.',
      '*[a](https://a.example)*: b\n\n* [x]: y\n\n# A^2\n\n2 ^ 3 and x^2 and ^note and a ^b',
      '> [!NOTE]\n> a\n\n> [!warning]  \n> b\n\n> [!](https://a.example) c',
      'Thanks to [@ada](https://a.example/ada), [@grace], [@babel/core] and @smith2004, a.b@c2004.example',
      '.. and so on\n\n… :: a\n\n#+1 for this\n\n#hashtag and C#+ and #1',
      'a {b} {c: d} f(x){a} \\{% a %} \\{{ b }} {a/*b*/} /{a,*}/ {/foo} {-a-} {+a+} 1 <<< 2 and <<< "here"',
      '/// \n\n//// a\n\n// a comment?\n\n/// <summary>',
      '@[codename] is code\n\nfoo::bar and Foo::Bar[baz]\n\n$x_{i=1}^n$ and \\sqrt[3]{x=1}, f(x){a=1}',
    ]
    for (const [i, { problems }] of (await told(prose)).entries()) {
      expect(
        problems.filter((message) => !message.includes('<summary>')),
        prose[i],
      ).toEqual([])
    }
  })
})

describe('what another program shows to no reader', () => {
  const all = Object.entries(notes).flatMap(([program, texts]) => texts.map((text) => ({ program, text })))

  test('is told as a comment of its program', async () => {
    const found = await told(all.map(({ text }) => `Words.\n\n${text}`))
    for (const [i, { program, text }] of all.entries()) {
      expect(found[i]!.problems[0], text).toMatch(/^[3]:\d+ "/)
      expect(found[i]!.problems[0], text).toContain(`begins a comment of ${program}`)
      expect(found[i]!.problems.slice(1), text).toEqual([])
    }
  })

  test('is never the description, nor a part of it, wherever it stands', async () => {
    const inline = all.filter(({ program, text }) => !text.includes('\n') && program !== 'markdown')
    const texts = [
      ...all.map(({ text }) => `${text}\n\nPublic.`),
      ...all.map(({ text }) => `# Title\n\n![](https://a.example/b.png)\n\n${text}\n\nPublic.`),
      ...inline.map(({ text }) => `${text} Public.`),
      ...inline.map(({ text }) => `Public ${text}.`),
      ...all.map(({ text }) => `<!-- SECRET -->\n\n[//]: # (SECRET)\n\n${text}\n\n${text}\n\nPublic.`),
      ...all.map(({ text }) => `> ${text.replaceAll('\n', '\n> ')}\n\nPublic.`),
      'Public.\n[//]: # (SECRET)\nSECRET\n\nMore.',
    ]
    for (const [i, { description = 'none' }] of (await told(texts)).entries()) {
      expect(description.replace(' .', '.').trim(), texts[i]).toBe('Public.')
    }
  })

  test('ends with the text if it has no end', async () => {
    const open = ['%%\nSECRET', '{% comment %}\nSECRET', '{/* SECRET', '{::comment}\nSECRET', '////\nSECRET']
    for (const { description } of await told(open.map((text) => `Public.\n\n${text}\n\nSECRET`)))
      expect(description).toBe('Public.')
    place.remove()
    for (const { description } of await told(open.map((text) => `${text}\n\nSECRET`)))
      expect(description).toBe('')
  })

  test('is the description where the text tells of it in code', async () => {
    const [first, second] = await told([
      'Write `%%` before and `%%` behind it.',
      'Write `{/* note */}` there.',
    ])
    expect([first!.description, second!.description]).toEqual([
      'Write %% before and %% behind it.',
      'Write {/* note */} there.',
    ])
  })
})
