// Posting lists with numbers of every length, cut anywhere, against the obvious: what was written into them.

import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { compareCodePoints } from '../../packages/search/basics/order.ts'
import { formWidth } from '../../packages/search/build/segments/forms.ts'
import {
  AddedPostings,
  gone,
  hasMarked,
  PostingList,
  readEntries,
  storedList,
} from '../../packages/search/build/segments/lists.ts'
import { noTerm, SegmentRows } from '../../packages/search/build/segments/segment.ts'
import { TableWriter } from '../../packages/search/build/segments/table.ts'
import { TermPostings } from '../../packages/search/build/segments/term.ts'
import { FieldLists, VoteLists } from '../../packages/search/build/segments/term-lists.ts'
import { VoteList } from '../../packages/search/build/segments/votes.ts'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { bitsOf, markPostings } from '../../packages/search/index/bits.ts'
import { BlockWriter, openBlocks } from '../../packages/search/index/blocks.ts'
import { ByteSource, NumberWriter } from '../../packages/search/index/bytes.ts'
import { Candidates } from '../../packages/search/index/candidates.ts'
import { Frequencies } from '../../packages/search/index/frequencies.ts'
import { GatheredPlaces, JoinedPlaces, PlaceReader } from '../../packages/search/index/places.ts'
import { countLists, countShared, type Entry } from '../../packages/search/index/postings.ts'
import { spellingFile } from '../../packages/search/index/signatures.ts'
import { PostPacker, Vocabulary } from '../../packages/search/index.ts'
import { PackedReader, packTerms, patchForms } from '../../packages/search/patching.ts'
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
      candidates.keepMarked()
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
    candidates.keepMarked()
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

/** Postings of these posts that have a word so often. */
const often = (rows: readonly [entry: Entry, frequency: number][]): Postings =>
  new Map(rows.map(([entry, frequency]) => [entry, Array.from({ length: frequency }, (_, i) => 2 * i + 1)]))

/** As segments have them, with their places. */
function inSegment(all: Postings) {
  const { postings, positions } = written(all)
  const bytes = Buffer.concat([Uint8Array.of(7, 7, 7), taken(postings), taken(positions)])
  const middle = 3 + postings.length
  return {
    bytes,
    lists: {
      has: true,
      postings: 3,
      positions: middle,
      end: bytes.length,
      last: [...all.keys()].at(-1) ?? 0,
    },
  }
}

const stored = (all: Postings) => {
  const { bytes, lists } = inSegment(all)
  return storedList(bytes, lists.postings, lists.positions, bytes, lists.positions, lists.end)
}

const bytesOf = ({ postings, positions }: { postings: NumberWriter; positions: NumberWriter }) =>
  [postings, positions].map((numbers) => Buffer.from(taken(numbers)).toString('hex'))

/** Every length that a number may have. */
const known = often([
  ...([0, 1, 2, 66, 67, 200].map((entry) => [entry, 1]) as [number, number][]),
  ...([127, 128, 129, 16_383, 16_384, 16_385].map((frequency, i) => [201 + i, frequency]) as [
    number,
    number,
  ][]),
  ...([9_000, 20_000, 20_001, 40_000].map((entry, i) => [entry, 1 + (i % 2)]) as [number, number][]),
])

test('lists of segments are appended one after the other', () => {
  const list = new PostingList()
  const all: Postings = new Map()
  let first = 0
  for (const [posts, segment] of [
    [2, often([[1, 1]])],
    [70, often([[63, 3]])],
    [9_000, often([[0, 1]])],
    [1_200_000, known],
    [20_000, often([[16_384, 128]])],
    [1, often([[0, 1]])],
  ] as const) {
    const { bytes, lists } = inSegment(segment)
    list.append(bytes, first, lists)
    for (const [entry, places] of segment) all.set(first + entry, places)
    first += posts
  }
  expect(bytesOf(list)).toEqual(bytesOf(written(all)))
  const into = new Uint32Array(all.size)
  expect([list.entries(into), [...into]]).toEqual([all.size, [...all.keys()]])
  list.clear()
  list.append(inSegment(known).bytes, 0, inSegment(known).lists)
  expect(bytesOf(list)).toEqual(bytesOf(written(known)))
})

test('a list whose posts have moved, gone or come is as one of the posts that there are', () => {
  const [last] = [...known.keys()].slice(-1)
  const moves: [name: string, to: (entry: Entry) => number, added: [entry: Entry, frequency: number][]][] = [
    ['as they are', (entry) => entry, []],
    ['later', (entry) => entry + 1, [[0, 1]]],
    ['the first ones gone', (entry) => (entry < 100 ? gone : entry - 100), []],
    ['some gone', (entry) => (entry % 2 === 1 ? gone : entry), []],
    ['all gone', () => gone, [[5, 128]]],
    [
      'some come',
      (entry) => 2 * entry,
      [
        [1, 1],
        [3, 130],
        [2 * 203 + 1, 16_384],
        [2 * last! + 1, 2],
      ],
    ],
    ['in their place', (entry) => (entry === 204 ? gone : entry), [[204, 16_385]]],
    [
      'one by one',
      (entry) => entry + (entry > 9_000 ? 2 : 0),
      [
        [9_001, 1],
        [9_002, 127],
      ],
    ],
  ]
  for (const [name, to, more] of moves) {
    const entries = Int32Array.from({ length: last! + 1 }, (_, entry) => to(entry))
    const kept = [...known].flatMap(([entry, places]): [Entry, number[]][] =>
      to(entry) === gone ? [] : [[to(entry), places]],
    )
    const now: Postings = new Map([...kept, ...often(more)].sort(([a], [b]) => a - b))
    const added = new AddedPostings(Uint32Array.from(more, ([entry]) => entry))
    if (more.length > 0) {
      const own = inSegment(often(more.map(([, frequency], i) => [i, frequency])))
      added.open(own.bytes, own.lists)
    }
    const list = new PostingList()
    list.splice(stored(known), entries, added)
    expect(bytesOf(list), name).toEqual(bytesOf(written(now)))
  }
})

test('the posts of a list are found in any of its parts', () => {
  const { bytes, lists } = inSegment(known)
  const into = new Uint32Array(known.size)
  expect(readEntries(bytes, lists.postings, lists.positions, into)).toBe(known.size)
  expect([...into]).toEqual([...known.keys()])
  const marks = new Uint8Array(40_001)
  const isMarked = () => hasMarked(bytes, lists.postings, lists.positions, marks)
  marks[3] = 1
  expect(isMarked()).toBe(false)
  for (const entry of known.keys()) {
    marks[entry] = 1
    expect(isMarked(), String(entry)).toBe(true)
    marks[entry] = 0
  }
})

test('lists of terms that are written a bit at a time are those that are written one after the other', () => {
  const random = seeded(24)
  const below = (end: number) => Math.floor(random() * end)
  const [field, votes] = [new FieldLists(50), new VoteLists(50)]
  // Lists grow, and the second time nothing is left of the first.
  for (const [posts, most] of [
    [300, 50],
    [9, 7],
    [700, 31],
  ] as const) {
    const rows = Array.from({ length: posts }, (_, i) => 3 * i).flatMap((post) =>
      Array.from({ length: most }, (_, number) => number)
        .filter((number) => random() < 1 / (1 + number))
        .map((number) => {
          const frequency = random() < 0.5 ? 1 : 1 + below(200)
          const bytes = Uint8Array.from({ length: 20 + 2 * frequency }, () => below(256))
          const [positions, at] = [below(10), bytes.length - below(5)]
          return { post, number, frequency, bytes, positions, at, kind: below(4), spelling: below(70_000) }
        }),
    )
    for (const row of rows) {
      field.measure(row.post, row as never)
      if (row.kind < 3) votes.add(row.number, row.post, row.kind, row.spelling)
    }
    const numbers = Uint32Array.from({ length: most }, (_, i) => most - 1 - i)
    field.layOut(numbers)
    for (const row of rows) field.write(row.post, row as never)
    votes.write(numbers)
    for (const number of numbers) {
      const own = rows.filter((row) => row.number === number)
      const [postings, positions, voted] = [new NumberWriter(), new NumberWriter(), new VoteList()]
      let last = 0
      for (const { post, frequency, bytes, positions: from, at, kind, spelling } of own) {
        postings.push(2 * (post - last) + (frequency === 1 ? 1 : 0))
        if (frequency > 1) postings.push(frequency)
        positions.append(bytes.subarray(from, at))
        if (kind < 3) voted.push(post, kind, spelling)
        last = post
      }
      const [expected, actual] = [new NumberWriter(), new NumberWriter()]
      for (const length of [last, postings.length, positions.length]) expected.push(length)
      for (const part of [postings, positions, voted.numbers]) expected.append(taken(part))
      expect([field.take(number), votes.take(number)]).toEqual([own.length > 0, voted.numbers.length])
      field.pushLengths(actual)
      field.copyTo(actual)
      votes.lists.copyTo(actual)
      expect(taken(actual)).toEqual(taken(expected))
    }
  }
})

test('rows of a segment that is not in memory are read as those of one that is', () => {
  const segment = new NumberWriter()
  segment.append(Uint8Array.of(1, 2, 3))
  /** A number, and the bytes of the lists of its title, of its content, and of its votes. */
  const sizes: [number: number, title: number, content: number, votes: number][] = [
    ...Array.from({ length: 100 }, (_, i): [number, number, number, number] => [i, i % 3, 900 + i, i % 2]),
    [400, 0, 65_500, 0],
    [401, 2, 70_000, 5],
    [2 ** 28, 200_000, 0, 300],
    [403, 0, 1, 0],
    [404, 1, 0, 0],
  ]
  for (const [number, title, content, votes] of sizes) {
    segment.push(8 * number + (title > 0 ? 1 : 0) + (content > 0 ? 2 : 0) + (votes > 0 ? 4 : 0))
    for (const size of [title, content]) {
      if (size === 0) continue
      segment.push(number % 1_000)
      segment.push(size >> 2)
      segment.push(size - (size >> 2))
    }
    if (votes > 0) segment.push(votes)
    segment.append(new Uint8Array(title + content + votes).fill(number % 251))
  }
  const whole = taken(segment).slice()
  let reads = 0
  const read = (into: Uint8Array, from: number) => {
    reads++
    expect(from + into.length).toBeLessThanOrEqual(whole.length)
    into.set(whole.subarray(from, from + into.length))
  }
  for (const part of [
    { bytes: whole, rows: 3, length: whole.length, read: undefined },
    { bytes: whole.slice(0, 3), rows: 3, length: whole.length, read },
  ]) {
    const rows = new SegmentRows(part)
    for (const [number, title, content, votes] of sizes) {
      rows.next()
      const { bytes, end } = rows
      expect([rows.number, rows.title.has, rows.content.has]).toEqual([number, title > 0, content > 0])
      const ends = [rows.title, rows.content].flatMap((lists, i) => {
        const size = [title, content][i]!
        if (size === 0) return []
        expect([lists.last, lists.positions - lists.postings, lists.end - lists.positions]).toEqual([
          ...[number % 1_000, size >> 2, size - (size >> 2)],
        ])
        return [lists.postings, lists.end]
      })
      expect([ends.at(-1), end - rows.votes]).toEqual([rows.votes, votes])
      const own = bytes.subarray(ends[0], end)
      expect([own.length, own.every((byte) => byte === number % 251)]).toEqual([
        title + content + votes,
        true,
      ])
    }
    rows.next()
    expect(rows.number).toBe(noTerm)
  }
  // Some 64 KB at a time.
  expect(reads).toBeLessThan(14)
})

test('a table is the same whether its positions are held or handed on, and where parts of it are copied', () => {
  const terms = Array.from({ length: 60 }, (_, i) => `w${i}`)
  const means = { vocabulary: { terms } as unknown as Vocabulary, words: { has: () => false } as never }
  const size = { terms: 60, postings: 0, positions: 0 }
  const term = new TermPostings(9)
  const fill = (number: number) => {
    const own = inSegment(often([[number % 7, 1 + 400 * number]]))
    term.begin(number)
    ;(number % 5 === 0 ? term.title : term.content).append(own.bytes, 1, own.lists)
    if (number % 5 > 0) return
    const other = inSegment(often([[number % 3, 1]]))
    term.content.append(other.bytes, 0, other.lists)
  }
  const pieces: Uint8Array[] = []
  const onPositions = (bytes: Uint8Array) => void pieces.push(bytes.slice())
  const [held, handed] = [new TableWriter(means, size), new TableWriter({ ...means, onPositions }, size)]
  for (let number = 0; number < 60; number++) {
    fill(number)
    for (const writer of [held, handed]) writer.add(term)
  }
  term.begin(0)
  held.add(term)
  const [whole, other] = [held.finish(), handed.finish()]
  const plain = (value: unknown) => Buffer.from(value as Uint8Array).toString('hex')
  const parts = (table: typeof whole) =>
    (['texts', 'postings', 'votes', 'records'] as const).map((name) => plain(table[name].bytes))
  expect(parts(other)).toEqual(parts(whole))
  expect(plain(Buffer.concat(pieces))).toBe(plain(whole.positions.bytes))
  expect(other.positions.starts).toEqual(whole.positions.starts)
  // A quarter of a megabyte at a time, and a list more.
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.slice(0, -1).every(({ length }) => length > 2 ** 18 && length < 2 ** 19)).toBe(true)
  expect([...whole.oldest].slice(0, 11)).toEqual([0, 2, 3, 4, 5, 2, 7, 1, 2, 3, 1])
  expect([...whole.newest].slice(0, 11)).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4])
  const copy = new TableWriter(means, size)
  copy.copy(whole, 0, 20)
  fill(20)
  copy.add(term, { table: whole, place: 20 })
  copy.copy(whole, 21, 21)
  copy.copy(whole, 21, 60)
  // Long runs are handed on as they are.
  const runs: Uint8Array[] = []
  const drained = new TableWriter({ ...means, onPositions: (bytes) => runs.push(bytes.slice()) }, size)
  for (const [from, to] of [
    [0, 2],
    [2, 40],
    [40, 41],
    [41, 60],
  ] as const) {
    drained.copy(whole, from, to)
  }
  expect(drained.finish().positions.starts).toEqual(whole.positions.starts)
  expect(plain(Buffer.concat(runs))).toBe(plain(whole.positions.bytes))
  const { starts: wholeStarts } = whole.positions
  expect(runs.map(({ length }) => length)).toContain(wholeStarts[40]! - wholeStarts[2]!)
  const copied = copy.finish()
  for (const [name, column] of Object.entries(whole)) {
    const { bytes, starts } = 'bytes' in column ? column : { bytes: column, starts: [] }
    const found = copied[name as keyof typeof whole]
    const own = 'bytes' in found ? found : { bytes: found, starts: [] }
    expect([plain(own.bytes), own.starts], name).toEqual([plain(bytes), starts])
  }
})

test('forms of words stay with their posts, however many there are', () => {
  const count = 10_000
  const forms = Uint32Array.from({ length: count * formWidth }, (_, i) =>
    i % formWidth === 0 ? Math.floor(i / 15) : i % formWidth === 1 ? (i - 1) / 3 : i + 7,
  )
  const posts = {
    read: (): never => {
      throw new Error('none is read')
    },
    // No post has any of these terms any more.
    table: { numbers: new Uint32Array(0) } as never,
    ranks: new Uint32Array(count),
  }
  /** With one post more, in this language. */
  const patched = (entries: readonly number[], language?: string) => {
    const alignment = { entries: Int32Array.from(entries), added: Uint32Array.of(0) }
    const found = patchForms(new Map([['en', forms]]), alignment, { ...posts, languageOf: () => language })
    return [...found].map(([language, own]) => [language, [...own].join()])
  }
  const same = Array.from({ length: count / 5 }, (_, entry) => entry + 1)
  const expected = [...forms].map((number, i) => (i % formWidth === 0 ? number + 1 : number))
  expect(patched(same)).toEqual([['en', expected.join()]])
  // What is gone takes its forms along.
  const some = same.map((entry) => (entry % 3 === 0 ? gone : entry))
  const kept = expected.filter((_, i) => expected[i - (i % formWidth)]! % 3 !== 0)
  expect(patched(some)).toEqual([['en', kept.join()]])
  expect(patched(same.map(() => gone))).toEqual([])
  for (const language of ['de', 'en']) expect(() => patched(same, language)).toThrow('none is read')
})

/** Blocks of a file that is in memory, and what was read of it. */
function blocksIn(bytes: Uint8Array) {
  const reads: [from: number, length: number][] = []
  const written: Uint8Array[] = []
  const write = (piece: Uint8Array) => void written.push(piece.slice())
  const writer = new BlockWriter({ write, end: write })
  for (const size of [0, 1, 4_095, 262_143, 1, 300_000, bytes.length]) {
    writer.write(bytes.subarray(writer.length, writer.length + size))
  }
  const { length } = writer
  writer.close()
  const folder = {
    files: { 'a.bin': { bytes: bytes.length } },
    open() {},
    readAt(_: string, from: number, length: number) {
      reads.push([from, length])
      return Buffer.from(bytes.subarray(from, from + length))
    },
    fail: (name: string, what: string) => new Error(`${name}: ${what}`),
  }
  const checksums = Uint32Array.from(writer.checksums)
  return { written, length, checksums, reads, open: () => openBlocks(folder as never, 'a.bin', checksums) }
}

test('a file of blocks is written in large pieces, and read in small ones, each block of which is checked', () => {
  const bytes = Buffer.alloc(700_001, 'seven ate nine')
  const { written, length, checksums, reads, open } = blocksIn(bytes)
  expect([length, written.map(({ length }) => length)]).toEqual([
    bytes.length,
    [262_144, 262_144, 700_001 - 2 * 262_144],
  ])
  expect(Buffer.concat(written).equals(bytes)).toBe(true)
  const sums = Array.from({ length: 171 }, (_, i) => crc32(bytes.subarray(i * 4_096, (i + 1) * 4_096)))
  expect([...checksums]).toEqual(sums)
  const blocks = open()
  expect([blocks.length, blocks.read(5, 5).length, reads.length]).toEqual([bytes.length, 0, 0])
  for (const [from, to] of [
    [0, 1],
    [4_095, 4_097],
    [4_096, 8_192],
    [100_000, 300_000],
    [700_000, 700_001],
  ] as const) {
    reads.length = 0
    expect(Buffer.from(blocks.read(from, to)).equals(bytes.subarray(from, to))).toBe(true)
    const first = from - (from % 4_096)
    expect(reads).toEqual([[first, Math.min(bytes.length, 4_096 * Math.ceil(to / 4_096)) - first]])
  }
  reads.length = 0
  for (let times = 0; times < 2; times++) {
    for (let at = 5_000; at < 200_000; ) {
      const piece = blocks.piece(at, 200_000)
      expect(Buffer.from(piece).equals(bytes.subarray(at, at + piece.length))).toBe(true)
      at += piece.length
    }
    // Once is enough.
    expect(reads.map(([, length]) => length)).toEqual([65_536, 65_536, 65_536])
  }
  checksums[20] = 1
  expect(() => open().read(81_920, 81_921)).toThrow('a.bin: the checksum of block 20 is wrong')
  expect(open().read(81_919, 81_920).length).toBe(1)
  expect(() => open().piece(50_000, 90_000)).toThrow('a.bin: the checksum of block 20 is wrong')
})

test('the pieces that were read last are remembered, but not more than some megabytes of them', () => {
  const bytes = new Uint8Array(5_000_000)
  const { reads, open } = blocksIn(bytes)
  const blocks = open()
  const readAll = () => {
    reads.length = 0
    for (let at = 0; at < bytes.length; ) at += blocks.piece(at, bytes.length).length
    return reads.length
  }
  const all = Math.ceil(5_000_000 / 65_536)
  expect([readAll(), readAll() > all / 2]).toEqual([all, true])
  reads.length = 0
  for (let times = 0; times < 9; times++) blocks.piece(2 ** 18, 2 ** 18 + 1)
  expect(reads.length).toBeLessThan(2)
})

test('a vocabulary numbers as many terms as there are', () => {
  const vocabulary = new Vocabulary()
  const terms = Array.from({ length: 5_000 }, (_, i) => `${(i * 7_919) % 9_973}${'é'.repeat(i % 5)}`)
  for (let times = 0; times < 2; times++) {
    expect(terms.map((term) => vocabulary.numberOf(term)).join()).toBe([...terms.keys()].join())
  }
  const long = 'x'.repeat(200)
  expect([vocabulary.numberOf(long), vocabulary.numberOf(`${long}y`), vocabulary.numberOf(long)]).toEqual([
    5_000, 5_001, 5_000,
  ])
  const sorted = vocabulary.terms.toSorted(compareCodePoints)
  expect(Array.from(vocabulary.sorted(), (number) => vocabulary.terms[number]).join()).toBe(sorted.join())
  // Another one goes on from there.
  const other = new Vocabulary(structuredClone(vocabulary.known()))
  expect([other.numberOf('new'), other.numberOf(terms[4_999]!), vocabulary.numberOf('newer')]).toEqual([
    5_002, 4_999, 5_002,
  ])
  expect([other.terms.length, other.sorted().length, other.ranks()[5_002]]).toEqual([
    5_003,
    5_003,
    sorted.filter((term) => compareCodePoints(term, 'new') < 0).length,
  ])
})

test('a long text is counted as short ones are', () => {
  const words = Array.from({ length: 5_000 }, (_, i) => `w${(i * i) % 5_003}`)
  const vocabulary = new Vocabulary()
  const packer = new PostPacker(vocabulary)
  for (const some of [words.slice(0, 3), words, words.slice(7)]) {
    const [title, content] = [some.slice(0, 70).join(' '), some.join(' ')]
    const packed = packer.pack({ title, content })
    const counted = packTerms({ title: termsOf(title), content: termsOf(content) }, vocabulary)
    expect(Buffer.from(packed).equals(counted)).toBe(true)
    const reader = new PackedReader()
    reader.moveTo(packed)
    reader.text()
    for (const term of new Set(some.slice(0, 70))) {
      reader.row()
      expect([vocabulary.terms[reader.number], reader.frequency]).toEqual([
        ...[term, some.slice(0, 70).filter((one) => one === term).length],
      ])
    }
    expect(reader.text()).toEqual([new Set(some).size, some.length])
  }
})

test('terms are corrections from the first post on that has them, however many there are', () => {
  const posts = 30
  const count = 10_000
  const lines = Uint32Array.from({ length: count }, (_, i) => 9 * i)
  const signs = Uint32Array.from({ length: count }, (_, i) => (i % 7 === 0 ? 0 : i))
  const oldest = Uint32Array.from({ length: count }, (_, i) => (i * 13) % posts)
  const own = [...lines.keys()].filter((i) => signs[i] !== 0).sort((a, b) => oldest[a]! - oldest[b]! || a - b)
  const found = spellingFile({ lines, signs, oldest }, posts)
  expect(found.lines.join()).toBe(own.map((i) => 9 * i).join())
  expect(found.signs.join()).toBe(own.join())
  expect([...found.counts]).toEqual(
    Array.from({ length: posts + 1 }, (_, entry) => own.filter((i) => oldest[i]! < entry).length),
  )
})
