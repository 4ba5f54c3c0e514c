// The OpenAPI document of a workspace with fields or collections of its own: it is valid, and its replies are what it says.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterEach, expect, test } from 'vitest'
import { reader } from '../support/reading.ts'
import { schemasOf } from '../support/schemas.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

const FIELDS = `fields:
  level: { type: select, options: [easy, hard], required: true }
  minutes: number
  at: date
  links: { type: list, of: url }
  venue: { type: object, fields: { city: string } }
`

async function asked(settings: string, posts: Record<string, string>, others: Files = {}) {
  const files = Object.entries(posts).map(([slug, keys]) => {
    return [`blog/posts/${slug}.md`, postFile({}, 'Text.\n').replace('---\n', `---\n${keys}`)]
  })
  place = await workspace({ 'blog/workspace.yml': settings, ...Object.fromEntries(files), ...others })
  const { problems } = await place.build()
  expect(problems).toEqual([])
  return reader(place)
}

test('has the types of all fields, and replies are of these', async () => {
  const { ask, get, close } = await asked(FIELDS, {
    a: 'level: easy\nminutes: 5\nat: 2026-05-31\nlinks: [https://example.org]\nvenue: { city: Kiel }\n',
    b: 'level: hard\n',
  })
  const document = await get('blog/openapi.json')
  expect((await new Validator().validate(document)).valid).toBe(true)
  const { Fields } = document.components.schemas
  expect(Fields.required).toEqual(['level', 'minutes', 'at', 'links', 'venue'])
  expect(Fields.properties.level).toEqual({ type: 'string', enum: ['easy', 'hard'] })
  const { posts } = await get('blog/posts')
  const schema = schemasOf(document).at('/components/schemas/Post')
  for (const post of posts) expect(schema(post), JSON.stringify(schema.errors)).toBe(true)
  expect(schema({ ...posts[0], fields: { ...posts[0].fields, minutes: '5' } })).toBe(false)
  const tag = (await ask('blog/openapi.json')).headers.get('ETag')
  expect((await ask('blog/openapi.json')).headers.get('ETag')).toBe(tag)
  close()
})

test('names the parameters that filter, and no others, and what include adds', async () => {
  const references =
    '  next: { type: reference, to: posts }\n  seen: { type: list, of: { type: reference, to: posts } }\n'
  const { get, close } = await asked(`${FIELDS}${references}`, {
    a: 'level: easy\nnext: b\nseen: [b]\n',
    b: 'level: easy\n',
  })
  const document = await get('blog/openapi.json')
  const { paths } = document
  const { parameters } = paths['/v1/{workspace_key}/posts'].get
  const names: string[] = parameters.flatMap(({ name = '' }) => (name.startsWith('fields.') ? name : []))
  expect(names).toContain('fields.minutes.lte')
  expect(names).toContain('fields.venue.city')
  expect(names).not.toContain('fields.level.lte')
  expect(names).not.toContain('fields.venue')
  expect(names).toContain('fields.seen.not')
  expect(names).not.toContain('fields.next.lt')
  for (const name of names) {
    const value = { at: '2026-05-31', minutes: '5', level: 'easy', links: 'https://example.org' }[
      name.split('.')[1]!
    ]
    const query = `${name}=${name.endsWith('.exists') ? 'true' : (value ?? 'Kiel')}`
    expect(await get(`blog/posts?${query}`), query).toHaveProperty('posts')
  }
  const include: string[] = document.components.parameters.Include.schema.items.enum
  expect(include.filter((name) => name.includes('.'))).toEqual(['fields.next', 'fields.seen'])
  const schema = schemasOf(document).at('/components/schemas/Post')
  const { posts } = await get(`blog/posts?include=${include.slice(-2)}`)
  for (const post of posts) expect(schema(post), JSON.stringify(schema.errors)).toBe(true)
  const { next } = posts.find((one: { slug: string }) => one.slug === 'a').fields
  expect(next).toHaveProperty('publishedAt')
  close()
})

test('is that of all workspaces where no field is defined', async () => {
  const { ask, close } = await asked('name: Blog\n', { a: '' })
  const reply = await ask('blog/openapi.json')
  expect([reply.status, reply.headers.get('Location')]).toEqual([302, '/openapi.json'])
  close()
})

const COLLECTIONS = `collections:
  talks:
    fields:
      level: { type: select, options: [easy, hard], required: true }
      minutes: number
      after: { type: reference, to: talks }
      post: { type: reference, to: posts }
  settings: { single: true, fields: { tagline: string } }
  pages: {}
`
const ENTRIES: Files = {
  'blog/talks/a.yml': 'level: easy\nminutes: 5\nafter: in/b\npost: a\n',
  'blog/talks/in/b.md': '---\nlevel: hard\n---\nText.\n',
  'blog/settings.yml': 'tagline: Words\n',
  'blog/pages/c.md': 'Text.\n',
}
const PREFIX = '/v1/{workspace_key}/entries/'

test('has each collection with its own types, and replies are of these', async () => {
  const { ask, get, close } = await asked(COLLECTIONS, { a: '' }, ENTRIES)
  const document = await get('blog/openapi.json')
  expect((await new Validator().validate(document)).valid).toBe(true)
  const { paths } = document
  const names = Object.keys(paths).filter((path) => path.startsWith(PREFIX))
  expect(names.map((path) => path.slice(PREFIX.length)).sort()).toEqual([
    ...[
      'pages',
      'pages/{path}',
      'settings',
      'talks',
      'talks/{path}',
      ...['atom', 'json', 'xml'].map((one) => `{collection}/feed.${one}`),
      '{collection}/{path}.md',
    ],
  ])
  const at = (pointer: string) =>
    pointer
      .slice(2)
      .split('/')
      .reduce((node, name) => node?.[name], document)
  for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g))
    expect(at(pointer!), pointer).toBeDefined()
  const operations = Object.values<object>(paths).flatMap((methods) => Object.values(methods))
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  const schemas = schemasOf(document)
  const replyOf = (path: string) => {
    const { $ref } = paths[PREFIX + path].get.responses['200']
    return schemas.at(`${$ref.slice(1)}/content/application~1json/schema`)
  }
  const replies = {
    talks: ['talks', 'talks?include=fields.after,reading', 'talks?include=fields.post', 'talks?facets=year'],
    'talks/{path}': ['talks/a', 'talks/in/b?include=headings,revision'],
    settings: ['settings'],
    pages: ['pages'],
    'pages/{path}': ['pages/c'],
  }
  for (const [path, asked] of Object.entries(replies)) {
    const schema = replyOf(path)
    for (const one of asked)
      expect(schema(await get(`blog/entries/${one}`)), `${one} ${JSON.stringify(schema.errors)}`).toBe(true)
  }
  expect(replyOf('talks')(await get('blog/entries/pages'))).toBe(false)
  expect(replyOf('talks')({})).toBe(false)
  expect(replyOf('talks')(await get('blog/entries/settings'))).toBe(false)
  const parameters: { name: string }[] = paths[`${PREFIX}talks`].get.parameters
  const filters = parameters.flatMap(({ name = '' }) => (name.startsWith('fields.') ? name : []))
  expect(filters.filter((name) => !name.slice('fields.'.length).includes('.'))).toEqual([
    ...['fields.level', 'fields.minutes', 'fields.after', 'fields.post'],
  ])
  const values: Record<string, string> = { level: 'easy', minutes: '5', after: 'in/b', post: 'a' }
  for (const name of filters) {
    const query = `${name}=${name.endsWith('.exists') ? 'true' : values[name.split('.')[1]!]}`
    expect((await ask(`blog/entries/talks?${query}`)).status, query).toBe(200)
  }
  const include: string[] = document.components.parameters['talks.IncludeOfEntry'].schema.items.enum
  expect((await ask(`blog/entries/talks?include=${include}`)).status).toBe(200)
  expect((await ask('blog/entries/talks/openapi.json')).status).toBe(404)
  close()
})

test('is that of all workspaces but for fields where there are no collections', async () => {
  const { get, close } = await asked(FIELDS, { a: 'level: easy\n' })
  const own = await get('blog/openapi.json')
  const any = JSON.parse(readFileSync(join(place.out, 'public/openapi.json'), 'utf8'))
  own.info.title = any.info.title
  own.components.schemas.Fields = any.components.schemas.Fields
  const { get: list } = own.paths['/v1/{workspace_key}/posts']
  list.parameters = list.parameters.filter(({ name = '' }) => !name.startsWith('fields.'))
  expect(JSON.stringify(own)).toBe(JSON.stringify({ ...any, 'x-crc32': own['x-crc32'] }))
  close()
})
