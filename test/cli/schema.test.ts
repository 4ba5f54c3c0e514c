// galley schema: editors accept what galley accepts, and refuse what it refuses as far as they can know.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { check } from '../../build/index.ts'
import { authorSchema, labelSchema, postSchema } from '../../build/schema/schemas.ts'
import { settingsSchema } from '../../build/workspace/settings.ts'
import { ran } from '../support/command.ts'
import { postFile, workspace } from '../support/workspace.ts'

const dir = mkdtempSync(join(tmpdir(), 'galley-schema-'))
let printed = ''
const run = (...argv: string[]) => ran(['schema', ...argv])
beforeAll(async () => {
  const { stdout, ...others } = await run('--out', dir)
  expect(others).toEqual({ code: 0, stderr: '' })
  printed = stdout
})
afterAll(() => rmSync(dir, { recursive: true }))

const files = {
  post: 'posts/b.md',
  workspace: 'workspace.yml',
  author: 'authors/ada.yml',
  categories: 'categories.yml',
  tags: 'tags.yml',
  series: 'series.yml',
} as const
type File = keyof typeof files

const schemaOf = (file: File) => JSON.parse(readFileSync(join(dir, `${file}.schema.json`), 'utf8'))
const ajv = new Ajv({ allowUnionTypes: true })
const accepts = (file: File, yaml: string) => ajv.validate(schemaOf(file), parse(yaml) ?? {})

test('writes a file for each kind, and prints their paths', async () => {
  expect(readdirSync(dir).sort()).toEqual(
    Object.keys(files)
      .map((file) => `${file}.schema.json`)
      .sort(),
  )
  expect(printed.trim().split('\n')).toHaveLength(6)
  const { stdout } = await run('--json')
  expect(JSON.parse(stdout)['tags.schema.json']).toEqual(schemaOf('tags'))
})

test('an editor shows what they are for', () => {
  const titles = (['post', 'workspace', 'author', 'categories', 'tags'] as const).map(
    (file) => schemaOf(file).title,
  )
  expect(titles).toEqual([
    'front matter of Galley',
    'workspace.yml of Galley',
    'an author of Galley',
    'categories.yml of Galley',
    'tags.yml of Galley',
  ])
})

test('they have all keys', () => {
  expect(Object.keys(schemaOf('post').properties)).toEqual(
    Object.keys(postSchema({ fields: [], slugs: 'strict' }).shape),
  )
  expect(Object.keys(schemaOf('workspace').properties)).toEqual(Object.keys(settingsSchema.shape))
  expect(Object.keys(schemaOf('author').properties)).toEqual(Object.keys(authorSchema.shape))
  const entry = schemaOf('categories').additionalProperties
  expect(Object.keys(entry.properties)).toEqual(Object.keys(labelSchema.shape))
})

const right: [File, string][] = [
  [
    'post',
    'title: A\npublishedAt: 2026-01-01\ncategory: a\nauthors: [ada]\ntags: web\naliases: [old-b, /old/c]\n',
  ],
  ['post', 'title: 2026\nstatus: draft\nauthors: ada\ncategory: a\nfeatured: true\ndescription:\n'],
  [
    'workspace',
    'name: 2026\nurl: https://example.org/{slug}\nkeys: [a, 1]\nlanguage:\nhtml: trusted\nslugs: relaxed\n',
  ],
  [
    'workspace',
    'defaults: { authors: [ada], category: news, coverImage: }\nsearchIndex: { text: 200 }\nhtml:\n',
  ],
  [
    'workspace',
    'fields:\n  level: { type: select, options: [easy, 2], required: true }\n  when: { type: date }\nsearchIndex: false\n',
  ],
  ['workspace', 'embeds: [www.youtube-nocookie.com]\nsearchIndex:\n'],
  ['workspace', 'images: { widths: [480, 960], url: "/{width}{path}" }\n'],
  ['workspace', 'images: { widths: 480, url: "/{width}{path}", sizes: 45rem }\n'],
  ['workspace', ''],
  [
    'workspace',
    'url: ""\nkeys: ""\nlanguage: ""\nhtml: ""\nmath: ""\ndefaults: ""\nfields: ""\nsearchIndex: ""\n',
  ],
  ['workspace', 'keys: a1\nembeds: www.youtube-nocookie.com\ndefaults: { authors: ada }\n'],
  ['workspace', 'fields: { level: { type: list, options: easy, required: "" } }\n'],
  ['author', 'name: Ada\nbio:\nsocials: [{ platform: github, url: https://github.com/ada }]\nid: 1\n'],
  ['categories', 'news: { name: News, description: true }\n2026: { name: 2026 }\n'],
  ['tags', ''],
]

const wrong: [File, string][] = [
  ['post', 'publishedAt: 2026-01-01\ncategory: a\nauthors: [ada]\n'],
  ['post', 'title: A\npublishedAt: 2026-01-01\ncategory: a\nauthors: [ada]\nstatus: hidden\n'],
  ['post', 'title: A\npublishedAt: 2026-01-01\ncategory: [a]\nauthors: [ada]\n'],
  ['post', 'title: A\npublishedAt: 2026-01-01\ncategory: a\nauthors: [ada]\nauthor: ada\n'],
  ['workspace', 'nmae: x\n'],
  ['workspace', 'html: unsafe\n'],
  ['workspace', 'keys: []\n'],
  ['workspace', 'embeds: a.org, b.org\n'],
  ['workspace', 'fields: { a: { type: text } }\n'],
  ['workspace', 'fields: { a: { options: [x] } }\n'],
  ['workspace', 'fields: { a: { type: list, required: maybe } }\n'],
  ['workspace', 'searchIndex: { text: 100001 }\n'],
  ['workspace', 'searchIndex: { txt: 1 }\n'],
  ['workspace', 'images: { widths: [4097], url: "/{width}{path}" }\n'],
  ['workspace', 'images: { widths: [480] }\n'],
  ['workspace', 'images: { widths: [480], url: "/{width}{path}", size: 45rem }\n'],
  ['workspace', 'defaults: [ada]\n'],
  ['author', 'bio: x\n'],
  ['author', 'name: [Ada]\n'],
  ['author', 'name: Ada\nsocials: [https://x.com/ada]\n'],
  ['categories', 'news: { description: x }\n'],
  ['tags', 'web: Web\n'],
  ['tags', '[web]\n'],
]

describe('an editor agrees with galley check', () => {
  test('on what is right and what is wrong', { tags: 'nightly' }, async () => {
    const cases = [
      ...right.map((one) => [...one, true] as const),
      ...wrong.map((one) => [...one, false] as const),
    ]
    const content = cases.map(([file, yaml], i) => [
      `w${i}/${files[file]}`,
      file === 'post' ? `---\n${yaml}---\nText.\n` : yaml,
    ])
    const posts = cases.map((_, i) => [`w${i}/posts/a.md`, postFile()])
    const place = await workspace(Object.fromEntries([...content, ...posts]))
    const { problems } = await check({ content: place.dir, env: {} })
    place.remove()
    for (const [i, [file, yaml, isRight]] of cases.entries()) {
      const isSound = !problems.some(
        (one) =>
          one.severity === 'error' &&
          one.file === `${place.dir}/w${i}/${files[file]}` &&
          !/^unknown-(author|category)/.test(one.code),
      )
      expect([yaml, accepts(file, yaml), isSound]).toEqual([yaml, isRight, isRight])
    }
  })
})

test('a workspace with fields of its own has a schema of its front matter', async () => {
  const fields =
    'fields:\n  level: { type: select, options: [easy, hard], required: true }\n  parts: { type: number }\n'
  const place = await workspace({ 'blog/workspace.yml': fields, 'news/posts/a.md': postFile() })
  const { stdout } = await run('--json', '--content', place.dir)
  place.remove()
  const { 'post.blog.schema.json': schema, ...others } = JSON.parse(stdout)
  expect(Object.keys(others)).toEqual(Object.keys(files).map((file) => `${file}.schema.json`))
  const front = { title: 'A', publishedAt: '2026-01-01', category: 'a', authors: ['ada'] }
  expect(ajv.validate(schema, { ...front, fields: { level: 'easy', parts: 3 } })).toBe(true)
  for (const wrong of [{ level: 'none' }, { level: 'easy', part: 3 }, { parts: 3 }]) {
    expect([wrong, ajv.validate(schema, { ...front, fields: wrong })]).toEqual([wrong, false])
  }
})

test('the schema of front matter has fields of every type, at any depth', async () => {
  const place = await workspace({
    'blog/workspace.yml': `fields:
  talk: { type: reference, to: posts }
  guests: { type: list, of: { type: reference, to: [authors, posts] } }
  hero: { type: image, alt: required }
  audio: file
  venue: { type: object, fields: { city: { type: string, required: true }, size: number } }
  steps: { type: list, fields: { title: { type: string, required: true }, pictures: { type: list, of: image } } }
`,
  })
  const { stdout } = await run('--json', '--content', place.dir)
  place.remove()
  const { 'post.blog.schema.json': schema } = JSON.parse(stdout)
  const accepted = (yaml: string) =>
    ajv.validate(schema, parse(`title: A\npublishedAt: 2026-01-01\ncategory: a\nauthors: ada\n${yaml}`))
  for (const right of [
    'talk: on-tables\nguests: [ada, on-tables.md]\naudio: talk.mp3\nhero: { file: a.png, alt: A quay }\n',
    'hero: a.png\nvenue: { city: Genoa, size: 300 }\nsteps: [{ title: One, pictures: [a.png, { file: b.png }] }]\n',
    'fields: { guests: ada, venue: { city: 1 }, steps: [] }\nhero:\n',
  ])
    expect([right, accepted(right)]).toEqual([right, true])
  for (const wrong of [
    'talk: [a]\n',
    'guests: [{ slug: ada }]\n',
    'audio: { file: a.mp3 }\n',
    'hero: { alt: A quay }\n',
    'venue: { size: 300 }\n',
    'venue: { city: Genoa, town: x }\n',
    'steps: [{ title: One, pictures: [{ alt: x }] }]\n',
    'fields: { steps: [{ at: 1 }] }\n',
  ])
    expect([wrong, accepted(wrong)]).toEqual([wrong, false])
})
