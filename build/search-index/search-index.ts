// The search index that readers' browsers load: made here with MiniSearch, loaded there by the same library.
import { textParts } from '../../snapshot/text/html-text.ts'
import type { BuiltPost, BuiltSearchIndex, BuiltWorkspace, Instant } from '../../snapshot/types.ts'
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
  publishedAt: string
  headings: string
  tags: string
  text: string
}

const FIELDS = ['title', 'description', 'headings', 'tags'] satisfies (keyof Document)[]
const STORED = ['title', 'description', 'category', 'publishedAt'] satisfies (keyof Document)[]

/**
 * Indexes the posts dated `until` or earlier.
 * @param settings `undefined` if there is to be no index
 */
export function searchIndexOf(
  { posts: all, tags }: Pick<BuiltWorkspace, 'posts' | 'tags'>,
  settings: SearchIndexSettings | undefined,
  until: Instant,
): BuiltSearchIndex {
  if (settings === undefined) return { missing: 'off' }
  const posts = all.filter(({ publishedAt }) => publishedAt <= until)
  if (posts.length > MAX_POSTS) return { missing: 'too-many-posts' }
  // JSON: it is sent to browsers.
  const options = {
    idField: 'slug',
    fields: settings.text > 0 ? [...FIELDS, 'text'] : FIELDS,
    storeFields: STORED,
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
      // As MiniSearch processes terms by default.
      distinct.add(word.toLowerCase())
    }
    return isTooLarge() ? [] : words
  }
  const index = new SerialisableIndex<Document>({ ...options, fields: [...options.fields], tokenize })
  const names = new Map(tags.map(({ slug, name }) => [slug, name]))
  for (const post of posts) {
    index.add(documentOf(post, names, settings))
    if (isTooLarge()) return { missing: 'too-large' }
  }
  return { json: `{"options":${JSON.stringify(options)},"index":${index.json()}}`, posts: posts.length }
}

function documentOf(
  { meta, category, tags, html }: BuiltPost,
  names: ReadonlyMap<string, string>,
  settings: SearchIndexSettings,
): Document {
  const { slug, title, description, publishedAt } = meta
  return {
    slug,
    title,
    description,
    category,
    publishedAt,
    headings: headingsIn(html),
    tags: tags.map((tag) => names.get(tag)).join(' '),
    text: settings.text > 0 ? beginningOf(html, settings.text) : '',
  }
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
