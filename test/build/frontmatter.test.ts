// Where front matter ends and text begins. gray-matter does the splitting, and three of its habits must not show.
import matter from 'gray-matter'
import { afterEach, describe, expect, test } from 'vitest'
import { compiler } from '../../build/compile/compile.ts'
import { splitFrontMatter } from '../../build/parse/frontmatter.ts'
import { postFile } from '../support/workspace.ts'
import { settings } from './settings.ts'

function split(text: string) {
  const { value, problems } = splitFrontMatter(text, 'hello.md')
  const front = value && { yaml: value.yaml, start: value.start, body: value.body }
  return { front, problems: problems.map(({ line, column, code }) => `${line}:${column} ${code}`) }
}

const FILE = { displayPath: 'hello.md', relativePath: 'posts/hello.md' }

describe('front matter', () => {
  test('ends at a line of three hyphens, and the text is what follows that line', () => {
    const { front } = split('---\ntitle: Hello\n---\n\n  Text\r\nmore')
    expect(front).toEqual({ yaml: '\ntitle: Hello', start: 3, body: '\n  Text\r\nmore' })
  })

  test('may have Windows line ends, spaces after its fences, and name YAML as its language', () => {
    expect(split('---\r\ntitle: Hello\r\n---\r\nText').front?.body).toBe('Text')
    expect(split('--- \ntitle: Hello\n---  \nText').front?.body).toBe('Text')
    const placesIn = (opening: string) => {
      const { problems } = compiler(settings())(
        { displayPath: 'hello.md', relativePath: 'posts/hello.md' },
        Buffer.from(postFile({ titel: 'x' }).replace('---', opening)),
      )
      return problems.map(({ line, column, length }) => `${line}:${column} ${length}`)
    }
    for (const opening of ['---', '---  ', '---yaml', '---yml ']) {
      expect(placesIn(opening)).toEqual(['6:1 5'])
    }
    expect(split('---yaml\ntitle: Hello\n---\nText').front).toEqual({
      yaml: '\ntitle: Hello',
      start: 7,
      body: 'Text',
    })
  })

  test('may be empty, or the whole file', () => {
    expect(split('---\n---\nText').front).toEqual({ yaml: '', start: 3, body: 'Text' })
    expect(split('---\ntitle: Hello\n---').front?.body).toBe('')
  })

  test('leaves a line of hyphens in the text alone', () => {
    expect(split('---\na: b\n---\nText\n\n---\n\nmore').front?.body).toBe('Text\n\n---\n\nmore')
  })

  test.each([
    ['is missing', 'Just text.\n', '1:1 no-front-matter'],
    ['is missing in an empty file', '', '1:1 no-front-matter'],
    ['does not begin at the first line', '\n---\na: b\n---\n', '2:1 no-front-matter'],
    ['is not closed', '---\ntitle: Hello\n\nText\n', '4:1 unterminated-fence'],
    ['is not closed before a heading', '---\ntitle: Hello\n# Hello\n', '3:1 unterminated-fence'],
    ['is not closed at all', '---\ntitle: Hello\n', '2:1 unterminated-fence'],
    ['is closed by two hyphens', '---\ntitle: Hello\n--\nText\n', '3:1 unterminated-fence'],
    ['is closed by a dash', '---\ntitle: Hello\n—\nText\n', '3:1 unterminated-fence'],
    ['is closed by dots', '---\ntitle: Hello\n...\nText\n', '3:1 unterminated-fence'],
    ['is closed by a longer line', '---\ntitle: Hello\n----\nText\n', '3:1 unterminated-fence'],
    ['is JSON', '---json\n{}\n---\n', '1:4 other-language'],
    ['is called by the name of a function', '---constructor\na\n---\n', '1:4 other-language'],
    ['is TOML', '+++\ntitle = "Hello"\n+++\n', '1:1 other-language'],
    ['is below the end of a conflict', '>>>>>>> theirs\n---\ntitle: Hello\n---\n', '1:1 merge-conflict'],
  ])('is refused when it %s', (_, text, problem) => {
    expect(split(text).problems).toEqual([problem])
    const { post } = compiler(settings({ unread: new Set(['defaults', 'fields']) }))(FILE, Buffer.from(text))
    expect(post).toBeUndefined()
  })

  test.each([
    ['TOML', '+++\ntitel = "Hello"\n+++\n', '1:1 other-language'],
    ['JSON', '{\n  "title": "Hello",\n  "date": "2026-01-01"\n}\n', '1:1 other-language'],
    ['another language', '---js\n{}\n---\n', '1:4 other-language'],
    ['nothing', '', '1:1 no-front-matter'],
    [
      'something above it',
      '\n\n---\ntitle: Hello\ndate: 2026-01-01\n---\n',
      '3:1 no-front-matter',
      '5:1 unknown-key',
    ],
    [
      'the wrong end',
      '---\ntitle: Hello\ndate: 2026-01-01\n--\n',
      '4:1 unterminated-fence',
      '3:1 unknown-key',
    ],
    [
      'an end with blanks after it, below what is no link',
      '---\ntitle: Hello\nlayout: "[c] (d.md)"\n--                    \n',
      '4:1 unterminated-fence',
      '3:1 unknown-key',
    ],
    ['no end', '---\ntitle: Hello\ndate: 2026-01-01\n', '5:1 unterminated-fence', '3:1 unknown-key'],
    [
      'lines that are not YAML',
      '---\ntitle: A: b\ndate: 2026-01-01\ntags: [a\nstatus: hidden\ndescription: "c\nlayout: d\n---\n',
      '2:8 bad-yaml',
      '4:7 bad-yaml',
      '6:14 bad-yaml',
      '5:9 bad-choice',
      '3:1 unknown-key',
      '7:1 unknown-key',
    ],
  ])('with %s does not hide what else is wrong with a file', (_, front, ...told) => {
    const text = `${front}\n[a] (b.md)\n`
    const { problems, post } = compiler(settings({ unread: new Set(['defaults', 'fields']) }))(
      FILE,
      Buffer.from(text),
    )
    const line = text.split('\n').length - 1
    expect(problems.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual([
      ...told,
      `${line}:1 almost-link`,
    ])
    expect(post).toBeUndefined()
  })

  test('with bytes that are no text does not hide what else is wrong with a file', () => {
    for (const [bytes, told] of [
      [Buffer.from('---\ntitle: Caf\xe9\ndate: 2026-01-01\n---\n[a] (b.md)\n', 'latin1'), '2:11 not-utf8'],
      [Buffer.from('---\ntitle: Caf\0\ndate: 2026-01-01\n---\n[a] (b.md)\n'), '2:11 nul-character'],
    ] as const) {
      const { problems } = compiler(settings({ unread: new Set(['defaults', 'fields']) }))(FILE, bytes)
      expect(problems.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual([
        told,
        '3:1 unknown-key',
        '5:1 almost-link',
      ])
    }
  })
})

describe('gray-matter', () => {
  afterEach(() => {
    delete (globalThis as { executed?: boolean }).executed
  })

  test.each(['js', 'javascript', 'JS', 'coffee'])('does not execute front matter in %s', (language) => {
    const text = `---${language}\nglobalThis.executed = true\n---\nText`
    expect(split(text).problems).toEqual(['1:4 other-language'])
    expect((globalThis as { executed?: boolean }).executed).toBeUndefined()
  })

  test('would execute it with its default options', () => {
    matter('---js\nglobalThis.executed = true\n---\nText')
    expect((globalThis as { executed?: boolean }).executed).toBe(true)
  })

  test('does not cache broken YAML as none: it fails every time', () => {
    const compile = compiler(settings())
    const bytes = Buffer.from(postFile({ tags: '[one, two' }))
    const codes = () =>
      compile({ displayPath: 'hello.md', relativePath: 'posts/hello.md' }, bytes).problems.map(
        ({ code }) => code,
      )
    expect(codes()).toEqual(['bad-yaml'])
    expect(codes()).toEqual(['bad-yaml'])
  })

  test('does not cache what it has split', () => {
    const { cache } = matter as unknown as { cache: object }
    const text = '---\ntitle: Kept by nobody\n---\nText'
    split(text)
    expect(cache).not.toHaveProperty([text])
  })
})
