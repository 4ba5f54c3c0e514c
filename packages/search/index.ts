// The door of the package: what the build and the API may use. basics/ has small things that may be imported one by one.

export type { PackedTerms, PostTerms, TermNumbers } from './basics/post-terms.ts'
export type { SegmentPost } from './build/segments/invert.ts'
export { IndexMemory, type Shard, WordIndex } from './build/word-index.ts'
export { PostPacker, packTerms, renumbered } from './build/words/packed.ts'
export {
  type KnownStems,
  type KnownTerms,
  UNKNOWN_STEM,
  Vocabulary,
} from './build/words/vocabulary.ts'
export { writeSearch } from './build/write.ts'
export { openSearch, type SearchIndex } from './index/open.ts'
export { type Highlighter, highlighterOf, type PostText } from './query/highlight.ts'
export { countVisible, type MatchedWord } from './query/lookup.ts'
export { parseSearch, type SearchWord, termsIn } from './query/parse.ts'
export { byRelevance, type Scores, scoresOf } from './query/relevance.ts'
export { type SearchResult, search } from './query/search.ts'
export type { Searched } from './query/searched.ts'
export { warmUp } from './query/warm-up.ts'
export { Work } from './query/work.ts'
export { suggestionsFor } from './suggest/suggestions.ts'
export { languageOf, loadStemmers } from './text/stemmers.ts'
export { TOKENIZER, tokenParts } from './text/tokenize.ts'
