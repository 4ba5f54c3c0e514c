// What others nest ends no import: the post is named, and the others are imported. nested.long.ts tries more kinds, and deeper.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ran } from '../support/command.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-nested-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** What becomes of a post of Ghost between two others. */
async function imported(row: Record<string, string>) {
  const posts = [
    { slug: 'a', html: '<p><b>A</b></p>' },
    { slug: 'nested', ...row },
    { slug: 'z', html: '<p><i>Z</i></p>' },
  ]
  const rows = posts.map((post) => ({ status: 'published', published_at: '2020-01-02 03:04:05', ...post }))
  writeFileSync(join(root, 'ghost.json'), JSON.stringify({ db: [{ data: { posts: rows } }] }))
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

test('text of lexical is read to 64 levels', async () => {
  const lists = (levels: number) =>
    `${'{"type":"list","children":['.repeat(levels)}{"type":"text","text":"Deep."}${']}'.repeat(levels)}`
  expect((await imported({ lexical: `{"root":{"children":[${lists(9_000)}]}}` })).text).not.toContain('Deep.')
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
