// Posts as a content collection of Astro, loaded when a site is built, or for each request.
import type { LiveLoader, Loader } from 'astro/loaders'
import type { z as zod } from 'astro/zod'
import type { FurtherPost, Post } from '../api/_app/wire.ts'
import type { Category, FieldDefinition, FieldShape, PostMeta, Tag } from '../snapshot/types.ts'
import { typeOfFields } from './fields.ts'
import { createClient, type GalleyError, NotFound, NotModified } from './index.ts'
import type { ClientOptions, FurtherField, ListOptions, SelectableField } from './types.ts'

/** The data of an entry, whose HTML is rendered; without how many posts a category or a tag has, since that changes without the post. */
export type PostData<Fields = PostMeta['fields'], Included extends FurtherField = never> = Omit<
  Post<Fields>,
  'content' | 'publishedAt' | 'updatedAt' | 'category' | 'tags'
> & { publishedAt: Date; updatedAt: Date; category: Category; tags: Tag[] } & Pick<FurtherPost, Included>

export interface LoaderOptions extends ClientOptions {
  /** Further fields of each post, but for those that change while the post does not: a site knows them better than an entry. */
  include?: readonly Exclude<FurtherField, 'headings' | 'revision' | 'related' | 'neighbors'>[] | undefined
}

/** Loads all posts in one request; only those that have changed are rendered again, and nothing is loaded if none has. */
export function galleyLoader({ include = [], ...options }: LoaderOptions): Loader {
  const client = createClient(options)
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
        const further = ['headings', 'revision', ...include] as const
        const posts = client.posts.all({ include: further, etag: known, onReply })
        for await (const { content, headings, revision, ...data } of posts) {
          const id = data.slug
          const digest = [revision, ...include].join(' ')
          gone.delete(id)
          all++
          if (store.get(id)?.digest === digest) continue
          changed++
          const outline = headings.map(({ level, id, text }) => ({ depth: level, slug: id, text }))
          const rendered = { html: content, metadata: { headings: outline } }
          store.set({ id, data: await parseData({ id, data }), digest, rendered })
        }
      } catch (error) {
        if (error instanceof NotModified) return logger.info('Nothing has changed.')
        throw error
      }
      for (const id of gone) store.delete(id)
      if (etag) meta.set('etag', etag)
      logger.info(`${changed} of ${all} posts are new or have changed.`)
    },
    async createSchema() {
      const { fields = [] } = await client.workspace({ include: ['fields'] })
      const names = include.map((name) => JSON.stringify(name)).join(' | ') || 'never'
      const type = `import('galley-client/astro').PostData<${typeOfFields(fields)}, ${names}>`
      return { schema: await schemaOf(fields), types: `export type Entry = ${type}\n` }
    },
  }
}

async function schemaOf(fields: readonly FieldDefinition[]) {
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
  const label = z.object({ id: text, slug: text, name: text, description: text.nullable() })
  const dates = { publishedAt: date, updatedAt: date }
  const labels = { category: label, tags: z.array(label) }
  return z.looseObject({ ...dates, ...labels, fields: objectOf(fields) })
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
