// The search index that readers' browsers load: made here with MiniSearch, loaded there by the same library.
import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import { textIn } from '../../packages/search/basics/columns.ts'
import { hashOf } from '../../snapshot/format/format.ts'
import { textParts } from '../../snapshot/text/html-text.ts'
import type { BuiltPost, BuiltSearchIndex, BuiltWorkspace, Instant } from '../../snapshot/types.ts'
import type { MemoValues } from '../../snapshot/write/memo.ts'
import { shardsOf, shorter } from '../../snapshot/write/shards.ts'
import type { SearchIndexSettings } from '../workspace/settings.ts'
import { headingsIn } from './headings.ts'
import { SerialisableIndex } from './serialise.ts'
import { wordsOf } from './words.ts'

/** Browsers load the whole index before anybody types; larger sites use the API's search. */
const MAX_POSTS = 5_000
/** The length of all words together, in UTF-16 units: it takes seconds and some hundred MB to index. */
const MAX_UNITS = 4_000_000
/** Each different one takes a kilobyte while it is indexed, and 50 bytes of what is downloaded. */
const MAX_WORDS = 300_000

interface Document {
  slug: string
  title: string
  description: string
  category: string
  publishedAt: string | null
  url: string | null
  headings: string
  tags: string
  text: string
}

const FIELDS = ['title', 'description', 'headings', 'tags'] satisfies (keyof Document)[]
const STORED = ['title', 'description', 'category', 'publishedAt'] satisfies (keyof Document)[]
const STORED_OF_ENTRIES = ['title', 'description', 'publishedAt', 'url'] satisfies (keyof Document)[]

interface IndexSettings extends SearchIndexSettings {
  isOfEntries?: true
}

/**
 * Indexes the posts dated `until` or earlier.
 * @param given `undefined` if there is to be no index
 * @param memo what earlier builds have made
 */
export function searchIndexOf(
  { posts: all, tags, collection }: Pick<BuiltWorkspace, 'posts' | 'tags' | 'collection'>,
  given: SearchIndexSettings | undefined,
  until: Instant,
  memo?: MemoValues,
): BuiltSearchIndex {
  if (given === undefined) return { missing: 'off' }
  const settings: IndexSettings = collection ? { ...given, isOfEntries: true } : given
  const posts = all.filter(({ publishedAt }) => publishedAt <= until)
  if (posts.length > MAX_POSTS) return { missing: 'too-many-posts' }
  const { documents, digestOf } = documentsWith(tags, settings, memo)
  if (!memo?.shards) return indexOf(documents(posts), settings)
  const digests = shardsOf(posts, shorter(memo.shards)).map(digestOf)
  const key = hashOf(JSON.stringify([settings, ...digests]))
  const known = memo.get('searchIndexes', key)
  if (known) return deserialize(known)
  const made = indexOf(documents(posts), settings)
  memo.set('searchIndexes', key, serialize(made))
  return made
}

/** Makes the functions that give the documents of posts, and a digest of them. */
function documentsWith(tags: BuiltWorkspace['tags'], settings: IndexSettings, memo: MemoValues | undefined) {
  const names = new Map(tags.map(({ slug, name }) => [slug, name]))
  /** Stands for all that documents depend on besides their posts. */
  const basis = JSON.stringify([settings, ...names])
  /** `undefined` if nothing stands for its contents. */
  const partsKey = ({ contentKey }: BuiltPost) => contentKey && hashOf(JSON.stringify([contentKey, settings]))
  const partsOf = (post: BuiltPost): Pick<Document, 'headings' | 'text'> => {
    const key = partsKey(post)
    const known = key && memo?.get('measures', key)
    if (known) return JSON.parse(textIn(known))
    const { html } = post.texts()
    const text = settings.text > 0 ? beginningOf(html, settings.text) : ''
    const parts = { headings: headingsIn(html), text }
    if (key) memo?.set('measures', key, Buffer.from(JSON.stringify(parts)))
    return parts
  }
  // One at a time: together they may be hundreds of megabytes.
  function* documents(posts: readonly BuiltPost[]): Generator<Document> {
    for (const post of posts) {
      const { meta, entry, category = '', tags } = post.load()
      const { slug, title, description } = meta
      const { publishedAt } = entry ?? meta
      const tagNames = tags.map((tag) => names.get(tag)).join(' ')
      const own = { slug, title, description, category, publishedAt }
      yield { ...own, url: entry?.url ?? null, tags: tagNames, ...partsOf(post) }
    }
  }
  /** Returns the digest of a shard: most changes of a post are none of its document, and then the index is as it was. */
  const digestOf = (posts: readonly BuiltPost[]): string => {
    const keys = posts.map(({ key }) => key)
    const key = keys.includes(undefined) ? undefined : hashOf([basis, ...keys].join('\n'))
    const known = key && memo?.get('measures', key)
    if (known) {
      // They are asked for, so that they are kept.
      for (const post of posts) memo?.has('measures', partsKey(post) ?? '')
      return textIn(known)
    }
    const hash = createHash('sha256')
    for (const document of documents(posts)) hash.update(JSON.stringify(document))
    const digest = hash.digest('hex')
    if (key) memo?.set('measures', key, Buffer.from(digest))
    return digest
  }
  return { documents, digestOf }
}

function indexOf(documents: Iterable<Document>, settings: IndexSettings): BuiltSearchIndex {
  // The options are JSON, since they are sent to browsers.
  const options = {
    idField: 'slug',
    fields: settings.text > 0 ? [...FIELDS, 'text'] : FIELDS,
    storeFields: settings.isOfEntries ? STORED_OF_ENTRIES : STORED,
    searchOptions: { boost: { title: 2 }, combineWith: 'AND', prefix: true, fuzzy: 0.2 },
  } as const
  let units = 0
  // Counted here: to count its terms, MiniSearch would go through all of them after each post.
  const distinct = new Set<string>()
  const isTooLarge = () => units > MAX_UNITS || distinct.size > MAX_WORDS
  const tokenize = (text: string) => {
    const words = wordsOf(text)
    for (const word of words) {
      units += word.length
      // MiniSearch processes terms in the same way by default.
      distinct.add(word.toLowerCase())
    }
    return isTooLarge() ? [] : words
  }
  const index = new SerialisableIndex<Document>({ ...options, fields: [...options.fields], tokenize })
  let posts = 0
  for (const document of documents) {
    index.add(document)
    posts++
    if (isTooLarge()) return { missing: 'too-large' }
  }
  return { json: `{"options":${JSON.stringify(options)},"index":${index.json()}}`, posts }
}

/** The first `bytes` bytes of the text, without a partial character at the end. */
function beginningOf(html: string, bytes: number): string {
  let text = ''
  for (const part of textParts(html)) {
    text += part
    if (text.length >= bytes) break
  }
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return text.slice(0, read)
}
