// Stemmers are code of others, which gets every word of every post: whatever it is, they answer with a stem.
import { expect, test } from 'vitest'
import { loadStemmers } from '../../snapshot/search/stemmers.ts'
import { seeded } from '../bench/words.ts'

const languages =
  'ar bg da de el en es fi fr ga hi hu hy id it lt nb ne nl nn no pt ro ru sr sv ta tr uk'.split(' ')
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Armenian', 'Devanagari', 'Tamil']

/** Those of the first planes' letters and marks that are of a script, in lower case. */
function lettersOf(script: string): string[] {
  const letter = new RegExp(`^(?=[\\p{L}\\p{M}])\\p{Script=${script}}$`, 'u')
  const all = Array.from({ length: 0x1000 }, (_, code) => String.fromCodePoint(code))
  return all.filter((one) => letter.test(one) && one.toLowerCase() === one)
}

const alphabets = scripts.map((script) => lettersOf(script).slice(0, 64))

test.each(languages)('in %s, every word has a stem', async (language) => {
  const stem = (await loadStemmers([language])).get(language)!
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
