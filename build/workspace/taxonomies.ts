// The authors, categories, tags and series of a workspace: declared in files, or inferred from its posts.

import { fold } from '../../packages/search/basics/fold.ts'
import { compareCodePoints } from '../../packages/search/basics/order.ts'
import type { BuiltWorkspace, GroupAliases } from '../../snapshot/types.ts'
import type { WorkspaceFolder } from '../discover/discover.ts'
import type { UrlReference } from '../extract/url-reference.ts'
import { type Checked, problemsIn } from '../problems/problem.ts'
import { derivedId, type Kind } from '../schema/id.ts'
import { isSlug, nameOfSlug, slugify } from '../schema/slug.ts'
import { COLLECTIONS, type DeclaredEntry } from './collections.ts'
import { readEntries } from './entries.ts'
import type { Reference } from './references.ts'
import type { Settings } from './settings.ts'

/** The lists that a workspace declares; for an undefined one, posts may name anything. */
export type DeclaredLists = { [K in Kind]: DeclaredEntry<K>[] | undefined }

export function readLists(folder: WorkspaceFolder, settings: Settings): Checked<DeclaredLists> {
  const read = <K extends Kind>(kind: K) => readEntries(kind, COLLECTIONS[kind].files(folder), settings)
  const [author, category, tag, series] = [read('author'), read('category'), read('tag'), read('series')]
  return {
    value: { author: author.value, category: category.value, tag: tag.value, series: series.value },
    problems: problemsIn([author, category, tag, series]),
  }
}

interface NamedSlug {
  slug: string
  name: string
}

/** Tells what a reference means if nothing is declared: the name is derived from a slug, or the slug from a name. */
export function inferred(target: string): NamedSlug {
  return isSlug(target) ? { slug: target, name: nameOfSlug(target) } : { slug: slugify(target), name: target }
}

/** The slug that a reference means. */
export function slugOf({ kind, target }: Reference, lists: DeclaredLists): string {
  return lists[kind] ? target : inferred(target).slug
}

/** The slugs of one kind that a post names, without repeats. */
export function slugsOf(
  { references }: { references: readonly Reference[] },
  kind: Reference['kind'],
  lists: DeclaredLists,
): string[] {
  const slugs: string[] = []
  for (const one of references) if (one.kind === kind) slugs.push(slugOf(one, lists))
  return slugs.length < 2 ? slugs : [...new Set(slugs)]
}

/**
 * Adds the lists that are not declared, inferred from `references`, which are in order from the oldest post: an entry
 * keeps the first name it was given, so that a later post, which may not be visible yet, changes nothing. They are asked for only if a
 * list is not declared.
 * @param urlOf gives the public URL of an image
 */
export function completeLists(
  lists: DeclaredLists,
  references: () => readonly Reference[],
  settings: Settings,
  urlOf: (image: UrlReference | undefined) => string,
): Pick<BuiltWorkspace, 'authors' | 'categories' | 'tags' | 'series' | 'aliases'> {
  const inferredEntries = <K extends Kind>(kind: K) =>
    namedIn(references(), kind).map((named) => {
      const id = derivedId(kind, settings.folder, named.slug)
      return {
        id,
        ...named,
        ...COLLECTIONS[kind].blank(settings),
        aliases: [],
      } as unknown as DeclaredEntry<K>
    })
  /** The entries of a kind in order, without their aliases. */
  const entries = <K extends Kind>(kind: K) => {
    const declared: DeclaredEntry<K>[] | undefined = lists[kind]
    return (declared ?? inferredEntries(kind)).map(({ aliases: _, ...entry }) => entry).sort(byName)
  }
  const aliases = aliasesIn(lists)
  const [isCategory, isTag, isSeries] = [lists.category, lists.tag, lists.series].map(
    (list) => list !== undefined,
  )
  const series = entries('series').map((one) => ({ ...one, declared: isSeries! }))
  return {
    ...(Object.keys(aliases).length > 0 && { aliases }),
    authors: entries('author').map((author) => ({ ...author, image: urlOf(author.image) })),
    categories: entries('category').map((category) => ({ ...category, declared: isCategory! })),
    tags: entries('tag').map((tag) => ({ ...tag, declared: isTag! })),
    ...(series.length > 0 && { series }),
  }
}

function aliasesIn(lists: DeclaredLists): GroupAliases {
  const kinds = (['category', 'tag', 'author', 'series'] as const).map((kind) => {
    const pairs = (lists[kind] ?? []).flatMap(({ slug, aliases }) => aliases.map((alias) => [alias, slug]))
    return [COLLECTIONS[kind].list, Object.fromEntries(pairs)] as const
  })
  return Object.fromEntries(kinds.filter(([, aliases]) => Object.keys(aliases).length > 0))
}

/** The entries of one kind that are not declared, in the order in which they are named first. */
export function namedIn(references: readonly Reference[], kind: Reference['kind']): NamedSlug[] {
  return firstReferences(references, kind).map(({ target }) => inferred(target))
}

/** Finds the first reference to each entry of one kind. */
export function firstReferences(references: readonly Reference[], kind: Reference['kind']): Reference[] {
  const first = new Map<string, Reference>()
  for (const reference of references.filter((one) => one.kind === kind)) {
    const { slug } = inferred(reference.target)
    if (!first.has(slug)) first.set(slug, reference)
  }
  return [...first.values()]
}

/** Compares by name, folded as for search, then by slug. */
function byName(a: NamedSlug, b: NamedSlug): number {
  return compareCodePoints(fold(a.name), fold(b.name)) || compareCodePoints(a.slug, b.slug)
}
