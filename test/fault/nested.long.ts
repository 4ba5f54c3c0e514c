// Texts of every kind that others write, nested a thousand to a hundred thousand times: no import, check or build ends with a stack
// trace, each error names its file, and the other files are read.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'
import { type Files, postFile } from '../support/workspace.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-nested-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

type Pairs = Record<string, [open: string, close: string]>

const html: Pairs = {
  ...{
    div: ['<div>', '</div>'],
    open: ['<div>', ''],
    strong: ['<b>', '</b>'],
    link: ['<a href="/x">', '</a>'],
  },
  ...{ list: ['<ul><li>', '</li></ul>'], quote: ['<blockquote>', '</blockquote>'], cell: ['<td><p>', ''] },
  ...{
    table: ['<table><tr><td>', '</td></tr></table>'],
    other: ['<section></b>', ''],
    svg: ['<svg><g>', '</g></svg>'],
  },
  ...{
    own: ['<x-y>', '</x-y>'],
    details: ['<details><summary>', '</summary></details>'],
    comment: ['<!--', '-->'],
  },
}

const markdown: Pairs = {
  ...{
    quotes: ['> ', ''],
    items: ['- ', ''],
    numbers: ['1. ', ''],
    notes: ['[^1]: ', ''],
    alerts: ['> [!NOTE]\n> ', ''],
  },
  ...{ emphasis: ['*a ', ' a*'], both: ['**_a ', ' a_**'], struck: ['~~a ', ' a~~'], links: ['[', '](x)'] },
  ...{ images: ['[![', '](x)](y)'], brackets: ['[', ']'], braces: ['{', '}'], elements: ['<div>', '</div>'] },
  ...{ phrases: ['a <b>', '</b>'], formulas: ['$\\frac{', '}$'] },
}

const tags: Pairs = {
  ...{
    shortcodes: ['{{< a >}}', '{{< /a >}}'],
    pairs: ['{{% a %}}\n', '{{% /a %}}\n'],
    if: ['{% if a %}', '{% endif %}'],
  },
  ...{
    for: ['{% for a in b %}', '{% endfor %}'],
    raw: ['{% raw %}', '{% endraw %}'],
    tabs: ['<Tabs>\n', '</Tabs>\n'],
  },
  ...{
    braces: ['<A b={', '}/>'],
    containers: [':::a\n', ':::\n'],
    attributes: ['[a]{.b ', '}'],
    call: ['{{ a(', ') }}'],
  },
}

const data: Pairs = {
  lists: ['[', ']'],
  maps: ['{a: ', '}'],
  items: ['- ', ''],
  questions: ['? ', ''],
  tags: ['!a ', ''],
}
const json: Pairs = { arrays: ['[', ']'], objects: ['{"a":', '}'] }
const toml: Pairs = { arrays: ['[', ']'], tables: ['{a=', '}'] }

const nested = (pairs: Pairs, depth: number, inner = 'x') =>
  Object.entries(pairs).map(([name, [open, close]]): [string, string] => [
    `nested-${name}`,
    open.repeat(depth) + inner + close.repeat(depth),
  ])

const write = (files: Files) => writeFiles(root, files)

const post = (text: string, front = '') => `---\ntitle: T\ndate: 2020-01-02\n${front}---\n${text}\n`
/** Begins and ends all sources. */
const FINE: [string, string][] = ['a-fine', 'z-fine'].map((name) => [name, '<p>Fine.</p>'])
const between = (posts: [string, string][]) => [FINE[0]!, ...posts, FINE[1]!]

const sources: Record<string, (depth: number) => Files> = {
  ghost: (depth) => {
    const lexical = nested(
      { lexical: ['{"type":"list","children":[', ']}'] },
      depth,
      '{"type":"text","text":"x"}',
    )
    const rows = [
      ...between(nested(html, depth)).map(([slug, text]) => ({ slug, html: text })),
      ...lexical.map(([slug, node]) => ({ slug, lexical: `{"root":{"children":[${node}]}}` })),
    ]
    return {
      source: JSON.stringify({
        db: [{ data: { posts: rows.map((row) => ({ status: 'published', ...row })) } }],
      }),
    }
  },
  wordpress: (depth) => {
    const items = between([
      ...nested(html, depth),
      ...nested({ caption: ['[caption]', '[/caption]'], block: ['<!-- wp:a -->', '<!-- /wp:a -->'] }, depth),
    ])
    const xml = items.map(
      ([name, text]) =>
        `<item><title>${name}</title><wp:post_name>${name}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><content:encoded><![CDATA[${text}]]></content:encoded></item>`,
    )
    const deep = `<x>${'<x>'.repeat(depth)}${'</x>'.repeat(depth)}</x>`
    return {
      source: `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${deep}${xml.join('')}</channel></rss>`,
    }
  },
  hashnode: (depth) => ({
    source: `{"posts":[${between(nested(markdown, depth))
      .map(([slug, text]) => JSON.stringify({ slug, title: slug, contentMarkdown: text }))
      .join()},{"slug":"nested-json","title":"T","contentMarkdown":"x","tags":${nested(json, depth, '1')[0]![1]}}]}`,
  }),
  jekyll: (depth) => ({
    'source/_config.yml': `title: T\nx: ${nested(data, depth)[0]![1]}\n`,
    'source/_data/authors.yml': `${nested(data, depth)[1]![1]}\n`,
    ...Object.fromEntries(
      [
        ...between([...nested(markdown, depth), ...nested(tags, depth)]).map(([name, text]) => [
          name,
          post(text),
        ]),
        ...nested(data, depth).map(([name, text]) => [`${name}-yaml`, post('x', `x: ${text}\n`)]),
      ].map(([name, text]) => [`source/_posts/2020-01-02-${name}.md`, text!]),
    ),
  }),
  hugo: (depth) => ({
    'source/hugo.toml': 'title = "T"\n',
    ...Object.fromEntries(
      [
        ...between([...nested(markdown, depth), ...nested(tags, depth)]).map(([name, text]) => [
          name,
          post(text),
        ]),
        ...nested(toml, depth, '1').map(([name, text]) => [
          `${name}-toml`,
          `+++\ntitle = "T"\nx = ${text}\n+++\nx\n`,
        ]),
        ...nested(json, depth, '1').map(([name, text]) => [
          `${name}-json`,
          `{"title":"T",\n"x":${text}\n}\n\nx\n`,
        ]),
      ].map(([name, text]) => [`source/content/posts/${name}.md`, text!]),
    ),
    [`source/content/posts/${'f/'.repeat(Math.min(depth, 1_000))}nested.md`]: post('x'),
  }),
  docusaurus: (depth) => ({
    'source/docusaurus.config.js': `module.exports = { title: ${nested(json, depth, '1')[0]![1]} }\n`,
    ...Object.fromEntries(
      between([...nested(markdown, depth), ...nested(tags, depth)]).map(([name, text]) => [
        `source/blog/2020-01-02-${name}.mdx`,
        post(text),
      ]),
    ),
  }),
}

/** Deeper texts take minutes, so they wait for the night. */
const depths = { near: [1_000], deep: [10_000, 100_000] }

describe.each(Object.keys(sources))('nested texts of %s', (source) => {
  const name = 'are imported among others, %s levels deep'
  const imported = async (depth: number) => {
    write(sources[source]!(depth))
    const content = join(root, 'content')
    const flags = ['--content', content, '--url', 'https://example.org', '--json']
    const { code, stdout, stderr } = await ran(['import', join(root, 'source'), ...flags])
    expect(stderr).not.toContain('Error:')
    expect(code).toBe(0)
    const { workspaces, errors } = JSON.parse(stdout)
    const posts: { file: string }[] = workspaces[0].posts
    const fine = posts.filter(({ file }) => file.includes('fine'))
    expect(fine).toHaveLength(2)
    for (const { file } of fine) expect(readFileSync(join(content, 'blog', file), 'utf8')).toContain('Fine.')
    for (const { place } of errors) expect(place).toContain('nested-')
  }
  test.each(depths.near)(name, imported)
  // The deepest texts take each post to the limits of a build: one source of HTML is enough.
  test.each(source === 'ghost' ? depths.deep : depths.deep.slice(0, 1))(name, { tags: 'nightly' }, imported)
})

async function checkedAndBuilt(depth: number): Promise<void> {
  const posts = [
    ...nested({ ...html, ...markdown, ...tags }, depth).map(([name, text]) => [
      `text-${name}`,
      postFile({}, `${text}\n`),
    ]),
    ...nested(data, depth).map(([name, text]) => [`yaml-${name}`, postFile({ fields: `{ x: ${text} }` })]),
    ...nested(toml, depth, '1').map(([name, text]) => [
      `toml-${name}`,
      `+++\ntitle = "T"\nx = ${text}\n+++\nx\n`,
    ]),
    ...nested(json, depth, '1').map(([name, text]) => [
      `json-${name}`,
      `{"title":"T",\n"x":${text}\n}\n\nx\n`,
    ]),
  ]
  write({
    ...Object.fromEntries(posts.map(([name, text]) => [`content/blog/posts/${name}.md`, text!])),
    'content/blog/posts/a.md': postFile({ titel: 'x' }),
    'content/blog/posts/z.md': postFile({ titel: 'x' }),
    'content/nested-settings/workspace.yml': `fields: ${nested(data, depth)[1]![1]}\n`,
    'content/nested-settings/posts/a.md': postFile(),
    [`content/nested-folders/posts/${'f/'.repeat(Math.min(depth, 1_000))}a.md`]: postFile(),
  })
  const flags = ['--content', join(root, 'content'), '--json']
  for (const command of [['check'], ['build', '--out', join(root, 'dist')]]) {
    const { code, stdout, stderr } = await ran([...command, ...flags])
    expect(stderr).not.toContain('Error:')
    expect(code).toBe(1)
    // A check prints them one by one, a build all at once.
    const printed = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const problems: { file: string; code: string; severity: string }[] = printed.flatMap(
      (one) => one.problems ?? one,
    )
    const unknown = problems.filter(({ code }) => code === 'unknown-key').map(({ file }) => file.slice(-4))
    expect(unknown).toEqual(['a.md', 'z.md'])
    const errors = problems.filter(({ severity }) => severity === 'error')
    for (const { file } of errors) expect(file).toContain('nested-')
    const named = errors.map(({ file }) => file)
    for (const name of ['yaml-nested-lists.md', 'nested-settings/workspace.yml'])
      expect(named).toContainEqual(expect.stringContaining(name))
  }
}

const nestedContent = 'nested content is checked and built among others, %s levels deep'
test.each(depths.near)(nestedContent, checkedAndBuilt)
test.each(depths.deep)(nestedContent, { tags: 'nightly' }, checkedAndBuilt)
