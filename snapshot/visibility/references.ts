// References to posts, from the fields of others, and texts that link to them: how records have them, since a post may not be visible
// yet. Whoever writes a field cannot write the same: no name of a field has a dollar sign.
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

/** Signs that no text has: before and behind a piece that waits for a post, behind the slug of that, and at the end of a text. */
const [PIECE, SLUG, END] = ['\ufdd0', '\ufdd1', '\ufdd2']

/** Marks pieces of a text, each with the slug of the post that it waits for. */
export function textInPieces(
  text: string,
  pieces: readonly { from: number; to: number; slug: string }[],
): string {
  const plain = text.replace(/[\ufdd0-\ufdd2]/g, '\ufffd')
  let at = 0
  const marked = pieces.map(({ from, to, slug }) => {
    const before = plain.slice(at, from)
    at = to
    return `${before}${PIECE}${slug}${SLUG}${plain.slice(from, to)}${PIECE}`
  })
  return marked.join('') + plain.slice(at) + END
}

const TEXTS = new RegExp(`\\{"\\$html":("[^${END}]*)${END}","\\$markdown":("[^${END}]*)${END}"\\}`, 'g')
const PIECES = new RegExp(`${PIECE}([^${SLUG}]*)${SLUG}([^${PIECE}]*)${PIECE}`, 'g')

/** Finds what is left out of a record while other posts are not visible. @param later the posts that are not, by slug */
export function referenceCuts(
  record: string,
  later: readonly (readonly [slug: string, until: PostNumber])[],
  post: PostNumber,
): RecordCut[] {
  if (later.length === 0) return []
  const hidden = new Map(later)
  const waiting = [...record.matchAll(REFERENCES)].map(({ 0: whole, 1: comma, 2: name, index }) => {
    const text = comma ? whole : `"posts",${name}`
    return { slug: name && JSON.parse(name), text, at: index + whole.indexOf(text) }
  })
  const pieces = [...record.matchAll(TEXTS)].flatMap(({ 0: whole, index: start }) =>
    [...whole.matchAll(PIECES)].map(({ 0: text, 1: slug, index }) => ({ slug, text, at: start + index })),
  )
  let [at, from] = [0, 0]
  return [...waiting, ...pieces]
    .sort((a, b) => a.at - b.at)
    .flatMap(({ slug, text, at: start }) => {
      const until = hidden.get(slug)
      if (until === undefined) return []
      from += Buffer.byteLength(record.slice(at, start))
      at = start
      return [{ post, from, to: from + Buffer.byteLength(text), until, text }]
    })
}

/** Returns the slugs of posts that a record refers to. */
export function slugsIn(record: string): Set<string> {
  return new Set(
    Array.from(record.matchAll(REFERENCES), ([, , name]) => name && JSON.parse(name)).filter(Boolean),
  )
}

/** Puts JSON in place of texts, and gives the record in parts. @param represent gets both forms of a text as JSON */
export function* withTexts(
  record: string,
  isVisible: (slug: string) => boolean,
  represent: (html: string, markdown: string) => string,
): Generator<string> {
  const shown = (json: string) =>
    `${json.replace(PIECES, (_, slug: string, text: string) => (isVisible(slug) ? text : ''))}"`
  let at = 0
  for (const { 0: whole, 1: html, 2: markdown, index } of record.matchAll(TEXTS)) {
    yield record.slice(at, index) + represent(shown(html!), shown(markdown!))
    at = index + whole.length
  }
  yield record.slice(at)
}

/** Puts JSON in place of references. @param find gives the JSON of a visible post, by its slug */
export function withoutReferences(record: string, find: (slug: string) => string | undefined): string {
  const found = record.replace(REFERENCES, (_, comma: string, name?: string) => {
    const json = name === undefined ? undefined : find(JSON.parse(name))
    return comma === '' ? (json ?? 'null') : json === undefined ? '' : comma + json
  })
  return found.replace(/\{"\$refs":0\},?/g, '')
}
