// The authors, the category, the tags and the series that a post names.
import { isObject } from '../../snapshot/objects.ts'
import type { Data, Path } from '../parse/yaml/positions.ts'
import type { Location } from '../problems/location.ts'
import type { Kind } from '../schema/id.ts'

export interface Reference {
  kind: Kind
  /** The target as written: a slug, or a name if the workspace declares no list. */
  target: string
  /** The post's file, or workspace.yml for a default of the workspace. */
  file: string
  location: Location
  /** The number of the post in the series, if it has one. */
  part?: { number: number; location: Location }
}

/** The authors and the category of posts that name none. */
export interface Defaults {
  authors: Reference[]
  /** One or none. */
  category: Reference[]
}

interface ReferenceKeys {
  authors?: string[] | undefined
  category?: string | undefined
  tags?: string[] | undefined
  series?: string | undefined
  part?: number | undefined
}

/** The post's references in source order, with the workspace's defaults for what it does not name. */
export function referencesOf(
  { authors, category, tags = [], series, part: number }: ReferenceKeys,
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
  const part = number === undefined ? undefined : { number, location: data.locationOf(['part']) }
  return [
    ...(authors?.map((author, index) => reference('author', author, 'authors', index)) ?? defaults.authors),
    ...(category === undefined ? defaults.category : [reference('category', category, 'category')]),
    ...tags.map((tag, index) => reference('tag', tag, 'tags', index)),
    ...(series === undefined ? [] : [{ ...reference('series', series, 'series'), ...(part && { part }) }]),
  ]
}

/** True if `key` is missing in a mapping, or empty. */
export function isUnset(data: Data, key: string): boolean {
  const mapping = data.value ?? {}
  return isObject(mapping) && mapping[key] === undefined
}

/** References without repeats from one location: many posts share a default of the workspace, which is written once. */
export function uniqueReferences<T extends { file: string; location: Location }>(
  references: readonly T[],
  what: (reference: T) => string,
): T[] {
  const unique = new Map<string, T>()
  for (const one of references) {
    const { line, column } = one.location
    // No name of a file contains a NUL.
    unique.set(`${one.file}\0${line} ${column} ${what(one)}`, one)
  }
  return [...unique.values()]
}
