// The words of any text, counted, are those of the tokenizer.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { PostPacker, packTerms, Vocabulary } from '../../packages/search/index.ts'
import { beginsSentence, isCapitalised, shownAs, spellingOf } from '../../packages/search/text/as-written.ts'
import { tokenize } from '../../packages/search/text/tokenize.ts'
import { textOf } from '../support/characters.ts'
import { tries } from './tries.ts'

const sign = fc.constantFrom(
  ..."aAbé1ßİςأ認ガ .+#@/-_'’(,\n…\0\u00ad\u0301\u0640\u200d\u2060\u1ebf𝒳\ud840",
  ...['the', 'The', 'C++', 'node.js', ' – ', '. ', 'x'.repeat(63)],
)
const text = textOf(sign)

test('a text has the terms that its tokens have, and is written as they are', () => {
  fc.assert(
    fc.property(text, (text) => {
      expect(termsOf(text)).toEqual(modelOf(text))
    }),
    { numRuns: tries(8_000) },
  )
})

test('a post is packed the same whatever was packed before it', () => {
  const posts = fc.array(fc.record({ title: text, content: text }), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(posts, (posts) => {
      const vocabulary = new Vocabulary()
      const packer = new PostPacker(vocabulary)
      for (const { title, content } of posts) {
        const packed = packer.pack({ title, content })
        expect(packed).toEqual(packTerms({ title: termsOf(title), content: termsOf(content) }, vocabulary))
      }
    }),
    { numRuns: tries(2_000) },
  )
})

/** The same, token by token. */
function modelOf(text: string): ReturnType<typeof termsOf> {
  const places = new Map<string, number[]>()
  const spelt: Record<number, string> = {}
  const written: Record<number, string> = {}
  const doubtful: Record<number, string> = {}
  let compoundEnd = 0
  for (const { term, start, end, position } of tokenize(text)) {
    const isNew = !places.has(term)
    const positions = places.get(term) ?? []
    places.set(term, [...positions, position])
    const place = [...places.keys()].indexOf(term)
    const isPart = start < compoundEnd
    if (!isPart) compoundEnd = end
    const word = text.slice(start, end)
    const [spelling, shown] = [spellingOf(word), shownAs(word)]
    if (isNew && spelling !== term) spelt[place] = spelling
    if (!isNew && doubtful[place] === undefined) continue
    if (isPart || (isCapitalised(shown) && beginsSentence(text, start))) doubtful[place] ??= shown
    else {
      delete doubtful[place]
      if (shown !== term) written[place] = shown
    }
  }
  return {
    terms: [...places.keys()],
    frequencies: Uint32Array.from([...places.values()], ({ length }) => length),
    positions: Uint32Array.from([...places.values()].flat()),
    spelt,
    written,
    doubtful,
  }
}
