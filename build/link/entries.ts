// Finds the entries that fields refer to by their slugs.
import { lazy } from '../../packages/search/basics/lazy.ts'
import { type Brief, load } from '../compile/brief.ts'
import type { CompiledWorkspace } from '../compile/pool/pool.ts'
import { derivedId } from '../schema/id.ts'
import { COLLECTIONS, KINDS } from '../workspace/collections.ts'
import { inferred, namedIn } from '../workspace/taxonomies.ts'

/** An author, a category or a tag, as the value of a field. */
export interface NamedEntry {
  collection: string
  id: string
  path: string
  title: string
  url: null
}

export interface Entries {
  find(collection: string, slug: string): { post: Brief } | { entry: NamedEntry } | undefined
  /** Returns the slugs of collections. */
  slugsOf(collections: readonly string[]): string[]
}

export function entriesIn({ posts, lists, settings }: CompiledWorkspace): Entries {
  // A post with a mistake is there, too: its mistake is reported, and no reference to it is one.
  const slugOf = (one: Brief) => one.post?.slug ?? load(one).names.find(({ kind }) => kind === 'slug')?.value
  const bySlug = lazy(() => new Map(posts.map((one) => [slugOf(one) ?? '', one])))
  const named = lazy(() => posts.flatMap((post) => load(post).references))
  const listOf = (collection: string) => {
    const kind = KINDS.find((one) => COLLECTIONS[one].list === collection)!
    // The name of an entry that is not declared is the post's: a post that is not visible may have given it another.
    const inferredList = () =>
      namedIn(named(), kind).map(({ slug }) => ({
        id: derivedId(kind, settings.folder, slug),
        slug,
        name: inferred(slug).name,
      }))
    return lists[kind] ?? inferredList()
  }
  return {
    find(collection, slug) {
      const post = collection === 'posts' ? bySlug().get(slug) : undefined
      if (post || collection === 'posts') return post && { post }
      const found = listOf(collection).find((one) => one.slug === slug)
      return found && { entry: { collection, id: found.id, path: slug, title: found.name, url: null } }
    },
    slugsOf: (collections) =>
      collections.flatMap((one) =>
        one === 'posts' ? [...bySlug().keys()] : listOf(one).map(({ slug }) => slug),
      ),
  }
}
