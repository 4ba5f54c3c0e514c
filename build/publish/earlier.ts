// Posts as they were assembled last, for builds of the same process: a post that would become the same is the same object.
import { type Brief, load } from '../compile/brief.ts'
import type { DeclaredLists } from '../workspace/taxonomies.ts'
import type { Included } from './included.ts'

export class EarlierPosts<Post> {
  #lists: DeclaredLists | undefined
  #included: readonly Included[] = []
  #basis: readonly unknown[] = []
  #posts: ReadonlyMap<Included, Post> = new Map()

  /** In list order; none if the lists have changed. */
  includedWith(lists: DeclaredLists): readonly Included[] {
    return lists === this.#lists ? this.#included : []
  }

  /**
   * Posts by what they were made of.
   * @param basis all that they depend on besides their own files and those that these refer to; if it has changed, there are none
   */
  postsOn(basis: readonly unknown[]): ReadonlyMap<Included, Post> {
    const isSame = basis.length === this.#basis.length && basis.every((one, i) => one === this.#basis[i])
    this.#basis = basis
    return isSame ? this.#posts : new Map()
  }

  keep(lists: DeclaredLists, included: readonly Included[], posts: readonly Post[]): void {
    this.#lists = lists
    this.#included = included
    this.#posts = new Map(included.map((one, i) => [one, posts[i]!]))
  }
}

/** Whether what a post becomes depends on no other file but those that apply to all posts. */
export function standsAlone(brief: Brief): boolean {
  if (brief.isSelfContained) return true
  const { urls, post } = load(brief)
  return urls.every(({ target }) => target.to !== 'file') && (post?.markdownLinks.length ?? 0) === 0
}
