// Posting lists with numbers of every length, cut anywhere, against the obvious: what was written into them.
import { expect, test } from 'vitest'
import { bitsOf, markPostings } from '../../snapshot/search/bits.ts'
import { ByteSource, NumberWriter } from '../../snapshot/search/bytes.ts'
import { Candidates } from '../../snapshot/search/candidates.ts'
import { Frequencies } from '../../snapshot/search/frequencies.ts'
import { GatheredPlaces, JoinedPlaces, PlaceReader } from '../../snapshot/search/places.ts'
import { countLists, countShared, type Entry } from '../../snapshot/search/postings.ts'
import { seeded } from '../bench/words.ts'

/** The places of a term, by post. */
type Postings = Map<Entry, number[]>

interface Term {
  title: Postings
  content: Postings
}

const random = seeded(7)
const among = (numbers: readonly number[]) => numbers[Math.floor(random() * numbers.length)]!

function postings(length: number): Postings {
  const all: Postings = new Map()
  let entry = among([0, 1, 40])
  for (let i = 0; i < length; i++) {
    let place = among([0, 5, 130])
    all.set(
      entry,
      Array.from({ length: among([1, 1, 2, 3, 130]) }, () => (place += among([1, 1, 2, 127, 128, 300]))),
    )
    entry += among([1, 1, 2, 31, 32, 33, 63, 64, 65, i === 20 ? 9_000 : 3])
  }
  return all
}

const terms: Term[] = [0, 1, 3, 40, 150].map((length, i) => ({
  title: postings([0, 3, 0, 9, 20][i]!),
  content: postings(length),
}))

function written(all: Postings): { postings: NumberWriter; positions: NumberWriter } {
  const [postings, positions] = [new NumberWriter(), new NumberWriter()]
  let before = 0
  for (const [entry, places] of all) {
    postings.push(2 * (entry - before) + (places.length === 1 ? 1 : 0))
    if (places.length > 1) postings.push(places.length)
    before = entry
    for (const [i, place] of places.entries()) positions.push(place - (places[i - 1] ?? 0))
  }
  return { postings, positions }
}

const taken = ({ bytes, length }: NumberWriter) => bytes.subarray(0, length)

function listsOf({ title, content }: Term): Uint8Array {
  const lists = new NumberWriter(0)
  lists.list(written(title).postings)
  lists.list(written(content).postings)
  return taken(lists)
}

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Reads so many bytes at a time. */
const source = (bytes: Uint8Array, size: number) =>
  new ByteSource((from, to) => bytes.subarray(from, Math.min(to, from + size)), 0, bytes.length)

/** How many posts are visible, and where lists are cut. */
const ways = [
  [1, 1],
  [32, 2],
  [65, 3],
  [300, 100_000],
  [9_500, 1],
  [9_503, 100_000],
  [20_000, 7],
] as const
const below = (all: Postings, visible: Entry) => [...all.keys()].filter((entry) => entry < visible)
const postsOf = ({ title, content }: Term, visible: Entry) =>
  new Set([...below(title, visible), ...below(content, visible)])
const ascending = (entries: Iterable<Entry>) => [...entries].sort((a, b) => a - b)

test('the posts that have every word', () => {
  for (const [visible, size] of ways) {
    const candidates = new Candidates(visible)
    expect(candidates.count).toBe(visible)
    let left: Entry[] | undefined
    for (const words of [terms.slice(3), terms.slice(2, 4)]) {
      const having = new Set(words.flatMap((term) => [...postsOf(term, visible)]))
      left = left?.filter((entry) => having.has(entry)) ?? ascending(having)
      candidates.markLists(cut(Buffer.concat(words.map(listsOf)), size))
      candidates.settle()
      expect([...candidates.entries()]).toEqual(left)
      expect([...candidates.numbers(visible - 1)]).toEqual(
        ascending(left.map((entry) => visible - 1 - entry)),
      )
    }
    const bits = new Uint8Array(Math.ceil(visible / 8) + 4).fill(0b10101010)
    candidates.markBits(bits)
    const odd = left!.filter((entry) => entry % 2 === 1)
    expect(candidates.areAllMarked).toBe(odd.length === left!.length)
    candidates.markBits(bits)
    candidates.settle()
    expect([...candidates.entries()]).toEqual(odd)
  }
})

test('the posts of all words that begin alike', () => {
  const starts = [0]
  const bytes = Buffer.concat(terms.map(listsOf))
  for (const term of terms) starts.push(starts.at(-1)! + listsOf(term).length)
  const beginnings = [
    [0, 5],
    [0, 3],
    [1, 2],
    [2, 3],
    [3, 5],
    [4, 5],
  ].map(([from, to]) => ({ beginning: '', from: from!, to: to! }))
  let marked = 0
  const bits = bitsOf(beginnings, 2_501, (from, to, into) => {
    marked += to - from
    markPostings(bytes.subarray(starts[from], starts[to]), into)
  })
  expect(marked).toBe(terms.length)
  for (const [i, { from, to }] of beginnings.entries()) {
    const posts = new Set(terms.slice(from, to).flatMap((term) => [...postsOf(term, 20_000)]))
    const found = Array.from({ length: 20_008 }, (_, entry) => entry).filter(
      (entry) => (bits[i]![entry >> 3]! >> (entry & 7)) & 1,
    )
    expect(found).toEqual(ascending(posts))
  }
})

test('how often words occur in a post', () => {
  for (const [visible, size] of ways) {
    const frequencies = new Frequencies(visible)
    for (const repeated of ['once', 'again']) {
      for (const [i, term] of terms.entries()) frequencies.add(cut(listsOf(term), size), i + 1)
      const { entries, titles, texts } = frequencies.take()
      const sum = (field: keyof Term, entry: Entry) =>
        terms.reduce((all, term, i) => all + (i + 1) * (term[field].get(entry)?.length ?? 0), 0)
      const posts = ascending(new Set(terms.flatMap((term) => [...postsOf(term, visible)])))
      expect(ascending(new Set(entries)), repeated).toEqual(posts)
      expect(posts.map((entry) => titles[entry])).toEqual(posts.map((entry) => sum('title', entry)))
      expect(posts.map((entry) => texts[entry])).toEqual(posts.map((entry) => sum('content', entry)))
      titles.fill(0)
      texts.fill(0)
    }
  }
})

test('how many posts a word has, and how many it shares', () => {
  const bits = new Uint8Array(20_000).fill(0b00100101)
  for (const term of terms) {
    const bytes = listsOf(term)
    for (const [visible] of ways) {
      const posts = ascending(postsOf(term, visible))
      const count = below(term.title, visible).length + below(term.content, visible).length
      for (const most of [1, 2, 10, 5_000]) {
        expect(countLists(source(bytes, 5), visible, most)).toBe(Math.min(count, most + 1))
        const [title, content] = [source(bytes, 5), source(bytes, 5)]
        const titleEnd = title.next() + title.offset
        content.moveTo(titleEnd)
        const contentEnd = content.next() + content.offset
        const shared = countShared(
          [
            { numbers: title, end: titleEnd },
            { numbers: content, end: contentEnd },
          ],
          { bits, visible, most },
        )
        const counted = posts.slice(0, most)
        expect(shared).toEqual({
          posts: counted.length,
          shared: counted.filter((entry) => [0, 2, 5].includes(entry % 8)).length,
          end: posts.length >= most ? counted.at(-1)! + 1 : visible,
        })
      }
    }
  }
})

function places(all: Postings, visible: Entry, size: number, spend = (_: number) => true): PlaceReader {
  const { postings, positions } = written(all)
  const sources = { postings: source(taken(postings), size), positions: source(taken(positions), size) }
  return new PlaceReader({ ...sources, end: postings.length }, visible, spend)
}

const shown = ({ numbers, first, count }: Pick<PlaceReader, 'numbers' | 'first' | 'count'>) => [
  ...numbers.subarray(first, first + count),
]

test('where a word occurs, in all posts or in some', () => {
  const other = terms[3]!.content
  for (const { content: all } of terms) {
    for (const [visible, size] of ways) {
      const visited = below(all, visible)
      let spent = 0
      const spend = (steps: number) => {
        spent += steps
        return true
      }
      const each = places(all, visible, size, spend)
      expect(visited.map(() => [each.moveOn(), shown(each)])).toEqual(
        visited.map((entry) => [entry, all.get(entry)]),
      )
      expect(each.moveOn()).toBeUndefined()
      expect(spent).toBe(visited.reduce((sum, entry) => sum + 3 + all.get(entry)!.length, 0))

      const some = places(all, visible, size)
      const joined = new JoinedPlaces([places(all, visible, size), places(other, visible, size)], () => true)
      const nearby = new Set([...visited, ...below(other, visible)].flatMap((entry) => [entry, entry + 1]))
      const entries = ascending(nearby).filter((entry) => entry < visible)
      const placesIn = (which: PlaceReader | JoinedPlaces, posts: readonly Entry[]) =>
        posts.map((entry) => {
          which.moveTo(entry)
          which.moveTo(entry)
          return shown(which)
        })
      const alone = entries.filter((_, i) => i % 3 !== 1)
      expect(placesIn(some, alone)).toEqual(alone.map((entry) => all.get(entry) ?? []))
      expect(placesIn(joined, entries)).toEqual(
        entries.map((entry) => ascending([...(all.get(entry) ?? []), ...(other.get(entry) ?? [])])),
      )
    }
  }
})

test('no places are shown that may not be read', () => {
  const none = places(terms[4]!.content, 100_000, 100, () => false)
  expect(none.moveOn()).toBeUndefined()
  none.moveTo(0)
  expect(none.count).toBe(0)
})

test('where any of very many words occurs, in the posts that are wanted', () => {
  for (const [visible, size] of ways) {
    const gathered = new GatheredPlaces()
    const wanted = (entry: Entry) => entry % 3 !== 1
    let spent = 0
    const spend = (steps: number) => {
      spent += steps
      return true
    }
    for (const { content } of terms) gathered.add(places(content, visible, size), wanted, spend)
    const entries = ascending(new Set(terms.flatMap(({ content }) => below(content, visible))))
    const expected = (entry: Entry) =>
      wanted(entry) ? ascending(terms.flatMap(({ content }) => content.get(entry) ?? [])) : []
    for (const entry of entries) {
      for (let times = 0; times < 2; times++) {
        gathered.moveTo(entry)
        expect([entry, shown(gathered)]).toEqual([entry, expected(entry)])
      }
    }
    expect(spent).toBe(10 * entries.reduce((sum, entry) => sum + expected(entry).length, 0))
    // The places of more words come to those of the post at hand.
    const last = entries.filter(wanted).at(-1)
    if (last === undefined) continue
    gathered.moveTo(last)
    gathered.add(places(new Map([[last, [7]]]), visible, size), wanted, spend)
    gathered.moveTo(last)
    expect(shown(gathered)).toEqual(ascending([...expected(last), 7]))
  }
  const some = new GatheredPlaces()
  some.add(
    places(terms[4]!.content, 100_000, 100),
    () => true,
    () => false,
  )
  some.moveTo(ascending(terms[4]!.content.keys())[0]!)
  expect(some.count).toBe(0)
})
