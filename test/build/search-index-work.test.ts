// What it takes to index posts for browsers, in nodes of the tree of words that are looked at: equal on machines of any speed.
import { afterEach, expect, test } from 'vitest'
import { searchIndexOf } from '../../build/search-index/search-index.ts'
import { bulkWorkspace } from '../support/bulk.ts'

const { keys } = Map.prototype
afterEach(() => {
  Map.prototype.keys = keys
})

test('twice as many posts with words of their own take about twice the work', () => {
  // It is 2, and 4 if all words are counted after each post.
  expect(nodesFor(600) / nodesFor(300)).toBeLessThan(2.5)
})

/** MiniSearch has a map for each node. */
function nodesFor(posts: number): number {
  let nodes = 0
  Map.prototype.keys = function () {
    nodes++
    return keys.call(this)
  }
  const index = searchIndexOf(
    bulkWorkspace('demo', posts, ofItsOwn),
    { text: 2_000 },
    Number.POSITIVE_INFINITY,
  )
  expect(index).toMatchObject({ posts })
  expect(nodes).toBeGreaterThan(5 * posts)
  return nodes
}

/** Few words, so that whatever looks at all words after each post soon takes most of the work. */
function ofItsOwn(post: number): string {
  const words = Array.from({ length: 5 }, (_, at) => (46_656 + post * 5 + at).toString(36))
  return `<p>${words.join(' ')}</p>`
}
