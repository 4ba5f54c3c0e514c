// What a form changes in front matter, through the desk of `galley dev --edit`: whatever else is in the file keeps its bytes, and the
// front matter says what was meant. With real posts, if they are there, and with invented ones in every way of writing.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { valueIn } from '../../build/edit/yaml.ts'
import { splitFrontMatter } from '../../build/parse/frontmatter.ts'
import { tried } from '../../snapshot/tried.ts'
import { type Editing, editing } from '../support/editing.ts'
import { postFile } from '../support/workspace.ts'
import { fixed, tries } from './tries.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus/nodejs-blog', import.meta.url))
const isHere = existsSync(join(corpus, 'posts'))

type Value = string | string[] | null

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
const value: fc.Arbitrary<Value> = fc.oneof(plain, fc.array(plain, { maxLength: 4 }), fc.constant(null))
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

describe('what a form changes', () => {
  let desk: Editing
  beforeAll(async () => {
    desk = await editing({ 'blog/posts/hello.md': postFile() })
  })
  afterAll(() => desk?.close())

  /** The bytes of a file after changes of a form are saved, and what was refused. */
  async function changed(bytes: Buffer, changes: Record<string, Value>) {
    desk.place.write({ 'blog/posts/hello.md': bytes })
    const { text: before, tag } = await desk.source('posts/hello.md')
    const { json, status } = await desk.post('front-matter', { text: before, changes })
    expect(status).toBe(200)
    expect((await desk.put('posts/hello.md', json.edits, tag)).status).toBe(200)
    const after = readFileSync(join(desk.place.dir, 'blog/posts/hello.md'))
    return { before, after, edits: json.edits, refused: json.refused as Record<string, string> }
  }

  /** `undefined` if it cannot be read. */
  function frontMatterOf(text: string): Record<string, unknown> | undefined {
    const { value: front, problems } = splitFrontMatter(text, '')
    const value = front && problems.length === 0 ? tried(() => valueIn(front.yaml)) : undefined
    return value === undefined ? undefined : { ...Object(value) }
  }

  /** Checks that all is as it was but for what was meant. */
  async function expectKept(bytes: Buffer, changes: Record<string, Value>) {
    const { before, after, edits, refused } = await changed(bytes, changes)
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
    const [old, fresh] = [frontMatterOf(before), frontMatterOf(now.replace(/\r\n?/g, '\n'))]
    const meant: Record<string, unknown> = { ...old }
    for (const [name, one] of Object.entries(changes)) {
      if (name in refused) continue
      if (one === null) delete meant[name]
      else meant[name] = one
    }
    if (old) expect(fresh).toEqual(meant)
    else expect(after.equals(bytes)).toBe(true)
    return refused
  }

  test('is what was meant, and all else keeps its bytes, in every way of writing', async () => {
    const file = fc.record({
      front: fc.array(lines, { maxLength: 6 }),
      body: fc.constantFrom('Text.\n', '', 'One\r\nTwo\rThree\n', '\n\n# A\n---\n', 'no end'),
      end: fc.constantFrom('\n', '\r\n'),
      mark: fc.constantFrom('', '\ufeff'),
    })
    await fc.assert(
      fc.asyncProperty(file, changes, async ({ front, body, end, mark }, changes) => {
        const head = ['---', ...front, '---', ''].join('\n').replaceAll('\n', end)
        await expectKept(Buffer.from(mark + head + body), changes)
      }),
      { numRuns: tries(800) },
    )
  })

  fixed('is right where a key is added behind one that had no value', async () => {
    const bytes = Buffer.from('---\ndescription:\n---\nText.\n')
    expect(await expectKept(bytes, { title: [], description: [] })).toEqual({})
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
        refusals += Object.keys(await expectKept(posts[index]!, changes)).length
      }),
      { numRuns: tries(800) },
    )
    expect(refusals).toBe(0)
  })
})

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
