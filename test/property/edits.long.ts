// What a form changes in front matter, through the desk of `galley dev --edit`: whatever else is in the file keeps its bytes, and the
// front matter says what was meant. With real posts, if they are there, and with invented ones in every way of writing.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commentsIn, type FormMap, type FormValue } from '../../build/edit/value.ts'
import { valueIn } from '../../build/edit/yaml.ts'
import { splitEntry } from '../../build/parse/frontmatter.ts'
import { tried } from '../../snapshot/tried.ts'
import { type Editing, editing } from '../support/editing.ts'
import { postFile } from '../support/workspace.ts'
import { fixed, tries } from './tries.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus/nodejs-blog', import.meta.url))
const isHere = existsSync(join(corpus, 'posts'))

type Value = FormValue | null

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    'a: b',
    '# no',
    '- x',
    '[a]',
    '"q"',
    "it's",
    'true',
    '007',
    '2026-05-31',
    'null',
    '~',
    'a, b',
    '{x}',
    '&a',
    '*a',
    '!t',
    '| x',
    '> x',
    '@x',
    '%',
    ' lead',
    'two\nlines',
    '\t',
    'x:',
    '👋🏽',
    '---',
    '...',
  ),
)
// Not what no text file holds as text.
const plain = text.filter(
  (one) => !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff\r\p{Cs}]/u.test(one),
)
/** Values of every type of field, at any depth. */
const { deep } = fc.letrec<{ deep: FormValue }>((tie) => ({
  deep: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    plain,
    fc.array(tie('deep'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('title', 'at', 'steps', 'alt'), tie('deep'), { maxKeys: 3 }),
  ),
}))
const value: fc.Arbitrary<Value> = fc.oneof(plain, deep, fc.constant(null))
const key = fc.constantFrom(
  'title',
  'tags',
  'authors',
  'category',
  'description',
  'status',
  'publishedAt',
  'aliases',
  'x-new',
  'y-new',
)
const changes = fc.dictionary(key, value, { minKeys: 1, maxKeys: 3 })

/** Every way in which posts are written, of which a form keeps some. */
const lines = fc.constantFrom(
  'title: Hello',
  'title: "Hello: \\"you\\""',
  "title: 'It''s'",
  'title: two\n  lines',
  'description: |\n  Some\n\n  text',
  'description: >- # folded\n  Some\n  text',
  'description:',
  'description: # nothing yet',
  'tags: [a, "b, c"]',
  'tags: [ a, # one\n  b ]',
  'tags:\n  - a\n  - "b"',
  'tags:\n- a # one\n- b',
  'tags: &t [a]',
  'authors: *t',
  'category: !x news',
  'category: news # the only one',
  'aliases: []',
  'aliases:\n  -\n    - a',
  'fields:\n  colour: red',
  '# a comment',
  '',
  '"status": draft',
  'publishedAt: 2026-05-31',
)

/** A list of objects in every way of writing, the same but for what is commented. */
const steps = [
  'steps:\n  - title: One\n    at: 2026-01-01 # first\n    of: [a, b]\n  # Two is new.\n  - title: "Two"\n    venue:\n      city: Genoa\n      # at: 5\n  - title: Three\n',
  "steps:\n- title: 'One'\n  of:\n  - a # one\n  - b\n- \n  title: Two\n  venue: { city: Genoa, 'at': 5 }\n# The last one.\n- venue: {}\n  title:   Three   # and last\n",
  'steps: [{ title: One, of: [a, b] }, { title: "Two", venue: { city: Genoa } }, { title: Three }]\n',
  'steps:\n  [\n    { title: One, of: [ a, b ] }, # one\n    {\n      "title": Two,\n    },\n    { title: Three, },\n  ]\n',
  '"steps":\n    -   title: |\n          One\n\n          # no comment\n        of: # these\n        - a\n        -\n          - b\n    -   title: >-\n          Two\n          more\n',
  'fields:\n  # Of the talk.\n  steps:\n    - { title: One, of: [a] }\n    - title: Two\n',
]

describe('what a form changes', () => {
  let desk: Editing
  beforeAll(async () => {
    desk = await editing({
      'blog/workspace.yml': 'collections: { pages: {}, talks: {} }\n',
      'blog/posts/hello.md': postFile(),
      'blog/pages/hello.md': 'A\n',
      'blog/talks/hello.yml': '',
      'blog/talks/bye.json': '{}',
    })
  })
  afterAll(() => desk?.close())

  /** The bytes of a file after changes of a form are saved, and what was refused. */
  async function changed(bytes: Buffer, changes: Record<string, Value>, file = 'posts/hello.md') {
    desk.place.write({ [`blog/${file}`]: bytes })
    const folder = file.startsWith('posts/') ? 'blog' : `blog/${file.split('/')[0]}`
    const { text: before, tag } = await desk.source(file, folder)
    const { json, status } = await desk.post('front-matter', { text: before, changes, file })
    expect(status).toBe(200)
    expect((await desk.put(file, json.edits, tag, folder)).status).toBe(200)
    const after = readFileSync(join(desk.place.dir, 'blog', file))
    return { before, after, edits: json.edits, refused: json.refused as Record<string, string> }
  }

  /** `undefined` if it cannot be read. */
  function frontMatterOf(text: string, file: string): Record<string, unknown> | undefined {
    const { value: front, problems } = splitEntry(text, file)
    const value = front && problems.length === 0 ? tried(() => valueIn(front.yaml)) : undefined
    return value === undefined ? undefined : { ...Object(value) }
  }

  /** Checks that all is as it was but for what was meant. */
  async function expectKept(bytes: Buffer, changes: Record<string, Value>, file = 'posts/hello.md') {
    const { before, after, edits, refused } = await changed(bytes, changes, file)
    const isMarked = bytes.subarray(0, 3).equals(Buffer.from('\ufeff'))
    const [then, now] = [bytes, after].map((one) => one.toString().slice(isMarked ? 1 : 0)) as [
      string,
      string,
    ]
    expect(isMarked).toBe(after.subarray(0, 3).equals(Buffer.from('\ufeff')))
    // What is between edits is there byte for byte: of the file as it is, cut where the edits say in the text.
    const places = placesOf(then)
    let [at, from] = [0, 0]
    for (const edit of edits) {
      const kept = then.slice(from, places[edit.from])
      expect(now.slice(at, at + kept.length)).toBe(kept)
      const added = now.slice(at + kept.length)
      const length = lengthOf(added, edit.text)
      at += kept.length + length
      from = places[edit.to]!
    }
    expect(now.slice(at)).toBe(then.slice(from))
    const [old, fresh] = [frontMatterOf(before, file), frontMatterOf(now.replace(/\r\n?/g, '\n'), file)]
    const meant: Record<string, unknown> = { ...old }
    for (const [name, one] of Object.entries(changes)) {
      if (name in refused) continue
      if (one === null) delete meant[name]
      else if (name.startsWith('fields.')) meant.fields = { ...Object(meant.fields), [name.slice(7)]: one }
      else meant[name] = one
    }
    if (old) expect(withoutNull(fresh)).toEqual(withoutNull(meant))
    else expect(after.equals(bytes)).toBe(true)
    const replaced: string[] = edits.map((edit: { from: number; to: number }) =>
      before.slice(edit.from, edit.to),
    )
    return { refused, replaced }
  }

  test('is what was meant, and all else keeps its bytes, in every way of writing', async () => {
    const file = fc.record({
      front: fc.array(lines, { maxLength: 6 }),
      body: fc.constantFrom('Text.\n', '', 'One\r\nTwo\rThree\n', '\n\n# A\n---\n', 'no end'),
      end: fc.constantFrom('\n', '\r\n'),
      mark: fc.constantFrom('', '\ufeff'),
    })
    const path = fc.constantFrom('posts/hello.md', 'pages/hello.md', 'talks/hello.yml')
    await fc.assert(
      fc.asyncProperty(file, path, changes, async ({ front, body, end, mark }, path, changes) => {
        const isData = path.endsWith('.yml')
        const head = isData ? [...front, ''] : ['---', ...front, '---', '']
        const text = mark + head.join('\n').replaceAll('\n', end) + (isData ? '' : body)
        await expectKept(Buffer.from(text), changes, path)
      }),
      { numRuns: tries(800) },
    )
  })

  test('is what was meant in JSON, which stays JSON', async () => {
    const before = fc.dictionary(key, deep, { maxKeys: 4 })
    const space = fc.constantFrom(undefined, 2, '\t')
    await fc.assert(
      fc.asyncProperty(before, changes, space, async (before, changes, space) => {
        const bytes = Buffer.from(JSON.stringify(before, null, space))
        const { after, refused } = await changed(bytes, changes, 'talks/bye.json')
        const meant = Object.entries({ ...before, ...changes }).filter(
          ([name, one]) => !(name in refused) && one !== null,
        )
        const kept = Object.entries(before).filter(([name]) => name in refused)
        const texts = JSON.parse(after.toString(), (_, one) => (typeof one === 'object' ? one : String(one)))
        expect(texts).toEqual(Object.fromEntries([...kept, ...meant]))
        // A key that has a dollar sign is no reason, and a tab in YAML is one.
        if (space !== '\t') expect(refused).toEqual({})
      }),
      { numRuns: tries(200) },
    )
  })

  fixed('gives an entry that has no front matter some, and an empty file its first line', async () => {
    const one = { title: 'A' }
    expect((await changed(Buffer.from('# B\n'), one, 'pages/hello.md')).after.toString()).toBe(
      '---\ntitle: A\n---\n# B\n',
    )
    expect((await changed(Buffer.from(''), one, 'talks/hello.yml')).after.toString()).toBe('title: A\n')
    const removed = await changed(Buffer.from('title: A\nid: b\n'), { title: null }, 'talks/hello.yml')
    expect(removed.after.toString()).toBe('id: b\n')
  })

  test('is one value in many: comments stay, and so does each item and each key that is meant to', async () => {
    const way = fc.constantFrom(...steps)
    const end = fc.constantFrom('\n', '\r\n')
    await fc.assert(
      fc.asyncProperty(way, end, fc.gen(), async (yaml, end, gen) => {
        const bytes = Buffer.from(`---\n# Mine\n${yaml}title: T # mine\n---\nText.\n`.replaceAll('\n', end))
        const [key, before] = entryIn(yaml)
        const { after, leaf } = mutated(
          before,
          (most) => gen(fc.nat, most),
          () => gen(() => deep),
        )
        const { refused, replaced } = await expectKept(bytes, { [key]: after })
        const text = readFileSync(join(desk.place.dir, 'blog/posts/hello.md'), 'utf8')
        const comments = (one: string) =>
          commentsIn(one.split(/^---$/m)[1] ?? '').map((comment) => comment.text)
        const [then, now] = [bytes.toString(), text].map((one) => one.replaceAll('\r\n', '\n')) as [
          string,
          string,
        ]
        expect(comments(now).sort()).toEqual(comments(then).sort())
        expect(Object.values(refused).filter((reason) => !reason.startsWith('A comment in it'))).toEqual([])
        // A text in place of another takes the bytes of that one, and no more.
        if (leaf !== undefined && !(key in refused)) expect(replaced.map(valueIn)).toEqual([leaf || null])
      }),
      { numRuns: tries(800) },
    )
  })

  fixed('is right where a key is added behind one that had no value', async () => {
    const bytes = Buffer.from('---\ndescription:\n---\nText.\n')
    const { refused } = await expectKept(bytes, { title: [], description: [] })
    expect(refused).toEqual({})
  })

  fixed('keeps comments, quotes and lists that are written in other ways', async () => {
    const bytes = Buffer.from(
      '\ufeff---\r\n# Mine\r\ntitle:   "A"   # my title\r\ntags:\r\n    - "x"\r\n    - y\r\ncategory: news\r\n---\r\nText.\n',
    )
    const { after, refused } = await changed(bytes, {
      title: 'B: c',
      tags: ['y', 'x', 'z'],
      category: null,
      status: 'draft',
    })
    expect(refused).toEqual({})
    expect(after.toString()).toBe(
      '\ufeff---\r\n# Mine\r\ntitle: "B: c"   # my title\r\ntags:\r\n    - y\r\n    - "x"\r\n    - z\r\nstatus: draft\r\n---\r\nText.\n',
    )
  })

  const title = `is the same of real posts${isHere ? '' : ' (skipped: there is no ../shared/corpus)'}`
  test.skipIf(!isHere)(title, async () => {
    const names = readdirSync(join(corpus, 'posts'), { recursive: true, encoding: 'utf8' })
    const posts = names
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFileSync(join(corpus, 'posts', name)))
    let refusals = 0
    await fc.assert(
      fc.asyncProperty(fc.nat(posts.length - 1), changes, async (index, changes) => {
        refusals += Object.keys((await expectKept(posts[index]!, changes)).refused).length
      }),
      { numRuns: tries(800) },
    )
    expect(refusals).toBe(0)
  })
})

/** The value that a form changes, and its key. */
function entryIn(yaml: string): [key: string, value: FormValue] {
  const all = withoutNull(valueIn(yaml)) as FormMap
  return 'steps' in all ? ['steps', all.steps!] : ['fields.steps', (all.fields as FormMap).steps!]
}

interface Mutated {
  after: FormValue
  leaf?: string
}

/** Changes, adds, removes or moves what is somewhere in a value. @returns `leaf`, the text that was changed */
function mutated(value: FormValue, number: (most: number) => number, fresh: () => FormValue): Mutated {
  const whole = (after: FormValue) => ({ after })
  if (typeof value === 'string') return { after: `${value.trim()}!`, leaf: value }
  const keys = Object.keys(value)
  const key = keys[number(Math.max(0, keys.length - 1))]
  const what = number(5)
  if (key === undefined) return whole(Array.isArray(value) ? [fresh()] : { new: fresh() })
  const inner = (value as FormMap)[key]!
  if (what > 2) {
    const { after, ...more } = mutated(inner, number, fresh)
    const all = Array.isArray(value) ? value.with(Number(key), after) : { ...value, [key]: after }
    return { after: all, ...more }
  }
  if (!Array.isArray(value)) {
    const { [key]: _, ...others } = value
    return whole(what === 0 ? { ...value, new: fresh() } : others)
  }
  const others = value.filter((_, i) => i !== Number(key))
  const place = number(others.length)
  if (what === 0) return whole(value.toSpliced(place, 0, fresh()))
  return whole(what === 1 ? others : others.toSpliced(place, 0, inner))
}

/** A key without a value is read as null or as an empty text. */
function withoutNull(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, one) => one ?? ''))
}

/** Where each place of the text with LF alone is in the text as it is written. */
function placesOf(written: string): number[] {
  const places = [0]
  for (let at = 0; at < written.length; ) {
    at += written.startsWith('\r\n', at) ? 2 : 1
    places.push(at)
  }
  return places
}

/** How much of `written` is an inserted text, whatever its line ends. */
function lengthOf(written: string, inserted: string): number {
  let at = 0
  for (const sign of inserted) {
    if (sign === '\n') at += written.startsWith('\r\n', at) ? 2 : 1
    else at += sign.length
  }
  return at
}
