// Beginnings shared by so many words that reading the lists of all of them takes long, and words that very many posts
// have: for these, the posts are stored as one bit each. So the cost of a beginning grows with the posts, not with
// its words, and a query of only frequent words costs little.

export interface Beginning {
  /** A beginning of words, or a whole word followed by a space, which no word contains. */
  beginning: string
  /** Places in the list of terms, `to` exclusive. */
  from: number
  to: number
}

/** Lists with fewer bytes per post are read as they are: a word that takes more is in a quarter of the posts. */
const bytesPerPost = 0.5
const minBytes = 1_024

export function wholeWord(term: string): string {
  return `${term} `
}

/**
 * @param terms sorted by code point
 * @param starts where the lists of each term begin, and where those of one more would
 * @returns first the empty beginning, which all terms share
 */
export function* commonBeginnings(
  terms: readonly string[],
  starts: readonly number[],
  posts: number,
): Generator<Beginning> {
  const most = Math.max(minBytes, bytesPerPost * posts)
  yield* beginningsIn({ beginning: '', from: 0, to: terms.length })
  for (const [i, term] of terms.entries()) {
    if (starts[i + 1]! - starts[i]! > most) yield { beginning: wholeWord(term), from: i, to: i + 1 }
  }

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
