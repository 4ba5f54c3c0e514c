// References to posts, from the fields of others: how records have them, since a post may not be visible yet. Whoever writes a field
// cannot write the same: no name of a field has a dollar sign.
import type { FieldValue, PostNumber } from '../types.ts'
import type { RecordCut } from './cuts.ts'

/** Returns a reference to a post; without a slug, to none. */
export function referenceTo(slug: string | undefined): { [name: string]: FieldValue } {
  return { $ref: slug === undefined ? [] : ['posts', slug] }
}

/** In a list, each item has a comma before it, with which it is left out. */
export function listOfReferences(items: readonly FieldValue[], isOfPosts: boolean): FieldValue[] {
  const isNone = (item: FieldValue) => item === null || JSON.stringify(item) === '{"$ref":[]}'
  const own = items.filter((item) => !isNone(item))
  return isOfPosts ? [{ $refs: 0 }, ...own] : own
}

/** In a text in JSON, each of these quotes would have a backslash before it. */
const REFERENCES = /(,?)\{"\$ref":\[(?:"posts",("[^"]*"))?\]\}/g

/** Finds what is left out of a record while other posts are not visible. @param later the posts that are not, by slug */
export function referenceCuts(
  record: string,
  later: readonly (readonly [slug: string, until: PostNumber])[],
  post: PostNumber,
): RecordCut[] {
  if (later.length === 0) return []
  const hidden = new Map(later)
  return [...record.matchAll(REFERENCES)].flatMap(({ 0: whole, 1: comma, 2: name, index }) => {
    const until = name === undefined ? undefined : hidden.get(JSON.parse(name))
    if (until === undefined) return []
    const text = comma ? whole : `"posts",${name}`
    const from = Buffer.byteLength(record.slice(0, index + whole.indexOf(text)))
    return [{ post, from, to: from + Buffer.byteLength(text), until, text }]
  })
}

/** Puts JSON in place of references. @param find gives the JSON of a visible post, by its slug */
export function withoutReferences(record: string, find: (slug: string) => string | undefined): string {
  const found = record.replace(REFERENCES, (_, comma: string, name?: string) => {
    const json = name === undefined ? undefined : find(JSON.parse(name))
    return comma === '' ? (json ?? 'null') : json === undefined ? '' : comma + json
  })
  return found.replace(/\{"\$refs":0\},?/g, '')
}
