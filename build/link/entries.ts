// Finds the entries that fields refer to by their slugs.
import { lazy } from '../../packages/search/basics/lazy.ts'
import { type Brief, load } from '../compile/brief.ts'
import type { CompiledWorkspace } from '../compile/pool/pool.ts'
import { derivedId, type Kind } from '../schema/id.ts'
import { COLLECTIONS, KINDS } from '../workspace/collections.ts'
import { collectionName } from '../workspace/family.ts'
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

/** @param family a workspace, and the collections that it declares */
export function entriesIn(family: readonly CompiledWorkspace[]): Entries {
  const { posts, lists, settings } = family[0]!
  // A post with a mistake is there, too: its mistake is reported, and no reference to it is one.
  const slugOf = (one: Brief) => one.post?.slug ?? load(one).names.find(({ kind }) => kind === 'slug')?.value
  const bySlug = new Map(
    family.map((one) => [
      collectionName(one),
      lazy(() => {
        const slugs = one.posts.map((post) => [slugOf(post), post] as const)
        return new Map(slugs.filter((pair): pair is [string, Brief] => pair[0] !== undefined))
      }),
    ]),
  )
  const named = lazy(() => posts.flatMap((post) => load(post).references))
  const entriesOf = (kind: Kind): [slug: string, entry: NamedEntry][] => {
    const collection = COLLECTIONS[kind].list
    // The name of an entry that is not declared is the post's: a post that is not visible may have given it another.
    const inferredList = () =>
      namedIn(named(), kind).map(({ slug }) => ({
        id: derivedId(kind, settings.folder, slug),
        slug,
        name: inferred(slug).name,
      }))
    return (lists[kind] ?? inferredList()).map(({ id, slug, name }) => [
      slug,
      { collection, id, path: slug, title: name, url: null },
    ])
  }
  // Each is made when a field first refers to one of it: all references of a workspace may lead there.
  const entries = new Map(
    KINDS.map((kind) => [COLLECTIONS[kind].list as string, lazy(() => new Map(entriesOf(kind)))]),
  )
  return {
    find(collection, slug) {
      const posts = bySlug.get(collection)
      const post = posts?.().get(slug)
      if (posts) return post && { post }
      const entry = entries.get(collection)!().get(slug)
      return entry && { entry }
    },
    slugsOf: (collections) =>
      collections.flatMap((one) => [...(bySlug.get(one) ?? entries.get(one)!)().keys()]),
  }
}
