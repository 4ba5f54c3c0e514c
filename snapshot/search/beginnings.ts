// Beginnings that so many words share that reading the lists of all of them takes long: which posts have one of the
// words is stored for these, a bit a post. So what a beginning costs grows with the posts, not with its words.

export interface Beginning {
  beginning: string
  /** Places in the list of terms, `to` exclusive. */
  from: number
  to: number
}

/** Lists of so many bytes a post are read as they are. All bits together take a fraction of the lists, then. */
const bytesPerPost = 2
const leastBytes = 1_024

/**
 * @param terms sorted by code point
 * @param starts where the lists of each begin, and where one more would
 * @returns by code point; the first one is that of all terms
 */
export function* commonBeginnings(
  terms: readonly string[],
  starts: readonly number[],
  posts: number,
): Generator<Beginning> {
  const most = Math.max(leastBytes, bytesPerPost * posts)
  yield* beginningsIn({ beginning: '', from: 0, to: terms.length })

  function* beginningsIn({ beginning, from, to }: Beginning): Generator<Beginning> {
    if (beginning !== '' && starts[to]! - starts[from]! <= most) return
    yield { beginning, from, to }
    let next = from
    if (terms[from] === beginning) next++
    while (next < to) {
      const first = next
      const longer = beginning + String.fromCodePoint(terms[first]!.codePointAt(beginning.length)!)
      while (next < to && terms[next]!.startsWith(longer)) next++
      yield* beginningsIn({ beginning: longer, from: first, to: next })
    }
  }
}
