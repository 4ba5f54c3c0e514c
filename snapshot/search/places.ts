// Places of words in all titles and texts as one ascending list of numbers, so that words that stand side by side are
// numbers that differ by one: first all titles in the order of their posts, then all texts.
import type { PostNumber } from '../types.ts'

/** Ascending. */
export type Places = Float64Array

/** More than a text has words: a file is refused long before that. Some 2^28 texts of them fit into a double. */
const placesPerText = 2 ** 25

/**
 * @param lists a term's posting lists, of its titles and of its texts
 * @param positions for each posting as many as its frequency says, as differences
 * @param wanted by post number: 1 where places are wanted
 */
export function placesOf(lists: Uint32Array, positions: Uint32Array, wanted: Uint8Array): Places {
  const places = new Float64Array(positions.length)
  let count = 0
  let from = 0
  for (let field = 0, at = 0; field < 2; field++) {
    const end = at + 1 + 2 * lists[at]!
    let post: PostNumber = 0
    for (at++; at < end; at += 2) {
      post += lists[at]!
      const to = from + lists[at + 1]!
      let place = (field * wanted.length + post) * placesPerText
      if (wanted[post] === 0) from = to
      while (from < to) {
        place += positions[from++]!
        places[count++] = place
      }
    }
  }
  return places.subarray(0, count)
}

/** The post of a place, of so many posts. */
export function postAt(place: number, posts: number): PostNumber {
  return Math.floor(place / placesPerText) % posts
}
