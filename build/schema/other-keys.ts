// The keys that other tools have for what our keys say.
import { type Hint, PLAIN, writeKey } from '../problems/suggest.ts'

/** A key of another tool. */
export interface OtherKey {
  /** The key or value to write instead of it. */
  hint: Hint
  /** Our key for it, if there is one: then our key is not missing. */
  means?: string
}

/** The facts about keys that are not ours. */
export interface OtherKeys {
  /** @param beside the mapping that holds the key */
  of(key: string, value: unknown, beside: unknown): OtherKey | undefined
  /** The hint for keys that are neither known nor misspelt; the known ones are listed if there is none. */
  hint: string | undefined
}

export const NO_OTHER_KEYS: OtherKeys = { of: () => undefined, hint: undefined }

/** Our keys in lower case, since tools that read TOML ignore case. */
const OURS: Record<string, string[]> = {
  aliases: ['redirect_from', 'redirects'],
  authors: ['author', 'writer', 'writers'],
  category: ['categories'],
  coverAlt: [
    'cover_alt',
    'coveralttext',
    'coverimagealt',
    'feature_image_alt',
    'heroimagealt',
    'image_alt',
    'imagealt',
  ],
  coverImage:
    `cover cover_image coverimage featured_image featuredimage featureimage heroimage hero image thumbnail banner
    ogimage socialimage`.split(/\s+/),
  description: ['excerpt', 'summary', 'spoiler', 'abstract', 'subtitle'],
  language: ['lang', 'locale'],
  publishedAt:
    `created created_at createdat date datepublished date_published pubdate pubdatetime publish_date publishdate
    published_at publisheddate published_time publisheddatetime`.split(/\s+/),
  slug: ['permalink', 'url', 'path', 'route'],
  tags: ['keywords', 'topics'],
  title: ['headline'],
  updatedAt:
    `last_modified_at last_modified lastmod lastmodified lastupdated last_updated last_update modified modifiedat
    modified_at moddate moddatetime updated updated_at updateddate`.split(/\s+/),
}

const BY_NAME = new Map(Object.entries(OURS).flatMap(([ours, names]) => names.map((name) => [name, ours])))

/** Returns our key for what a key of another tool says, if there is one. */
export function ourKeyOf(key: string): string | undefined {
  return BY_NAME.get(key.toLowerCase())
}

/** Docusaurus describes authors in posts. */
const OF_AUTHORS = /^author_?(url|title|image_?url|image|bio|email|twitter|github|link|name|avatar)$/

/** The keys of posts elsewhere. */
export const OTHER_KEYS_OF_POSTS: OtherKeys = {
  of: (key, value, beside) => {
    const name = key.toLowerCase()
    if (OF_AUTHORS.test(name)) return { hint: 'Write it in a file of the author: authors/name.yml.' }
    return stateKey(key, value) ?? synonym(key, value, beside)
  },
  hint: 'Remove it; or define it under fields in workspace.yml.',
}

/** `draft` and `published` are flags elsewhere. */
function stateKey(key: string, value: unknown): OtherKey | undefined {
  const name = key.toLowerCase()
  if (name !== 'draft' && name !== 'published') return undefined
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  const isFlag = /^(true|false|yes|no|on|off|0|1)$/.test(text)
  if (name === 'published' && !isFlag) return { hint: writeKey(key, 'publishedAt'), means: 'publishedAt' }
  const isDraft = /^(true|yes|on|1)$/.test(text) === (name === 'draft')
  // A draft needs no date.
  const draft = { ...writeKey(key, 'status', 'Write status: draft.'), value: [value, 'draft'] } satisfies Hint
  if (isDraft) return { hint: draft, means: 'publishedAt' }
  return { hint: 'Remove it: what is not status: draft is published.' }
}

function synonym(key: string, value: unknown, beside: unknown): OtherKey | undefined {
  const means = ourKeyOf(key)
  if (means === undefined) return undefined
  if (means === 'slug' && typeof value === 'string' && /[/:]/.test(value)) return addressKey(key, value)
  if (Object.hasOwn(Object(beside), means)) {
    const otherwise = means === 'category' ? 'Remove it, or write these under tags' : 'Remove it'
    return { hint: `${otherwise}: ${means} is written already.`, means }
  }
  const items = typeof value === 'string' ? value.split(/\s*,\s*/) : Array.isArray(value) ? value : []
  if (items.length === 0 || !items.every((item) => typeof item === 'string' && PLAIN.test(item)))
    return { hint: writeKey(key, means), means }
  if (means === 'category' && items.length > 1)
    return { hint: `Write category: ${items[0]}, and the others under tags.`, means }
  if (!LISTS.has(means)) return { hint: writeKey(key, means), means }
  const hint = writeKey(key, means, `Write ${means}: [${items.join(', ')}].`)
  return { hint: typeof value === 'string' ? { ...hint, value: [value, items] } : hint, means }
}

const LISTS = new Set(['authors', 'tags'])

/** An address is no slug, but it can lead to the post. */
function addressKey(key: string, address: string): OtherKey {
  const path = address.replace(/^https?:\/\/[^/]*/i, '')
  // Patterns for addresses are the workspace's.
  if (!/^\/[^\s,:{}[\]]*$/.test(path))
    return { hint: 'Remove it: url in workspace.yml is the pattern of addresses.' }
  const hint = writeKey(key, 'aliases', `Write aliases: [${path}], which leads from there to the post.`)
  return { hint: { ...hint, value: [address, [path]] } }
}
