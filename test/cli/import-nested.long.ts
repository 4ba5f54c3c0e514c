// Nested texts of others end no import: the post is named, and the others are imported. nested.long.ts tries more kinds, and deeper.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ran } from '../support/command.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-nested-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** JSON.stringify is recursive. */
function jsonOf(value: unknown): string {
  const deep = JSON.stringify(value, (_, inner) =>
    Array.isArray(inner) && Array.isArray(inner[0]) ? 'DEEP' : inner,
  )
  return deep.replaceAll('"DEEP"', `${many('[')}${many(']')}`)
}

/** Imports a post of Ghost between two others. */
async function imported(row: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const posts = [
    { slug: 'a', html: '<p><b>A</b></p>' },
    { slug: 'nested', ...row },
    { slug: 'z', html: '<p><i>Z</i></p>' },
  ]
  const rows = posts.map((post) => ({ status: 'published', published_at: '2020-01-02 03:04:05', ...post }))
  writeFileSync(join(root, 'ghost.json'), jsonOf({ db: [{ data: { ...more, posts: [...rows, null] } }] }))
  const content = join(root, 'content')
  const { code, stdout, stderr } = await ran([
    'import',
    join(root, 'ghost.json'),
    '--content',
    content,
    '--json',
  ])
  expect(stderr).not.toContain('Error:')
  expect(code).toBe(0)
  const textOf = (slug: string) => readFileSync(join(content, `blog/posts/${slug}.md`), 'utf8')
  expect(textOf('a')).toContain('\n**A**\n')
  expect(textOf('z')).toContain('\n*Z*\n')
  const { workspaces, errors } = JSON.parse(stdout)
  const { notes } = workspaces[0].posts.find(({ file }: { file: string }) => file === 'posts/nested.md')
  return {
    text: textOf('nested'),
    notes: notes as { message: string }[],
    errors: errors as { from: string }[],
  }
}

const many = (text: string) => text.repeat(9_000)

// 72 KB each: elements that end nowhere, by themselves, and whose ends are those of others.
test.each(['<div>', '<td><p>', '<div></b>', '<ul><li>', '<section></b>', '<span></i>'])(
  'elements that begin with many %s stay as they are',
  async (unit) => {
    const { text } = await imported({ html: `${many(unit)}Deep.` })
    expect(text).toContain(`${many(unit)}Deep.`)
  },
)

test('elements are read to 300 levels', async () => {
  const nested = (levels: number) => ({
    html: `${'<blockquote>'.repeat(levels)}<b>Deep.</b>${'</blockquote>'.repeat(levels)}`,
  })
  expect((await imported(nested(299))).text).toContain(`\n${'> '.repeat(299)}**Deep.**\n`)
  rmSync(join(root, 'content'), { recursive: true })
  expect((await imported(nested(300))).text).toContain('<b>Deep.</b>')
})

test.each([9_000, 66])('text of lexical in %s levels is left out, which is said', async (levels) => {
  const lists = '{"type":"list","children":['.repeat(levels)
  const lexical = `{"root":{"children":[${lists}{"type":"text","text":"Deep."}${']}'.repeat(levels)}]}}`
  const { text, notes } = await imported({ lexical })
  expect(text).not.toContain('Deep.')
  expect(notes.map(({ message }) => message)).toContain(
    'What is in more than 64 levels of lists, quotations and the like is not in its text.',
  )
})

test('values that are no text are none of a post', async () => {
  const deep = [[]]
  const row = { slug: 'nested', id: deep, title: deep, status: deep, visibility: deep, html: '<p>Text.</p>' }
  const tags = [
    { post_id: 'a', tag_id: 1, sort_order: deep },
    { post_id: 'a', tag_id: 2, sort_order: deep },
    null,
  ]
  const { text } = await imported(row, {
    posts_tags: tags,
    tags: [null, { id: 1, name: deep }],
    users: [null],
  })
  expect(text).toContain('\nstatus: draft\n')
  expect(text).toContain('\nText.\n')
})

test.each([
  ['lexical with nothing among its nodes', { lexical: '{"root":{"children":[null]}}' }],
  ['lexical without a list of nodes', { lexical: '{"root":{"children":{"a":1}}}' }],
  ['lexical without an end', { lexical: many('[') }],
  ['mobiledoc with markers in markers', { mobiledoc: `{"sections":[[1,"p",${many('[')}${many(']')}]]}` }],
  ['mobiledoc with nothing among its sections', { mobiledoc: '{"sections":[null]}' }],
])('%s has no text, which is said', async (_, row) => {
  const { text, notes } = await imported(row)
  expect(text).toMatch(/---\n\s*$/)
  expect(notes.map(({ message }) => message)).toContain(
    'The export has no HTML of its text, and what its editor wrote could not be read.',
  )
})

test('a text that no build has the memory for is code in a draft, which is said', async () => {
  const html = '<p>a'.repeat(1_000_000)
  const { text, notes, errors } = await imported({ html })
  expect(text).toContain(`\nstatus: draft\n`)
  expect(text).toContain(`\n---\n\`\`\`html\n${html}\n\`\`\`\n`)
  expect(notes).toContainEqual({
    kind: 'draft',
    message:
      'Its text is code in a draft, since it is nested too deeply, or takes too long or too much memory to convert',
  })
  // A build has no memory for so much code either.
  expect(errors.map(({ from }) => from)).toEqual(['nested.html'])
})

test('front matter whose brackets are nested, or of more than 256 KB, is read line by line, which is said', async () => {
  const posts = { nested: `${many('[')}${many(']')}`, large: '['.repeat(300_000), fine: '1' }
  const folder = join(root, 'site/_posts')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(root, 'site/_config.yml'), 'title: T\n')
  for (const [name, value] of Object.entries(posts))
    writeFileSync(join(folder, `2020-01-02-${name}.md`), `---\ntitle: "${name}"\nx: ${value}\n---\nText.\n`)
  const flags = ['--content', join(root, 'content'), '--url', 'https://example.org', '--json']
  const { code, stdout } = await ran(['import', join(root, 'site'), ...flags])
  expect(code).toBe(0)
  const told = JSON.parse(stdout).workspaces[0].posts.flatMap(
    ({ file, notes }: { file: string; notes: { message: string }[] }) =>
      notes.some(({ message }) => message.includes('read line by line')) ? [file] : [],
  )
  expect(told.sort()).toEqual(['posts/2020-01-02-large.md', 'posts/2020-01-02-nested.md'])
})
