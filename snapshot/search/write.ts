// The search index as it is written: a sorted dictionary, and per term and field a list of posts with frequencies,
// the positions in a file of their own.
import { crc32 } from 'node:zlib'
import { blockSize, type SearchFile, termBase } from '../format.ts'
import { compareCodePoints } from '../order.ts'
import type { PostNumber, Terms } from '../types.ts'
import { ByteWriter, NumberWriter } from './bytes.ts'

export interface IndexFiles {
  terms: Uint8Array
  postings: Uint8Array
  positions: Uint8Array
  search: SearchFile
}

/** Takes posts in ascending order of their numbers. */
export class IndexWriter {
  readonly #ids = new Map<string, number>()
  readonly #fields = [new FieldPostings(), new FieldPostings()] as const

  add(post: PostNumber, terms: { title: Terms; content: Terms }): void {
    this.#fields[0].add(post, terms.title, this.#ids)
    this.#fields[1].add(post, terms.content, this.#ids)
  }

  finish(): IndexFiles {
    const terms = [...this.#ids.keys()].sort(compareCodePoints)
    const fields = this.#fields.map((field) => field.byTerm(this.#ids.size))
    const lines: string[] = []
    const postings = new ByteWriter()
    const positions = new ByteWriter()
    for (const term of terms) {
      lines.push(`${term}\t${postings.length.toString(termBase)}\t${positions.length.toString(termBase)}\n`)
      for (const field of fields) field.write(this.#ids.get(term)!, postings, positions)
    }
    const [title, content] = this.#fields
    return {
      terms: Buffer.from(lines.join('')),
      postings: postings.bytes(),
      positions: positions.bytes(),
      search: {
        terms: terms.length,
        titleLengths: title.lengths,
        contentLengths: content.lengths,
        blockSize,
        postings: blockChecksums(postings.bytes()),
        positions: blockChecksums(positions.bytes()),
      },
    }
  }
}

/** One field's postings in the order of posts, as columns: which term, which post, how often, and where. */
class FieldPostings {
  /** Distinct terms of each post: what BM25 calls the field's length here. */
  readonly lengths: number[] = []
  readonly #terms = new NumberWriter()
  readonly #posts = new NumberWriter()
  readonly #frequencies = new NumberWriter()
  readonly #positions = new NumberWriter()

  add(post: PostNumber, { terms, frequencies, positions }: Terms, ids: Map<string, number>): void {
    this.lengths.push(terms.length)
    for (const [i, term] of terms.entries()) {
      const id = ids.get(term) ?? ids.size
      if (id === ids.size) ids.set(term, id)
      this.#terms.push(id)
      this.#posts.push(post)
      this.#frequencies.push(frequencies[i]!)
    }
    this.#positions.append(positions)
  }

  /** Turns columns by post into lists by term with one counting sort, which keeps posts ascending. */
  byTerm(terms: number): { write(term: number, postings: ByteWriter, positions: ByteWriter): void } {
    const [ids, posts, frequencies] = [
      this.#terms.numbers(),
      this.#posts.numbers(),
      this.#frequencies.numbers(),
    ]
    const places = this.#positions.numbers()
    const starts = new Uint32Array(terms + 1)
    for (const id of ids) starts[id + 1]! += 1
    for (let id = 0; id < terms; id++) starts[id + 1]! += starts[id]!
    const next = starts.slice()
    const order = new Uint32Array(ids.length)
    const placeStarts = new Uint32Array(ids.length)
    for (let entry = 0, place = 0; entry < ids.length; place += frequencies[entry++]!) {
      order[next[ids[entry]!]!++] = entry
      placeStarts[entry] = place
    }
    return {
      write(term, postings, positions) {
        postings.varint(starts[term + 1]! - starts[term]!)
        let previous = 0
        for (let i = starts[term]!; i < starts[term + 1]!; i++) {
          const entry = order[i]!
          postings.varint(posts[entry]! - previous)
          postings.varint(frequencies[entry]!)
          previous = posts[entry]!
          let before = 0
          for (let k = 0; k < frequencies[entry]!; k++) {
            const place = places[placeStarts[entry]! + k]!
            positions.varint(place - before)
            before = place
          }
        }
      },
    }
  }
}

function blockChecksums(bytes: Uint8Array): number[] {
  const checksums: number[] = []
  for (let from = 0; from < bytes.length; from += blockSize)
    checksums.push(crc32(bytes.subarray(from, from + blockSize)))
  return checksums
}
