// Pages that are no text that people wrote: templates, and what only shows other pages.
import { basename } from 'node:path/posix'
import type { SourceContent, SourcePost } from './source.ts'
import type { LeftFile } from './tree.ts'

/** Leaves them out, and says so. */
export function withoutTemplates(content: SourceContent): SourceContent {
  const posts: SourcePost[] = []
  const left: LeftFile[] = []
  for (const post of content.posts) {
    const reason = post.entryOf && whyNoText(post)
    if (reason === undefined) posts.push(post)
    else left.push({ path: post.path, reason })
  }
  return { ...content, posts, left: [...content.left, ...left] }
}

function whyNoText({ path, data: { pagination }, text, body }: SourcePost): string | undefined {
  if (/^_(?!index\.)/.test(basename(path))) return 'a name with _ in front'
  if (pagination !== undefined && typeof pagination !== 'string') return 'a list of other pages'
  const pieces = body.split(/(\{%-?\s*(?:for|endfor)\b[^{}]*%\})/)
  if (text === 'html' && pieces.length > 1) return 'only a list of others'
  const outside = pieces.filter((_, at) => at % 4 === 0).join(' ')
  const shown = outside.replace(/\{[{%#<][^{}]*\}\}?|<(?!img\b)[^<>]*>|^(?:import|export)\b.*$/gm, ' ')
  return /[\p{L}\p{N}]|!\[|<img\b/u.test(shown) ? undefined : 'no text of its own'
}
