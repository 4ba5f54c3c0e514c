// Slugs and the names they come from.
import { describe, expect, test } from 'vitest'
import { isSlug, nameOfSlug, slugify, slugMistake, slugOfFile } from '../../build/schema/slug.ts'

describe('a slug', () => {
  test.each(['hello', 'hello-world', '007', 'a--b', 'straße', '日本語', 'नमस्ते', 'café', '٣'])(
    'may be %s',
    (slug) => {
      expect(isSlug(slug)).toBe(true)
    },
  )

  test.each([
    ['is not empty', ''],
    ['has no capitals', 'Hello'],
    ['has no spaces', 'hello world'],
    ['has no dots', 'node.js'],
    ['has no underscores', 'hello_world'],
    ['has no slashes', 'a/b'],
    ['is composed', 'cafe\u0301'],
    ['has no half of a surrogate pair', 'a\ud800'],
    ['has no line break', 'a\n'],
  ])('%s', (_, text) => {
    expect(isSlug(text)).toBe(false)
  })

  test.each([
    ['Hello World', 'hello-world'],
    ['  Hello,  World! ', 'hello-world'],
    ['Machine Learning', 'machine-learning'],
    ['C#', 'c-sharp'],
    ['C++', 'c-plus-plus'],
    ['F# and C', 'f-sharp-and-c'],
    ['node.js', 'node-js'],
    ["Don't panic", 'dont-panic'],
    ['#hashtag', 'hashtag'],
    ['cafe\u0301', 'café'],
    ['İstanbul', 'i̇stanbul'],
    ['hello_world', 'hello-world'],
    ['!!!', ''],
  ])('is proposed for %s: %s', (text, slug) => {
    expect(slugify(text)).toBe(slug)
    if (slug !== '') expect(isSlug(slug)).toBe(true)
  })

  test.each(['Hello', 'node.js', '5.0.0', 'hello_world', '__init__', 'React-18.3_b', 'İstanbul', '日本語'])(
    'may be %s if slugs are relaxed',
    (slug) => {
      expect(isSlug(slug, 'relaxed')).toBe(true)
      expect(slugify(slug, 'relaxed')).toBe(slug)
    },
  )

  test.each(['', '.', '..', '.hidden', 'end.', 'a b', 'a/b', 'cafe\u0301', 'a\ud800', 'a\n', 'a%20b', 'a~'])(
    'is not %j even if slugs are relaxed',
    (text) => {
      expect(isSlug(text, 'relaxed')).toBe(false)
      const fixed = slugify(text, 'relaxed')
      if (fixed !== '') expect(isSlug(fixed, 'relaxed')).toBe(true)
    },
  )

  test('gives its name', () => {
    expect(nameOfSlug('design-systems')).toBe('Design systems')
    expect(nameOfSlug('日本語')).toBe('日本語')
    expect(nameOfSlug('v20')).toBe('V20')
  })

  test('that is only decomposed is reported as such, since the fix looks the same', () => {
    const mistake = slugMistake('cafe\u0301', 'strict', (fix) => `Write ${fix}.`)
    expect(mistake?.message).toContain('NFC')
    expect(mistake?.hint).toBe('Write café.')
  })
})

test('a slug with too many marks is told as that, since nobody could see the fix', () => {
  const marked = (count: number) => `x${'\u0301'.repeat(count)}`
  const mistakeOf = (text: string) => slugMistake(text, 'strict', (fixed) => `Write ${fixed}.`)
  expect(mistakeOf(marked(30))).toBeUndefined()
  expect(mistakeOf(marked(31))?.message).toMatch(
    /is not a slug: it has more than 30 combining marks in a row$/,
  )
  expect(mistakeOf(marked(31))?.hint).toBe('Remove some of them.')
})

describe("a file's slug", () => {
  test.each([
    ['posts/hello.md', 'hello'],
    ['posts/2026-05-31-hello.md', 'hello'],
    ['posts/2026/05/hello.md', 'hello'],
    ['posts/hello/index.md', 'hello'],
    ['posts/2026-05-31-hello/index.md', 'hello'],
    ['posts/2026-05-31.md', '2026-05-31'],
    ['posts/2026-05-31-.md', '2026-05-31-'],
    ['posts/2026-5-31-hello.md', '2026-5-31-hello'],
    ['posts/Hello World.md', 'Hello World'],
    ['posts/indexing.md', 'indexing'],
    ['posts/hello-2026-05-31-again.md', 'hello-2026-05-31-again'],
    ['posts/hello.md.md', 'hello.md'],
    ['index.md', 'index'],
  ])('of %s is %s', (path, slug) => {
    expect(slugOfFile(path)).toBe(slug)
  })
})
