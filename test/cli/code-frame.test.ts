// Code frames: the line of a problem, with carets under what is meant as a terminal shows it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellsOf } from '../../bin/terminal/cells.ts'
import { frameOf } from '../../bin/terminal/code-frame.ts'
import { printMessage, wrapped } from '../../bin/terminal/print.ts'
import { timesAsLong } from '../support/ratio.ts'

/** Two lines, the second one of carets under the first `meant` of `text`. */
function drawn(text: string, meant: string, line = 4): string[] {
  const { source, margin, carets } = frameOf(text, {
    line,
    column: text.indexOf(meant) + 1,
    length: meant.length,
  })
  return [source, `${margin}${carets}`]
}

describe('a frame', () => {
  test('shows the line with its number, and carets under the part that is meant', () => {
    expect(drawn('tags: [javscript, web]', 'javscript')).toEqual([
      '  4 | tags: [javscript, web]',
      '    |        ^^^^^^^^^',
    ])
    expect(drawn('a: b', 'b', 1000)).toEqual(['  1000 | a: b', '       |    ^'])
  })

  test.each([
    ['wide characters', '日本語: 日本', ': 日本', '日本語: 日本', '      ^^^^^^'],
    ['full-width letters and half-width kana', 'Ａｱ: x', 'x', 'Ａｱ: x', '     ^'],
    ['Korean', '한국: x', 'x', '한국: x', '      ^'],
    ['emoji', '👍🎉: x', 'x', '👍🎉: x', '      ^'],
    ['emoji of several characters', '🇸🇪👍🏽☀️: x', 'x', '🇸🇪👍🏽☀️: x', '        ^'],
    ['what joins emoji', '👩\u200d👧: x', 'x', '👩\\u200d👧: x', '            ^'],
    ['what other programs read', '##[add-mask]: x', 'x', '\\x23#[add-mask]: x', '                 ^'],
    ['vowels that stand beside their consonants', 'हिन्दी: x', 'x', 'हिन्दी: x', '      ^'],
    ['marks that stand above or below', 'ที่นี่: שָׁ', 'שָׁ', 'ที่นี่: שָׁ', '    ^'],
    ['half-width kana with their marks', 'ｶﾞｷﾟ: x', 'x', 'ｶﾞｷﾟ: x', '      ^'],
    ['marks that have nothing to stand on', '\u3099: x', 'x', '\u3099: x', '  ^'],
    ['accents written as marks', 'cafe\u0301: e\u0301', 'e\u0301', 'cafe\u0301: e\u0301', '   ^'],
    ['tabs', '\ttags:\t[x]', 'x', '    tags:    [x]', '              ^'],
    ['control characters', 'a\u001b[2Jb: x', 'x', 'a\\x1b[2Jb: x', '           ^'],
    ['what cannot be seen', 'a\u200bb\u202e: x', '\u200b', 'a\\u200bb\\u202e: x', ' ^^^^^^'],
  ])('counts %s as columns of a terminal', (_, text, meant, shown, carets) => {
    expect(drawn(text, meant)).toEqual([`  4 | ${shown}`, `    | ${carets}`])
  })

  test('of a long line shows what is around the carets, in no more than 80 columns', () => {
    const line = `${'before, '.repeat(1000)}here, ${'日本、'.repeat(1000)}`
    const [source, carets] = drawn(line, 'here')
    expect(source).toMatch(/^ {2}4 \| ….{24}here, (日本、)+日?本?…$/)
    expect(carets).toBe(`    | ${' '.repeat(25)}^^^^`)
    expect(drawn(`${'x'.repeat(60)}${'y'.repeat(60)}`, 'x'.repeat(10))[0]).toBe(
      `  4 | ${'x'.repeat(60)}${'y'.repeat(12)}…`,
    )
  })

  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
  test.each([
    [`${alphabet}HERE${alphabet.slice(0, 32)}`, undefined, `${alphabet}HERE${alphabet.slice(0, 32)}`],
    [
      `${alphabet}HERE${alphabet.slice(0, 33)}`,
      undefined,
      `…${alphabet.slice(12)}HERE${alphabet.slice(0, 33)}`,
    ],
    [`${alphabet}HERE${alphabet}${alphabet}`, undefined, `…${alphabet.slice(12)}HERE${alphabet}abcdefgh…`],
    [`${alphabet}HERE`, 48, `${alphabet}HERE`],
    [`${alphabet}HERE`, 47, `…${alphabet.slice(17)}HERE`],
    [`${alphabet}HERE${alphabet}`, 20, '…23456789HEREabcd…'],
    [`${' '.repeat(400)}${alphabet}HERE`, undefined, `…${alphabet.slice(12)}HERE`],
    [`HERE${'\u0301'.repeat(396)}`, undefined, `HERE${'\u0301'.repeat(396)}`],
    [`HERE${'\u0301'.repeat(397)}`, undefined, `HERE${'\u0301'.repeat(396)}…`],
  ])('of %j in %s columns shows what fits', (text, columns, shown) => {
    const column = text.indexOf('HERE') + 1
    const { source, margin, carets } = frameOf(text, { line: 4, column, length: 4 }, columns)
    expect(source).toBe(`  4 | ${shown}`)
    expect([margin, carets]).toEqual([`    | ${' '.repeat(shown.indexOf('HERE'))}`, '^^^^'])
  })

  test('of a value wider than the terminal has carets up to its visible end', () => {
    const [source, carets] = drawn(`title: ${'x'.repeat(500)}`, 'x'.repeat(500))
    expect(carets?.length).toBe(source!.length - 1)
  })

  test('of an enormous line is drawn as quickly as of a short one', async () => {
    const line = (count: number) => `${'e\u0301😀'.repeat(count)}here${' '.repeat(count)}`
    const drawing = (text: string) => () => {
      const column = text.indexOf('here') + 1
      for (let times = 0; times < 20; times++) frameOf(text, { line: 1, column, length: 4 })
    }
    expect(await timesAsLong(drawing(line(1_000_000)), drawing(line(1_000)))).toBeLessThan(20)
  })

  test('has a caret even if there is nothing to point at', () => {
    expect(frameOf('', { line: 2, column: 1, length: 1 })).toEqual({
      source: '  2 | ',
      margin: '    | ',
      carets: '^',
    })
    expect(frameOf('ab', { line: 2, column: 9, length: 3 }).margin).toBe('    |   ')
  })
})

test.each([
  ['one two three', '', 20, ['one two three']],
  ['seven words fit in thirty columns', '', 30, ['seven words fit in thirty', '  columns']],
  ['sixteen, and one more', 'four', 20, ['sixteen, and one', '  more']],
  ['sixteen-letters! more', 'four', 20, ['sixteen-letters!', '  more']],
  ['sixteen-letters!! more', 'four', 20, ['', '  sixteen-letters!!', '  more']],
  ['twenty-one-letters... more', '', 20, ['twenty-one-letters...', '  more']],
  ['日本語日本語日本語日 本', '', 20, ['日本語日本語日本語日', '  本']],
  ['  indented  by  two columns', '', 20, ['  indented  by  two', '  columns']],
  ['  twenty-one-letters... more', '', 20, ['  twenty-one-letters...', '  more']],
  ['', '', 20, ['']],
  ['not broken at all here', '', 19, ['not broken at all here']],
  ['not broken at all here', '', undefined, ['not broken at all here']],
])('%j after %j is broken for %s columns', (text, before, columns, lines) => {
  expect(wrapped(text, before, columns)).toEqual(lines)
})

test('a message loses nothing where it is broken, whatever its parts are', () => {
  const part = fc.array(fc.constantFrom(' ', '  ', 'a', 'words', '日本', 'e\u0301', 'x'.repeat(19)), {
    maxLength: 6,
  })
  const parts = fc.array(
    part.map((texts) => texts.join('')),
    { minLength: 1, maxLength: 5 },
  )
  const property = fc.property(parts, fc.integer({ min: 20, max: 40 }), (parts, columns) => {
    let printed = ''
    const output = { write: (text: string) => (printed += text), isTTY: true, columns }
    printMessage(output, ...parts.map((text, i) => (i % 2 === 0 ? text : { text })))
    const [first = '', ...more] = printed.slice(0, -1).split('\n')
    expect(more.every((line) => line.startsWith('  '))).toBe(true)
    expect([first, ...more.map((line) => line.slice(2))].join(' ')).toBe(parts.join(''))
    const isAlone = (line: string) => !line.trim().includes(' ')
    for (const line of [first, ...more]) expect(isAlone(line) || widthOf(line) <= columns).toBe(true)
  })
  fc.assert(property, { numRuns: 300 })
})

const widthOf = (text: string) => cellsOf(text).reduce((sum, { width }) => sum + width, 0)
