// The tables of docs/moving-in.md say what marks a post that readers do not see: each example of front matter is imported,
// and nothing of a draft is in what is published.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { PRIVACY } from '../../import/frontmatter/marks.ts'
import { ran } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'
import { reader } from '../support/reading.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-marks-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const document = readFileSync(new URL('../../docs/moving-in.md', import.meta.url), 'utf8')
const section = document.split('\n## ').find((text) => text.startsWith('What is not public'))!
const sections = new Map(section.split('\n### ').map((text) => [text.split('\n', 1)[0]!, text]))

interface Example {
  front: string
  becomes: 'a draft' | 'scheduled' | 'public'
}

const WORDS = { 'a draft': 'zanzibar', scheduled: 'later', public: 'seen' }

/** The code in a cell; keys behind `true` or `false` have it as their value. */
function marksIn(cell: string): string[] {
  const [, value, keys] = /^`(true|false)` in (.*)$/.exec(cell) ?? []
  const codes = [...(keys ?? cell).matchAll(/`([^`]+)`/g)].map(([, code]) => code!)
  return value === undefined ? codes : codes.map((key) => `${key}: ${value}`)
}

/** Of each row, the front matter in its cells, and what it becomes. */
function examplesIn(text: string): Example[] {
  return [...text.matchAll(/^\| (.*) \| ((?:a draft|scheduled|public)\b.*) \|$/gm)].flatMap(
    ([, cell, becomes]) =>
      marksIn(cell!)
        .filter((mark) => /^[\p{L}_]+: /u.test(mark))
        .map((front) => ({
          front,
          becomes: /^(?:a draft|scheduled|public)/.exec(becomes!)![0] as Example['becomes'],
        })),
  )
}

const programs: Record<string, { folder: string; files: Record<string, string> }> = {
  hugo: { folder: 'content/posts', files: { 'hugo.toml': '' } },
  jekyll: { folder: '_posts', files: { '_config.yml': 'plugins: []' } },
  hexo: { folder: 'source/_posts', files: { 'scaffolds/post.md': '' } },
  eleventy: { folder: 'posts', files: { '.eleventy.js': '' } },
  docusaurus: { folder: 'blog', files: { 'docusaurus.config.js': '' } },
  astro: { folder: 'src/content/blog', files: { 'astro.config.mjs': '' } },
  next: { folder: 'posts', files: { 'next.config.js': '' } },
  nuxt: { folder: 'content/blog', files: { 'nuxt.config.ts': '' } },
  vitepress: { folder: 'posts', files: { '.vitepress/config.js': '' } },
  zola: {
    folder: 'content/blog',
    files: { 'config.toml': 'base_url = "https://example.org"' },
  },
  pelican: { folder: 'content/blog', files: { 'pelicanconf.py': '' } },
  nikola: { folder: 'posts', files: { 'conf.py': "SITE_URL = 'https://example.org'" } },
  obsidian: { folder: 'Notes', files: { '.obsidian/app.json': '{}' } },
  devto: { folder: 'posts', files: {} },
  markdown: { folder: 'posts', files: {} },
}

/** The rows of a program in the table of all. */
function rowsOf(program: string): string {
  const rows = sections.get('Each program')!.split('\n')
  const own = rows.filter((row) => row.toLowerCase().startsWith(`| ${program} |`))
  return own.map((row) => row.slice(`| ${program} `.length)).join('\n')
}

const write = (path: string, text: string) => writeFiles(root, { [path]: text })

test.each(Object.entries(programs))(
  'the marks of %s keep posts from what is published',
  async (name, program) => {
    const examples = [...examplesIn(sections.get('Any program')!), ...examplesIn(rowsOf(name))]
    // In front matter of its own, in maps of the site's own, in other letters and words, and where YAML is broken.
    const cases = examples.flatMap(({ front, becomes }) => [
      { front, becomes },
      ...(becomes === 'a draft' && !/[{[]|^expiry|^unpublishDate/.test(front)
        ? [
            { front: `params:\n  ${front}`, becomes },
            { front: `extra: { ${front} }`, becomes },
            {
              front: front
                .replace(/^\w+/, (key) => key.toUpperCase())
                .replace(/true$/, '"Yes"')
                .replace(/(?<!permalink: )false$/i, 'Off'),
              becomes,
            },
            { front: `"${front.replace(':', '":')}\nbroken: "a "b" c"`, becomes },
          ]
        : []),
    ])
    expect(cases.length).toBeGreaterThan(150)
    for (const [index, { front, becomes }] of cases.entries()) {
      const date = front.startsWith('date:') ? '' : 'date: 2020-01-02\n'
      const word = WORDS[becomes]
      const path = `site/${program.folder}/2020-01-02-${word}-${index}.md`
      write(
        path,
        `---\ntitle: ${word} ${index}\n${date}tags: [${word}-tag]\n${front}\n---\nThe ${word} text ${index}.\n`,
      )
    }
    for (const [path, text] of Object.entries(program.files)) write(`site/${path}`, text)
    const content = join(root, 'content')
    const flags = [join(root, 'site'), '--content', content, '--url', 'https://example.org', '--as', name]
    const report = JSON.parse((await ran(['import', ...flags, '--json'])).stdout)
    const imported = new Map<string, { isDraft: boolean; notes: { message: string }[] }>(
      report.workspaces[0].posts.map((post: { from: string }) => [/-(\d+)\.md$/.exec(post.from)![1], post]),
    )
    const listed = (await ran(['list', '--content', content, '--json'])).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const status = new Map(listed.map((post) => [/-(\d+)\.md$/.exec(post.file)![1], post.status]))
    const fates = { 'a draft': 'draft', scheduled: 'scheduled', public: 'published' }
    const [is, should]: string[][] = [[], []]
    for (const [index, { front, becomes }] of cases.entries()) {
      const post = imported.get(String(index))
      const isTold =
        becomes === 'scheduled' ||
        post?.notes.some(({ message }) =>
          /There it is not shown|It is public until|not public there/.test(message),
        )
      is!.push(`${front}: ${status.get(String(index))}${isTold ? '' : ', untold'}`)
      should!.push(`${front}: ${fates[becomes]}`)
    }
    expect(is).toEqual(should)
    // Drafts come first in the report.
    const drafts = report.workspaces[0].posts.map(({ isDraft }: { isDraft: boolean }) => isDraft)
    expect(drafts).toEqual(drafts.toSorted((a: boolean, b: boolean) => Number(b) - Number(a)))

    const out = join(root, 'dist')
    expect((await ran(['build', '--content', content, '--out', out])).code).toBe(0)
    const seen = cases.filter(({ becomes }) => becomes === 'public').length
    const { ask, close } = reader({ out })
    const texts: string[] = []
    for (const path of [
      'posts?limit=all',
      'posts?query=text',
      'tags',
      'feed.json',
      'redirects',
      'suggest?query=zan',
    ])
      texts.push(await (await ask(`blog/${path}`)).text())
    close()
    expect(JSON.parse(texts[0]!).posts.length).toBe(seen)
    expect(texts.join('\n')).not.toContain('zanzibar')
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(out, path)).isFile(),
    )
    expect(files.filter((path) => readFileSync(join(out, path), 'latin1').includes('zanzibar'))).toEqual([])
  },
)

test('each mark in the code is in the documents', () => {
  const exports = new Set(['ghost', 'wordpress'])
  for (const [name, { marks = [], reported = [] }] of Object.entries(PRIVACY)) {
    if (exports.has(name)) continue
    const text = name === 'any' ? sections.get('Any program')! : rowsOf(name)
    const keys = [...marks, ...reported].flatMap(({ keys }) => keys.split(' '))
    const plain = (key: string) => key.toLowerCase().replace(/[-_ ]/g, '')
    const named = new Set(
      text
        .split('| ')
        .flatMap(marksIn)
        .flatMap((mark) => {
          try {
            return pathsOf(parse(mark)).map(plain)
          } catch {
            return []
          }
        }),
    )
    if (name !== 'marble') expect(keys.filter((key) => !named.has(plain(key)))).toEqual([])
  }
})

function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path]
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, path ? `${path}.${key}` : key))
}
