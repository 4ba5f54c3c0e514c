// Posts, or the entries of a declared collection, as a content collection of Astro, loaded when a site is built, or for each request.
import type { LiveLoader, Loader } from 'astro/loaders'
import type { z as zod } from 'astro/zod'
import type { FurtherPost, Post } from '../api/_app/wire.ts'
import type { Category, FieldDefinition, FieldShape, PostMeta, Tag } from '../snapshot/types.ts'
import { typeOfFields } from './fields.ts'
import { createClient, type GalleyError, NotFound, NotModified } from './index.ts'
import type {
  ClientOptions,
  EntryField,
  EntryWith,
  FurtherEntryField,
  FurtherField,
  ListOptions,
  RequestOptions,
  SelectableField,
} from './types.ts'

/** The data of an entry, whose HTML is rendered; without how many posts a category or a tag has, since that changes without the post. */
export type PostData<Fields = PostMeta['fields'], Included extends FurtherField = never> = Omit<
  Post<Fields>,
  'content' | 'publishedAt' | 'updatedAt' | 'category' | 'tags'
> & { publishedAt: Date; updatedAt: Date; category: Category; tags: Tag[] } & Pick<FurtherPost, Included>

/** The data of an entry of a declared collection; `order` is its place in the API's list, which Astro does not keep. */
export type EntryData<Fields = PostMeta['fields'], Included extends FurtherEntryField = never> = Omit<
  EntryWith<Fields, EntryField | Included>,
  'collection' | 'content' | 'publishedAt' | 'updatedAt'
> & { publishedAt: Date | null; updatedAt: Date | null; order: number }

interface PostLoaderOptions extends ClientOptions {
  collection?: undefined
  /** Further fields of each post, but for those that change while the post does not: a site knows them better than an entry. */
  include?:
    | readonly Exclude<FurtherField, 'headings' | 'revision' | 'related' | 'neighbors' | 'series'>[]
    | undefined
}

interface EntryLoaderOptions extends ClientOptions {
  /** The name of a collection that the workspace declares. */
  collection: string
  include?: readonly Exclude<FurtherEntryField, 'headings' | 'revision'>[] | undefined
}

export type LoaderOptions = PostLoaderOptions | EntryLoaderOptions

interface Loaded extends Pick<FurtherPost, 'headings' | 'revision'> {
  slug?: string
  path?: string
  /** For Astro, an object with a collection is a reference. */
  collection?: string
  /** Missing if the file has no text. */
  content?: string
  fields: object
}

/** Loads all posts or entries in one request; only those that have changed are rendered again, and nothing is loaded if none has. */
export function galleyLoader({ collection, include = [], ...options }: LoaderOptions): Loader {
  const client = createClient(options)
  const what = collection === undefined ? 'posts' : 'entries'

  /** Returns what the workspace says about the collection, or about posts. */
  async function declared(): Promise<{ fields?: FieldDefinition[]; single?: boolean }> {
    if (collection === undefined) return client.workspace({ include: ['fields'] })
    const { collections } = await client.workspace({ include: ['collections'] })
    const found = collections.find(({ name }) => name === collection)
    if (found) return found
    throw new NotFound(404, 'Not found', `The workspace declares no collection "${collection}".`)
  }

  async function* loaded(asked: RequestOptions): AsyncGenerator<Loaded> {
    const further = { ...asked, include: ['headings', 'revision', ...include] as ('headings' | 'revision')[] }
    if (collection === undefined) return yield* client.posts.all(further)
    const entries = client.entries(collection)
    if ((await declared()).single) yield await entries.get(collection, further)
    else yield* entries.all(further)
  }

  return {
    name: 'galley',
    async load({ store, meta, parseData, logger }) {
      const gone = new Set(store.keys())
      const known = meta.get('etag')
      let [etag, all, changed]: [string | null, number, number] = [null, 0, 0]
      const onReply = (reply: { etag: string | null }) => {
        etag = reply.etag
        // A store that is loaded in part is not what it was.
        meta.delete('etag')
      }
      try {
        for await (const { collection: _, content: html, headings, revision, ...item } of loaded({
          etag: known,
          onReply,
        })) {
          const { slug, path: id = slug! } = item
          const order = slug === undefined ? { order: all } : {}
          const data = { ...item, fields: withReferences(item.fields), ...order }
          const digest = [revision, ...Object.values(order), ...include].join(' ')
          gone.delete(id)
          all++
          if (store.get(id)?.digest === digest) continue
          changed++
          const outline = headings.map(({ level, id, text }) => ({ depth: level, slug: id, text }))
          const rendered = html !== undefined && { rendered: { html, metadata: { headings: outline } } }
          store.set({ id, data: await parseData({ id, data }), digest, ...rendered })
        }
      } catch (error) {
        if (error instanceof NotModified) return logger.info('Nothing has changed.')
        throw error
      }
      for (const id of gone) store.delete(id)
      if (etag) meta.set('etag', etag)
      logger.info(`${changed} of ${all} ${what} are new or have changed.`)
    },
    async createSchema() {
      const { fields = [] } = await declared()
      const names = include.map((name) => JSON.stringify(name)).join(' | ') || 'never'
      const kind = what === 'posts' ? 'PostData' : 'EntryData'
      const type = `import('galley-client/astro').${kind}<${typeOfFields(fields)}, ${names}>`
      return { schema: await schemaOf(fields, what), types: `export type Entry = ${type}\n` }
    },
  }
}

/** Gives references the ids that entries have in Astro. */
function withReferences<Fields>(fields: Fields): Fields {
  return JSON.parse(JSON.stringify(fields), (_, value) =>
    value?.collection && value.id && value.path ? { ...value, id: value.path } : value,
  )
}

async function schemaOf(fields: readonly FieldDefinition[], what: 'posts' | 'entries') {
  const { z } = await import('astro/zod')
  const [text, date] = [z.string(), z.coerce.date()]
  const kinds = { number: z.number(), boolean: z.boolean() }
  const schemaOfValue = ({ type, options, of, fields: own }: FieldShape): zod.ZodType => {
    const item: FieldShape = of ?? { type: own ? 'object' : 'string', required: true, options, fields: own }
    if (type === 'list') return z.array(schemaOfValue(item))
    if (type === 'object') return objectOf(own)
    // Images, files and references are objects of the API.
    if (type === 'image' || type === 'file' || type === 'reference')
      return z.looseObject({ url: text.nullable() })
    return options ? z.enum(options) : type === 'number' || type === 'boolean' ? kinds[type] : text
  }
  // The entry that a reference leads to may not be visible yet.
  const isNullable = ({ type, required }: FieldShape) => !required || type === 'reference'
  const objectOf = (all: readonly FieldDefinition[] = []) =>
    z.looseObject(
      Object.fromEntries(
        all.map((one) => [one.name, isNullable(one) ? schemaOfValue(one).nullable() : schemaOfValue(one)]),
      ),
    )
  const own = { fields: objectOf(fields) }
  if (what === 'entries')
    return z.looseObject({ publishedAt: date.nullable(), updatedAt: date.nullable(), ...own })
  const label = z.object({ id: text, slug: text, name: text, description: text.nullable() })
  const labels = { category: label, tags: z.array(label) }
  return z.looseObject({ publishedAt: date, updatedAt: date, ...labels, ...own })
}

/** Posts as they are at the moment of a request: by id an entry, by the parameters of the API's list a collection, the newest ten by default. */
export function galleyLiveLoader<Fields = PostMeta['fields']>(
  options: ClientOptions,
): LiveLoader<
  PostData<Fields>,
  { id: string },
  ListOptions<SelectableField, FurtherField, Fields>,
  GalleyError
> {
  const client = createClient<Fields>(options)
  const entryOf = ({ content, ...post }: Post<Fields>) => {
    const [publishedAt, updatedAt] = [new Date(post.publishedAt), new Date(post.updatedAt)]
    const [data, rendered] = [{ ...post, publishedAt, updatedAt }, { html: content }]
    return { id: post.slug, data, rendered, cacheHint: { tags: [post.id], lastModified: updatedAt } }
  }
  const failure = (error: GalleyError) => ({ error })
  return {
    name: 'galley',
    async loadCollection({ filter }) {
      const found = await client.posts.list(filter).catch(failure)
      return 'error' in found ? found : { entries: found.posts.map(entryOf) }
    },
    async loadEntry({ filter: { id } }) {
      const found = await client.posts.get(id).catch(failure)
      if (!('error' in found)) return entryOf(found)
      return found.error instanceof NotFound ? undefined : found
    },
  }
}
