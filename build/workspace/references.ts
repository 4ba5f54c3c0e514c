// Whom and what a post names: its authors, its category, its tags.
import type { Data, Path } from '../parse/yaml/positions.ts'
import type { Location } from '../problems/location.ts'

export interface Reference {
  kind: 'author' | 'category' | 'tag'
  /** As written: a slug, or a name where the workspace declares no list. */
  target: string
  /** The post, or workspace.yml for a default of the workspace. */
  file: string
  location: Location
}

/** What the posts of a workspace name where they are silent. */
export interface Defaults {
  authors: Reference[]
  /** One or none. */
  category: Reference[]
}

interface ReferenceKeys {
  authors?: string[] | undefined
  category?: string | undefined
  tags?: string[] | undefined
}

/** The post's references in the order of the post; the workspace's defaults where it is silent. */
export function referencesOf(
  { authors, category, tags = [] }: ReferenceKeys,
  data: Data,
  defaults: Defaults,
  file: string,
): Reference[] {
  const reference = (kind: Reference['kind'], target: string, ...path: Path) => ({
    kind,
    target,
    file,
    location: data.locationOf(path),
  })
  return [
    ...(authors?.map((author, index) => reference('author', author, 'authors', index)) ?? defaults.authors),
    ...(category === undefined ? defaults.category : [reference('category', category, 'category')]),
    ...tags.map((tag, index) => reference('tag', tag, 'tags', index)),
  ]
}

/** Whether a mapping leaves `key` out or empty. */
export function isUnset(data: Data, key: string): boolean {
  const mapping = data.value ?? {}
  const isMapping = typeof mapping === 'object' && !Array.isArray(mapping)
  return isMapping && (mapping as Record<string, unknown>)[key] === undefined
}

/** A default of the workspace is the reference of many posts, but written once. */
export function uniqueReferences<T extends { file: string; location: Location }>(
  references: readonly T[],
  what: (reference: T) => unknown,
): T[] {
  const keys = references.map((one) =>
    JSON.stringify([one.file, one.location.line, one.location.column, what(one)]),
  )
  return [...new Map(keys.map((key, index) => [key, references[index]!])).values()]
}
