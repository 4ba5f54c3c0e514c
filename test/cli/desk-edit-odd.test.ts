// Values of another type than the desk takes are refused, and change nothing.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Editing, editing } from '../support/editing.ts'
import { postFile } from '../support/workspace.ts'

let here: Editing
beforeAll(async () => {
  here = await editing({ 'blog/posts/a.md': postFile({ title: 'A' }) })
  await here.build()
})
afterAll(() => here.close())

/** Values as JSON. */
const odd: [what: string, json: string][] = [
  ['an object that cannot become text', '{"toString":1,"valueOf":1}'],
  ['30,000 nested arrays', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['a list of objects that cannot become text', '[{"toString":1}]'],
  ['an object with the name of prototypes', '{"__proto__":{"toString":1}}'],
  ['a name of prototypes', '"__proto__"'],
  ['a control character', '"a\\u0000b"'],
  ['a number', '5'],
  ['null', 'null'],
]
const good: Record<string, Record<string, unknown>> = {
  preview: { workspace: 'blog', file: 'posts/a.md', text: 'x' },
  'front-matter': { workspace: 'blog', file: 'posts/a.md', text: 'x', changes: {} },
  source: { workspace: 'blog', file: 'posts/a.md', edits: [{ from: 0, to: 0, text: '' }] },
  posts: { workspace: 'nowhere', title: 'x', fields: {}, authors: ['a'], category: 'a', tags: ['a'] },
  rename: { workspace: 'blog', file: 'posts/a.md', slug: 'b' },
  delete: { workspace: 'blog', file: 'posts/a.md' },
  media: { workspace: 'blog', file: 'posts/a.md', name: 'a.png', data: '' },
}

function files(): string[] {
  const names = readdirSync(here.place.dir, { recursive: true }).map(String).sort()
  return names.map((name) => (/\.md$/.test(name) ? name + readFileSync(join(here.place.dir, name)) : name))
}

test.each(odd)('%s changes nothing and is no fault of ours, wherever it is', async (_, json) => {
  const before = files()
  for (const [route, body] of Object.entries(good)) {
    const method = route === 'source' ? 'PUT' : 'POST'
    const wholes = Object.keys(body).map((field) => {
      const others = JSON.stringify({ ...body, [field]: undefined })
      return `${others.slice(0, -1)},"${field}":${json}}`
    })
    for (const whole of [json, ...wholes]) {
      const { status, text } = await here.ask(method, `edit/${route}`, whole, { 'if-match': '"x"' })
      expect([route, whole.slice(0, 200), status >= 500 && text]).toEqual([route, whole.slice(0, 200), false])
    }
  }
  expect(files()).toEqual(before)
})

test.each(odd)('%s of an agent is a mistake of its own', async (_, json) => {
  for (const [name, argument] of [
    ['check', 'after'],
    ['preview', 'id'],
  ]) {
    // The build that was seen may be any text, and may be left out.
    if (name === 'check' && /^["n]/.test(json)) continue
    const params = `{"name":"${name}","arguments":{"${argument}":${json}}}`
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
    const answer = await here.ask('POST', 'mcp', message, { origin: undefined, 'sec-fetch-site': undefined })
    expect([name, answer.status, answer.json.result?.isError]).toEqual([name, 200, true])
  }
})
