// Places of words in all titles and texts as one ascending list of numbers, so that words that stand side by side are
// numbers that differ by one: first all titles in the order of their posts, then all texts.
import { ListReader } from './postings.ts'

/** Ascending. */
export type Places = Float64Array

/** More than a text has words: a file is refused long before that. Some 2^28 texts of them fit into a double. */
const placesPerText = 2 ** 25

/**
 * @param lists a term's posting lists, of its titles and of its texts
 * @param positions for each posting as many numbers as its frequency says, as differences
 * @param wanted by post number: 1 where places are wanted
 */
export function placesOf(lists: Uint32Array, positions: Uint8Array, wanted: Uint8Array): Places {
  const reader = new ListReader(lists)
  const fields = [reader.next(), reader.next()]
  const total = fields.reduce((sum, { posts, frequencies }) => sum + countOf(posts, frequencies, wanted), 0)
  const places = new Float64Array(total)
  let taken = 0
  let at = 0
  for (const [field, { posts, frequencies }] of fields.entries()) {
    for (let i = 0; i < posts.length; i++) {
      const count = frequencies[i]!
      if (wanted[posts[i]!] === 0) {
        at = behindNumbers(positions, at, count)
        continue
      }
      let place = (field * wanted.length + posts[i]!) * placesPerText
      for (const end = taken + count; taken < end; places[taken++] = place) {
        let shift = 0
        for (; positions[at]! > 127; shift += 7) place += (positions[at++]! & 127) << shift
        place += positions[at++]! << shift
      }
    }
  }
  return places
}

/** The posts of the places, of so many posts: 1 at the number of each. */
export function postsAt(places: Places, posts: number): Uint8Array {
  const marks = new Uint8Array(posts)
  let end = 0
  for (let i = 0; i < places.length; i++) {
    if (places[i]! < end) continue
    const text = Math.floor(places[i]! / placesPerText)
    marks[text % posts] = 1
    end = (text + 1) * placesPerText
  }
  return marks
}

function countOf(posts: Uint32Array, frequencies: Uint32Array, wanted: Uint8Array): number {
  let count = 0
  for (let i = 0; i < posts.length; i++) if (wanted[posts[i]!] === 1) count += frequencies[i]!
  return count
}

function behindNumbers(bytes: Uint8Array, from: number, count: number): number {
  let at = from
  for (let left = count; left > 0; at++) if (bytes[at]! < 128) left--
  return at
}
