// What is normalised is an internal: outside, only time tells. It is compared with UAX #15 written down step by step.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalise } from '../../packages/search/basics/normalise.ts'
import { anyCharacter } from '../support/characters.ts'
import { timesAsLong } from '../support/ratio.ts'
import { fixed, tries } from './tries.ts'

/** It changes places with a mark of the lowest class after it, or of the highest before it. */
function isNonStarter(character: string): boolean {
  return [`${character}\u0334`, `\u0345${character}`].some((pair) => pair.normalize('NFD') !== pair)
}

/** "Stream-Safe Text Process", UAX15-D4. */
function streamSafe(text: string): string {
  let [output, nonStarterCount] = ['', 0]
  for (const character of text) {
    const nonStarters = [...character.normalize('NFKD')].map(isNonStarter)
    const starter = nonStarters.indexOf(false)
    const initial = starter === -1 ? nonStarters.length : starter
    if (nonStarterCount + initial > 30) {
      output += '\u034f'
      nonStarterCount = 0
    }
    output += character
    if (starter === -1) nonStarterCount += nonStarters.length
    else nonStarterCount = nonStarters.length - 1 - nonStarters.lastIndexOf(false)
  }
  return output
}

const forms = ['NFC', 'NFD', 'NFKD'] as const

const nonStarters = [
  ...'\u0301\u0315\u0323\u0327\u0334\u0345\u05b0\u0591\u064b\u0711\u093c\u094d\u0e38\u0e48',
]
nonStarters.push(
  ...'\u0f71\u0f74\u302a\u3099\u20d0\ufe20',
  '\u{1d165}',
  '\u{1d17b}',
  '\u{1e944}',
  '\u{10a0d}',
)
const becoming = [...'\u0340\u0344\u0f73\u0f75\u0f81\uff9e\uff9f']
/** Marks, but starters. */
const starting = [...'\u034f\u0903\u093f\u0e31\u0f77\u0fb2\u20dd\ufe0f', '\u{11000}', '\u{e0100}']
const letters = [...'aéếᾂסּｶが가\u1100\u1161ﷺ\u00ad\u200d😀𝅘𝅥\ud834', ' ']

const run = fc
  .tuple(
    fc.constantFrom(...nonStarters, ...nonStarters, ...becoming, ...starting),
    fc.integer({ min: 1, max: 40 }),
  )
  .map(([mark, times]) => mark.repeat(times))
const text = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: run },
      fc.constantFrom(...letters),
      fc.string({ unit: anyCharacter, maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('any text becomes what UAX #15 says', () => {
  fc.assert(
    fc.property(text, fc.constantFrom(...forms), (text, form) => {
      const made = normalise(text, form)
      expect(made).toBe(streamSafe(text).normalize(form))
      expect(streamSafe(made)).toBe(made)
      expect(normalise(made, form)).toBe(made)
    }),
    { numRuns: tries(16_000) },
  )
})

describe('exactly the thirty-first non-starter', () => {
  const afterwards = (text: string) => normalise(text) !== text.normalize()

  fixed.each([...nonStarters, '\uff9e'])('of %j is set apart', (mark) => {
    expect(afterwards(`a${mark.repeat(29)}`)).toBe(false)
    expect(afterwards(`x${mark.repeat(30)}`)).toBe(false)
    expect(afterwards(`x${mark.repeat(31)}`)).toBe(true)
    expect(
      normalise(`x${mark.repeat(75)}y`, 'NFKD')
        .split('\u034f')
        .map((part) => [...part].length),
    ).toEqual([31, 30, 16])
  })

  fixed.each([
    ['a letter that has some', 'ᾂ', 27],
    ['marks that are two', 'x\u0344', 28],
    ['marks that are starters', `x${'\u0301'.repeat(30)}\u0903`, 30],
    ['the joiner itself', `x${'\u0301'.repeat(30)}\u034f`, 30],
  ])('is counted with %s', (_name, before, more) => {
    expect(afterwards(before + '\u0301'.repeat(more))).toBe(false)
    expect(afterwards(before + '\u0301'.repeat(more + 1))).toBe(true)
  })

  fixed.each(starting)('%j is none, as often as it is written', (mark) => {
    expect(afterwards(`a${mark.repeat(500)}`)).toBe(false)
  })
})

// A new version of Unicode may have other characters: this tells whether it has other rules.
fixed(
  'no characters but marks, and two kana, become non-starters, and none of those has a starter after them',
  {
    tags: 'nightly',
  },
  () => {
    const seldom: string[] = []
    let [ofMark, ofLetter] = [0, 0]
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code)
      // Most of Unicode is one part, a starter.
      if (`\u0345${character}\u0334`.normalize('NFKD') === `\u0345${character}\u0334`) continue
      const parts = [...character.normalize('NFKD')].map(isNonStarter)
      const starter = parts.indexOf(false)
      if (starter === -1) ofMark = Math.max(ofMark, parts.length)
      else ofLetter = Math.max(ofLetter, parts.length - 1 - parts.lastIndexOf(false))
      expect([-1, 0], `U+${code.toString(16)}`).toContain(starter)
      if (starter === -1 && !/\p{M}/u.test(character)) seldom.push(character)
      if (starter === -1) expect(character).not.toMatch(/[\0-\u02ff\u0370-\u0482\u3400-\u9fff\uac00-\ud7a3]/)
    }
    expect(seldom).toEqual(['\uff9e', '\uff9f'])
    expect([ofMark, ofLetter]).toEqual([2, 3])
  },
)

fixed('a long run takes a few times as long as the same marks on many letters', async () => {
  for (const form of forms) {
    const marks = [...'\u0345\u0301\u0315\u0323\u0327\u0334'].map((mark) => mark.repeat(10_000)).join('')
    const short = marks.replace(/.{20}/gsu, '$&a')
    const ratio = await timesAsLong(
      () => normalise(marks, form),
      () => normalise(short, form),
      20,
    )
    expect(ratio).toBeLessThan(20)
  }
})
