// The words of a workspace's posts, to be indexed.
import {
  IndexMemory,
  packTerms,
  type SegmentPost,
  type Shard,
  Vocabulary,
  WordIndex,
} from '../../packages/search/index.ts'
import { sha256 } from '../format/format.ts'
import type { BuiltPost, BuiltWorkspace } from '../types.ts'
import { indexName, type WriterMemo } from './memo.ts'
import { shardsOf, usualBounds } from './shards.ts'

export function wordsOf(
  { posts, ...workspace }: Pick<BuiltWorkspace, 'folder' | 'drafts' | 'posts'>,
  memo?: WriterMemo,
): WordIndex {
  const values = memo?.values
  const vocabulary = memo?.vocabulary ?? vocabularyOf(posts[0]) ?? new Vocabulary()
  const packed = packer(vocabulary)
  // The oldest first, as the index is made.
  const shards = shardsOf(posts, values?.shards ?? usualBounds)
    .reverse()
    .map((newestFirst): Shard => {
      const own = newestFirst.toReversed()
      const key = values?.shards && keyOf(own)
      return {
        key,
        has: () => key !== undefined && values!.has('segments', key),
        find: () => (key === undefined ? undefined : values!.get('segments', key)),
        keep: (segment) => key !== undefined && values!.set('segments', key, segment),
        posts: () => own.map(packed),
      }
    })
  return new WordIndex(vocabulary, shards, {
    hold: (bytes) => memo?.scratch?.hold(bytes),
    memory: memo?.memory?.of(IndexMemory, indexName(workspace)),
  })
}

/** Returns the key of a shard's words; `undefined` if it is not known what the words of a post depend on. */
function keyOf(posts: readonly BuiltPost[]): string | undefined {
  if (posts.some(({ termsKey }) => termsKey === undefined)) return undefined
  return sha256(posts.map(({ termsKey, language = '' }) => `${termsKey} ${language}`).join('\n')).slice(0, 32)
}

function vocabularyOf(post: BuiltPost | undefined): Vocabulary | undefined {
  const terms = post?.words()
  return terms && 'bytes' in terms && terms.numbers instanceof Vocabulary ? terms.numbers : undefined
}

/** Makes the function that packs a post's terms, if they are not packed with this vocabulary already. */
function packer(vocabulary: Vocabulary): (post: BuiltPost) => SegmentPost {
  return (post) => {
    const terms = post.words()
    const words = 'bytes' in terms ? terms.bytes : packTerms(terms, vocabulary)
    return { words, language: post.language }
  }
}
