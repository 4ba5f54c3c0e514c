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

/** Lists that take no more than this have no bits. */
export function mostBytes(posts: number): number {
  return Math.max(minBytes, bytesPerPost * posts)
}

/**
 * @param termAt the terms, sorted by code point
 * @param starts where the lists of each term begin, and where those of one more would
 * @returns first the empty beginning, which all terms share
 */
export function commonBeginnings(
  termAt: (place: number) => string,
  starts: Uint32Array,
  posts: number,
): Beginning[] {
  const most = mostBytes(posts)
  const terms = starts.length - 1
  const common: Beginning[] = []
  addBeginnings({ beginning: '', from: 0, to: terms })
  for (let i = 0; i < terms; i++) {
    if (starts[i + 1]! - starts[i]! > most)
      common.push({ beginning: wholeWord(termAt(i)), from: i, to: i + 1 })
  }
  return common

  function addBeginnings({ beginning, from, to }: Beginning): void {
    if (beginning !== '' && starts[to]! - starts[from]! <= most) return
    common.push({ beginning, from, to })
    let next = from
    if (from < to && termAt(from) === beginning) next++
    // Terms that take no more than `most` together are passed over: so do the longer beginnings that only they have.
    while (next < to && starts[to]! - starts[next]! > most) {
      const last = placeOf(starts, starts[next]! + most, next, to)
      const longer = beginning + String.fromCodePoint(termAt(last).codePointAt(beginning.length)!)
      const first = startOf(termAt, longer, next, last)
      next = endOf(termAt, longer, last, to)
      addBeginnings({ beginning: longer, from: first, to: next })
    }
  }
}

/** The term whose list has what is at an offset, or begins with it. */
function placeOf(starts: Uint32Array, offset: number, from: number, to: number): number {
  let low = from
  let high = to - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (starts[middle + 1]! > offset) high = middle
    else low = middle + 1
  }
  return low
}

/** The first term that begins with it, if the one at `to` does. */
function startOf(termAt: (place: number) => string, beginning: string, from: number, to: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (termAt(middle).startsWith(beginning)) high = middle
    else low = middle + 1
  }
  return high
}

/** The first term that does not begin with it, if the one at `from` does: looked for in steps that double. */
function endOf(termAt: (place: number) => string, beginning: string, from: number, to: number): number {
  let known = from
  let probe = from + 1
  for (let step = 1; probe < to && termAt(probe).startsWith(beginning); step *= 2) {
    known = probe
    probe += step
  }
  let low = known + 1
  let high = Math.min(probe, to)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (termAt(middle).startsWith(beginning)) low = middle + 1
    else high = middle
  }
  return high
}
