// The words of a compiled post. They are packed apart from compiling, the words of several posts together: what each looks up in the
// vocabulary is then still in the processor's cache, from which rendering another text would push it out.
import { packTerms } from '../../snapshot/search/packed.ts'
import { termsOf } from '../../snapshot/search/terms.ts'
import type { TermNumbers } from '../../snapshot/types.ts'
import type { CompiledFile, RenderedFile } from './compile.ts'

/** @param vocabulary gives the words of a post their numbers */
export function withWords({ post, ...file }: RenderedFile, vocabulary: TermNumbers): CompiledFile {
  if (!post) return { ...file, post }
  const { html, markdown, text } = post.content
  const words = packTerms({ title: termsOf(post.title), content: termsOf(text) }, vocabulary)
  return { ...file, post: { ...post, content: { html, markdown, words } } }
}
