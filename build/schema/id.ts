// Ids for entries that declare none: stable as long as the folder and the slug are.
import { sha256 } from '../../snapshot/format/format.ts'

/** The word for an entry of a collection whose schema is ours, besides posts. */
export type Kind = 'author' | 'category' | 'tag' | 'series'

/** @param kind of entry, or the name of a declared collection @returns such as `post_` and 20 hexadecimal digits (80 bits: a million posts collide once in 10^12 workspaces). */
export function derivedId(kind: string, folder: string, slug: string): string {
  return `${kind}_${sha256(`${kind}\0${folder}\0${slug}`).slice(0, 20)}`
}

export const ID = /^[A-Za-z0-9_-]{1,64}$/
