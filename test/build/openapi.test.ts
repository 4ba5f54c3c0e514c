// The OpenAPI document of a workspace with fields of its own: it is valid, and its replies are what it says.
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterEach, expect, test } from 'vitest'
import { reader } from '../support/reading.ts'
import { schemasOf } from '../support/schemas.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

const FIELDS = `fields:
  level: { type: select, options: [easy, hard], required: true }
  minutes: number
  at: date
  links: { type: list, of: url }
  venue: { type: object, fields: { city: string } }
`

async function asked(settings: string, posts: Record<string, string>) {
  const files = Object.entries(posts).map(([slug, keys]) => {
    return [`blog/posts/${slug}.md`, postFile({}, 'Text.\n').replace('---\n', `---\n${keys}`)]
  })
  place = await workspace({ 'blog/workspace.yml': settings, ...Object.fromEntries(files) })
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
