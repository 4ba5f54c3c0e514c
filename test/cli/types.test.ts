// galley types: the fields of a workspace as a type in TypeScript, from a server.
import { expect, test } from 'vitest'
import { bulkWorkspace } from '../support/bulk.ts'
import { ran } from '../support/command.ts'
import { testServer } from '../support/server.ts'

const here = testServer([
  {
    ...bulkWorkspace('blog', 1, () => ''),
    fields: [
      { name: 'minutes', type: 'number', required: false },
      { name: 'is-new', type: 'boolean', required: true },
      { name: 'level', type: 'select', required: true, options: ['easy', 'it\'s "hard"\\', '\u202e\n'] },
      { name: 'sources', type: 'list', required: false },
      { name: 'kinds', type: 'list', required: true, options: ['a', 'b'] },
      { name: 'since', type: 'date', required: false },
      { name: 'link', type: 'url', required: true },
      {
        name: 'steps',
        type: 'list',
        required: true,
        fields: [
          { name: 'at', type: 'date', required: false },
          { name: 'shots', type: 'list', required: true, of: { type: 'number', required: false } },
        ],
      },
      { name: 'next', type: 'reference', required: true, to: ['posts'] },
    ],
  },
  bulkWorkspace('plain', 1, () => ''),
])
const types = (...argv: string[]) => ran(['types', ...argv])

test('prints what each field may be', async () => {
  expect(await types(`${here.running.url}/v1/blog`)).toEqual({
    code: 0,
    stderr: '',
    stdout: `// Made by galley types.
export type Fields = {
  "minutes": number | null
  "is-new": boolean
  "level": "easy" | "it's \\"hard\\"\\\\" | "\\u202e\\n"
  "sources": (string)[] | null
  "kinds": ("a" | "b")[]
  "since": string | null
  "link": string
  "steps": ({
    "at": string | null
    "shots": (number)[]
  })[]
  "next": { collection: string; id: string; path: string; title: string; url: string | null } | null
}
`,
  })
  const { stdout } = await types(`${here.running.url}/v1/plain/`)
  expect(stdout).toBe('// Made by galley types.\nexport type Fields = {\n}\n')
})

test.each([
  [
    'blog',
    /This is not the address of a workspace\. Write one such as https:\/\/api\.example\.org\/v1\/blog\./,
  ],
  ['https://api.example.org/v1/blog/posts', /not the address of a workspace/],
  ['$url/v1/none', /No workspace has this key/],
  ['http://127.0.0.1:1/v1/blog', /No complete reply: .*(ECONNREFUSED|bad port)/],
])('says what is wrong with %s', async (url, message) => {
  const { code, stdout, stderr } = await types(url.replace('$url', here.running.url))
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(message)
})
