// Forms of words, language by language: the oldest post in a language that has a term decides of which word it is a form, since it is
// that post's spelling that is stemmed.

import { inChunks } from '../../basics/chunks.ts'
import { NumberReader } from '../../index/number-reader.ts'
import type { PackedReader } from '../words/packed.ts'
import type { Alignment } from './align.ts'
import { gone } from './lists.ts'
import { listsOf } from './patch.ts'
import { type Segment, SegmentForms } from './segment.ts'
import type { TermTable } from './table.ts'

/**
 * By language: for each term the oldest post that has it, the term's number, and that of its spelling there. In the order of posts, and
 * of the words of each.
 */
export type Forms = ReadonlyMap<string, Uint32Array>

/** Numbers of each. */
export const formWidth = 3

export function formsIn(segments: readonly Segment[], terms: number): Forms {
  const all = new Map<string, { seen: Uint8Array; forms: number[] }>()
  let first = 0
  for (const segment of segments) {
    for (const part of segment.forms) {
      const { language } = part
      const own = all.get(language) ?? { seen: new Uint8Array(terms), forms: [] }
      all.set(language, own)
      const form = new SegmentForms(segment, part)
      while (form.next()) {
        if (own.seen[form.number] === 1) continue
        own.seen[form.number] = 1
        own.forms.push(first + form.entry, form.number, form.spelt)
      }
    }
    first += segment.posts
  }
  return new Map([...all].map(([language, { forms }]) => [language, Uint32Array.from(forms)]))
}

/** What is known of the posts as they are now. */
export interface FormPosts {
  /** By entry. */
  languageOf(entry: number): string | undefined
  /** At the words of a title; those of the content follow. */
  read(entry: number): PackedReader
  /** With the posts' entries as they are now. */
  table: TermTable
  /** By term: its place among all terms. */
  ranks: Uint32Array
}

export function patchForms(forms: Forms, alignment: Alignment, posts: FormPosts): Forms {
  const languages = new Set(forms.keys())
  for (const entry of alignment.added) {
    const language = posts.languageOf(entry)
    if (language !== undefined) languages.add(language)
  }
  const patched = new Map<string, Uint32Array>()
  for (const language of languages) {
    const own = patchedIn(language, forms.get(language) ?? new Uint32Array(0), alignment, posts)
    if (own.length > 0) patched.set(language, own)
  }
  return patched
}

function patchedIn(
  language: string,
  known: Uint32Array,
  { entries, added }: Alignment,
  posts: FormPosts,
): Uint32Array {
  /** By term: the oldest post that has it, plus one. */
  const owners = new Uint32Array(posts.ranks.length)
  const orphans: number[] = []
  inChunks(known.length / formWidth, (from, to) => {
    addOwners(known.subarray(from * formWidth, to * formWidth), entries, owners, orphans)
  })
  /** Posts whose forms are found anew. */
  const anew = new Set<number>()
  for (const entry of added) {
    if (posts.languageOf(entry) !== language) continue
    anew.add(entry)
    for (const { number } of rowsOf(posts.read(entry))) {
      if (owners[number] === 0 || owners[number]! > entry + 1) owners[number] = entry + 1
    }
  }
  for (const number of orphans) {
    const entry = oldestIn(language, number, posts)
    if (entry === undefined) continue
    owners[number] = entry + 1
    anew.add(entry)
  }
  const found = formsOf(
    [...anew].sort((a, b) => a - b),
    owners,
    posts,
  )
  return joined(known, entries, owners, found)
}

function addOwners(known: Uint32Array, entries: Int32Array, owners: Uint32Array, orphans: number[]): void {
  for (let i = 0; i < known.length; i += formWidth) {
    const entry = entries[known[i]!]!
    if (entry === gone) orphans.push(known[i + 1]!)
    else owners[known[i + 1]!] = entry + 1
  }
}

/** @param owners 0 for each term whose form is found */
function formsOf(anew: readonly number[], owners: Uint32Array, posts: FormPosts): number[] {
  const found: number[] = []
  for (const entry of anew) {
    for (const { number, spelt } of rowsOf(posts.read(entry))) {
      if (owners[number] !== entry + 1) continue
      owners[number] = 0
      found.push(entry, number, spelt)
    }
  }
  return found
}

function joined(known: Uint32Array, entries: Int32Array, owners: Uint32Array, found: number[]): Uint32Array {
  const forms = new Uint32Array(known.length + found.length)
  let at = { next: 0, count: 0 }
  inChunks(known.length / formWidth, (from, to) => {
    at = join(known.subarray(from * formWidth, to * formWidth), entries, owners, found, at, forms)
  })
  let { next, count } = at
  while (next < found.length) forms[count++] = found[next++]!
  return forms.subarray(0, count)
}

/** How many numbers have been taken from what was found, and how many there are in all. */
interface Joined {
  next: number
  count: number
}

function join(
  known: Uint32Array,
  entries: Int32Array,
  owners: Uint32Array,
  found: readonly number[],
  before: Joined,
  forms: Uint32Array,
): Joined {
  let { next, count } = before
  for (let at = 0; at < known.length; at += formWidth) {
    const entry = entries[known[at]!]!
    if (entry === gone || owners[known[at + 1]!] !== entry + 1) continue
    for (; next < found.length && found[next]! < entry; next += formWidth) {
      for (let i = 0; i < formWidth; i++) forms[count++] = found[next + i]!
    }
    forms[count++] = entry
    forms[count++] = known[at + 1]!
    forms[count++] = known[at + 2]!
  }
  return { next, count }
}

function* rowsOf(reader: PackedReader): Generator<PackedReader> {
  for (let text = 0; text < 2; text++) {
    const [rows] = reader.text()
    for (let row = 0; row < rows; row++) {
      reader.row()
      yield reader
    }
  }
}

/** The oldest post in the language that has the term. */
function oldestIn(language: string, number: number, posts: FormPosts): number | undefined {
  const { table, ranks } = posts
  const place = placeOf(number, table, ranks)
  if (place === undefined) return undefined
  let oldest: number | undefined
  for (const { postings, from, to } of listsOf(table, place)) {
    const found = firstEntry(postings, from, to, (entry) => posts.languageOf(entry) === language)
    if (found !== undefined && (oldest === undefined || found < oldest)) oldest = found
  }
  return oldest
}

function placeOf(number: number, { numbers }: TermTable, ranks: Uint32Array): number | undefined {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ranks[numbers[middle]!]! < ranks[number]!) low = middle + 1
    else high = middle
  }
  return numbers[low] === number ? low : undefined
}

function firstEntry(
  bytes: Uint8Array,
  from: number,
  to: number,
  isWanted: (entry: number) => boolean,
): number | undefined {
  const numbers = new NumberReader(bytes, from)
  for (let entry = 0; numbers.at < to; ) {
    const number = numbers.next()
    entry += number >>> 1
    if (isWanted(entry)) return entry
    if ((number & 1) === 0) numbers.next()
  }
  return undefined
}
