// Writes the search index, and what suggestions are made from.

import { inChunks } from '../basics/chunks.ts'
import { packColumns } from '../basics/columns.ts'
import { type BlockFile, BlockWriter } from '../index/blocks.ts'
import * as names from '../index/files.ts'
import { lineBlocks } from '../index/line-blocks.ts'
import { NumberReader } from '../index/number-reader.ts'
import { spellingFile } from '../index/signatures.ts'
import { type LanguageForms, stemLines, stemOf } from '../index/stems.ts'
import type { Stemmers } from '../text/stemmers.ts'
import { beginningsOf, LineRoom, linesOf, type Parts } from './dictionary-lines.ts'
import { type Forms, formWidth } from './segments/forms.ts'
import { readEntries } from './segments/lists.ts'
import type { TermTable } from './segments/table.ts'
import { SuggestionWriter } from './suggestion-writer.ts'
import type { InvertedIndex, WordIndex } from './word-index.ts'
import type { Vocabulary } from './words/vocabulary.ts'

/** The stems that the last build of this process has written, by name of the index: a post that changes seldom changes any. */
class LatestStems {
  readonly byName = new Map<string, { languages: LanguageForms[]; lines: Uint8Array }>()
}

/** The place where an index is written. */
export interface IndexWriter {
  open(name: string): BlockFile
  write(name: string, content: Uint8Array | string): void
}

/**
 * Writes an index, in which posts are counted from the oldest.
 * @param name the name of this index, unlike those of others that are written
 * @param memory the parts of the index that was written before
 */
export function writeSearch(
  files: IndexWriter,
  name: string,
  words: WordIndex,
  stemmers: Stemmers = new Map(),
  memory?: { of<T extends object>(kind: new () => T): T },
): void {
  const blocks = (name: string) => new BlockWriter(files.open(name))
  const positions = blocks(names.positionsFile)
  const postings = blocks(names.postingsFile)
  const bits = blocks(names.bitsFile)
  const index = words.index((bytes) => positions.write(bytes))
  const { table, posts } = index
  postings.write(table.postings.bytes)
  const termAt = (place: number) => words.vocabulary.terms[table.numbers[place]!]!
  const count = posts.contentLengths.length
  const beginnings = beginningsOf(termAt, table.postings, count)
  for (const own of beginnings.bits) bits.write(own)
  for (const file of [postings, positions, bits]) file.close()
  const lines = linesOf(table.texts, table.postings.starts, table.positions.starts, memory?.of(LineRoom))
  const languages = stemsOf(index.forms, words.vocabulary, stemmers)
  const latest = memory?.of(LatestStems).byName
  const known = latest?.get(name)
  const stems =
    known && isSame(known.languages, languages) ? known.lines : stemLines(languages, words.vocabulary.terms)
  latest?.set(name, { languages, lines: stems })
  const [ofTerms, ofStems] = [lineBlocks(lines.bytes), lineBlocks(stems)]
  const search: names.SearchFile = {
    postings: Uint32Array.from(postings.checksums),
    positions: Uint32Array.from(positions.checksums),
    bits: Uint32Array.from(bits.checksums),
    termStarts: ofTerms.starts,
    termChecksums: ofTerms.checksums,
    termKeyStarts: ofTerms.keyStarts,
    termKeys: ofTerms.keys,
    termPostings: lines.postings,
    termPositions: lines.positions,
    stemStarts: ofStems.starts,
    stemChecksums: ofStems.checksums,
    stemKeyStarts: ofStems.keyStarts,
    stemKeys: ofStems.keys,
  }
  const spelling = spellingFile({ lines: lines.starts, signs: table.signs, oldest: table.oldest }, count)
  const lengths: names.LengthsFile = {
    titleLengths: posts.titleLengths.toReversed(),
    contentLengths: posts.contentLengths.toReversed(),
  }
  const whole: Record<string, Uint8Array | string> = {
    [names.termsFile]: lines.bytes,
    [names.beginningsFile]: beginnings.lines,
    [names.stemsFile]: stems,
    [names.spellingFile]: packColumns(spelling),
    [names.suggestionsFile]: packColumns(suggestionsOf(index, lines.starts)),
    [names.lengthsFile]: packColumns(lengths),
    [names.searchFile]: packColumns(search),
  }
  for (const [name, content] of Object.entries(whole)) files.write(name, content)
}

/** @param lines where the dictionary's begin */
function suggestionsOf({ table, posts }: InvertedIndex, lines: Uint32Array): names.SuggestionsFile {
  const suggestions = new SuggestionWriter()
  const beyond = beyondIn(posts.beyond)
  const entries = new Uint32Array(posts.contentLengths.length)
  inChunks(table.numbers.length, (from, to) => {
    addWords(table.records, lines, from, to, suggestions)
    addTitles(table, lines, from, to, { suggestions, beyond, entries })
  })
  return suggestions.columns()
}

function addWords(
  { bytes, starts }: Parts,
  lines: Uint32Array,
  from: number,
  to: number,
  suggestions: SuggestionWriter,
): void {
  for (let place = from; place < to; place++) {
    const start = starts[place]!
    const end = starts[place + 1]!
    if (start < end) suggestions.addWord(lines[place]!, bytes, start, end)
  }
}

interface TitleDeps {
  suggestions: SuggestionWriter
  beyond: ReadonlyMap<number, Set<number>>
  /** Has room for all posts. */
  entries: Uint32Array
}

function addTitles(
  { numbers, postings }: TermTable,
  lines: Uint32Array,
  from: number,
  to: number,
  { suggestions, beyond, entries }: TitleDeps,
): void {
  const { bytes, starts } = postings
  for (let place = from; place < to; place++) {
    if (bytes[starts[place]!] === 0) continue
    const list = new NumberReader(bytes, starts[place]!)
    const end = list.next() + list.at
    const left = beyond.get(numbers[place]!)
    const all = readEntries(bytes, list.at, end, entries)
    const count = left ? without(left, entries, all) : all
    if (count > 0) suggestions.addTitles(lines[place]!, entries, count)
  }
}

/** @param count how many entries there are @returns how many are left */
function without(left: ReadonlySet<number>, entries: Uint32Array, count: number): number {
  let own = 0
  for (let i = 0; i < count; i++) if (!left.has(entries[i]!)) entries[own++] = entries[i]!
  return own
}

/** Returns the posts that have each term in their titles, but not among the first terms. */
function beyondIn(pairs: Uint32Array): Map<number, Set<number>> {
  const all = new Map<number, Set<number>>()
  for (let i = 0; i < pairs.length; i += 2) {
    const own = all.get(pairs[i + 1]!) ?? new Set()
    all.set(pairs[i + 1]!, own.add(pairs[i]!))
  }
  return all
}

/** Languages without a stemmer have no forms. */
function stemsOf(forms: Forms, vocabulary: Vocabulary, stemmers: Stemmers): LanguageForms[] {
  const languages: LanguageForms[] = []
  for (const [language, all] of forms) {
    const stem = stemmers.get(language)
    if (stem === undefined) continue
    const stems = vocabulary.stemsIn(language)
    const find = (term: string) => stemOf(term, stem)
    const found = new Uint32Array(all.length)
    let end = 0
    inChunks(all.length / formWidth, (from, to) => {
      end = addStems(all, from * formWidth, to * formWidth, { stems, find, found, end })
    })
    languages.push({ language, stems: stems.stems, forms: found.subarray(0, end) })
  }
  return languages
}

interface FoundStems {
  stems: ReturnType<Vocabulary['stemsIn']>
  find: (term: string) => string | undefined
  found: Uint32Array
  /** The place of the next one. */
  end: number
}

/** @returns where the next one goes */
function addStems(
  all: Uint32Array,
  from: number,
  to: number,
  { stems, find, found, end }: FoundStems,
): number {
  let at = end
  for (let i = from; i < to; i += formWidth) {
    const number = stems.stemOf(all[i + 2]!, find)
    if (number === undefined) continue
    found[at++] = number
    found[at++] = all[i + 1]!
    found[at++] = all[i]!
  }
  return at
}

function isSame(known: readonly LanguageForms[], languages: readonly LanguageForms[]): boolean {
  return (
    known.length === languages.length &&
    languages.every(({ language, forms }, i) => {
      const other = known[i]!
      return language === other.language && Buffer.compare(bytesOf(forms), bytesOf(other.forms)) === 0
    })
  )
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
