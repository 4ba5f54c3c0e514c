// galley init --from: the fields and collections that configurations of other programs have, and that no key of them vanishes.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tsPlugin } from '@sveltejs/acorn-typescript'
import { type AnyNode, Parser } from 'acorn'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { check } from '../../build/index.ts'
import { inFolder, ran } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'galley-from-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const SETTINGS = 'content/blog/workspace.yml'
const textOf = (path: string) =>
  existsSync(join(place, path)) ? readFileSync(join(place, path), 'utf8') : undefined

async function from(path: string, text: string, ...flags: string[]) {
  writeFiles(place, { [path]: text })
  const result = await inFolder(place, () => ran(['init', '--from', path, '--yes', ...flags]))
  const written = textOf(SETTINGS)
  rmSync(join(place, 'content'), { recursive: true, force: true })
  const lines = (kind: string) =>
    result.stderr.split('\n').flatMap((line) => (line.startsWith(`  ${kind} `) ? line.slice(12) : []))
  return {
    ...result,
    fields: written && parse(written).fields,
    collections: written && parse(written).collections,
    own: lines('own').map((line) => line.replace(': read by Galley itself', '')),
    unsaid: lines('not said'),
    notYet: lines('not yet'),
  }
}

const DECAP = `backend: git-gateway
media_folder: static/img
collections:
  - name: posts
    label: Posts
    folder: content/posts
    create: true
    fields:
      - { name: title, label: Title }
      - { name: date, widget: datetime }
      - { name: body, widget: markdown }
      - { name: draft, widget: boolean, required: false }
      - { name: minutes, widget: number, required: false, min: 1 }
      - { name: level, widget: select, options: [easy, { label: Hard, value: hard }] }
      - { name: layout, widget: hidden, default: post }
      - { name: editor, widget: relation, collection: authors, required: false }
      - { name: venue, widget: map }
      - { name: photos, widget: image, multiple: true, required: false }
      - name: steps
        widget: list
        required: false
        fields:
          - { name: at, widget: date, required: false }
          - { name: shade, widget: gradient }
  - name: authors
    folder: content/authors
    fields: [{ name: name }]
  - name: settings
    files: [{ name: site, file: site.yml, fields: [{ name: tagline }] }]
`

const PAGES = `media: static/img
components:
  seo: { type: object, fields: [{ name: robots, type: string }] }
content:
  - name: blog
    type: collection
    path: content/blog
    view: list
    fields:
      - { name: title, type: string, required: true }
      - { name: date, type: date }
      - { name: body, type: rich-text }
      - { name: cover, type: image, label: Cover }
      - { name: intro, type: text }
      - { name: notes, type: text, required: true }
      - { name: links, type: string, list: { min: 1 } }
      - { name: level, type: select, options: { values: [easy, { value: hard }] } }
      - { name: next, type: reference, options: { collection: blog, search: title } }
      - { name: seo, component: seo }
      - { name: parts, type: block }
  - { name: about, type: file, path: about.md }
`

const KEYSTATIC = `import { collection, config, fields, singleton } from '@keystatic/core'
import { seo } from '@/seo'
const LEVELS = [{ label: 'Easy', value: 'easy' }, { label: 'Hard', value: 'hard' }] as const
const text = (label: string) => fields.text({ multiline: true })
export default config({
  storage: 'local',
  collections: {
    articles: collection({
      label: 'Articles',
      path: 'content/articles/*',
      format: { contentField: 'content' },
      schema: {
        title: fields.slug({ name: 'Title' }),
        date: fields.date({ validation: { isRequired: true } }),
        content: fields.document({ links: true }),
        intro: text('Intro'),
        level: fields.select({ options: LEVELS, defaultValue: 'easy' }),
        price: fields.number({ validation: { isRequired: true, min: 1 } }),
        team: fields.array(fields.relationship({ collection: 'authors' }), { label: 'Team' }),
        venue: fields.object({ city: fields.text({ label: 'City' }), spot: fields.pathReference({}) }),
        extra: fields.conditional(fields.checkbox({}), {}),
        seo,
      },
    }),
  },
  singletons: { about: singleton({ schema: { name: fields.text({}) } }) },
})
`

const ASTRO = `import { defineCollection, reference, z } from 'astro:content'
import { glob } from 'astro/loaders'
import { shared } from '@/shared'
const LEVELS = ['easy', 'hard'] as const
const dated = z.object({ pubDate: z.coerce.date() })
const blog = defineCollection({
  loader: glob({ base: './src/blog', pattern: '**/*.{md,mdx}' }),
  schema: ({ image }) =>
    dated.extend({
      title: z.string().max(80),
      tags: z.array(z.string()).default([]),
      heroImage: image().optional(),
      level: z.enum(LEVELS),
      minutes: z.number().int().optional(),
      site: z.string().url().nullish(),
      team: z.array(reference('authors')).optional(),
      next: reference('blog').optional(),
      steps: z.array(z.object({ title: z.string(), at: z.date().optional() })).optional(),
      either: z.union([z.string(), z.number()]),
      ...shared,
    }).strict(),
})
const authors = defineCollection({ type: 'data', schema: z.object({ name: z.string() }) })
export const collections: Record<string, unknown> = { blog, authors }
`

const FRONT_MATTER = `{
  // A comment, and a comma at the end.
  "frontMatter.content.publicFolder": "static",
  "frontMatter.taxonomy.contentTypes": [
    {
      "name": "default",
      "pageBundle": false,
      "fields": [
        { "name": "title", "title": "Title", "type": "string", "required": true },
        { "name": "date", "type": "datetime", "isPublishDate": true },
        { "name": "tags", "type": "tags" },
        { "name": "level", "type": "choice", "choices": ["easy", { "id": "hard", "title": "Hard" }] },
        { "name": "photos", "type": "image", "multiple": true },
        { "name": "guests", "type": "block", "fieldGroup": ["guest"] },
        { "name": "venue", "type": "fields", "fields": [{ "name": "city", "type": "string", "single": true }] },
        { "name": "raw", "type": "json" },
      ],
    },
  ],
  "frontMatter.taxonomy.fieldGroups": [
    { "id": "guest", "labelField": "name", "fields": [{ "name": "name", "type": "string", "required": true }] },
  ],
}
`

const level = { type: 'select', options: ['easy', 'hard'] }
const images = { type: 'list', of: 'image' }

interface Case {
  path: string
  text: string
  fields: object
  collections?: object
  own: string[]
  unsaid: string[]
  notYet: string[]
  /** Keys without which nothing else is told: those of collections that come later, and what Galley asks by itself. */
  same: string[]
}

const CASES: Record<string, Case> = {
  'Decap or Sveltia': {
    path: 'static/admin/config.yml',
    text: DECAP,
    fields: {
      minutes: 'number',
      level: { ...level, required: true },
      layout: { type: 'string', required: true },
      editor: { type: 'reference', to: ['authors'] },
      photos: images,
      steps: { type: 'list', fields: { at: 'date' } },
    },
    own: ['body (the text)', 'title', 'date (publishedAt)', 'draft (status)'],
    unsaid: [
      'venue (map): posts',
      'shade (gradient): posts.steps',
      'backend',
      'media_folder',
      'label: posts, posts.title, posts.level.[1]',
      'create: posts',
      'min: posts.minutes',
      'widget: posts.layout',
      'default: posts.layout',
    ],
    notYet: ['authors'],
    collections: { site: { single: true, fields: { tagline: { type: 'string', required: true } } } },
    same: [
      'collections.0.fields.1.widget',
      'collections.0.fields.2.widget',
      'collections.1.folder',
      'collections.1.fields',
      'collections.1.fields.0.name',
      'collections.2.name',
    ],
  },
  'Pages CMS': {
    path: '.pages.yml',
    text: PAGES,
    fields: {
      intro: 'string',
      notes: { type: 'string', required: true },
      links: 'list',
      level,
      next: { type: 'reference', to: ['posts'] },
      seo: { type: 'object', fields: { robots: 'string' } },
    },
    own: ['body (the text)', 'title', 'date (publishedAt)', 'cover (coverImage)'],
    unsaid: [
      'parts (block): blog',
      'media',
      'view: blog',
      'label: blog.cover',
      'min: blog.links',
      'search: blog.next',
    ],
    notYet: [],
    collections: { about: { single: true } },
    same: ['content.0.type', 'content.0.fields.0.required', 'content.0.fields.2.type'],
  },
  Keystatic: {
    path: 'keystatic.config.ts',
    text: KEYSTATIC,
    fields: {
      intro: 'string',
      level,
      price: { type: 'number', required: true },
      team: { type: 'list', of: { type: 'reference', to: ['authors'] } },
      venue: { type: 'object', fields: { city: 'string' } },
    },
    own: ['content (the text)', 'title', 'date (publishedAt)'],
    unsaid: [
      'spot (pathReference): articles.venue',
      'extra (conditional): articles',
      'storage',
      'label: articles, articles.level.[0], articles.level.[1], articles.team, articles.venue.city',
      'name: articles.title',
      'links: articles.content',
      'multiline: articles.intro',
      'arguments: articles.intro',
      'defaultValue: articles.level',
      'min: articles.price',
      'seo: articles',
    ],
    notYet: [],
    collections: { about: { single: true, fields: { name: 'string' } } },
    same: ['validation: { isRequired: true }'],
  },
  Astro: {
    path: 'src/content.config.ts',
    text: ASTRO,
    fields: {
      level: { ...level, required: true },
      minutes: 'number',
      site: 'url',
      team: { type: 'list', of: { type: 'reference', to: ['authors'] } },
      next: { type: 'reference', to: ['posts'] },
      steps: { type: 'list', fields: { title: { type: 'string', required: true }, at: 'date' } },
    },
    own: ['pubDate (publishedAt)', 'title', 'tags', 'heroImage (coverImage)'],
    unsaid: [
      'either (union): blog',
      'max: blog.title',
      'default: blog.tags',
      'int: blog.minutes',
      '...shared: blog',
      'strict: blog',
    ],
    notYet: ['authors'],
    same: [
      "pattern: '**/*.{md,mdx}'",
      "type: 'data'",
      'schema: z.object({ name: z.string() })',
      'name: z.string()',
    ],
  },
  'Front Matter CMS': {
    path: 'frontmatter.json',
    text: FRONT_MATTER,
    fields: {
      level,
      photos: images,
      guests: { type: 'list', fields: { name: { type: 'string', required: true } } },
      venue: { type: 'object', fields: { city: 'string' } },
    },
    own: ['title', 'date (publishedAt)', 'tags'],
    unsaid: [
      'raw (json): default',
      'frontMatter.content.publicFolder',
      'pageBundle: default',
      'title: default.title, default.level.[1]',
      'isPublishDate: default.date',
      'single: default.venue.city',
      'labelField: [0]',
    ],
    notYet: [],
    same: ['"required": true'],
  },
}

describe.each(Object.entries(CASES))('of %s', (_, { path, text, same, ...expected }) => {
  test('what can be said is written, and each key that cannot is listed', async () => {
    const { code, stdout, fields, collections, own, unsaid, notYet } = await from(path, text)
    expect([code, stdout]).toEqual([0, `${SETTINGS}\n`])
    expect({ fields, collections, own, unsaid, notYet }).toEqual(expected)
  })

  test('no key vanishes: without it, something else is written or listed', async () => {
    const whole = JSON.stringify(await from(path, text))
    const unnoticed: string[] = []
    for (const [key, other] of withoutEach(path, text))
      if (JSON.stringify(await from(path, other)) === whole) unnoticed.push(key)
    expect(unnoticed).toEqual(same)
  })
})

/** Yields each key of a configuration, and its text without it. */
function* withoutEach(path: string, text: string): Generator<[key: string, text: string]> {
  if (!path.endsWith('.yml')) {
    // JSON with comments is an expression of JavaScript.
    const before = path.endsWith('.json') ? 'export default ' : ''
    const program = TypeScript.parse(before + text, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      locations: true,
    })
    for (const [from, to, other] of partsIn(program)) {
      const [start, end] = [from - before.length, to - before.length]
      yield [text.slice(start, end), text.slice(0, start) + other + text.slice(end)]
    }
    return
  }
  const data = parse(text)
  for (const keys of pathsIn(data)) {
    const copy = structuredClone(data)
    delete keys.slice(0, -1).reduce((part, key) => part[key], copy)[keys.at(-1)!]
    yield [keys.join('.'), stringify(copy)]
  }
}

const TypeScript = Parser.extend(tsPlugin())

/** Yields properties of objects, and calls that follow calls, with what may be in their place. */
function* partsIn(node: AnyNode): Generator<[start: number, end: number, other: string]> {
  if (node.type === 'Property') yield [node.start, node.end, '...{}']
  if (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.object.type === 'CallExpression'
  )
    yield [node.callee.object.end, node.end, '']
  for (const inner of Object.values(node).flat())
    if (typeof inner?.type === 'string' && inner.type !== 'ObjectPattern') yield* partsIn(inner)
}

describe('which collection has the posts', () => {
  const collections = (...parts: string[]) =>
    `collections:\n${parts.map((part) => `  - { ${part} }\n`).join('')}`
  const dated = 'fields: [{ name: when, widget: date }]'

  test('is clear from its name, or from a date beside markdown', async () => {
    const pages = 'name: pages, folder: pages, fields: [{ name: when }]'
    const named = collections(
      `name: diary, folder: diary, ${dated}`,
      'name: news, folder: news, fields: [{ name: a }]',
    )
    expect(await from('config.yml', named)).toMatchObject({
      fields: { a: expect.anything() },
      collections: { diary: { fields: { when: { type: 'date', required: true } } } },
    })
    const only = collections(pages, `name: diary, folder: diary, ${dated}`)
    expect(await from('config.yml', only)).toMatchObject({
      fields: { when: { type: 'date' } },
      collections: { pages: { fields: { when: { type: 'string', required: true } } } },
    })
  })

  test('is asked for where it is not', async () => {
    const two = collections(`name: a, folder: a, ${dated}`, `name: b, folder: b, ${dated}`)
    const { code, stderr } = await from('config.yml', two)
    expect([code, stderr]).toEqual([
      2,
      'galley: It is not clear which collection has the posts in config.yml. Name one with --collection: a, b.\n',
    ])
    expect((await from('config.yml', two, '--collection', 'b')).collections).toHaveProperty('a')
    expect((await from('config.yml', two, '--collection', 'c')).stderr).toBe(
      'galley: There is no collection "c" in config.yml. Name one with --collection: a, b.\n',
    )
    expect((await from('config.yml', 'collections: []\n')).stderr).toBe(
      'galley: config.yml has no collections that can be read.\n',
    )
  })
})

describe('a workspace.yml that is there', () => {
  test('stays as it is, and the lines to add are printed', async () => {
    writeFiles(place, { [SETTINGS]: 'name: Mine\n', '.pages.yml': PAGES })
    const { code, stdout, stderr } = await inFolder(place, () =>
      ran(['init', '--from', '.pages.yml', '--yes']),
    )
    expect([code, textOf(SETTINGS)]).toEqual([0, 'name: Mine\n'])
    expect(parse(stdout).fields).toEqual(CASES['Pages CMS']!.fields)
    expect(stderr).toMatch(/content\/blog\/workspace\.yml is there already\. Add these lines to it:\n$/)
  })

  test('of another workspace is not looked at', async () => {
    writeFiles(place, { [SETTINGS]: 'name: Mine\n', '.pages.yml': PAGES })
    const { stdout } = await inFolder(place, () =>
      ran(['init', '--from', '.pages.yml', '--into', 'notes', '--yes']),
    )
    expect(stdout).toBe('content/notes/workspace.yml\n')
    expect(parse(textOf(stdout.trim())!)).toEqual({
      fields: CASES['Pages CMS']!.fields,
      collections: CASES['Pages CMS']!.collections,
    })
    expect(
      (await check({ content: join(place, 'content'), env: {} })).problems.filter(({ file }) =>
        file.includes('notes/workspace'),
      ),
    ).toEqual([])
  })
})

describe('hostile configurations', () => {
  test('no code runs', async () => {
    const text = `import { writeFileSync } from 'node:fs'
writeFileSync('ran.txt', '')
export const collections = {
  blog: defineCollection({ schema: z.object({ title: z.string(), at: ((f) => f())(() => writeFileSync('ran.txt', '')), [process.exit(3)]: z.string(), get x() { process.exit(4) } }) }),
}
`
    const { code, own, unsaid } = await from('content.config.ts', text)
    expect([code, own, existsSync(join(place, 'ran.txt'))]).toEqual([0, ['title'], false])
    expect(unsaid).toEqual([
      'at (f): blog',
      '[what is computed] ("[what is computed]" is not a valid field name. Use letters, digits, _ and -, with a letter first.): blog',
      'x: blog',
    ])
  })

  test('names such as __proto__ are listed, and are keys like others', async () => {
    const field =
      '{ name: __proto__, widget: string }, { name: constructor, widget: object, fields: [{ name: __proto__ }] }'
    const yml = `__proto__: { polluted: 1 }\ncollections: [{ name: posts, folder: a, fields: [${field}, { name: a, __proto__: b }] }]\n`
    expect((await from('config.yml', yml)).unsaid).toEqual([
      'constructor (fields.constructor has no fields. Write fields: { name: string }.): posts',
      '__proto__ ("__proto__" is not a valid field name. Use letters, digits, _ and -, with a letter first.): posts',
      '__proto__: at the top, posts.a',
    ])
    const ts = `export const collections = { posts: defineCollection({ schema: z.object({ ["__proto__"]: z.string(), __proto__: z.number(), toString: z.date(), ok: z.toString() }) }) }`
    expect((await from('content.config.ts', ts)).unsaid).toEqual([
      'ok (toString): posts',
      '__proto__ ("__proto__" is not a valid field name. Use letters, digits, _ and -, with a letter first.): posts',
      'toString ("toString" is not a valid field name. Use letters, digits, _ and -, with a letter first.): posts',
    ])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test.each([
    ['5 MB of code', 'keystatic.config.ts', `export default config({ a: [${'1,'.repeat(2_600_000)}] })`],
    ['5 MB of YAML', 'config.yml', `collections:\n${'  - { name: a, fields: [] }\n'.repeat(200_000)}`],
    ['brackets in brackets', 'content.config.ts', `export default ${'['.repeat(100_000)}`],
    ['brackets in brackets of YAML', '.pages.yml', `content: ${'['.repeat(100_000)}`],
    ['brackets in brackets of JSON', 'frontmatter.json', '{"a":'.repeat(20_000)],
    [
      'constants that multiply',
      'content.config.ts',
      `const a0 = [1]\n${Array.from({ length: 40 }, (_, n) => `const a${n + 1} = [a${n}, a${n}]\n`).join('')}export const collections = { posts: a40 }`,
    ],
    [
      'aliases that multiply',
      '.pages.yml',
      `a0: &a0 [x, x]\n${Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`).join('')}content: *a40\n`,
    ],
    [
      'a name that stands for itself',
      'content.config.ts',
      'const a = { b: a }\nexport const collections = a',
    ],
    ['what is no code', 'content.config.ts', 'export default {{{'],
    ['bytes', 'frontmatter.json', '\0\x01\xff'],
    ['nothing', 'config.yml', ''],
    ['a list', 'config.yml', '- a\n'],
  ])('of %s, one message says what is wrong', async (_, path, text) => {
    const { code, stderr, stdout } = await from(path, text)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^galley: .{10,600}\n$/)
  })

  test('a component that has itself, fields deeper than four, and more than 200 are listed', async () => {
    const deep = (depth: number): string =>
      depth === 0 ? 'type: string' : `type: object, fields: [{ name: in${depth}, ${deep(depth - 1)} }]`
    const many = Array.from({ length: 250 }, (_, n) => `{ name: f${n}, type: number }`).join(', ')
    const text = `components: { a: { type: object, fields: [{ name: b, component: a }] } }
content: [{ name: posts, path: a, fields: [{ name: own, component: a }, { name: deep, ${deep(5)} }, { name: lt, type: object, fields: [{ name: lt, type: string }] }, ${many}] }]
`
    const { fields, unsaid } = await from('.pages.yml', text)
    expect(Object.keys(fields)).toHaveLength(198)
    for (const name of ['own', 'deep', 'lt', 'f198', 'f249'])
      expect(
        unsaid.filter((line) => line.startsWith(`${name} (`) || line.startsWith(`${name}: `)),
      ).toHaveLength(1)
  })
})

test('collections have names that Galley takes, titles, and no field that would hide a draft', async () => {
  const text = `content:
  - { name: blog, type: collection, path: posts, fields: [{ name: next, type: reference, options: { collection: Our Team } }] }
  - name: Our Team
    type: collection
    path: team
    format: yaml
    fields:
      - { name: age, type: number }
      - { name: name, type: string, required: true }
      - { name: boss, type: reference, options: { collection: Our Team } }
      - { name: draft, type: boolean }
      - { name: date, type: date }
      - { name: tags, type: string, list: true }
      - { name: a b, type: string }
  - { name: our-team, type: collection, path: more, fields: [] }
  - { name: pages, type: collection, path: pages, fields: [{ name: title, type: string }, { name: body, type: rich-text }] }
`
  const { fields, collections, unsaid, notYet } = await from('.pages.yml', text)
  expect({ fields, collections, notYet }).toEqual({
    fields: { next: { type: 'reference', to: ['our-team'] } },
    collections: {
      'our-team': {
        title: 'name',
        fields: {
          age: 'number',
          name: { type: 'string', required: true },
          boss: { type: 'reference', to: ['our-team'] },
          date: 'date',
          tags: 'list',
        },
      },
      pages: {},
    },
    notYet: ['our-team'],
  })
  expect(unsaid).toEqual([
    'draft (Write status: draft.): Our Team',
    'a b ("a b" is not a valid field name. Use letters, digits, _ and -, with a letter first.): our-team',
  ])
})

test('what is no configuration is said with what would be', async () => {
  expect((await from('package.json', '{}')).stderr).toMatch(
    /^galley: package\.json is no configuration that Galley knows\. Name a config\.yml/,
  )
  expect((await from('.pages.yml', 'content: []', '--from', 'nowhere/.pages.yml')).stderr).toBe(
    'galley: There is no file nowhere/.pages.yml.\n',
  )
  expect((await inFolder(place, () => ran(['init', '--collection', 'a']))).stderr).toBe(
    'galley: --collection, --into and --move are for --from.\n',
  )
})

function* pathsIn(value: unknown, above: string[] = []): Generator<string[]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield [...above, key]
    yield* pathsIn(inner, [...above, key])
  }
}
