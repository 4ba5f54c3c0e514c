// The files of a workspace, decoded by hand according to the format, without the reader's help.
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, crc32, inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Terms } from '../../packages/search/basics/post-terms.ts'
import { SpellingVotes } from '../../packages/search/build/spelling-votes.ts'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { mostBytes } from '../../packages/search/index/beginnings.ts'
import { ByteSource, NumberWriter } from '../../packages/search/index/bytes.ts'
import { PostingDecoder } from '../../packages/search/index/decode.ts'
import { isUnspaced } from '../../packages/search/text/runs.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { syntheticWorkspace } from '../bench/posts.ts'
import { type CountedWorkspace, exampleSite } from '../support/bulk.ts'
import { partOf } from '../support/sealed.ts'

const root = mkdtempSync(join(tmpdir(), 'galley-files-'))
let dir: string
let built: CountedWorkspace

beforeAll(() => {
  const workspace = syntheticWorkspace('demo', 120)
  const posts = workspace.posts.map((post) => ({ ...post }))
  Object.assign(posts[7]!, { html: '', markdown: '𝒳\r\n\u0000"\\', aliases: ['before', 'ö'] })
  Object.assign(posts[7]!, { coverBytes: 4_321, languageTag: 'de-AT' })
  const leads = (from: string) => ({ from, to: '/x', slug: 'x' })
  posts[7]!.redirects = [leads('/a/'), leads('/cafe%cc%81')]
  posts[8]!.redirects = [leads('c')]
  posts[8]!.terms = { title: termsOf(''), content: termsOf('Zürich 認証 node.js node') }
  built = { ...workspace, posts, site: exampleSite }
  const snapshot = { workspaces: [built], builtAt: null, preview: null, keepPrevious: false }
  const { hashes } = writeSnapshot(root, snapshot)
  dir = join(root, hashes.get('demo')!)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const bytes = (name: string) => partOf(dir, name)
const json = (name: string) => JSON.parse(bytes(name).toString())
const sizes = { float64: 8, uint32: 4, uint8: 1 }
/** A line that names the columns, then their numbers, little-endian, each column starting at a multiple of eight bytes. */
const columns = (name: string) => {
  const whole = bytes(name)
  let at = whole.indexOf('\n') + 1
  const known: [string, keyof typeof sizes, number][] = JSON.parse(whole.toString('latin1', 0, at))
  const numbersOf: Record<string, number[]> = {}
  for (const [column, kind, length] of known) {
    const size = sizes[kind]
    const read = (i: number) => {
      if (kind === 'uint8') return whole[at + i]!
      return size === 8 ? whole.readDoubleLE(at + i * 8) : whole.readUInt32LE(at + i * 4)
    }
    numbersOf[column] = Array.from({ length }, (_, i) => read(i))
    at += Math.ceil((length * size) / 8) * 8
  }
  expect(at).toBe(whole.length)
  return numbersOf
}
const lines = (name: string) =>
  bytes(name)
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'))

test('the manifest gives the folder its name, and every other file is sealed', () => {
  const { format, folder, posts, drafts, files, short, contents } = json('manifest.json')
  expect({ format, folder, posts, drafts }).toEqual({ format: 15, folder: 'demo', posts: 120, drafts: false })
  expect(dir.endsWith(createHash('sha256').update(bytes('manifest.json')).digest('hex').slice(0, 32))).toBe(
    true,
  )
  const deflated = json('deflated.json')
  const sealed = { ...files, ...deflated.files }
  const others = readdirSync(dir).filter((name) => !['manifest.json', 'deflated.json'].includes(name))
  expect(Object.keys(sealed).sort()).toEqual(others.sort())
  for (const name of others) {
    const sha256 = sha256Of(bytes(name))
    expect(sealed[name], name).toEqual({ bytes: bytes(name).length, sha256, crc32: crc32(bytes(name)) })
  }
  const digests: string[] = []
  let [at, length] = [0, 0]
  for (const [name, part] of Object.entries<{ bytes: number; stored: number }>(deflated.parts)) {
    expect(part, name).toEqual({
      at,
      stored: part.stored,
      bytes: bytes(name).length,
      crc32: crc32(bytes(name)),
    })
    const isOfContents = name.startsWith('content.')
    expect(part.stored === part.bytes || (part.stored < part.bytes && !isOfContents), name).toBe(true)
    at += part.stored
    if (isOfContents) continue
    length += part.bytes
    digests.push(`${name} ${sha256Of(bytes(name))}\n`)
  }
  expect(bytes('short.bin')).toHaveLength(at)
  expect(short).toEqual({ bytes: length, sha256: sha256Of(Buffer.from(digests.sort().join(''))) })
  expect(deflated.crc32).toBe(crc32(JSON.stringify([deflated.compressor, deflated.files, deflated.parts])))
  for (const name of ['html', 'markdown'] as const) {
    const all = built.posts.map((post) => Buffer.from(JSON.stringify(post[name])))
    const digests = Buffer.from(all.map(sha256Of).join(''))
    expect(contents[name]).toEqual({ bytes: Buffer.concat(all).length, sha256: sha256Of(digests) })
  }
})

const sha256Of = (whole: Uint8Array) => createHash('sha256').update(whole).digest('hex')

test.each(['html', 'markdown'] as const)(
  'content.%s.deflated has a piece a post, found by its index',
  (name) => {
    const index = columns(`content.${name}.index.bin`)
    const whole = bytes(`content.${name}.deflated`)
    const pieces = built.posts.map((_, i) => whole.subarray(index.starts![i], index.starts![i + 1]))
    const texts = built.posts.map((post) => JSON.stringify(post[name]))
    for (const [i, piece] of pieces.entries()) {
      const text = inflateRawSync(piece, { finishFlush: constants.Z_SYNC_FLUSH })
      expect(text.toString()).toBe(texts[i])
      expect(piece.subarray(-4)).toEqual(Buffer.from([0, 0, 0xff, 0xff]))
      const found = [index.storedCrc32![i], index.lengths![i]]
      expect(found).toEqual([crc32(piece), text.length])
    }
    expect(index.starts!.at(-1)).toBe(whole.length)
    // In any order, they are a deflate stream.
    const stream = Buffer.concat([...pieces.toReversed(), Buffer.from([3, 0])])
    expect(inflateRawSync(stream).toString()).toBe(texts.toReversed().join(''))
  },
)

test('posts.json is an array with a record a line, found by its index', () => {
  const records = built.posts.map(({ meta }) => meta)
  expect(json('posts.json')).toEqual(records)
  const { starts, crc32: checksums } = columns('posts.index.bin')
  const whole = bytes('posts.json')
  for (const [i, record] of records.entries()) {
    const found = whole.subarray(starts![i], starts![i + 1]! - 2)
    expect(JSON.parse(found.toString())).toEqual(record)
    expect(found.includes('\n')).toBe(false)
    expect(checksums![i]).toBe(crc32(found))
  }
  expect(starts!.at(-1)! + 1).toBe(whole.length)
  expect(checksums).toHaveLength(records.length)
})

test('names.txt has every slug, id and alias in the order of bytes', () => {
  const names = lines('names.txt')
  const sorted = [...names].sort(([a], [b]) => Buffer.compare(Buffer.from(a!), Buffer.from(b!)))
  expect(names).toEqual(sorted)
  expect(names).toHaveLength(2 * 120 + 2)
  expect(names).toContainEqual(['ö', 'a', '7'])
  expect(names).toContainEqual([built.posts[3]!.meta.id, 'i', '3'])
})

test('redirects.json has those of each post, found by their index, by post and by where they lead from', () => {
  const all = built.posts.flatMap(({ redirects = [] }) => redirects)
  expect(json('redirects.json')).toEqual(all)
  const { starts, crc32: checksums, postStarts, hashes, byHash } = columns('redirects.bin')
  const whole = bytes('redirects.json')
  for (const [i, redirect] of all.entries()) {
    const record = whole.subarray(starts![i], starts![i + 1]! - 2)
    expect(JSON.parse(record.toString())).toEqual(redirect)
    expect(checksums![i]).toBe(crc32(record))
  }
  expect(postStarts!.slice(6, 10)).toEqual([0, 0, 2, 3])
  expect(postStarts).toHaveLength(121)
  const keys = ['/a', '/caf%C3%A9', 'c'].map((key) =>
    Number.parseInt(sha256Of(Buffer.from(key)).slice(0, 8), 16),
  )
  expect(hashes).toEqual(keys.toSorted((a, b) => a - b))
  expect(byHash!.map((number) => keys[number])).toEqual(hashes)
})

test('feeds.bin has the size of covers, the language and the length of the address of each post', () => {
  const { coverBytes, language, addressBytes } = columns('feeds.bin')
  expect([coverBytes!.slice(6, 9), coverBytes!.length]).toEqual([[0, 4_321, 0], 120])
  const { languages, site } = json('workspace.json')
  expect(site).toEqual(exampleSite)
  expect(language!.slice(6, 9).map((index) => languages[index])).toEqual(['en', 'de-AT', 'en'])
  const { slug } = built.posts[7]!.meta
  expect(addressBytes![7]).toBe(`https://example.org/${slug}`.length)
})

/** Bytes of a block of sorted lines: lines that begin in it belong to it. */
const lineBlock = 16_384

/** The terms, and where their lists begin: each block of lines counts from the lists of its first term. */
const dictionary = () => {
  const { termPostings, termPositions } = columns('search.bin')
  let line = 0
  return lines('terms.txt').map((values) => {
    const [term, postings, positions] = values as [string, string, string]
    const block = Math.floor(line / lineBlock)
    line += Buffer.byteLength(`${values.join('\t')}\n`)
    return {
      term,
      postings: termPostings![block]! + Number.parseInt(postings, 36),
      positions: termPositions![block]! + Number.parseInt(positions, 36),
    }
  })
}

/** Varints from an offset on. */
function numbersFrom(whole: Buffer, offset: number) {
  let at = offset
  return {
    at: () => at,
    next() {
      let number = 0
      for (let shift = 0; ; shift += 7) {
        const byte = whole[at++]!
        number += (byte & 127) * 2 ** shift
        if (byte < 128) return number
      }
    },
  }
}

/** Positions of each term by post. */
function placesIn(field: 'title' | 'content'): Map<string, Map<number, number[]>> {
  const places = new Map<string, Map<number, number[]>>()
  for (const [number, { terms }] of built.posts.entries()) {
    const { terms: known, frequencies, positions }: Terms = terms[field]
    let start = 0
    for (const [i, term] of known.entries()) {
      const own = places.get(term) ?? new Map<number, number[]>()
      places.set(term, own.set(number, [...positions.subarray(start, start + frequencies[i]!)]))
      start += frequencies[i]!
    }
  }
  return places
}

describe('the search index', () => {
  test('has no more than 16 spellings of a word, one after the other', () => {
    const votes = new SpellingVotes()
    votes.begin(0)
    for (let post = 0; post < 100; post++) votes.vote(Math.ceil(post / 2) % 2)
    expect(votes.leading).toHaveLength(16)
    expect(votes.leading.at(-1)).toEqual({ spelling: 1, since: 30 })
  })

  test('has numbers of up to five bytes, wherever its pieces end', () => {
    const text = new NumberWriter()
    for (const number of [3 << 1, 20_000, (9_000 << 1) | 1, 1 << 1, 2 ** 31]) text.push(number)
    const lists = new NumberWriter()
    lists.list(new NumberWriter())
    lists.list(text)
    const bytes = lists.bytes.subarray(0, lists.length)
    for (let cut = 0; cut <= bytes.length; cut++) {
      const decoder = new PostingDecoder([bytes.subarray(0, cut), bytes.subarray(cut)], 10_000)
      const read: [number, number, boolean][] = []
      while (decoder.next()) read.push([decoder.entry, decoder.frequency >>> 0, decoder.inTitle])
      expect(read).toEqual([
        [3, 20_000, false],
        [9_003, 1, false],
        [9_004, 2 ** 31, false],
      ])
    }
  })

  test('is not read past the end of a list', () => {
    const list = new ByteSource((from, to) => Uint8Array.of(1, 2, 3).subarray(from, to), 0, 2)
    expect([list.next(), list.next()]).toEqual([1, 2])
    expect(() => list.next()).toThrow('numbers are read past their end')
  })

  test('has a sorted dictionary of all terms', () => {
    const terms = lines('terms.txt').map(([term]) => term!)
    const all = new Set(
      built.posts.flatMap(({ terms: { title, content } }) => [...title.terms, ...content.terms]),
    )
    expect(terms).toEqual([...all].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
  })

  test('says for every term in which posts it occurs, how often, and where', () => {
    const postings = bytes('postings.bin')
    const positions = bytes('positions.bin')
    const terms = dictionary()
    const expected = { title: placesIn('title'), content: placesIn('content') }
    for (const { term, ...starts } of terms.filter((_, i) => i % 7 === 0 || i > terms.length - 9)) {
      const inPostings = numbersFrom(postings, starts.postings)
      const inPositions = numbersFrom(positions, starts.positions)
      for (const field of ['title', 'content'] as const) {
        const found = new Map<number, number[]>()
        const length = inPostings.next()
        const positionsLength = inPositions.next()
        const [end, positionsEnd] = [inPostings.at() + length, inPositions.at() + positionsLength]
        for (let entry = 0; inPostings.at() < end; ) {
          const number = inPostings.next()
          entry += number >> 1
          let place = 0
          const frequency = number % 2 === 1 ? 1 : inPostings.next()
          const places = Array.from({ length: frequency }, () => (place += inPositions.next()))
          found.set(built.posts.length - 1 - entry, places)
        }
        expect([inPostings.at(), inPositions.at()]).toEqual([end, positionsEnd])
        expect(found, `${term} in ${field}`).toEqual(expected[field].get(term) ?? new Map())
      }
    }
  })

  test('has the posts of prefixes that many terms share, and of no others', () => {
    expect([0, 2_048, 2_050, 10_000].map(mostBytes)).toEqual([1_024, 1_024, 1_025, 5_000])
    const bits = bytes('beginnings.bin')
    const postings = bytes('postings.bin')
    const terms = dictionary()
    const long = new Map([['', Number.POSITIVE_INFINITY]])
    for (const [i, { term, postings: start }] of terms.entries()) {
      const size = (terms[i + 1]?.postings ?? postings.length) - start
      const letters = [...term]
      if (size > mostBytes(built.posts.length)) long.set(`${term} `, Number.POSITIVE_INFINITY)
      for (let length = 1; length <= letters.length; length++) {
        const beginning = letters.slice(0, length).join('')
        long.set(beginning, (long.get(beginning) ?? 0) + size)
      }
    }
    const most = mostBytes(built.posts.length)
    const expected = [...long].filter(([, size]) => size > most).map(([beginning]) => beginning)
    const beginnings = lines('beginnings.txt')
    expect(beginnings.length).toBeGreaterThan(3)
    expect(beginnings.map(([beginning]) => beginning).sort()).toEqual(expected.sort())
    const said = built.posts.map(({ terms }) =>
      [...terms.title.terms, ...terms.content.terms].map((term) => `${term} `),
    )
    for (const [beginning, at] of beginnings) {
      const has = said.map((terms) => terms.some((term) => term.startsWith(beginning!)))
      const start = Number.parseInt(at!, 36)
      const found = has.map((_, number) => {
        const entry = has.length - 1 - number
        return ((bits[start + (entry >> 3)]! >> (entry & 7)) & 1) === 1
      })
      expect(found, beginning).toEqual(has)
    }
  })

  test('has the terms that may be suggested, in the order in which posts first use them', () => {
    const { lines: offsets, counts } = columns('spelling.bin') as Record<string, number[]>
    const whole = bytes('terms.txt')
    const terms = offsets!.map((line) => whole.toString('utf8', line, whole.indexOf('\t', line)))
    const oldestFirst = built.posts.toReversed()
    const seen = new Set<string>()
    const expected: string[][] = oldestFirst.map(({ terms: { title, content } }) => {
      const fresh = [...new Set([...title.terms, ...content.terms])].filter(
        (term) => !seen.has(term) && term.length > 2 && !isUnspaced(term),
      )
      for (const term of fresh) seen.add(term)
      return fresh.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    })
    expect(terms).toEqual(expected.flat())
    expect(counts).toEqual([0, ...expected.map((_, i) => expected.slice(0, i + 1).flat().length)])
  })

  test('says how often each word that may be suggested occurs, from which post on, and how posts write it', () => {
    const { words, blockLines, blockStarts } = columns('suggestions.bin') as Record<string, number[]>
    const numbers = numbersFrom(Buffer.from(words!), 0)
    const whole = bytes('terms.txt')
    const oldestFirst = built.posts
      .toReversed()
      .map(({ terms }) => new Set([...terms.title.terms, ...terms.content.terms]))
    const count = numbers.next()
    const found: string[] = []
    for (let i = 0, line = 0; i < count; i++) {
      if (i % 64 === 0) {
        expect(blockStarts![i / 64]).toBe(numbers.at())
        line = blockLines![i / 64]!
      }
      line += numbers.next()
      const term = whole.toString('utf8', line, whole.indexOf('\t', line))
      found.push(term)
      const has = oldestFirst.flatMap((terms, entry) => (terms.has(term) ? [entry] : []))
      const header = numbers.next()
      let entry = 0
      const reached = Array.from({ length: header >> 3 }, () => (entry += numbers.next()))
      const classes = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96].filter((posts) => posts <= has.length)
      expect(reached, term).toEqual(classes.map((posts) => has[posts - 1]))
      const skip = (code: number) => {
        for (let left = code === 2 ? 1 : code === 3 ? numbers.next() : 0; left > 0; left--) numbers.next()
      }
      skip(header & 3)
      for (let next = header; next & 4; skip(next & 3)) {
        numbers.next()
        next = numbers.next()
      }
    }
    expect(numbers.at()).toBe(words!.length)
    expect(found).toEqual(
      lines('terms.txt')
        .map(([term]) => term!)
        .filter(
          (term) => term.length > 1 && term.length <= 32 && /\p{L}/u.test(term) && !/[認証]/.test(term),
        ),
    )
  })

  test('has the posts of each word of a title', () => {
    const { titleLines, titleStarts, titleEntries } = columns('suggestions.bin') as Record<string, number[]>
    const whole = bytes('terms.txt')
    const oldestFirst = built.posts.toReversed()
    const expected = lines('terms.txt').flatMap(([term]) => {
      const entries = oldestFirst.flatMap(({ terms }, entry) =>
        terms.title.terms.includes(term!) ? [entry] : [],
      )
      return entries.length > 0 ? [[term, entries]] : []
    })
    const found = titleLines!.map((line, i) => [
      whole.toString('utf8', line, whole.indexOf('\t', line)),
      titleEntries!.slice(titleStarts![i], titleStarts![i + 1]),
    ])
    expect(found).toEqual(expected)
  })

  test('counts the words of each field and has a checksum of each block', () => {
    const search = columns('search.bin')
    const lengths = columns('lengths.bin')
    expect(lengths.titleLengths).toEqual(built.posts.map(({ terms }) => terms.title.positions.length))
    expect(lengths.contentLengths).toEqual(built.posts.map(({ terms }) => terms.content.positions.length))
    for (const [name, file] of Object.entries({
      postings: 'postings',
      positions: 'positions',
      bits: 'beginnings',
    })) {
      const whole = bytes(`${file}.bin`)
      const blocks = Array.from({ length: Math.ceil(whole.length / 4_096) }, (_, i) =>
        crc32(whole.subarray(i * 4_096, (i + 1) * 4_096)),
      )
      expect(blocks.length).toBeGreaterThan(name === 'bits' ? 0 : 1)
      expect(search[name]).toEqual(blocks)
    }
  })

  test.each(['term', 'stem'])(
    'finds a %s without reading all of them: where blocks of lines begin',
    (name) => {
      const search = columns('search.bin')
      const whole = bytes(`${name}s.txt`)
      const starts = Array.from({ length: Math.ceil(whole.length / lineBlock) }, (_, block) =>
        block === 0 ? 0 : whole.indexOf('\n', block * lineBlock - 1) + 1,
      ).filter((start) => start < whole.length)
      expect(starts.length).toBeGreaterThan(2)
      expect(search[`${name}Starts`]).toEqual([...starts, whole.length])
      expect(search[`${name}Checksums`]).toEqual(
        starts.map((start, block) => crc32(whole.subarray(start, starts[block + 1]))),
      )
      const keys = Buffer.from(search[`${name}Keys`]!)
      const keyStarts = search[`${name}KeyStarts`]!
      expect(starts.map((_, block) => keys.toString('utf8', keyStarts[block], keyStarts[block + 1]))).toEqual(
        starts.map((start) => whole.toString('utf8', start, whole.indexOf('\t', start))),
      )
      expect(keyStarts.slice(starts.length)).toEqual([keys.length])
    },
  )
})
