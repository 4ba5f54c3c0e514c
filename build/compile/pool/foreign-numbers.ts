// Words that were compiled in another thread or process, which numbers terms on its own, get the numbers of the build.
import { renumbered, type TermNumbers } from '../../../packages/search/index.ts'

interface WithWords {
  post: { content: { words: Uint8Array } } | undefined
}

export function foreignNumbers(vocabulary: TermNumbers) {
  /** The numbers in `vocabulary`, by the number in the other thread or process. */
  const numbers: number[] = []
  return {
    /** Another thread takes the place of the one before: it has given no numbers yet. */
    forget: () => void numbers.splice(0),
    /** @param terms in the order in which the other has numbered them, after the terms that are known */
    learn(terms: readonly string[]): void {
      for (const term of terms) numbers.push(vocabulary.numberOf(term))
    },
    translated<File extends WithWords>(compiled: File): File {
      const { post } = compiled
      if (!post) return compiled
      const words = renumbered(post.content.words, numbers)
      return { ...compiled, post: { ...post, content: { ...post.content, words } } }
    },
  }
}
