// A workspace whose every record says which snapshot it belongs to.
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { syntheticWorkspace } from '../bench/posts.ts'
import { type WholePost, type WholeWorkspace, whole } from './bulk.ts'

/** Posts with the marker in the description, the HTML, the source and the index. */
export function marked(folder: string, marker: string, posts: number): WholeWorkspace {
  const workspace = syntheticWorkspace(folder, posts)
  return { ...workspace, posts: workspace.posts.map((post) => markedPost(post, marker)) }
}

/** The synthetic texts are not used: generating them takes most of the time. */
function markedPost(post: WholePost, marker: string): WholePost {
  const { meta, publishedAt, updatedAt, aliases, category, tags, authors } = post
  return {
    ...whole,
    ...{ slug: meta.slug, publishedAt, updatedAt, aliases, category, tags, authors },
    meta: { ...meta, description: marker },
    html: `<p>${marker}</p>`,
    markdown: `${marker}\n`,
    terms: { title: termsOf(meta.title), content: termsOf(marker) },
  }
}
