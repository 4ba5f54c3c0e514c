// Writes the search index, and what suggestions are made from. Both go through all terms once, in the order of the dictionary.
import { join } from 'node:path'
import { packColumns } from '../format/columns.ts'
import * as format from '../format/format.ts'
import { SealedFile, writeSealed } from '../format/sealed-file.ts'
import { BlockWriter } from '../search/blocks.ts'
import type { Stemmers } from '../search/stemmers.ts'
import { StemWriter, stemOf } from '../search/stems.ts'
import { type IndexFiles, IndexWriter } from '../search/write.ts'
import { MergedTerms } from '../segments/merge.ts'
import { type Segment, SegmentForms } from '../segments/segment.ts'
import { SpellingVotes } from '../suggest/votes.ts'
import { isWord } from '../suggest/words.ts'
import { SuggestionWriter } from '../suggest/write.ts'
import type { PostWords } from './words.ts'

/**
 * In the index, posts are counted from the oldest.
 * @returns the seals of its files
 */
export function writeSearch(
  dir: string,
  words: PostWords,
  stemmers: Stemmers = new Map(),
): Record<string, format.FileSeal> {
  const blocks = (name: string) => new BlockWriter(new SealedFile(join(dir, name)))
  const lists = {
    postings: blocks(format.postingsFile),
    positions: blocks(format.positionsFile),
    bits: blocks(format.bitsFile),
  }
  const { index, suggestions } = writeTerms(words, lists)
  const files: Record<string, format.FileSeal> = {
    [format.postingsFile]: lists.postings.close(),
    [format.positionsFile]: lists.positions.close(),
    [format.bitsFile]: lists.bits.close(),
  }
  const search: format.SearchFile = {
    postings: Uint32Array.from(lists.postings.checksums),
    positions: Uint32Array.from(lists.positions.checksums),
    bits: Uint32Array.from(lists.bits.checksums),
  }
  const whole: Record<string, Uint8Array | string> = {
    [format.termsFile]: index.terms,
    [format.beginningsFile]: index.beginnings,
    [format.stemsFile]: stemsOf(words, stemmers),
    [format.spellingFile]: packColumns(index.spelling),
    [format.suggestionsFile]: packColumns(suggestions),
    [format.lengthsFile]: packColumns(lengthsOf(words.segments)),
    [format.searchFile]: packColumns(search),
  }
  for (const [name, content] of Object.entries(whole)) files[name] = writeSealed(join(dir, name), content)
  return files
}

function writeTerms({ segments, vocabulary }: PostWords, lists: IndexFiles) {
  const { terms } = vocabulary
  const merged = new MergedTerms(segments, vocabulary)
  const index = new IndexWriter(lists, merged.posts)
  const suggestions = new SuggestionWriter()
  const votes = new SpellingVotes()
  const fields = [merged.title, merged.content]
  const beyond = beyondIn(segments)
  while (merged.next()) {
    const { entries, count, title } = merged
    const term = terms[merged.number]!
    const line = index.add(term, entries[0]!, fields)
    if (isWord(term)) {
      votes.begin(merged.number)
      merged.vote(votes)
      const spellings = votes.leading.map(({ spelling, since }) => ({
        spelling: terms[spelling]!,
        since: entries[since]!,
      }))
      suggestions.addWord({ term, line, entries, count, spellings })
    }
    if (title.count === 0) continue
    const left = beyond.get(merged.number)
    const titles = title.entries.slice(0, title.count)
    const own = left ? titles.filter((entry) => !left.has(entry)) : titles
    if (own.length > 0) suggestions.addTitles(line, own)
  }
  return { index: index.finish(), suggestions: suggestions.columns() }
}

/** By term: the posts that have it in their titles, but not among the first terms. */
function beyondIn(segments: readonly Segment[]): Map<number, Set<number>> {
  const all = new Map<number, Set<number>>()
  let first = 0
  for (const { beyond, posts } of segments) {
    for (let i = 0; i < beyond.length; i += 2) {
      const own = all.get(beyond[i + 1]!) ?? new Set()
      all.set(beyond[i + 1]!, own.add(first + beyond[i]!))
    }
    first += posts
  }
  return all
}

function stemsOf({ segments, vocabulary }: PostWords, stemmers: Stemmers): string {
  const { terms } = vocabulary
  const stems = new StemWriter()
  const seen = new Map<string, Uint8Array>()
  let first = 0
  for (const segment of segments) {
    for (const forms of segment.forms) {
      const { language } = forms
      const stem = stemmers.get(language)
      if (stem === undefined) continue
      const find = (term: string) => stemOf(term, stem)
      const own = seen.get(language) ?? new Uint8Array(terms.length)
      seen.set(language, own)
      const form = new SegmentForms(segment, forms)
      while (form.next()) {
        const { number, entry, spelt } = form
        if (own[number] === 1) continue
        own[number] = 1
        const found = vocabulary.stemOf(spelt, language, find)
        if (found !== undefined) stems.add(language, found, terms[number]!, first + entry)
      }
    }
    first += segment.posts
  }
  return stems.lines()
}

function lengthsOf(segments: readonly Segment[]): format.LengthsFile {
  const newestFirst = (lengths: Uint32Array[]) =>
    Uint32Array.from(lengths.flatMap((own) => [...own])).reverse()
  return {
    titleLengths: newestFirst(segments.map(({ titleLengths }) => titleLengths)),
    contentLengths: newestFirst(segments.map(({ contentLengths }) => contentLengths)),
  }
}
