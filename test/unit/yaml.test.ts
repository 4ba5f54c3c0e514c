// YAML as content files hold it: text stays text, and what would hurt is refused at its place.
import { describe, expect, test } from 'vitest'
import type { Problem } from '../../build/problem.ts'
import { parseYaml } from '../../build/yaml.ts'

function parse(yaml: string) {
  const problems: Problem[] = []
  const data = parseYaml({ name: 'The file', file: 'tags.yml', text: yaml, yaml, start: 0 }, problems)
  const found = problems.map(({ line, column, code, message }) => `${line}:${column} ${code} ${message}`)
  return { value: data?.value, data, problems: found }
}

describe('YAML', () => {
  test('keeps what was written: numbers, dates and words are text', () => {
    const { value } = parse('a: 2026\nb: 007\nc: 1.10\nd: true\ne: 2026-05-31\nf: no\ng: 0x10')
    expect(value).toEqual({ a: '2026', b: '007', c: '1.10', d: 'true', e: '2026-05-31', f: 'no', g: '0x10' })
  })

  test('takes what is empty, ~ or null as not given, but not in quotes', () => {
    expect(parse('a:\nb: ~\nc: null\nd: "null"\ne: ""').value).toEqual({
      a: undefined,
      b: undefined,
      c: undefined,
      d: 'null',
      e: '',
    })
  })

  test('may be in any of its styles', () => {
    const { value } = parse(
      'a: |\n  one\n  two\nb: >-\n  one\n  two\nc: {d: [e, "f: g"]}\n# comment\nh:\n- i\n',
    )
    expect(value).toEqual({ a: 'one\ntwo\n', b: 'one two', c: { d: ['e', 'f: g'] }, h: ['i'] })
  })

  test('has keys that are names of an object of JavaScript', () => {
    const { value } = parse('__proto__: a\nconstructor: b\n') as { value: object }
    expect(Object.entries(value)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  test.each([
    ['a key written twice', 'a: 1\nb: 2\na: 3\n', '3:1 duplicate-key The key "a" is written twice.'],
    ['a quoted key written twice', 'a: 1\n"a": 3\n', '2:1 duplicate-key The key "a" is written twice.'],
    [
      'a list that is not closed',
      'a: [1, 2\nb: 3\n',
      '2:1 bad-yaml Flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
    [
      'an unquoted colon',
      'title: Galley: a guide\n',
      '1:8 bad-yaml Nested mappings are not allowed in compact mappings.',
    ],
    ['a tab as indent', 'a:\n\tb: c\n', '2:1 bad-yaml Tabs are not allowed as indentation.'],
    [
      'an alias without an anchor',
      'a: *b\n',
      '1:4 bad-yaml Unresolved alias (the anchor must be set before the alias): b.',
    ],
    ['a tag', 'a: !ruby/object x\n', '1:4 bad-yaml YAML tags mean nothing here.'],
    ['a second document', 'a: b\n---\nc: d\n', '2:1 bad-yaml A second document begins here.'],
    ['a key that is a list', '? [a]\n: b\n', '1:3 bad-yaml With stringKeys, all keys must be strings.'],
  ])('is refused for %s', (_, yaml, problem) => {
    expect(parse(yaml).problems).toEqual([problem])
  })

  test('is refused when aliases multiply into millions of values', () => {
    const levels = 'bcdefghi'.split('').map((name, index) => {
      const above = 'abcdefgh'[index]
      return `${name}: &${name} [${Array(9).fill(`*${above}`).join(', ')}]\n`
    })
    const { value, problems } = parse(`a: &a [x, x, x]\n${levels.join('')}`)
    expect(value).toBeUndefined()
    expect(problems).toEqual(['2:8 bad-yaml Excessive alias count indicates a resource exhaustion attack.'])
  })

  test.each([
    ['lists', '['.repeat(20_000)],
    ['mappings', '{a: '.repeat(20_000)],
    ['lists in lines', '- '.repeat(20_000)],
    ['closed lists', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])('is refused when %s nest too deeply, and the process lives', (_, yaml) => {
    const { value, problems } = parse(`a:\n  ${yaml}\n`)
    expect(value).toBeUndefined()
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('This is nested more than 32 levels deep.')
  })

  test('is read in proportion to its size', () => {
    const yaml = Array.from({ length: 30_000 }, (_, index) => `key${index}: { name: Name }\n`).join('')
    const started = performance.now()
    const { data, problems } = parse(`${yaml}key0: again\n`)
    expect(problems).toEqual(['30001:1 duplicate-key The key "key0" is written twice.'])
    for (let index = 1; index < 30_000; index++) expect(data?.keyPlace([`key${index}`]).line).toBe(index + 1)
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('knows where each value and each key stands', () => {
    const { data } = parse('# one\ntags: [a, "b"]\nsocials:\r\n  - platform: x\r\n    url: y\r\n')
    expect(data?.place(['tags', 1])).toEqual({ line: 2, column: 11, length: 3 })
    expect(data?.place(['socials', 0, 'url'])).toEqual({ line: 5, column: 10, length: 1 })
    expect(data?.keyPlace(['socials', 0, 'url'])).toEqual({ line: 5, column: 5, length: 3 })
    expect(data?.place(['socials', 0, 'missing'])).toEqual({ line: 4, column: 5, length: 1 })
  })
})
