// A search index for browsers of more different words than a browser should load.
import { expect, test } from 'vitest'
import { searchIndexOf } from '../../build/search-index/search-index.ts'
import { bulkWorkspace } from '../support/bulk.ts'

/** 50 posts of so many words each, all of them different. */
function indexOf(words: number) {
  const text = (post: number) =>
    `<p>${Array.from({ length: words }, (_, number) => (post * words + number).toString(36)).join(' ')}</p>`
  return searchIndexOf(bulkWorkspace('demo', 50, text), { text: 100_000 }, Number.POSITIVE_INFINITY)
}

test('there is none for more than 300,000 different words', () => {
  // Titles and descriptions have some, too.
  expect(indexOf(5_900)).toMatchObject({ posts: 50 })
  expect(indexOf(6_100)).toEqual({ missing: 'too-large' })
})
