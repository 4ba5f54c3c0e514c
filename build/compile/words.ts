// The words of a compiled post. They are packed apart from compiling, the words of several posts together: what each looks up in the
// vocabulary is then still in the processor's cache, from which rendering another text would push it out.
import type { PostPacker } from '../../packages/search/index.ts'
import type { CompiledFile, RenderedFile } from './compile.ts'

/** @param packer gives the words of a post their numbers */
export function withWords({ post, ...file }: RenderedFile, packer: PostPacker): CompiledFile {
  if (!post) return { ...file, post }
  const { text, ...content } = post.content
  const words = packer.pack({ title: post.title, content: text })
  return { ...file, post: { ...post, content: { ...content, words } } }
}
