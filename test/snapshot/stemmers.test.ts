// Stemmers are code of others, which gets every word of every post: whatever it is, they answer with a stem.
import { expect, test } from 'vitest'
import { seeded } from '../bench/words.ts'
import { stemmers } from '../support/stemmers.ts'

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Armenian', 'Devanagari', 'Tamil']

/** The letters and marks of a script, in lower case, among the first 4,096 characters. */
function lettersOf(script: string): string[] {
  const letter = new RegExp(`^(?=[\\p{L}\\p{M}])\\p{Script=${script}}$`, 'u')
  const all = Array.from({ length: 0x1000 }, (_, code) => String.fromCodePoint(code))
  return all.filter((one) => letter.test(one) && one.toLowerCase() === one)
}

const alphabets = scripts.map((script) => lettersOf(script).slice(0, 64))

test.each([...stemmers])('in %s, every word has a stem', (_, stem) => {
  const random = seeded(1)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const odd: unknown[] = []
  for (let i = 0; i < 5_000; i++) {
    const alphabet = pick(alphabets)
    // Of few letters, so that they end in many ways that a stemmer knows.
    const letters = i % 2 === 0 ? alphabet : Array.from({ length: 4 }, () => pick(alphabet))
    const word = Array.from({ length: 1 + Math.floor(random() * 16) }, () => pick(letters)).join('')
    try {
      const found: unknown = stem(word)
      if (typeof found !== 'string' || found.length > 2 * word.length) odd.push([word, found])
    } catch (error) {
      odd.push([word, error])
    }
  }
  expect(odd).toEqual([])
})
