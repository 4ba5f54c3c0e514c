// What becomes of sites of other programs, down to each file and each line of the report. CONTRIBUTING.md says how to
// write the files in imported/ anew.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { main } from '../../bin/main.ts'
import type { Dialect } from '../../import/source.ts'
import { convert } from '../../import/text/convert.ts'
import { translateFragments } from '../../import/text/fragments.ts'
import { pieces } from '../../import/text/includes.ts'
import { Mask } from '../../import/text/mask.ts'
import { withExpressions } from '../../import/text/mdx.ts'
import { withPartials } from '../../import/text/partials.ts'
import { withVariables } from '../../import/text/variables.ts'
import { writeFiles } from '../support/files.ts'
import { asShown } from './import-as-shown.ts'
import { based } from './import-based.ts'
import { codeFiles } from './import-code-files.ts'
import { details } from './import-details.ts'
import { devto } from './import-devto.ts'
import { edges } from './import-edges.ts'
import { exported, inLines } from './import-exports.ts'
import { folders } from './import-folders.ts'
import { nearMisses } from './import-near-misses.ts'
import { obsidian } from './import-obsidian.ts'
import { settings } from './import-settings.ts'
import { LEGEND, shown } from './import-shown.ts'
import { signs } from './import-signs.ts'
import { type ImportedSite, sites } from './import-sites.ts'
import { tables } from './import-tables.ts'
import { converted } from './import-texts.ts'

const root = mkdtempSync(join(tmpdir(), 'galley-imported-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const content = join(root, 'content')

/** In imported/, one for the sites of each program, and one for those of which nothing was imported. */
const programs = [
  'astro.txt',
  'dev-to.txt',
  'docusaurus.txt',
  'eleventy.txt',
  'ghost.txt',
  'hexo.txt',
  'hugo.txt',
  'jekyll.txt',
  'next-js.txt',
  'nikola.txt',
  'nothing.txt',
  'nuxt.txt',
  'obsidian.txt',
  'pelican.txt',
  'plain-markdown.txt',
  'vitepress.txt',
  'wordpress.txt',
  'zola.txt',
]

async function galley(...argv: string[]): Promise<string> {
  let printed = ''
  const write = (text: string) => (printed += text)
  await main({ argv, env: { BASE_URL: 'https://api.example.org' }, stdout: { write }, stderr: { write } })
  return printed.replaceAll(root, '')
}

async function becomes(name: string, { files, from = '', flags = [] }: ImportedSite): Promise<string> {
  const site = join(root, 'sites', name)
  writeFiles(site, files)
  const paths = flags.map((flag, index) => (flags[index - 1] === '--static' ? join(site, flag) : flag))
  const into = ['--content', content, '--into', name, '--verbose', ...paths]
  const printed = await galley('import', join(site, from), ...into)
  const workspaces = readdirSync(content).filter((one) => one === name || one.startsWith(`${name}-`))
  const written = workspaces.flatMap((workspace) =>
    readdirSync(join(content, workspace), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== '.galley-import.json')
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort(),
  )
  const named = new Map(written.map((path) => [path.slice(content.length + 1), path]))
  const all = shown(printed, named, name, (path) => files[join(from, path)] ?? files[path])
  // Each import looks through all workspaces.
  for (const workspace of workspaces) rmSync(join(content, workspace), { recursive: true })
  return all
}

describe('sites become what is written down', () => {
  const imported = {
    ...sites,
    ...details,
    ...tables,
    ...exported,
    ...settings,
    ...converted,
    ...folders,
    ...nearMisses,
    ...edges,
    ...asShown,
    ...based,
    ...signs,
    ...codeFiles,
    ...devto,
    ...obsidian,
  }
  const expected = new Map<string, string>()
  for (const file of programs) {
    const written = readFileSync(new URL(`imported/${file}`, import.meta.url), 'utf8')
    const parts = written.split(/^(?==== )/m).slice(1)
    for (const part of parts) expected.set(`${file} ${/^=== (.*)/.exec(part)?.[1]}`, part)
  }
  const became = new Map<string, string>()
  const isUpdate = process.env.TEST_UPDATES === 'true'

  test.each(Object.entries(imported))('%s', async (name, site) => {
    const part = `=== ${name}\n${await becomes(name, site)}\n`
    const place = `${fileOf(part)} ${name}`
    became.set(place, part)
    if (!isUpdate) expect(part).toBe(expected.get(place))
  })

  test('and these are all that is written down', async () => {
    for (const file of isUpdate ? programs : []) {
      const parts = Array.from(became).filter(([place]) => place.startsWith(`${file} `))
      const all = `${LEGEND}${parts.map(([, part]) => part).join('')}`
      await expect(all).toMatchFileSnapshot(`imported/${file}`)
    }
    if (!isUpdate) expect(Array.from(expected.keys()).sort()).toEqual(Array.from(became.keys()).sort())
  })
})

/** By the program that the first workspace came from, as the last line of its report says. */
function fileOf(part: string): string {
  const program = /: \d+ post.*? of ([A-Z.][\w. ]+?|dev\.to|plain markdown),/.exec(part)?.[1] ?? 'nothing'
  const file = `${program.toLowerCase().replaceAll(/\W/g, '-')}.txt`
  expect(programs).toContain(file)
  return file
}

test('white space between the elements of an export makes no difference', async () => {
  const [name, lines] = ['exports-wordpress-joined', 'exports-wordpress-spaced']
  const export_ = exported['exports-wordpress']!
  const joined = await becomes(name, export_)
  expect(joined.length).toBeGreaterThan(5_000)
  expect((await becomes(lines, inLines(export_))).replaceAll(lines, name)).toBe(joined)
})

test('of the sites in a repository, the usual folders come first, then the others by name', async () => {
  const order = ['website', 'site', 'docs', 'blog', 'www', 'web', 'aaa', 'zzz']
  const found: (string | undefined)[] = []
  for (const [index] of order.entries()) {
    // The last is made first: names come in another order than files were made in.
    const folders = order.slice(index).reverse()
    const files = Object.fromEntries(
      folders.flatMap((folder) => [
        [`${folder}/config.toml`, "baseURL = 'https://example.org'\n"],
        [`${folder}/content/posts/of-${folder}.md`, '---\ntitle: A\ndate: 2020-01-02\n---\nText.\n'],
      ]),
    )
    const printed = await becomes(`places-${index}`, { files })
    found.push(/^posts\/of-(\w+)\.md/m.exec(printed)?.[1])
  }
  expect(found).toEqual(order)
})

/** How often regular expressions with `part` in them are tried meanwhile. */
function triesOf(part: string, work: () => void): number {
  const { exec } = RegExp.prototype
  let tries = 0
  RegExp.prototype.exec = function (text) {
    if (this.source.includes(part)) tries++
    return exec.call(this, text)
  }
  try {
    work()
  } finally {
    RegExp.prototype.exec = exec
  }
  return tries
}

test.each<[text: string, end: string, most: number, dialect: Dialect]>([
  ['{% raw %}', 'endraw', 1, 'liquid'],
  ['<!--', '-->', 10, 'none'],
  ['<style>', '<\\/style', 1, 'none'],
  ['\n```a\n', '`{3,}[ \\t]*$', 500, 'none'],
])('the end of %j that is missing once is not looked for again', (text, end, most, dialect) => {
  const options = {
    toMarkdown: undefined,
    page: {},
    site: {},
    rewrite: () => undefined,
    linkTo: () => undefined,
  }
  const source = text.repeat(100)
  const convertIt = () => convert(source, { ...options, text: 'markdown', ownHost: undefined, dialect })
  const tries = triesOf(end, convertIt)
  expect(tries).toBeGreaterThan(0)
  expect(tries).toBeLessThanOrEqual(most)
})

test('the headings of a post that others lead to are read once', () => {
  const links = Array.from({ length: 9 }, (_, i): [string, string] => [
    `posts/${i}.md`,
    '[a](to.md#A_heading)',
  ])
  const texts = new Map([...links, ['posts/to.md', '## A heading']])
  expect(triesOf('<h[1-6]', () => translateFragments(texts))).toBe(2)
  expect(texts.get('posts/8.md')).toBe('[a](to.md#a-heading)')
})

test('pieces of text, and values, add a million characters to a post at most', () => {
  const million = 1_000_000
  const expand = () =>
    pieces((name) => (name === 'twice' ? '{{ include.a }}{{ include.a }}' : 'x'.repeat(Number(name))))
  const [all, more, twice] = [expand(), expand(), expand()]
  expect(all(`{% include ${million - 1} %}`)).toHaveLength(million - 1)
  expect([all('{% include 1 %}'), all('{% include 1 %}')]).toEqual(['x', undefined])
  expect(more(`{% include ${million + 1} %}`)).toBeUndefined()
  expect(twice(`{% include twice a="${'x'.repeat(1_900)}" %}`)).toHaveLength(3_800)
  expect(twice(`{% include ${million - 3_830} %}`)).toHaveLength(million - 3_830)
  expect(twice('{% include 1 %}')).toBeUndefined()
  const shown = (length: number) =>
    withPartials("import A from './a.mdx'\n\n<A />\n\n<A />\n", 'b.mdx', () => 'x'.repeat(length))
  expect([million / 2, million / 2 + 1].map((length) => shown(length).includes('<A />'))).toEqual([
    false,
    true,
  ])
  const told: string[] = []
  const tell = (source: string) => told.push(source)
  const named = (length: number, text: string) => {
    const assigned = new Map([['a', 'x'.repeat(length)]])
    return withVariables(text, { site: {}, page: {}, assigned }, tell)
  }
  expect(named(million / 2 + 5, '{{a}}{{a}}')).toBe('x'.repeat(million + 10))
  expect(named(million / 2 + 6, '{{a}}{{a}}{{ "b" }}')).toBe(`${'x'.repeat(million / 2 + 6)}{{a}}b`)
  const ofPage = (length: number) =>
    withExpressions('{a}{a}', () => 'x'.repeat(length), { mask: new Mask(), onLeft: tell }).length
  expect([million / 2, million / 2 + 1].map(ofPage)).toEqual([million, million / 2 + 4])
  expect(told).toEqual(['{{a}}', '{a}'])
})

test('a configuration is looked through once, however many expressions name its keys', () => {
  const scope = { site: { deep: { a: 'A', b: 'B' } }, page: {}, assigned: new Map() }
  const entries = vi.spyOn(Object, 'entries')
  try {
    expect(withVariables('{{site.deep.a}}{{ site.deep.b }}'.repeat(100), scope, () => {})).toBe(
      'AB'.repeat(100),
    )
    expect(entries).toHaveBeenCalledTimes(2)
  } finally {
    entries.mockRestore()
  }
})
