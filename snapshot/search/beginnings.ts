// Beginnings that so many words share that reading the lists of all of them takes long, and words that very many posts
// have: which posts that are is stored for these, a bit a post. So what a beginning costs grows with the posts, not with
// its words, and a query of nothing but frequent words costs little.

export interface Beginning {
  /** Of words, or a whole word with a space behind it, which no word has in it. */
  beginning: string
  /** Places in the list of terms, `to` exclusive. */
  from: number
  to: number
}

/** Lists of fewer bytes a post are read as they are: a quarter of the posts has a word that takes more. */
const bytesPerPost = 0.5
const leastBytes = 1_024

export function wholeWord(term: string): string {
  return `${term} `
}

/**
 * @param terms sorted by code point
 * @param starts where the lists of each begin, and where one more would
 * @returns the first one is that of all terms
 */
export function* commonBeginnings(
  terms: readonly string[],
  starts: readonly number[],
  posts: number,
): Generator<Beginning> {
  const most = Math.max(leastBytes, bytesPerPost * posts)
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
