// References to posts and entries, from the fields of others, and texts that link to them: how records have them, since what they lead
// to may not be visible yet. Whoever writes a field cannot write the same: no name of a field has a dollar sign.
import type { FieldValue, Moment, PostNumber } from '../types.ts'
import type { RecordCut } from './cuts.ts'

/** Returns a reference to a post; without a slug, to none. */
export function referenceTo(slug: string | undefined): { [name: string]: FieldValue } {
  return { $ref: slug === undefined ? [] : ['posts', slug] }
}

/** Returns a reference to an entry of another collection that appears later. */
export function outsideReference(summary: { [name: string]: FieldValue }): { [name: string]: FieldValue } {
  return { $ref: [summary.collection!, summary.path!, summary] }
}

/** Names an entry of another collection; no slug and no path begins with a slash. */
export function outsideName(collection: string, path: string): string {
  return `/${collection}/${path}`
}

/** In a list, each item has a comma before it, with which it is left out. @param mayWait whether an item may appear later */
export function listOfReferences(items: readonly FieldValue[], mayWait: boolean): FieldValue[] {
  const isNone = (item: FieldValue) => item === null || JSON.stringify(item) === '{"$ref":[]}'
  const own = items.filter((item) => !isNone(item))
  return mayWait ? [{ $refs: 0 }, ...own] : own
}

/** In a text in JSON, each of these quotes would have a backslash before it. The summary of an entry elsewhere is flat. */
const REFERENCES = /(,?)\{"\$ref":\[(?:("[^"]*"),("[^"]*")(?:,(\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\}))?)?\]\}/g

/** Returns what a reference waits for, and its JSON if it leads elsewhere. */
function readReference([, , collection, path, summary]: readonly string[]): {
  name: string | undefined
  summary: string | undefined
} {
  if (collection === undefined || path === undefined) return { name: undefined, summary }
  const own: string = JSON.parse(path)
  return { name: summary === undefined ? own : outsideName(JSON.parse(collection), own), summary }
}

/** Signs that no text has: before and behind a piece that waits, behind the name of what it waits for, and at the end of a text. */
const [PIECE, NAME, END] = ['\ufdd0', '\ufdd1', '\ufdd2']

/** Marks pieces of a text, each with the slug of the post, or the name of the entry elsewhere, that it waits for. */
export function textInPieces(
  text: string,
  pieces: readonly { from: number; to: number; name: string }[],
): string {
  const plain = text.replace(/[\ufdd0-\ufdd2]/g, '\ufffd')
  let at = 0
  const marked = pieces.map(({ from, to, name }) => {
    const before = plain.slice(at, from)
    at = to
    return `${before}${PIECE}${name}${NAME}${plain.slice(from, to)}${PIECE}`
  })
  return marked.join('') + plain.slice(at) + END
}

const TEXTS = new RegExp(`\\{"\\$html":("[^${END}]*)${END}","\\$markdown":("[^${END}]*)${END}"\\}`, 'g')
const PIECES = new RegExp(`${PIECE}([^${NAME}]*)${NAME}([^${PIECE}]*)${PIECE}`, 'g')

/** Finds what is left out of a record while other posts and entries are not visible. @param later those that are not, by name */
export function referenceCuts(
  record: string,
  later: readonly (readonly [name: string, until: Moment])[],
  post: PostNumber,
): RecordCut[] {
  if (later.length === 0) return []
  const hidden = new Map(later)
  const waiting = [...record.matchAll(REFERENCES)].map((found) => {
    const { 0: whole, 1: comma, index } = found
    const text = comma ? whole : whole.slice('{"$ref":['.length, -']}'.length)
    return { name: readReference(found).name, text, at: index + whole.indexOf(text) }
  })
  const pieces = [...record.matchAll(TEXTS)].flatMap(({ 0: whole, index: start }) =>
    [...whole.matchAll(PIECES)].map(({ 0: text, 1: name, index }) => ({ name, text, at: start + index })),
  )
  let [at, from] = [0, 0]
  return [...waiting, ...pieces]
    .sort((a, b) => a.at - b.at)
    .flatMap(({ name, text, at: start }) => {
      const until = hidden.get(name!)
      if (until === undefined) return []
      from += Buffer.byteLength(record.slice(at, start))
      at = start
      return [{ post, from, to: from + Buffer.byteLength(text), until, text }]
    })
}

/** Returns the slugs of posts that a record refers to, without entries of other collections. */
export function slugsIn(record: string): Set<string> {
  const all = Array.from(record.matchAll(REFERENCES), readReference)
  return new Set(all.flatMap(({ name, summary }) => (summary === undefined ? (name ?? []) : [])))
}

/** Puts JSON in place of texts, and gives the record in parts. @param represent gets both forms of a text as JSON */
export function* withTexts(
  record: string,
  isVisible: (name: string) => boolean,
  represent: (html: string, markdown: string) => string,
): Generator<string> {
  const shown = (json: string) =>
    `${json.replace(PIECES, (_, name: string, text: string) => (isVisible(name) ? text : ''))}"`
  let at = 0
  for (const { 0: whole, 1: html, 2: markdown, index } of record.matchAll(TEXTS)) {
    yield record.slice(at, index) + represent(shown(html!), shown(markdown!))
    at = index + whole.length
  }
  yield record.slice(at)
}

/** Puts JSON in place of references. @param find gives the JSON of what is visible, by its name: the summary, if it is elsewhere */
export function withoutReferences(
  record: string,
  find: (name: string, summary: string | undefined) => string | undefined,
): string {
  const found = record.replace(REFERENCES, (...match: string[]) => {
    const [, comma] = match
    const { name, summary } = readReference(match)
    const json = name === undefined ? undefined : find(name, summary)
    return comma === '' ? (json ?? 'null') : json === undefined ? '' : comma + json
  })
  return found.replace(/\{"\$refs":0\},?/g, '')
}
