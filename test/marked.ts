// A workspace whose every record says which snapshot it belongs to.
import type { BuiltWorkspace } from '../snapshot/types.ts'
import { syntheticWorkspace } from './bench/posts.ts'

/** Posts with the marker as description, as HTML and as source. */
export function marked(folder: string, marker: string, posts: number): BuiltWorkspace {
  const workspace = syntheticWorkspace(folder, posts)
  return {
    ...workspace,
    posts: workspace.posts.map((post) => ({
      ...post,
      meta: { ...post.meta, description: marker },
      html: `<p>${marker}</p>`,
      markdown: `${marker}\n`,
    })),
  }
}
