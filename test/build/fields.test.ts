// Fields: their definitions, and what is written in them, at any depth.
import { afterEach, describe, expect, test } from 'vitest'
import { check } from '../../build/index.ts'
import { problemLine } from '../support/problem-line.ts'
import { get } from '../support/reading.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

/** @param lines of the post's front matter */
async function problems(
  fields: string,
  lines: Record<string, string> = {},
  isBuilt = false,
): Promise<string[]> {
  place = await workspace({ 'blog/workspace.yml': `fields:${fields}`, 'blog/posts/a.md': postFile(lines) })
  const result = isBuilt ? await place.build() : await check({ content: place.dir, env: {} })
  return result.problems.map((problem) => problemLine(problem).slice(place.dir.length + 6))
}

const steps = '\n  steps: { type: list, fields: { title: { type: string, required: true }, at: date } }\n'

/** @returns the last place in a chain of objects in each other */
function nested(depth: number, inner: string): string {
  return depth === 0 ? inner : `{ type: object, fields: { a: ${nested(depth - 1, inner)} } }`
}

describe('a definition', () => {
  test.each([
    [
      ' x\n',
      'workspace.yml:1:9  error  wrong-type  fields must be a mapping. Write key: value on lines of their own.',
    ],
    [
      ' { a: numbr }\n',
      'workspace.yml:1:14  error  bad-choice  fields.a.type "numbr" is not a valid value. Did you mean "number"?',
    ],
    [
      ' { level: string, Level: string }\n',
      'workspace.yml:1:26  error  bad-field  "Level" differs from "level" in case only. Choose another name.',
    ],
    [
      ' { status: string }\n',
      'workspace.yml:1:11  error  bad-field  "status" is a key that every post may have. Choose another name.',
    ],
    [
      ' { when: { type: list, of: { type: object, fields: { gte: date } } } }\n',
      'workspace.yml:1:61  error  bad-field  "gte" is an operator of filters, which no field in an object may be called. Choose another name.',
    ],
    [
      ' { __proto__: string }\n',
      'workspace.yml:1:11  error  bad-field  "__proto__" is not a valid field name. Use letters, digits, _ and -, with a letter first.',
    ],
    [
      ' { a: { type: object, fields: { __proto__: string, b: date } } }\n',
      'workspace.yml:1:40  error  bad-field  "__proto__" is not a valid field name. Use letters, digits, _ and -, with a letter first.',
    ],
    [
      ' { a: { type: reference, to: author } }\n',
      'workspace.yml:1:37  error  bad-choice  fields.a.to[0] "author" is not a valid value. Did you mean "authors"?',
    ],
    [
      ' { a: reference }\n',
      'workspace.yml:1:14  error  bad-field  fields.a does not say what it refers to. Write to: posts.',
    ],
    [
      ' { a: object }\n',
      'workspace.yml:1:14  error  bad-field  fields.a has no fields. Write fields: { name: string }.',
    ],
    [
      ' { a: { type: string, of: date } }\n',
      'workspace.yml:1:14  error  bad-field  fields.a has of, which only a list can have. Write type: list, or remove of.',
    ],
    [
      ' { a: { type: image, fields: { b: date } } }\n',
      'workspace.yml:1:14  error  bad-field  fields.a has fields, which only an object or a list can have. Write type: object, or remove fields.',
    ],
    [
      ' { a: { type: list, of: date, fields: { b: date } } }\n',
      'workspace.yml:1:14  error  bad-field  fields.a says more than once what its items are. Keep one of options, of and fields.',
    ],
    [
      ` { a: ${nested(4, 'date')} }\n`,
      'workspace.yml:1:130  error  bad-field  fields.a.fields.a.fields.a.fields.a.fields.a is in more than 3 others. Define it further up.',
    ],
    [
      ` { a: { type: object, fields: {${Array.from({ length: 65 }, (_, i) => ` f${i}: date`)} } } }\n`,
      'workspace.yml:1:38  error  bad-field  fields.a.fields has more than 64 fields. Put some of them in an object of their own.',
    ],
  ])('%# is reported at its place', async (fields, line) => {
    expect(await problems(fields)).toEqual([line])
  })

  test('with a mistake hides no other, in definitions and in posts', async () => {
    const fields =
      ' { a: numbr, b: { type: objct }, title: string, c: { type: date, alt: yes, to: x }, d: number, gt: date }\n'
    const lines = await problems(fields, { a: 'x', c: 'x', d: 'x', gt: 'x', tgas: '[x]' })
    expect(lines.map((line) => line.replace(/ {2}error.*? {2}.*? {2}/, ' ').split('. ')[0])).toEqual([
      'posts/a.md:8:4 d "x" is not a number',
      'posts/a.md:9:5 gt "x" is not a date',
      'posts/a.md:10:1 There is no key "tgas"',
      'workspace.yml:1:14 fields.a.type "numbr" is not a valid value',
      'workspace.yml:1:32 fields.b.type "objct" is not a valid value',
      'workspace.yml:1:41 "title" is a key that every post may have',
      'workspace.yml:1:59 fields.c has to, which only a reference can have',
      'workspace.yml:1:59 fields.c has alt, which only an image can have',
      'workspace.yml:1:78 fields.c.alt "yes" is not a valid value',
      'workspace.yml:1:87 fields.c.to[0] "x" is not a valid value',
    ])
  })

  test('may be in three others', async () => {
    expect(
      await problems(` { a: ${nested(3, 'date')} }\n`, { a: '{ a: { a: { a: 2026-01-01 } } }' }),
    ).toEqual([])
  })
})

describe('a value', () => {
  test.each([
    ['level: hard', { level: 'hard' }],
    ['fields: { level: hard }', { fields: '{ level: hard }' }],
  ])('stands at %s', async (_, lines) => {
    expect(
      await problems(' { level: { type: select, options: [easy, hard], required: true } }\n', lines, true),
    ).toEqual([])
    expect((await get(place, 'blog/posts/a')).post.fields).toEqual({ level: 'hard' })
  })

  test('stands there once', async () => {
    expect(await problems(' { level: string }\n', { level: 'a', fields: '{ level: b }' })).toEqual([
      'posts/a.md:6:1  error  duplicate-key  The field "level" is written twice: here, and under fields. Keep one of them.',
    ])
  })

  test.each([
    [
      steps,
      '[{ title: A }, { title: B, at: 2026-02-30 }]',
      '6:39  error  bad-date  steps[1].at "2026-02-30" is not a date. February 2026 has 28 days.',
    ],
    [
      steps,
      '[{ title: A }, { titel: B }]',
      '6:25  error  unknown-key  There is no key "titel". Did you mean "title"?',
    ],
    [steps, '[{ at: 2026-01-01 }]', '6:9  error  missing-field  steps[0].title is missing. Write title: …'],
    [steps, 'x', '6:8  error  wrong-type  steps must be a list. Write [x].'],
    [
      ' { a: { type: list, of: number } }\n',
      '[1, "2,5"]',
      '6:8  error  wrong-type  a[1] "2,5" is not a number. Write 2.5.',
    ],
    [
      ' { a: string }\n',
      `${'x'.repeat(1e6)}`,
      '6:4  error  too-large  a has more than 100,000 characters. Shorten it: each list of posts repeats it.',
    ],
    [
      ' { a: list }\n',
      `[${'x, '.repeat(1001)}]`,
      '6:4  error  too-large  a has more than 1,000 items. Remove some: each list of posts repeats them.',
    ],
    [
      ' { a: { type: object, fields: { b: string } } }\n',
      '{ __proto__: x }',
      '6:6  error  unknown-key  There is no key "__proto__". Known keys: b.',
    ],
    [
      ' { a: { type: image, alt: required } }\n',
      'https://example.org/a.jpg',
      '6:4  error  missing-field  a says nothing to those who cannot see it. Write { file: …, alt: … }.',
    ],
    [
      ' { a: file }\n',
      'https://example.org/a.mp3',
      '6:4  error  bad-url  a "https://example.org/a.mp3" is not the path of a file. Define the field as a url if it is elsewhere.',
    ],
  ])('%# is reported at its place', async (fields, value, line) => {
    const name = fields === steps ? 'steps' : 'a'
    expect(await problems(fields, { [name]: value })).toEqual([`posts/a.md:${line}`])
  })
})
