// Whatever a title says, in any script: the words that MiniSearch's defaults make of it are in the index for browsers.
import fc from 'fast-check'
import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { searchIndexOf } from '../../build/search-index/search-index.ts'
import { bulkWorkspace, type WholePost } from '../support/bulk.ts'
import { tries } from './tries.ts'

const scripts = [
  'abcxyzABC',
  'äéñÅßİıſΣσς',
  '日本語検索認証',
  'ひらがなカタカナーｶﾞ',
  '한국어글',
  'กขคงที่นี่ค้นหา',
  'ສະບາຍດີ',
  'ជំរាបសួរ',
  'မြန်မာ',
  'עבריתالعربية',
  '0123456789',
  // No tabs: nobody types one, and MiniSearch would take it for a letter.
  "  .,;:!?'’-_/#+@()「」。",
  '\u0301\u200d\ufe0f',
  '😀👩‍🚀𐐨𠮷',
].map((letters) => fc.constantFrom(...letters))
/** Properties of every object. */
const properties = fc.constantFrom('toString', '__proto__', 'constructor')

const title = fc.string({ unit: fc.oneof(...scripts, properties), minLength: 1, maxLength: 40 })

/** An index of posts with these titles, as a browser loads it. */
function indexOf(titles: readonly string[]): MiniSearch {
  const { posts, ...workspace } = bulkWorkspace('demo', titles.length, () => '')
  const titled = posts.map((post, number): WholePost => {
    return { ...post, html: '', meta: { ...post.meta, title: titles[number]! } }
  })
  const built = searchIndexOf({ ...workspace, posts: titled }, { text: 0 }, Number.POSITIVE_INFINITY)
  if ('missing' in built) throw new Error(`there is no index: ${built.missing}`)
  const { index, options } = JSON.parse(built.json)
  return MiniSearch.loadJS(index, options)
}

/** In characters. Of a longer word, its beginning is in the index. */
const maxLength = 64
const tokenize: (text: string) => string[] = MiniSearch.getDefault('tokenize')

test('every word of a title finds its post, and all of them together do', () => {
  fc.assert(
    fc.property(fc.array(title, { minLength: 1, maxLength: 4 }), (titles) => {
      const index = indexOf(titles)
      for (const [number, text] of titles.entries()) {
        const composed = text.normalize('NFC')
        const words = tokenize(composed).filter((word) => word.trim() !== '')
        const beginnings = words.map((word) => [...word].slice(0, maxLength).join(''))
        const isWhole = words.length > 0 && words.every((word, i) => word === beginnings[i])
        for (const query of [...beginnings, ...(isWhole ? [composed] : [])]) {
          const found = index.search(query, { fuzzy: false }).map(({ id }) => id)
          expect(found, JSON.stringify([query, titles])).toContain(`post-${number}`)
        }
      }
    }),
    { numRuns: tries(300) },
  )
})

test('in scripts without spaces, up to eight characters from the middle of a word find the post', () => {
  const unspaced = fc.string({ unit: fc.oneof(...scripts.slice(2, 9)), minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(unspaced, fc.nat(29), fc.integer({ min: 1, max: 8 }), (text, from, length) => {
      const characters = [...text.normalize('NFC')]
      const part = characters.slice(from, from + length)
      fc.pre(part.length > 0 && !/\p{M}/u.test(part[0]!))
      const found = indexOf([text]).search(part.join(''), { fuzzy: false })
      expect(found, JSON.stringify([text, part])).toHaveLength(1)
    }),
    { numRuns: tries(300) },
  )
})
